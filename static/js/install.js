/* The service worker, which lets pages open without the server and SushiScore be installed.
 *
 * Browsers have it over https and on localhost alone. It comes when the page has long been there.
 */
"use strict";

(() => {
  if (!isSecureContext || !("serviceWorker" in navigator)) return;
  const { worker } = document.currentScript.dataset;

  function register() {
    navigator.serviceWorker.register(worker).catch(() => {
      // A certificate that the phone does not trust, or no storage: everything else works as well.
    });
  }

  /* The worker is at work, but not for this page: it came while the page was on its way. */
  navigator.serviceWorker.ready.then(async ({ active }) => {
    while (active.state === "activating") {
      await new Promise((go) => active.addEventListener("statechange", go, { once: true }));
    }
    if (!navigator.serviceWorker.controller) active.postMessage("claim me");
  });

  addEventListener("load", () => {
    if (window.requestIdleCallback) requestIdleCallback(register, { timeout: 5000 });
    else setTimeout(register, 1000);
  });
})();
