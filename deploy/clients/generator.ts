// Uses the service through a TypeScript client generated with openapi-generator (`deploy/dev clients`).

import assert from "node:assert/strict";
import { Configuration, ContactsApi, GiftsApi, ResponseError, WebhooksApi } from "./generated";

async function roundTrip(): Promise<void> {
    const configuration = new Configuration({
        basePath: `${process.env["API_URL"]}/api/v1`,
        accessToken: process.env["API_KEY"] ?? "",
    });
    const contacts = new ContactsApi(configuration);
    const gifts = new GiftsApi(configuration);
    const webhooks = new WebhooksApi(configuration);

    const created = await contacts.createContact({
        contactCreate: {
            contactStatus: "donor",
            contactLname: "Lovelace",
            tags: ["volunteer"],
            emails: [{ emailAddress: "ada@lovelace.example" }],
        },
    });
    const contact = created.data;
    assert.equal(contact.emails[0]?.emailPrimary, 1);
    assert.deepEqual((await contacts.readContact({ id: contact.id })).data, contact);

    const changes = { contactNickname: "Countess" };
    const changed = (await contacts.updateContact({ id: contact.id, contactUpdate: changes })).data;
    assert.deepEqual([changed.contactNickname, changed.contactLname], ["Countess", "Lovelace"]);

    const giftCreate = { giftAmount: 1234567.89, contactId: contact.id };
    const gift = (await gifts.createGift({ giftCreate })).data;
    assert.equal(gift.giftAmount, 1234567.89);
    assert.equal(gift.contact?.contactNickname, "Countess");
    const listed = (await gifts.listGifts({ contactId: [contact.id] })).data;
    assert.deepEqual(listed.map((one) => one.id), [gift.id]);

    const registered = await webhooks.createWebhook({
        webhookCreate: { webhookUrl: "https://hooks.example.org/almoner", webhookEvents: ["gifts.create"] },
    });
    assert.match(registered.data.webhookSecret, /^whsec_/);
    const read = (await webhooks.readWebhook({ id: registered.data.id })).data;
    assert.deepEqual(read.webhookEvents, ["gifts.create"]);

    const unnamed = contacts.createContact({ contactCreate: { contactStatus: "donor" } });
    await assert.rejects(unnamed, (error) => error instanceof ResponseError && error.response.status === 422);
}

roundTrip().catch((error: unknown) => {
    console.error(error);
    process.exitCode = 1;
});
