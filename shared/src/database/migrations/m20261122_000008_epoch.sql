-- Where the database was when it was last opened, and the name of its history since it was last restored.
ALTER TABLE event_log ADD COLUMN identity TEXT NOT NULL DEFAULT '';
ALTER TABLE event_log ADD COLUMN epoch TEXT NOT NULL DEFAULT '';
