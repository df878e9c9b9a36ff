// What the page of the API's documentation does with a script: it writes the samples for the address that it was loaded from,
// sends the requests of "Try it", with the key that this tab keeps, copies samples, and opens what a link leads to.

const KEPT = "almoner-api-key";

const base = document.getElementById("base");
for (const text of base ? [base, ...document.querySelectorAll(".sample pre")] : []) {
  text.textContent = text.textContent.replaceAll(base.dataset.origin, location.origin);
}

const key = document.getElementById("api-key");
if (key) {
  key.value = sessionStorage.getItem(KEPT) ?? "";
  key.addEventListener("input", () => {
    sessionStorage.setItem(KEPT, key.value.trim());
    key.dataset.sandbox = document.getElementById("api-key-account").textContent = "";
  });
  key.addEventListener("change", tellAccount);
  tellAccount();
  key.form.addEventListener("submit", (event) => event.preventDefault());
  key.form.hidden = false;
}

for (const form of document.querySelectorAll("form.try")) {
  form.hidden = false;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (isMeant(form.dataset.method)) send(form);
  });
}

/** Says which account the key opens, and whether it is a sandbox. Until that is known, it counts as none. */
async function tellAccount() {
  const [sent, output] = [key.value.trim(), document.getElementById("api-key-account")];
  key.dataset.sandbox = output.textContent = "";
  if (!sent) return;
  const answer = await fetch("/api/v1/account", { headers: { Authorization: `Bearer ${sent}` } }).catch(() => null);
  const { account_name: name, account_sandbox: isSandbox } = answer?.ok ? (await answer.json()).data : {};
  if (sent !== key.value.trim()) return;
  if (isSandbox === 1) key.dataset.sandbox = "1";
  if (answer?.status === 403) output.textContent = "No account has this key.";
  else if (isSandbox === 1) output.textContent = `It opens ${name}. Try what you like.`;
  else if (name) output.textContent = `It opens ${name}, where nothing can be deleted. A key of a sandbox is safer.`;
}

/** Asks before a request that writes, unless the account is a sandbox. */
function isMeant(method) {
  return method === "GET" || key.dataset.sandbox === "1" || confirm(`This ${method} writes into the account that your key opens, where nothing can be deleted. Send it?`);
}

// Each sample can be copied, where the browser allows it.
for (const sample of navigator.clipboard ? document.querySelectorAll(".sample") : []) {
  const [summary, pre] = sample.children;
  const button = document.createElement("button");
  const label = () => {
    button.textContent = "Copy";
    button.setAttribute("aria-label", `Copy the sample for ${summary.textContent}`);
  };
  button.type = "button";
  button.className = "button";
  label();
  button.addEventListener("click", async () => {
    await navigator.clipboard.writeText(pre.textContent);
    button.textContent = "Copied";
    button.setAttribute("aria-label", "Copied");
    setTimeout(label, 2000);
  });
  pre.before(button);
}

/** Sends the request of a form, and shows the answer. */
async function send(form) {
  let { path } = form.dataset;
  const query = new URLSearchParams();
  for (const input of form.querySelectorAll("[data-in]")) {
    if (input.dataset.in === "path") path = path.replace(`{${input.name}}`, encodeURIComponent(input.value));
    else if (input.value !== "") query.append(input.name, input.value);
  }
  const headers = { Accept: "application/json" };
  if (key.value.trim()) headers.Authorization = `Bearer ${key.value.trim()}`;
  const body = form.elements.namedItem("body");
  if (body) headers["Content-Type"] = body.dataset.type;
  const { pathname } = new URL(path, location.href);
  const url = query.size ? `${pathname}?${query}` : pathname;
  const output = form.querySelector("output");
  const button = form.querySelector("button");
  button.disabled = true;
  try {
    const began = performance.now();
    const response = await fetch(url, { method: form.dataset.method, headers, body: body?.value });
    const text = await response.text();
    const duration = Math.round(performance.now() - began);
    show(output, `${response.status} ${response.statusText}, ${duration} ms: ${form.dataset.method} ${url}`, indented(text));
  } catch (error) {
    show(output, "There was no answer.", String(error));
  } finally {
    button.disabled = false;
  }
}

function show(output, title, text) {
  const [line, pre] = [document.createElement("p"), document.createElement("pre")];
  line.textContent = title;
  pre.textContent = text;
  pre.tabIndex = 0;
  output.replaceChildren(line, pre);
}

/** Indents JSON without changing its numbers, so that 50.00 stays 50.00. */
function indented(json) {
  let [depth, text] = [0, ""];
  const line = () => `\n${"  ".repeat(depth)}`;
  for (const [token] of json.trim().matchAll(/"(?:[^"\\]|\\.)*"|[{[]\s*[}\]]|[{}[\],:]|[^"{}[\],:\s]+/g)) {
    if (token === "{" || token === "[") {
      depth += 1;
      text += token + line();
    } else if (token === "}" || token === "]") {
      depth -= 1;
      text += line() + token;
    } else if (token === ",") text += token + line();
    else text += token === ":" ? ": " : token;
  }
  return text;
}

/** Opens the operation or object to which the address leads. */
function open() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target instanceof HTMLDetailsElement) {
    target.open = true;
    target.scrollIntoView();
  }
}

addEventListener("hashchange", open);
open();
