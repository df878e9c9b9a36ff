// Every page, one after the other: whether it can be used by everybody (axe), in light and in dark, on a phone and at a
// desk; whether its HTML is valid; that nothing runs out of the screen; that it could be read from right to
// left; and that it is small.

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
/** The files of the typeface, which a browser loads once and keeps. They are apart from the others. */
const FONTS_MAX_BYTES = 100 * 1024;

const problems = [];
const validator = new HtmlValidate({ root: true, extends: ["html-validate:standard"], rules: { "no-missing-references": "error" } });

/** Returns the buttons of the page that a click in their middle does not reach. */
function covered() {
  const isShown = (control) => control.checkVisibility({ opacityProperty: true, visibilityProperty: true });
  const controls = [...document.querySelectorAll("main a.button, main button, main summary")].filter(isShown);
  const isCovered = (control) => {
    control.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = control.getBoundingClientRect();
    const hit = document.elementFromPoint(left + width / 2, top + height / 2);
    return hit && !control.contains(hit) && !hit.contains(control);
  };
  const names = controls.filter(isCovered).map((control) => control.textContent.trim());
  scrollTo(0, 0);
  for (const part of document.querySelectorAll("main *")) part.scrollLeft = 0;
  return names;
}

/**
 * Returns the boxes that, in a language from right to left, stand elsewhere than in a mirror: the style sheet must know
 * no left and right, though there is no such language yet. What stands in a line of text, or in a picture, follows that.
 */
function lopsided() {
  const root = document.documentElement;
  const isBox = (part) => part instanceof HTMLElement && part.checkVisibility()
    && /^(block|flex|grid|list-item|table)/.test(getComputedStyle(part).display);
  const within = (box) => [...box.children].filter(isBox).flatMap((part) => [part, ...within(part)]);
  const boxes = within(document.body);
  const edges = () => boxes.map((box) => box.getBoundingClientRect());
  const written = root.dir;
  const here = edges();
  root.dir = written === "rtl" ? "ltr" : "rtl";
  const there = edges();
  root.dir = written;
  const isElsewhere = (_, i) => Math.abs(here[i].left - (root.clientWidth - there[i].right)) > 1;
  return boxes.filter(isElsewhere).map((box) => box.cloneNode().outerHTML);
}

/** Says what does not fit into a screen of this width. */
async function lookAtWidth(page, width, say) {
  await page.setViewportSize({ width, height: 900 });
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  if (overflow > 0) say(`it is ${overflow} pixels wider than ${width}`);
  const crowded = await page.evaluate(() => [...document.querySelectorAll(".card")]
    .filter((card) => card.scrollWidth > card.clientWidth).map((card) => card.innerText.slice(0, 40)));
  for (const card of crowded) say(`at ${width}, what is in a card is wider than the card: ${card}`);
  for (const control of await page.evaluate(covered)) say(`at ${width}, something lies on top of ${control}`);
}

/** Looks whether a page fits in the languages with the longest words, too. */
async function lookInOthers(page, path) {
  for (const language of ["de", "fr"]) {
    await page.setExtraHTTPHeaders({ "accept-language": language });
    await page.goto(path);
    const shown = await page.evaluate(() => document.documentElement.lang);
    // A form for the website speaks the language of the account's letters.
    if (shown !== language && !path.startsWith("/forms/")) problems.push(`${path}: asked for in ${language}, it is in ${shown}`);
    for (const width of WIDTHS) await lookAtWidth(page, width, (problem) => problems.push(`${path} in ${language}: ${problem}`));
  }
  await page.setExtraHTTPHeaders({});
}

/** Looks at the page that is open. `response` is what it was made from. */
async function look(page, path, response) {
  const html = await response.text();
  const say = (problem) => problems.push(`${path}: ${problem}`);
  const { results } = await validator.validateString(html);
  for (const { message, line, ruleId } of results.flatMap((result) => result.messages)) {
    say(`line ${line}: ${message} (${ruleId})`);
  }
  const files = await page.evaluate(() => performance.getEntriesByType("resource")
    .map((file) => ({ size: file.decodedBodySize, isFont: file.name.endsWith(".woff2") })));
  const sum = (files) => files.reduce((sum, { size }) => sum + size, 0);
  const bytes = Buffer.byteLength(html);
  const loaded = bytes + sum(files.filter(({ isFont }) => !isFont));
  const fonts = sum(files.filter(({ isFont }) => isFont));
  if (bytes > HTML_MAX_BYTES) say(`the HTML has ${bytes} bytes`);
  if (loaded > LOADED_MAX_BYTES) say(`it loads ${loaded} bytes`);
  if (fonts > FONTS_MAX_BYTES) say(`it loads fonts of ${fonts} bytes`);
  // Through the debugger, so that the page's own policy holds.
  await page.evaluate(axe.source);
  for (const width of WIDTHS) {
    await lookAtWidth(page, width, say);
    for (const box of await page.evaluate(lopsided)) say(`at ${width}, it is no mirror from right to left: ${box}`);
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

/** Looks at reports in other groupings, and prints the one for the board, which fills two sheets of any paper. */
async function lookAtReports(page, lookAt) {
  for (const path of ["giving?group_by=fund&span=last_year", "giving?group_by=quarter&from=2020-01-01", "top-donors?by=household"]) {
    await lookAt(`/reports/${path}`, await page.goto(`/reports/${path}`));
  }
  for (const span of ["this_year", "last_year"]) {
    await page.goto(`/reports/board?span=${span}`);
    for (const format of ["A4", "Letter"]) {
      const file = await page.pdf({ format, margin: { top: "12mm", right: "12mm", bottom: "12mm", left: "12mm" } });
      const sheets = file.toString("latin1").match(/\/Type \/Page\b/g)?.length;
      if (sheets !== 2) problems.push(`the board report of ${span} prints on ${sheets} sheets of ${format}`);
    }
  }
}

/** Ticks contacts in the list, and looks at what can be done with them. */
async function lookAtTicked(page, lookAt) {
  await page.goto("/contacts");
  await page.getByLabel("Select all on this page").check();
  const ticks = page.getByRole("checkbox", { name: /^Select (?!all)/ });
  assert.equal(await ticks.evaluateAll((ticks) => ticks.every((tick) => tick.checked)), true);
  await page.getByLabel("Select all on this page").uncheck();
  for (const i of [0, 1, 2]) await ticks.nth(i).check();
  const button = page.getByRole("button", { name: "Tag, task or export the selected" });
  const [response] = await Promise.all([page.waitForResponse((response) => response.url().includes("/contacts/ticked")), button.click()]);
  await isAt(page, "3 contacts selected");
  await lookAt("/contacts/ticked?id=…", response);
  await fill(page, { Tag: "Spring gala" });
  await press(page, "Add the tag");
  await isAt(page, "Contacts");
  await page.getByText("3 contacts: the tag Spring gala is added.").waitFor();
}

/** Looks at what somebody does with a thumb: sort a list, tick its lines, and read about a contact before a call. */
async function lookAtThumbs(page) {
  await page.setViewportSize({ width: 390, height: 844 });
  const low = () => page.evaluate(() => [...document.querySelectorAll("main .button, main summary, main input[type=search]")]
    .filter((part) => part.checkVisibility() && part.getBoundingClientRect().height < 44).map((part) => part.outerHTML));
  await page.goto("/contacts");
  assert.deepEqual(await low(), []);
  await page.locator(".orders > summary").click();
  await page.locator(".orders").getByRole("link", { name: "Last gift, descending" }).click();
  await page.waitForURL(/sort=-last_gift_date/);
  await page.getByRole("checkbox", { name: /^Select (?!all)/ }).first().check();
  const { bar, tabs } = await page.evaluate(() => ({
    bar: document.querySelector(".for-ticked").getBoundingClientRect().toJSON(),
    tabs: document.querySelector(".tabs").getBoundingClientRect().top,
  }));
  assert.ok(bar.top > tabs / 2 && bar.bottom <= tabs + 1, `what can be done with ticked lines is out of sight: ${JSON.stringify(bar)}`);
  await page.locator("tbody th a").first().click();
  await page.waitForURL(/\/contacts\/\d+$/);
  const contact = await page.evaluate(() => Object.fromEntries([".log", ".beside", ".timeline"].map((part) =>
    [part, document.querySelector(part).getBoundingClientRect().top])));
  assert.ok(contact[".log"] < contact[".beside"] && contact[".beside"] < contact[".timeline"], JSON.stringify(contact));
  assert.deepEqual(await low(), []);
  await page.setViewportSize({ width: 1280, height: 900 });
}

/** Looks at the bar of a phone, and at the menu that its last part opens, on the narrowest phone. */
async function lookAtMenu(page) {
  await page.setViewportSize({ width: 320, height: 640 });
  await page.goto("/contacts");
  const parts = await page.locator(".tabs a, .in-bar > summary").evaluateAll((parts) =>
    parts.map((part) => ({ text: part.textContent, box: part.getBoundingClientRect().toJSON() })));
  assert.deepEqual(parts.map(({ text }) => text), ["Overview", "Contacts", "Enter gifts", "Gifts", "More"]);
  for (const { text, box } of parts) {
    assert.ok(box.width >= 44 && box.height >= 44 && box.bottom <= 640, `${text} is hard to hit: ${JSON.stringify(box)}`);
  }
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "the page is wider than a small phone");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  const { end, bar } = await page.evaluate(() => ({
    end: document.querySelector("main").getBoundingClientRect().bottom,
    bar: document.querySelector(".tabs").getBoundingClientRect().top,
  }));
  assert.ok(end <= bar + 1, `the bar hides what stands at the end: ${end} > ${bar}`);
  await page.locator(".in-bar > summary").click();
  await page.locator(".sheet").getByRole("link", { name: "Audit log" }).click();
  await isAt(page, "Audit log");
  const [phone, tablet, desk] = [await order(page, 390), await order(page, 800), await order(page, 1280)];
  assert.ok(desk.length > 10, desk.join(" "));
  assert.deepEqual([phone, tablet], [desk, desk]);
}

/** Returns where the links of the menu lead, from top to bottom, on a screen of some width. */
async function order(page, width) {
  await page.setViewportSize({ width, height: 900 });
  await page.goto("/overview");
  const more = page.locator(".in-bar > summary");
  if (await more.isVisible()) await more.click();
  return page.locator(".side nav:not(.tabs) li a").evaluateAll((links) => links
    .filter((link) => link.checkVisibility())
    .sort((one, other) => one.getBoundingClientRect().top - other.getBoundingClientRect().top)
    .map((link) => link.getAttribute("href")));
}

await tell(async (seat) => {
  const owner = await seat();
  const lookAt = (path, response) => look(owner, path, response);
  let kinds = new Set();
  if (given.setup) {
    await look(owner, "/setup", await owner.goto(given.setup));
    await lookAtRefusal(owner, given.setup, {
      "Name of your organization": "Shelter",
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
    kinds = await eachPage(owner, async (path, response) => {
      await lookAt(path, response);
      await lookInOthers(owner, path);
    });
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
    await lookAtReports(owner, lookAt);
    await lookAt("/overview?by=fund", await owner.goto("/overview?by=fund"));
    await lookAtMenu(owner);
    await lookAtThumbs(owner);
    await lookAtTicked(owner, lookAt);
    // More columns than a page is wide.
    const columns = "Status,Email,Phone,Birthday,Notes,Tags,Address: Street,Address: City,Address: Country,Last gift,Total given";
    const wide = `/contacts?columns=${encodeURIComponent(columns)}`;
    for (const path of ["/contacts?q=nobody+of+that+name", "/gifts?min_amount=much", wide]) {
      await look(owner, path, await owner.goto(path));
    }
    await lookAtRefusal(owner, "/gifts/new", { Amount: "much", Donor: "Nobody of that name" }, "Save");
    await lookAtRefusal(await seat(), "/sign-in", { Email: "nobody@almoner.example", Password: "wrong" }, "Sign in");
  }
  await lookAt("/contacts/ticked", await owner.goto("/contacts/ticked"));
  kinds.add("/contacts/ticked");
  const forgotten = given.kinds.filter((kind) => !kinds.has(kind));
  assert.deepEqual({ forgotten, problems }, { forgotten: [], problems: [] });
  console.log(`${kinds.size} pages`);
});
