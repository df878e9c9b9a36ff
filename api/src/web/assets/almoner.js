// What pages can do better with scripts. Every page works without them.
"use strict";

// Buttons that copy a text. They are hidden until a script can serve them.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const label = button.textContent;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = "Copied";
    setTimeout(() => { button.textContent = label; }, 2000);
  });
}

// A form is sent once, however often its button is pressed.
for (const form of document.querySelectorAll("form[method=post]")) {
  form.addEventListener("submit", (event) => {
    if (form.dataset.sent) event.preventDefault();
    form.dataset.sent = "1";
  });
}
// A page that comes back from the browser's history may send its forms again.
window.addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) delete form.dataset.sent;
});

// Menus close with Escape, and when something else is chosen.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = event.target.closest && event.target.closest("details[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// The time zone of the person who sets the service up.
const zone = document.querySelector("input[name=timezone]");
if (zone && zone.value === "UTC") {
  zone.value = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
}

// A field that takes a contact suggests those who fit what is typed.
for (const input of document.querySelectorAll("input[data-suggest]")) {
  let waiting, asked = 0;
  input.addEventListener("input", () => {
    clearTimeout(waiting);
    const words = input.value.trim();
    if (words.length < 2 || words.endsWith(")")) return;
    waiting = setTimeout(async () => {
      const number = ++asked;
      const answer = await fetch(`${input.dataset.suggest}?q=${encodeURIComponent(words)}`, { headers: { accept: "text/html" } });
      // An answer that comes late must not replace that of a later question.
      if (answer.ok && !answer.redirected && number === asked) input.list.innerHTML = await answer.text();
    }, 150);
  });
}

// A button that prints the page.
for (const button of document.querySelectorAll("button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}
