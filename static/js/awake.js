/* The screen stays awake while cards are entered, where the browser lets it (https only). */

function stayAwake() {
  const isEntering = document.querySelector("#board [data-taps]");
  if (document.visibilityState !== "visible" || !isEntering) return;
  // Low battery, or not allowed: the screen goes dark as it always did.
  navigator.wakeLock?.request("screen").catch(() => {});
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
