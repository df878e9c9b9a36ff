-- Which contacts have a value in their own data. On PostgreSQL the account is part of what is indexed, so that a search
-- reads no other account's entries.
{contact_custom_of}
DROP INDEX CONCURRENTLY IF EXISTS contacts_custom;
CREATE INDEX CONCURRENTLY contacts_custom ON contacts {contacts_custom} WHERE contact_custom IS NOT NULL;
-- What lists of pledges and tasks are filtered by.
DROP INDEX CONCURRENTLY IF EXISTS pledges_status;
CREATE INDEX CONCURRENTLY pledges_status ON pledges (account_id, pledge_status, id);
DROP INDEX CONCURRENTLY IF EXISTS pledges_frequency;
CREATE INDEX CONCURRENTLY pledges_frequency ON pledges (account_id, pledge_frequency, id);
DROP INDEX CONCURRENTLY IF EXISTS pledges_start;
CREATE INDEX CONCURRENTLY pledges_start ON pledges (account_id, pledge_start_date);
DROP INDEX CONCURRENTLY IF EXISTS pledges_end;
CREATE INDEX CONCURRENTLY pledges_end ON pledges (account_id, pledge_end_date) WHERE pledge_end_date IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_contact;
CREATE INDEX CONCURRENTLY tasks_contact ON tasks (account_id, contact_id, id) WHERE contact_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_type;
CREATE INDEX CONCURRENTLY tasks_type ON tasks (account_id, task_type, id);
-- Open tasks alone. Most tasks are done in the end, so a list of done ones reads the account's tasks in their order.
DROP INDEX CONCURRENTLY IF EXISTS tasks_open;
CREATE INDEX CONCURRENTLY tasks_open ON tasks (account_id, task_due_date, id) WHERE NOT task_done;
