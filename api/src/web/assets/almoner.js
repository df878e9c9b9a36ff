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

// The page that is open is seen in the menu, too, however low the screen is.
document.querySelector(".side .wide [aria-current]")?.scrollIntoView({ block: "nearest" });

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

// Return chooses what a page asks for, and the next Return sends the form.
document.addEventListener("keydown", (event) => {
  const asked = event.target.closest?.("input[autofocus]:is([type=checkbox], [type=radio])");
  if (event.key !== "Enter" || !asked || asked.checked) return;
  event.preventDefault();
  asked.checked = true;
  asked.dispatchEvent(new Event("change", { bubbles: true }));
});

// Who types on while a line is saved does not mean the question that comes instead: no key answers it before nobody has
// typed for a moment.
const question = document.querySelector("form.quick .message")?.closest("form");
if (question) {
  let asking;
  const wait = () => {
    clearTimeout(asking);
    asking = setTimeout(() => { delete question.dataset.waits; }, 400);
  };
  document.addEventListener("keydown", (event) => {
    if (!question.dataset.waits || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    wait();
  }, true);
  question.dataset.waits = "1";
  wait();
}

// Menus close with Escape, and when something else is chosen.
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  const open = event.target.closest && event.target.closest("details[open]");
  if (!open) return;
  open.open = false;
  open.querySelector("summary").focus();
});

// What is unfolded is seen, also above the bar of a phone.
document.addEventListener("click", (event) => {
  const fold = event.target.closest?.("details.more > summary")?.parentElement;
  // The click unfolds it after this.
  if (fold) setTimeout(() => { if (fold.open) fold.scrollIntoView({ block: "nearest" }); });
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
    // The end of the work changes other parts of the page, too. What was typed comes back.
    else if (live.some((part) => "thenReload" in part.dataset)) {
      leavesFreely = true;
      location.reload();
    }
  };
  if (goesOn) setTimeout(tick, pause);
}

// The time zone of the person who sets the service up, if the field knows it. What was typed stays when something is wrong.
// The settings of an account show what is stored.
const zone = document.querySelector("form[action^='/setup'] input[name=timezone]");
if (zone && !document.querySelector(".summary")) {
  const own = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if ([...zone.list.options].some((option) => option.value === own)) zone.value = own;
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

// The pledges that a gift or a task can be for are those of its contact. When that is chosen, the field comes from a
// form that knows who it is. What was chosen or typed stays, if it is among them.
const giver = document.getElementById("pledge_id") && document.querySelector("form.record input[name=contact_id]");

/** Chooses a value in a field, or nothing if the field does not offer it. */
function choose(field, value) {
  field.value = value;
  if (field.selectedIndex === -1) field.value = "";
}

/** Returns the field for the pledges of a contact, or nothing. */
async function pledgeFieldOf(contact) {
  // Its own properties would be the fields of these names.
  const kind = new URL(giver.form.getAttribute("action"), location).pathname.split("/")[1];
  const address = new URL(`/${kind}/new`, location);
  address.searchParams.set("contact_id", contact);
  const answer = await fetch(address, { headers: { accept: "text/html" } });
  if (!answer.ok || answer.redirected) return null;
  return new DOMParser().parseFromString(await answer.text(), "text/html").getElementById("pledge_id");
}

/** Offers the pledges of the chosen contact. */
async function offerPledges() {
  const contact = giver.value;
  const fresh = await pledgeFieldOf(contact).catch(() => null);
  if (giver.value !== contact) return;
  const field = document.getElementById("pledge_id");
  // What was chosen is of the contact before, unless it is offered again. A typed number may be of anybody.
  const stays = field.matches("input") || fresh?.matches("select");
  const before = stays ? field.value : "";
  if (fresh) field.closest(".field").replaceWith(fresh.closest(".field"));
  choose(fresh ?? field, before);
}
giver?.addEventListener("change", offerPledges);

// A button that prints the page.
for (const button of document.querySelectorAll("button[data-print]")) {
  button.hidden = false;
  button.addEventListener("click", () => print());
}

// One tick for all on the page, and how many are ticked.
for (const label of document.querySelectorAll("label[data-tick-all]")) {
  const form = label.closest("form");
  const all = label.querySelector("input");
  const told = form.querySelector("[data-ticked]");
  // Its own property would be the fields of this name.
  const ticks = () => [...document.querySelectorAll(`input[form="${form.getAttribute("id")}"]`)];
  const tell = () => {
    const count = ticks().filter((tick) => tick.checked).length;
    all.checked = count === ticks().length;
    if (told) told.querySelector("output").value = count;
  };
  label.hidden = false;
  if (told) told.hidden = false;
  all.addEventListener("change", () => { for (const tick of ticks()) tick.checked = all.checked; });
  document.addEventListener("change", tell);
  // Ticks may come back from the browser's history.
  window.addEventListener("pageshow", tell);
}

// What was typed comes back with the browser's way back, and leaving it is asked about. Fields say
// `autocomplete="off"`, lest a browser fills the user's own address into a donor's form, or offers what was typed for
// one donor in the form of another; browsers do not restore such fields. So the entry of the browser's history keeps
// what was changed, for the session that typed it. It comes back only into a form that the service fills in as before,
// and overwrites nothing that has been saved since. With it comes the token `once`: what was saved is not made twice.
const forms = [...document.querySelectorAll(".app > main form[method=post]")];
const session = forms[0]?.querySelector("[name=csrf]")?.value.split(".")[0];
const changed = new Set();
let leavesFreely = false;
const fieldsOf = (form) => [...form.elements].filter((field) => field.name && field.matches(
  "input:not([type=hidden], [type=password], [type=file], [autocomplete=one-time-code]), select, textarea"));
const isTick = (field) => field.type === "checkbox" || field.type === "radio";
const valueOf = (field) => (isTick(field) ? field.checked : field.value);
const firstValueOf = (field) => {
  if (isTick(field)) return field.defaultChecked;
  if (field.tagName !== "SELECT") return field.defaultValue;
  return ([...field.options].find((option) => option.defaultSelected) ?? field.options[0])?.value;
};
const changesOf = (form) => fieldsOf(form).filter((field) => valueOf(field) !== firstValueOf(field));
// The boxes of a list have one name, and each has its own value.
const nameOf = (field) => (isTick(field) ? `${field.name} ${field.value}` : field.name);

/** Returns where a form goes, and a number made of all that it came with, such as the version of its record. */
function originOf(form) {
  // These are others each time.
  const fields = [...form.elements].filter((field) => !["csrf", "key", "once"].includes(field.name));
  const cameWith = JSON.stringify(fields.map((field) => [field.name, firstValueOf(field)]));
  const number = [...cameWith].reduce((sum, letter) => (31 * sum + letter.codePointAt(0)) | 0, 0);
  return `${form.getAttribute("action")} ${number}`;
}
const origins = new Map(forms.map((form) => [form, originOf(form)]));

/** Keeps what was typed, by the origins of the forms. */
function keep() {
  const kept = new Map();
  for (const [form, origin] of origins) {
    const typed = new Map(changesOf(form).map((field) => [nameOf(field), valueOf(field)]));
    if (typed.size > 0) kept.set(origin, { typed, once: form.elements.once?.value });
  }
  history.replaceState({ ...history.state, session, kept }, "");
}

/** Brings back what was typed into a form. What is hidden in a fold is unfolded. */
function bringBack(form, { typed, once }) {
  if (once) form.elements.once.value = once;
  for (const field of fieldsOf(form).filter((field) => typed.has(nameOf(field)))) {
    const value = typed.get(nameOf(field));
    if (isTick(field)) field.checked = value;
    else choose(field, value);
    for (let part = field.closest("details"); part; part = part.parentElement.closest("details")) part.open = true;
  }
  if (!giver || giver.form !== form || !typed.has("contact_id")) return;
  offerPledges().then(() => choose(document.getElementById("pledge_id"), typed.get("pledge_id") ?? ""));
}

if (history.state?.kept && history.state.session === session) {
  for (const [form, origin] of origins) {
    const kept = history.state.kept.get(origin);
    if (kept) bringBack(form, kept);
  }
}

let keeping;
for (const form of forms) {
  form.addEventListener("input", () => {
    changed.add(form);
    clearTimeout(keeping);
    keeping = setTimeout(keep, 500);
  });
  form.addEventListener("submit", keep);
}
// A call, a mail and a file leave the page where it is.
document.addEventListener("click", (event) => {
  leavesFreely = Boolean(event.target.closest?.("a[href^='tel:'], a[href^='mailto:'], a[download]"));
});
window.addEventListener("beforeunload", (event) => {
  if (changed.size === 0) return;
  keep();
  const isLost = (form) => !form.dataset.sent && changesOf(form).length > 0;
  if (!leavesFreely && [...changed].some(isLost)) event.preventDefault();
});
