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

  // A list leads back to where it was, with its filters.
  await first.context().clearCookies();
  await first.goto("/contacts?q=hopper&status=donor");
  await fill(first, { Email: given.owner.email, Password: given.owner.password });
  await press(first, "Sign in");
  await isAt(first, "Contacts");
  assert.equal(new URL(first.url()).search, "?q=hopper&status=donor");
  await follow(first, "Grace Hopper");
  await isAt(first, "Grace Hopper");
});
