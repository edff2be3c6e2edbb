/* The hall's screen turns its pages by itself: nobody stands there to tap. One part is shown at a time, and
 * of that what fits: its columns go on to the right, and are shown by so many as there is room for. What is
 * new, a draw or a result, is shown at once. A narrow screen, and who asks for it, has all of it below each
 * other, as there is without this script. */
const PAGE_MS = 9000;
const isWide = matchMedia("(min-width: 34rem)");

const hall = {
  isHeld: false, // somebody has asked for all of it on one page
  screen: "", // the id of the part that is shown
  page: 0, // of that part
  pages: 1,

  /** Shows the page where it is now, of what the hall's board has by now. */
  show() {
    const isPaged = isWide.matches && !this.isHeld;
    document.documentElement.classList.toggle("pages", isPaged);
    const screens = Array.from(document.querySelectorAll(".screen"));
    const shown = find(this.screen) || screens[0];
    this.screen = shown?.id ?? "";
    for (const one of screens) one.classList.toggle("shows", one === shown);
    const sheet = shown?.querySelector("[data-sheet]");
    if (!sheet || !isPaged) return;
    const gap = parseFloat(getComputedStyle(sheet).columnGap) || 0;
    const width = sheet.clientWidth + gap;
    this.pages = Math.max(1, Math.ceil((sheet.scrollWidth + gap - 2) / width));
    this.page = Math.min(this.page, this.pages - 1);
    sheet.scrollLeft = this.page * width;
    const label = document.querySelector("[data-page]");
    label.textContent = this.pages > 1 ? `${this.page + 1}/${this.pages}` : "";
  },

  turnPage() {
    if (this.isHeld || document.visibilityState !== "visible") return;
    const ids = Array.from(document.querySelectorAll(".screen"), ({ id }) => id);
    this.page += 1;
    if (this.page >= this.pages) {
      this.screen = ids[(ids.indexOf(this.screen) + 1) % ids.length] ?? "";
      this.page = 0;
    }
    this.show();
  },

  /** Begins again with the first part, and so with what is new. */
  begin() {
    this.screen = "";
    this.page = 0;
  },
};

document.addEventListener("board:fresh", ({ detail: { dataset } }) => {
  if (dataset.news !== find("board").dataset.news) hall.begin();
});
document.addEventListener("board:shown", () => hall.show());
addEventListener("resize", () => hall.show());
on("click", "[data-hold], [data-go-on]", (_, { dataset }) => {
  hall.isHeld = "hold" in dataset;
  hall.show();
});
hall.show();
document.fonts?.ready.then(() => hall.show());
setInterval(() => hall.turnPage(), PAGE_MS);
