-- Printed letters that also go by email, each to one address. The row goes with any person whom the letter is about.
CREATE TABLE mailed_letters (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_id BIGINT NOT NULL,
    email_address TEXT NOT NULL,
    mail_status TEXT NOT NULL CHECK (mail_status IN ('queued', 'sent', 'failed')),
    claimed_until_ms BIGINT NOT NULL,
    kept_until_ms BIGINT NOT NULL,
    UNIQUE (account_id, letter_id),
    FOREIGN KEY (account_id, letter_id) REFERENCES printed_letters (account_id, id)
);
CREATE INDEX mailed_letters_queued ON mailed_letters (claimed_until_ms, id) WHERE mail_status = 'queued';

-- Where the answers to them go.
ALTER TABLE letterheads ADD COLUMN reply_to TEXT;
