/* A link, a text or a picture to pass on: copied, or shared the phone's own way where it has one (https only). */
const COPIED_MS = 4000;
const PNG = { type: "image/png" };

document.documentElement.classList.toggle("can-share", "share" in navigator);
document.documentElement.classList.toggle(
  "can-share-files",
  navigator.canShare?.({ files: [new File([""], "sushiscore.png", PNG)] }) ?? false,
);

on("click", "[data-share], [data-share-text]", (_event, { dataset }) => {
  const { share: url, shareText, title } = dataset;
  const what = url ? { title, url } : { text: find(shareText).value };
  navigator.share(what).catch(() => {}); // whoever was asked where to has thought better of it
});

on("click", "[data-share-picture]", async (_event, { dataset }) => {
  const answer = await fetch(dataset.sharePicture);
  if (!answer.ok) return;
  const files = [new File([await answer.blob()], "sushiscore.png", PNG)];
  navigator.share({ files }).catch(() => {});
});

on("click", "[data-copy]", async (_event, button) => {
  const field = find(button.dataset.copy);
  const said = button.parentElement.querySelector("[data-copied]");
  field.focus({ preventScroll: true });
  field.select();
  // The new way, navigator.clipboard, is not to be had on a plain address of the home network.
  if (!document.execCommand("copy")) return;
  said.textContent = said.dataset.copied;
  await pause(COPIED_MS);
  said.textContent = "";
});
