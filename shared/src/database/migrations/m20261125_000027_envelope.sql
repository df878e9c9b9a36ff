-- How many events a record has had since this version: the number of the last one.
ALTER TABLE contacts ADD COLUMN event_sequence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE gifts ADD COLUMN event_sequence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE pledges ADD COLUMN event_sequence BIGINT NOT NULL DEFAULT 0;
ALTER TABLE tasks ADD COLUMN event_sequence BIGINT NOT NULL DEFAULT 0;

-- Whether a webhook leaves out updates that changed nothing, and a JSON list of what its events show of other records: null
-- for what a read shows.
ALTER TABLE webhooks ADD COLUMN webhook_skip_unchanged BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE webhooks ADD COLUMN webhook_include TEXT;

-- A renamed gift type tells the gifts that show it, one after the other: its name before, when it was renamed, and the last gift that
-- has been told. The name before is null if no gift waits.
ALTER TABLE gift_types ADD COLUMN renamed_from TEXT;
ALTER TABLE gift_types ADD COLUMN renamed_at_ms BIGINT NOT NULL DEFAULT 0;
ALTER TABLE gift_types ADD COLUMN told_gift_id BIGINT NOT NULL DEFAULT 0;
CREATE INDEX gift_types_renamed ON gift_types (id) WHERE renamed_from IS NOT NULL;
