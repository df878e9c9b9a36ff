// Fifteen mixed gifts are entered with the keyboard alone, and every key is counted. By the keystroke-level model (Card,
// Moran and Newell, 1983) that takes less than three minutes: a key takes an average typist 0.28 s, and a thought 1.35 s, of
// which there is one before each donor, each amount and each answer. The time of the machine that runs this does not count.

import assert from "node:assert/strict";

import { fill, follow, given, isAt, press, shows, signIn, tell } from "./browser.mjs";

const KEY_S = 0.28;
const THOUGHT_S = 1.35;

await tell(async (seat) => {
  const page = await seat();
  await signIn(page, given.owner);
  await prepare(page);
  await page.goto("/gifts/quick");
  await isAt(page, "Quick entry");
  const counted = { keys: 0, thoughts: 0 };
  const type = async (text) => {
    counted.keys += text.length;
    counted.thoughts += 1;
    await page.keyboard.type(text);
  };
  const hit = async (key) => {
    counted.keys += 1;
    await page.keyboard.press(key);
  };
  const save = async (answer) => {
    await hit("Enter");
    await shows(page, answer);
  };
  /** Types what tells two people of one name apart, and takes the one who is suggested, with an arrow key and Return. */
  const pick = async (words) => {
    await type(words);
    const name = await suggested(page, words);
    counted.keys += 2;
    await page.locator("[name=contact_id]").fill(name);
  };
  /** Types a line: the donor, the amount, and the fund if it is another one than before. */
  const line = async (donor, amount, saved, fund) => {
    await isFocused(page, "contact_id");
    if (donor.startsWith("germain")) await pick(donor);
    else if (donor) await type(donor);
    await hit("Tab");
    await type(amount);
    if (fund) {
      for (let field = 0; field < 4; field += 1) await hit("Tab");
      await type(fund);
    }
    await save(saved);
  };
  /** Answers a question about a line by saving it as it is proposed. */
  const confirm = async (saved) => {
    counted.thoughts += 1;
    await page.locator("form.quick:not([data-waits])").waitFor();
    for (let stops = 0; !(await saves(page)); stops += 1) {
      assert.ok(stops < 40, "Tab does not lead to a field of the line");
      await hit("Tab");
    }
    await save(saved);
  };
  await line("kingsley", "40", "Saved: €40.00 from Ada Kingsley");
  await line("goodall", "100 ck 1044", "Saved: €100.00 from Jane Goodall");
  await line("anning", "25", "Saved: €25.00 from Mary Anning");
  await line("germain bath", "50 ck 88", "Saved: €50.00 from Sophie Germain");
  await line("germain leeds", "12,50", "Saved: €12.50 from Sophie Germain");
  await line("kingsley", "30 Roof + 20 Meals", "There is no fund Roof yet. Make it?");
  await confirm("Saved: €50.00 from Ada Kingsley");
  await line("", "15", "No donor was typed");
  await isFocused(page, "contact_id");
  await confirm("Saved: €15.00, unattributed");
  await line("Thomas O'Brien", "50", "as a new donor");
  await confirm("Saved: €50.00 from Thomas O'Brien");
  await line("John & Mary Smith", "75", "as a new donor");
  await confirm("Saved: €75.00 from John Smith");
  await isFocused(page, "contact_id");
  await type("meitner");
  await hit("Tab");
  await type("20");
  await hit("Enter");
  // Who types on, as if the line were saved, answers nothing, before the question comes or after it.
  await page.keyboard.type("goodall", { delay: 100 });
  await page.keyboard.press("Enter");
  await shows(page, "Not saved yet. Is it for a pledge?");
  await confirm("Saved: €20.00 from Lise Meitner");
  await line("goodall", "60", "Saved: €60.00 from Jane Goodall", "Roof");
  await line("anning", "1,250 ck 7", "Saved: €1,250.00 from Mary Anning");
  await line("kingsley", "€35", "Saved: €35.00 from Ada Kingsley");
  await line("germain bath", "10", "Saved: €10.00 from Sophie Germain");
  await line("anning", "45 ck 1051", "Saved: €45.00 from Mary Anning");
  const seconds = counted.keys * KEY_S + counted.thoughts * THOUGHT_S;
  console.log(`${counted.keys} keys and ${counted.thoughts} thoughts: ${Math.round(seconds)} s`);
  assert.ok(seconds < 180, `fifteen gifts take ${Math.round(seconds)} s: ${JSON.stringify(counted)}`);
});

/** Makes donors, two of whom have one name, and a pledge. */
async function prepare(page) {
  await page.locator(".wide summary", { hasText: "For developers" }).click();
  await follow(page, "Services");
  await fill(page, { Name: "Records" });
  await press(page, "Get Key");
  const key = await page.locator("#key").innerText();
  const create = async (kind, record) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const answer = await fetch(`${given.base}/api/v1/${kind}`, { method: "POST", headers, body: JSON.stringify(record) });
    assert.equal(answer.status, 201, await answer.clone().text());
    return (await answer.json()).data.id;
  };
  const donor = (contact_fname, contact_lname, address_city) => {
    const addresses = address_city ? [{ address_city }] : [];
    return create("contacts", { contact_status: "donor", contact_fname, contact_lname, addresses });
  };
  for (const [first, last] of [["Ada", "Kingsley"], ["Jane", "Goodall"], ["Mary", "Anning"]]) await donor(first, last);
  for (const city of ["Bath", "Leeds"]) await donor("Sophie", "Germain", city);
  const contact_id = await donor("Lise", "Meitner");
  await create("pledges", { contact_id, pledge_amount: 20, pledge_frequency: "monthly", pledge_start_date: "2026-01-01" });
}

/** Waits for the only suggestion of a donor, and returns it. */
async function suggested(page, words) {
  const [, place] = words.split(" ");
  const options = await page.waitForFunction((place) => {
    const options = [...document.querySelector("[name=contact_id]").list.options].map((option) => option.value);
    return options.length === 1 && options[0].toLowerCase().includes(place) && options[0];
  }, place);
  return options.jsonValue();
}

/** Tells whether Return saves the line, as it does in its fields but for those that unfold choices. */
async function saves(page) {
  return page.evaluate(() => document.activeElement.matches("form.quick input, form.quick button.primary"));
}

async function isFocused(page, name) {
  await page.waitForFunction((name) => document.activeElement?.name === name, name);
}
