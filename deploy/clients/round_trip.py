"""Uses the service through a client generated with openapi-python-client (`deploy/dev clients`). Every request and
response here has the types of the OpenAPI document."""

import os

from almoner_client import AuthenticatedClient
from almoner_client.api.contacts import create_contact, list_contacts, read_contact, update_contact
from almoner_client.api.gifts import create_gift
from almoner_client.api.giving_summary import read_giving_summary
from almoner_client.api.webhooks import create_webhook
from almoner_client.models import (
    Contact,
    ContactCreate,
    ContactStatus,
    ContactUpdate,
    CreateContactResponse201,
    CreateGiftResponse201,
    CreateWebhookResponse201,
    EmailCreate,
    Failure,
    GiftCreate,
    GivingSummary,
    ListContactsResponse200,
    ReadContactResponse200,
    ReadGivingSummaryResponse200,
    UpdateContactResponse200,
    WebhookCreate,
    WebhookEvent,
)

client = AuthenticatedClient(base_url=os.environ["API_URL"] + "/api/v1", token=os.environ["API_KEY"])


def summary() -> GivingSummary:
    answer = read_giving_summary.sync(client=client)
    assert isinstance(answer, ReadGivingSummaryResponse200), answer
    return answer.data


new = ContactCreate(
    contact_status=ContactStatus.DONOR,
    contact_fname="Ada",
    contact_lname="Lovelace",
    tags=["volunteer"],
    emails=[EmailCreate(email_address="ada@lovelace.example")],
)
created = create_contact.sync_detailed(client=client, body=new)
assert created.status_code == 201 and isinstance(created.parsed, CreateContactResponse201), created
contact: Contact = created.parsed.data
assert contact.contact_lname == "Lovelace" and contact.emails[0].email_primary == 1
assert created.headers["location"] == f"/api/v1/contacts/{contact.id}"

read = read_contact.sync(contact.id, client=client)
assert isinstance(read, ReadContactResponse200) and read.data == contact, read

changes = ContactUpdate(contact_nickname="Countess", contact_fname=None)
updated = update_contact.sync(contact.id, client=client, body=changes)
assert isinstance(updated, UpdateContactResponse200), updated
assert (updated.data.contact_nickname, updated.data.contact_fname) == ("Countess", None)
assert updated.data.emails == contact.emails

listed = list_contacts.sync(client=client)
assert isinstance(listed, ListContactsResponse200), listed
assert any(one.id == contact.id and one.tags[0].tag_name == "volunteer" for one in listed.data)

before = summary()
gift = create_gift.sync(client=client, body=GiftCreate(gift_amount=50.25, contact_id=contact.id))
assert isinstance(gift, CreateGiftResponse201), gift
assert gift.data.gift_amount == 50.25 and isinstance(gift.data.contact_id, int)
after = summary()
assert after.given.count == before.given.count + 1
assert round(after.given.total - before.given.total, 2) == 50.25

events = [WebhookEvent.GIFTS_CREATE]
webhook = WebhookCreate(webhook_url="https://hooks.example.org/almoner", webhook_events=events)
registered = create_webhook.sync(client=client, body=webhook)
assert isinstance(registered, CreateWebhookResponse201), registered
assert registered.data.webhook_secret.startswith("whsec_")

refused = create_contact.sync(client=client, body=ContactCreate(contact_status=ContactStatus.DONOR))
assert refused == Failure(
    success=False,
    message="contact_lname is required unless contact_anonymous is 1",
    type_="",
    data=[],
), refused

missing = read_contact.sync_detailed(999_999_999, client=client)
assert missing.status_code == 404 and isinstance(missing.parsed, Failure), missing
assert missing.parsed.message == "Not Found"
