"""Written by openapi/clients/generate.py from openapi/openapi.json: do not edit."""

from __future__ import annotations

from decimal import Decimal
from typing import Any, Literal, TypedDict, Union

from typing_extensions import NotRequired

# An amount as JSON has it: with a decimal point a Decimal, and otherwise an int.
Amount = Union[Decimal, int]


class Account(TypedDict):
    """The account that the key opens, and the user whose key it is."""

    # 1: gifts are only of the active campaigns of its list
    account_campaigns_closed: Flag
    # 1: gifts and pledges are only for the active funds of its list
    account_funds_closed: Flag
    # Identifier, as `account_id` of events has it
    account_id: int
    # Name of the organisation
    account_name: str
    # 1: it is a sandbox, to try things out in
    account_sandbox: Flag
    # 1: a received gift makes a donor of a contact, prospect or lapsed donor
    account_status_follows_gifts: Flag
    # The currency of its summaries, and of gifts and pledges that name none, ISO 4217
    currency: str
    # The time zone in which its days begin, as in Europe/Lisbon
    timezone: str
    # The user's email address
    user_email: str
    # The user's id, as `actor` of events has it
    user_id: int
    # The user's name
    user_name: str | None
    # What the user may do in the account
    user_role: MembershipRole


class AccountUpdate(TypedDict):
    """The body AccountUpdate."""

    # 1: gifts are only of the active campaigns of its list
    account_campaigns_closed: NotRequired[Flag | None]
    # 1: gifts and pledges are only for the active funds of its list, so a name that is not there is refused
    account_funds_closed: NotRequired[Flag | None]
    # Name of the organisation
    account_name: NotRequired[str]
    # 1: a received gift makes a donor of a contact, prospect or lapsed donor
    account_status_follows_gifts: NotRequired[Flag | None]
    # The currency of its summaries, and of gifts and pledges that name none, ISO 4217. It stays while a gift or a pledge has another one
    currency: NotRequired[str]
    # The time zone in which its days begin, from the IANA database
    timezone: NotRequired[str]


class Address(TypedDict):
    """A postal address of a contact."""

    # City
    address_city: str | None
    # Country, ISO 3166-1 alpha-2
    address_country: str | None
    # Postal code
    address_postal_code: str | None
    # 1 for exactly one address: the one marked, else the first
    address_primary: Flag
    # State, county or province
    address_state: str | None
    # Street and number
    address_street: str | None
    # Second line
    address_street2: str | None
    # What the address is for; by default home
    address_type: AddressType
    # Identifier
    id: int


class AddressCreate(TypedDict):
    """The body AddressCreate."""

    # City
    address_city: NotRequired[str | None]
    # Country, ISO 3166-1 alpha-2
    address_country: NotRequired[str | None]
    # Postal code
    address_postal_code: NotRequired[str | None]
    # 1 for exactly one address: the one marked, else the first
    address_primary: NotRequired[Flag | None]
    # State, county or province
    address_state: NotRequired[str | None]
    # Street and number
    address_street: NotRequired[str | None]
    # Second line
    address_street2: NotRequired[str | None]
    # What the address is for; by default home
    address_type: NotRequired[AddressType | None]


AddressType = Literal['home', 'work', 'mailing', 'seasonal', 'other']


class AddressUpdate(TypedDict):
    """The body AddressUpdate."""

    # City
    address_city: NotRequired[str | None]
    # Country, ISO 3166-1 alpha-2
    address_country: NotRequired[str | None]
    # Postal code
    address_postal_code: NotRequired[str | None]
    # 1 for exactly one address: the one marked, else the first
    address_primary: NotRequired[Flag | None]
    # State, county or province
    address_state: NotRequired[str | None]
    # Street and number
    address_street: NotRequired[str | None]
    # Second line
    address_street2: NotRequired[str | None]
    # What the address is for; by default home
    address_type: NotRequired[AddressType | None]
    # The address to change in place
    id: NotRequired[int | None]


class Apart(TypedDict):
    """Two contacts, and whether somebody keeps them apart."""

    # 1: the list of duplicates leaves them out as a pair
    apart: Flag
    # The two contacts, the one with the lower id first
    contacts: list[Contact]


class ApartCreate(TypedDict):
    """The body ApartCreate."""

    # 1: they are two, and are no duplicates; 0: as if nobody had said so
    apart: Flag
    # The other contact
    contact_id: int


class Attempt(TypedDict):
    """One attempt to deliver an event."""

    # How it ended: success; status (an answer other than 2xx); too_large (an answer of over 64 KiB); or why there was no answer
    attempt_outcome: AttemptOutcome
    # When it began
    attempted_at: str
    # How long it took, in milliseconds
    duration_ms: int
    # Why there was no answer, for people
    error: str | None
    # The beginning of the answer's body, at most 4 KiB
    response_body: str | None
    # The answer's status
    status_code: int | None


AttemptOutcome = Literal['success', 'status', 'too_large', 'timeout', 'dns', 'connect', 'tls', 'reset', 'forbidden_address', 'unsendable']


class Batch(TypedDict):
    """What has become of a batch."""

    # The answer to each operation, in their order
    answers: list[BatchAnswer]
    # How many operations have failed: with `atomic` all of them, or none
    failed_count: int


class BatchAnswer(TypedDict):
    """What a request of its own would be answered with."""

    # The body
    body: dict[str, Any]
    # The headers that are about it
    headers: dict[str, Any]
    # The status; 424 if it was not carried out because of other operations
    status: int


class BatchCreate(TypedDict):
    """The body BatchCreate."""

    # 1: all or nothing, in one transaction; 0, the default: each for itself
    atomic: NotRequired[Flag | None]
    # What to do, one after the other; at most 100
    operations: list[BatchOperation]


class BatchOperation(TypedDict):
    """The body BatchOperation."""

    # What the body of a request of its own would be
    body: dict[str, Any]
    # The external id of the record to update, or to create if there is none
    external_id: NotRequired[str | None]
    # The record to update
    id: NotRequired[int | None]
    # The name of the operation, as in the header `Idempotency-Key`
    idempotency_key: NotRequired[str | None]
    # The entity tag that the record must have, as in the header `If-Match`
    if_match: NotRequired[str | None]
    # The kind of the record
    kind: ImportKind


BatchStatus = Literal['open', 'closed']


class Campaign(TypedDict):
    """A campaign: what gifts answer, such as an appeal."""

    # 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0
    campaign_active: Flag
    # Code, such as that on letters
    campaign_code: str | None
    # Currency of the goal, ISO 4217; by default the account's
    campaign_currency: str
    # Description
    campaign_description: str | None
    # The last day
    campaign_end_date: str | None
    # The campaign's id in another system, unique in the account
    campaign_external_id: str | None
    # What it is to bring in, greater than 0
    campaign_goal: Amount | None
    # Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it
    campaign_name: str
    # What it has brought in: the sum of its received gifts in its currency
    campaign_received: Amount
    # The first day
    campaign_start_date: str | None
    # When the record was created
    created_at: str
    # How many gifts it has, whatever their status
    gift_count: int
    # Identifier
    id: int
    # When the record was last changed
    updated_at: str


class CampaignCreate(TypedDict):
    """The body CampaignCreate."""

    # 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0
    campaign_active: NotRequired[Flag | None]
    # Code, such as that on letters
    campaign_code: NotRequired[str | None]
    # Currency of the goal, ISO 4217; by default the account's
    campaign_currency: NotRequired[str | None]
    # Description
    campaign_description: NotRequired[str | None]
    # The last day
    campaign_end_date: NotRequired[str | None]
    # The campaign's id in another system, unique in the account
    campaign_external_id: NotRequired[str | None]
    # What it is to bring in, greater than 0
    campaign_goal: NotRequired[Amount | None]
    # Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it
    campaign_name: str
    # The first day
    campaign_start_date: NotRequired[str | None]


class CampaignUpdate(TypedDict):
    """The body CampaignUpdate."""

    # 1: forms offer it; by default 1. While the list of campaigns is closed, no new gift is of a campaign with 0
    campaign_active: NotRequired[Flag | None]
    # Code, such as that on letters
    campaign_code: NotRequired[str | None]
    # Currency of the goal, ISO 4217; by default the account's
    campaign_currency: NotRequired[str | None]
    # Description
    campaign_description: NotRequired[str | None]
    # The last day
    campaign_end_date: NotRequired[str | None]
    # The campaign's id in another system, unique in the account
    campaign_external_id: NotRequired[str | None]
    # What it is to bring in, greater than 0
    campaign_goal: NotRequired[Amount | None]
    # Name, unique in the account without regard to case. A new name is that of all its gifts, which have no events of it
    campaign_name: NotRequired[str]
    # The first day
    campaign_start_date: NotRequired[str | None]


class Contact(TypedDict):
    """A person or an organisation."""

    # The contact's postal addresses
    addresses: list[Address]
    # Anniversary, with or without its year
    contact_anniversary: str | None
    # 1 waives the requirement for contact_lname
    contact_anonymous: Flag
    # Birthday, with or without its year
    contact_birthday: str | None
    # Church
    contact_church: str | None
    # Data of your own, at most 16 KiB
    contact_custom: dict[str, Any] | None
    # The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them
    contact_deceased_on: str | None
    # Whether the contact must not be called
    contact_do_not_call: Flag
    # Whether the contact must not be emailed
    contact_do_not_email: Flag
    # Whether the contact must not be written to
    contact_do_not_mail: Flag
    # Employer
    contact_employer: str | None
    # The name on envelopes; derive it from the names when null
    contact_envelope_name: str | None
    # The contact's id in another system, unique in the account
    contact_external_id: str | None
    # First name
    contact_fname: str | None
    # Job title
    contact_job_title: str | None
    # Language, BCP 47
    contact_language: str | None
    # Last name, or an organisation's name; required unless contact_anonymous is 1
    contact_lname: str | None
    # The contact that this one was merged into; null if it was not, and again when it is no longer archived
    contact_merged_into_id: int | None
    # Middle name
    contact_mname: str | None
    # How the contact wants the newsletter
    contact_newsletter: Newsletter
    # Nickname
    contact_nickname: str | None
    # Notes
    contact_notes: str | None
    # The contact who referred this one
    contact_referred_by_id: int | None
    # How letters address the contact; derive it from the names when null
    contact_salutation: str | None
    # How the contact was found
    contact_source: str | None
    # First name of the spouse
    contact_spouse_fname: str | None
    # Last name of the spouse
    contact_spouse_lname: str | None
    # Where the contact stands with the organisation
    contact_status: ContactStatus
    # Suffix
    contact_suffix: str | None
    # Title
    contact_title: str | None
    # What the contact is
    contact_type: ContactType
    # Website
    contact_website: str | None
    # The contact's email addresses
    emails: list[Email]
    # The contact's family
    familyMembers: list[FamilyMember]
    # What the contact has given, with `include=giving`
    giving: NotRequired[Giving]
    # The household that the contact belongs to; `PUT /households/{id}` changes its members
    household: ContactHousehold | None
    # Identifier
    id: int
    # The contact's phone numbers
    phones: list[Phone]
    # The contact's picture
    profilePicture: Picture | None
    # The contact's tags
    tags: list[Tag]


class ContactCreate(TypedDict):
    """The body ContactCreate."""

    # The contact's postal addresses, which replace the stored ones
    addresses: NotRequired[list[AddressCreate] | None]
    # Anniversary, with or without its year
    contact_anniversary: NotRequired[str | None]
    # 1 waives the requirement for contact_lname
    contact_anonymous: NotRequired[Flag | None]
    # Birthday, with or without its year
    contact_birthday: NotRequired[str | None]
    # Church
    contact_church: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    contact_custom: NotRequired[dict[str, Any] | None]
    # The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them
    contact_deceased_on: NotRequired[str | None]
    # Whether the contact must not be called
    contact_do_not_call: NotRequired[Flag | None]
    # Whether the contact must not be emailed
    contact_do_not_email: NotRequired[Flag | None]
    # Whether the contact must not be written to
    contact_do_not_mail: NotRequired[Flag | None]
    # Employer
    contact_employer: NotRequired[str | None]
    # The name on envelopes; derive it from the names when null
    contact_envelope_name: NotRequired[str | None]
    # The contact's id in another system, unique in the account
    contact_external_id: NotRequired[str | None]
    # First name
    contact_fname: NotRequired[str | None]
    # Whether the contact is an organisation, whose name is its contact_lname; read contact_type
    contact_is_org: NotRequired[Flag | None]
    # Job title
    contact_job_title: NotRequired[str | None]
    # Language, BCP 47
    contact_language: NotRequired[str | None]
    # Last name, or an organisation's name; required unless contact_anonymous is 1
    contact_lname: NotRequired[str | None]
    # Middle name
    contact_mname: NotRequired[str | None]
    # How the contact wants the newsletter
    contact_newsletter: NotRequired[Newsletter | None]
    # Nickname
    contact_nickname: NotRequired[str | None]
    # Notes
    contact_notes: NotRequired[str | None]
    # The organisation that the contact belongs to: a contact with contact_is_org 1
    contact_org_id: NotRequired[int | None]
    # The external id of the contact who referred this one, instead of `contact_referred_by_id`
    contact_referred_by_external_id: NotRequired[str | None]
    # The contact who referred this one
    contact_referred_by_id: NotRequired[int | None]
    # How letters address the contact; derive it from the names when null
    contact_salutation: NotRequired[str | None]
    # How the contact was found
    contact_source: NotRequired[str | None]
    # First name of the spouse
    contact_spouse_fname: NotRequired[str | None]
    # Last name of the spouse
    contact_spouse_lname: NotRequired[str | None]
    # Where the contact stands with the organisation
    contact_status: ContactStatus
    # Suffix
    contact_suffix: NotRequired[str | None]
    # Title
    contact_title: NotRequired[str | None]
    # Website
    contact_website: NotRequired[str | None]
    # The contact's email addresses, which replace the stored ones
    emails: NotRequired[list[EmailCreate] | None]
    # The contact's family, which replaces the stored one
    familyMembers: NotRequired[list[FamilyMemberCreate] | None]
    # The contact's phone numbers, which replace the stored ones
    phones: NotRequired[list[PhoneCreate] | None]
    # The contact's picture
    profilePicture: NotRequired[PictureCreate | None]
    # Tag names; they replace the stored tags. Tag objects as a read returns them are accepted too
    tags: NotRequired[list[str] | None]


class ContactCreateEvent(TypedDict):
    """The event contacts.create"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Contact
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['contacts.create']


class ContactFields(TypedDict):
    """A contact's own fields, without its related records"""

    # With `include=contact.addresses`
    addresses: NotRequired[list[Address]]
    # Anniversary, with or without its year
    contact_anniversary: str | None
    # 1 waives the requirement for contact_lname
    contact_anonymous: Flag
    # Birthday, with or without its year
    contact_birthday: str | None
    # Church
    contact_church: str | None
    # Data of your own, at most 16 KiB
    contact_custom: dict[str, Any] | None
    # The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them
    contact_deceased_on: str | None
    # Whether the contact must not be called
    contact_do_not_call: Flag
    # Whether the contact must not be emailed
    contact_do_not_email: Flag
    # Whether the contact must not be written to
    contact_do_not_mail: Flag
    # Employer
    contact_employer: str | None
    # The name on envelopes; derive it from the names when null
    contact_envelope_name: str | None
    # The contact's id in another system, unique in the account
    contact_external_id: str | None
    # First name
    contact_fname: str | None
    # Job title
    contact_job_title: str | None
    # Language, BCP 47
    contact_language: str | None
    # Last name, or an organisation's name; required unless contact_anonymous is 1
    contact_lname: str | None
    # The contact that this one was merged into; null if it was not, and again when it is no longer archived
    contact_merged_into_id: int | None
    # Middle name
    contact_mname: str | None
    # How the contact wants the newsletter
    contact_newsletter: Newsletter
    # Nickname
    contact_nickname: str | None
    # Notes
    contact_notes: str | None
    # The contact who referred this one
    contact_referred_by_id: int | None
    # How letters address the contact; derive it from the names when null
    contact_salutation: str | None
    # How the contact was found
    contact_source: str | None
    # First name of the spouse
    contact_spouse_fname: str | None
    # Last name of the spouse
    contact_spouse_lname: str | None
    # Where the contact stands with the organisation
    contact_status: ContactStatus
    # Suffix
    contact_suffix: str | None
    # Title
    contact_title: str | None
    # What the contact is
    contact_type: ContactType
    # Website
    contact_website: str | None
    # With `include=contact.emails`
    emails: NotRequired[list[Email]]
    # The household that the contact belongs to; `PUT /households/{id}` changes its members
    household: ContactHousehold | None
    # Identifier
    id: int
    # With `include=contact.phones`
    phones: NotRequired[list[Phone]]


class ContactHousehold(TypedDict):
    """The place of a contact in a household."""

    # The household
    household_id: int
    # What the contact is in it
    member_role: MemberRole


class ContactMatch(TypedDict):
    """The body ContactMatch."""

    # The contact that is made if none is found, with the external id and the email address above; without those, it is looked for by its first and last name and its postal code
    contact: NotRequired[ContactCreate | None]
    # The contact's id in another system; looked for first
    contact_external_id: NotRequired[str | None]
    # An email address of the contact, looked for without regard to case; of an archived contact only if no other has it
    email: NotRequired[str | None]


ContactMatchOutcome = Literal['matched', 'created']


ContactStatus = Literal['contact', 'donor', 'prospect', 'archive', 'lapsed_donor']


ContactType = Literal['person', 'organization']


class ContactUpdate(TypedDict):
    """The body ContactUpdate."""

    # The contact's postal addresses, which replace the stored ones
    addresses: NotRequired[list[AddressUpdate] | None]
    # Anniversary, with or without its year
    contact_anniversary: NotRequired[str | None]
    # 1 waives the requirement for contact_lname
    contact_anonymous: NotRequired[Flag | None]
    # Birthday, with or without its year
    contact_birthday: NotRequired[str | None]
    # Church
    contact_church: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    contact_custom: NotRequired[dict[str, Any] | None]
    # The day on which the contact died, from 1900 to at most one day ahead: nobody asks them again, and no field suggests them
    contact_deceased_on: NotRequired[str | None]
    # Whether the contact must not be called
    contact_do_not_call: NotRequired[Flag | None]
    # Whether the contact must not be emailed
    contact_do_not_email: NotRequired[Flag | None]
    # Whether the contact must not be written to
    contact_do_not_mail: NotRequired[Flag | None]
    # Employer
    contact_employer: NotRequired[str | None]
    # The name on envelopes; derive it from the names when null
    contact_envelope_name: NotRequired[str | None]
    # The contact's id in another system, unique in the account
    contact_external_id: NotRequired[str | None]
    # First name
    contact_fname: NotRequired[str | None]
    # Whether the contact is an organisation, whose name is its contact_lname; read contact_type
    contact_is_org: NotRequired[Flag | None]
    # Job title
    contact_job_title: NotRequired[str | None]
    # Language, BCP 47
    contact_language: NotRequired[str | None]
    # Last name, or an organisation's name; required unless contact_anonymous is 1
    contact_lname: NotRequired[str | None]
    # Middle name
    contact_mname: NotRequired[str | None]
    # How the contact wants the newsletter
    contact_newsletter: NotRequired[Newsletter | None]
    # Nickname
    contact_nickname: NotRequired[str | None]
    # Notes
    contact_notes: NotRequired[str | None]
    # The organisation that the contact belongs to: a contact with contact_is_org 1
    contact_org_id: NotRequired[int | None]
    # The external id of the contact who referred this one, instead of `contact_referred_by_id`
    contact_referred_by_external_id: NotRequired[str | None]
    # The contact who referred this one
    contact_referred_by_id: NotRequired[int | None]
    # How letters address the contact; derive it from the names when null
    contact_salutation: NotRequired[str | None]
    # How the contact was found
    contact_source: NotRequired[str | None]
    # First name of the spouse
    contact_spouse_fname: NotRequired[str | None]
    # Last name of the spouse
    contact_spouse_lname: NotRequired[str | None]
    # Where the contact stands with the organisation
    contact_status: NotRequired[ContactStatus]
    # Suffix
    contact_suffix: NotRequired[str | None]
    # Title
    contact_title: NotRequired[str | None]
    # Website
    contact_website: NotRequired[str | None]
    # The contact's email addresses, which replace the stored ones
    emails: NotRequired[list[EmailUpdate] | None]
    # The contact's family, which replaces the stored one
    familyMembers: NotRequired[list[FamilyMemberUpdate] | None]
    # The contact's phone numbers, which replace the stored ones
    phones: NotRequired[list[PhoneUpdate] | None]
    # The contact's picture
    profilePicture: NotRequired[PictureCreate | None]
    # Tag names; they replace the stored tags. Tag objects as a read returns them are accepted too
    tags: NotRequired[list[str] | None]


class ContactUpdateEvent(TypedDict):
    """The event contacts.update"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # Of an update: the own fields and lists that differ
    changed: NotRequired[list[str]]
    # The record, as a read at that moment returned it
    data: Contact
    # The event's id
    id: str
    # Of an update: what these were before; null after an erasure
    previous: NotRequired[dict[str, Any]]
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['contacts.update']


class CurrencyTotals(TypedDict):
    """The totals of one currency."""

    # The currency
    currency: str
    # How many there are
    given_count: int
    # The received gifts of the period
    given_total: Amount
    # Active recurring pledges, per year
    pledged_annual: Amount
    # Active recurring pledges, per month
    pledged_monthly: Amount


class Delivery(TypedDict):
    """What has become of an event for a webhook."""

    # How many attempts were made since the event was queued, or last redelivered
    attempt_count: int
    # When the event was queued for the webhook
    created_at: str
    # Pending; succeeded; failed, when all attempts have; or skipped, because the webhook was disabled
    delivery_status: DeliveryStatus
    # The event
    event_id: str
    # What happened
    event_type: EventType
    # When the delivery succeeded, failed or was skipped
    finished_at: str | None
    # Identifier
    id: int
    # When the next attempt is due; null during an attempt and after the delivery has ended
    next_attempt_at: str | None
    # The webhook
    webhook_id: int


DeliveryStatus = Literal['pending', 'succeeded', 'failed', 'skipped']


class DeliveryWithAttempts(TypedDict):
    """A delivery with its attempts."""

    # How many attempts were made since the event was queued, or last redelivered
    attempt_count: int
    # The last 100 attempts, oldest first
    attempts: list[Attempt]
    # Whether attempts were removed because they were old
    attempts_removed: Flag
    # When the event was queued for the webhook
    created_at: str
    # Pending; succeeded; failed, when all attempts have; or skipped, because the webhook was disabled
    delivery_status: DeliveryStatus
    # The event
    event_id: str
    # What happened
    event_type: EventType
    # When the delivery succeeded, failed or was skipped
    finished_at: str | None
    # Identifier
    id: int
    # When the next attempt is due; null during an attempt and after the delivery has ended
    next_attempt_at: str | None
    # The webhook
    webhook_id: int


class DonorGroup(TypedDict):
    """Some donors."""

    # How many there are
    count: int
    # An amount of them
    total: Amount


class DonorReport(TypedDict):
    """Donors by year."""

    # The day of the report: today in the account's time zone
    as_of: str
    # The currency of all amounts
    currency: str
    # The currencies of other received gifts of these years, which no figure counts
    other_currencies: list[str]
    # The first month of a year
    year_start: int
    # The years, in order
    years: list[DonorYear]


# The donors of a year.
DonorYear = TypedDict(
    "DonorYear",
    {
        # Contacts whose gifts of the year add up to more than 0, and what they gave: the new, retained and recovered ones
        "donors": "DonorGroup",
        # Retained donors who gave less than in the year before, and how much less
        "downgraded": "DonorGroup",
        # Its first day
        "from": "str",
        # 1 if the year is over
        "is_complete": "Flag",
        # Donors of the year before, but not of this year, and what they gave in the year before
        "lapsed": "DonorGroup",
        # Donors of this year and of no year before
        "new": "DonorGroup",
        # Donors of this year and of an earlier one, but not of the year before
        "recovered": "DonorGroup",
        # Donors of this year and of the year before
        "retained": "DonorGroup",
        # The retained donors, in percent of the donors of the year before; null if there were none
        "retention_rate": "Amount | None",
        # The last day that counts: the year's last day, or today while it goes on
        "to": "str",
        # All received gifts: those of donors, unattributed_total and without_donor_total
        "total": "Amount",
        # The gifts without a contact
        "unattributed_total": "Amount",
        # Retained donors who gave more than in the year before, and how much more
        "upgraded": "DonorGroup",
        # The gifts of contacts whose gifts of the year add up to 0 or less, who are no donors
        "without_donor_total": "Amount",
        # The year, called by the calendar year in which it ends
        "year": "int",
    },
)


class Duplicate(TypedDict):
    """Two contacts that look like the same."""

    # The two contacts, the one with the lower id first
    contacts: list[Contact]
    # What speaks for it, the strongest first
    reasons: list[DuplicateReason]


DuplicateReason = Literal['email', 'phone', 'name_and_place', 'sound', 'name']


class Email(TypedDict):
    """An email address of a contact."""

    # The address, unique in the contact without regard to case
    email_address: str
    # 1 for exactly one address: the one marked, else the first
    email_primary: Flag
    # What the address is for; by default home
    email_type: EmailType
    # Identifier
    id: int


class EmailCreate(TypedDict):
    """The body EmailCreate."""

    # The address, unique in the contact without regard to case
    email_address: str
    # 1 for exactly one address: the one marked, else the first
    email_primary: NotRequired[Flag | None]
    # What the address is for; by default home
    email_type: NotRequired[EmailType | None]


EmailType = Literal['home', 'work', 'other']


class EmailUpdate(TypedDict):
    """The body EmailUpdate."""

    # The address, unique in the contact without regard to case
    email_address: NotRequired[str]
    # 1 for exactly one address: the one marked, else the first
    email_primary: NotRequired[Flag | None]
    # What the address is for; by default home
    email_type: NotRequired[EmailType | None]
    # The address to change in place
    id: NotRequired[int | None]


ErrorCode = Literal['required', 'invalid', 'unknown_link', 'strict', 'key_reused', 'taken', 'ambiguous', 'in_progress', 'stale', 'bad_request', 'unauthorized', 'forbidden', 'not_found', 'method_not_allowed', 'too_slow', 'too_large', 'unsupported', 'undone', 'rate_limited', 'unavailable', 'internal']


EventType = Literal['contacts.create', 'contacts.update', 'gifts.create', 'gifts.update', 'pledges.create', 'pledges.update', 'tasks.create', 'tasks.update', 'webhooks.failing', 'webhooks.disabled', 'imports.finished']


class Expected(TypedDict):
    """What active, upcoming and ended pledges made due in the period."""

    # The received gifts of the period for these pledges
    received: Amount
    # What is missing, at least 0
    remaining: Amount
    # What was due
    total: Amount


class Failure(TypedDict):
    """The envelope of every failure: `success` is false, and `type` is empty"""

    # data
    data: list[Any]
    # What is wrong, for people
    message: str
    # success
    success: bool
    # type
    type: str


class FamilyMember(TypedDict):
    """A member of a contact's family."""

    # Birthday, with or without its year
    family_birthday: str | None
    # First name
    family_fname: str | None
    # Last name
    family_lname: str | None
    # How the member is related to the contact; by default other
    family_relationship: FamilyRelationship
    # Identifier
    id: int


class FamilyMemberCreate(TypedDict):
    """The body FamilyMemberCreate."""

    # Birthday, with or without its year
    family_birthday: NotRequired[str | None]
    # First name
    family_fname: NotRequired[str | None]
    # Last name
    family_lname: NotRequired[str | None]
    # How the member is related to the contact; by default other
    family_relationship: NotRequired[FamilyRelationship | None]


class FamilyMemberUpdate(TypedDict):
    """The body FamilyMemberUpdate."""

    # Birthday, with or without its year
    family_birthday: NotRequired[str | None]
    # First name
    family_fname: NotRequired[str | None]
    # Last name
    family_lname: NotRequired[str | None]
    # How the member is related to the contact; by default other
    family_relationship: NotRequired[FamilyRelationship | None]
    # The member to change in place
    id: NotRequired[int | None]


FamilyRelationship = Literal['spouse', 'child', 'parent', 'sibling', 'other']


Flag = Literal[0, 1]


class Fund(TypedDict):
    """A fund: what gifts and pledges are for."""

    # When the record was created
    created_at: str
    # 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0
    fund_active: Flag
    # Code, such as that in the accounts
    fund_code: str | None
    # Description
    fund_description: str | None
    # The fund's id in another system, unique in the account
    fund_external_id: str | None
    # Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it
    fund_name: str
    # How many gifts are for it, whatever their status
    gift_count: int
    # Identifier
    id: int
    # How many pledges are for it
    pledge_count: int
    # When the record was last changed
    updated_at: str


class FundCreate(TypedDict):
    """The body FundCreate."""

    # 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0
    fund_active: NotRequired[Flag | None]
    # Code, such as that in the accounts
    fund_code: NotRequired[str | None]
    # Description
    fund_description: NotRequired[str | None]
    # The fund's id in another system, unique in the account
    fund_external_id: NotRequired[str | None]
    # Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it
    fund_name: str


class FundUpdate(TypedDict):
    """The body FundUpdate."""

    # 1: forms offer it; by default 1. While the list of funds is closed, no new gift or pledge is for a fund with 0
    fund_active: NotRequired[Flag | None]
    # Code, such as that in the accounts
    fund_code: NotRequired[str | None]
    # Description
    fund_description: NotRequired[str | None]
    # The fund's id in another system, unique in the account
    fund_external_id: NotRequired[str | None]
    # Name, unique in the account without regard to case. A new name is that of all gifts and pledges for the fund, which have no events of it
    fund_name: NotRequired[str]


class Gift(TypedDict):
    """A gift. Only gifts whose status is `received` count in totals."""

    # The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it
    batch_id: int | None
    # The giver's own fields
    contact: NotRequired[ContactFields | None]
    # The giver; null for an unattributed gift
    contact_id: int | None
    # When the record was created
    created_at: str
    # The kind of gift
    giftType: NotRequired[GiftType | None]
    # The gift that this one adjusts, such as a chargeback or a correction
    gift_adjusts_id: int | None
    # Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string
    gift_amount: Amount
    # Whether the giver wants to stay unnamed
    gift_anonymous: Flag
    # Name of the campaign, as that of the fund
    gift_campaign: str | None
    # Number of the cheque
    gift_check_number: str | None
    # Currency, ISO 4217; by default the account's
    gift_currency: str
    # Data of your own, at most 16 KiB
    gift_custom: dict[str, Any] | None
    # The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone
    gift_date: str
    # The gift's id in another system, unique in the account
    gift_external_id: str | None
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    gift_fund: str | None
    # Memo
    gift_memo: str | None
    # The day on which a receipt was sent
    gift_receipted_on: str | None
    # Reference of the payment
    gift_reference: str | None
    # The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself
    gift_refunded_on: str | None
    # Ids of contacts who are credited with the gift without having given it
    gift_soft_credits: list[int]
    # How far the gift has come; by default received
    gift_status: GiftStatus
    # The day on which the giver was thanked
    gift_thanked_on: str | None
    # In whose honour or memory the gift was given
    gift_tribute_name: str | None
    # Whether the tribute is in honour or in memory; needs gift_tribute_name
    gift_tribute_type: TributeType | None
    # The kind of gift
    gift_type_id: int | None
    # Identifier
    id: int
    # The pledge that the gift fulfils, of the same contact and currency
    pledge_id: int | None
    # The parts that are for several funds or campaigns; they count in place of gift_fund and gift_campaign
    splits: list[GiftSplit]
    # When the record was last changed
    updated_at: str


class GiftBatch(TypedDict):
    """A batch of gifts, which were counted together, such as those of one deposit at the bank."""

    # Why it is closed although the gifts differ from what was counted; null while it is open
    batch_close_reason: str | None
    # Currency of all its gifts, ISO 4217; by default the account's
    batch_currency: str
    # The day of the batch, not before 1900; by default today in the account's time zone
    batch_date: str
    # How many gifts were counted by hand; null if nobody has counted them
    batch_expected_count: int | None
    # What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted
    batch_expected_total: Amount | None
    # The batch's id in another system, unique in the account
    batch_external_id: str | None
    # Name
    batch_name: str
    # Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it
    batch_status: BatchStatus
    # When the record was created
    created_at: str
    # How many received or refunded gifts it has: pending and void ones were not in the deposit
    gift_count: int
    # What those come to
    gift_total: Amount
    # Identifier
    id: int
    # When the record was last changed
    updated_at: str


class GiftBatchCreate(TypedDict):
    """The body GiftBatchCreate."""

    # Why it is closed although the gifts differ from what was counted; null while it is open
    batch_close_reason: NotRequired[str | None]
    # Currency of all its gifts, ISO 4217; by default the account's
    batch_currency: NotRequired[str | None]
    # The day of the batch, not before 1900; by default today in the account's time zone
    batch_date: NotRequired[str | None]
    # How many gifts were counted by hand; null if nobody has counted them
    batch_expected_count: NotRequired[int | None]
    # What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted
    batch_expected_total: NotRequired[Amount | None]
    # The batch's id in another system, unique in the account
    batch_external_id: NotRequired[str | None]
    # Name
    batch_name: str
    # Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it
    batch_status: NotRequired[BatchStatus | None]


class GiftBatchUpdate(TypedDict):
    """The body GiftBatchUpdate."""

    # Why it is closed although the gifts differ from what was counted; null while it is open
    batch_close_reason: NotRequired[str | None]
    # Currency of all its gifts, ISO 4217; by default the account's
    batch_currency: NotRequired[str | None]
    # The day of the batch, not before 1900; by default today in the account's time zone
    batch_date: NotRequired[str | None]
    # How many gifts were counted by hand; null if nobody has counted them
    batch_expected_count: NotRequired[int | None]
    # What the gifts must come to, as counted by hand, with the decimals of the currency; null if nobody has counted
    batch_expected_total: NotRequired[Amount | None]
    # The batch's id in another system, unique in the account
    batch_external_id: NotRequired[str | None]
    # Name
    batch_name: NotRequired[str]
    # Whether gifts still come into it; by default open. Closed when the figures of the gifts are those that were counted, or with batch_close_reason. Only an owner reopens it
    batch_status: NotRequired[BatchStatus | None]


class GiftCreate(TypedDict):
    """The body GiftCreate."""

    # The external id of the batch, instead of `batch_id`
    batch_external_id: NotRequired[str | None]
    # The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it
    batch_id: NotRequired[int | None]
    # The external id of the giver, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # The giver; null for an unattributed gift
    contact_id: NotRequired[int | None]
    # The giver as another system knows them, instead of `contact_id`
    contact_match: NotRequired[ContactMatch | None]
    # The external id of the adjusted gift, instead of `gift_adjusts_id`
    gift_adjusts_external_id: NotRequired[str | None]
    # The gift that this one adjusts, such as a chargeback or a correction
    gift_adjusts_id: NotRequired[int | None]
    # Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string
    gift_amount: Amount
    # Whether the giver wants to stay unnamed
    gift_anonymous: NotRequired[Flag | None]
    # Name of the campaign, as that of the fund
    gift_campaign: NotRequired[str | None]
    # Number of the cheque
    gift_check_number: NotRequired[str | None]
    # Currency, ISO 4217; by default the account's
    gift_currency: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    gift_custom: NotRequired[dict[str, Any] | None]
    # The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone
    gift_date: NotRequired[str | None]
    # The gift's id in another system, unique in the account
    gift_external_id: NotRequired[str | None]
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    gift_fund: NotRequired[str | None]
    # Memo
    gift_memo: NotRequired[str | None]
    # The day on which a receipt was sent
    gift_receipted_on: NotRequired[str | None]
    # Reference of the payment
    gift_reference: NotRequired[str | None]
    # The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself
    gift_refunded_on: NotRequired[str | None]
    # Ids of contacts who are credited with the gift without having given it, such as a spouse; they replace the stored ones
    gift_soft_credits: NotRequired[list[int] | None]
    # How far the gift has come; by default received
    gift_status: NotRequired[GiftStatus | None]
    # The day on which the giver was thanked
    gift_thanked_on: NotRequired[str | None]
    # In whose honour or memory the gift was given
    gift_tribute_name: NotRequired[str | None]
    # Whether the tribute is in honour or in memory; needs gift_tribute_name
    gift_tribute_type: NotRequired[TributeType | None]
    # The kind of gift
    gift_type_id: NotRequired[int | None]
    # The external id of the pledge, instead of `pledge_id`
    pledge_external_id: NotRequired[str | None]
    # The pledge that the gift fulfils, of the same contact and currency
    pledge_id: NotRequired[int | None]
    # The parts that are for several funds or campaigns, none or with the sum of gift_amount; they replace the stored ones
    splits: NotRequired[list[GiftSplitCreate] | None]


class GiftCreateEvent(TypedDict):
    """The event gifts.create"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Gift
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['gifts.create']


class GiftSplit(TypedDict):
    """A part of a gift."""

    # Identifier
    id: int
    # The amount of the part, in the gift's currency
    split_amount: Amount
    # Name of the campaign
    split_campaign: str | None
    # Name of the fund
    split_fund: str | None
    # Memo
    split_memo: str | None


class GiftSplitCreate(TypedDict):
    """The body GiftSplitCreate."""

    # The amount of the part, not 0, in the gift's currency
    split_amount: Amount
    # Name of the campaign, as gift_campaign; by default that of the gift
    split_campaign: NotRequired[str | None]
    # Name of the fund, as gift_fund; by default that of the gift
    split_fund: NotRequired[str | None]
    # Memo
    split_memo: NotRequired[str | None]


class GiftSplitUpdate(TypedDict):
    """The body GiftSplitUpdate."""

    # The part to change in place
    id: NotRequired[int | None]
    # The amount of the part, not 0, in the gift's currency
    split_amount: NotRequired[Amount]
    # Name of the campaign, as gift_campaign; by default that of the gift
    split_campaign: NotRequired[str | None]
    # Name of the fund, as gift_fund; by default that of the gift
    split_fund: NotRequired[str | None]
    # Memo
    split_memo: NotRequired[str | None]


GiftStatus = Literal['pending', 'received', 'refunded', 'void']


class GiftType(TypedDict):
    """A kind of gifts. Every new account has cash, check, card, bank_transfer, online, stock, in_kind and adjustment."""

    # Name, unique in the account without regard to case
    gift_type_name: str
    # Identifier
    id: int


class GiftTypeCreate(TypedDict):
    """The body GiftTypeCreate."""

    # Name, unique in the account without regard to case
    gift_type_name: str


class GiftTypeUpdate(TypedDict):
    """The body GiftTypeUpdate."""

    # Name, unique in the account without regard to case
    gift_type_name: NotRequired[str]


class GiftUpdate(TypedDict):
    """The body GiftUpdate."""

    # The external id of the batch, instead of `batch_id`
    batch_external_id: NotRequired[str | None]
    # The batch with which the gift was counted, of the same currency. While that is closed, the gift can neither come into it nor leave it, and keeps what a deposit shows of it
    batch_id: NotRequired[int | None]
    # The external id of the giver, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # The giver; null for an unattributed gift
    contact_id: NotRequired[int | None]
    # The giver as another system knows them, instead of `contact_id`
    contact_match: NotRequired[ContactMatch | None]
    # The external id of the adjusted gift, instead of `gift_adjusts_id`
    gift_adjusts_external_id: NotRequired[str | None]
    # The gift that this one adjusts, such as a chargeback or a correction
    gift_adjusts_id: NotRequired[int | None]
    # Amount, not 0, with the decimals of its currency; negative for an adjustment. A body may have it as an exact number, or in a string
    gift_amount: NotRequired[Amount]
    # Whether the giver wants to stay unnamed
    gift_anonymous: NotRequired[Flag | None]
    # Name of the campaign, as that of the fund
    gift_campaign: NotRequired[str | None]
    # Number of the cheque
    gift_check_number: NotRequired[str | None]
    # Currency, ISO 4217; by default the account's
    gift_currency: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    gift_custom: NotRequired[dict[str, Any] | None]
    # The day of the gift, from 1900 to at most one day ahead; by default today in the account's time zone
    gift_date: NotRequired[str | None]
    # The gift's id in another system, unique in the account
    gift_external_id: NotRequired[str | None]
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    gift_fund: NotRequired[str | None]
    # Memo
    gift_memo: NotRequired[str | None]
    # The day on which a receipt was sent
    gift_receipted_on: NotRequired[str | None]
    # Reference of the payment
    gift_reference: NotRequired[str | None]
    # The day on which the gift was given back; only with gift_status refunded, which sets it to today by itself
    gift_refunded_on: NotRequired[str | None]
    # Ids of contacts who are credited with the gift without having given it, such as a spouse; they replace the stored ones
    gift_soft_credits: NotRequired[list[int] | None]
    # How far the gift has come; by default received
    gift_status: NotRequired[GiftStatus | None]
    # The day on which the giver was thanked
    gift_thanked_on: NotRequired[str | None]
    # In whose honour or memory the gift was given
    gift_tribute_name: NotRequired[str | None]
    # Whether the tribute is in honour or in memory; needs gift_tribute_name
    gift_tribute_type: NotRequired[TributeType | None]
    # The kind of gift
    gift_type_id: NotRequired[int | None]
    # The external id of the pledge, instead of `pledge_id`
    pledge_external_id: NotRequired[str | None]
    # The pledge that the gift fulfils, of the same contact and currency
    pledge_id: NotRequired[int | None]
    # The parts that are for several funds or campaigns, none or with the sum of gift_amount; they replace the stored ones
    splits: NotRequired[list[GiftSplitUpdate] | None]


class GiftUpdateEvent(TypedDict):
    """The event gifts.update"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # Of an update: the own fields and lists that differ
    changed: NotRequired[list[str]]
    # The record, as a read at that moment returned it
    data: Gift
    # The event's id
    id: str
    # Of an update: what these were before; null after an erasure
    previous: NotRequired[dict[str, Any]]
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['gifts.update']


class Given(TypedDict):
    """The received gifts of the period."""

    # Their average, 0 without gifts
    average: Amount
    # How many there are
    count: int
    # From how many contacts; an unattributed gift counts none
    donor_count: int
    # The day of the first
    first_gift_date: str | None
    # The largest, 0 without gifts
    largest: Amount
    # The day of the last
    last_gift_date: str | None
    # Their sum
    total: Amount


class Giving(TypedDict):
    """What a contact has given, in the account's currency. Only received gifts count, and soft credits apart."""

    # How many gifts that are
    count: int
    # The account's currency, ISO 4217
    currency: str
    # The day of the first gift
    first_date: str | None
    # The largest gift; 0 without one
    largest: Amount
    # The day of the last gift
    last_date: str | None
    # The sum of the calendar year before
    last_year: Amount
    # How many gifts that are
    soft_credit_count: int
    # The sum of the gifts of others with which the contact is credited
    soft_credit_total: Amount
    # The sum of this calendar year, in the account's time zone
    this_year: Amount
    # The sum of the gifts
    total: Amount


class GivingReport(TypedDict):
    """Gifts by year."""

    # The day of the report: today in the account's time zone
    as_of: str
    # The currency of all amounts
    currency: str
    # The currencies of other received gifts of these years, which no figure counts
    other_currencies: list[str]
    # The first month of a year
    year_start: int
    # The years, in order
    years: list[GivingYear]


# Totals of gifts and pledges. No currency is converted into another.
GivingSummary = TypedDict(
    "GivingSummary",
    {
        # The day on which pledges are looked at
        "as_of": "str",
        # Every currency of a counted gift of the period or of any pledge, in order
        "by_currency": "list[CurrencyTotals]",
        # The currency of all but by_currency
        "currency": "str",
        # What active, upcoming and ended pledges made due in the period
        "expected": "Expected",
        # The first day of the period
        "from": "str",
        # The received gifts of the period
        "given": "Given",
        # Pledges that are late on the day
        "late": "Late",
        # The received gifts of the period, grouped as asked for: months, quarters and years in order, those without gifts included; types in order of their names; or those funds, campaigns or contacts that have the largest totals
        "periods": "list[Period]",
        # What pledges amount to on the day
        "pledged": "Pledged",
        # The last day of the period, included
        "to": "str",
    },
)


# The received gifts of a year.
GivingYear = TypedDict(
    "GivingYear",
    {
        # Their average, 0 without gifts
        "average": "Amount",
        # How much more the total is than that of year_before; negative if it is less
        "change": "Amount",
        # The change, in percent of the total of year_before; null if that is 0 or less
        "change_rate": "Amount | None",
        # How many there are
        "count": "int",
        # From how many contacts; an unattributed gift counts none
        "donor_count": "int",
        # Its first day
        "from": "str",
        # 1 if the year is over
        "is_complete": "Flag",
        # The largest, 0 without gifts
        "largest": "Amount",
        # The last day that counts: the year's last day, or today while it goes on
        "to": "str",
        # Their sum
        "total": "Amount",
        # The year, called by the calendar year in which it ends
        "year": "int",
        # The received gifts of the same days of the year before
        "year_before": "YearBefore",
    },
)


GroupBy = Literal['month', 'quarter', 'year', 'type', 'fund', 'campaign', 'contact']


class Household(TypedDict):
    """A household: people who live together, such as a couple."""

    # The name on its envelopes, or else one made from the names of its living adults
    addressed_envelope_name: str | None
    # How letters address the household: its salutation, or else one made from the names of its living adults
    addressed_salutation: str | None
    # When the record was created
    created_at: str
    # The name on envelopes; addressed_envelope_name has one made from the names
    household_envelope_name: str | None
    # The household's id in another system, unique in the account
    household_external_id: str | None
    # 1: one letter and one statement are for all members; by default 1
    household_joint: Flag
    # Name
    household_name: str
    # How letters address the household; addressed_salutation has one made from the names
    household_salutation: str | None
    # Identifier
    id: int
    # The members: the head first, then partners, children and others
    members: list[HouseholdMember]
    # When the record was last changed
    updated_at: str


class HouseholdCreate(TypedDict):
    """The body HouseholdCreate."""

    # The name on envelopes; addressed_envelope_name has one made from the names
    household_envelope_name: NotRequired[str | None]
    # The household's id in another system, unique in the account
    household_external_id: NotRequired[str | None]
    # 1: one letter and one statement are for all members; by default 1
    household_joint: NotRequired[Flag | None]
    # Name
    household_name: str
    # How letters address the household; addressed_salutation has one made from the names
    household_salutation: NotRequired[str | None]
    # The members, at most 50, each of no other household; they replace the stored ones
    members: NotRequired[list[HouseholdMemberCreate] | None]


class HouseholdMember(TypedDict):
    """A member of a household."""

    # The contact's id in another system
    contact_external_id: str | None
    # The contact
    contact_id: int
    # What the contact is in the household
    member_role: MemberRole


class HouseholdMemberCreate(TypedDict):
    """The body HouseholdMemberCreate."""

    # The contact's id in another system, instead of `contact_id`; where both are given, it decides
    contact_external_id: NotRequired[str | None]
    # The contact, who must be a person
    contact_id: NotRequired[int | None]
    # What the contact is in the household; by default other
    member_role: NotRequired[MemberRole | None]


class HouseholdUpdate(TypedDict):
    """The body HouseholdUpdate."""

    # The name on envelopes; addressed_envelope_name has one made from the names
    household_envelope_name: NotRequired[str | None]
    # The household's id in another system, unique in the account
    household_external_id: NotRequired[str | None]
    # 1: one letter and one statement are for all members; by default 1
    household_joint: NotRequired[Flag | None]
    # Name
    household_name: NotRequired[str]
    # How letters address the household; addressed_salutation has one made from the names
    household_salutation: NotRequired[str | None]
    # The members, at most 50, each of no other household; they replace the stored ones
    members: NotRequired[list[HouseholdMemberCreate] | None]


class Import(TypedDict):
    """A file whose rows become records."""

    # When the import was asked for
    created_at: str
    # How many became new records; in a dry run, would
    created_count: int
    # 1: the rows are only judged, and nothing is written
    dry_run: Flag
    # How many had problems, and changed nothing
    failed_count: int
    # When it ended
    finished_at: str | None
    # Identifier
    id: int
    # Why it has failed
    import_error: str | None
    # What the rows become
    import_kind: ImportKind
    # How far it has come: receiving, while the file arrives; queued, while an earlier import of the account goes on; running; finished, when every row is done, those with problems too; or failed
    import_status: ImportStatus
    # How many problems there are, ignored columns included
    problem_count: int
    # How many of them are done
    processed_count: int
    # How many rows the file has besides its header; null while it arrives
    row_count: int | None
    # How many had nothing to import: blank ones, and in a file with a mapping those of totals, and those of gifts that are there already if it leaves them out; in an undo, further rows of a record
    skipped_count: int
    # The import that this one takes back, if it is an undo
    undoes_import_id: int | None
    # How many changed records; in a dry run, would; in an undo, how many records are taken back
    updated_count: int


class ImportFinishedEvent(TypedDict):
    """The event imports.finished"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Import
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['imports.finished']


ImportKind = Literal['contacts', 'gifts', 'pledges', 'tasks', 'households', 'funds', 'campaigns', 'batches']


class ImportProblem(TypedDict):
    """What is wrong with a row of a file, or with its header."""

    # The column, if the problem is one column's
    column: str | None
    # The rule that is broken
    message: str
    # The number of the row; the header is row 1, and empty lines do not count
    row: int


class ImportRow(TypedDict):
    """A row of an import, and its record."""

    # The id of the record, of the kind that is imported
    record_id: int
    # The number of the row; the header is row 1, and empty lines do not count
    row: int
    # Whether the row has created the record or changed it
    row_outcome: RowOutcome


ImportStatus = Literal['receiving', 'queued', 'running', 'finished', 'failed']


class ImportWithProblems(TypedDict):
    """A file whose rows become records, and what is wrong with it."""

    # When the import was asked for
    created_at: str
    # How many became new records; in a dry run, would
    created_count: int
    # 1: the rows are only judged, and nothing is written
    dry_run: Flag
    # How many had problems, and changed nothing
    failed_count: int
    # When it ended
    finished_at: str | None
    # Identifier
    id: int
    # Why it has failed
    import_error: str | None
    # What the rows become
    import_kind: ImportKind
    # How far it has come: receiving, while the file arrives; queued, while an earlier import of the account goes on; running; finished, when every row is done, those with problems too; or failed
    import_status: ImportStatus
    # What the columns of the file mean, if a mapping says it
    mapping: dict[str, Any] | None
    # How many problems there are, ignored columns included
    problem_count: int
    # The first 1,000 problems, in the order of the rows
    problems: list[ImportProblem]
    # How many of them are done
    processed_count: int
    # How many rows the file has besides its header; null while it arrives
    row_count: int | None
    # The last import before this one that wrote rows of the same file
    same_file_import_id: int | None
    # How many had nothing to import: blank ones, and in a file with a mapping those of totals, and those of gifts that are there already if it leaves them out; in an undo, further rows of a record
    skipped_count: int
    # The import that this one takes back, if it is an undo
    undoes_import_id: int | None
    # How many changed records; in a dry run, would; in an undo, how many records are taken back
    updated_count: int


Include = Literal['none', 'contact', 'contact.emails', 'contact.phones', 'contact.addresses', 'giftType', 'giving']


Lapse = Literal['lybunt', 'sybunt']


class Late(TypedDict):
    """Pledges that are later than their grace: 7 days for weekly ones, 10 for those due every 2 or 4 weeks or twice monthly, else 30."""

    # How many there are
    count: int
    # What they amount to per month
    monthly_amount: Amount


class Member(TypedDict):
    """A member of the account."""

    # The user's email address
    user_email: str
    # The user's id, as `task_assignee_id` of tasks and `actor` of events have it
    user_id: int
    # The user's name
    user_name: str | None
    # What the user may do in the account
    user_role: MembershipRole


MemberRole = Literal['head', 'partner', 'child', 'other']


MembershipRole = Literal['owner', 'member']


class Merge(TypedDict):
    """What a merge has moved, or would move."""

    # The fields of which both contacts have different values: each keeps its own, unless `keep` says otherwise
    conflicts: list[MergeConflict]
    # The contact that stays, as it is now; null in a dry run
    contact: Contact | None
    # Whether nothing was written
    dry_run: Flag
    # The fields that were empty and have the other contact's value now
    filled: list[str]
    # How much has moved, or would move
    moved: Moved


class MergeConflict(TypedDict):
    """A field of which both contacts have different values."""

    # The field; a dot separates contact_custom from a name in it
    field: str
    # The value that the contact has which stays
    kept: Any
    # The other value: of the archived contact, or, if that one's is kept, of the contact that stays as it was before
    left: Any


class MergeCreate(TypedDict):
    """The body MergeCreate."""

    # 1: only shows what would move and what conflicts, and writes nothing
    dry_run: NotRequired[Flag | None]
    # The contact whose records move, and which is archived
    from_id: int
    # Whose value stays where both contacts have one, by the names of fields as `conflicts` has them: `into`, as for every field that is not here, or `from`. What it says of a field whose values do not conflict is ignored
    keep: NotRequired[dict[str, Any] | None]


MergeSide = Literal['into', 'from']


class Moved(TypedDict):
    """How many records and items have moved."""

    # Postal addresses
    addresses: int
    # Email addresses that the other contact did not have
    emails: int
    # Members of the family
    familyMembers: int
    # Gifts that the contact gave
    gifts: int
    # The place in a household: the contact that stays gets it, unless it has one of its own
    households: int
    # Contacts of an organisation
    people: int
    # Phone numbers
    phones: int
    # Pledges, whose gifts move with them
    pledges: int
    # Contacts whom the contact has referred
    referred: int
    # Gifts of others that the contact is credited with
    soft_credits: int
    # Tags that the other contact did not have
    tags: int
    # Tasks
    tasks: int


Newsletter = Literal['none', 'email', 'physical', 'both']


class OpenPledges(TypedDict):
    """Pledges for which less was received until today than was due."""

    # How many there are
    count: int
    # What is missing of them. What is over for one pledge does not count for another
    total: Amount


class PauseFields(TypedDict):
    """A time in which no gift of a pledge is due."""

    # The first day
    pause_from: str
    # The last day; null while nobody knows it
    pause_until: str | None


class Period(TypedDict):
    """The received gifts of a part of the period."""

    # How many there are
    count: int
    # 2026-06, 2026-Q2, 2026, or the gift type's name, the fund, the campaign or the contact's id; null for gifts without one
    period: str | None
    # Their sum
    total: Amount


class Phone(TypedDict):
    """A phone number of a contact."""

    # Identifier
    id: int
    # Extension
    phone_extension: str | None
    # The number, as given
    phone_number: str
    # 1 for exactly one number: the one marked, else the first
    phone_primary: Flag
    # What the number is for; by default mobile
    phone_type: PhoneType


class PhoneCreate(TypedDict):
    """The body PhoneCreate."""

    # Extension
    phone_extension: NotRequired[str | None]
    # The number, as given
    phone_number: str
    # 1 for exactly one number: the one marked, else the first
    phone_primary: NotRequired[Flag | None]
    # What the number is for; by default mobile
    phone_type: NotRequired[PhoneType | None]


PhoneType = Literal['mobile', 'home', 'work', 'fax', 'other']


class PhoneUpdate(TypedDict):
    """The body PhoneUpdate."""

    # The number to change in place
    id: NotRequired[int | None]
    # Extension
    phone_extension: NotRequired[str | None]
    # The number, as given
    phone_number: NotRequired[str]
    # 1 for exactly one number: the one marked, else the first
    phone_primary: NotRequired[Flag | None]
    # What the number is for; by default mobile
    phone_type: NotRequired[PhoneType | None]


class Picture(TypedDict):
    """A contact's picture."""

    # Identifier
    id: int
    # Where the picture is, https
    picture_url: str


class PictureCreate(TypedDict):
    """The body PictureCreate."""

    # Where the picture is, https
    picture_url: str


class PingEvent(TypedDict):
    """The event webhooks.ping"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Webhook
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['webhooks.ping']


class Pledge(TypedDict):
    """A pledge. Its amount is that of each gift; what depends on the day is as of today in the account's time zone: also the amount, the frequency and the status, which can change over time."""

    # The contact's own fields
    contact: NotRequired[ContactFields | None]
    # Who promises
    contact_id: int
    # When the record was created
    created_at: str
    # Identifier
    id: int
    # When no gift is due
    pauses: list[PauseFields]
    # The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string
    pledge_amount: Amount
    # What the pledge amounts to in a year
    pledge_annual_amount: Amount
    # Received less expected: negative when the pledge is behind
    pledge_balance: NotRequired[Amount]
    # Currency, ISO 4217; by default the account's
    pledge_currency: str
    # Data of your own, at most 16 KiB
    pledge_custom: dict[str, Any] | None
    # Days since the next due date for an active pledge, else 0
    pledge_days_late: NotRequired[int]
    # The last day on which a gift can be due
    pledge_end_date: str | None
    # What has been due until today
    pledge_expected_to_date: NotRequired[Amount]
    # The pledge's id in another system, unique in the account
    pledge_external_id: str | None
    # How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood
    pledge_frequency: PledgeFrequency
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    pledge_fund: str | None
    # What the pledge amounts to in a month
    pledge_monthly_amount: Amount
    # The first due date that is not covered; null past the end
    pledge_next_due_date: NotRequired[str | None]
    # Notes
    pledge_notes: str | None
    # The received gifts of the pledge until today
    pledge_received_to_date: NotRequired[Amount]
    # The first due date, not before 1900; by default today in the account's time zone
    pledge_start_date: str
    # The status, or for an active pledge whether it is upcoming, active or ended
    pledge_state: NotRequired[PledgeState]
    # What was decided about the pledge; by default active
    pledge_status: PledgeStatus
    # What was agreed from which day on: the first from the pledge's start
    terms: list[TermFields]
    # When the record was last changed
    updated_at: str


class PledgeCreate(TypedDict):
    """The body PledgeCreate."""

    # The external id of the giver, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # Who promises
    contact_id: NotRequired[int]
    # The giver as another system knows them, instead of `contact_id`
    contact_match: NotRequired[ContactMatch | None]
    # The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string
    pledge_amount: Amount
    # The day from which on another amount, frequency or status holds; by default today. On or before the start, or before the second term, the amount or the frequency corrects the first term instead. If nothing else changes: the day from which on the amount and the frequency have been as they are, or the first day of a planned pause, which is taken back
    pledge_change_from: NotRequired[str | None]
    # Currency, ISO 4217; by default the account's
    pledge_currency: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    pledge_custom: NotRequired[dict[str, Any] | None]
    # The last day on which a gift can be due
    pledge_end_date: NotRequired[str | None]
    # The pledge's id in another system, unique in the account
    pledge_external_id: NotRequired[str | None]
    # How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood
    pledge_frequency: NotRequired[PledgeFrequencyInput | None]
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    pledge_fund: NotRequired[str | None]
    # Notes
    pledge_notes: NotRequired[str | None]
    # The last day of a pause, after which the pledge is active again; with pledge_status paused
    pledge_pause_until: NotRequired[str | None]
    # The first due date, not before 1900; by default today in the account's time zone
    pledge_start_date: NotRequired[str | None]
    # What was decided about the pledge; by default active
    pledge_status: NotRequired[PledgeStatus | None]


class PledgeCreateEvent(TypedDict):
    """The event pledges.create"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Pledge
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['pledges.create']


PledgeFrequency = Literal['weekly', 'every_2_weeks', 'every_4_weeks', 'twice_monthly', 'monthly', 'every_2_months', 'quarterly', 'every_4_months', 'twice_yearly', 'yearly', 'every_2_years', 'one_time']


PledgeFrequencyInput = Literal['weekly', 'every_2_weeks', 'every_4_weeks', 'twice_monthly', 'monthly', 'every_2_months', 'quarterly', 'every_4_months', 'twice_yearly', 'yearly', 'every_2_years', 'one_time', 'annual', 'annually', 'biweekly', 'fortnightly', 'semiannual', 'semi-annual', 'once']


class PledgeReport(TypedDict):
    """Pledges by year. Those that are active, upcoming or ended today count."""

    # The day of the report: today in the account's time zone
    as_of: str
    # How many pledges count
    count: int
    # The currency of all amounts
    currency: str
    # How many are late today, as in the giving summary
    late_count: int
    # What is missing today
    open: OpenPledges
    # The currencies of other active, upcoming and ended pledges, which no figure counts
    other_currencies: list[str]
    # The first month of a year
    year_start: int
    # The years, in order
    years: list[PledgeYear]


PledgeState = Literal['upcoming', 'active', 'ended', 'paused', 'cancelled', 'written_off']


PledgeStatus = Literal['active', 'paused', 'cancelled', 'written_off']


class PledgeUpdate(TypedDict):
    """The body PledgeUpdate."""

    # The external id of the giver, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # Who promises
    contact_id: NotRequired[int]
    # The giver as another system knows them, instead of `contact_id`
    contact_match: NotRequired[ContactMatch | None]
    # The amount of each gift, above 0, with the decimals of its currency. A body may have it as an exact number, or in a string
    pledge_amount: NotRequired[Amount]
    # The day from which on another amount, frequency or status holds; by default today. On or before the start, or before the second term, the amount or the frequency corrects the first term instead. If nothing else changes: the day from which on the amount and the frequency have been as they are, or the first day of a planned pause, which is taken back
    pledge_change_from: NotRequired[str | None]
    # Currency, ISO 4217; by default the account's
    pledge_currency: NotRequired[str | None]
    # Data of your own, at most 16 KiB
    pledge_custom: NotRequired[dict[str, Any] | None]
    # The last day on which a gift can be due
    pledge_end_date: NotRequired[str | None]
    # The pledge's id in another system, unique in the account
    pledge_external_id: NotRequired[str | None]
    # How often a gift is due; by default monthly. Aliases such as annual, biweekly and once are understood
    pledge_frequency: NotRequired[PledgeFrequencyInput | None]
    # Name of the fund, without regard to case, in the spelling of the fund. A new name makes a fund, unless the account takes only those of its list
    pledge_fund: NotRequired[str | None]
    # Notes
    pledge_notes: NotRequired[str | None]
    # The last day of a pause, after which the pledge is active again; with pledge_status paused
    pledge_pause_until: NotRequired[str | None]
    # The first due date, not before 1900; by default today in the account's time zone
    pledge_start_date: NotRequired[str | None]
    # What was decided about the pledge; by default active
    pledge_status: NotRequired[PledgeStatus | None]


class PledgeUpdateEvent(TypedDict):
    """The event pledges.update"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # Of an update: the own fields and lists that differ
    changed: NotRequired[list[str]]
    # The record, as a read at that moment returned it
    data: Pledge
    # The event's id
    id: str
    # Of an update: what these were before; null after an erasure
    previous: NotRequired[dict[str, Any]]
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['pledges.update']


# What pledges made due in a year, and what was received for them in it.
PledgeYear = TypedDict(
    "PledgeYear",
    {
        # What was due
        "expected": "Amount",
        # Its first day
        "from": "str",
        # What was received, in percent of what was due; null if nothing was
        "fulfilment_rate": "Amount | None",
        # 1 if the year is over
        "is_complete": "Flag",
        # The received gifts of the year for these pledges
        "received": "Amount",
        # What is missing, at least 0
        "remaining": "Amount",
        # The last day that counts: the year's last day, or today while it goes on
        "to": "str",
        # The year, called by the calendar year in which it ends
        "year": "int",
    },
)


class Pledged(TypedDict):
    """What pledges amount to on the day."""

    # How many active recurring pledges there are
    active_count: int
    # Active recurring pledges, per year
    annual: Amount
    # Active recurring pledges, per month
    monthly: Amount
    # What is still to come of active one-time pledges
    one_time_outstanding: Amount
    # Pledges that have not started yet, per month
    upcoming_monthly: Amount


class PurposeMergeCreate(TypedDict):
    """The body PurposeMergeCreate."""

    # The one whose gifts and pledges move, and which is removed
    from_id: int


class Recovery(TypedDict):
    """A job that sends a webhook what it has missed."""

    # When the recovery was asked for
    created_at: str
    # How many events there are in the span of time
    event_count: int
    # How many of them have been examined
    examined_count: int
    # When it ended
    finished_at: str | None
    # Identifier
    id: int
    # Whether only failed deliveries are sent again
    only_failed: Flag
    # How many of those were queued for the webhook
    queued_count: int
    # Running; finished, when everything is queued; or stopped, because the webhook was disabled
    recovery_status: RecoveryStatus
    # The first moment of the events
    since: str
    # The moment before which they happened
    until: str
    # The webhook
    webhook_id: int


class RecoveryCreate(TypedDict):
    """The body RecoveryCreate."""

    # 1: only deliveries that have failed for good; 0, the default: also skipped ones, those that wait for a retry, and events that were never queued
    only_failed: NotRequired[Flag | None]
    # The first moment of the events
    since: str
    # The moment before which they happened; by default now
    until: NotRequired[str | None]


RecoveryStatus = Literal['running', 'finished', 'stopped']


RowOutcome = Literal['created', 'updated']


class SavedList(TypedDict):
    """A saved list: the filters of a list under a name. A list that is not shared is there for nobody but who made it."""

    # When it was made
    created_at: str
    # Identifier
    id: int
    # The headings of the columns that its file for people has; empty for all
    list_columns: list[str]
    # The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers
    list_filter: dict[str, Any]
    # The kind of its records
    list_kind: ImportKind
    # Name
    list_name: str
    # 1: all members of the account see it; by default 0. Only who made it can set it back to 0
    list_shared: Flag
    # When it was last changed
    updated_at: str
    # The user who made it
    user_id: int | None


class SavedListCreate(TypedDict):
    """The body SavedListCreate."""

    # The headings of the columns that its file for people has; empty for all
    list_columns: NotRequired[list[str] | None]
    # The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers
    list_filter: NotRequired[dict[str, Any] | None]
    # The kind of its records
    list_kind: ImportKind
    # Name
    list_name: str
    # 1: all members of the account see it; by default 0. Only who made it can set it back to 0
    list_shared: NotRequired[Flag | None]


class SavedListUpdate(TypedDict):
    """The body SavedListUpdate."""

    # The headings of the columns that its file for people has; empty for all
    list_columns: NotRequired[list[str] | None]
    # The filters and the order, as the list of the kind takes them in its query: a text for each parameter, which may be sent as a number, or as a list of texts and numbers
    list_filter: NotRequired[dict[str, Any] | None]
    # The kind of its records
    list_kind: NotRequired[ImportKind]
    # Name
    list_name: NotRequired[str]
    # 1: all members of the account see it; by default 0. Only who made it can set it back to 0
    list_shared: NotRequired[Flag | None]


class SecretRotation(TypedDict):
    """The body SecretRotation."""

    # How long the old secret signs too, in hours, so that receivers can change over; 24 by default
    overlap_hours: NotRequired[int | None]


class StatementLine(TypedDict):
    """A received gift, as a statement shows it."""

    # The giver
    contact_id: int | None
    # Amount, with the decimals of its currency; of a gift in kind, the value that was recorded
    gift_amount: Amount
    # Currency, ISO 4217
    gift_currency: str
    # The day of the gift
    gift_date: str
    # What was given, if gift_in_kind is 1: the gift's memo
    gift_description: str | None
    # Fund
    gift_fund: str | None
    # The gift
    gift_id: int
    # 1 for what is no money, such as goods or stock: a statement describes it, and no total of money has it
    gift_in_kind: Flag
    # Number of the cheque, or else the reference of the payment
    gift_reference: str | None
    # The kind of gift
    gift_type: str | None


class Tag(TypedDict):
    """A tag; tags belong to the account"""

    # Identifier
    id: int
    # Name, unique in the account without regard to case
    tag_name: str


class TagInUse(TypedDict):
    """A tag of contacts."""

    # How many contacts have it, archived ones included
    contact_count: int
    # The tag, as it was written first
    tag_name: str


class Task(TypedDict):
    """A task."""

    # The contact's own fields
    contact: NotRequired[ContactFields | None]
    # The contact that it is about
    contact_id: int | None
    # When the record was created
    created_at: str
    # The gift that it is about, of the task's contact if both are known, or credited to that contact
    gift_id: int | None
    # Identifier
    id: int
    # The pledge that it is about, of the task's contact if there is one
    pledge_id: int | None
    # The member of the account who is to do it: a `user_id` of `GET /members`
    task_assignee_id: int | None
    # The day on which the task was done, at most one day ahead. When it is sent, it sets task_done
    task_completed_on: str | None
    # Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it
    task_done: Flag
    # The day on which it is due
    task_due_date: str | None
    # The time at which it is due, HH:MM; needs task_due_date
    task_due_time: str | None
    # The task's id in another system, unique in the account
    task_external_id: str | None
    # Notes
    task_notes: str | None
    # Urgency; by default normal
    task_priority: TaskPriority
    # How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day
    task_repeat: TaskRepeat | None
    # What came of it
    task_result: TaskResult | None
    # Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0
    task_status: TaskStatus
    # What the task is about
    task_subject: str
    # What is to be done; by default to_do
    task_type: TaskType
    # When the record was last changed
    updated_at: str


class TaskCreate(TypedDict):
    """The body TaskCreate."""

    # The external id of the contact, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # The contact that it is about
    contact_id: NotRequired[int | None]
    # The external id of the gift, instead of `gift_id`
    gift_external_id: NotRequired[str | None]
    # The gift that it is about, of the task's contact if both are known, or credited to that contact
    gift_id: NotRequired[int | None]
    # The external id of the pledge, instead of `pledge_id`
    pledge_external_id: NotRequired[str | None]
    # The pledge that it is about, of the task's contact if there is one
    pledge_id: NotRequired[int | None]
    # The member of the account who is to do it: a `user_id` of `GET /members`
    task_assignee_id: NotRequired[int | None]
    # The day on which the task was done, at most one day ahead. When it is sent, it sets task_done
    task_completed_on: NotRequired[str | None]
    # Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it
    task_done: NotRequired[Flag | None]
    # The day on which it is due
    task_due_date: NotRequired[str | None]
    # The time at which it is due, HH:MM; needs task_due_date
    task_due_time: NotRequired[str | None]
    # The task's id in another system, unique in the account
    task_external_id: NotRequired[str | None]
    # Notes
    task_notes: NotRequired[str | None]
    # Urgency; by default normal
    task_priority: NotRequired[TaskPriority | None]
    # How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day
    task_repeat: NotRequired[TaskRepeat | None]
    # What came of it
    task_result: NotRequired[TaskResult | None]
    # Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0
    task_status: NotRequired[TaskStatus | None]
    # What the task is about
    task_subject: str
    # What is to be done; by default to_do
    task_type: NotRequired[TaskType | None]


class TaskCreateEvent(TypedDict):
    """The event tasks.create"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Task
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['tasks.create']


TaskDue = Literal['today', 'this_week']


TaskPriority = Literal['low', 'normal', 'high']


TaskRepeat = Literal['weekly', 'monthly', 'quarterly', 'yearly']


TaskResult = Literal['done', 'attempted', 'left_message', 'received']


TaskStatus = Literal['open', 'done', 'cancelled']


TaskType = Literal['call', 'email', 'text', 'letter', 'appointment', 'in_person', 'thank', 'pledge_reminder', 'newsletter', 'prayer', 'to_do']


class TaskUpdate(TypedDict):
    """The body TaskUpdate."""

    # The external id of the contact, instead of `contact_id`
    contact_external_id: NotRequired[str | None]
    # The contact that it is about
    contact_id: NotRequired[int | None]
    # The external id of the gift, instead of `gift_id`
    gift_external_id: NotRequired[str | None]
    # The gift that it is about, of the task's contact if both are known, or credited to that contact
    gift_id: NotRequired[int | None]
    # The external id of the pledge, instead of `pledge_id`
    pledge_external_id: NotRequired[str | None]
    # The pledge that it is about, of the task's contact if there is one
    pledge_id: NotRequired[int | None]
    # The member of the account who is to do it: a `user_id` of `GET /members`
    task_assignee_id: NotRequired[int | None]
    # The day on which the task was done, at most one day ahead. When it is sent, it sets task_done
    task_completed_on: NotRequired[str | None]
    # Whether the task is done. Sent as 1 it sets task_completed_on to today, and as 0 it clears it
    task_done: NotRequired[Flag | None]
    # The day on which it is due
    task_due_date: NotRequired[str | None]
    # The time at which it is due, HH:MM; needs task_due_date
    task_due_time: NotRequired[str | None]
    # The task's id in another system, unique in the account
    task_external_id: NotRequired[str | None]
    # Notes
    task_notes: NotRequired[str | None]
    # Urgency; by default normal
    task_priority: NotRequired[TaskPriority | None]
    # How long after it the next one like it is due. That one is made when this one is done: counting from the due date, or else from the day on which it was done, and after that day
    task_repeat: NotRequired[TaskRepeat | None]
    # What came of it
    task_result: NotRequired[TaskResult | None]
    # Whether the task is open, done or cancelled. Sent as done it sets task_done to 1, and otherwise to 0
    task_status: NotRequired[TaskStatus | None]
    # What the task is about
    task_subject: NotRequired[str]
    # What is to be done; by default to_do
    task_type: NotRequired[TaskType | None]


class TaskUpdateEvent(TypedDict):
    """The event tasks.update"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # Of an update: the own fields and lists that differ
    changed: NotRequired[list[str]]
    # The record, as a read at that moment returned it
    data: Task
    # The event's id
    id: str
    # Of an update: what these were before; null after an erasure
    previous: NotRequired[dict[str, Any]]
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # The number of the event among those of the record
    sequence: NotRequired[int]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['tasks.update']


class TermFields(TypedDict):
    """What was agreed for a pledge from a day on."""

    # The amount of each gift
    term_amount: Amount
    # How often a gift is due
    term_frequency: PledgeFrequency
    # The first day
    term_from: str


TributeType = Literal['in_honor_of', 'in_memory_of']


Via = Literal['api', 'web', 'import', 'merge', 'erasure']


class Webhook(TypedDict):
    """A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it."""

    # When the record was created
    created_at: str
    # Identifier
    id: int
    # When the record was last changed
    updated_at: str
    # The most attempts at once from each dispatcher; null for as many as the receiver keeps up with
    webhook_concurrency: int | None
    # What it is for
    webhook_description: str | None
    # Why it is disabled
    webhook_disabled_reason: str | None
    # The events that are sent, of which `gifts.*` is every one of gifts; empty for all
    webhook_events: list[WebhookEvent]
    # Since when every attempt has failed; null while deliveries succeed. After 5 days it is disabled
    webhook_failing_since: str | None
    # What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows
    webhook_include: list[Include]
    # When an attempt last failed
    webhook_last_failure_at: str | None
    # When a delivery last succeeded
    webhook_last_success_at: str | None
    # Until when the previous secret signs too; null if there is none, or none any more
    webhook_previous_secret_until: str | None
    # The most attempts per second; null for no limit
    webhook_rate_limit: int | None
    # 1: leave out updates that changed nothing
    webhook_skip_unchanged: Flag
    # Active; paused (deliveries wait); or disabled (deliveries are skipped)
    webhook_status: WebhookStatus
    # Where events are sent: https on port 443 or 8443 at a public address
    webhook_url: str


class WebhookCreate(TypedDict):
    """The body WebhookCreate."""

    # The most attempts at once from each dispatcher; null for as many as the receiver keeps up with
    webhook_concurrency: NotRequired[int | None]
    # What it is for
    webhook_description: NotRequired[str | None]
    # The events that are sent, of which `gifts.*` is every one of gifts; empty for all
    webhook_events: NotRequired[list[WebhookEvent] | None]
    # Headers to send along, such as a token of the receiver's; never shown again, and cleared when webhook_url gets another scheme, host or port without them
    webhook_headers: NotRequired[dict[str, Any] | None]
    # What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows
    webhook_include: NotRequired[list[Include] | None]
    # The most attempts per second; null for no limit
    webhook_rate_limit: NotRequired[int | None]
    # 1: leave out updates that changed nothing
    webhook_skip_unchanged: NotRequired[Flag | None]
    # Active; paused (deliveries wait); or disabled (deliveries are skipped)
    webhook_status: NotRequired[WebhookStatus | None]
    # Where events are sent: https on port 443 or 8443 at a public address
    webhook_url: str


class WebhookDisabledEvent(TypedDict):
    """The event webhooks.disabled"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Webhook
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['webhooks.disabled']


WebhookEvent = Literal['contacts.*', 'contacts.create', 'contacts.update', 'gifts.*', 'gifts.create', 'gifts.update', 'pledges.*', 'pledges.create', 'pledges.update', 'tasks.*', 'tasks.create', 'tasks.update', 'webhooks.failing', 'webhooks.disabled', 'imports.finished']


class WebhookFailingEvent(TypedDict):
    """The event webhooks.failing"""

    # The account
    account_id: NotRequired[int]
    # Who did it, and how
    actor: NotRequired[Actor]
    # The record, as a read at that moment returned it
    data: Webhook
    # The event's id
    id: str
    # The `X-Request-Id` of the request; of an import, `import-` and its id
    request_id: NotRequired[str | None]
    # When it happened
    timestamp: str
    # What happened
    type: Literal['webhooks.failing']


WebhookStatus = Literal['active', 'paused', 'disabled']


class WebhookTest(TypedDict):
    """What came of trying a webhook out."""

    # How it ended: success; status (an answer other than 2xx); too_large (an answer of over 64 KiB); or why there was no answer
    attempt_outcome: AttemptOutcome
    # When it began
    attempted_at: str
    # How long it took, in milliseconds
    duration_ms: int
    # Why there was no answer, for people
    error: str | None
    # The `webhook-id` that the receiver got
    event_id: str
    # The beginning of the answer's body, at most 4 KiB
    response_body: str | None
    # The answer's status
    status_code: int | None
    # What the same answer to a delivery would have done besides; null for nothing
    warning: str | None


class WebhookUpdate(TypedDict):
    """The body WebhookUpdate."""

    # The most attempts at once from each dispatcher; null for as many as the receiver keeps up with
    webhook_concurrency: NotRequired[int | None]
    # What it is for
    webhook_description: NotRequired[str | None]
    # The events that are sent, of which `gifts.*` is every one of gifts; empty for all
    webhook_events: NotRequired[list[WebhookEvent] | None]
    # Headers to send along, such as a token of the receiver's; never shown again, and cleared when webhook_url gets another scheme, host or port without them
    webhook_headers: NotRequired[dict[str, Any] | None]
    # What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows
    webhook_include: NotRequired[list[Include] | None]
    # The most attempts per second; null for no limit
    webhook_rate_limit: NotRequired[int | None]
    # 1: leave out updates that changed nothing
    webhook_skip_unchanged: NotRequired[Flag | None]
    # Active; paused (deliveries wait); or disabled (deliveries are skipped)
    webhook_status: NotRequired[WebhookStatus | None]
    # Where events are sent: https on port 443 or 8443 at a public address
    webhook_url: NotRequired[str]


class WebhookWithSecret(TypedDict):
    """A webhook: an endpoint that receives the account's events, signed as Standard Webhooks has it."""

    # When the record was created
    created_at: str
    # Identifier
    id: int
    # When the record was last changed
    updated_at: str
    # The most attempts at once from each dispatcher; null for as many as the receiver keeps up with
    webhook_concurrency: int | None
    # What it is for
    webhook_description: str | None
    # Why it is disabled
    webhook_disabled_reason: str | None
    # The events that are sent, of which `gifts.*` is every one of gifts; empty for all
    webhook_events: list[WebhookEvent]
    # Since when every attempt has failed; null while deliveries succeed. After 5 days it is disabled
    webhook_failing_since: str | None
    # What the events show of other records: `none`, or the named ones, a contact's lists as they are when the event is sent; empty for what a read shows
    webhook_include: list[Include]
    # When an attempt last failed
    webhook_last_failure_at: str | None
    # When a delivery last succeeded
    webhook_last_success_at: str | None
    # Until when the previous secret signs too; null if there is none, or none any more
    webhook_previous_secret_until: str | None
    # The most attempts per second; null for no limit
    webhook_rate_limit: int | None
    # The secret that signs deliveries; shown here only, so keep it
    webhook_secret: str
    # 1: leave out updates that changed nothing
    webhook_skip_unchanged: Flag
    # Active; paused (deliveries wait); or disabled (deliveries are skipped)
    webhook_status: WebhookStatus
    # Where events are sent: https on port 443 or 8443 at a public address
    webhook_url: str


# The received gifts of the same days of the year before.
YearBefore = TypedDict(
    "YearBefore",
    {
        # How many there are
        "count": "int",
        # From how many contacts; an unattributed gift counts none
        "donor_count": "int",
        # The first day
        "from": "str",
        # The last day, included: the year's last day, or the same day as `to` while the year goes on, and 28 February for 29 February
        "to": "str",
        # Their sum
        "total": "Amount",
    },
)


class ContactsQuery(TypedDict):
    """The parameters of a list of contacts."""

    # Only archived contacts, or only the others
    archived: NotRequired[Flag]
    # Only contacts whose birthday is in this month, 1 to 12
    birthday_month: NotRequired[int]
    # `household`: of the members of a joint household whom the other filters find, only the first is listed, those first who live and are not archived; what they gave together counts for each in the filters by gifts
    by: NotRequired[Literal['household']]
    # Only contacts with an address in this city, without regard to case
    city: NotRequired[str]
    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Only contacts with an address in this country, ISO 3166-1 alpha-2
    country: NotRequired[str]
    # `soft`: gifts of others that a contact is credited with count as its own in the filters by gifts; not with `by`
    credit: NotRequired[Literal['soft']]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only contacts with these values in `contact_custom`: `custom[shirt]=M`, or `custom.shirt=M`, finds those whose `shirt` is M. A number, `true`, `false` or `null` finds the text and the value. At most 5 keys
    custom: NotRequired[dict[str, Any]]
    # Only contacts who have died, or only the others
    deceased: NotRequired[Flag]
    # Only contacts who must not be called, or only the others
    do_not_call: NotRequired[Flag]
    # Only contacts who must not be emailed, or only the others
    do_not_email: NotRequired[Flag]
    # Only contacts who must not be written to, or only the others
    do_not_mail: NotRequired[Flag]
    # Only contacts with this email address, without regard to case
    email: NotRequired[str]
    # Only the contact with this id in another system
    external_id: NotRequired[str]
    # Only contacts whose first received gift was after this day
    first_gift_after: NotRequired[str]
    # Only contacts who gave for this campaign, without regard to case; only such gifts count
    given_campaign: NotRequired[str]
    # Only contacts who gave at least this often; a correction of less than 0 is no gift of its own
    given_count_min: NotRequired[int]
    # Only contacts who gave on this day or later; the gifts that the other filters of this name count begin with it
    given_from: NotRequired[str]
    # Only contacts who gave for this fund, without regard to case; only such gifts count
    given_fund: NotRequired[str]
    # Only contacts who gave, and no more than this
    given_max: NotRequired[Amount]
    # Only contacts who gave this much or more in the account's currency: their received gifts together
    given_min: NotRequired[Amount]
    # Only contacts who gave on this day or earlier; the gifts that the other filters of this name count end with it
    given_to: NotRequired[str]
    # Only contacts with a full address (two of a street or second line, a city and a postal code), or only the others
    has_address: NotRequired[Flag]
    # Only contacts with an email address, or only the others
    has_email: NotRequired[Flag]
    # Only the members of this household, or of several
    household: NotRequired[list[int]]
    # Only the contact with this id, or with one of several
    id: NotRequired[list[int]]
    # What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it
    include: NotRequired[list[Literal['none', 'giving']]]
    # Only contacts who gave, and have not given this year: last year (lybunt), or in any year before (sybunt), without archived ones and those who have died; received gifts count
    lapsed: NotRequired[Lapse]
    # Only contacts whose last received gift was after this day
    last_gift_after: NotRequired[str]
    # Only contacts whose last received gift was before this day
    last_gift_before: NotRequired[str]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # Only contacts who gave last year and have not given this year (LYBUNT), without archived ones and those who have died, or only the others; received gifts count
    lybunt: NotRequired[Flag]
    # Only contacts that were merged into another one, or only the others
    merged: NotRequired[Flag]
    # Only contacts who want the newsletter so, or in one of several ways
    newsletter: NotRequired[list[Newsletter]]
    # Only contacts that belong to this organisation, or to one of several
    org_id: NotRequired[list[int]]
    # Only contacts with an address whose postal code begins so, without regard to case
    postal_code: NotRequired[str]
    # Only contacts with each of these words, or parts of words, in their names, employer, external id, email addresses, phone numbers, or the streets, cities and postal codes of their addresses, without regard to case, accents, apostrophes and hyphens; a phone number may be written in groups of digits
    q: NotRequired[str]
    # The order; `-` reverses it
    sort: NotRequired[Literal['id', '-id', 'contact_lname', '-contact_lname', 'last_gift_date', '-last_gift_date', 'given_total', '-given_total', 'contact_birthday', '-contact_birthday']]
    # Only contacts with an address in this state, without regard to case
    state: NotRequired[str]
    # Only contacts with this status, or with one of several
    status: NotRequired[list[ContactStatus]]
    # Only contacts with the tag of this name, without regard to case
    tag: NotRequired[str]
    # Only people, or only organisations
    type: NotRequired[ContactType]
    # Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed
    updated_since: NotRequired[str]


# The parameters of a list of gifts.
GiftsQuery = TypedDict(
    "GiftsQuery",
    {
        # Only gifts of this batch, or of several
        "batch_id": "NotRequired[list[int]]",
        # Only gifts of this campaign, or with a part of it, without regard to case
        "campaign": "NotRequired[str]",
        # Of a file for people: only the columns with these headings, in this order
        "columns": "NotRequired[list[str]]",
        # Only gifts of this contact, or of several
        "contact_id": "NotRequired[list[int]]",
        # Only gifts in this currency
        "currency": "NotRequired[str]",
        # Where a page begins: from the `Link` of the page before
        "cursor": "NotRequired[str]",
        # Only the gift with this `gift_external_id`
        "external_id": "NotRequired[str]",
        # Only gifts of this day or later
        "from": "NotRequired[str]",
        # Only gifts for this fund, or with a part for it, without regard to case
        "fund": "NotRequired[str]",
        # Only gifts of a contact, or only unattributed ones
        "has_contact": "NotRequired[Flag]",
        # What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it
        "include": "NotRequired[list[Literal['none', 'contact', 'contact.emails', 'contact.phones', 'contact.addresses', 'giftType']]]",
        # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
        "limit": "NotRequired[int]",
        # Only gifts of this amount or less, each in its own currency
        "max_amount": "NotRequired[Amount]",
        # Only gifts of this amount or more, each in its own currency
        "min_amount": "NotRequired[Amount]",
        # Only gifts for this pledge, or for one of several
        "pledge_id": "NotRequired[list[int]]",
        # Only gifts for which a receipt was sent, or only those without one
        "receipted": "NotRequired[Flag]",
        # The order; `-` reverses it
        "sort": "NotRequired[Literal['gift_date', '-gift_date', 'id', '-id']]",
        # Only gifts with this status, or with one of several
        "status": "NotRequired[list[GiftStatus]]",
        # Only gifts whose giver was thanked, or only those whose giver was not
        "thanked": "NotRequired[Flag]",
        # Only gifts of this day or before
        "to": "NotRequired[str]",
        # Only gifts of this type: its name, without regard to case
        "type": "NotRequired[str]",
        # Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed
        "updated_since": "NotRequired[str]",
    },
)


class PledgesQuery(TypedDict):
    """The parameters of a list of pledges."""

    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Only pledges of this contact, or of several
    contact_id: NotRequired[list[int]]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only the pledge with this `pledge_external_id`
    external_id: NotRequired[str]
    # Only pledges with this frequency, or with one of several
    frequency: NotRequired[list[PledgeFrequency]]
    # Only pledges for this fund, without regard to case
    fund: NotRequired[str]
    # What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it
    include: NotRequired[list[Literal['none', 'contact', 'contact.emails', 'contact.phones', 'contact.addresses']]]
    # Only pledges that are later today than their frequency allows for, or only those that are not
    late: NotRequired[Flag]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # The order; `-` reverses it
    sort: NotRequired[Literal['id', '-id', 'pledge_amount', '-pledge_amount', 'pledge_balance', '-pledge_balance', 'pledge_days_late', '-pledge_days_late', 'pledge_next_due_date', '-pledge_next_due_date']]
    # Only pledges in this state today, or in one of several
    state: NotRequired[list[PledgeState]]
    # Only pledges of which this was decided, or one of several
    status: NotRequired[list[PledgeStatus]]
    # Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed
    updated_since: NotRequired[str]


class TasksQuery(TypedDict):
    """The parameters of a list of tasks."""

    # Only tasks that are assigned to this member, or to one of several
    assignee_id: NotRequired[list[int]]
    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Only tasks about this contact, or about one of several
    contact_id: NotRequired[list[int]]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only tasks that are done, or only open ones
    done: NotRequired[Flag]
    # Only open tasks that are due today or were before, or until the end of this week, which is Sunday
    due: NotRequired[TaskDue]
    # Only tasks that are due on this day or later
    due_from: NotRequired[str]
    # Only tasks that are due on this day or before
    due_to: NotRequired[str]
    # Only the task with this `task_external_id`
    external_id: NotRequired[str]
    # What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it
    include: NotRequired[list[Literal['none', 'contact', 'contact.emails', 'contact.phones', 'contact.addresses']]]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # Only tasks that are assigned to the user of the key, or only the others
    mine: NotRequired[Flag]
    # Only open tasks that were due before today, or only the others
    overdue: NotRequired[Flag]
    # The order; `-` reverses it
    sort: NotRequired[Literal['id', '-id', 'task_due_date', '-task_due_date']]
    # Only open tasks, only done or only cancelled ones, or those of several
    status: NotRequired[list[TaskStatus]]
    # Only tasks of this type, or of one of several
    type: NotRequired[list[TaskType]]
    # Only records that were changed at this moment or later, or since the list that had this `Sync-Cursor`, which misses none, however late its change was committed; what a record shows of others, or of the day, is no change of it; a record that a change has taken out of the other filters is not listed
    updated_since: NotRequired[str]


class HouseholdsQuery(TypedDict):
    """The parameters of a list of households."""

    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Only the household of this contact, or those of several
    contact_id: NotRequired[list[int]]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only the household with this `household_external_id`
    external_id: NotRequired[str]
    # Only households that are joint, or only the others
    joint: NotRequired[Flag]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # The order; `-` reverses it
    sort: NotRequired[Literal['id', '-id']]


class FundsQuery(TypedDict):
    """The parameters of a list of funds."""

    # Only funds that forms offer, or only the others
    active: NotRequired[Flag]
    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only the fund with this `fund_external_id`
    external_id: NotRequired[str]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # Only the fund with this name, without regard to case
    name: NotRequired[str]
    # The order; `-` reverses it
    sort: NotRequired[Literal['fund_name', '-fund_name', 'id', '-id']]


class CampaignsQuery(TypedDict):
    """The parameters of a list of campaigns."""

    # Only campaigns that forms offer, or only the others
    active: NotRequired[Flag]
    # Of a file for people: only the columns with these headings, in this order
    columns: NotRequired[list[str]]
    # Where a page begins: from the `Link` of the page before
    cursor: NotRequired[str]
    # Only the campaign with this `campaign_external_id`
    external_id: NotRequired[str]
    # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
    limit: NotRequired[int]
    # Only the campaign with this name, without regard to case
    name: NotRequired[str]
    # The order; `-` reverses it
    sort: NotRequired[Literal['campaign_name', '-campaign_name', 'id', '-id']]


# The parameters of a list of batches.
BatchesQuery = TypedDict(
    "BatchesQuery",
    {
        # Of a file for people: only the columns with these headings, in this order
        "columns": "NotRequired[list[str]]",
        # Where a page begins: from the `Link` of the page before
        "cursor": "NotRequired[str]",
        # Only the batch with this `batch_external_id`
        "external_id": "NotRequired[str]",
        # Only batches of this day or later
        "from": "NotRequired[str]",
        # How many records to return at most, of which the header `Total-Count` then tells the whole number; the header `Link` leads to the next page
        "limit": "NotRequired[int]",
        # The order; `-` reverses it
        "sort": "NotRequired[Literal['id', '-id']]",
        # Only batches with this status, or with one of several
        "status": "NotRequired[list[BatchStatus]]",
        # Only batches of this day or before
        "to": "NotRequired[str]",
    },
)


class EventsQuery(TypedDict):
    """The parameters of a list of events."""

    # The id of an event: only those that follow it in the log
    after: NotRequired[str]
    # Only events of this type
    event: NotRequired[EventType]
    # What to show of other records: `none`, or the named ones. A list of a contact brings the contact along. A mirror asks for `none`, because what a record shows of others is no change of it
    include: NotRequired[list[Literal['none', 'contact', 'contact.emails', 'contact.phones', 'contact.addresses', 'giftType']]]
    # How many events to return at most; by default all
    limit: NotRequired[int]
    # Only events of this record: its history
    record: NotRequired[str]
    # Only events of this moment or later
    since: NotRequired[str]


class Actor(TypedDict):
    """Who did it, and how"""

    # The user; null for the service itself
    user_id: int | None
    # The way by which the change came
    via: Via


# What a webhook or the log of events brings; `type` says which it is.
Event = Union[
    ContactCreateEvent,
    ContactUpdateEvent,
    GiftCreateEvent,
    GiftUpdateEvent,
    ImportFinishedEvent,
    PledgeCreateEvent,
    PledgeUpdateEvent,
    TaskCreateEvent,
    TaskUpdateEvent,
    WebhookDisabledEvent,
    WebhookFailingEvent,
    PingEvent,
]
