/** The calls by which a client checks the signature of a page, and what they carry. */
export const CONFIG: readonly string[] = ['preVerifyJSAPI', 'agentConfig', 'runtime.permission.requestJsApis', 'config']

/** Each client has its own names for the same three. */
export const signatureIn = (params: Record<string, unknown>) => ({
  nonceStr: String(params.nonceStr ?? params.verifyNonceStr),
  timestamp: String(params.timestamp ?? params.timeStamp ?? params.verifyTimestamp),
  signature: String(params.signature ?? params.verifySignature),
})
