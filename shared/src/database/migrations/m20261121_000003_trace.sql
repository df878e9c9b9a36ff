-- The step of the caller's trace in which the event was made; null for events of earlier versions.
ALTER TABLE events ADD COLUMN traceparent TEXT;
