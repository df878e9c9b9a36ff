"""Tries openapi_changes.py on changed copies of the real document."""

import json
import unittest
from copy import deepcopy
from pathlib import Path

from openapi_changes import DOCUMENT, compare

TEXT = (Path(__file__).parent.parent / DOCUMENT).read_text()
REAL = json.loads(TEXT)


def schema(document, name):
    return document["components"]["schemas"][name]


def member(document, name, field):
    return schema(document, name)["properties"][field]


def operation(document, name):
    method, path = name.split()
    return document["paths"][path][method.lower()]


def parameter(document, name, wanted):
    return next(found for found in operation(document, name)["parameters"] if found.get("name") == wanted)


def headers(document, name, status):
    return operation(document, name)["responses"][status]["headers"]


def rename(holder, before, after):
    holder[after] = holder.pop(before)


ROOF = {"type": "string"}

# What breaks a client: a change, and the only thing that is said of it.
BREAKS = [
    (lambda d: d["paths"].pop("/tags"), "GET /tags: the operation is gone"),
    (lambda d: d["paths"]["/tasks/{id}"].pop("put"), "PUT /tasks/{id}: the operation is gone"),
    (
        lambda d: operation(d, "GET /gifts").update(operationId="giftsList"),
        'GET /gifts: operationId was "listGifts" and is "giftsList"',
    ),
    (
        lambda d: operation(d, "GET /gifts").update(tags=["Money"]),
        "GET /gifts: its first tag is another one, after which generators name the client's part",
    ),
    (lambda d: d["servers"].clear(), "servers: /api/v1 is gone"),
    (lambda d: operation(d, "GET /gifts")["security"].pop(), "GET /gifts: security: api_key is not enough any more"),
    (
        lambda d: operation(d, "GET /gifts").update(security=[{"api_key": [], "bearer": []}]),
        {
            "GET /gifts: security: bearer is not enough any more",
            "GET /gifts: security: api_key is not enough any more",
        },
    ),
    (
        lambda d: d["webhooks"]["gifts.create"]["post"].update(security=[{"bearer": []}]),
        "POST event gifts.create: security: nothing is not enough any more",
    ),
    (
        lambda d: d["components"]["securitySchemes"]["api_key"].update({"in": "header"}),
        'security scheme api_key: in was "query" and is "header"',
    ),
    (
        lambda d: operation(d, "GET /gifts")["parameters"].remove(parameter(d, "GET /gifts", "fund")),
        "GET /gifts: parameter query fund is gone",
    ),
    (
        lambda d: parameter(d, "GET /gifts", "fund").update(name="fund_name"),
        "GET /gifts: parameter query fund is gone",
    ),
    (
        lambda d: parameter(d, "GET /gifts", "fund").update({"in": "header"}),
        "GET /gifts: parameter query fund is gone",
    ),
    (lambda d: parameter(d, "GET /gifts", "fund").update(required=True), "GET /gifts query fund: it is required now"),
    (
        lambda d: operation(d, "GET /gifts")["parameters"].append(
            {"in": "query", "name": "year", "required": True, "schema": ROOF}
        ),
        "GET /gifts: parameter query year is new and required",
    ),
    (
        lambda d: parameter(d, "GET /gifts", "contact_id").update(explode=True),
        "GET /gifts query contact_id: explode was false and is true",
    ),
    (
        lambda d: parameter(d, "GET /gifts", "limit")["schema"].update(maximum=100),
        "GET /gifts query limit: maximum was 1000 and is 100",
    ),
    (
        lambda d: parameter(d, "GET /gifts", "sort")["schema"].update(default="id"),
        'GET /gifts query sort: default was "-gift_date" and is "id"',
    ),
    (
        lambda d: parameter(d, "GET /gifts", "sort")["schema"]["enum"].remove("-id"),
        'GET /gifts query sort: the value "-id" is gone',
    ),
    (
        lambda d: d["components"]["parameters"]["IdempotencyKey"].update(required=True),
        "IdempotencyKey: it is required now",
    ),
    (lambda d: operation(d, "POST /gifts").pop("requestBody"), "POST /gifts: the body is gone"),
    (
        lambda d: operation(d, "GET /tags").update(
            requestBody={"required": True, "content": {"application/json": {"schema": ROOF}}}
        ),
        "GET /tags: a body is required now",
    ),
    (
        lambda d: rename(operation(d, "POST /gifts")["requestBody"]["content"], "application/json", "text/json"),
        "POST /gifts body: content type application/json is gone",
    ),
    (lambda d: schema(d, "GiftCreate")["properties"].pop("gift_memo"), "GiftCreate: member gift_memo is gone"),
    (
        lambda d: rename(schema(d, "GiftCreate")["properties"], "gift_memo", "gift_note"),
        "GiftCreate: member gift_memo is gone",
    ),
    (lambda d: schema(d, "GiftCreate")["required"].append("gift_date"), "GiftCreate: member gift_date is required now"),
    (
        lambda d: (
            schema(d, "GiftCreate")["properties"].update(gift_roof=ROOF),
            schema(d, "GiftCreate")["required"].append("gift_roof"),
        ),
        "GiftCreate: member gift_roof is required now",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_memo").update(type="string"),
        "GiftCreate.gift_memo: null is not taken any more",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_memo").update(type=["integer", "null"]),
        "GiftCreate.gift_memo: its type was string and is integer",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_date").update(format="date-time"),
        'GiftCreate.gift_date: format was "date" and is "date-time"',
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_memo").update(maxLength=400),
        "GiftCreate.gift_memo: maxLength was 4000 and is 400",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_memo").update(minLength=3),
        "GiftCreate.gift_memo: minLength was None and is 3",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_amount").update(minimum=0),
        "GiftCreate.gift_amount: minimum was -1000000000000.0 and is 0",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_soft_credits").update(maxItems=10),
        "GiftCreate.gift_soft_credits: maxItems was 100 and is 10",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_soft_credits")["items"].update(type="string"),
        "GiftCreate.gift_soft_credits[]: its type was integer and is string",
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_currency").update(pattern="^[A-Z]{3}$"),
        'GiftCreate.gift_currency: pattern was "^[A-Za-z]{3}$" and is "^[A-Z]{3}$"',
    ),
    (
        lambda d: schema(d, "PledgeFrequencyInput")["enum"].remove("annually"),
        'PledgeFrequencyInput: the value "annually" is gone',
    ),
    (
        lambda d: member(d, "GiftCreate", "gift_fund").update(enum=["General", None]),
        'GiftCreate.gift_fund: only ["General", null] is taken now',
    ),
    (
        lambda d: schema(d, "GiftCreate").update(additionalProperties=False),
        "GiftCreate: other members are not what they were",
    ),
    (
        lambda d: (
            member(d, "ContactCreate", "profilePicture").update({"$ref": "#/components/schemas/PictureCreate"})
            or member(d, "ContactCreate", "profilePicture").pop("anyOf")
        ),
        "ContactCreate.profilePicture: null is not taken any more",
    ),
    (
        lambda d: rename(member(d, "Gift", "contact"), "anyOf", "allOf"),
        "Gift.contact: this program does not look into allOf: teach it, or use anyOf or oneOf",
    ),
    (lambda d: member(d, "GiftCreate", "gift_memo").update(readOnly=True), "readOnly was null and is true"),
    (
        lambda d: member(d, "GiftCreate", "gift_memo").update({"not": {"const": "x"}}),
        'GiftCreate.gift_memo: not was null and is {"const": "x"}',
    ),
    (lambda d: operation(d, "GET /gifts")["responses"].pop("304"), "GET /gifts: status 304 is gone"),
    (
        lambda d: rename(operation(d, "POST /gifts")["responses"], "201", "202"),
        "POST /gifts: status 201 is gone",
    ),
    (
        lambda d: operation(d, "GET /gifts")["responses"]["200"]["content"].pop("text/csv"),
        "GET /gifts 200: content type text/csv is gone",
    ),
    (lambda d: headers(d, "POST /gifts", "201").pop("Location"), "POST /gifts 201: header Location is gone"),
    (
        lambda d: headers(d, "POST /gifts", "201")["Location"]["schema"].update(type="integer"),
        "POST /gifts 201 Location: its type was string and is integer",
    ),
    (
        lambda d: operation(d, "POST /gifts")["responses"]["201"]["content"]["application/json"]["schema"][
            "properties"
        ]["type"].update(const="gift.create"),
        'POST /gifts 201.type: it was always "gifts.create", and is not any more',
    ),
    (lambda d: schema(d, "Gift")["properties"].pop("gift_memo"), "Gift: member gift_memo is gone"),
    (lambda d: schema(d, "Gift")["required"].remove("gift_memo"), "Gift: member gift_memo may be missing now"),
    (
        lambda d: member(d, "Gift", "gift_amount").update(type=["number", "null"]),
        "Gift.gift_amount: it may be null now",
    ),
    (
        lambda d: member(d, "Gift", "id").update(type="string"),
        "Gift.id: its type was integer and is string",
    ),
    (
        lambda d: member(d, "Gift", "id").update(format="int32"),
        'Gift.id: format was "int64" and is "int32"',
    ),
    (
        lambda d: schema(d, "GiftStatus").pop("enum"),
        "GiftStatus: it was a closed list, and may be anything now",
    ),
    (
        lambda d: schema(d, "GiftStatus")["enum"].remove("void"),
        'GiftStatus: the value "void" is gone',
    ),
    (
        lambda d: member(d, "Gift", "giftType")["anyOf"].append({"$ref": "#/components/schemas/Tag"}),
        "Gift.giftType: the alternative Tag may come now",
    ),
    (
        lambda d: schema(d, "Event")["oneOf"].pop(),
        "Event: the alternative ImportFinishedEvent is gone",
    ),
    (
        lambda d: schema(d, "Event")["discriminator"]["mapping"].pop("tasks.update"),
        'Event discriminator: tasks.update was "#/components/schemas/TaskUpdateEvent" and is null',
    ),
    (
        lambda d: schema(d, "Event")["discriminator"].update(propertyName="kind"),
        'Event discriminator: propertyName was "type" and is "kind"',
    ),
    (lambda d: schema(d, "Failure")["properties"].pop("message"), "Failure: member message is gone"),
    (
        lambda d: (
            rename(d["components"]["schemas"], "Late", "LatePledges"),
            member(d, "GivingSummary", "late").update({"$ref": "#/components/schemas/LatePledges"}),
        ),
        "components: schema Late is gone",
    ),
    (lambda d: d["webhooks"].pop("tasks.update"), "webhooks: event tasks.update is gone"),
    (
        lambda d: schema(d, "ContactCreateEvent")["required"].remove("timestamp"),
        "ContactCreateEvent: member timestamp may be missing now",
    ),
    (
        lambda d: d["components"]["parameters"]["WebhookId"].update(required=False),
        "WebhookId: it may be missing now",
    ),
    (
        lambda d: d["webhooks"]["gifts.create"]["post"]["responses"].pop("410"),
        "POST event gifts.create: status 410 is gone",
    ),
]

# What breaks no client.
KEEPS = {
    "an operation": lambda d: d["paths"].update({"/volunteers": deepcopy(d["paths"]["/tags"])}),
    "a method": lambda d: d["paths"]["/tags"].update(post=deepcopy(d["paths"]["/tags"]["get"])),
    "an event": lambda d: d["webhooks"].update({"tags.create": deepcopy(d["webhooks"]["gifts.create"])}),
    "the event in closed lists": lambda d: [
        node["enum"].append("tags.create")
        for node in (schema(d, "EventType"), schema(d, "WebhookEvent"))
    ],
    "an event of the log": lambda d: schema(d, "Event")["oneOf"].append({"$ref": "#/components/schemas/Tag"}),
    "a schema": lambda d: d["components"]["schemas"].update(Volunteer={"type": "object"}),
    "an optional member of a request": lambda d: schema(d, "GiftCreate")["properties"].update(gift_roof=ROOF),
    "a member of a response": lambda d: (
        schema(d, "Gift")["properties"].update(gift_roof=ROOF),
        schema(d, "Gift")["required"].append("gift_roof"),
    ),
    "a member that a response always has now": lambda d: schema(d, "StatementLine").update(
        required=sorted(schema(d, "StatementLine")["properties"])
    ),
    "a member that a request may leave out now": lambda d: schema(d, "GiftCreate")["required"].remove("gift_amount"),
    "a parameter": lambda d: operation(d, "GET /gifts")["parameters"].append(
        {"in": "query", "name": "year", "required": False, "schema": ROOF}
    ),
    "a header of a response": lambda d: headers(d, "POST /gifts", "201").update(Sunset={"schema": ROOF}),
    "a status": lambda d: operation(d, "GET /gifts")["responses"].update({"206": {"description": "Part"}}),
    "a content type of a response": lambda d: operation(d, "GET /tags")["responses"]["200"]["content"].update(
        {"text/csv": {"schema": ROOF}}
    ),
    "a content type of a request": lambda d: operation(d, "POST /gifts")["requestBody"]["content"].update(
        {"text/csv": {"schema": ROOF}}
    ),
    "a longer text": lambda d: [
        member(d, name, "gift_memo").update(maxLength=40_000) for name in ("Gift", "GiftCreate", "GiftUpdate")
    ],
    "no limit at all": lambda d: [
        member(d, name, "gift_memo").pop("maxLength") for name in ("Gift", "GiftCreate", "GiftUpdate")
    ],
    "a larger number": lambda d: parameter(d, "GET /gifts", "limit")["schema"].update(maximum=10_000, minimum=0),
    "a value that is taken": lambda d: schema(d, "PledgeFrequencyInput")["enum"].append("yearlong"),
    "a value that comes": lambda d: schema(d, "GiftStatus")["enum"].append("pledged"),
    "null that is taken": lambda d: member(d, "GiftCreate", "gift_amount").update(type=["number", "null"]),
    "null that does not come any more": lambda d: member(d, "Gift", "gift_memo").update(type="string"),
    "a number for an integer that is taken": lambda d: parameter(d, "GET /gifts", "limit")["schema"].update(
        type="number"
    ),
    "another way to be let in": lambda d: operation(d, "GET /gifts")["security"].append({"oauth": []}),
    "words": lambda d: (
        operation(d, "GET /gifts").update(summary="Gifts", description="All of them"),
        member(d, "Gift", "gift_memo").update(description="A memo", examples=["Roof"]),
        d["info"].update(version="0.2.0"),
    ),
    "a deprecation": lambda d: (
        member(d, "Gift", "gift_memo").update(deprecated=True),
        operation(d, "GET /tags").update(deprecated=True),
    ),
    "a body that may be left out": lambda d: operation(d, "POST /gifts")["requestBody"].update(required=False),
    "an inline schema that becomes a component": lambda d: (
        d["components"]["schemas"].update(GiftMemo=deepcopy(member(d, "Gift", "gift_memo"))),
        schema(d, "Gift")["properties"].update(gift_memo={"$ref": "#/components/schemas/GiftMemo"}),
    ),
}


def changed(change):
    copy = json.loads(TEXT)
    change(copy)
    return copy


class Changes(unittest.TestCase):
    maxDiff = None

    def test_the_document_is_like_itself(self):
        self.assertEqual(compare(REAL, REAL), [])

    def test_what_breaks_is_found_with_its_place_and_nothing_else_is(self):
        for change, said in BREAKS:
            with self.subTest(said):
                found = compare(REAL, changed(change))
                if isinstance(said, set):
                    self.assertEqual(set(found), said)
                else:
                    self.assertEqual(len(found), 1, found)
                    self.assertIn(said, found[0])

    def test_what_breaks_nothing_is_not_found(self):
        for name, change in KEEPS.items():
            with self.subTest(name):
                self.assertNotEqual(changed(change), REAL)
                self.assertEqual(compare(REAL, changed(change)), [])

    def test_what_was_deprecated_for_two_minor_versions_may_go(self):
        def deprecate(document):
            member(document, "Gift", "gift_memo").update(deprecated=True)
            parameter(document, "GET /gifts", "fund").update(deprecated=True)
            operation(document, "GET /tags").update(deprecated=True)

        def remove(document):
            schema(document, "Gift")["properties"].pop("gift_memo")
            operation(document, "GET /gifts")["parameters"].remove(parameter(document, "GET /gifts", "fund"))
            document["paths"].pop("/tags")

        marked, without = changed(deprecate), changed(remove)
        self.assertEqual(compare(marked, without, [marked, marked]), [])
        for minors in ([], [marked], [marked, REAL]):
            self.assertEqual(len(compare(marked, without, minors)), 3)

    def test_what_is_accepted_is_not_said_and_what_accepts_nothing_is(self):
        without = changed(lambda document: document["paths"].pop("/tags"))
        accepted = {"GET /tags: the operation is gone": "nobody used it"}
        self.assertEqual(compare(REAL, without, accepted=accepted), [])
        self.assertEqual(len(compare(REAL, REAL, accepted=accepted)), 1)


if __name__ == "__main__":
    unittest.main()
