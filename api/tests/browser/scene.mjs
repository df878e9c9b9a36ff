// A scene to look at: what the demo account lacks, and the way through all pages.

import { codeOf, fill, importContacts, invite, isAt, press, receiver, registerWebhook, until } from "./browser.mjs";

/** Names that do not fit where others do. */
const CONTACTS = [
  { Status: "donor", "First name": "ليلى", "Last name": "الفاروقي" },
  { Status: "donor", "Last name": "Association pour la sauvegarde du patrimoine maritime et fluvial de Saint-Nazaire" },
  { Status: "prospect", "First name": "Wolfeschlegelsteinhausenbergerdorff", "Last name": "Featherstonehaugh-Cholmondeley" },
];

/**
 * Adds to the account of somebody who is signed in: contacts with unusual names, a webhook that works and one that does
 * not, an import with errors, an invitation.
 */
export async function setScene(page) {
  const [good, bad] = [await receiver(), await receiver()];
  bad.status = 500;
  await registerWebhook(page, bad.url);
  await registerWebhook(page, good.url);
  for (const contact of CONTACTS) {
    await page.goto("/contacts/new");
    await fill(page, contact);
    await press(page, "Save");
    await page.waitForURL(/\/contacts\/\d+$/);
  }
  await page.goto("/gifts/new");
  await fill(page, { Donor: "Featherstonehaugh", Amount: "12500", Fund: "Scholarships" });
  await press(page, "Save");
  await page.waitForURL(/\/gifts\/\d+$/);
  await until("what was done arrives", () => Math.min(good.arrived.length, bad.arrived.length) > CONTACTS.length);
  await importContacts(page, "spring-fair.csv", [
    "contact_status,contact_lname,emails,shoe_size",
    "donor,Noether,emmy@algebra.example,38",
    "nobody,Turing,alan@enigma.example,42",
    "donor,,not an address,40",
  ]);
  await page.getByRole("link", { name: "Download the rows that failed" }).waitFor();
  await invite(page, "volunteer@almoner.example");
  await leaveDetails(page);
  await page.goto("/letters/thank-yous");
  await press(page, "Print letters, and mark as thanked");
  await page.getByText("The gifts are marked as thanked for.").waitFor();
}

/** Makes a form for the website that asks for everything, and fills it in as a supporter does. */
async function leaveDetails(page) {
  await page.goto("/settings/forms/new");
  await fill(page, { Title: "Stay in touch", "Privacy notice": "https://friends.example/privacy" });
  for (const asked of ["Phone", "Address", "Amount to give", "News by email"]) await page.getByRole("checkbox", { name: asked }).check();
  await press(page, "Save");
  await page.getByText("The form is made.").waitFor();
  await page.goto(await page.locator("#link-value").innerText());
  await fill(page, { "First name": "Ada", "Last name": "Featherstonehaugh", Email: "ada@newsletter.example", Message: "May I help?" });
  await press(page, "Send");
  await page.getByText("We will be in touch.").waitFor();
}

/**
 * Opens one page of each kind that links lead to, beginning with the people, because an organisation's page has fewer
 * links, and with the overview. Calls `look` with its path and the response. Returns what paths they have, with `:n` for a number.
 */
export async function eachPage(page, look) {
  const kinds = new Set();
  const paths = ["/contacts?type=person", "/overview"];
  // The list grows on the way.
  for (const path of paths) {
    const kind = path.split("?")[0].replaceAll(/\/\d+/g, "/:n").replace(/^(\/imports\/fields|\/settings\/letters|\/forms)\/.*/, "$1/:n");
    if (kinds.has(kind)) continue;
    kinds.add(kind);
    await look(path, await page.goto(path));
    const links = await page.locator("a[href^='/']:not([download]):not([href*='/pdf'])").evaluateAll((links) =>
      links.map((link) => link.getAttribute("href").split("#")[0]));
    // The document of the API is no page of the application.
    paths.push(...links.filter((link) => link !== "/docs"));
  }
  return kinds;
}

/** The pages of somebody who is not signed in, or belongs to no account. Calls `look` as [`eachPage`] does. */
export async function eachPageOfGuests(seat, owner, look) {
  const guest = await seat();
  for (const path of ["/sign-in", "/forgotten-password", "/nowhere"]) await look(guest, path, await guest.goto(path));
  const [name, email, password] = ["Guest", "guest@almoner.example", "a password of a guest"];
  const invitation = await invite(owner, email);
  await look(guest, "/invitation", await guest.goto(invitation));
  await fill(guest, { "Your name": name, Password: password });
  await press(guest, "Join");
  await isAt(guest, "Overview");

  await guest.goto("/settings/profile/second-factor");
  const code = codeOf(await guest.locator("#secret").innerText());
  await fill(guest, { Code: code, "Your password": password });
  await press(guest, "Turn on");
  const codes = (await guest.locator("#recovery-codes").innerText()).split("\n");
  await guest.context().clearCookies();
  await guest.goto("/sign-in");
  await fill(guest, { Email: email, Password: password });
  await press(guest, "Sign in");
  await isAt(guest, "Second step");
  await look(guest, "/sign-in/second-step", await guest.goto("/sign-in/second-step"));
  await fill(guest, { Code: codes[0] });
  await press(guest, "Sign in");
  await isAt(guest, "Overview");
  await look(guest, "/settings/profile/second-factor", await guest.goto("/settings/profile/second-factor"));

  await owner.goto("/settings/members");
  await owner.locator("summary", { hasText: name }).click();
  await press(owner, "Make password link");
  await look(guest, "/password", await guest.goto(await owner.locator("#link-value").innerText()));
  await owner.locator("summary", { hasText: name }).click();
  await press(owner, "Remove from account");
  await guest.goto("/sign-in");
  await fill(guest, { Email: email, Password: password });
  await press(guest, "Sign in");
  await fill(guest, { Code: codes[1] });
  await press(guest, "Sign in");
  await isAt(guest, "No account");
  await look(guest, "/no-account", await guest.goto("/no-account"));
}
