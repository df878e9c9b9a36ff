-- By last name without regard to case and accents, the same on both databases.
DROP INDEX CONCURRENTLY IF EXISTS contacts_folded;
CREATE INDEX CONCURRENTLY contacts_folded
    ON contacts (account_id, (COALESCE(contact_lname_folded {binary}, LOWER(COALESCE(contact_lname, '') {binary}))), id);
DROP INDEX CONCURRENTLY IF EXISTS contacts_name;
