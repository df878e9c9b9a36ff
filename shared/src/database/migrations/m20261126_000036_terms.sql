-- Pledges over time: what was agreed from which day on, if that has changed, and when nothing is due, both in JSON.
-- `pledge_amount_minor` and `pledge_frequency` are those in force on the day of the last write.
ALTER TABLE pledges ADD COLUMN pledge_terms TEXT;
ALTER TABLE pledges ADD COLUMN pledge_pauses TEXT;
