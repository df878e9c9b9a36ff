-- Letters that the mail server has not taken yet. They are sealed, because some have a link that is a secret. Until `claimed_until_ms`
-- the process that has claimed a letter tries to send it, and until `kept_until_ms` others do. Then it has become useless.
CREATE TABLE letters (
    {id},
    letter_sealed TEXT NOT NULL,
    claimed_until_ms BIGINT NOT NULL,
    kept_until_ms BIGINT NOT NULL
);
CREATE INDEX letters_claimed ON letters (claimed_until_ms);

-- When an event was last given up. What the owners have been told of the webhook: its failure, by the beginning; that an event was
-- given up, by the moment of telling; and that it was disabled. When somebody has dismissed what pages say of it.
ALTER TABLE webhooks ADD COLUMN webhook_given_up_at_ms BIGINT;
ALTER TABLE webhooks ADD COLUMN told_failing_since_ms BIGINT;
ALTER TABLE webhooks ADD COLUMN told_given_up_at_ms BIGINT;
ALTER TABLE webhooks ADD COLUMN told_disabled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE webhooks ADD COLUMN dismissed_at_ms BIGINT;
-- What was disabled before is no news.
UPDATE webhooks SET told_disabled = TRUE WHERE webhook_status = 'disabled';
CREATE INDEX webhooks_failing ON webhooks (account_id) WHERE webhook_failing_since_ms IS NOT NULL;
