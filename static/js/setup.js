/* Who plays: what the buttons beside the names do, and Enter, which presses one, is done at once. The
 * game starts once there are enough players. */
const setup = document.querySelector("form.setup");
const seats = Array.from(setup.querySelectorAll(".seats-form li"),
  (row) => Array.from(row.querySelectorAll("input:not([type=radio])")));
const start = setup.querySelector("[data-least]"); // none where a game has begun

/** Offers the players who do not sit yet, while a seat is free, and the start once there are enough. */
function offer() {
  const names = seats.map(([name]) => name.value.trim());
  for (const chip of setup.querySelectorAll(".chips button")) {
    chip.hidden = !names.includes("") || chip.value.split("\n").every((who) => names.includes(who));
  }
  if (!start) return;
  const isTooFew = names.filter(Boolean).length < Number(start.dataset.least);
  const why = find("too-few");
  why.textContent = isTooFew ? why.dataset.words : "";
  start.setAttribute("aria-disabled", isTooFew);
}

on("click", ".setup [aria-disabled=true]", (event) => {
  event.preventDefault();
  announcer.say(find("too-few").textContent);
  seats.find(([box]) => !box.value.trim())[0].focus();
});

on("click", ".setup button:is([name=add], [name=up], [name=out])", (event, { name, value }) => {
  event.preventDefault();
  const rows = seats.map((row) => row.map((box) => box.value));
  const at = value - 1;
  if (name === "up") [rows[at - 1], rows[at]] = [rows[at], rows[at - 1]];
  if (name === "out") rows.push(rows.splice(at, 1)[0].map(() => ""));
  for (const who of name === "add" ? value.split("\n") : []) {
    const free = rows.find(([typed]) => !typed.trim());
    if (free && !rows.some(([typed]) => typed === who)) free[0] = who;
  }
  rows.forEach((row, n) => row.forEach((text, m) => { seats[n][m].value = text; }));
  offer();
  if (value) return; // the button that Enter presses has none
  const here = seats.findIndex(([box]) => box.value.trim() && box === document.activeElement);
  (here >= 0 && seats[here + 1]?.[0] || setup.querySelector(".main-action")).focus();
});

offer();
setup.addEventListener("input", offer);
addEventListener("pageshow", offer); // a browser fills in again what stood there
on("change", ".own", (_event, own) => {
  own.querySelector("output").value = own.querySelectorAll(":checked").length;
});
