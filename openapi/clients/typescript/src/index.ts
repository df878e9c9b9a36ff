// A client of Almoner, the donor-management service: typed records, safe retries, copies that stay true, verified events.

import { Webhook } from "standardwebhooks";
import type * as types from "./types.js";

export type * from "./types.js";

const PAGE = 500;
const EVENTS_PAGE = 1000;
const LONGEST_BACKOFF_MS = 30_000;

/** The kinds of records, and what each is read, created, updated and listed as. */
export interface Kinds {
    contacts: [types.Contact, types.ContactCreate, types.ContactUpdate, types.ContactsQuery];
    gifts: [types.Gift, types.GiftCreate, types.GiftUpdate, types.GiftsQuery];
    pledges: [types.Pledge, types.PledgeCreate, types.PledgeUpdate, types.PledgesQuery];
    tasks: [types.Task, types.TaskCreate, types.TaskUpdate, types.TasksQuery];
    households: [types.Household, types.HouseholdCreate, types.HouseholdUpdate, types.HouseholdsQuery];
    funds: [types.Fund, types.FundCreate, types.FundUpdate, types.FundsQuery];
    campaigns: [types.Campaign, types.CampaignCreate, types.CampaignUpdate, types.CampaignsQuery];
    batches: [types.GiftBatch, types.GiftBatchCreate, types.GiftBatchUpdate, types.BatchesQuery];
}
export type Kind = keyof Kinds;
/** The kinds whose changes the service tells. The lists of the others are read whole. */
export type MirroredKind = Exclude<Kind, "households" | "funds" | "campaigns" | "batches">;

export interface Options {
    /** The service's address, such as `https://almoner.example`. */
    baseUrl: string;
    apiKey: string;
    /** How long one try waits for the whole answer; 30 s by default. */
    timeoutMs?: number;
    /** How often a request is tried at most; 6 by default. */
    tries?: number;
    /** No try begins later than this after the first; 90 s by default. */
    patienceMs?: number;
    /** The first wait between two tries, which doubles; 0.5 s by default. */
    backoffMs?: number;
}

export interface Request {
    query?: object;
    body?: unknown;
    headers?: Record<string, string>;
    idempotencyKey?: string;
}

export interface Write {
    /** The name of the request: whoever sends it again, with the same body, gets the first answer. By default a random one. */
    idempotencyKey?: string;
}

export interface Change extends Write {
    /** The `etag` of the record as you know it: if it has changed since, the change fails with 412. */
    ifMatch?: string;
}

export interface Upsert extends Change {
    /** Fails with 412 if there is a record with this external id. */
    onlyNew?: boolean;
}

/** One create or update of a batch: by `id`, by `external_id`, or of a new record. */
export type BatchOperation = {
    [K in Kind]: Omit<types.BatchOperation, "kind" | "body"> & { kind: K; body: Kinds[K][1] | Kinds[K][2]; id?: number };
}[Kind];

/** Where a copy is. Begin with `{}`, and store it with the copy. */
export interface MirrorState {
    cursor?: string | null;
    /** Whether what came was the whole list. Then drop from the copy what did not come. */
    whole?: boolean;
}

/** A page of a list. */
export interface Page<T> {
    records: T[];
    /** The number of records on all pages. */
    totalCount: number;
    /** Where to go on when the list has changed: keep that of the first page. */
    syncCursor: string | null;
}

/** What the service has answered: the record, and what the headers say of it. */
export class Answer<T> {
    constructor(
        readonly data: T,
        readonly status: number,
        readonly headers: Headers,
    ) {}

    /** The record as it is now: pass it as `ifMatch` to change nothing that you have not seen. */
    get etag(): string | null {
        return this.headers.get("ETag");
    }
}

/** A request that the service refused, or that got no answer; or an event that cannot be verified. */
export class AlmonerError extends Error {
    override readonly name = "AlmonerError";
    /** The `Error-Code` of the answer, such as `taken`; `no_answer` or `unverified` if the client says so itself. */
    readonly code: string;
    /** The fields that have a problem. */
    readonly fields: string[];
    /** The id of the request, with which the operator finds it in the log. */
    readonly requestId: string | null;
    /** How long the service wants to be left alone. */
    readonly retryAfterMs: number;

    constructor(
        message: string,
        /** The status of the answer; 0 if none came, or only a part of one. */
        readonly status = 0,
        code = "",
        headers = new Headers(),
        cause?: unknown,
    ) {
        super(message, { cause });
        this.code = code || (headers.get("Error-Code") ?? "");
        this.fields = strings(headers.get("Error-Fields") ?? "");
        this.requestId = headers.get("X-Request-Id");
        this.retryAfterMs = milliseconds(headers.get("Retry-After") ?? "");
    }

    /** Whether the same request may succeed later. */
    get isTransient(): boolean {
        return ["no_answer", "in_progress"].includes(this.code) || [408, 429, 502, 503, 504].includes(this.status);
    }
}

/** A client for one account of a service. */
export class Almoner {
    readonly contacts = new Records(this, "contacts");
    readonly gifts = new Records(this, "gifts");
    readonly pledges = new Records(this, "pledges");
    readonly tasks = new Records(this, "tasks");
    readonly households = new Records(this, "households");
    readonly funds = new Records(this, "funds");
    readonly campaigns = new Records(this, "campaigns");
    readonly batches = new Records(this, "batches");
    readonly #base: string;
    readonly #apiKey: string;
    readonly #options: Required<Pick<Options, "timeoutMs" | "tries" | "patienceMs" | "backoffMs">>;

    constructor({ baseUrl, apiKey, timeoutMs = 30_000, tries = 6, patienceMs = 90_000, backoffMs = 500 }: Options) {
        // The web application shows the address with the path of the API.
        this.#base = `${baseUrl.replace(/(\/api\/v1)?\/*$/, "")}/api/v1/`;
        // A key that was read from a file ends with a line. What cannot be in a header must not come into an error's text.
        this.#apiKey = apiKey.trim();
        if (!/^[!-~]+$/.test(this.#apiKey)) throw new AlmonerError("the API key is empty, or has characters that no key has", 0, "invalid_key");
        this.#options = { timeoutMs, tries, patienceMs, backoffMs };
    }

    /** Sends a request to any operation in JSON, such as `request("GET", "giving-summary")`, until an answer is final. */
    async request<T = unknown>(method: string, path: string, { query, body, headers, idempotencyKey }: Request = {}): Promise<Answer<T>> {
        const url = new URL(path.startsWith("/api/v1/") ? path : path.replace(/^\/+/, ""), this.#base);
        if (!url.href.startsWith(this.#base)) {
            throw new AlmonerError("the address is not one of the service, so the key is not sent there", 0, "foreign_address");
        }
        for (const [name, value] of parameters(query ?? {})) url.searchParams.append(name, value);
        const sent = new Headers({ ...headers, Authorization: `Bearer ${this.#apiKey}` });
        if (body !== undefined) sent.set("Content-Type", "application/json");
        if (!["GET", "HEAD"].includes(method)) sent.set("Idempotency-Key", idempotencyKey ?? crypto.randomUUID());
        const init = { method, headers: sent, body: body === undefined ? null : JSON.stringify(body) };
        const { tries, patienceMs, backoffMs } = this.#options;
        const end = Date.now() + patienceMs;
        for (let tried = 1; ; tried++) {
            try {
                return await this.#attempt<T>(url, init);
            } catch (error) {
                if (!(error instanceof AlmonerError) || !error.isTransient || tried >= tries) throw error;
                const backoff = Math.min(backoffMs * 2 ** (tried - 1), LONGEST_BACKOFF_MS) * (0.5 + Math.random() / 2);
                const wait = Math.max(backoff, error.retryAfterMs);
                if (Date.now() + wait > end) throw error;
                await new Promise((wake) => setTimeout(wake, wait));
            }
        }
    }

    async #attempt<T>(url: URL, init: RequestInit): Promise<Answer<T>> {
        let response: Response, text: string;
        try {
            // A redirect is not followed: it would make a GET of a POST.
            response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(this.#options.timeoutMs) });
            text = await response.text();
        } catch (error) {
            // What fetch throws says the reason only in its cause.
            throw new AlmonerError(`no answer: ${(error as Error).cause ?? error}`, 0, "no_answer", undefined, error);
        }
        const envelope = parsed(text);
        if (response.ok && !envelope) throw new AlmonerError("the answer is not whole", 0, "no_answer");
        if (response.ok) return new Answer(envelope?.data as T, response.status, response.headers);
        const message = envelope?.message ?? `the answer is ${response.status} ${response.statusText}`;
        throw new AlmonerError(message, response.status, "", response.headers);
    }

    /** Carries out up to 100 creates and updates. Look at `failed_count`: each operation has an answer of its own. */
    batch(operations: BatchOperation[], { atomic = false, ...write }: Write & { atomic?: boolean } = {}): Promise<Answer<types.Batch>> {
        return this.request("POST", "batch", { ...write, body: { operations, atomic: atomic ? 1 : 0 } });
    }

    /**
     * Yields the records that have changed since `state`, each without what it shows of others; all, the first time. A record may
     * come twice: the later one counts. `state` moves on when the last record has been taken. If the service no longer knows the
     * cursor, because its database was restored, all records come again, and `state.whole` is true.
     */
    async *mirror<K extends MirroredKind>(kind: K, state: MirrorState): AsyncGenerator<Kinds[K][0], void, undefined> {
        const records = new Records<MirroredKind>(this, kind);
        let since = state.cursor;
        let pages = records.pages(since ? { include: ["none"], updated_since: since } : { include: ["none"] });
        let page = await pages.next().catch((error: unknown) => {
            if (!since || !(error instanceof AlmonerError) || error.status !== 422) throw error;
            since = null;
            pages = records.pages({ include: ["none"] });
            return pages.next();
        });
        // That of the first page: what changes while the others are read comes the next time.
        const cursor = page.done ? null : page.value.syncCursor;
        state.whole = !since;
        for (; !page.done; page = await pages.next()) yield* page.value.records as Kinds[K][0][];
        state.cursor = cursor;
    }

    /** Yields the events after the one with this id, or all, up to the end of the log. Then call it with the last id. */
    async *events(
        after?: string,
        query: Omit<types.EventsQuery, "after" | "limit"> = {},
    ): AsyncGenerator<types.Event, void, undefined> {
        for (;;) {
            const asked = { ...query, limit: EVENTS_PAGE, after };
            const { data } = await this.request<types.Event[]>("GET", "events", { query: asked });
            yield* data;
            if (data.length < EVENTS_PAGE) return;
            after = data.at(-1)?.id;
        }
    }
}

/** The records of one kind. */
export class Records<K extends Kind> {
    readonly #client: Almoner;
    readonly #kind: K;

    constructor(client: Almoner, kind: K) {
        this.#client = client;
        this.#kind = kind;
    }

    /** Returns the whole list, or with `limit` one page of it. */
    async list(query: Kinds[K][3] = {}): Promise<Kinds[K][0][]> {
        return (await this.#client.request<Kinds[K][0][]>("GET", this.#kind, { query })).data;
    }

    /** Yields the list page by page, of `limit` records each. */
    async *pages(query: Kinds[K][3] = {}): AsyncGenerator<Page<Kinds[K][0]>, void, undefined> {
        let answer = await this.#client.request<Kinds[K][0][]>("GET", this.#kind, { query: { limit: PAGE, ...query } });
        for (;;) {
            const { data: records, headers } = answer;
            yield { records, totalCount: Number(headers.get("Total-Count")), syncCursor: headers.get("Sync-Cursor") };
            const next = /<([^>]*)>; rel="next"/.exec(headers.get("Link") ?? "")?.[1];
            if (!next) return;
            answer = await this.#client.request("GET", next);
        }
    }

    /** Reads a record; `include` says what it shows of others, such as `["none"]`. */
    read(id: number, query: Pick<Kinds[K][3], Extract<keyof Kinds[K][3], "include">> = {} as never): Promise<Answer<Kinds[K][0]>> {
        return this.#client.request("GET", `${this.#kind}/${id}`, { query });
    }

    /** Creates a record. */
    create(body: Kinds[K][1], write: Write = {}): Promise<Answer<Kinds[K][0]>> {
        return this.#client.request("POST", this.#kind, { ...write, body });
    }

    /** Changes the fields that are sent. */
    update(id: number, body: Kinds[K][2], change: Change = {}): Promise<Answer<Kinds[K][0]>> {
        return this.#put(`${id}`, body, change);
    }

    /** Updates the record that has this id in another system (status 200), or creates it (201). */
    upsert(externalId: string, body: Kinds[K][2], change: Upsert = {}): Promise<Answer<Kinds[K][0]>> {
        return this.#put(`by-external-id/${encodeURIComponent(externalId)}`, body, change);
    }

    #put(path: string, body: Kinds[K][2], { ifMatch, onlyNew, ...write }: Upsert): Promise<Answer<Kinds[K][0]>> {
        const headers: Record<string, string> = {};
        if (ifMatch !== undefined) headers["If-Match"] = ifMatch;
        if (onlyNew) headers["If-None-Match"] = "*";
        return this.#client.request("PUT", `${this.#kind}/${path}`, { ...write, body, headers });
    }
}

/**
 * Returns the event of a webhook's request, from its headers and its body as it came. Throws an `AlmonerError` if it is not signed
 * with the secret, or is more than five minutes old.
 */
export function verify(
    headers: Headers | Record<string, string | string[] | undefined>,
    body: string | Uint8Array,
    secret: string,
): types.Event {
    const webhook = new Webhook(secret);
    const listed = headers instanceof Headers ? [...headers] : Object.entries(headers).map(([name, value]) => [name, `${value ?? ""}`]);
    try {
        const text = typeof body === "string" ? body : new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(body);
        return webhook.verify(text, Object.fromEntries(listed)) as types.Event;
    } catch (error) {
        throw new AlmonerError(`the event is not verified: ${error}`, 0, "unverified", undefined, error);
    }
}

/** An amount as a whole number of its currency's smallest unit, such as cents. Add these up: a sum of fractions is not exact. */
export function minorUnits(amount: number, currency: string): number {
    return Math.round(amount * 10 ** (DECIMALS[currency] ?? 2));
}

/** The decimals of the currencies that have not two, by ISO 4217. `Intl` has those of cash, which are others. */
const DECIMALS: { [currency: string]: number } = {
    BIF: 0, CLP: 0, DJF: 0, GNF: 0, ISK: 0, JPY: 0, KMF: 0, KRW: 0, PYG: 0, RWF: 0, UGX: 0, UYI: 0, VND: 0, VUV: 0, XAF: 0, XOF: 0, XPF: 0,
    BHD: 3, IQD: 3, JOD: 3, KWD: 3, LYD: 3, OMR: 3, TND: 3, CLF: 4, UYW: 4,
};

function* parameters(query: object): Generator<[string, string]> {
    const text = (value: unknown) => (typeof value === "string" ? value : JSON.stringify(value));
    for (const [name, value] of Object.entries(query)) {
        if (value === undefined || value === null) continue;
        if (Array.isArray(value)) yield [name, value.map(text).join(",")];
        else if (typeof value === "object") for (const [key, one] of Object.entries(value)) yield [`${name}[${key}]`, text(one)];
        else yield [name, text(value)];
    }
}

/** Reads what every answer is made of; undefined if it is something else, or only a part. */
function parsed(text: string): { data: unknown; message: string } | undefined {
    try {
        const envelope = JSON.parse(text);
        return "data" in envelope && "message" in envelope ? envelope : undefined;
    } catch {
        return undefined;
    }
}

/** Reads a list of strings (RFC 9651). */
function strings(header: string): string[] {
    const found = header.matchAll(/(%?)"((?:[^"\\]|\\.)*)"/g);
    return Array.from(found, ([, display, text = ""]) => (display ? decodeURIComponent(text) : text.replace(/\\(.)/g, "$1")));
}

/** Reads a `Retry-After`: seconds, or a date. */
function milliseconds(retryAfter: string): number {
    return Number(retryAfter) * 1000 || Date.parse(retryAfter) - Date.now() || 0;
}
