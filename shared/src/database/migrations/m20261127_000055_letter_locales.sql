-- Letters in the language of the donor: the language of an account's letters, and the others that it wants besides. The words of
-- each kind are kept for each language, so the table is made anew; those that are there are of the language that all had.
ALTER TABLE letterheads ADD COLUMN letter_locale TEXT NOT NULL DEFAULT 'en';
ALTER TABLE letterheads ADD COLUMN donor_locales TEXT NOT NULL DEFAULT '';
CREATE TABLE new_letter_templates (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_kind TEXT NOT NULL,
    template_locale TEXT NOT NULL DEFAULT 'en',
    template_subject TEXT NOT NULL,
    template_body TEXT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, letter_kind, template_locale)
);
INSERT INTO new_letter_templates (account_id, letter_kind, template_subject, template_body, updated_at_ms)
SELECT account_id, letter_kind, template_subject, template_body, updated_at_ms FROM letter_templates ORDER BY id;
DROP TABLE letter_templates;
ALTER TABLE new_letter_templates RENAME TO letter_templates;
