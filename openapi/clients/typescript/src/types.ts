// Written by openapi/clients/generate.py from openapi/openapi.json: do not edit.

/** The account that the key opens, and the user whose key it is. */
export interface Account {
    /** 1: gifts are only of the active campaigns of its list */
    account_campaigns_closed: Flag;
    /** 1: gifts and pledges are only for the active funds of its list */
    account_funds_closed: Flag;
    /** Identifier, as `account_id` of events has it */
    account_id: number;
    /** Name of the organisation */
    account_name: string;
    /** 1: it is a sandbox, to try things out in */
    account_sandbox: Flag;
    /** 1: a received gift makes a donor of a contact, prospect or lapsed donor */
    account_status_follows_gifts: Flag;
    /** The currency of its summaries, and of gifts and pledges that name none, ISO 4217 */
    currency: string;
    /** The time zone in which its days begin, as in Europe/Lisbon */
    timezone: string;
    /** The user's email address */
    user_email: string;
    /** The user's id, as `actor` of events has it */
    user_id: number;
    /** The user's name */
    user_name: string | null;
    /** What the user may do in the account */
    user_role: MembershipRole;
}

/** The body AccountUpdate. */
export interface AccountUpdate {
    /** 1: gifts are only of the active campaigns of its list */
    account_campaigns_closed?: Flag | null;
    /** 1: gifts and pledges are only for the active funds of its list, so a name that is not there is refused */
    account_funds_closed?: Flag | null;
    /** Name of the organisation */
    account_name?: string;
    /** 1: a received gift makes a donor of a contact, prospect or lapsed donor */
    account_status_follows_gifts?: Flag | null;
    /** The currency of its summaries, and of gifts and pledges that name none, ISO 4217. It stays while a gift or a pledge has another one */
    currency?: string;
    /** The time zone in which its days begin, from the IANA database */
    timezone?: string;
}

/** A postal address of a contact. */
export interface Address {
    /** City */
    address_city: string | null;
    /** Country, ISO 3166-1 alpha-2 */
    address_country: string | null;
    /** Postal code */
    address_postal_code: string | null;
    /** 1 for exactly one address: the one marked, else the first */
    address_primary: Flag;
    /** State, county or province */
    address_state: string | null;
    /** Street and number */
    address_street: string | null;
    /** Second line */
    address_street2: string | null;
    /** What the address is for; by default home */
    address_type: AddressType;
    /** Identifier */
    id: number;
}

/** The body AddressCreate. */
export interface AddressCreate {
    /** City */
    address_city?: string | null;
    /** Country, ISO 3166-1 alpha-2 */
    address_country?: string | null;
    /** Postal code */
    address_postal_code?: string | null;
    /** 1 for exactly one address: the one marked, else the first */
    address_primary?: Flag | null;
    /** State, county or province */
    address_state?: string | null;
    /** Street and number */
    address_street?: string | null;
    /** Second line */
    address_street2?: string | null;
    /** What the address is for; by default home */
    address_type?: AddressType | null;
}

export type AddressType = "home" | "work" | "mailing" | "seasonal" | "other";

/** The body AddressUpdate. */
export interface AddressUpdate {
    /** City */
    address_city?: string | null;
    /** Country, ISO 3166-1 alpha-2 */
    address_country?: string | null;
    /** Postal code */
    address_postal_code?: string | null;
    /** 1 for exactly one address: the one marked, else the first */
    address_primary?: Flag | null;
    /** State, county or province */
    address_state?: string | null;
    /** Street and number */
    address_street?: string | null;
    /** Second line */
    address_street2?: string | null;
    /** What the address is for; by default home */
    address_type?: AddressType | null;
    /** The address to change in place */
    id?: number | null;
}

/** Two contacts, and whether somebody keeps them apart. */
export interface Apart {
    /** 1: the list of duplicates leaves them out as a pair */
    apart: Flag;
    /** The two contacts, the one with the lower id first */
    contacts: Array<Contact>;
}

/** The body ApartCreate. */
export interface ApartCreate {
    /** 1: they are two, and are no duplicates; 0: as if nobody had said so */
    apart: Flag;
    /** The other contact */
    contact_id: number;
}

/** One attempt to deliver an event. */
export interface Attempt {
    /** How it ended: success; status (an answer other than 2xx); too_large (an answer of over 64 KiB); or why there was no answer */
    attempt_outcome: AttemptOutcome;
    /** When it began */
    attempted_at: string;
    /** How long it took, in milliseconds */
    duration_ms: number;
    /** Why there was no answer, for people */
    error: string | null;
    /** The beginning of the answer's body, at most 4 KiB */
    response_body: string | null;
    /** The answer's status */
    status_code: number | null;
}

export type AttemptOutcome = "success" | "status" | "too_large" | "timeout" | "dns" | "connect" | "tls" | "reset" | "forbidden_address" | "unsendable";

/** What has become of a batch. */
export interface Batch {
    /** The answer to each operation, in their order */
    answers: Array<BatchAnswer>;
    /** How many operations have failed: with `atomic` all of them, or none */
    failed_count: number;
}

/** What a request of its own would be answered with. */
export interface BatchAnswer {
    /** The body */
    body: { [name: string]: unknown };
    /** The headers that are about it */
    headers: { [name: string]: unknown };
    /** The status; 424 if it was not carried out because of other operations */
    status: number;
}

/** The body BatchCreate. */
export interface BatchCreate {
    /** 1: all or nothing, in one transaction; 0, the default: each for itself */
    atomic?: Flag | null;
    /** What to do, one after the other; at most 100 */
    operations: Array<BatchOperation>;
}

/** The body BatchOperation. */
export interface BatchOperation {
    /** What the body of a request of its own would be */
    body: { [name: string]: unknown };
    /** The external id of the record to update, or to create if there is none */
    external_id?: string | null;
    /** The record to update */
    id?: number | null;
    /** The name of the operation, as in the header `Idempotency-Key` */
    idempotency_key?: string | null;
    /** The entity tag that the record must have, as in the header `If-Match` */
    if_match?: string | null;
    /** The kind of the record */
    kind: ImportKind;
}

export type BatchStatus = "open" | "closed";

/** A campaign: what gifts answer, such as an appeal. */
export interface Campaign {
    /** 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0 */
    campaign_active: Flag;
    /** Code, such as that on letters */
    campaign_code: string | null;
    /** Currency of the goal, ISO 4217; by default the account's */
    campaign_currency: string;
    /** Description */
    campaign_description: string | null;
    /** The last day */
    campaign_end_date: string | null;
    /** The campaign's id in another system, unique in the account */
    campaign_external_id: string | null;
    /** What it is to bring in, greater than 0 */
    campaign_goal: number | null;
    /** Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it */
    campaign_name: string;
    /** What it has brought in: the sum of its received gifts in its currency */
    campaign_received: number;
    /** The first day */
    campaign_start_date: string | null;
    /** When the record was created */
    created_at: string;
    /** How many gifts it has, whatever their status */
    gift_count: number;
    /** Identifier */
    id: number;
    /** When the record was last changed */
    updated_at: string;
}

/** The body CampaignCreate. */
export interface CampaignCreate {
    /** 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0 */
    campaign_active?: Flag | null;
    /** Code, such as that on letters */
    campaign_code?: string | null;
    /** Currency of the goal, ISO 4217; by default the account's */
    campaign_currency?: string | null;
    /** Description */
    campaign_description?: string | null;
    /** The last day */
    campaign_end_date?: string | null;
    /** The campaign's id in another system, unique in the account */
    campaign_external_id?: string | null;
    /** What it is to bring in, greater than 0 */
    campaign_goal?: number | null;
    /** Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it */
    campaign_name: string;
    /** The first day */
    campaign_start_date?: string | null;
}

/** The body CampaignUpdate. */
export interface CampaignUpdate {
    /** 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0 */
    campaign_active?: Flag | null;
    /** Code, such as that on letters */
    campaign_code?: string | null;
    /** Currency of the goal, ISO 4217; by default the account's */
    campaign_currency?: string | null;
    /** Description */
    campaign_description?: string | null;
    /** The last day */
    campaign_end_date?: string | null;
    /** The campaign's id in another system, unique in the account */
    campaign_external_id?: string | null;
    /** What it is to bring in, greater than 0 */
    campaign_goal?: number | null;
    /** Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it */
    campaign_name?: string;
    /** The first day */
    campaign_start_date?: string | null;
}

/** A person or an organisation. */
export interface Contact {
    /** The contact's postal addresses */
    addresses: Array<Address>;
    /** Anniversary, with or without its year */
    contact_anniversary: string | null;
    /** 1 waives the requirement for contact_lname */
    contact_anonymous: Flag;
    /** Birthday, with or without its year */
    contact_birthday: string | null;
    /** Church */
    contact_church: string | null;
    /** Data of your own, at most 16 KiB */
    contact_custom: { [name: string]: unknown } | null;
    /** The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them */
    contact_deceased_on: string | null;
    /** Whether the contact must not be called */
    contact_do_not_call: Flag;
    /** Whether the contact must not be emailed */
    contact_do_not_email: Flag;
    /** Whether the contact must not be written to */
    contact_do_not_mail: Flag;
    /** Employer */
    contact_employer: string | null;
    /** The name on envelopes; derive it from the names when null */
    contact_envelope_name: string | null;
    /** The contact's id in another system, unique in the account */
    contact_external_id: string | null;
    /** First name */
    contact_fname: string | null;
    /** Job title */
    contact_job_title: string | null;
    /** Language, BCP 47 */
    contact_language: string | null;
    /** Last name, or an organisation's name; required unless contact_anonymous is 1 */
    contact_lname: string | null;
    /** The contact that this one was merged into; null if it was not, and again when it is no longer archived */
    contact_merged_into_id: number | null;
    /** Middle name */
    contact_mname: string | null;
    /** How the contact wants the newsletter */
    contact_newsletter: Newsletter;
    /** Nickname */
    contact_nickname: string | null;
    /** Notes */
    contact_notes: string | null;
    /** The contact who referred this one */
    contact_referred_by_id: number | null;
    /** How letters address the contact; derive it from the names when null */
    contact_salutation: string | null;
    /** How the contact was found */
    contact_source: string | null;
    /** First name of the spouse */
    contact_spouse_fname: string | null;
    /** Last name of the spouse */
    contact_spouse_lname: string | null;
    /** Where the contact stands with the organisation */
    contact_status: ContactStatus;
    /** Suffix */
    contact_suffix: string | null;
    /** Title */
    contact_title: string | null;
    /** What the contact is */
    contact_type: ContactType;
    /** Website */
    contact_website: string | null;
    /** The contact's email addresses */
    emails: Array<Email>;
    /** The contact's family */
    familyMembers: Array<FamilyMember>;
    /** What the contact has given, with `include=giving` */
    giving?: Giving;
    /** The household that the contact belongs to; `PUT /households/{id}` changes its members */
    household: ContactHousehold | null;
    /** Identifier */
    id: number;
    /** The contact's phone numbers */
    phones: Array<Phone>;
    /** The contact's picture */
    profilePicture: Picture | null;
    /** The contact's tags */
    tags: Array<Tag>;
}

/** The body ContactCreate. */
export interface ContactCreate {
    /** The contact's postal addresses, which replace the stored ones */
    addresses?: Array<AddressCreate> | null;
    /** Anniversary, with or without its year */
    contact_anniversary?: string | null;
    /** 1 waives the requirement for contact_lname */
    contact_anonymous?: Flag | null;
    /** Birthday, with or without its year */
    contact_birthday?: string | null;
    /** Church */
    contact_church?: string | null;
    /** Data of your own, at most 16 KiB */
    contact_custom?: { [name: string]: unknown } | null;
    /** The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them */
    contact_deceased_on?: string | null;
    /** Whether the contact must not be called */
    contact_do_not_call?: Flag | null;
    /** Whether the contact must not be emailed */
    contact_do_not_email?: Flag | null;
    /** Whether the contact must not be written to */
    contact_do_not_mail?: Flag | null;
    /** Employer */
    contact_employer?: string | null;
    /** The name on envelopes; derive it from the names when null */
    contact_envelope_name?: string | null;
    /** The contact's id in another system, unique in the account */
    contact_external_id?: string | null;
    /** First name */
    contact_fname?: string | null;
    /** Whether the contact is an organisation, whose name is its contact_lname; read contact_type */
    contact_is_org?: Flag | null;
    /** Job title */
    contact_job_title?: string | null;
    /** Language, BCP 47 */
    contact_language?: string | null;
    /** Last name, or an organisation's name; required unless contact_anonymous is 1 */
    contact_lname?: string | null;
    /** Middle name */
    contact_mname?: string | null;
    /** How the contact wants the newsletter */
    contact_newsletter?: Newsletter | null;
    /** Nickname */
    contact_nickname?: string | null;
    /** Notes */
    contact_notes?: string | null;
    /** The organisation that the contact belongs to: a contact with contact_is_org 1 */
    contact_org_id?: number | null;
    /** The external id of the contact who referred this one, instead of `contact_referred_by_id` */
    contact_referred_by_external_id?: string | null;
    /** The contact who referred this one */
    contact_referred_by_id?: number | null;
    /** How letters address the contact; derive it from the names when null */
    contact_salutation?: string | null;
    /** How the contact was found */
    contact_source?: string | null;
    /** First name of the spouse */
    contact_spouse_fname?: string | null;
    /** Last name of the spouse */
    contact_spouse_lname?: string | null;
    /** Where the contact stands with the organisation */
    contact_status: ContactStatus;
    /** Suffix */
    contact_suffix?: string | null;
    /** Title */
    contact_title?: string | null;
    /** Website */
    contact_website?: string | null;
    /** The contact's email addresses, which replace the stored ones */
    emails?: Array<EmailCreate> | null;
    /** The contact's family, which replaces the stored one */
    familyMembers?: Array<FamilyMemberCreate> | null;
    /** The contact's phone numbers, which replace the stored ones */
    phones?: Array<PhoneCreate> | null;
    /** The contact's picture */
    profilePicture?: PictureCreate | null;
    /** Tag names; they replace the stored tags. Tag objects as a read returns them are accepted too */
    tags?: Array<string> | null;
}

/** The event contacts.create */
export interface ContactCreateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Contact;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "contacts.create";
}

/** A contact's own fields, without its related records */
export interface ContactFields {
    /** With `include=contact.addresses` */
    addresses?: Array<Address>;
    /** Anniversary, with or without its year */
    contact_anniversary: string | null;
    /** 1 waives the requirement for contact_lname */
    contact_anonymous: Flag;
    /** Birthday, with or without its year */
    contact_birthday: string | null;
    /** Church */
    contact_church: string | null;
    /** Data of your own, at most 16 KiB */
    contact_custom: { [name: string]: unknown } | null;
    /** The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them */
    contact_deceased_on: string | null;
    /** Whether the contact must not be called */
    contact_do_not_call: Flag;
    /** Whether the contact must not be emailed */
    contact_do_not_email: Flag;
    /** Whether the contact must not be written to */
    contact_do_not_mail: Flag;
    /** Employer */
    contact_employer: string | null;
    /** The name on envelopes; derive it from the names when null */
    contact_envelope_name: string | null;
    /** The contact's id in another system, unique in the account */
    contact_external_id: string | null;
    /** First name */
    contact_fname: string | null;
    /** Job title */
    contact_job_title: string | null;
    /** Language, BCP 47 */
    contact_language: string | null;
    /** Last name, or an organisation's name; required unless contact_anonymous is 1 */
    contact_lname: string | null;
    /** The contact that this one was merged into; null if it was not, and again when it is no longer archived */
    contact_merged_into_id: number | null;
    /** Middle name */
    contact_mname: string | null;
    /** How the contact wants the newsletter */
    contact_newsletter: Newsletter;
    /** Nickname */
    contact_nickname: string | null;
    /** Notes */
    contact_notes: string | null;
    /** The contact who referred this one */
    contact_referred_by_id: number | null;
    /** How letters address the contact; derive it from the names when null */
    contact_salutation: string | null;
    /** How the contact was found */
    contact_source: string | null;
    /** First name of the spouse */
    contact_spouse_fname: string | null;
    /** Last name of the spouse */
    contact_spouse_lname: string | null;
    /** Where the contact stands with the organisation */
    contact_status: ContactStatus;
    /** Suffix */
    contact_suffix: string | null;
    /** Title */
    contact_title: string | null;
    /** What the contact is */
    contact_type: ContactType;
    /** Website */
    contact_website: string | null;
    /** With `include=contact.emails` */
    emails?: Array<Email>;
    /** The household that the contact belongs to; `PUT /households/{id}` changes its members */
    household: ContactHousehold | null;
    /** Identifier */
    id: number;
    /** With `include=contact.phones` */
    phones?: Array<Phone>;
}

/** The place of a contact in a household. */
export interface ContactHousehold {
    /** The household */
    household_id: number;
    /** What the contact is in it */
    member_role: MemberRole;
}

/** The body ContactMatch. */
export interface ContactMatch {
    /** The contact that is made if none is found, with the external id and the email address above; without those, it is looked for by its first and last name and its postal code */
    contact?: ContactCreate | null;
    /** The contact's id in another system; looked for first */
    contact_external_id?: string | null;
    /** An email address of the contact, looked for without regard to case; of an archived contact only if no other has it */
    email?: string | null;
}

export type ContactMatchOutcome = "matched" | "created";

export type ContactStatus = "contact" | "donor" | "prospect" | "archive" | "lapsed_donor";

export type ContactType = "person" | "organization";

/** The body ContactUpdate. */
export interface ContactUpdate {
    /** The contact's postal addresses, which replace the stored ones */
    addresses?: Array<AddressUpdate> | null;
    /** Anniversary, with or without its year */
    contact_anniversary?: string | null;
    /** 1 waives the requirement for contact_lname */
    contact_anonymous?: Flag | null;
    /** Birthday, with or without its year */
    contact_birthday?: string | null;
    /** Church */
    contact_church?: string | null;
    /** Data of your own, at most 16 KiB */
    contact_custom?: { [name: string]: unknown } | null;
    /** The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them */
    contact_deceased_on?: string | null;
    /** Whether the contact must not be called */
    contact_do_not_call?: Flag | null;
    /** Whether the contact must not be emailed */
    contact_do_not_email?: Flag | null;
    /** Whether the contact must not be written to */
    contact_do_not_mail?: Flag | null;
    /** Employer */
    contact_employer?: string | null;
    /** The name on envelopes; derive it from the names when null */
    contact_envelope_name?: string | null;
    /** The contact's id in another system, unique in the account */
    contact_external_id?: string | null;
    /** First name */
    contact_fname?: string | null;
    /** Whether the contact is an organisation, whose name is its contact_lname; read contact_type */
    contact_is_org?: Flag | null;
    /** Job title */
    contact_job_title?: string | null;
    /** Language, BCP 47 */
    contact_language?: string | null;
    /** Last name, or an organisation's name; required unless contact_anonymous is 1 */
    contact_lname?: string | null;
    /** Middle name */
    contact_mname?: string | null;
    /** How the contact wants the newsletter */
    contact_newsletter?: Newsletter | null;
    /** Nickname */
    contact_nickname?: string | null;
    /** Notes */
    contact_notes?: string | null;
    /** The organisation that the contact belongs to: a contact with contact_is_org 1 */
    contact_org_id?: number | null;
    /** The external id of the contact who referred this one, instead of `contact_referred_by_id` */
    contact_referred_by_external_id?: string | null;
    /** The contact who referred this one */
    contact_referred_by_id?: number | null;
    /** How letters address the contact; derive it from the names when null */
    contact_salutation?: string | null;
    /** How the contact was found */
    contact_source?: string | null;
    /** First name of the spouse */
    contact_spouse_fname?: string | null;
    /** Last name of the spouse */
    contact_spouse_lname?: string | null;
    /** Where the contact stands with the organisation */
    contact_status?: ContactStatus;
    /** Suffix */
    contact_suffix?: string | null;
    /** Title */
    contact_title?: string | null;
    /** Website */
    contact_website?: string | null;
    /** The contact's email addresses, which replace the stored ones */
    emails?: Array<EmailUpdate> | null;
    /** The contact's family, which replaces the stored one */
    familyMembers?: Array<FamilyMemberUpdate> | null;
    /** The contact's phone numbers, which replace the stored ones */
    phones?: Array<PhoneUpdate> | null;
    /** The contact's picture */
    profilePicture?: PictureCreate | null;
    /** Tag names; they replace the stored tags. Tag objects as a read returns them are accepted too */
    tags?: Array<string> | null;
}

/** The event contacts.update */
export interface ContactUpdateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** Of an update: the own fields and lists that differ */
    changed?: Array<string>;
    /** The record, as a read at that moment returned it */
    data: Contact;
    /** The event's id */
    id: string;
    /** Of an update: what these were before; null after an erasure */
    previous?: { [name: string]: unknown };
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "contacts.update";
}

/** The totals of one currency. */
export interface CurrencyTotals {
    /** The currency */
    currency: string;
    /** How many there are */
    given_count: number;
    /** The received gifts of the period */
    given_total: number;
    /** Active recurring pledges, per year */
    pledged_annual: number;
    /** Active recurring pledges, per month */
    pledged_monthly: number;
}

/** What has become of an event for a webhook. */
export interface Delivery {
    /** How many attempts were made since the event was queued, or last redelivered */
    attempt_count: number;
    /** When the event was queued for the webhook */
    created_at: string;
    /** Pending; succeeded; failed, when all attempts have; or skipped, because the webhook was disabled */
    delivery_status: DeliveryStatus;
    /** The event */
    event_id: string;
    /** What happened */
    event_type: EventType;
    /** When the delivery succeeded, failed or was skipped */
    finished_at: string | null;
    /** Identifier */
    id: number;
    /** When the next attempt is due; null during an attempt and after the delivery has ended */
    next_attempt_at: string | null;
    /** The webhook */
    webhook_id: number;
}

export type DeliveryStatus = "pending" | "succeeded" | "failed" | "skipped";

/** A delivery with its attempts. */
export interface DeliveryWithAttempts {
    /** How many attempts were made since the event was queued, or last redelivered */
    attempt_count: number;
    /** The last 100 attempts, oldest first */
    attempts: Array<Attempt>;
    /** Whether attempts were removed because they were old */
    attempts_removed: Flag;
    /** When the event was queued for the webhook */
    created_at: string;
    /** Pending; succeeded; failed, when all attempts have; or skipped, because the webhook was disabled */
    delivery_status: DeliveryStatus;
    /** The event */
    event_id: string;
    /** What happened */
    event_type: EventType;
    /** When the delivery succeeded, failed or was skipped */
    finished_at: string | null;
    /** Identifier */
    id: number;
    /** When the next attempt is due; null during an attempt and after the delivery has ended */
    next_attempt_at: string | null;
    /** The webhook */
    webhook_id: number;
}

/** Some donors. */
export interface DonorGroup {
    /** How many there are */
    count: number;
    /** An amount of them */
    total: number;
}

/** Donors by year. */
export interface DonorReport {
    /** The day of the report: today in the account's time zone */
    as_of: string;
    /** The currency of all amounts */
    currency: string;
    /** The currencies of other received gifts of these years, which no figure counts */
    other_currencies: Array<string>;
    /** The first month of a year */
    year_start: number;
    /** The years, in order */
    years: Array<DonorYear>;
}

/** The donors of a year. */
export interface DonorYear {
    /** Contacts whose gifts of the year add up to more than 0, and what they gave: the new, retained and recovered ones */
    donors: DonorGroup;
    /** Retained donors who gave less than in the year before, and how much less */
    downgraded: DonorGroup;
    /** Its first day */
    from: string;
    /** 1 if the year is over */
    is_complete: Flag;
    /** Donors of the year before, but not of this year, and what they gave in the year before */
    lapsed: DonorGroup;
    /** Donors of this year and of no year before */
    new: DonorGroup;
    /** Donors of this year and of an earlier one, but not of the year before */
    recovered: DonorGroup;
    /** Donors of this year and of the year before */
    retained: DonorGroup;
    /** The retained donors, in percent of the donors of the year before; null if there were none */
    retention_rate: number | null;
    /** The last day that counts: the year's last day, or today while it goes on */
    to: string;
    /** All received gifts: those of donors, unattributed_total and without_donor_total */
    total: number;
    /** The gifts without a contact */
    unattributed_total: number;
    /** Retained donors who gave more than in the year before, and how much more */
    upgraded: DonorGroup;
    /** The gifts of contacts whose gifts of the year add up to 0 or less, who are no donors */
    without_donor_total: number;
    /** The year, called by the calendar year in which it ends */
    year: number;
}

/** Two contacts that look like the same. */
export interface Duplicate {
    /** The two contacts, the one with the lower id first */
    contacts: Array<Contact>;
    /** What speaks for it, the strongest first */
    reasons: Array<DuplicateReason>;
}

export type DuplicateReason = "email" | "phone" | "name_and_place" | "sound" | "name";

/** An email address of a contact. */
export interface Email {
    /** The address, unique in the contact without regard to case */
    email_address: string;
    /** 1 for exactly one address: the one marked, else the first */
    email_primary: Flag;
    /** What the address is for; by default home */
    email_type: EmailType;
    /** Identifier */
    id: number;
}

/** The body EmailCreate. */
export interface EmailCreate {
    /** The address, unique in the contact without regard to case */
    email_address: string;
    /** 1 for exactly one address: the one marked, else the first */
    email_primary?: Flag | null;
    /** What the address is for; by default home */
    email_type?: EmailType | null;
}

export type EmailType = "home" | "work" | "other";

/** The body EmailUpdate. */
export interface EmailUpdate {
    /** The address, unique in the contact without regard to case */
    email_address?: string;
    /** 1 for exactly one address: the one marked, else the first */
    email_primary?: Flag | null;
    /** What the address is for; by default home */
    email_type?: EmailType | null;
    /** The address to change in place */
    id?: number | null;
}

export type ErrorCode = "required" | "invalid" | "unknown_link" | "strict" | "key_reused" | "taken" | "ambiguous" | "in_progress" | "stale" | "bad_request" | "unauthorized" | "forbidden" | "not_found" | "method_not_allowed" | "too_slow" | "too_large" | "unsupported" | "undone" | "rate_limited" | "unavailable" | "internal";

export type EventType = "contacts.create" | "contacts.update" | "gifts.create" | "gifts.update" | "pledges.create" | "pledges.update" | "tasks.create" | "tasks.update" | "webhooks.failing" | "webhooks.disabled" | "imports.finished";

/** What active, upcoming and ended pledges made due in the period. */
export interface Expected {
    /** The received gifts of the period for these pledges */
    received: number;
    /** What is missing, at least 0 */
    remaining: number;
    /** What was due */
    total: number;
}

/** The envelope of every failure: `success` is false, and `type` is empty */
export interface Failure {
    /** data */
    data: Array<unknown>;
    /** What is wrong, for people */
    message: string;
    /** success */
    success: boolean;
    /** type */
    type: string;
}

/** A member of a contact's family. */
export interface FamilyMember {
    /** Birthday, with or without its year */
    family_birthday: string | null;
    /** First name */
    family_fname: string | null;
    /** Last name */
    family_lname: string | null;
    /** How the member is related to the contact; by default other */
    family_relationship: FamilyRelationship;
    /** Identifier */
    id: number;
}

/** The body FamilyMemberCreate. */
export interface FamilyMemberCreate {
    /** Birthday, with or without its year */
    family_birthday?: string | null;
    /** First name */
    family_fname?: string | null;
    /** Last name */
    family_lname?: string | null;
    /** How the member is related to the contact; by default other */
    family_relationship?: FamilyRelationship | null;
}

/** The body FamilyMemberUpdate. */
export interface FamilyMemberUpdate {
    /** Birthday, with or without its year */
    family_birthday?: string | null;
    /** First name */
    family_fname?: string | null;
    /** Last name */
    family_lname?: string | null;
    /** How the member is related to the contact; by default other */
    family_relationship?: FamilyRelationship | null;
    /** The member to change in place */
    id?: number | null;
}

export type FamilyRelationship = "spouse" | "child" | "parent" | "sibling" | "other";

export type Flag = 0 | 1;

/** A fund: what gifts and pledges are for. */
export interface Fund {
    /** When the record was created */
    created_at: string;
    /** 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0 */
    fund_active: Flag;
    /** Code, such as that in the accounts */
    fund_code: string | null;
    /** Description */
    fund_description: string | null;
    /** The fund's id in another system, unique in the account */
    fund_external_id: string | null;
    /** Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it */
    fund_name: string;
    /** How many gifts are for it, whatever their status */
    gift_count: number;
    /** Identifier */
    id: number;
    /** How many pledges are for it */
    pledge_count: number;
    /** When the record was last changed */
    updated_at: string;
}

/** The body FundCreate. */
export interface FundCreate {
    /** 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0 */
    fund_active?: Flag | null;
    /** Code, such as that in the accounts */
    fund_code?: string | null;
    /** Description */
    fund_description?: string | null;
    /** The fund's id in another system, unique in the account */
    fund_external_id?: string | null;
    /** Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it */
    fund_name: string;
}

/** The body FundUpdate. */
export interface FundUpdate {
    /** 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0 */
    fund_active?: Flag | null;
    /** Code, such as that in the accounts */
    fund_code?: string | null;
    /** Description */
    fund_description?: string | null;
    /** The fund's id in another system, unique in the account */
    fund_external_id?: string | null;
    /** Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it */
    fund_name?: string;
}

/** A gift. Only gifts whose status is `received` count in totals. */
export interface Gift {
    /** The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it */
    batch_id: number | null;
    /** The giver's own fields */
    contact?: ContactFields | null;
    /** The giver; null for an unattributed gift */
    contact_id: number | null;
    /** When the record was created */
    created_at: string;
    /** The kind of gift */
    giftType?: GiftType | null;
    /** The gift that this one adjusts, such as a chargeback or a correction */
    gift_adjusts_id: number | null;
    /** Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string */
    gift_amount: number;
    /** Whether the giver wants to stay unnamed */
    gift_anonymous: Flag;
    /** Name of the campaign, as that of the fund */
    gift_campaign: string | null;
    /** Number of the cheque */
    gift_check_number: string | null;
    /** Currency, ISO 4217; by default the account's */
    gift_currency: string;
    /** Data of your own, at most 16 KiB */
    gift_custom: { [name: string]: unknown } | null;
    /** The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone */
    gift_date: string;
    /** The gift's id in another system, unique in the account */
    gift_external_id: string | null;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    gift_fund: string | null;
    /** Memo */
    gift_memo: string | null;
    /** The day on which a receipt was sent */
    gift_receipted_on: string | null;
    /** Reference of the payment */
    gift_reference: string | null;
    /** The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself */
    gift_refunded_on: string | null;
    /** Ids of contacts who are credited with the gift without having given it */
    gift_soft_credits: Array<number>;
    /** How far the gift has come; by default received */
    gift_status: GiftStatus;
    /** The day on which the giver was thanked */
    gift_thanked_on: string | null;
    /** In whose honour or memory the gift was given */
    gift_tribute_name: string | null;
    /** Whether the tribute is in honour or in memory; needs gift_tribute_name */
    gift_tribute_type: TributeType | null;
    /** The kind of gift */
    gift_type_id: number | null;
    /** Identifier */
    id: number;
    /** The pledge that the gift fulfils, of the same contact and currency */
    pledge_id: number | null;
    /** The parts that are for several funds or campaigns; they count in place of gift_fund and gift_campaign */
    splits: Array<GiftSplit>;
    /** When the record was last changed */
    updated_at: string;
}

/** A batch of gifts, which were counted together, such as those of one deposit at the bank. */
export interface GiftBatch {
    /** Why it is closed although the gifts differ from what was counted; null while it is open */
    batch_close_reason: string | null;
    /** Currency of all its gifts, ISO 4217; by default the account's */
    batch_currency: string;
    /** The day of the batch, not before 1900; by default today in the account's time zone */
    batch_date: string;
    /** How many gifts were counted by hand; null if nobody has counted them */
    batch_expected_count: number | null;
    /** What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted */
    batch_expected_total: number | null;
    /** The batch's id in another system, unique in the account */
    batch_external_id: string | null;
    /** Name */
    batch_name: string;
    /** Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it */
    batch_status: BatchStatus;
    /** When the record was created */
    created_at: string;
    /** How many received or refunded gifts it has: pending and void ones were not in the deposit */
    gift_count: number;
    /** What those come to */
    gift_total: number;
    /** Identifier */
    id: number;
    /** When the record was last changed */
    updated_at: string;
}

/** The body GiftBatchCreate. */
export interface GiftBatchCreate {
    /** Why it is closed although the gifts differ from what was counted; null while it is open */
    batch_close_reason?: string | null;
    /** Currency of all its gifts, ISO 4217; by default the account's */
    batch_currency?: string | null;
    /** The day of the batch, not before 1900; by default today in the account's time zone */
    batch_date?: string | null;
    /** How many gifts were counted by hand; null if nobody has counted them */
    batch_expected_count?: number | null;
    /** What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted */
    batch_expected_total?: number | null;
    /** The batch's id in another system, unique in the account */
    batch_external_id?: string | null;
    /** Name */
    batch_name: string;
    /** Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it */
    batch_status?: BatchStatus | null;
}

/** The body GiftBatchUpdate. */
export interface GiftBatchUpdate {
    /** Why it is closed although the gifts differ from what was counted; null while it is open */
    batch_close_reason?: string | null;
    /** Currency of all its gifts, ISO 4217; by default the account's */
    batch_currency?: string | null;
    /** The day of the batch, not before 1900; by default today in the account's time zone */
    batch_date?: string | null;
    /** How many gifts were counted by hand; null if nobody has counted them */
    batch_expected_count?: number | null;
    /** What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted */
    batch_expected_total?: number | null;
    /** The batch's id in another system, unique in the account */
    batch_external_id?: string | null;
    /** Name */
    batch_name?: string;
    /** Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it */
    batch_status?: BatchStatus | null;
}

/** The body GiftCreate. */
export interface GiftCreate {
    /** The external id of the batch, instead of `batch_id` */
    batch_external_id?: string | null;
    /** The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it */
    batch_id?: number | null;
    /** The external id of the giver, instead of `contact_id` */
    contact_external_id?: string | null;
    /** The giver; null for an unattributed gift */
    contact_id?: number | null;
    /** The giver as another system knows them, instead of `contact_id` */
    contact_match?: ContactMatch | null;
    /** The external id of the adjusted gift, instead of `gift_adjusts_id` */
    gift_adjusts_external_id?: string | null;
    /** The gift that this one adjusts, such as a chargeback or a correction */
    gift_adjusts_id?: number | null;
    /** Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string */
    gift_amount: number;
    /** Whether the giver wants to stay unnamed */
    gift_anonymous?: Flag | null;
    /** Name of the campaign, as that of the fund */
    gift_campaign?: string | null;
    /** Number of the cheque */
    gift_check_number?: string | null;
    /** Currency, ISO 4217; by default the account's */
    gift_currency?: string | null;
    /** Data of your own, at most 16 KiB */
    gift_custom?: { [name: string]: unknown } | null;
    /** The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone */
    gift_date?: string | null;
    /** The gift's id in another system, unique in the account */
    gift_external_id?: string | null;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    gift_fund?: string | null;
    /** Memo */
    gift_memo?: string | null;
    /** The day on which a receipt was sent */
    gift_receipted_on?: string | null;
    /** Reference of the payment */
    gift_reference?: string | null;
    /** The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself */
    gift_refunded_on?: string | null;
    /** Ids of contacts who are credited with the gift without having given it, such as a spouse; they replace the stored ones */
    gift_soft_credits?: Array<number> | null;
    /** How far the gift has come; by default received */
    gift_status?: GiftStatus | null;
    /** The day on which the giver was thanked */
    gift_thanked_on?: string | null;
    /** In whose honour or memory the gift was given */
    gift_tribute_name?: string | null;
    /** Whether the tribute is in honour or in memory; needs gift_tribute_name */
    gift_tribute_type?: TributeType | null;
    /** The kind of gift */
    gift_type_id?: number | null;
    /** The external id of the pledge, instead of `pledge_id` */
    pledge_external_id?: string | null;
    /** The pledge that the gift fulfils, of the same contact and currency */
    pledge_id?: number | null;
    /** The parts that are for several funds or campaigns, none or with the sum of gift_amount; they replace the stored ones */
    splits?: Array<GiftSplitCreate> | null;
}

/** The event gifts.create */
export interface GiftCreateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Gift;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "gifts.create";
}

/** A part of a gift. */
export interface GiftSplit {
    /** Identifier */
    id: number;
    /** The amount of the part, in the gift's currency */
    split_amount: number;
    /** Name of the campaign */
    split_campaign: string | null;
    /** Name of the fund */
    split_fund: string | null;
    /** Memo */
    split_memo: string | null;
}

/** The body GiftSplitCreate. */
export interface GiftSplitCreate {
    /** The amount of the part, not 0, in the gift's currency */
    split_amount: number;
    /** Name of the campaign, as gift_campaign; by default that of the gift */
    split_campaign?: string | null;
    /** Name of the fund, as gift_fund; by default that of the gift */
    split_fund?: string | null;
    /** Memo */
    split_memo?: string | null;
}

/** The body GiftSplitUpdate. */
export interface GiftSplitUpdate {
    /** The part to change in place */
    id?: number | null;
    /** The amount of the part, not 0, in the gift's currency */
    split_amount?: number;
    /** Name of the campaign, as gift_campaign; by default that of the gift */
    split_campaign?: string | null;
    /** Name of the fund, as gift_fund; by default that of the gift */
    split_fund?: string | null;
    /** Memo */
    split_memo?: string | null;
}

export type GiftStatus = "pending" | "received" | "refunded" | "void";

/** A kind of gifts. Every new account has cash, check, card, bank_transfer, online, stock, in_kind and adjustment. */
export interface GiftType {
    /** Name, unique in the account without regard to case */
    gift_type_name: string;
    /** Identifier */
    id: number;
}

/** The body GiftTypeCreate. */
export interface GiftTypeCreate {
    /** Name, unique in the account without regard to case */
    gift_type_name: string;
}

/** The body GiftTypeUpdate. */
export interface GiftTypeUpdate {
    /** Name, unique in the account without regard to case */
    gift_type_name?: string;
}

/** The body GiftUpdate. */
export interface GiftUpdate {
    /** The external id of the batch, instead of `batch_id` */
    batch_external_id?: string | null;
    /** The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it */
    batch_id?: number | null;
    /** The external id of the giver, instead of `contact_id` */
    contact_external_id?: string | null;
    /** The giver; null for an unattributed gift */
    contact_id?: number | null;
    /** The giver as another system knows them, instead of `contact_id` */
    contact_match?: ContactMatch | null;
    /** The external id of the adjusted gift, instead of `gift_adjusts_id` */
    gift_adjusts_external_id?: string | null;
    /** The gift that this one adjusts, such as a chargeback or a correction */
    gift_adjusts_id?: number | null;
    /** Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string */
    gift_amount?: number;
    /** Whether the giver wants to stay unnamed */
    gift_anonymous?: Flag | null;
    /** Name of the campaign, as that of the fund */
    gift_campaign?: string | null;
    /** Number of the cheque */
    gift_check_number?: string | null;
    /** Currency, ISO 4217; by default the account's */
    gift_currency?: string | null;
    /** Data of your own, at most 16 KiB */
    gift_custom?: { [name: string]: unknown } | null;
    /** The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone */
    gift_date?: string | null;
    /** The gift's id in another system, unique in the account */
    gift_external_id?: string | null;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    gift_fund?: string | null;
    /** Memo */
    gift_memo?: string | null;
    /** The day on which a receipt was sent */
    gift_receipted_on?: string | null;
    /** Reference of the payment */
    gift_reference?: string | null;
    /** The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself */
    gift_refunded_on?: string | null;
    /** Ids of contacts who are credited with the gift without having given it, such as a spouse; they replace the stored ones */
    gift_soft_credits?: Array<number> | null;
    /** How far the gift has come; by default received */
    gift_status?: GiftStatus | null;
    /** The day on which the giver was thanked */
    gift_thanked_on?: string | null;
    /** In whose honour or memory the gift was given */
    gift_tribute_name?: string | null;
    /** Whether the tribute is in honour or in memory; needs gift_tribute_name */
    gift_tribute_type?: TributeType | null;
    /** The kind of gift */
    gift_type_id?: number | null;
    /** The external id of the pledge, instead of `pledge_id` */
    pledge_external_id?: string | null;
    /** The pledge that the gift fulfils, of the same contact and currency */
    pledge_id?: number | null;
    /** The parts that are for several funds or campaigns, none or with the sum of gift_amount; they replace the stored ones */
    splits?: Array<GiftSplitUpdate> | null;
}

/** The event gifts.update */
export interface GiftUpdateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** Of an update: the own fields and lists that differ */
    changed?: Array<string>;
    /** The record, as a read at that moment returned it */
    data: Gift;
    /** The event's id */
    id: string;
    /** Of an update: what these were before; null after an erasure */
    previous?: { [name: string]: unknown };
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "gifts.update";
}

/** The received gifts of the period. */
export interface Given {
    /** Their average, 0 without gifts */
    average: number;
    /** How many there are */
    count: number;
    /** From how many contacts; an unattributed gift counts none */
    donor_count: number;
    /** The day of the first */
    first_gift_date: string | null;
    /** The largest, 0 without gifts */
    largest: number;
    /** The day of the last */
    last_gift_date: string | null;
    /** Their sum */
    total: number;
}

/** What a contact has given, in the account's currency. Only received gifts count, and soft credits apart. */
export interface Giving {
    /** How many gifts that are */
    count: number;
    /** The account's currency, ISO 4217 */
    currency: string;
    /** The day of the first gift */
    first_date: string | null;
    /** The largest gift; 0 without one */
    largest: number;
    /** The day of the last gift */
    last_date: string | null;
    /** The sum of the calendar year before */
    last_year: number;
    /** How many gifts that are */
    soft_credit_count: number;
    /** The sum of the gifts of others with which the contact is credited */
    soft_credit_total: number;
    /** The sum of this calendar year, in the account's time zone */
    this_year: number;
    /** The sum of the gifts */
    total: number;
}

/** Gifts by year. */
export interface GivingReport {
    /** The day of the report: today in the account's time zone */
    as_of: string;
    /** The currency of all amounts */
    currency: string;
    /** The currencies of other received gifts of these years, which no figure counts */
    other_currencies: Array<string>;
    /** The first month of a year */
    year_start: number;
    /** The years, in order */
    years: Array<GivingYear>;
}

/** Totals of gifts and pledges. No currency is converted into another. */
export interface GivingSummary {
    /** The day on which pledges are looked at */
    as_of: string;
    /** Every currency of a counted gift of the period or of any pledge, in order */
    by_currency: Array<CurrencyTotals>;
    /** The currency of all but by_currency */
    currency: string;
    /** What active, upcoming and ended pledges made due in the period */
    expected: Expected;
    /** The first day of the period */
    from: string;
    /** The received gifts of the period */
    given: Given;
    /** Pledges that are late on the day */
    late: Late;
    /** The received gifts of the period, grouped as asked for: months, quarters and years in order, those without gifts included; types in order of their names; or those funds, campaigns or contacts that have the largest totals */
    periods: Array<Period>;
    /** What pledges amount to on the day */
    pledged: Pledged;
    /** The last day of the period, included */
    to: string;
}

/** The received gifts of a year. */
export interface GivingYear {
    /** Their average, 0 without gifts */
    average: number;
    /** How much more the total is than that of year_before; negative if it is less */
    change: number;
    /** The change, in percent of the total of year_before; null if that is 0 or less */
    change_rate: number | null;
    /** How many there are */
    count: number;
    /** From how many contacts; an unattributed gift counts none */
    donor_count: number;
    /** Its first day */
    from: string;
    /** 1 if the year is over */
    is_complete: Flag;
    /** The largest, 0 without gifts */
    largest: number;
    /** The last day that counts: the year's last day, or today while it goes on */
    to: string;
    /** Their sum */
    total: number;
    /** The year, called by the calendar year in which it ends */
    year: number;
    /** The received gifts of the same days of the year before */
    year_before: YearBefore;
}

export type GroupBy = "month" | "quarter" | "year" | "type" | "fund" | "campaign" | "contact";

/** A household: people who live together, such as a couple. */
export interface Household {
    /** The name on its envelopes, or else one made from the names of its living adults */
    addressed_envelope_name: string | null;
    /** How letters address the household: its salutation, or else one made from the names of its living adults */
    addressed_salutation: string | null;
    /** When the record was created */
    created_at: string;
    /** The name on envelopes; addressed_envelope_name has one made from the names */
    household_envelope_name: string | null;
    /** The household's id in another system, unique in the account */
    household_external_id: string | null;
    /** 1: one letter and one statement are for all members; by default 1 */
    household_joint: Flag;
    /** Name */
    household_name: string;
    /** How letters address the household; addressed_salutation has one made from the names */
    household_salutation: string | null;
    /** Identifier */
    id: number;
    /** The members: the head first, then partners, children and others */
    members: Array<HouseholdMember>;
    /** When the record was last changed */
    updated_at: string;
}

/** The body HouseholdCreate. */
export interface HouseholdCreate {
    /** The name on envelopes; addressed_envelope_name has one made from the names */
    household_envelope_name?: string | null;
    /** The household's id in another system, unique in the account */
    household_external_id?: string | null;
    /** 1: one letter and one statement are for all members; by default 1 */
    household_joint?: Flag | null;
    /** Name */
    household_name: string;
    /** How letters address the household; addressed_salutation has one made from the names */
    household_salutation?: string | null;
    /** The members, at most 50, each of no other household; they replace the stored ones */
    members?: Array<HouseholdMemberCreate> | null;
}

/** A member of a household. */
export interface HouseholdMember {
    /** The contact's id in another system */
    contact_external_id: string | null;
    /** The contact */
    contact_id: number;
    /** What the contact is in the household */
    member_role: MemberRole;
}

/** The body HouseholdMemberCreate. */
export interface HouseholdMemberCreate {
    /** The contact's id in another system, instead of `contact_id`; where both are given, it decides */
    contact_external_id?: string | null;
    /** The contact, who must be a person */
    contact_id?: number | null;
    /** What the contact is in the household; by default other */
    member_role?: MemberRole | null;
}

/** The body HouseholdUpdate. */
export interface HouseholdUpdate {
    /** The name on envelopes; addressed_envelope_name has one made from the names */
    household_envelope_name?: string | null;
    /** The household's id in another system, unique in the account */
    household_external_id?: string | null;
    /** 1: one letter and one statement are for all members; by default 1 */
    household_joint?: Flag | null;
    /** Name */
    household_name?: string;
    /** How letters address the household; addressed_salutation has one made from the names */
    household_salutation?: string | null;
    /** The members, at most 50, each of no other household; they replace the stored ones */
    members?: Array<HouseholdMemberCreate> | null;
}

/** A file whose rows become records. */
export interface Import {
    /** When the import was asked for */
    created_at: string;
    /** How many became new records; in a dry run, would */
    created_count: number;
    /** 1: the rows are only judged, and nothing is written */
    dry_run: Flag;
    /** How many had problems, and changed nothing */
    failed_count: number;
    /** When it ended */
    finished_at: string | null;
    /** Identifier */
    id: number;
    /** Why it has failed */
    import_error: string | null;
    /** What the rows become */
    import_kind: ImportKind;
    /** How far it has come: receiving, while the file arrives; queued, while an earlier import of the account goes on; running; finished, when every row is done, those with problems too; or failed */
    import_status: ImportStatus;
    /** How many problems there are, ignored columns included */
    problem_count: number;
    /** How many of them are done */
    processed_count: number;
    /** How many rows the file has besides its header; null while it arrives */
    row_count: number | null;
    /** How many had nothing to import: blank ones, and in a file with a mapping those of totals, and those of gifts that are there already if it leaves them out; in an undo, further rows of a record */
    skipped_count: number;
    /** The import that this one takes back, if it is an undo */
    undoes_import_id: number | null;
    /** How many changed records; in a dry run, would; in an undo, how many records are taken back */
    updated_count: number;
}

/** The event imports.finished */
export interface ImportFinishedEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Import;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "imports.finished";
}

export type ImportKind = "contacts" | "gifts" | "pledges" | "tasks" | "households" | "funds" | "campaigns" | "batches";

/** What is wrong with a row of a file, or with its header. */
export interface ImportProblem {
    /** The column, if the problem is one column's */
    column: string | null;
    /** The rule that is broken */
    message: string;
    /** The number of the row; the header is row 1, and empty lines do not count */
    row: number;
}

/** A row of an import, and its record. */
export interface ImportRow {
    /** The id of the record, of the kind that is imported */
    record_id: number;
    /** The number of the row; the header is row 1, and empty lines do not count */
    row: number;
    /** Whether the row has created the record or changed it */
    row_outcome: RowOutcome;
}

export type ImportStatus = "receiving" | "queued" | "running" | "finished" | "failed";

/** A file whose rows become records, and what is wrong with it. */
export interface ImportWithProblems {
    /** When the import was asked for */
    created_at: string;
    /** How many became new records; in a dry run, would */
    created_count: number;
    /** 1: the rows are only judged, and nothing is written */
    dry_run: Flag;
    /** How many had problems, and changed nothing */
    failed_count: number;
    /** When it ended */
    finished_at: string | null;
    /** Identifier */
    id: number;
    /** Why it has failed */
    import_error: string | null;
    /** What the rows become */
    import_kind: ImportKind;
    /** How far it has come: receiving, while the file arrives; queued, while an earlier import of the account goes on; running; finished, when every row is done, those with problems too; or failed */
    import_status: ImportStatus;
    /** What the columns of the file mean, if a mapping says it */
    mapping: { [name: string]: unknown } | null;
    /** How many problems there are, ignored columns included */
    problem_count: number;
    /** The first 1,000 problems, in the order of the rows */
    problems: Array<ImportProblem>;
    /** How many of them are done */
    processed_count: number;
    /** How many rows the file has besides its header; null while it arrives */
    row_count: number | null;
    /** The last import before this one that wrote rows of the same file */
    same_file_import_id: number | null;
    /** How many had nothing to import: blank ones, and in a file with a mapping those of totals, and those of gifts that are there already if it leaves them out; in an undo, further rows of a record */
    skipped_count: number;
    /** The import that this one takes back, if it is an undo */
    undoes_import_id: number | null;
    /** How many changed records; in a dry run, would; in an undo, how many records are taken back */
    updated_count: number;
}

export type Include = "none" | "contact" | "contact.emails" | "contact.phones" | "contact.addresses" | "giftType" | "giving";

export type Lapse = "lybunt" | "sybunt";

/** Pledges that are later than their grace: 7 days for weekly ones, 10 for those due every 2 or 4 weeks or twice monthly, else 30. */
export interface Late {
    /** How many there are */
    count: number;
    /** What they amount to per month */
    monthly_amount: number;
}

/** A member of the account. */
export interface Member {
    /** The user's email address */
    user_email: string;
    /** The user's id, as `task_assignee_id` of tasks and `actor` of events have it */
    user_id: number;
    /** The user's name */
    user_name: string | null;
    /** What the user may do in the account */
    user_role: MembershipRole;
}

export type MemberRole = "head" | "partner" | "child" | "other";

export type MembershipRole = "owner" | "member";

/** What a merge has moved, or would move. */
export interface Merge {
    /** The fields of which both contacts have different values: each keeps its own, unless `keep` says otherwise */
    conflicts: Array<MergeConflict>;
    /** The contact that stays, as it is now; null in a dry run */
    contact: Contact | null;
    /** Whether nothing was written */
    dry_run: Flag;
    /** The fields that were empty and have the other contact's value now */
    filled: Array<string>;
    /** How much has moved, or would move */
    moved: Moved;
}

/** A field of which both contacts have different values. */
export interface MergeConflict {
    /** The field; a dot separates contact_custom from a name in it */
    field: string;
    /** The value that the contact has which stays */
    kept: unknown;
    /** The other value: of the archived contact, or, if that one's is kept, of the contact that stays as it was before */
    left: unknown;
}

/** The body MergeCreate. */
export interface MergeCreate {
    /** 1: only shows what would move and what conflicts, and writes nothing */
    dry_run?: Flag | null;
    /** The contact whose records move, and which is archived */
    from_id: number;
    /** Whose value stays where both contacts have one, by the names of fields as `conflicts` has them: `into`, as for every field that is not here, or `from`. What it says of a field whose values do not conflict is ignored */
    keep?: { [name: string]: unknown } | null;
}

export type MergeSide = "into" | "from";

/** How many records and items have moved. */
export interface Moved {
    /** Postal addresses */
    addresses: number;
    /** Email addresses that the other contact did not have */
    emails: number;
    /** Members of the family */
    familyMembers: number;
    /** Gifts that the contact gave */
    gifts: number;
    /** The place in a household: the contact that stays gets it, unless it has one of its own */
    households: number;
    /** Contacts of an organisation */
    people: number;
    /** Phone numbers */
    phones: number;
    /** Pledges, whose gifts move with them */
    pledges: number;
    /** Contacts whom the contact has referred */
    referred: number;
    /** Gifts of others that the contact is credited with */
    soft_credits: number;
    /** Tags that the other contact did not have */
    tags: number;
    /** Tasks */
    tasks: number;
}

export type Newsletter = "none" | "email" | "physical" | "both";

/** Pledges for which less was received until today than was due. */
export interface OpenPledges {
    /** How many there are */
    count: number;
    /** What is missing of them. What is over for one pledge does not count for another */
    total: number;
}

/** A time in which no gift of a pledge is due. */
export interface PauseFields {
    /** The first day */
    pause_from: string;
    /** The last day; null while nobody knows it */
    pause_until: string | null;
}

/** The received gifts of a part of the period. */
export interface Period {
    /** How many there are */
    count: number;
    /** 2026-06, 2026-Q2, 2026, or the gift type's name, the fund, the campaign or the contact's id; null for gifts without one */
    period: string | null;
    /** Their sum */
    total: number;
}

/** A phone number of a contact. */
export interface Phone {
    /** Identifier */
    id: number;
    /** Extension */
    phone_extension: string | null;
    /** The number, as given */
    phone_number: string;
    /** 1 for exactly one number: the one marked, else the first */
    phone_primary: Flag;
    /** What the number is for; by default mobile */
    phone_type: PhoneType;
}

/** The body PhoneCreate. */
export interface PhoneCreate {
    /** Extension */
    phone_extension?: string | null;
    /** The number, as given */
    phone_number: string;
    /** 1 for exactly one number: the one marked, else the first */
    phone_primary?: Flag | null;
    /** What the number is for; by default mobile */
    phone_type?: PhoneType | null;
}

export type PhoneType = "mobile" | "home" | "work" | "fax" | "other";

/** The body PhoneUpdate. */
export interface PhoneUpdate {
    /** The number to change in place */
    id?: number | null;
    /** Extension */
    phone_extension?: string | null;
    /** The number, as given */
    phone_number?: string;
    /** 1 for exactly one number: the one marked, else the first */
    phone_primary?: Flag | null;
    /** What the number is for; by default mobile */
    phone_type?: PhoneType | null;
}

/** A contact's picture. */
export interface Picture {
    /** Identifier */
    id: number;
    /** Where the picture is, https */
    picture_url: string;
}

/** The body PictureCreate. */
export interface PictureCreate {
    /** Where the picture is, https */
    picture_url: string;
}

/** The event webhooks.ping */
export interface PingEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Webhook;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "webhooks.ping";
}

/** A pledge. Its amount is that of each gift; what depends on the day is as of today in the account's time zone: also the amount, the frequency and the status, which can change over time. */
export interface Pledge {
    /** The contact's own fields */
    contact?: ContactFields | null;
    /** Who promises */
    contact_id: number;
    /** When the record was created */
    created_at: string;
    /** Identifier */
    id: number;
    /** When no gift is due */
    pauses: Array<PauseFields>;
    /** The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string */
    pledge_amount: number;
    /** What the pledge amounts to in a year */
    pledge_annual_amount: number;
    /** Received less expected: negative when the pledge is behind */
    pledge_balance?: number;
    /** Currency, ISO 4217; by default the account's */
    pledge_currency: string;
    /** Data of your own, at most 16 KiB */
    pledge_custom: { [name: string]: unknown } | null;
    /** Days since the next due date for an active pledge, else 0 */
    pledge_days_late?: number;
    /** The last day on which a gift can be due */
    pledge_end_date: string | null;
    /** What has been due until today */
    pledge_expected_to_date?: number;
    /** The pledge's id in another system, unique in the account */
    pledge_external_id: string | null;
    /** How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood */
    pledge_frequency: PledgeFrequency;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    pledge_fund: string | null;
    /** What the pledge amounts to in a month */
    pledge_monthly_amount: number;
    /** The first due date that is not covered; null past the end */
    pledge_next_due_date?: string | null;
    /** Notes */
    pledge_notes: string | null;
    /** The received gifts of the pledge until today */
    pledge_received_to_date?: number;
    /** The first due date, not before 1900; by default today in the account's time zone */
    pledge_start_date: string;
    /** The status, or for an active pledge whether it is upcoming, active or ended */
    pledge_state?: PledgeState;
    /** What was decided about the pledge; by default active */
    pledge_status: PledgeStatus;
    /** What was agreed from which day on: the first from the pledge's start */
    terms: Array<TermFields>;
    /** When the record was last changed */
    updated_at: string;
}

/** The body PledgeCreate. */
export interface PledgeCreate {
    /** The external id of the giver, instead of `contact_id` */
    contact_external_id?: string | null;
    /** Who promises */
    contact_id?: number;
    /** The giver as another system knows them, instead of `contact_id` */
    contact_match?: ContactMatch | null;
    /** The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string */
    pledge_amount: number;
    /** The day from which on another amount, frequency or status holds; by default today. On or before the start, or before the second term, the amount or the frequency corrects the first term instead. If nothing else changes: the day from which on the amount and the frequency have been as they are, or the first day of a planned pause, which is taken back */
    pledge_change_from?: string | null;
    /** Currency, ISO 4217; by default the account's */
    pledge_currency?: string | null;
    /** Data of your own, at most 16 KiB */
    pledge_custom?: { [name: string]: unknown } | null;
    /** The last day on which a gift can be due */
    pledge_end_date?: string | null;
    /** The pledge's id in another system, unique in the account */
    pledge_external_id?: string | null;
    /** How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood */
    pledge_frequency?: PledgeFrequencyInput | null;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    pledge_fund?: string | null;
    /** Notes */
    pledge_notes?: string | null;
    /** The last day of a pause, after which the pledge is active again; with pledge_status paused */
    pledge_pause_until?: string | null;
    /** The first due date, not before 1900; by default today in the account's time zone */
    pledge_start_date?: string | null;
    /** What was decided about the pledge; by default active */
    pledge_status?: PledgeStatus | null;
}

/** The event pledges.create */
export interface PledgeCreateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Pledge;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "pledges.create";
}

export type PledgeFrequency = "weekly" | "every_2_weeks" | "every_4_weeks" | "twice_monthly" | "monthly" | "every_2_months" | "quarterly" | "every_4_months" | "twice_yearly" | "yearly" | "every_2_years" | "one_time";

export type PledgeFrequencyInput = "weekly" | "every_2_weeks" | "every_4_weeks" | "twice_monthly" | "monthly" | "every_2_months" | "quarterly" | "every_4_months" | "twice_yearly" | "yearly" | "every_2_years" | "one_time" | "annual" | "annually" | "biweekly" | "fortnightly" | "semiannual" | "semi-annual" | "once";

/** Pledges by year. Those that are active, upcoming or ended today count. */
export interface PledgeReport {
    /** The day of the report: today in the account's time zone */
    as_of: string;
    /** How many pledges count */
    count: number;
    /** The currency of all amounts */
    currency: string;
    /** How many are late today, as in the giving summary */
    late_count: number;
    /** What is missing today */
    open: OpenPledges;
    /** The currencies of other active, upcoming and ended pledges, which no figure counts */
    other_currencies: Array<string>;
    /** The first month of a year */
    year_start: number;
    /** The years, in order */
    years: Array<PledgeYear>;
}

export type PledgeState = "upcoming" | "active" | "ended" | "paused" | "cancelled" | "written_off";

export type PledgeStatus = "active" | "paused" | "cancelled" | "written_off";

/** The body PledgeUpdate. */
export interface PledgeUpdate {
    /** The external id of the giver, instead of `contact_id` */
    contact_external_id?: string | null;
    /** Who promises */
    contact_id?: number;
    /** The giver as another system knows them, instead of `contact_id` */
    contact_match?: ContactMatch | null;
    /** The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string */
    pledge_amount?: number;
    /** The day from which on another amount, frequency or status holds; by default today. On or before the start, or before the second term, the amount or the frequency corrects the first term instead. If nothing else changes: the day from which on the amount and the frequency have been as they are, or the first day of a planned pause, which is taken back */
    pledge_change_from?: string | null;
    /** Currency, ISO 4217; by default the account's */
    pledge_currency?: string | null;
    /** Data of your own, at most 16 KiB */
    pledge_custom?: { [name: string]: unknown } | null;
    /** The last day on which a gift can be due */
    pledge_end_date?: string | null;
    /** The pledge's id in another system, unique in the account */
    pledge_external_id?: string | null;
    /** How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood */
    pledge_frequency?: PledgeFrequencyInput | null;
    /** Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list */
    pledge_fund?: string | null;
    /** Notes */
    pledge_notes?: string | null;
    /** The last day of a pause, after which the pledge is active again; with pledge_status paused */
    pledge_pause_until?: string | null;
    /** The first due date, not before 1900; by default today in the account's time zone */
    pledge_start_date?: string | null;
    /** What was decided about the pledge; by default active */
    pledge_status?: PledgeStatus | null;
}

/** The event pledges.update */
export interface PledgeUpdateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** Of an update: the own fields and lists that differ */
    changed?: Array<string>;
    /** The record, as a read at that moment returned it */
    data: Pledge;
    /** The event's id */
    id: string;
    /** Of an update: what these were before; null after an erasure */
    previous?: { [name: string]: unknown };
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "pledges.update";
}

/** What pledges made due in a year, and what was received for them in it. */
export interface PledgeYear {
    /** What was due */
    expected: number;
    /** Its first day */
    from: string;
    /** What was received, in percent of what was due; null if nothing was */
    fulfilment_rate: number | null;
    /** 1 if the year is over */
    is_complete: Flag;
    /** The received gifts of the year for these pledges */
    received: number;
    /** What is missing, at least 0 */
    remaining: number;
    /** The last day that counts: the year's last day, or today while it goes on */
    to: string;
    /** The year, called by the calendar year in which it ends */
    year: number;
}

/** What pledges amount to on the day. */
export interface Pledged {
    /** How many active recurring pledges there are */
    active_count: number;
    /** Active recurring pledges, per year */
    annual: number;
    /** Active recurring pledges, per month */
    monthly: number;
    /** What is still to come of active one-time pledges */
    one_time_outstanding: number;
    /** Pledges that have not started yet, per month */
    upcoming_monthly: number;
}

/** The body PurposeMergeCreate. */
export interface PurposeMergeCreate {
    /** The one whose gifts and pledges move, and which is removed */
    from_id: number;
}

/** A job that sends a webhook what it has missed. */
export interface Recovery {
    /** When the recovery was asked for */
    created_at: string;
    /** How many events there are in the span of time */
    event_count: number;
    /** How many of them have been examined */
    examined_count: number;
    /** When it ended */
    finished_at: string | null;
    /** Identifier */
    id: number;
    /** Whether only failed deliveries are sent again */
    only_failed: Flag;
    /** How many of those were queued for the webhook */
    queued_count: number;
    /** Running; finished, when everything is queued; or stopped, because the webhook was disabled */
    recovery_status: RecoveryStatus;
    /** The first moment of the events */
    since: string;
    /** The moment before which they happened */
    until: string;
    /** The webhook */
    webhook_id: number;
}

/** The body RecoveryCreate. */
export interface RecoveryCreate {
    /** 1: only deliveries that have failed for good; 0, the default: also skipped ones, those that wait for a retry, and events that were never queued */
    only_failed?: Flag | null;
    /** The first moment of the events */
    since: string;
    /** The moment before which they happened; by default now */
    until?: string | null;
}

export type RecoveryStatus = "running" | "finished" | "stopped";

export type RowOutcome = "created" | "updated";

/** A saved list: the filters of a list under a name. A list that is not shared is there for nobody but who made it. */
export interface SavedList {
    /** When it was made */
    created_at: string;
    /** Identifier */
    id: number;
    /** The headings of the columns that its file for people has; empty for all */
    list_columns: Array<string>;
    /** The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers */
    list_filter: { [name: string]: unknown };
    /** The kind of its records */
    list_kind: ImportKind;
    /** Name */
    list_name: string;
    /** 1: all members of the account see it; by default 0. Only who made it can set it back to 0 */
    list_shared: Flag;
    /** When it was last changed */
    updated_at: string;
    /** The user who made it */
    user_id: number | null;
}

/** The body SavedListCreate. */
export interface SavedListCreate {
    /** The headings of the columns that its file for people has; empty for all */
    list_columns?: Array<string> | null;
    /** The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers */
    list_filter?: { [name: string]: unknown } | null;
    /** The kind of its records */
    list_kind: ImportKind;
    /** Name */
    list_name: string;
    /** 1: all members of the account see it; by default 0. Only who made it can set it back to 0 */
    list_shared?: Flag | null;
}

/** The body SavedListUpdate. */
export interface SavedListUpdate {
    /** The headings of the columns that its file for people has; empty for all */
    list_columns?: Array<string> | null;
    /** The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers */
    list_filter?: { [name: string]: unknown } | null;
    /** The kind of its records */
    list_kind?: ImportKind;
    /** Name */
    list_name?: string;
    /** 1: all members of the account see it; by default 0. Only who made it can set it back to 0 */
    list_shared?: Flag | null;
}

/** The body SecretRotation. */
export interface SecretRotation {
    /** How long the old secret signs too, in hours, so that receivers can change over; 24 by default */
    overlap_hours?: number | null;
}

/** A received gift, as a statement shows it. */
export interface StatementLine {
    /** The giver */
    contact_id: number | null;
    /** Amount, with the decimals of its currency; of a gift in kind, the value that was recorded */
    gift_amount: number;
    /** Currency, ISO 4217 */
    gift_currency: string;
    /** The day of the gift */
    gift_date: string;
    /** What was given, if gift_in_kind is 1: the gift's memo */
    gift_description: string | null;
    /** Fund */
    gift_fund: string | null;
    /** The gift */
    gift_id: number;
    /** 1 for what is no money, such as goods or stock: a statement describes it, and no total of money has it */
    gift_in_kind: Flag;
    /** Number of the cheque, or else the reference of the payment */
    gift_reference: string | null;
    /** The kind of gift */
    gift_type: string | null;
}

/** A tag; tags belong to the account */
export interface Tag {
    /** Identifier */
    id: number;
    /** Name, unique in the account without regard to case */
    tag_name: string;
}

/** A tag of contacts. */
export interface TagInUse {
    /** How many contacts have it, archived ones included */
    contact_count: number;
    /** The tag, as it was written first */
    tag_name: string;
}

/** A task. */
export interface Task {
    /** The contact's own fields */
    contact?: ContactFields | null;
    /** The contact that it is about */
    contact_id: number | null;
    /** When the record was created */
    created_at: string;
    /** The gift that it is about, of the task's contact if both are known, or credited to that contact */
    gift_id: number | null;
    /** Identifier */
    id: number;
    /** The pledge that it is about, of the task's contact if there is one */
    pledge_id: number | null;
    /** The member of the account who is to do it: a `user_id` of `GET /members` */
    task_assignee_id: number | null;
    /** The day on which the task was done, at most one day ahead. When it is sent, it sets task_done */
    task_completed_on: string | null;
    /** Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it */
    task_done: Flag;
    /** The day on which it is due */
    task_due_date: string | null;
    /** The time at which it is due, HH:MM; needs task_due_date */
    task_due_time: string | null;
    /** The task's id in another system, unique in the account */
    task_external_id: string | null;
    /** Notes */
    task_notes: string | null;
    /** Urgency; by default normal */
    task_priority: TaskPriority;
    /** How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day */
    task_repeat: TaskRepeat | null;
    /** What came of it */
    task_result: TaskResult | null;
    /** Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0 */
    task_status: TaskStatus;
    /** What the task is about */
    task_subject: string;
    /** What is to be done; by default to_do */
    task_type: TaskType;
    /** When the record was last changed */
    updated_at: string;
}

/** The body TaskCreate. */
export interface TaskCreate {
    /** The external id of the contact, instead of `contact_id` */
    contact_external_id?: string | null;
    /** The contact that it is about */
    contact_id?: number | null;
    /** The external id of the gift, instead of `gift_id` */
    gift_external_id?: string | null;
    /** The gift that it is about, of the task's contact if both are known, or credited to that contact */
    gift_id?: number | null;
    /** The external id of the pledge, instead of `pledge_id` */
    pledge_external_id?: string | null;
    /** The pledge that it is about, of the task's contact if there is one */
    pledge_id?: number | null;
    /** The member of the account who is to do it: a `user_id` of `GET /members` */
    task_assignee_id?: number | null;
    /** The day on which the task was done, at most one day ahead. When it is sent, it sets task_done */
    task_completed_on?: string | null;
    /** Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it */
    task_done?: Flag | null;
    /** The day on which it is due */
    task_due_date?: string | null;
    /** The time at which it is due, HH:MM; needs task_due_date */
    task_due_time?: string | null;
    /** The task's id in another system, unique in the account */
    task_external_id?: string | null;
    /** Notes */
    task_notes?: string | null;
    /** Urgency; by default normal */
    task_priority?: TaskPriority | null;
    /** How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day */
    task_repeat?: TaskRepeat | null;
    /** What came of it */
    task_result?: TaskResult | null;
    /** Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0 */
    task_status?: TaskStatus | null;
    /** What the task is about */
    task_subject: string;
    /** What is to be done; by default to_do */
    task_type?: TaskType | null;
}

/** The event tasks.create */
export interface TaskCreateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Task;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "tasks.create";
}

export type TaskDue = "today" | "this_week";

export type TaskPriority = "low" | "normal" | "high";

export type TaskRepeat = "weekly" | "monthly" | "quarterly" | "yearly";

export type TaskResult = "done" | "attempted" | "left_message" | "received";

export type TaskStatus = "open" | "done" | "cancelled";

export type TaskType = "call" | "email" | "text" | "letter" | "appointment" | "in_person" | "thank" | "pledge_reminder" | "newsletter" | "prayer" | "to_do";

/** The body TaskUpdate. */
export interface TaskUpdate {
    /** The external id of the contact, instead of `contact_id` */
    contact_external_id?: string | null;
    /** The contact that it is about */
    contact_id?: number | null;
    /** The external id of the gift, instead of `gift_id` */
    gift_external_id?: string | null;
    /** The gift that it is about, of the task's contact if both are known, or credited to that contact */
    gift_id?: number | null;
    /** The external id of the pledge, instead of `pledge_id` */
    pledge_external_id?: string | null;
    /** The pledge that it is about, of the task's contact if there is one */
    pledge_id?: number | null;
    /** The member of the account who is to do it: a `user_id` of `GET /members` */
    task_assignee_id?: number | null;
    /** The day on which the task was done, at most one day ahead. When it is sent, it sets task_done */
    task_completed_on?: string | null;
    /** Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it */
    task_done?: Flag | null;
    /** The day on which it is due */
    task_due_date?: string | null;
    /** The time at which it is due, HH:MM; needs task_due_date */
    task_due_time?: string | null;
    /** The task's id in another system, unique in the account */
    task_external_id?: string | null;
    /** Notes */
    task_notes?: string | null;
    /** Urgency; by default normal */
    task_priority?: TaskPriority | null;
    /** How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day */
    task_repeat?: TaskRepeat | null;
    /** What came of it */
    task_result?: TaskResult | null;
    /** Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0 */
    task_status?: TaskStatus | null;
    /** What the task is about */
    task_subject?: string;
    /** What is to be done; by default to_do */
    task_type?: TaskType | null;
}

/** The event tasks.update */
export interface TaskUpdateEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** Of an update: the own fields and lists that differ */
    changed?: Array<string>;
    /** The record, as a read at that moment returned it */
    data: Task;
    /** The event's id */
    id: string;
    /** Of an update: what these were before; null after an erasure */
    previous?: { [name: string]: unknown };
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** The number of the event among those of the record */
    sequence?: number;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "tasks.update";
}

/** What was agreed for a pledge from a day on. */
export interface TermFields {
    /** The amount of each gift */
    term_amount: number;
    /** How often a gift is due */
    term_frequency: PledgeFrequency;
    /** The first day */
    term_from: string;
}

export type TributeType = "in_honor_of" | "in_memory_of";

export type Via = "api" | "web" | "import" | "merge" | "erasure";

/** A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it. */
export interface Webhook {
    /** When the record was created */
    created_at: string;
    /** Identifier */
    id: number;
    /** When the record was last changed */
    updated_at: string;
    /** The most attempts at once from each dispatcher; null for as many as the receiver keeps up with */
    webhook_concurrency: number | null;
    /** What it is for */
    webhook_description: string | null;
    /** Why it is disabled */
    webhook_disabled_reason: string | null;
    /** The events that are sent, of which `gifts.*` is every one of gifts; empty for all */
    webhook_events: Array<WebhookEvent>;
    /** Since when every attempt has failed; null while deliveries succeed. After 5 days it is disabled */
    webhook_failing_since: string | null;
    /** What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows */
    webhook_include: Array<Include>;
    /** When an attempt last failed */
    webhook_last_failure_at: string | null;
    /** When a delivery last succeeded */
    webhook_last_success_at: string | null;
    /** Until when the previous secret signs too; null if there is none, or none any more */
    webhook_previous_secret_until: string | null;
    /** The most attempts per second; null for no limit */
    webhook_rate_limit: number | null;
    /** 1: leave out updates that changed nothing */
    webhook_skip_unchanged: Flag;
    /** Active; paused (deliveries wait); or disabled (deliveries are skipped) */
    webhook_status: WebhookStatus;
    /** Where events are sent: https on port 443 or 8443 at a public address */
    webhook_url: string;
}

/** The body WebhookCreate. */
export interface WebhookCreate {
    /** The most attempts at once from each dispatcher; null for as many as the receiver keeps up with */
    webhook_concurrency?: number | null;
    /** What it is for */
    webhook_description?: string | null;
    /** The events that are sent, of which `gifts.*` is every one of gifts; empty for all */
    webhook_events?: Array<WebhookEvent> | null;
    /** Headers to send along, such as a token of the receiver's; never shown again, and cleared when webhook_url gets another scheme, host or port without them */
    webhook_headers?: { [name: string]: unknown } | null;
    /** What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows */
    webhook_include?: Array<Include> | null;
    /** The most attempts per second; null for no limit */
    webhook_rate_limit?: number | null;
    /** 1: leave out updates that changed nothing */
    webhook_skip_unchanged?: Flag | null;
    /** Active; paused (deliveries wait); or disabled (deliveries are skipped) */
    webhook_status?: WebhookStatus | null;
    /** Where events are sent: https on port 443 or 8443 at a public address */
    webhook_url: string;
}

/** The event webhooks.disabled */
export interface WebhookDisabledEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Webhook;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "webhooks.disabled";
}

export type WebhookEvent = "contacts.*" | "contacts.create" | "contacts.update" | "gifts.*" | "gifts.create" | "gifts.update" | "pledges.*" | "pledges.create" | "pledges.update" | "tasks.*" | "tasks.create" | "tasks.update" | "webhooks.failing" | "webhooks.disabled" | "imports.finished";

/** The event webhooks.failing */
export interface WebhookFailingEvent {
    /** The account */
    account_id?: number;
    /** Who did it, and how */
    actor?: Actor;
    /** The record, as a read at that moment returned it */
    data: Webhook;
    /** The event's id */
    id: string;
    /** The `X-Request-Id` of the request; of an import, `import-` and its id */
    request_id?: string | null;
    /** When it happened */
    timestamp: string;
    /** What happened */
    type: "webhooks.failing";
}

export type WebhookStatus = "active" | "paused" | "disabled";

/** What came of trying a webhook out. */
export interface WebhookTest {
    /** How it ended: success; status (an answer other than 2xx); too_large (an answer of over 64 KiB); or why there was no answer */
    attempt_outcome: AttemptOutcome;
    /** When it began */
    attempted_at: string;
    /** How long it took, in milliseconds */
    duration_ms: number;
    /** Why there was no answer, for people */
    error: string | null;
    /** The `webhook-id` that the receiver got */
    event_id: string;
    /** The beginning of the answer's body, at most 4 KiB */
    response_body: string | null;
    /** The answer's status */
    status_code: number | null;
    /** What the same answer to a delivery would have done besides; null for nothing */
    warning: string | null;
}

/** The body WebhookUpdate. */
export interface WebhookUpdate {
    /** The most attempts at once from each dispatcher; null for as many as the receiver keeps up with */
    webhook_concurrency?: number | null;
    /** What it is for */
    webhook_description?: string | null;
    /** The events that are sent, of which `gifts.*` is every one of gifts; empty for all */
    webhook_events?: Array<WebhookEvent> | null;
    /** Headers to send along, such as a token of the receiver's; never shown again, and cleared when webhook_url gets another scheme, host or port without them */
    webhook_headers?: { [name: string]: unknown } | null;
    /** What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows */
    webhook_include?: Array<Include> | null;
    /** The most attempts per second; null for no limit */
    webhook_rate_limit?: number | null;
    /** 1: leave out updates that changed nothing */
    webhook_skip_unchanged?: Flag | null;
    /** Active; paused (deliveries wait); or disabled (deliveries are skipped) */
    webhook_status?: WebhookStatus | null;
    /** Where events are sent: https on port 443 or 8443 at a public address */
    webhook_url?: string;
}

/** A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it. */
export interface WebhookWithSecret {
    /** When the record was created */
    created_at: string;
    /** Identifier */
    id: number;
    /** When the record was last changed */
    updated_at: string;
    /** The most attempts at once from each dispatcher; null for as many as the receiver keeps up with */
    webhook_concurrency: number | null;
    /** What it is for */
    webhook_description: string | null;
    /** Why it is disabled */
    webhook_disabled_reason: string | null;
    /** The events that are sent, of which `gifts.*` is every one of gifts; empty for all */
    webhook_events: Array<WebhookEvent>;
    /** Since when every attempt has failed; null while deliveries succeed. After 5 days it is disabled */
    webhook_failing_since: string | null;
    /** What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows */
    webhook_include: Array<Include>;
    /** When an attempt last failed */
    webhook_last_failure_at: string | null;
    /** When a delivery last succeeded */
    webhook_last_success_at: string | null;
    /** Until when the previous secret signs too; null if there is none, or none any more */
    webhook_previous_secret_until: string | null;
    /** The most attempts per second; null for no limit */
    webhook_rate_limit: number | null;
    /** The secret that signs deliveries; shown here only, so keep it */
    webhook_secret: string;
    /** 1: leave out updates that changed nothing */
    webhook_skip_unchanged: Flag;
    /** Active; paused (deliveries wait); or disabled (deliveries are skipped) */
    webhook_status: WebhookStatus;
    /** Where events are sent: https on port 443 or 8443 at a public address */
    webhook_url: string;
}

/** The received gifts of the same days of the year before. */
export interface YearBefore {
    /** How many there are */
    count: number;
    /** From how many contacts; an unattributed gift counts none */
    donor_count: number;
    /** The first day */
    from: string;
    /** The last day, included: the year's last day, or the same day as `to` while the year goes on, and 28 February for 29 February */
    to: string;
    /** Their sum */
    total: number;
}

/** The parameters of a list of contacts. */
export interface ContactsQuery {
    /** Only archived contacts, or only the others */
    archived?: Flag;
    /** Only contacts whose birthday is in this month, 1 to 12 */
    birthday_month?: number;
    /** `household`: of the members of a joint household whom the other filters find, only the first is listed, those first who live and are not archived; what they gave together counts for each in the filters by gifts */
    by?: "household";
    /** Only contacts with an address in this city, without regard to case */
    city?: string;
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Only contacts with an address in this country, ISO 3166-1 alpha-2 */
    country?: string;
    /** `soft`: gifts of others that a contact is credited with count as its own in the filters by gifts; not with `by` */
    credit?: "soft";
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only contacts with these values in `contact_custom`: `custom[shirt]=M`, or `custom.shirt=M`, finds those whose `shirt` is M. A number, `true`, `false` or `null` finds the text and the value. At most 5 keys */
    custom?: { [name: string]: unknown };
    /** Only contacts who have died, or only the others */
    deceased?: Flag;
    /** Only contacts who must not be called, or only the others */
    do_not_call?: Flag;
    /** Only contacts who must not be emailed, or only the others */
    do_not_email?: Flag;
    /** Only contacts who must not be written to, or only the others */
    do_not_mail?: Flag;
    /** Only contacts with this email address, without regard to case */
    email?: string;
    /** Only the contact with this id in another system */
    external_id?: string;
    /** Only contacts whose first received gift was after this day */
    first_gift_after?: string;
    /** Only contacts who gave for this campaign, without regard to case; only such gifts count */
    given_campaign?: string;
    /** Only contacts who gave at least this often; a correction of less than 0 is no gift of its own */
    given_count_min?: number;
    /** Only contacts who gave on this day or later; the gifts that the other filters of this name count begin with it */
    given_from?: string;
    /** Only contacts who gave for this fund, without regard to case; only such gifts count */
    given_fund?: string;
    /** Only contacts who gave, and no more than this */
    given_max?: number;
    /** Only contacts who gave this much or more in the account's currency: their received gifts together */
    given_min?: number;
    /** Only contacts who gave on this day or earlier; the gifts that the other filters of this name count end with it */
    given_to?: string;
    /** Only contacts with a full address (two of a street or second line, a city and a postal code), or only the others */
    has_address?: Flag;
    /** Only contacts with an email address, or only the others */
    has_email?: Flag;
    /** Only the members of this household, or of several */
    household?: Array<number>;
    /** Only the contact with this id, or with one of several */
    id?: Array<number>;
    /** What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it */
    include?: Array<"none" | "giving">;
    /** Only contacts who gave, and have not given this year: last year (lybunt), or in any year before (sybunt), without archived ones and those who have died; received gifts count */
    lapsed?: Lapse;
    /** Only contacts whose last received gift was after this day */
    last_gift_after?: string;
    /** Only contacts whose last received gift was before this day */
    last_gift_before?: string;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** Only contacts who gave last year and have not given this year (LYBUNT), without archived ones and those who have died, or only the others; received gifts count */
    lybunt?: Flag;
    /** Only contacts that were merged into another one, or only the others */
    merged?: Flag;
    /** Only contacts who want the newsletter so, or in one of several ways */
    newsletter?: Array<Newsletter>;
    /** Only contacts that belong to this organisation, or to one of several */
    org_id?: Array<number>;
    /** Only contacts with an address whose postal code begins so, without regard to case */
    postal_code?: string;
    /** Only contacts with each of these words, or parts of words, in their names, employer, external id, email addresses, phone numbers, or the streets, cities and postal codes of their addresses, without regard to case, accents, apostrophes and hyphens; a phone number may be written in groups of digits */
    q?: string;
    /** The order; `-` reverses it */
    sort?: "id" | "-id" | "contact_lname" | "-contact_lname" | "last_gift_date" | "-last_gift_date" | "given_total" | "-given_total" | "contact_birthday" | "-contact_birthday";
    /** Only contacts with an address in this state, without regard to case */
    state?: string;
    /** Only contacts with this status, or with one of several */
    status?: Array<ContactStatus>;
    /** Only contacts with the tag of this name, without regard to case */
    tag?: string;
    /** Only people, or only organisations */
    type?: ContactType;
    /** Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed */
    updated_since?: string;
}

/** The parameters of a list of gifts. */
export interface GiftsQuery {
    /** Only gifts of this batch, or of several */
    batch_id?: Array<number>;
    /** Only gifts of this campaign, or with a part of it, without regard to case */
    campaign?: string;
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Only gifts of this contact, or of several */
    contact_id?: Array<number>;
    /** Only gifts in this currency */
    currency?: string;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the gift with this `gift_external_id` */
    external_id?: string;
    /** Only gifts of this day or later */
    from?: string;
    /** Only gifts for this fund, or with a part for it, without regard to case */
    fund?: string;
    /** Only gifts of a contact, or only unattributed ones */
    has_contact?: Flag;
    /** What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it */
    include?: Array<"none" | "contact" | "contact.emails" | "contact.phones" | "contact.addresses" | "giftType">;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** Only gifts of this amount or less, each in its own currency */
    max_amount?: number;
    /** Only gifts of this amount or more, each in its own currency */
    min_amount?: number;
    /** Only gifts for this pledge, or for one of several */
    pledge_id?: Array<number>;
    /** Only gifts for which a receipt was sent, or only those without one */
    receipted?: Flag;
    /** The order; `-` reverses it */
    sort?: "gift_date" | "-gift_date" | "id" | "-id";
    /** Only gifts with this status, or with one of several */
    status?: Array<GiftStatus>;
    /** Only gifts whose giver was thanked, or only those whose giver was not */
    thanked?: Flag;
    /** Only gifts of this day or before */
    to?: string;
    /** Only gifts of this type: its name, without regard to case */
    type?: string;
    /** Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed */
    updated_since?: string;
}

/** The parameters of a list of pledges. */
export interface PledgesQuery {
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Only pledges of this contact, or of several */
    contact_id?: Array<number>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the pledge with this `pledge_external_id` */
    external_id?: string;
    /** Only pledges with this frequency, or with one of several */
    frequency?: Array<PledgeFrequency>;
    /** Only pledges for this fund, without regard to case */
    fund?: string;
    /** What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it */
    include?: Array<"none" | "contact" | "contact.emails" | "contact.phones" | "contact.addresses">;
    /** Only pledges that are later today than their frequency allows for, or only those that are not */
    late?: Flag;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** The order; `-` reverses it */
    sort?: "id" | "-id" | "pledge_amount" | "-pledge_amount" | "pledge_balance" | "-pledge_balance" | "pledge_days_late" | "-pledge_days_late" | "pledge_next_due_date" | "-pledge_next_due_date";
    /** Only pledges in this state today, or in one of several */
    state?: Array<PledgeState>;
    /** Only pledges of which this was decided, or one of several */
    status?: Array<PledgeStatus>;
    /** Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed */
    updated_since?: string;
}

/** The parameters of a list of tasks. */
export interface TasksQuery {
    /** Only tasks that are assigned to this member, or to one of several */
    assignee_id?: Array<number>;
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Only tasks about this contact, or about one of several */
    contact_id?: Array<number>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only tasks that are done, or only open ones */
    done?: Flag;
    /** Only open tasks that are due today or were before, or until the end of this week, which is Sunday */
    due?: TaskDue;
    /** Only tasks that are due on this day or later */
    due_from?: string;
    /** Only tasks that are due on this day or before */
    due_to?: string;
    /** Only the task with this `task_external_id` */
    external_id?: string;
    /** What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it */
    include?: Array<"none" | "contact" | "contact.emails" | "contact.phones" | "contact.addresses">;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** Only tasks that are assigned to the user of the key, or only the others */
    mine?: Flag;
    /** Only open tasks that were due before today, or only the others */
    overdue?: Flag;
    /** The order; `-` reverses it */
    sort?: "id" | "-id" | "task_due_date" | "-task_due_date";
    /** Only open tasks, only done or only cancelled ones, or those of several */
    status?: Array<TaskStatus>;
    /** Only tasks of this type, or of one of several */
    type?: Array<TaskType>;
    /** Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed */
    updated_since?: string;
}

/** The parameters of a list of households. */
export interface HouseholdsQuery {
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Only the household of this contact, or those of several */
    contact_id?: Array<number>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the household with this `household_external_id` */
    external_id?: string;
    /** Only households that are joint, or only the others */
    joint?: Flag;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** The order; `-` reverses it */
    sort?: "id" | "-id";
}

/** The parameters of a list of funds. */
export interface FundsQuery {
    /** Only funds that forms offer, or only the others */
    active?: Flag;
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the fund with this `fund_external_id` */
    external_id?: string;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** Only the fund with this name, without regard to case */
    name?: string;
    /** The order; `-` reverses it */
    sort?: "fund_name" | "-fund_name" | "id" | "-id";
}

/** The parameters of a list of campaigns. */
export interface CampaignsQuery {
    /** Only campaigns that forms offer, or only the others */
    active?: Flag;
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the campaign with this `campaign_external_id` */
    external_id?: string;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** Only the campaign with this name, without regard to case */
    name?: string;
    /** The order; `-` reverses it */
    sort?: "campaign_name" | "-campaign_name" | "id" | "-id";
}

/** The parameters of a list of batches. */
export interface BatchesQuery {
    /** Of a file for people: only the columns with these headings, in this order */
    columns?: Array<string>;
    /** Where a page begins: from the `Link` of the page before */
    cursor?: string;
    /** Only the batch with this `batch_external_id` */
    external_id?: string;
    /** Only batches of this day or later */
    from?: string;
    /** How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page */
    limit?: number;
    /** The order; `-` reverses it */
    sort?: "id" | "-id";
    /** Only batches with this status, or with one of several */
    status?: Array<BatchStatus>;
    /** Only batches of this day or before */
    to?: string;
}

/** The parameters of a list of events. */
export interface EventsQuery {
    /** The id of an event: only those that follow it in the log */
    after?: string;
    /** Only events of this type */
    event?: EventType;
    /** What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it */
    include?: Array<"none" | "contact" | "contact.emails" | "contact.phones" | "contact.addresses" | "giftType">;
    /** How many events to return at most; by default all */
    limit?: number;
    /** Only events of this record: its history */
    record?: string;
    /** Only events of this moment or later */
    since?: string;
}

/** Who did it, and how */
export interface Actor {
    /** The user; null for the service itself */
    user_id: number | null;
    /** The way by which the change came */
    via: Via;
}

/** What a webhook or the log of events brings; `type` says which it is. */
export type Event =
    | ContactCreateEvent
    | ContactUpdateEvent
    | GiftCreateEvent
    | GiftUpdateEvent
    | ImportFinishedEvent
    | PledgeCreateEvent
    | PledgeUpdateEvent
    | TaskCreateEvent
    | TaskUpdateEvent
    | WebhookDisabledEvent
    | WebhookFailingEvent
    | PingEvent;
