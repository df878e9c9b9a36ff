-- Until when a relay that is publishing the event keeps other relays away. SQLite has one relay, and does not use it.
ALTER TABLE outbox ADD COLUMN claimed_until_ms BIGINT;
