-- Who made the change that an event tells of. Null for the service itself, and for events from before.
ALTER TABLE events ADD COLUMN user_id BIGINT;
