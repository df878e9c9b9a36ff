// A file with errors: the dry run names row and column, the import shows how far it is, and the rows that failed can be
// downloaded.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";

import { given, importContacts, press, shows, signIn, tell } from "./browser.mjs";

/** So many that the import takes longer than the browser needs to open its page. */
const GOOD = Array.from({ length: 5000 }, (_, n) => `donor,Guest ${n},guest${n}@shelter.example`);
const HEADER = "contact_status,contact_lname,emails";
const BAD = ["nobody,Hopper,grace@navy.example", "donor,Byron,not an address"];

await tell(async (seat) => {
  const page = await seat();
  await signIn(page, given.owner);
  await importContacts(page, "guests.csv", [HEADER, BAD[0], ...GOOD, BAD[1]]);
  // What becomes of it appears by itself: the page is not loaded again.
  const status = (text) => page.locator(".tag", { hasText: text });
  await status("Checked").waitFor({ timeout: 120_000 });
  const rows = page.locator("section[aria-labelledby=mend] li");
  const [first, second] = await rows.allInnerTexts();
  assert.match(first, /Row 2:.*contact_status.*must be one of/s);
  assert.match(second, /Row 5003:.*emails.*must be an email address/s);
  assert.equal(await rows.count(), 2);

  await press(page, "Import the good rows");
  await shows(page, "The import has begun.");
  // A busy browser may come when it is done.
  await page.getByRole("progressbar").or(status("Imported")).first().waitFor();
  await status("Imported").waitFor({ timeout: 120_000 });
  const figures = (await page.locator(".figures dd").allInnerTexts()).map((text) => text.trim());
  assert.deepEqual(figures, ["5,000", "0", "2"]);

  const downloading = page.waitForEvent("download");
  await page.getByRole("link", { name: "Download the rows that failed" }).click();
  const download = await downloading;
  const failed = (await readFile(await download.path(), "utf8")).trim().split(/\r?\n/);
  assert.equal(failed[0], `${HEADER},import_problems`);
  assert.equal(failed[1], `${BAD[0]},"contact_status must be one of contact, donor, prospect, archive, lapsed_donor"`);
  assert.equal(failed[2], `${BAD[1]},emails[0].email_address must be an email address`);

  await page.goto("/contacts?q=guest4999");
  await shows(page, "Guest 4999");
});
