// What pages can do better with scripts. Every page works without them.
"use strict";

// Buttons that copy a text. They are hidden until a script can serve them.
for (const button of document.querySelectorAll("button[data-copy]")) {
  if (!navigator.clipboard) break;
  button.hidden = false;
  button.addEventListener("click", async () => {
    const label = button.textContent;
    await navigator.clipboard.writeText(document.getElementById(button.dataset.copy).textContent);
    button.textContent = document.documentElement.dataset.copied;
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

// What is wrong with a form is read first.
document.querySelector(".summary")?.focus();

// What was typed before a sign-in goes on to its form by itself.
document.querySelector("[data-go-on] form")?.requestSubmit();

// A slash, or Ctrl and K, leads to the search: that of the list, or that beside every page.
document.addEventListener("keydown", (event) => {
  const isTyping = event.target.closest?.("input, select, textarea, [contenteditable]");
  const isAsked = event.key === "/" ? !isTyping && !event.ctrlKey && !event.metaKey && !event.altKey
    : event.key === "k" && (event.ctrlKey || event.metaKey);
  const search = document.querySelector("main input[type=search]") ?? document.querySelector(".find input");
  if (!isAsked || !search) return;
  event.preventDefault();
  search.focus();
  search.select();
});

// Menus close with Escape, and when something else is chosen.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = event.target.closest && event.target.closest("details[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// Parts of a page that change by themselves are fetched again every few seconds: while the page can be seen, while
// somebody has been at it within a quarter of an hour, and until a form is sent.
const live = [...document.querySelectorAll("[data-live]")];
let touched = Date.now();
let leaving = false;
for (const kind of ["keydown", "pointerdown", "pointermove"]) {
  document.addEventListener(kind, () => { touched = Date.now(); }, { passive: true });
}
document.addEventListener("submit", () => { leaving = true; });
window.addEventListener("pageshow", () => { leaving = false; });

async function refresh() {
  const url = new URL(location.href);
  url.searchParams.set("live", "1");
  const answer = await fetch(url, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) return false;
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of live) {
    const fresh = page.getElementById(part.id);
    if (!fresh || fresh.innerHTML === part.innerHTML) continue;
    const focused = part.contains(document.activeElement) && document.activeElement.getAttribute("href");
    part.replaceChildren(...fresh.childNodes);
    if (focused) part.querySelector(`a[href="${CSS.escape(focused)}"]`)?.focus();
    part.toggleAttribute("data-done", fresh.hasAttribute("data-done"));
  }
  return !live.every((part) => part.hasAttribute("data-done"));
}

if (live.length > 0) {
  const pause = 1000 * Math.min(...live.map((part) => Number(part.dataset.live)));
  let goesOn = !live.every((part) => part.hasAttribute("data-done"));
  const tick = async () => {
    const watched = document.visibilityState === "visible" && Date.now() - touched < 15 * 60_000;
    if (watched && !leaving) goesOn = await refresh().catch(() => true);
    if (goesOn) setTimeout(tick, pause);
    // The end of the work changes other parts of the page, too.
    else if (live.some((part) => "thenReload" in part.dataset)) location.reload();
  };
  if (goesOn) setTimeout(tick, pause);
}

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
      const address = new URL(input.dataset.suggest, location);
      address.searchParams.set("q", words);
      const answer = await fetch(address, { headers: { accept: "text/html" } });
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

// One tick for all on the page.
for (const label of document.querySelectorAll("label[data-tick-all]")) {
  // Its own property would be the fields of this name.
  const form = label.closest("form").getAttribute("id");
  label.hidden = false;
  label.querySelector("input").addEventListener("change", (event) => {
    for (const tick of document.querySelectorAll(`input[form="${form}"]`)) tick.checked = event.target.checked;
  });
}
