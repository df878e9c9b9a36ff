-- People who live together. An erasure or the end of a household takes its members out, and keeps their gifts.
CREATE TABLE households (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    household_name TEXT NOT NULL,
    household_salutation TEXT,
    household_envelope_name TEXT,
    household_joint BOOLEAN NOT NULL DEFAULT TRUE,
    household_external_id TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX households_household_external_id ON households (account_id, household_external_id);

-- The household that a contact belongs to, and as what.
ALTER TABLE contacts ADD COLUMN household_id BIGINT{household};
ALTER TABLE contacts ADD COLUMN member_role TEXT CHECK (member_role IN ('head', 'partner', 'child', 'other'));
CREATE INDEX contacts_household ON contacts (account_id, household_id) WHERE household_id IS NOT NULL;

-- How many changes an account has had that no event tells.
ALTER TABLE accounts ADD COLUMN quiet_changes BIGINT NOT NULL DEFAULT 0;
UPDATE accounts SET quiet_changes =
    (SELECT COALESCE(SUM(version), 0) FROM gift_types WHERE gift_types.account_id = accounts.id);
