-- Two contacts that look alike and are two, as somebody has said: possible duplicates leave the pair out. The lower id comes first.
CREATE TABLE distinct_contacts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    lower_id BIGINT NOT NULL,
    higher_id BIGINT NOT NULL CHECK (higher_id > lower_id),
    UNIQUE (account_id, lower_id, higher_id),
    FOREIGN KEY (account_id, lower_id) REFERENCES contacts (account_id, id),
    FOREIGN KEY (account_id, higher_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX distinct_contacts_higher ON distinct_contacts (account_id, higher_id);
