-- The deliveries of an event, before it is removed.
DROP INDEX CONCURRENTLY IF EXISTS deliveries_event;
CREATE INDEX CONCURRENTLY deliveries_event ON deliveries (event_id);
