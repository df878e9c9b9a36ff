// Uses the service through a client generated with openapi-zod-client (`deploy/dev clients`). It checks every response
// against the document.

import { isErrorFromAlias } from "@zodios/core";
import { baseUrl, headers, run } from "./common";
import { api, createApiClient } from "./generated/zod_client";

// Without `indexes`, axios sends a list as contact_id[]=1.
const client = createApiClient(baseUrl, { axiosConfig: { headers, paramsSerializer: { indexes: null } } });

run({
    createContact: async (body) => (await client.createContact(body)).data,
    updateContact: async (id, body) => (await client.updateContact(body, { params: { id } })).data,
    createGift: async (body) => (await client.createGift(body)).data,
    listGifts: async (queries) => (await client.listGifts({ queries })).data,
    amounts: async (queries) =>
        (await client.listEvents({ queries })).data.flatMap((event) => (event.type === "gifts.create" ? [event.data.gift_amount] : [])),
    async refusal(body) {
        try {
            await client.createContact(body);
        } catch (error) {
            if (!isErrorFromAlias(client.api, "createContact", error)) throw error;
            return [error.response.status, error.response.data.message];
        }
        return undefined;
    },
});
