-- Contacts are found by the state in which they live. The index also tells PostgreSQL how many there are in each.
DROP INDEX CONCURRENTLY IF EXISTS contact_addresses_state;
CREATE INDEX CONCURRENTLY contact_addresses_state ON contact_addresses (account_id, (LOWER(address_state)), contact_id);
