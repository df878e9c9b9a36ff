// Every page, one after the other: whether it can be used by everybody (axe), in light and in dark, on a phone and at a
// desk; whether its HTML is valid; that nothing runs out of the screen; and that it is small.

import assert from "node:assert/strict";

import { fill, given, isAt, load, press, signIn, tell } from "./browser.mjs";
import { eachPage, eachPageOfGuests, setScene } from "./scene.mjs";

const axe = load("axe-core");
const { HtmlValidate } = load("html-validate");

const WIDTHS = [1280, 390];
/** With which rules of axe each scheme is looked at. What has no colour is the same in the dark. */
const SCHEMES = { light: undefined, dark: ["color-contrast", "link-in-text-block"] };
const HTML_MAX_BYTES = 100 * 1024;
const LOADED_MAX_BYTES = 250 * 1024;

const problems = [];
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"], rules: { "no-missing-references": "error" } });

/** Looks at the page that is open. `response` is what it was made from. */
async function look(page, path, response) {
  const html = await response.text();
  const say = (problem) => problems.push(`${path}: ${problem}`);
  const { results } = await validator.validateString(html);
  for (const { message, line, ruleId } of results.flatMap((result) => result.messages)) {
    say(`line ${line}: ${message} (${ruleId})`);
  }
  const files = await page.evaluate(() => performance.getEntriesByType("resource").map((file) => file.decodedBodySize));
  const bytes = Buffer.byteLength(html);
  const loaded = files.reduce((sum, size) => sum + size, bytes);
  if (bytes > HTML_MAX_BYTES) say(`the HTML has ${bytes} bytes`);
  if (loaded > LOADED_MAX_BYTES) say(`it loads ${loaded} bytes`);
  // Through the debugger, so that the page's own policy holds.
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (overflow > 0) say(`it is ${overflow} pixels wider than ${width}`);
    const crowded = await page.evaluate(() => [...document.querySelectorAll(".card")]
      .filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.innerText.slice(0, 40)));
    for (const card of crowded) say(`at ${width}, what is in a card is wider than the card: ${card}`);
    for (const [colorScheme, runOnly] of Object.entries(SCHEMES)) {
      await page.emulateMedia({ colorScheme });
      // No rule needs the style sheets themselves, which axe would ask for again each time.
      const options = { resultTypes: ["violations"], preload: false, runOnly };
      const { violations } = await page.evaluate((options) => window.axe.run(options), options);
      for (const { id, help, nodes } of violations) {
        say(`${width} ${colorScheme}: ${id}: ${help}: ${nodes.map((node) => node.html).join(" ")}`);
      }
    }
  }
}

/** Looks at what a page says about what was typed. */
async function lookAtRefusal(page, path, values, button) {
  await page.goto(path);
  await fill(page, values);
  const [response] = await Promise.all([page.waitForResponse((response) => response.status() === 422), press(page, button)]);
  await page.locator("[aria-invalid=true], [role=alert]").first().waitFor();
  await look(page, `${path}, refused`, response);
}

await tell(async (seat) => {
  const owner = await seat();
  const lookAt = (path, response) => look(owner, path, response);
  let kinds = new Set();
  if (given.setup) {
    await look(owner, "/setup", await owner.goto(given.setup));
    await lookAtRefusal(owner, given.setup, {
      "Name of your organisation": "Shelter",
      Currency: "no currency",
      "Your name": given.owner.name,
      "Your email address": given.owner.email,
      Password: "short",
    }, "Set up");
    await fill(owner, { Currency: "EUR", "Time zone": "Europe/Lisbon", Password: given.owner.password });
    await press(owner, "Set up");
    await isAt(owner, "Overview");
    kinds = await eachPage(owner, lookAt);
    kinds.add("/setup");
  } else {
    await signIn(owner, given.owner);
    await setScene(owner);
    kinds = await eachPage(owner, lookAt);
    await eachPageOfGuests(seat, owner, async (page, path, response) => {
      await look(page, path, response);
      kinds.add(path);
    });
    // Only a member of a household moves out.
    await owner.goto("/contacts?household=1");
    const member = await owner.locator("td a[href^='/contacts/'], th a[href^='/contacts/']").first().getAttribute("href");
    await lookAt(`${member}/move-out`, await owner.goto(`${member}/move-out`));
    kinds.add("/contacts/:n/move-out");
    // Only a closed batch is reopened.
    await owner.goto("/batches?status=closed");
    const closed = await owner.locator("th a[href^='/batches/']").first().getAttribute("href");
    await lookAt(`${closed}/reopen`, await owner.goto(`${closed}/reopen`));
    kinds.add("/batches/:n/reopen");
    for (const path of ["/contacts?q=nobody+of+that+name", "/gifts?min_amount=much"]) {
      await look(owner, path, await owner.goto(path));
    }
    await lookAtRefusal(owner, "/gifts/new", { Amount: "much", Donor: "Nobody of that name" }, "Save");
    await lookAtRefusal(await seat(), "/sign-in", { Email: "nobody@almoner.example", Password: "wrong" }, "Sign in");
  }
  const forgotten = given.kinds.filter((kind) => !kinds.has(kind));
  assert.deepEqual({ forgotten, problems }, { forgotten: [], problems: [] });
  console.log(`${kinds.size} pages`);
});
