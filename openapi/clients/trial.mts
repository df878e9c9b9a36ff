// Tries the TypeScript client through a proxy that breaks requests (see check.py). trial.py does the same in Python.

import assert from "node:assert/strict";
import process from "node:process";
import { createInterface } from "node:readline";
import { inspect } from "node:util";
import { Almoner, AlmonerError, minorUnits, verify } from "almoner";
import type { BatchOperation, Event, Kinds, MirroredKind, MirrorState } from "almoner";

const given = JSON.parse(process.argv[2] ?? "");
const client = new Almoner({ baseUrl: given.proxy, apiKey: given.key, tries: 14, backoffMs: 20 });
const direct = new Almoner({ baseUrl: given.service, apiKey: given.key });
const KINDS = ["contacts", "gifts", "pledges", "tasks"] as const;
const NAME = "ts";

let state: number = given.seed;
/** Numbers that look random, and are the same in every run. */
function below(limit: number): number {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
}

/** Half of the gifts have no id of ours, so that nothing but the Idempotency-Key tells a repetition. */
async function eachGiftExistsOnce() {
    const numbers: number[] = Array.from({ length: given.gifts }, (_, number) => number);
    const give = (number: number) => {
        const body = { gift_amount: (number + 1) / 100, gift_campaign: NAME, gift_reference: `${number}` };
        if (number % 2) return client.gifts.create(body);
        const email = `${NAME}${number % 10}@example.org`;
        const contact = { contact_status: "donor", contact_lname: NAME } as const;
        return client.gifts.upsert(`${NAME}/once ${number}`, { ...body, contact_match: { email, contact } });
    };
    const waiting = [...numbers];
    const giver = async () => {
        for (let number = waiting.pop(); number !== undefined; number = waiting.pop()) {
            assert.equal((await give(number)).data.gift_reference, `${number}`);
        }
    };
    await Promise.all(Array.from({ length: 8 }, giver));
    const gifts: Kinds["gifts"][0][] = [];
    for await (const page of client.gifts.pages({ campaign: NAME, limit: 70 })) gifts.push(...page.records);
    const references = gifts.map((gift) => Number(gift.gift_reference)).sort((one, other) => one - other);
    assert.deepEqual(references, numbers);
    const cents = gifts.reduce((sum, gift) => sum + minorUnits(gift.gift_amount, gift.gift_currency), 0);
    assert.equal(cents, numbers.reduce((sum, number) => sum + number + 1, 0));
    const ids = (list: { id: number }[]) => new Set(list.map((one) => one.id));
    assert.deepEqual(ids(gifts), ids(await direct.gifts.list({ campaign: NAME })));
    for (const number of [0, 2, 4, 6, 8]) {
        assert.equal((await direct.contacts.list({ email: `${NAME}${number}@example.org` })).length, 1);
    }
}

async function refusal(attempt: () => unknown): Promise<AlmonerError> {
    try {
        await attempt();
    } catch (error) {
        assert(error instanceof AlmonerError, inspect(error));
        return error;
    }
    assert.fail("it was not refused");
}

async function errorsTellWhatIsWrong() {
    // @ts-expect-error the document says which fields are required
    const error = await refusal(() => client.contacts.create({ contact_nickname: "x" }));
    assert.deepEqual([error.status, error.code], [422, "required"]);
    assert.deepEqual(error.fields.sort(), ["contact_lname", "contact_status"]);
    assert(error.requestId && !error.isTransient);
    assert(!`${inspect(error)} ${inspect(client, { depth: 9, showHidden: true })} ${JSON.stringify(client)}`.includes(given.key));
    const gift = await client.gifts.create({ gift_amount: 0.1, gift_custom: { rate: 1.5 } });
    const { id } = gift.data;
    assert(gift.etag);
    const changed = await client.gifts.update(id, { gift_amount: 0.2 }, { ifMatch: gift.etag });
    assert.equal(minorUnits(gift.data.gift_amount, "USD") + minorUnits(changed.data.gift_amount, "USD"), 30);
    assert.deepEqual([minorUnits(500, "JPY"), minorUnits(1.005, "KWD"), minorUnits(12.34, "HUF")], [500, 1005, 1234]);
    const ifMatch = gift.etag;
    const stranger = new Almoner({ baseUrl: given.service, apiKey: "alm_none" });
    assert.equal((await refusal(() => client.gifts.update(id, { gift_memo: "old" }, { ifMatch }))).code, "stale");
    const onlyNew = await refusal(() => client.gifts.upsert(`${NAME}/once 0`, { gift_memo: "new" }, { onlyNew: true }));
    assert.equal(onlyNew.code, "stale");
    assert.equal((await refusal(() => client.gifts.read(999_999_999))).code, "not_found");
    assert.equal((await refusal(() => stranger.gifts.read(1))).code, "forbidden");
    const unusable = await refusal(async () => new Almoner({ baseUrl: given.service, apiKey: "two words" }));
    assert(unusable.code === "invalid_key" && !inspect(unusable).includes("two words"));
    assert.equal((await refusal(() => client.request("GET", "https://almoner.invalid/api/v1/gifts"))).code, "foreign_address");
    // A key that was read from a file ends with a line, and a path may begin as the guide has it.
    const read = new Almoner({ baseUrl: `${given.service}/api/v1`, apiKey: `${given.key}\n` });
    assert((await read.request<{ account_id: number }>("GET", "/account")).data.account_id);
    const batch = await client.batch([{ kind: "gifts", id, body: { gift_memo: "batch" } }]);
    assert.equal(batch.data.failed_count, 0);
    assert.equal((await client.gifts.read(id, { include: ["none"] })).data.gift_memo, "batch");
}

async function eventsAreVerified() {
    const { headers, body, secret } = given.delivery;
    const event = verify(new Headers(headers), new TextEncoder().encode(body), secret);
    assert(event.type === "gifts.create");
    assert.equal(event.data.gift_amount, 12.34);
    const broken = { ...headers, "webhook-signature": "nonsense" };
    const old = { ...headers, "webhook-timestamp": "1" };
    for (const [sent, changed] of [[headers, body.replace("12.34", "99.34")], [broken, body], [old, body], [{}, body]]) {
        assert.equal((await refusal(() => verify(sent, changed, secret))).code, "unverified");
    }
}

/** Creates and updates records at random, in batches. */
async function change(count: number) {
    const made = { contacts: 0, gifts: 0, pledges: 0, tasks: 0 };
    let operations: BatchOperation[] = [];
    for (let number = 0; number < count; number++) {
        const kind = made.contacts ? (["gifts", ...KINDS] as const)[below(5)]! : "contacts";
        const which = !made[kind] || below(10) < 4 ? made[kind] : below(made[kind]);
        made[kind] = Math.max(made[kind], which + 1);
        const word = `${NAME} ${below(1000)}`;
        const amount = (below(99_999) + 1) / 100;
        const contact_external_id = `${NAME}-contacts-${below(made.contacts)}`;
        const operation: { [K in MirroredKind]: BatchOperation } = {
            contacts: { kind: "contacts", body: { contact_status: "donor", contact_lname: word, tags: [word] } },
            gifts: { kind: "gifts", body: { gift_amount: amount, gift_memo: word, contact_external_id } },
            pledges: { kind: "pledges", body: { pledge_amount: amount, contact_external_id } },
            tasks: { kind: "tasks", body: { task_subject: word, contact_external_id } },
        };
        operations.push({ ...operation[kind], external_id: `${NAME}-${kind}-${which}` });
        if (operations.length < 100 && number < count - 1) continue;
        const { data } = await client.batch(operations, { atomic: true });
        assert.equal(data.failed_count, 0, inspect(data.answers.find((answer) => answer.status > 201)?.body));
        operations = [];
    }
}

async function whatChangesBetweenTwoPagesComesLater() {
    const state: MirrorState = {};
    const gifts = client.mirror("gifts", state);
    const first = await gifts.next();
    assert(!first.done);
    const { id } = first.value;
    await client.gifts.update(id, { gift_memo: "between two pages" });
    let [count, came] = [0, false];
    for await (const _ of gifts) count++;
    assert(count > 500 && state.whole);
    for await (const gift of client.mirror("gifts", state)) came ||= gift.id === id;
    assert(came && !state.whole);
}

/** A copy of the account, and its log. */
const copies = new Map<MirroredKind, Map<number, object>>(KINDS.map((kind) => [kind, new Map()]));
const states = new Map<MirroredKind, MirrorState>(KINDS.map((kind) => [kind, {}]));
const log: Event[] = [];

async function follow() {
    for (const kind of KINDS) {
        const [copy, state, seen] = [copies.get(kind)!, states.get(kind)!, new Set<number>()];
        for await (const record of client.mirror(kind, state)) {
            copy.set(record.id, record);
            seen.add(record.id);
        }
        if (state.whole) for (const id of copy.keys()) if (!seen.has(id)) copy.delete(id);
    }
    for await (const event of client.events(log.at(-1)?.id, { include: ["none"] })) log.push(event);
}

/** The copy is what the lists are, and the log has each event once, those of a record in their order. */
async function compare() {
    for (const kind of KINDS) {
        const list = await direct[kind].list({ include: ["none"] });
        const listed = new Map(list.map((record) => [record.id, record]));
        const copy = copies.get(kind)!;
        assert.equal(copy.size, listed.size, kind);
        for (const [id, record] of listed) assert.deepEqual(copy.get(id), record, `${kind}: the copy differs in ${id}`);
    }
    const ids: string[] = [];
    for await (const event of direct.events(undefined, { include: ["none"] })) ids.push(event.id);
    assert.deepEqual(log.map((event) => event.id), ids);
    const last = new Map<string, number>();
    for (const event of log) {
        assert("sequence" in event);
        const record = `${event.type.split(".")[0]}/${event.data.id}`;
        last.set(record, (last.get(record) ?? 0) + 1);
        assert.equal(event.sequence, last.get(record), record);
    }
}

await eachGiftExistsOnce();
await errorsTellWhatIsWrong();
await eventsAreVerified();
let isWriting = true;
const writing = change(given.changes).finally(() => (isWriting = false));
while (isWriting) {
    await follow();
    await new Promise((wake) => setTimeout(wake, 300));
}
await writing;
await whatChangesBetweenTwoPagesComesLater();
// The other client still writes.
console.log("written");
const input = createInterface(process.stdin);
await new Promise((resolve) => input.once("line", resolve));
input.close();
states.get("pledges")!.cursor = "of a database that was restored";
await follow();
assert(states.get("pledges")!.whole && !states.get("tasks")!.whole);
await compare();
const records = [...copies.values()].reduce((sum, copy) => sum + copy.size, 0);
console.log(`TypeScript: ${given.gifts} gifts exist once; the copy of ${records} records is true; ${log.length} events came once`);
