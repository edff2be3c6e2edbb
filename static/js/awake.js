/* The screen stays awake while cards are entered, where the browser lets it (https only). */
"use strict";

async function stayAwake() {
  if (!navigator.wakeLock || !document.querySelector("#board [data-taps]")) return;
  if (document.visibilityState !== "visible") return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Low battery, or not allowed: the screen goes dark as it always did.
  }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
