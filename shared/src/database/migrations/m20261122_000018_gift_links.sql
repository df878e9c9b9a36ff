-- The gift that an adjustment belongs to, the day on which a gift was given back, and in whose honour or memory it was given.
ALTER TABLE gifts ADD COLUMN gift_adjusts_id BIGINT{adjusted_gift};
ALTER TABLE gifts ADD COLUMN gift_refunded_on DATE;
ALTER TABLE gifts ADD COLUMN gift_tribute_name TEXT;
ALTER TABLE gifts ADD COLUMN gift_tribute_type TEXT CHECK (gift_tribute_type IN ('in_honor_of', 'in_memory_of'));

-- Contacts who are credited with a gift that somebody else gave.
CREATE TABLE gift_soft_credits (
    account_id BIGINT NOT NULL,
    gift_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    PRIMARY KEY (account_id, gift_id, contact_id),
    FOREIGN KEY (account_id, gift_id) REFERENCES gifts (account_id, id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
-- The gifts that a contact is credited with.
CREATE INDEX gift_soft_credits_contact ON gift_soft_credits (account_id, contact_id, gift_id);

-- The id of a task in another system, by which a file of tasks changes those that are there.
ALTER TABLE tasks ADD COLUMN task_external_id TEXT;
CREATE UNIQUE INDEX tasks_task_external_id ON tasks (account_id, task_external_id);

-- Imports may be of pledges and tasks, too. SQLite changes no CHECK, so the column is made anew.
ALTER TABLE imports RENAME COLUMN import_kind TO import_old_kind;
ALTER TABLE imports ADD COLUMN import_kind TEXT NOT NULL DEFAULT 'contacts'
    CHECK (import_kind IN ('contacts', 'gifts', 'pledges', 'tasks'));
UPDATE imports SET import_kind = import_old_kind;
ALTER TABLE imports DROP COLUMN import_old_kind;
