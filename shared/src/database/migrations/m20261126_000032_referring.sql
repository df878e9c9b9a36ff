-- What refers to a record that a sandbox removes.
DROP INDEX CONCURRENTLY IF EXISTS tasks_gift;
CREATE INDEX CONCURRENTLY tasks_gift ON tasks (account_id, gift_id) WHERE gift_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS tasks_pledge;
CREATE INDEX CONCURRENTLY tasks_pledge ON tasks (account_id, pledge_id) WHERE pledge_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS gifts_adjusts;
CREATE INDEX CONCURRENTLY gifts_adjusts ON gifts (account_id, gift_adjusts_id) WHERE gift_adjusts_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS contacts_referred_by;
CREATE INDEX CONCURRENTLY contacts_referred_by ON contacts (account_id, contact_referred_by_id) WHERE contact_referred_by_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS contacts_merged_into;
CREATE INDEX CONCURRENTLY contacts_merged_into ON contacts (account_id, contact_merged_into_id) WHERE contact_merged_into_id IS NOT NULL;
