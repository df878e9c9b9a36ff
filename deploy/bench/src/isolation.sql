-- Stores :deliveries events of the account :account_id. Each has a delivery that is due for the webhook :webhook_id.

BEGIN;

INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body)
SELECT
    lpad(to_hex(i), 32, '0')::UUID, :account_id, 'contacts.create', i, 1700000000000 + i,
    format('{"id":"evt_%s","type":"contacts.create","timestamp":"2023-11-14T22:13:20.000Z","data":{"id":%s,"contact_notes":"%s"}}',
        lpad(to_hex(i), 32, '0'), i, repeat('Met at the summer fair. ', 40))
FROM generate_series(1, :deliveries::BIGINT) AS i;

INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count, next_attempt_at_ms, created_at_ms)
SELECT account_id, id, :webhook_id, 'pending', 0, occurred_at_ms, occurred_at_ms
FROM events WHERE account_id = :account_id ORDER BY id;

COMMIT;

-- Otherwise autovacuum and the checkpointer would do this a little later, in the middle of the measurement.
VACUUM (ANALYZE) events, deliveries;
CHECKPOINT;
