// What the stories share: the browser, the people who sit in front of it, and what people do everywhere.
//
// A story is a program of its own. What it must know about the service is JSON, in its only argument. The variables
// TEST_CHROMIUM, TEST_BROWSER_MODULES and TEST_NODE_MODULES name the browser and the folders of the npm packages;
// `deploy/dev` installs these and sets the variables.

import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import { createRequire } from "node:module";

/** Loads an npm package for browsers. */
export const load = createRequire(`${process.env.TEST_BROWSER_MODULES}/`);
const { chromium } = load("playwright-core");

/** What the story was told about the service. */
export const given = JSON.parse(process.argv[2]);

/** How long a page may take to show what is expected, on a busy machine. */
const PATIENCE_MS = 30_000;

/**
 * Runs a story. It gets a function that seats somebody in front of a browser without any cookies, and returns its page.
 * A script that fails, a file that is missing and a request to another host fail the story, whoever caused them.
 */
export async function tell(story) {
  const isRoot = process.getuid() === 0;
  const browser = await chromium.launch({ executablePath: process.env.TEST_CHROMIUM, chromiumSandbox: !isRoot });
  const people = [];
  const problems = [];
  const seat = async (options = {}) => {
    // Without motion, because the colours of a page are measured, and would be in between.
    const context = await browser.newContext({ baseURL: given.base, reducedMotion: "reduce", ...options });
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    watch(page, problems);
    people.push(page);
    return page;
  };
  try {
    await story(seat);
    assert.deepEqual(problems, [], "a page has caused problems");
  } catch (error) {
    for (const page of people.filter((page) => !page.isClosed())) {
      console.error(`At ${page.url()}:\n${await page.innerText("body").catch(() => "")}\n`);
    }
    throw error;
  } finally {
    await browser.close();
  }
}

function watch(page, problems) {
  page.on("pageerror", (error) => problems.push(`${page.url()}: ${error.message}`));
  page.on("console", (message) => {
    // This one only says that a response was not a 2xx. Pages may be refused; what they load may not, see below.
    const isStatus = message.text().startsWith("Failed to load resource");
    if (message.type() === "error" && !isStatus) problems.push(`${page.url()}: ${message.text()}`);
  });
  page.on("response", (response) => {
    const isPage = response.request().isNavigationRequest();
    if (response.status() >= 400 && !isPage) problems.push(`${page.url()}: ${response.status()} ${response.url()}`);
  });
  page.on("request", (request) => {
    const { protocol, origin } = new URL(request.url());
    // A picture in the page itself asks nobody.
    if (protocol !== "data:" && origin !== new URL(given.base).origin) problems.push(`${page.url()}: it has asked ${request.url()}`);
  });
}

/** Waits for a page with this heading. */
export async function isAt(page, heading) {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
}

/** Waits until a page shows a text. */
export async function shows(page, text) {
  await page.getByText(text).filter({ visible: true }).first().waitFor();
}

/** Types into the fields with these labels, or chooses in them. Unfolds the part of a form that they are in. */
export async function fill(page, values) {
  for (const [label, value] of Object.entries(values)) {
    const field = page.getByLabel(label, { exact: true }).and(page.locator("input, select, textarea")).first();
    const folded = page.locator("details.fold:not([open])").filter({ has: field });
    if (await folded.count() > 0) await folded.locator("summary").click();
    const isChoice = await field.evaluate((element) => element.tagName === "SELECT");
    await (isChoice ? field.selectOption(value) : field.fill(value));
  }
}

/** Presses a button. */
export async function press(page, name) {
  await page.getByRole("button", { name, exact: true }).click();
}

/** Follows a link. */
export async function follow(page, name) {
  await page.getByRole("link", { name, exact: true }).first().click();
}

/** Signs somebody in. */
export async function signIn(page, { email, password }) {
  await page.goto("/sign-in");
  await fill(page, { Email: email, Password: password });
  await press(page, "Sign in");
  await isAt(page, "Overview");
}

/** Returns the code that an authenticator app shows now for a secret in base 32 (RFC 6238). */
export function codeOf(secret) {
  const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
  const bits = [...secret.replaceAll(" ", "")].map((letter) => alphabet.indexOf(letter).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g).map((byte) => Number.parseInt(byte, 2)));
  const step = Buffer.alloc(8);
  step.writeBigUInt64BE(BigInt(Math.floor(Date.now() / 30_000)));
  const hash = createHmac("sha1", key).update(step).digest();
  const number = hash.readUInt32BE(hash[19] & 15) & 0x7fffffff;
  return String(number % 1_000_000).padStart(6, "0");
}

/** Registers a webhook for a URL, and returns its secret. The page of the webhook is open afterwards. */
export async function registerWebhook(page, url) {
  await page.goto("/settings/webhooks");
  await follow(page, "Register a webhook");
  await fill(page, { URL: url });
  await press(page, "Register webhook");
  await isAt(page, "Webhook");
  return page.locator("#secret-value").innerText();
}

/** Invites somebody, and returns the link. */
export async function invite(page, email) {
  await page.goto("/settings/members");
  await fill(page, { "Email address": email });
  await press(page, "Make invitation");
  return page.locator("#link-value").innerText();
}

/** Opens an invitation, and joins with a name and a password. */
export async function join(page, link, { name, password }) {
  await page.goto(link);
  await fill(page, { "Your name": name, Password: password });
  await press(page, "Join");
  await isAt(page, "Overview");
}

/** Sends a CSV file of contacts for a dry run. The page of the import is open afterwards. */
export async function importContacts(page, name, lines) {
  await page.goto("/imports");
  const file = { name, mimeType: "text/csv", buffer: Buffer.from(`${lines.join("\n")}\n`) };
  await page.getByLabel("File", { exact: true }).setInputFiles(file);
  await press(page, "Check the file");
  const heading = page.getByRole("heading", { level: 1, name: /^(Import|Columns)$/ });
  await heading.waitFor();
  // What could be guessed is right. Words that mean nothing are asked for once.
  for (let asked = 0; asked < 2 && await heading.innerText() === "Columns"; asked += 1) {
    await Promise.all([page.waitForEvent("framenavigated"), press(page, "Show the preview")]);
  }
  await isAt(page, "Import");
}

/** Starts a receiver of webhooks. It keeps what arrives, and answers with 204, or with the status that is set. */
export async function receiver() {
  const own = { arrived: [], status: 204 };
  const server = createServer(async (request, response) => {
    request.setEncoding("utf8");
    let body = "";
    for await (const part of request) body += part;
    own.arrived.push({ headers: request.headers, body });
    // Connections that are kept would keep the story from its end.
    response.writeHead(own.status, { connection: "close" }).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  server.unref();
  own.url = `http://127.0.0.1:${server.address().port}/almoner`;
  return own;
}

/** Waits for a condition. */
export async function until(what, condition) {
  const deadline = Date.now() + PATIENCE_MS;
  while (!(await condition())) {
    assert.ok(Date.now() < deadline, `not in time: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
