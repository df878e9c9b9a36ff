// Somebody makes mistakes in a long form, and is then signed out in the middle of it, from another browser. The page says
// what is wrong, and nothing that was typed is lost.

import assert from "node:assert/strict";

import { fill, follow, given, isAt, press, shows, signIn, tell, until } from "./browser.mjs";

await tell(async (seat) => {
  const [first, second] = [await seat(), await seat()];
  await signIn(first, given.owner);
  await signIn(second, given.owner);

  // What is wrong has the focus, and leads to its field.
  await first.goto("/contacts/new");
  await fill(first, { Status: "donor", "First name": "Grace", Birthday: "in May" });
  await press(first, "Save");
  const summary = first.getByRole("alert");
  await until("what is wrong has the focus", () => summary.evaluate((element) => element === document.activeElement));
  assert.match(await summary.innerText(), /Nothing was saved\. 2 fields need a look:/);
  assert.match(await first.title(), /^Error: nothing was saved – New contact/);
  await summary.getByRole("link", { name: /^Birthday:/ }).click();
  await until("the field has the focus", () => first.locator("#contact_birthday").evaluate((element) => element === document.activeElement));
  await first.keyboard.press("ControlOrMeta+A");
  await first.keyboard.type("--05-09");
  await fill(first, { "Last name": "Hopper", Notes: "Likes ships" });

  await second.goto("/settings/profile");
  await press(second, "Sign out everywhere else");
  await shows(second, "You are signed out everywhere else.");
  await press(first, "Save");
  await shows(first, "Nothing is lost: sign in, and what you typed comes back.");
  await fill(first, { Email: given.owner.email, Password: given.owner.password });
  await press(first, "Sign in");
  await isAt(first, "New contact");
  await shows(first, "It is not saved yet");
  assert.equal(await first.locator("#contact_notes").inputValue(), "Likes ships");
  await press(first, "Save");
  await isAt(first, "Grace Hopper");

  // Leaving asks, and the way back brings what was typed. What is hidden in a fold is unfolded.
  await first.goto("/contacts/new");
  await fill(first, { Status: "donor", "Last name": "Lovelace", Notes: "Counts" });
  const asked = [];
  const answer = (dialog) => {
    asked.push(dialog.type());
    return asked.length === 1 ? dialog.dismiss() : dialog.accept();
  };
  first.on("dialog", answer);
  await follow(first, "Gifts");
  await until("the page asks", () => asked.length === 1);
  await isAt(first, "New contact");
  await follow(first, "Gifts");
  await isAt(first, "Gifts");
  assert.deepEqual(asked, ["beforeunload", "beforeunload"]);
  await first.goBack();
  await isAt(first, "New contact");
  await until("what was typed is back", async () => (await first.locator("#contact_notes").inputValue()) === "Counts");
  assert.equal(await first.locator("#contact_lname").inputValue(), "Lovelace");
  assert.ok(await first.locator("#contact_notes").isVisible());
  // What was only brought back is left without a question.
  await follow(first, "Gifts");
  await isAt(first, "Gifts");
  assert.equal(asked.length, 2);
  first.off("dialog", answer);

  // What was sent in vain comes back. Once it is saved, the way back makes no second record of it.
  await first.goto("/tasks/new");
  await fill(first, { Subject: "Ask about the roof" });
  await first.route("**/tasks", (route) => route.abort());
  await press(first, "Save");
  await until("nothing answers", () => !first.url().endsWith("/tasks/new"));
  await first.unroute("**/tasks");
  await first.goBack();
  await until("what was sent is back", async () => (await subject(first).inputValue()) === "Ask about the roof");
  await press(first, "Save");
  await isAt(first, "Ask about the roof");
  const task = first.url();
  await first.goBack();
  await isAt(first, "New task");
  await fill(first, { Subject: "Ask about the roof" });
  await press(first, "Save");
  await isAt(first, "Ask about the roof");
  assert.equal(first.url(), task);

  // Nor does it overwrite what was saved since: by the same person, or by another.
  for (const [person, words] of [[first, "Ask about the old roof"], [second, "Ask about the new roof"]]) {
    await person.goto(`${task}/edit`);
    await fill(person, { Subject: words });
    await press(person, "Save");
    await isAt(person, words);
  }
  await first.goBack();
  await isAt(first, "Edit Ask about the new roof");
  assert.equal(await subject(first).inputValue(), "Ask about the new roof");

  // A list leads back to where it was, with its filters.
  await first.context().clearCookies();
  await first.goto("/contacts?q=hopper&status=donor");
  await fill(first, { Email: given.owner.email, Password: given.owner.password });
  await press(first, "Sign in");
  await isAt(first, "Contacts");
  assert.equal(new URL(first.url()).search, "?q=hopper&status=donor");
  await follow(first, "Grace Hopper");
  await isAt(first, "Grace Hopper");

  // A pledge comes back with its donor. It does not stay chosen for another one, even if nothing answers.
  const number = idOf(first);
  await first.goto(`/pledges/new?contact_id=${number}`);
  await fill(first, { Amount: "50" });
  await press(first, "Save");
  await first.waitForURL(/\/pledges\/\d+$/);
  const pledge = idOf(first);
  const [giver, chosen] = ["contact_id", "pledge_id"].map((name) => first.locator(`form.record [name=${name}]`));
  const name = async (donor) => {
    await giver.fill(donor);
    await giver.blur();
  };
  await first.goto("/gifts/new");
  await name(`Grace Hopper (#${number})`);
  await chosen.and(first.locator("select")).selectOption(pledge);
  first.on("dialog", (dialog) => dialog.accept());
  await follow(first, "Gifts");
  await isAt(first, "Gifts");
  await first.goBack();
  await chosen.and(first.locator("select")).waitFor();
  await until("the pledge is back", async () => (await chosen.inputValue()) === pledge);
  await first.route("**/gifts/new?*", (route) => route.abort());
  await name("Somebody");
  await until("no pledge is chosen", async () => (await chosen.inputValue()) === "");
});

/** Returns the number of the record whose page is open. */
function idOf(page) {
  return new URL(page.url()).pathname.split("/").pop();
}

/** Returns the field for the subject of a task. */
function subject(page) {
  return page.getByLabel("Subject", { exact: true });
}
