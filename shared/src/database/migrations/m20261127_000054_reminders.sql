-- The program alone says which kinds of letters there are, so that a new kind needs no change here. SQLite removes no CHECK, so
-- the column of runs, to which others refer, and the table of words are made anew.
ALTER TABLE letter_runs RENAME COLUMN letter_kind TO old_letter_kind;
ALTER TABLE letter_runs ADD COLUMN letter_kind TEXT NOT NULL DEFAULT 'thank_you';
UPDATE letter_runs SET letter_kind = old_letter_kind;
ALTER TABLE letter_runs DROP COLUMN old_letter_kind;
CREATE TABLE new_letter_templates (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_kind TEXT NOT NULL,
    template_subject TEXT NOT NULL,
    template_body TEXT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, letter_kind)
);
INSERT INTO new_letter_templates (account_id, letter_kind, template_subject, template_body, updated_at_ms)
SELECT account_id, letter_kind, template_subject, template_body, updated_at_ms FROM letter_templates ORDER BY id;
DROP TABLE letter_templates;
ALTER TABLE new_letter_templates RENAME TO letter_templates;
