// An owner invites somebody by a link. The new member works with records, and cannot do what owners do: there are no
// links to it, the pages refuse, and so do the forms that the member's browser sends all the same.

import assert from "node:assert/strict";

import { given, invite, isAt, join, shows, signIn, tell } from "./browser.mjs";

await tell(async (seat) => {
  const { owner, member } = given;
  const owners = await seat();
  await signIn(owners, owner);
  const link = await invite(owners, member.email);

  const page = await seat();
  await join(page, link, member);
  await shows(page, "Welcome: you have joined the account.");
  await page.goto("/contacts");
  await isAt(page, "Contacts");
  assert.equal(await page.getByRole("link", { name: "Audit log" }).count(), 0);
  for (const path of ["/settings/audit", "/settings/webhooks/new", "/settings/webhooks/1/edit"]) {
    const answer = await page.goto(path);
    assert.equal(answer.status(), 403, path);
    await isAt(page, "This is not for you");
  }
  // No form is for owners alone: without one, there is no button either.
  for (const path of ["/settings/account", "/settings/members", "/settings/webhooks", "/settings/webhooks/1"]) {
    await page.goto(path);
    for (const name of ["Save", "Make invitation", "Change", "Register webhook", "Send a test", "Recover"]) {
      assert.equal(await page.getByRole("button", { name }).count(), 0, `${name} at ${path}`);
    }
  }
  await page.goto("/settings/members");
  const csrf = await page.locator("form[action='/settings/members/leave'] [name=csrf]").inputValue();
  for (const [path, fields] of [
    ["/settings/account", { organisation: "Mine" }],
    ["/settings/members/invite", { email: "friend@shelter.example", role: "owner" }],
    ["/settings/members/role", { user_id: "2", role: "owner" }],
    ["/settings/webhooks/new", { webhook_url: "https://mine.example/" }],
    ["/settings/webhooks/1/status", { webhook_status: "disabled" }],
    ["/settings/webhooks/1/rotate-secret", {}],
  ]) {
    const answer = await page.request.post(path, { form: { csrf, ...fields }, headers: { accept: "text/html" } });
    assert.equal(answer.status(), 403, path);
  }
  // The link has worked once.
  const late = await seat();
  await late.goto(link);
  await isAt(late, "There is no such page");
});
