"""Uses the service with the models that datamodel-code-generator makes (`deploy/dev clients`). It makes no client, so httpx
sends the requests here, and the models check every request and response."""

import os
from typing import TypeVar

import almoner_models as almoner
import httpx
from pydantic import BaseModel

Model = TypeVar("Model", bound=BaseModel)

api_url, api_key = os.environ["API_URL"], os.environ["API_KEY"]
client = httpx.Client(base_url=f"{api_url}/api/v1", headers={"Authorization": f"Bearer {api_key}"})


def call(returned: type[Model], method: str, path: str, body: BaseModel | None = None) -> Model:
    json = None if body is None else body.model_dump(mode="json", exclude_unset=True)
    return returned.model_validate_json(client.request(method, path, json=json).content)


email = almoner.EmailCreate(email_address="ada@lovelace.example")
new = almoner.ContactCreate(contact_status=almoner.ContactStatus.donor, contact_lname="Lovelace", emails=[email])
contact = call(almoner.CreateContactResponse, "POST", "/contacts", new).data
path = f"/contacts/{contact.id}"
assert call(almoner.ReadContactResponse, "GET", path).data == contact

gift = almoner.GiftCreate(gift_amount=1234567.89, contact_id=contact.id)
gift_id = call(almoner.CreateGiftResponse, "POST", "/gifts", gift).data.id
listed = call(almoner.ListGiftsResponse, "GET", f"/gifts?contact_id={contact.id}").data
assert [(one.id, one.gift_amount) for one in listed] == [(gift_id, 1234567.89)], listed

changed = call(almoner.UpdateContactResponse, "PUT", path, almoner.ContactUpdate(contact_nickname="Countess")).data
assert (changed.contact_nickname, changed.contact_lname) == ("Countess", "Lovelace"), changed

[event] = call(almoner.ListEventsResponse, "GET", f"/events?record=gifts/{gift_id}").data
assert isinstance(event.root, almoner.GiftCreateEvent), event
assert event.root.data.gift_amount == 1234567.89, event

unnamed = almoner.ContactCreate(contact_status=almoner.ContactStatus.donor)
refused = call(almoner.Failure, "POST", "/contacts", unnamed)
assert refused.message.startswith("contact_lname is required"), refused
