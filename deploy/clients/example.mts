// Adds a donor with a gift, and prints what was given this year, through a client generated with openapi-typescript and
// openapi-fetch. openapi/guide.md says how to generate it.

import process from "node:process";
import createClient from "openapi-fetch";
import type { paths } from "./schema.js";

const { API_URL = "http://127.0.0.1:8080", API_KEY } = process.env;
const client = createClient<paths, "application/json">({
    baseUrl: `${API_URL}/api/v1`,
    headers: { Authorization: `Bearer ${API_KEY}` },
});

const donor = await client.POST("/contacts", {
    body: { contact_status: "donor", contact_fname: "Ada", contact_lname: "Lovelace" },
});
if (donor.error) throw new Error(donor.error.message);

const gift = await client.POST("/gifts", { body: { gift_amount: 50.25, contact_id: donor.data.data.id } });
if (gift.error) throw new Error(gift.error.message);
console.log(`Contact ${donor.data.data.id} has given ${gift.data.data.gift_amount} ${gift.data.data.gift_currency}`);

const summary = await client.GET("/giving-summary");
if (summary.error) throw new Error(summary.error.message);
const { given, currency } = summary.data.data;
console.log(`Given this year: ${given.total} ${currency}, in ${given.count} gifts`);
