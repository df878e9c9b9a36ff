"""Consumes Almoner's events from RabbitMQ, in a queue of your own, beside the dispatcher. Prints a line of JSON for each.

    pip install pika
    AMQP_URL=amqp://… python3 deploy/consumer.py --queue ledger 'gifts.*' 'pledges.*'

Copy it, and replace `handle`. README.md says what to rely on, under "Consumers of your own"."""

import argparse
import json
import os
import sys
import time

import pika

EXCHANGE = "almoner.events"
# A queue that nobody empties would fill the broker's disk, and then nobody gets anything. When this one is full, it drops
# its oldest messages; GET /events has them still.
QUEUE = {"x-queue-type": "quorum", "x-max-length": 1_000_000, "x-overflow": "drop-head"}


def handle(event_id, account_id, event_type, body):
    """Does the work. An event may come more than once, so remember the event's id in the same transaction."""
    print(json.dumps({"id": event_id, "account_id": account_id, "type": event_type, "body": body}), flush=True)


def consume(url, queue, patterns):
    """Consumes until the connection breaks off."""
    with pika.BlockingConnection(pika.URLParameters(url)) as connection:
        channel = connection.channel()
        # As Almoner declares it, so that this program may start first.
        channel.exchange_declare(EXCHANGE, exchange_type="topic", durable=True)
        channel.queue_declare(queue, durable=True, arguments=QUEUE)
        for pattern in patterns:
            channel.queue_bind(queue, EXCHANGE, pattern)
        channel.basic_qos(prefetch_count=100)
        for method, properties, body in channel.consume(queue):
            account_id = properties.headers["account-id"]
            handle(properties.message_id, account_id, method.routing_key, body.decode())
            # Only now. If this program dies before, the event comes again.
            channel.basic_ack(method.delivery_tag)


def main():
    parser = argparse.ArgumentParser(description="Consumes Almoner's events. AMQP_URL is the broker's address.")
    parser.add_argument("--queue", default="almoner-consumer", help="the queue's name; two consumers share its events")
    parser.add_argument("patterns", nargs="*", default=["#"], help="types of events, such as gifts.* (default: all)")
    options = parser.parse_args()
    while True:
        try:
            consume(os.environ["AMQP_URL"], options.queue, options.patterns)
        except pika.exceptions.AMQPConnectionError as error:
            print(f"no connection to the broker: {error!r}; trying again", file=sys.stderr, flush=True)
            time.sleep(1)


if __name__ == "__main__":
    main()
