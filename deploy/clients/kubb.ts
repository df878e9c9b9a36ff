// Uses the service through a client generated with Kubb (`deploy/dev clients`).

import { isAxiosError } from "axios";
import { setConfig } from "@kubb/plugin-client/clients/axios";
import { baseUrl, headers, run } from "./common";
import { createContact, createGift, listEvents, listGifts, updateContact, type CreateContact422 } from "./generated/kubb";

// Without `indexes`, axios sends a list as contact_id[]=1.
setConfig({ baseURL: baseUrl, headers, paramsSerializer: { indexes: null } });

run({
    createContact: async (body) => (await createContact(body)).data,
    updateContact: async (id, body) => (await updateContact(id, body)).data,
    createGift: async (body) => (await createGift(body)).data,
    listGifts: async (query) => (await listGifts(query)).data,
    amounts: async (query) =>
        (await listEvents(query)).data.flatMap((event) => (event.type === "gifts.create" ? [event.data.gift_amount] : [])),
    async refusal(body) {
        try {
            await createContact(body);
        } catch (error) {
            if (!isAxiosError<CreateContact422>(error) || !error.response) throw error;
            return [error.response.status, error.response.data.message];
        }
        return undefined;
    },
});
