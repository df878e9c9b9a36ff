// Uses the service through a client generated with orval (`deploy/dev clients`).

import { headers, run } from "./common";
import { createContact, createGift, listEvents, listGifts, updateContact } from "./generated/orval";

run({
    async createContact(body) {
        const answer = await createContact(body, { headers });
        if (answer.status !== 201) throw new Error(answer.data.message);
        return answer.data.data;
    },
    async updateContact(id, body) {
        const answer = await updateContact(id, body, { headers });
        if (answer.status !== 200) throw new Error(answer.data.message);
        return answer.data.data;
    },
    async createGift(body) {
        const answer = await createGift(body, { headers });
        if (answer.status !== 201) throw new Error(answer.data.message);
        return answer.data.data;
    },
    async listGifts(query) {
        const answer = await listGifts(query, { headers });
        if (answer.status !== 200 || typeof answer.data === "string") throw new Error(`${answer.status}`);
        return answer.data.data;
    },
    async amounts(query) {
        const answer = await listEvents(query, { headers });
        if (answer.status !== 200) throw new Error(`${answer.status}`);
        return answer.data.data.flatMap((event) => (event.type === "gifts.create" ? [event.data.gift_amount] : []));
    },
    async refusal(body) {
        const answer = await createContact(body, { headers });
        return answer.status === 422 ? [answer.status, answer.data.message] : undefined;
    },
});
