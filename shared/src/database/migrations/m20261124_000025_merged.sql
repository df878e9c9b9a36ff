-- The contact that a contact was merged into. It is empty for merges from before.
ALTER TABLE contacts ADD COLUMN contact_merged_into_id BIGINT{merged_contact};
-- The contacts that were merged, which are few.
CREATE INDEX contacts_merged ON contacts (account_id, id) WHERE contact_merged_into_id IS NOT NULL;
