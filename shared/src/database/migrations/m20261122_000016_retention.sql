-- How far an account's old events were removed: all up to this position, and none of them was later than this moment. Null
-- while the log is whole.
ALTER TABLE accounts ADD COLUMN events_removed_position BIGINT;
ALTER TABLE accounts ADD COLUMN events_removed_until_ms BIGINT;

-- Whether attempts of the delivery were removed because they were old.
ALTER TABLE deliveries ADD COLUMN attempts_removed BOOLEAN NOT NULL DEFAULT FALSE;
