-- What lists are filtered by, in the order of the lists.
DROP INDEX CONCURRENTLY IF EXISTS gifts_fund;
CREATE INDEX CONCURRENTLY gifts_fund ON gifts (account_id, gift_fund, gift_date DESC, id DESC)
    WHERE gift_fund IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS gifts_campaign;
CREATE INDEX CONCURRENTLY gifts_campaign ON gifts (account_id, gift_campaign, gift_date DESC, id DESC)
    WHERE gift_campaign IS NOT NULL;
-- What is still to be done. The gifts for which it was done are nearly all, and the list itself has them.
DROP INDEX CONCURRENTLY IF EXISTS gifts_unthanked;
CREATE INDEX CONCURRENTLY gifts_unthanked ON gifts (account_id, gift_date DESC, id DESC) WHERE gift_thanked_on IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS gifts_unreceipted;
CREATE INDEX CONCURRENTLY gifts_unreceipted ON gifts (account_id, gift_date DESC, id DESC) WHERE gift_receipted_on IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS gifts_unattributed;
CREATE INDEX CONCURRENTLY gifts_unattributed ON gifts (account_id, gift_date DESC, id DESC) WHERE contact_id IS NULL;
DROP INDEX CONCURRENTLY IF EXISTS contacts_status;
CREATE INDEX CONCURRENTLY contacts_status ON contacts (account_id, contact_status, id);
