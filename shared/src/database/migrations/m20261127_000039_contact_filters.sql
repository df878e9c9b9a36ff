-- Contacts are found by where they live.
DROP INDEX CONCURRENTLY IF EXISTS contact_addresses_city;
CREATE INDEX CONCURRENTLY contact_addresses_city ON contact_addresses (account_id, (LOWER(address_city)));
DROP INDEX CONCURRENTLY IF EXISTS contact_addresses_postal_code;
CREATE INDEX CONCURRENTLY contact_addresses_postal_code
    ON contact_addresses (account_id, (LOWER(address_postal_code) {binary}));
