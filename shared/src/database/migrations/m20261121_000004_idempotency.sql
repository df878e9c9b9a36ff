-- What a request with an Idempotency-Key was answered, written in the transaction of its change.
CREATE TABLE idempotency_keys (
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    idempotency_key TEXT NOT NULL,
    response_sealed TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    PRIMARY KEY (account_id, idempotency_key)
);
-- What has expired.
CREATE INDEX idempotency_keys_created ON idempotency_keys (created_at_ms);

-- Raised by each change, for entity tags; other records have updated_at_ms.
ALTER TABLE gift_types ADD COLUMN version BIGINT NOT NULL DEFAULT 1;
