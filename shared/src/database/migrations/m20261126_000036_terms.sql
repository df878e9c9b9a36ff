-- Pledges over time: what was agreed from which day on, if that has changed, and when nothing is due, both in JSON. The
-- amount, the frequency and the status are those of the day of the last write. On the next day on which one of them is to
-- change, the pledge is written anew.
ALTER TABLE pledges ADD COLUMN pledge_terms TEXT;
ALTER TABLE pledges ADD COLUMN pledge_pauses TEXT;
ALTER TABLE pledges ADD COLUMN pledge_changes_on DATE;
CREATE INDEX pledges_changes_on ON pledges (pledge_changes_on) WHERE pledge_changes_on IS NOT NULL;
