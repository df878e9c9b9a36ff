// An owner of two accounts chooses one, gets a key for it, replaces the key, and registers a webhook. A gift that is
// typed into the form arrives there, signed, and arrives again when it is delivered again.

import assert from "node:assert/strict";
import { createRequire } from "node:module";

import { fill, follow, given, isAt, press, receiver, registerWebhook, shows, signIn, tell, until } from "./browser.mjs";

const { Webhook } = createRequire(`${process.env.TEST_NODE_MODULES}/`)("standardwebhooks");

await tell(async (seat) => {
  const page = await seat();
  await signIn(page, given.owner);
  await switchTo(page, "Kitchen", "Shelter");
  await switchTo(page, "Shelter", "Kitchen");

  // What is for developers is folded away.
  await page.locator(".wide summary", { hasText: "For developers" }).click();
  await follow(page, "Services");
  await fill(page, { Name: "Donation page" });
  await press(page, "Get Key");
  const key = await page.locator("#key").innerText();
  assert.equal(await statusWith(key), 200);
  await page.locator("summary", { hasText: "Refresh or remove" }).click();
  await press(page, "Refresh Key");
  await shows(page, "The old one has stopped");
  const fresh = await page.locator("#key").innerText();
  assert.deepEqual([await statusWith(key), await statusWith(fresh)], [403, 200]);
  await page.reload();
  assert.equal(await page.locator("#key").count(), 0, "a key is shown once");

  const { arrived, url } = await receiver();
  const secret = await registerWebhook(page, url);
  await page.goto("/gifts/new");
  await fill(page, { Amount: "12.50", Fund: "Winter coats" });
  await press(page, "Save");
  await isAt(page, "€12.50, unattributed");
  await until("the gift arrives", () => arrived.length > 0);
  const [{ headers, body }] = arrived;
  const event = new Webhook(secret).verify(body, headers);
  assert.deepEqual([event.type, event.data.gift_amount, event.data.gift_fund], ["gifts.create", 12.5, "Winter coats"]);
  assert.throws(() => new Webhook(secret).verify(`${body} `, headers));

  await page.locator(".wide summary", { hasText: "For developers" }).click();
  await follow(page, "Webhooks");
  await follow(page, url);
  await follow(page, "All deliveries");
  await isAt(page, "Deliveries");
  await shows(page, headers["webhook-id"]);
  await follow(page, "Gift created");
  await isAt(page, "Delivery");
  await shows(page, "Succeeded");
  await press(page, "Deliver again");
  await shows(page, "The event is delivered again.");
  await until("the gift arrives again", () => arrived.length > 1);
  assert.equal(arrived[1].headers["webhook-id"], headers["webhook-id"]);
  assert.equal(arrived[1].body, body);
  new Webhook(secret).verify(arrived[1].body, arrived[1].headers);
  // The page shows the second attempt by itself.
  await until("both attempts are shown", async () => (await page.locator("#made tbody tr").count()) === 2);
});

async function switchTo(page, account, current) {
  await page.locator("summary", { hasText: current }).filter({ visible: true }).click();
  await press(page, account);
  await shows(page, `You are now in ${account}.`);
}

/** Returns the status with which the API answers a key. */
async function statusWith(key) {
  const answer = await fetch(`${given.base}/api/v1/contacts`, { headers: { authorization: `Bearer ${key}` } });
  return answer.status;
}
