/* A victory is celebrated once on a phone: when it is first seen, or while the page shows the game. */
const CELEBRATED = "sushiscore celebrated";

function celebrate() {
  const rain = document.querySelector(".raining");
  const { game } = document.querySelector("[data-game]").dataset;
  if (!rain || storage.all()[CELEBRATED] === game) return;
  storage.keep(CELEBRATED, game);
  rain.classList.add("falls");
}

document.addEventListener("board:shown", celebrate);
celebrate();
