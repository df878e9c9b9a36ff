"""Adds a donor with a gift, and prints what was given this year, through a client generated with openapi-python-client.
openapi/guide.md says how to generate it."""

import os

from almoner_client import AuthenticatedClient
from almoner_client.api.contacts import create_contact
from almoner_client.api.gifts import create_gift
from almoner_client.api.giving_summary import read_giving_summary
from almoner_client.models import (
    ContactCreate,
    ContactStatus,
    CreateContactResponse201,
    CreateGiftResponse201,
    GiftCreate,
    ReadGivingSummaryResponse200,
)

api_url = os.environ.get("API_URL", "http://127.0.0.1:8080")
client = AuthenticatedClient(base_url=f"{api_url}/api/v1", token=os.environ["API_KEY"])

new = ContactCreate(contact_status=ContactStatus.DONOR, contact_fname="Ada", contact_lname="Lovelace")
donor = create_contact.sync(client=client, body=new)
if not isinstance(donor, CreateContactResponse201):
    raise SystemExit(donor)

gift = create_gift.sync(client=client, body=GiftCreate(gift_amount=50.25, contact_id=donor.data.id))
if not isinstance(gift, CreateGiftResponse201):
    raise SystemExit(gift)
print(f"Contact {donor.data.id} has given {gift.data.gift_amount} {gift.data.gift_currency}")

summary = read_giving_summary.sync(client=client)
if not isinstance(summary, ReadGivingSummaryResponse200):
    raise SystemExit(summary)
print(f"Given this year: {summary.data.given.total} {summary.data.currency}, in {summary.data.given.count} gifts")
