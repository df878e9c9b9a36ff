// The program of orval.ts, kubb.ts, swagger_typescript_api.ts and zod_client.ts (`deploy/dev clients`). Each of them makes
// a Client with what its generator wrote, so the compiler compares the generated types with these.

import assert from "node:assert/strict";

export const baseUrl = `${process.env["API_URL"]}/api/v1`;
export const headers = { Authorization: `Bearer ${process.env["API_KEY"]}` };

interface Contact {
    id: number;
    contact_nickname: string | null;
}

interface Gift {
    id: number;
    gift_amount: number;
}

export interface Client {
    createContact(body: { contact_status: "donor"; contact_lname: string }): Promise<Contact>;
    updateContact(id: number, body: { contact_nickname: string }): Promise<Contact>;
    createGift(body: { contact_id: number; gift_amount: number }): Promise<Gift>;
    listGifts(query: { contact_id: number[] }): Promise<Gift[]>;
    /** The amounts of the events that tell of new gifts. */
    amounts(query: { record: string }): Promise<number[]>;
    /** The status and the message of the refusal, or nothing if there is none. */
    refusal(body: { contact_status: "donor" }): Promise<[number, string] | undefined>;
}

export function run(client: Client): void {
    roundTrip(client).catch((error: unknown) => {
        console.error(error);
        process.exitCode = 1;
    });
}

async function roundTrip(client: Client): Promise<void> {
    const contact = await client.createContact({ contact_status: "donor", contact_lname: "Lovelace" });
    const gift = await client.createGift({ contact_id: contact.id, gift_amount: 1234567.89 });
    const listed = await client.listGifts({ contact_id: [contact.id] });
    assert.deepEqual(listed.map((one) => [one.id, one.gift_amount]), [[gift.id, 1234567.89]]);

    const changed = await client.updateContact(contact.id, { contact_nickname: "Countess" });
    assert.deepEqual([changed.id, changed.contact_nickname], [contact.id, "Countess"]);

    assert.deepEqual(await client.amounts({ record: `gifts/${gift.id}` }), [1234567.89]);

    const [status, message] = (await client.refusal({ contact_status: "donor" })) ?? [];
    assert.equal(status, 422);
    assert.match(message ?? "", /^contact_lname is required/);
}
