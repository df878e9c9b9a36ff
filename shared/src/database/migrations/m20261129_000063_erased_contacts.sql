-- When a contact was erased, as a mark that no later change takes away. It is empty for those that were erased before.
ALTER TABLE contacts ADD COLUMN erased_at_ms BIGINT;
-- The contacts that were erased, which are few.
CREATE INDEX contacts_erased ON contacts (account_id, id) WHERE erased_at_ms IS NOT NULL;
