// The first start: somebody opens the printed link, becomes the first owner, leaves, and comes back.

import { fill, given, isAt, press, shows, signIn, tell } from "./browser.mjs";

await tell(async (seat) => {
  const { owner } = given;
  const page = await seat();
  await page.goto(given.setup);
  await isAt(page, "Welcome to Almoner");
  await fill(page, {
    "Name of your organisation": "Shelter",
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
  await isAt(page, "There is no such page");
  await signIn(page, owner);
  await page.goto("/settings/account");
  for (const text of ["EUR", "Europe/Lisbon"]) await shows(page, text);
});
