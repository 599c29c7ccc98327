/** What `resize-observer-polyfill` exports where the browser has it: Chrome since 64, Safari since 13.1. */
export default window.ResizeObserver
