-- Letters for a printer: what stands on all of an account's, the words of each kind, and the letters that were printed.
CREATE TABLE letterheads (
    {id},
    account_id BIGINT NOT NULL UNIQUE REFERENCES accounts (id),
    organisation TEXT NOT NULL,
    organisation_address TEXT,
    tax_id TEXT,
    legal_text TEXT,
    signer_name TEXT,
    signer_title TEXT,
    paper TEXT NOT NULL CHECK (paper IN ('a4', 'letter')),
    logo {bytes},
    updated_at_ms BIGINT NOT NULL
);
CREATE TABLE letter_templates (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_kind TEXT NOT NULL CHECK (letter_kind IN ('thank_you', 'year_end_statement')),
    template_subject TEXT NOT NULL,
    template_body TEXT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, letter_kind)
);

-- A run is written with all its letters, or not at all. The key is of the form that was sent: sent twice, it is one run.
CREATE TABLE letter_runs (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    run_key TEXT NOT NULL,
    letter_kind TEXT NOT NULL CHECK (letter_kind IN ('thank_you', 'year_end_statement')),
    user_id BIGINT REFERENCES users (id),
    period_from DATE,
    period_to DATE,
    letter_count BIGINT NOT NULL,
    gift_count BIGINT NOT NULL,
    run_head TEXT NOT NULL,
    run_logo {bytes},
    run_left_out TEXT NOT NULL,
    made_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    UNIQUE (account_id, run_key)
);
-- The text goes with any person whom it is about.
CREATE TABLE printed_letters (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    run_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    letter_number BIGINT NOT NULL,
    letter_text TEXT,
    UNIQUE (account_id, id),
    UNIQUE (account_id, letter_number),
    FOREIGN KEY (account_id, run_id) REFERENCES letter_runs (account_id, id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX printed_letters_run ON printed_letters (account_id, run_id);
CREATE INDEX printed_letters_contact ON printed_letters (account_id, contact_id);
-- All whom a letter is about: those to whom it goes, and those who gave. An erasure finds the letter by them.
CREATE TABLE printed_letter_contacts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    UNIQUE (account_id, letter_id, contact_id),
    FOREIGN KEY (account_id, letter_id) REFERENCES printed_letters (account_id, id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX printed_letter_contacts_contact ON printed_letter_contacts (account_id, contact_id);
-- The gifts that a letter thanks for, each in one letter only.
CREATE TABLE thanked_gifts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_id BIGINT NOT NULL,
    gift_id BIGINT NOT NULL,
    UNIQUE (account_id, gift_id),
    FOREIGN KEY (account_id, letter_id) REFERENCES printed_letters (account_id, id),
    FOREIGN KEY (account_id, gift_id) REFERENCES gifts (account_id, id)
);
CREATE INDEX thanked_gifts_letter ON thanked_gifts (account_id, letter_id);
