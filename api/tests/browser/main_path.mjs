// The main path: sign in, look at the list, add a contact and a gift, enter one quickly, sign out. Somebody walks it with
// the keyboard alone, and somebody else in a browser that runs no scripts.

import assert from "node:assert/strict";

import { fill, follow, given, isAt, press, shows, signIn, tell, until } from "./browser.mjs";

await tell(async (seat) => {
  const page = await seat();
  await withTheKeyboard(page).signIn();
  // The first stop of each page is the link that leads past the navigation.
  await page.keyboard.press("Tab");
  assert.equal(await focused(page), "Skip to the content");
  await page.keyboard.press("Enter");
  assert.equal(await page.evaluate(() => document.activeElement.id), "content");
  await walk(page, withTheKeyboard(page), "Curie");

  const plain = await seat({ javaScriptEnabled: false });
  await signIn(plain, given.owner);
  const hands = {
    follow: (name) => follow(plain, name),
    save: async (values) => {
      await fill(plain, values);
      await press(plain, "Save");
    },
    press: (name) => press(plain, name),
  };
  await walk(plain, hands, "Franklin");
});

async function walk(page, hands, name) {
  await hands.follow("Contacts");
  await isAt(page, "Contacts");
  await hands.follow("New contact");
  await isAt(page, "New contact");
  await hands.save({ "Last name": name });
  await isAt(page, name);
  await hands.follow("Gifts");
  await isAt(page, "Gifts");
  await hands.follow("New gift");
  await isAt(page, "New gift");
  await hands.save({ Donor: name, Amount: "25" });
  await isAt(page, `€25.00 from ${name}`);
  await hands.follow("Gifts");
  await isAt(page, "Gifts");
  await hands.follow("Quick entry");
  await isAt(page, "Quick entry");
  await hands.save({ Donor: name, Amount: "30" });
  await shows(page, `Saved: €30.00 from ${name}`);
  await hands.press("Sign out");
  await shows(page, "You are signed out.");
}

/** What somebody does who has no mouse: Tab goes on to what is wanted, and the return key does it. */
function withTheKeyboard(page) {
  const { keyboard } = page;
  const type = async (values) => {
    for (const [label, value] of Object.entries(values)) {
      await goTo(page, label);
      await keyboard.type(value);
    }
  };
  return {
    signIn: async () => {
      await page.goto("/sign-in");
      // The cursor stands in the first field.
      await until("the cursor is in the first field", async () => (await focused(page)) === "Email");
      await keyboard.type(given.owner.email);
      await type({ Password: given.owner.password });
      await keyboard.press("Enter");
      await isAt(page, "Overview");
    },
    follow: async (name) => {
      await goTo(page, name);
      await keyboard.press("Enter");
    },
    save: async (values) => {
      await type(values);
      await goTo(page, "Save");
      await keyboard.press("Enter");
    },
    press: async (name) => {
      await goTo(page, name);
      await keyboard.press("Enter");
    },
  };
}

/** Presses Tab until something of this name has the focus. Whatever has it on the way must show that. */
async function goTo(page, name) {
  for (let presses = 0; presses < 300; presses += 1) {
    if ((await focused(page)) === name) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not lead to ${name}`);
}

/** Returns the name of what has the focus. It must show that it has it, and nothing may cover it. */
async function focused(page) {
  const { name, isShown, isCovered } = await page.evaluate(() => {
    const element = document.activeElement;
    const name = (element.labels?.[0] ?? element).innerText?.trim() ?? "";
    if (element === document.body || element.tagName === "MAIN") return { name: "", isShown: true };
    const style = getComputedStyle(element);
    const isShown = style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
    const box = element.getBoundingClientRect();
    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return { name, isShown, isCovered: !element.contains(top) && !top?.contains(element) };
  });
  assert.ok(isShown, `${name} does not show that it has the focus`);
  assert.ok(!isCovered, `${name} has the focus, and is covered`);
  return name;
}
