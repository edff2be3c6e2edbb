/* What is shown for a moment when a round is confirmed goes away at the first touch or key. */
for (const name of ["pointerdown", "keydown"]) {
  addEventListener(name, () => document.querySelector(".moment")?.remove(), { capture: true });
}
