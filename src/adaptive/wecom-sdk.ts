// Only what wecom.ts calls, so that the rest of the SDK stays out of the bundle. Imported when a call needs it.
export {
  closeWindow,
  onHistoryBack,
  openDefaultBrowser,
  previewFile,
  register,
  scanQRCode,
  selectEnterpriseContact,
} from '@wecom/jssdk'
