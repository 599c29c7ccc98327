// The window of a chat's login page: gives what came of it to the page that opened it, and to no other origin.
;(function () {
  var data = document.body.dataset
  if (!window.opener) return
  window.opener.postMessage(data.value, location.origin)
  if (!data.stay) window.close()
})()
