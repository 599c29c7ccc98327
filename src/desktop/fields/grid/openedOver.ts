/** What stands over the page: a list, a calendar, a message, a dialog. */
const OVERLAYS = [
  '.ant-select-dropdown',
  '.ant-cascader-dropdown',
  '.ant-picker-dropdown',
  '.ant-dropdown',
  '.ant-popover',
  '.ant-tooltip',
  '.ant-message',
  '.ant-notification',
  '.ant-modal-wrap',
  '.ant-drawer',
  '.grid-pop',
].join()

/** Whether something lies in what was opened over this element, which may itself stand in a dialog. */
export function isOpenedOver(element: Element, target: EventTarget | null): boolean {
  const overlay = target instanceof Element && target.closest(OVERLAYS)
  return overlay ? !overlay.contains(element) : false
}
