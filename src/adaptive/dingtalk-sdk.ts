// Only what dingtalk.ts calls; imported when a call needs it, elsewhere than on a phone with dingtalk-computer.ts. The default exports of these CommonJS files arrive as
// module objects in a bundle, so the named ones are used.
import 'dingtalk-jsapi/entry/mobile'
import { ddSdk } from 'dingtalk-jsapi/lib/ddSdk'

export { requestAuthCode$ as requestAuthCode } from 'dingtalk-jsapi/api/union/requestAuthCode'
export { requestAuthCode$ as requestOldAuthCode } from 'dingtalk-jsapi/api/runtime/permission/requestAuthCode'
export { closePage$ as closePage } from 'dingtalk-jsapi/api/union/closePage'
export { quitPage$ as quitPage } from 'dingtalk-jsapi/api/union/quitPage'
export { scan$ as scan } from 'dingtalk-jsapi/api/union/scan'
export { setNavigationTitle$ as setNavigationTitle } from 'dingtalk-jsapi/api/union/setNavigationTitle'
export { openLink$ as openLink } from 'dingtalk-jsapi/api/union/openLink'
export { downloadFile$ as downloadFile } from 'dingtalk-jsapi/api/union/downloadFile'
export { openDocument$ as openDocument } from 'dingtalk-jsapi/api/union/openDocument'
export { complexChoose$ as chooseColleagues } from 'dingtalk-jsapi/api/union/complexChoose'

/** `config`, `ready`, `error`, `env`. */
export const sdk = ddSdk.getExportSdk()
