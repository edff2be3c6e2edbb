/* A link to pass on: the phone's own way to share it, where the browser has one (https only). */
"use strict";

(() => {
  /** A board that has come anew brings its button hidden, as for a browser that cannot share. */
  function offer() {
    if (!navigator.share) return;
    for (const button of document.querySelectorAll("[data-share][hidden]")) button.hidden = false;
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-share]");
    if (!button) return;
    const { share: url, title } = button.dataset;
    navigator.share({ title, url }).catch(() => {
      // Whoever was asked where to has thought better of it.
    });
  });

  document.addEventListener("focusin", ({ target }) => {
    if (target.matches("[data-select]")) target.select();
  });

  new MutationObserver(offer).observe(document.getElementById("main"), {
    attributeFilter: ["hidden"],
    childList: true,
    subtree: true,
  });
  offer();
})();
