-- A rotated secret signs beside the new one until this moment.
ALTER TABLE webhooks ADD COLUMN webhook_previous_secret_sealed TEXT;
ALTER TABLE webhooks ADD COLUMN webhook_previous_secret_until_ms BIGINT;
-- The first failure since the last success; null while deliveries succeed.
ALTER TABLE webhooks ADD COLUMN webhook_failing_since_ms BIGINT;
-- When the next attempt keeps to the rate limit, in microseconds.
ALTER TABLE webhooks ADD COLUMN webhook_rate_next_us BIGINT NOT NULL DEFAULT 0;

-- Where positions in the event log begin: raised when a restored database counts its transactions anew.
CREATE TABLE event_log (
    origin BIGINT NOT NULL
);
INSERT INTO event_log (origin) VALUES (0);
ALTER TABLE events ADD COLUMN position BIGINT NOT NULL DEFAULT 0;
CREATE INDEX events_log ON events (account_id, position, id);

CREATE TABLE recoveries (
    {id},
    account_id BIGINT NOT NULL,
    webhook_id BIGINT NOT NULL,
    recovery_since_ms BIGINT NOT NULL,
    recovery_until_ms BIGINT NOT NULL,
    recovery_only_failed BOOLEAN NOT NULL,
    recovery_status TEXT NOT NULL CHECK (recovery_status IN ('running', 'finished', 'stopped')),
    recovery_event_count BIGINT NOT NULL,
    recovery_examined_count BIGINT NOT NULL,
    recovery_queued_count BIGINT NOT NULL,
    after_event_id {uuid} NOT NULL,
    created_at_ms BIGINT NOT NULL,
    finished_at_ms BIGINT,
    UNIQUE (account_id, id),
    FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks (account_id, id)
);
-- One at a time for a webhook.
CREATE UNIQUE INDEX recoveries_running ON recoveries (webhook_id) WHERE recovery_status = 'running';
