/* The service worker, which lets pages open without the server and SushiScore be installed: over https
 * and on localhost alone. It comes when the page has long been there. */
const SOON_MS = 100;
const workers = navigator.serviceWorker;

/* The worker is at work, but not for this page: it came while the page was on its way. */
workers?.ready.then(async ({ active }) => {
  while (active.state === "activating") await pause(SOON_MS);
  if (!workers.controller) active.postMessage("claim me");
});

addEventListener("load", async () => {
  await pause(SOON_MS);
  // A certificate that the phone does not trust, or no storage: everything else works as well.
  workers?.register(document.querySelector("[data-worker]").dataset.worker).catch(() => {});
});
