// The documentation of the API: somebody with a key reads it, and tries operations, on a phone and at a desk, in light and in
// dark.

import assert from "node:assert/strict";

import { fill, given, load, press, signIn, tell } from "./browser.mjs";

const axe = load("axe-core");
const { HtmlValidate } = load("html-validate");
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"], rules: { "no-missing-references": "error" } });

/** Opens an operation, sends its request, and returns what it answers. */
async function tryOut(page, id, values = {}) {
  const operation = page.locator(`#${id}`);
  await operation.locator("summary").first().click();
  for (const [name, value] of Object.entries(values)) await operation.locator(`form [name=${name}]`).fill(value);
  await operation.getByRole("button", { name: "Send" }).click();
  await operation.locator("output pre").waitFor();
  const [title, text] = await Promise.all(["p", "pre"].map((part) => operation.locator(`output ${part}`).innerText()));
  return { title, text, json: JSON.parse(text) };
}

await tell(async (seat) => {
  const page = await seat();
  const problems = [];
  for (const path of ["/docs", "/docs/guide", "/docs/recipes", "/docs/webhooks", "/docs/stability"]) {
    const html = await (await page.goto(path)).text();
    const { results } = await validator.validateString(html);
    for (const { message, line } of results.flatMap((result) => result.messages)) problems.push(`${path}:${line}: ${message}`);
    await page.evaluate(axe.source);
    await page.evaluate(() => document.querySelectorAll("#createContact, #listGifts, #object-Contact").forEach((one) => (one.open = true)));
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      if (overflow > 0) problems.push(`${path} is ${overflow} pixels wider than ${width}`);
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        if (given.folder) await page.screenshot({ path: `${given.folder}/docs${path.slice(5).replace("/", "-")}-${width}-${colorScheme}.png` });
        const { violations } = await page.evaluate(() => window.axe.run({ resultTypes: ["violations"], preload: false }));
        for (const { id, nodes } of violations) problems.push(`${path} ${width} ${colorScheme}: ${id}: ${nodes.map((node) => node.html).join(" ").slice(0, 300)}`);
      }
    }
  }
  assert.deepEqual(problems, []);

  await page.goto("/docs");
  await page.getByLabel("Your key").fill(given.key);
  await page.getByLabel("Your key").blur();
  await page.getByText("It opens Demo, where nothing can be deleted. A key of a sandbox is safer.").waitFor();

  // Who does not mean to write sends nothing.
  page.once("dialog", (dialog) => dialog.dismiss());
  const create = page.locator("#createContact");
  await create.locator("summary").first().click();
  await create.getByRole("button", { name: "Send" }).click();
  assert.equal(await create.locator("output pre").count(), 0);
  await create.locator("summary").first().click();
  const questions = [];
  page.on("dialog", (dialog) => {
    questions.push(dialog.message());
    dialog.accept();
  });
  const listed = await tryOut(page, "listContacts");
  assert.match(listed.title, /^200 OK, \d+ ms: GET \/api\/v1\/contacts\?limit=10$/);
  assert.equal(listed.json.data.length, 10);
  const created = await tryOut(page, "createGift", { body: '{"gift_amount": 50.00, "gift_memo": "a {[\\"b"}' });
  assert.match(created.title, /^201 Created/);
  assert.equal(questions.length, 1);
  assert.match(questions[0], /^This POST writes into the account that your key opens/);
  assert.match(created.text, /"gift_amount": 50.00,\n/);
  assert.equal(created.json.data.gift_memo, 'a {["b');
  const read = await tryOut(page, "readGift", { id: String(created.json.data.id) });
  assert.deepEqual(read.json.data, created.json.data);

  // A sample is copied as it stands there.
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  const sample = page.locator("#listContacts .sample").first();
  await sample.getByRole("button", { name: "Copy the sample for curl" }).click();
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), await sample.locator("pre").innerText());

  // A status leads to what it means.
  await page.locator("#listContacts .failures a", { hasText: "422" }).click();
  assert.equal(await page.locator("#failure-422").evaluate((one) => one.open), true);

  // The tab keeps the key, and another one does not have it.
  await page.goto("/docs#readAccount");
  assert.equal(await page.getByLabel("Your key").inputValue(), given.key);
  assert.equal(await page.locator("#readAccount").evaluate((one) => one.open), true);
  const other = await page.context().newPage();
  await other.goto("/docs");
  assert.equal(await other.getByLabel("Your key").inputValue(), "");

  // In a sandbox nobody is asked.
  const owner = await seat();
  await signIn(owner, given.owner);
  await owner.goto("/settings/account");
  await press(owner, "Make a sandbox");
  await owner.goto("/settings/services");
  await fill(owner, { Name: "Trying out" });
  await press(owner, "Get Key");
  await other.getByLabel("Your key").fill(await owner.locator("#key").innerText());
  await other.getByLabel("Your key").blur();
  await other.getByText(/It opens .*\. Try what you like\./).waitFor();
  other.on("dialog", (dialog) => assert.fail(dialog.message()));
  const tried = await tryOut(other, "createGift", { body: '{"gift_amount": 5}' });
  assert.match(tried.title, /^201 Created/);
});
