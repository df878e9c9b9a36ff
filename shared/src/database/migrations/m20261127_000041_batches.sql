-- Gifts that were counted together, such as those of one deposit at the bank, and what they must come to.
CREATE TABLE batches (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    batch_name TEXT NOT NULL,
    batch_date DATE NOT NULL,
    batch_currency TEXT NOT NULL,
    batch_expected_count BIGINT,
    batch_status TEXT NOT NULL DEFAULT 'open' CHECK (batch_status IN ('open', 'closed')),
    batch_close_reason TEXT,
    batch_external_id TEXT,
    batch_expected_total_minor BIGINT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX batches_batch_external_id ON batches (account_id, batch_external_id);
CREATE INDEX batches_date ON batches (account_id, batch_date, id);
CREATE INDEX batches_status ON batches (account_id, batch_status, id);

-- The batch with which a gift was counted.
ALTER TABLE gifts ADD COLUMN batch_id BIGINT{batch};
CREATE INDEX gifts_batch ON gifts (account_id, batch_id, gift_date DESC, id DESC) WHERE batch_id IS NOT NULL;
