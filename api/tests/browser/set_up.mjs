// The first start: somebody opens the printed link, becomes the first owner, leaves, and comes back.

import assert from "node:assert/strict";
import { fill, given, isAt, press, shows, signIn, tell } from "./browser.mjs";

await tell(async (seat) => {
  const { owner } = given;
  const page = await seat({ locale: "en-US", timezoneId: "America/Chicago" });
  await page.goto(given.setup);
  await isAt(page, "Welcome to Almoner");
  assert.equal(await page.getByLabel("Time zone").inputValue(), "America/Chicago");
  await fill(page, {
    "Name of your organization": "Shelter",
    Currency: "EUR",
    "Time zone": "Europe/Lisbon",
    "Your name": owner.name,
    "Your email address": owner.email,
    Password: owner.password,
  });
  await press(page, "Set up");
  await isAt(page, "Overview");
  await shows(page, "Your account is ready.");
  await press(page, "Sign out");
  await shows(page, "You are signed out.");

  // The link has worked once.
  await page.goto(given.setup);
  await isAt(page, "This link no longer works");
  await signIn(page, owner);
  await page.goto("/settings/account");
  for (const text of ["EUR", "Europe/Lisbon"]) await shows(page, text);
});
