// Two people edit one contact at the same time. The second one is told, is shown what differs, and decides. Nothing is
// overwritten before that.

import assert from "node:assert/strict";

import { fill, follow, given, isAt, press, shows, signIn, tell } from "./browser.mjs";

await tell(async (seat) => {
  const [first, second] = [await seat(), await seat()];
  await signIn(first, given.owner);
  await signIn(second, given.member);
  await first.goto("/contacts/new");
  await fill(first, { Status: "donor", "First name": "Grace", "Last name": "Hopper" });
  await press(first, "Save");
  await isAt(first, "Grace Hopper");
  const contact = new URL(first.url()).pathname;

  await second.goto(contact);
  await follow(second, "Edit");
  await fill(second, { "Last name": "Murray", Notes: "Prefers the telephone" });
  await follow(first, "Edit");
  await fill(first, { "Last name": "Hopper-Murray", "First name": "Grace Brewster" });
  await press(first, "Save");
  await isAt(first, "Grace Brewster Hopper-Murray");

  await press(second, "Save");
  await isAt(second, "Edit Grace Brewster Hopper-Murray");
  const conflict = second.getByRole("alert");
  assert.match(await conflict.innerText(), /Somebody else has changed this meanwhile/);
  assert.match(await conflict.innerText(), new RegExp(`last change is by ${given.owner.name}`));
  const differs = await conflict.locator("tbody tr").allInnerTexts();
  assert.match(differs.find((row) => row.startsWith("First name")), /Grace Brewster\s+as stored now/);
  assert.match(differs.find((row) => row.startsWith("Last name")), /Both changed it\s+Hopper-Murray\s+Murray/);
  assert.match(differs.find((row) => row.startsWith("Notes")), /empty\s+Prefers the telephone/);
  await first.reload();
  await isAt(first, "Grace Brewster Hopper-Murray");

  // What the second one saves then is their own values, and the first one's where they have typed none.
  await press(second, "Save with my values");
  await isAt(second, "Grace Brewster Murray");
  await shows(second, "Prefers the telephone");
});
