-- The history of a record: its events, and who made the change. Null for the service itself, and for events from before.

ALTER TABLE events ADD COLUMN user_id BIGINT;
CREATE INDEX events_record ON events (account_id, record_id, position);
