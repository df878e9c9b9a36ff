-- The day on which a contact died.
ALTER TABLE contacts ADD COLUMN contact_deceased_on DATE;

-- Whether a task was given up, and how long after it the next one like it is due.
ALTER TABLE tasks ADD COLUMN task_cancelled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tasks ADD COLUMN task_repeat TEXT CHECK (task_repeat IN ('weekly', 'monthly', 'quarterly', 'yearly'));
