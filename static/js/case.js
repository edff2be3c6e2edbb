/* The case file on paper: a button that prints it. */
const button = document.querySelector("[data-print]");
button.hidden = false;
button.addEventListener("click", () => print());
