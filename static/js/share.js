/* A link or a text to pass on: copied, or shared the phone's own way where the browser has one
   (https only). */
"use strict";

(() => {
  const COPIED_FOR = 4000; // milliseconds

  /** A board that has come anew brings its buttons hidden, as for a browser that runs no script. */
  function offer() {
    const can = navigator.share ? "[data-copy], [data-share], [data-share-text]" : "[data-copy]";
    for (const button of document.querySelectorAll(can)) button.hidden = false;
  }

  /** Copies what stands in a field. On a plain address of the home network there is only the old
      way, which copies what is selected. */
  async function copy(field) {
    field.focus({ preventScroll: true });
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      return true;
    } catch {
      return document.execCommand("copy");
    }
  }

  async function copied(button) {
    if (!(await copy(document.getElementById(button.dataset.copy)))) return;
    const said = button.parentElement.querySelector("[data-copied]");
    said.textContent = said.dataset.copied;
    setTimeout(() => { said.textContent = ""; }, COPIED_FOR);
  }

  function share(what) {
    navigator.share(what).catch(() => {
      // Whoever was asked where to has thought better of it.
    });
  }

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-copy], [data-share], [data-share-text]");
    if (!button) return;
    const { copy: field, share: url, shareText: text, title } = button.dataset;
    if (field) copied(button);
    else if (text) share({ text: document.getElementById(text).value });
    else share({ title, url });
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
