"""Uses the service through a Python client generated with openapi-generator (`deploy/dev clients`)."""

import os

import almoner_generated as almoner

configuration = almoner.Configuration(host=os.environ["API_URL"] + "/api/v1", access_token=os.environ["API_KEY"])

with almoner.ApiClient(configuration) as client:
    contacts, gifts, webhooks = almoner.ContactsApi(client), almoner.GiftsApi(client), almoner.WebhooksApi(client)

    new = almoner.ContactCreate(
        contact_status=almoner.ContactStatus.DONOR,
        contact_lname="Lovelace",
        tags=["volunteer"],
        emails=[almoner.EmailCreate(email_address="ada@lovelace.example")],
    )
    contact = contacts.create_contact(new).data
    assert contact.emails[0].email_primary == 1, contact
    assert contacts.read_contact(contact.id).data == contact

    changed = contacts.update_contact(contact.id, almoner.ContactUpdate(contact_nickname="Countess")).data
    assert (changed.contact_nickname, changed.contact_lname) == ("Countess", "Lovelace"), changed

    gift = gifts.create_gift(almoner.GiftCreate(gift_amount=1234567.89, contact_id=contact.id)).data
    assert gift.gift_amount == 1234567.89 and gift.contact is not None, gift
    assert [one.id for one in gifts.list_gifts(contact_id=[contact.id]).data] == [gift.id]

    webhook = almoner.WebhookCreate(webhook_url="https://hooks.example.org/almoner", webhook_events=[almoner.WebhookEvent.GIFTS_DOT_CREATE])
    registered = webhooks.create_webhook(webhook).data
    assert registered.webhook_secret.startswith("whsec_"), registered
    assert webhooks.read_webhook(registered.id).data.webhook_events == [almoner.WebhookEvent.GIFTS_DOT_CREATE]

    try:
        contacts.create_contact(almoner.ContactCreate(contact_status=almoner.ContactStatus.DONOR))
    except almoner.ApiException as refused:
        assert refused.status == 422 and "contact_lname is required" in str(refused.body), refused
    else:
        raise AssertionError("a contact needs a name")
