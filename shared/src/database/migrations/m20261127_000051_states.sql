-- Contacts are found by the state in which they live. By the index, an ANALYZE of
-- PostgreSQL also learns how many there are in each.
DROP INDEX CONCURRENTLY IF EXISTS contact_addresses_state;
CREATE INDEX CONCURRENTLY contact_addresses_state ON contact_addresses (account_id, (LOWER(address_state)), contact_id);
