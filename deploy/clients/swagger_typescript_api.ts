// Uses the service through a client generated with swagger-typescript-api (`deploy/dev clients`).

import { baseUrl, headers, run } from "./common";
import { Api } from "./generated/swagger_typescript_api";

const { contacts, events, gifts } = new Api({ baseUrl, baseApiParams: { headers } });

run({
    createContact: async (body) => (await contacts.createContact(body)).data.data,
    updateContact: async (id, body) => (await contacts.updateContact(id, body)).data.data,
    createGift: async (body) => (await gifts.createGift(body)).data.data,
    listGifts: async (query) => (await gifts.listGifts(query)).data.data,
    amounts: async (query) =>
        (await events.listEvents(query)).data.data.flatMap((event) => (event.type === "gifts.create" ? [event.data.gift_amount] : [])),
    async refusal(body) {
        const answer = await contacts.createContact(body);
        return answer.ok ? undefined : [answer.status, answer.error.message];
    },
});
