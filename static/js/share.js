/* A link or a text to pass on: copied, or shared the phone's own way where the browser has one
   (https only). */

const COPIED_MS = 4000;

document.documentElement.classList.toggle("can-share", "share" in navigator);

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

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copy], [data-share], [data-share-text]");
  if (!button) return;
  const { copy: field, share: url, shareText: text, title } = button.dataset;
  if (!field) {
    const what = text ? { text: document.getElementById(text).value } : { title, url };
    navigator.share(what).catch(() => {}); // whoever was asked where to has thought better of it
  } else if (await copy(document.getElementById(field))) {
    const said = button.parentElement.querySelector("[data-copied]");
    said.textContent = said.dataset.copied;
    await pause(COPIED_MS);
    said.textContent = "";
  }
});
