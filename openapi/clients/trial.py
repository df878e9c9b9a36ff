"""Tries the Python client through a proxy that breaks requests (see check.py). trial.mts does the same in TypeScript."""

import json
import random
import sys
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal
from typing import Any, Callable, Dict, List, Tuple

from almoner import Almoner, AlmonerError, BatchOperation, Event, MirroredKind, MirrorState, verify
from almoner.types import GiftCreate, GiftUpdate

given = json.loads(sys.argv[1])
client = Almoner(given["proxy"], given["key"], tries=14, backoff=0.02)
direct = Almoner(given["service"], given["key"])
NAME = "py"
# Of gifts there are more.
CHANGED: List[MirroredKind] = ["contacts", "gifts", "gifts", "pledges", "tasks"]
KINDS: List[MirroredKind] = ["contacts", "gifts", "pledges", "tasks"]
dice = random.Random(given["seed"])
pool = ThreadPoolExecutor(8)


def each_gift_exists_once() -> None:
    """Half of the gifts have no id of ours, so that nothing but the Idempotency-Key tells a repetition."""
    numbers = range(given["gifts"])

    def give(number: int) -> None:
        amount = Decimal(number + 1) / 100
        if number % 2:
            new: GiftCreate = {"gift_amount": amount, "gift_campaign": NAME, "gift_reference": f"{number}"}
            assert client.gifts.create(new).data["gift_reference"] == f"{number}"
            return
        email = f"{NAME}{number % 10}@example.org"
        body: GiftUpdate = {
            "gift_amount": amount,
            "gift_campaign": NAME,
            "gift_reference": f"{number}",
            "contact_match": {"email": email, "contact": {"contact_status": "donor", "contact_lname": NAME}},
        }
        assert client.gifts.upsert(f"{NAME}/once {number}", body).data["gift_reference"] == f"{number}"

    list(pool.map(give, numbers))
    gifts = [gift for page in client.gifts.pages({"campaign": NAME, "limit": 70}) for gift in page.records]
    counts = Counter(gift["gift_reference"] for gift in gifts)
    assert counts == Counter(map(str, numbers)), counts
    assert sum(gift["gift_amount"] for gift in gifts) == Decimal(sum(number + 1 for number in numbers)) / 100
    assert {gift["id"] for gift in gifts} == {gift["id"] for gift in direct.gifts.list({"campaign": NAME})}
    for number in range(0, 10, 2):
        assert len(direct.contacts.list({"email": f"{NAME}{number}@example.org"})) == 1


def errors_tell_what_is_wrong() -> None:
    try:
        client.request("POST", "contacts", body={"contact_nickname": "x"})
        raise SystemExit("a contact without a status was created")
    except AlmonerError as error:
        assert (error.status, error.code) == (422, "required"), error
        assert sorted(error.fields) == ["contact_lname", "contact_status"], error.fields
        assert error.request_id and not error.is_transient and given["key"] not in f"{error!r} {client!r} {vars(error)}"
    gift = client.gifts.create({"gift_amount": Decimal("0.10"), "gift_custom": {"rate": Decimal("1.5")}})
    assert gift.data["gift_custom"] == {"rate": Decimal("1.5")}, gift.data
    changed = client.gifts.update(gift.data["id"], {"gift_amount": Decimal("0.20")}, if_match=gift.etag)
    assert gift.data["gift_amount"] + changed.data["gift_amount"] == Decimal("0.30")
    attempts: List[Tuple[str, Callable[[], object]]] = [
        ("stale", lambda: client.gifts.update(gift.data["id"], {"gift_memo": "old"}, if_match=gift.etag)),
        ("stale", lambda: client.gifts.upsert(f"{NAME}/once 0", {"gift_memo": "new"}, only_new=True)),
        ("not_found", lambda: client.gifts.read(999_999_999)),
        ("forbidden", lambda: Almoner(given["service"], "alm_none").gifts.read(1)),
        ("invalid_key", lambda: Almoner(given["service"], "two words")),
        ("foreign_address", lambda: client.request("GET", "https://almoner.invalid/api/v1/gifts")),
    ]
    for code, attempt in attempts:
        try:
            attempt()
            raise SystemExit(f"{code}: it was not refused")
        except AlmonerError as error:
            assert error.code == code and "two words" not in f"{error!r}", error
    # A key that was read from a file ends with a line, and a path may begin as the guide has it.
    assert Almoner(given["service"] + "/api/v1", given["key"] + "\n").request("GET", "/account").data["account_id"]
    batch = client.batch([{"kind": "gifts", "id": gift.data["id"], "body": {"gift_memo": "batch"}}]).data
    assert batch["failed_count"] == 0
    assert client.gifts.read(gift.data["id"], include=["none"]).data["gift_memo"] == "batch"


def events_are_verified() -> None:
    headers, body, secret = given["delivery"]["headers"], given["delivery"]["body"], given["delivery"]["secret"]
    event = verify(headers, body.encode(), secret)
    assert event["type"] == "gifts.create" and event["data"]["gift_amount"] == Decimal("12.34"), event
    broken = {**headers, "webhook-signature": "nonsense"}
    old = {**headers, "webhook-timestamp": "1"}
    for sent, changed in ((headers, body.replace("12.34", "99.34")), (broken, body), (old, body), ({}, body)):
        try:
            verify(sent, changed, secret)
            raise SystemExit("an event that was not signed is accepted")
        except AlmonerError as error:
            assert error.code == "unverified", error


def change(count: int) -> None:
    """Creates and updates records at random, in batches."""
    made = Counter[MirroredKind]()
    operations: List[BatchOperation] = []
    for number in range(count):
        kind: MirroredKind = dice.choice(CHANGED) if made["contacts"] else "contacts"
        which = made[kind] if not made[kind] or dice.random() < 0.4 else dice.randrange(made[kind])
        made[kind] = max(made[kind], which + 1)
        word, amount = f"{NAME} {dice.randrange(1000)}", Decimal(dice.randrange(1, 100_000)) / 100
        giver = f"{NAME}-contacts-{dice.randrange(made['contacts'])}"
        bodies: Dict[MirroredKind, Dict[str, object]] = {
            "contacts": {"contact_status": "donor", "contact_lname": word, "tags": [word]},
            "gifts": {"gift_amount": amount, "gift_memo": word, "contact_external_id": giver},
            "pledges": {"pledge_amount": amount, "contact_external_id": giver},
            "tasks": {"task_subject": word, "contact_external_id": giver},
        }
        operations.append({"kind": kind, "external_id": f"{NAME}-{kind}-{which}", "body": bodies[kind]})
        if len(operations) == 100 or number == count - 1:
            answers = client.batch(operations, atomic=True).data
            assert answers["failed_count"] == 0, [one["body"] for one in answers["answers"] if one["status"] > 201][:1]
            operations = []


def what_changes_between_two_pages_comes_later() -> None:
    state: MirrorState = {}
    gifts = client.mirror("gifts", state)
    id = next(gifts)["id"]
    client.gifts.update(id, {"gift_memo": "between two pages"})
    assert sum(1 for _ in gifts) > 500 and state["whole"]
    assert any(gift["id"] == id for gift in client.mirror("gifts", state)) and not state["whole"]


class Follower:
    """A copy of the account, and its log."""

    def __init__(self) -> None:
        self.copies: Dict[MirroredKind, Dict[int, Any]] = {kind: {} for kind in KINDS}
        self.states: Dict[MirroredKind, MirrorState] = {kind: {} for kind in KINDS}
        self.events: List[Event] = []

    def follow(self) -> None:
        for kind in KINDS:
            seen = set()
            for record in client.mirror(kind, self.states[kind]):
                self.copies[kind][record["id"]] = record
                seen.add(record["id"])
            if self.states[kind]["whole"]:
                self.copies[kind] = {id: record for id, record in self.copies[kind].items() if id in seen}
        self.events.extend(client.events(self.events[-1]["id"] if self.events else None, {"include": ["none"]}))

    def compare(self) -> None:
        """The copy is what the lists are, and the log has each event once, those of a record in their order."""
        for kind in KINDS:
            listed = {record["id"]: record for record in direct.request("GET", kind, query={"include": ["none"]}).data}
            differ = [id for id in listed.keys() | self.copies[kind].keys() if listed.get(id) != self.copies[kind].get(id)]
            assert not differ, f"{kind}: the copy differs in {differ[:5]}"
        assert [event["id"] for event in self.events] == [event["id"] for event in direct.events(None, {"include": ["none"]})]
        last = Counter[str]()
        for event in self.events:
            record = f"{event['type'].split('.')[0]}/{event['data']['id']}"
            last[record] += 1
            assert event.get("sequence") == last[record], f"{record}: {event.get('sequence')} is not {last[record]}"


each_gift_exists_once()
errors_tell_what_is_wrong()
events_are_verified()
follower = Follower()
writing = pool.submit(change, given["changes"])
while not writing.done():
    follower.follow()
    time.sleep(0.3)
writing.result()
what_changes_between_two_pages_comes_later()
# The other client still writes.
print("written", flush=True)
sys.stdin.readline()
follower.states["pledges"]["cursor"] = "of a database that was restored"
follower.follow()
assert follower.states["pledges"].get("whole") and not follower.states["tasks"].get("whole")
follower.compare()
records = sum(map(len, follower.copies.values()))
print(f"Python: {given['gifts']} gifts exist once; the copy of {records} records is true; {len(follower.events)} events came once")
