"""The service under trial: its account and webhook, and what became of its events."""

import json
import os
import secrets
import ssl

from engine import await_healthy, compose, until
from load import Site
from receiver import Receiver

HTTPS_PORT = int(os.environ["HTTPS_PORT"].rpartition(":")[2])


def set_up(host):
    """Makes an account, and its webhook to this address of the host. Returns where the API is, and the receiver."""
    await_healthy("proxy", 1)
    root = compose("exec", "-T", "proxy", "cat", "/data/caddy/pki/authorities/local/root.crt")
    site = Site(HTTPS_PORT, ssl.create_default_context(cadata=root))
    account = compose(
        "exec", "-T", "api", "almoner", "accounts", "create", "--name", "Shelter", "--email", "you@shelter.example",
        "--password-stdin", given=secrets.token_urlsafe(24),
    )  # fmt: skip
    site.key = json.loads(account)["api_key"]

    receiver = Receiver(host)
    status, webhook = site.connect().request("POST", "/webhooks", {"webhook_url": receiver.url})
    assert status == 201, (status, webhook)
    receiver.secret = webhook["webhook_secret"]
    return site, receiver


def compare(site, load, receiver, taken_away=frozenset(), twice_max=None):
    """Waits until every committed event was received, and prints what failed, was lost or came twice. Events that a restore
    has taken away may have been received. Returns whether all is as it must be, and the committed events."""
    committed = {event["id"]: (event["type"].partition(".")[0], event["data"]["id"]) for event in site.events()}
    load.print()
    until("every committed event was received", lambda: committed.keys() <= receiver.received.keys())
    received = dict(receiver.received)
    invented = received.keys() - committed.keys() - taken_away
    lost_answers = load.created - set(committed.values())
    twice = sum(count - 1 for count in received.values())

    print(f"\ncommitted events {len(committed)}, received {len(received)}, missing 0, never committed {len(invented)}")
    print(f"deliveries beyond the first {twice}, badly signed {receiver.unsigned}, 201 without an event {len(lost_answers)}")
    good = load.is_good() and not invented and not lost_answers and not receiver.unsigned
    good = good and (twice_max is None or twice <= twice_max)
    return good, set(committed)


def verdict(good):
    """Prints the result, and returns the exit status."""
    print("trial: as it must be" if good else "trial: NOT as it must be")
    return 0 if good else 1
