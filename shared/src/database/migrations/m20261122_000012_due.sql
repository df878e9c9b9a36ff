-- What waits for an attempt: of a webhook, and of all webhooks in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_waiting;
CREATE INDEX CONCURRENTLY deliveries_waiting ON deliveries (webhook_id, next_attempt_at_ms)
    WHERE delivery_status = 'pending' AND lease_id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS deliveries_waiting_times;
CREATE INDEX CONCURRENTLY deliveries_waiting_times ON deliveries (next_attempt_at_ms, webhook_id)
    WHERE delivery_status = 'pending' AND lease_id IS NULL;
-- What is being attempted, in the order in which the leases end.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_leased;
CREATE INDEX CONCURRENTLY deliveries_leased ON deliveries (next_attempt_at_ms)
    WHERE delivery_status = 'pending' AND lease_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS deliveries_due;

-- A webhook's failed or skipped deliveries, newest event first.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_failed;
CREATE INDEX CONCURRENTLY deliveries_failed ON deliveries (webhook_id, delivery_status, event_id)
    WHERE delivery_status IN ('failed', 'skipped');

-- Events of one type: in the order of the log, and in the order of time.
DROP INDEX CONCURRENTLY IF EXISTS events_type_log;
CREATE INDEX CONCURRENTLY events_type_log ON events (account_id, event_type, position, id);
DROP INDEX CONCURRENTLY IF EXISTS events_type;
CREATE INDEX CONCURRENTLY events_type ON events (account_id, event_type, id);

-- A record's history.
DROP INDEX CONCURRENTLY IF EXISTS events_record;
CREATE INDEX CONCURRENTLY events_record ON events (account_id, record_id, position);
