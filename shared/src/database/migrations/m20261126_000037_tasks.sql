-- The day on which a contact died.
ALTER TABLE contacts ADD COLUMN contact_deceased_on DATE;

-- Whether a task was given up, and how long after it the next one like it is due.
ALTER TABLE tasks ADD COLUMN task_cancelled BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE tasks ADD COLUMN task_repeat TEXT CHECK (task_repeat IN ('weekly', 'monthly', 'quarterly', 'yearly'));

-- The user to whom a task is assigned.
ALTER TABLE tasks ADD COLUMN task_assignee_id BIGINT REFERENCES users (id);
CREATE INDEX tasks_assignee ON tasks (account_id, task_assignee_id, id) WHERE task_assignee_id IS NOT NULL;

-- Whether the first received gift makes a donor of a contact, a prospect or a lapsed donor.
ALTER TABLE accounts ADD COLUMN status_follows_gifts BOOLEAN NOT NULL DEFAULT FALSE;
