// Uses the service through a client generated with @hey-api/openapi-ts (`deploy/dev clients`).

import assert from "node:assert/strict";
import { createContact, createGift, createWebhook, listGifts, readContact, readWebhook, updateContact } from "./hey-api";
import { client } from "./hey-api/client.gen";

async function roundTrip(): Promise<void> {
    client.setConfig({
        baseUrl: `${process.env["API_URL"]}/api/v1`,
        auth: (scheme) => (scheme.scheme === "bearer" ? process.env["API_KEY"] : undefined),
        throwOnError: true,
    });

    const created = await createContact<true>({
        body: {
            contact_status: "donor",
            contact_lname: "Lovelace",
            tags: ["volunteer"],
            emails: [{ email_address: "ada@lovelace.example" }],
        },
    });
    const contact = created.data.data;
    const path = { id: contact.id };
    assert.equal(contact.emails[0]?.email_primary, 1);
    assert.deepEqual((await readContact<true>({ path })).data.data, contact);

    const changed = (await updateContact<true>({ path, body: { contact_nickname: "Countess" } })).data.data;
    assert.deepEqual([changed.contact_nickname, changed.contact_lname], ["Countess", "Lovelace"]);

    const gift = (await createGift<true>({ body: { gift_amount: 1234567.89, contact_id: contact.id } })).data.data;
    assert.equal(gift.gift_amount, 1234567.89);
    assert.equal(gift.contact?.contact_nickname, "Countess");
    const listed = (await listGifts<true>({ query: { contact_id: [contact.id] } })).data.data;
    assert.deepEqual(listed.map((one) => one.id), [gift.id]);

    const registered = await createWebhook<true>({
        body: { webhook_url: "https://hooks.example.org/almoner", webhook_events: ["gifts.create"] },
    });
    assert.match(registered.data.data.webhook_secret, /^whsec_/);
    const read = (await readWebhook<true>({ path: { id: registered.data.data.id } })).data.data;
    assert.deepEqual(read.webhook_events, ["gifts.create"]);

    const refused = await createContact({ body: { contact_status: "donor" }, throwOnError: false });
    assert.equal(refused.response?.status, 422);
    assert.match(refused.error?.message ?? "", /^contact_lname is required/);
}

roundTrip().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});
