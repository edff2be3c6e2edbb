/* Trying: a press shows the board of the address that it leads to, and the page stays where it is.
 *
 * The whole try stands in the address, so Back takes the last press back, and without this file
 * the same form and links load the page anew. Presses are sent one after another, each with what
 * the board says then: two quick ones are two changes.
 */
"use strict";

(() => {
  let going = Promise.resolve();
  /** The address of the state that the board shows, without the place on the page. */
  let shown = location.pathname + location.search;

  /** Shows the board at an address. A new one, or one that the server leads to, becomes the page's;
   * a press that is refused leads nowhere. */
  async function show(address, { isNew = false } = {}) {
    const response = await fetch(address, { headers: { "HX-Request": "true" }, cache: "no-store" });
    const fresh = readBoard(await response.text());
    if (!fresh) throw new Error(`no board: ${response.status}`);
    await fingersLifted();
    if (isNew || response.redirected) history.pushState(null, "", response.url);
    const { pathname, search } = new URL(response.url);
    shown = pathname + search;
    showBoard(fresh);
  }

  /** Does something after what was begun before; without a connection it is said, and not done. */
  function inTurn(what) {
    going = going.then(what).catch(refresh);
  }

  /** The address that a press of a button with this value leads to, from the board as it is. */
  function addressOf(value) {
    const form = document.querySelector("#board form[data-try]");
    const fields = new URLSearchParams(new FormData(form));
    fields.set("do", value);
    return `${form.action}?${fields}`;
  }

  document.addEventListener("submit", (event) => {
    if (!event.target.matches("form[data-try]") || !event.submitter) return;
    event.preventDefault();
    const { value } = event.submitter;
    inTurn(() => show(addressOf(value)));
  });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-try]");
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey || event.button) return;
    event.preventDefault();
    inTurn(async () => {
      const now = document.querySelector("#board a[data-try]"); // it leads elsewhere after a press
      if (now) await show(now.href, { isNew: true });
    });
  });

  addEventListener("popstate", () => {
    inTurn(async () => {
      if (shown !== location.pathname + location.search) await show(location.href);
    });
  });
})();
