// Uses the service through a client generated with openapi-typescript and openapi-fetch (`deploy/dev clients`). Every
// request and response here has the types of the OpenAPI document.

import assert from "node:assert/strict";
import process from "node:process";
import createClient from "openapi-fetch";
import type { components, paths } from "./schema.js";

const client = createClient<paths, "application/json">({
    baseUrl: `${process.env["API_URL"]}/api/v1`,
    headers: { Authorization: `Bearer ${process.env["API_KEY"]}` },
});

const created = await client.POST("/contacts", {
    body: {
        contact_status: "donor",
        contact_fname: "Ada",
        contact_lname: "Lovelace",
        tags: ["volunteer"],
        emails: [{ email_address: "ada@lovelace.example", email_type: "home" }],
    },
});
assert.equal(created.response.status, 201, JSON.stringify(created.error));
assert(created.data);
const contact: components["schemas"]["Contact"] = created.data.data;
assert.equal(contact.contact_lname, "Lovelace");
assert.equal(contact.emails[0]?.email_primary, 1);
assert.equal(created.response.headers.get("location"), `/api/v1/contacts/${contact.id}`);

const path = { id: contact.id };
const read = await client.GET("/contacts/{id}", { params: { path } });
assert.deepEqual(read.data?.data, contact);

const updated = await client.PUT("/contacts/{id}", {
    params: { path },
    body: { contact_nickname: "Countess", contact_fname: null },
});
assert.equal(updated.data?.data.contact_nickname, "Countess");
assert.equal(updated.data.data.contact_fname, null);
assert.deepEqual(updated.data.data.emails, contact.emails);

const listed = await client.GET("/contacts");
assert(listed.data?.data.some((one) => one.id === contact.id && one.tags[0]?.tag_name === "volunteer"));

const before = await client.GET("/giving-summary");
const gift = await client.POST("/gifts", {
    body: { gift_amount: 50.25, contact_id: contact.id, gift_status: "received" },
});
assert.equal(gift.data?.data.gift_amount, 50.25, JSON.stringify(gift.error));
assert.equal(gift.data.data.contact?.contact_nickname, "Countess");

const after = await client.GET("/giving-summary", { params: { query: { group_by: "year" } } });
assert(before.data && after.data);
assert.equal(after.data.data.given.count, before.data.data.given.count + 1);
const cents = (amount: number) => Math.round(amount * 100);
assert.equal(cents(after.data.data.given.total) - cents(before.data.data.given.total), 5025);
assert.equal(after.data.data.periods.length, 1);

const registered = await client.POST("/webhooks", {
    body: { webhook_url: "https://hooks.example.org/almoner", webhook_events: ["gifts.create"] },
});
assert.match(registered.data?.data.webhook_secret ?? "", /^whsec_/, JSON.stringify(registered.error));

// @ts-expect-error the document says which fields are required and which values they take
const refused = await client.POST("/contacts", { body: { contact_status: "friend" } });
assert.equal(refused.response.status, 422);
assert(refused.error);
assert.deepEqual({ ...refused.error, message: "" }, { success: false, message: "", type: "", data: [] });
assert.match(refused.error.message, /^contact_status must be one of .*; contact_lname is required unless/);

const missing = await client.GET("/contacts/{id}", { params: { path: { id: 999_999_999 } } });
assert.equal(missing.response.status, 404);
assert.equal(missing.error?.message, "Not Found");
