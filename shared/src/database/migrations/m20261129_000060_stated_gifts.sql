-- The gifts that a statement has, and whether that is an official receipt. Statements that were made before have no rows.
CREATE TABLE stated_gifts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    letter_id BIGINT NOT NULL,
    gift_id BIGINT NOT NULL,
    is_receipt BOOLEAN NOT NULL,
    UNIQUE (account_id, letter_id, gift_id),
    FOREIGN KEY (account_id, letter_id) REFERENCES printed_letters (account_id, id),
    FOREIGN KEY (account_id, gift_id) REFERENCES gifts (account_id, id)
);
CREATE INDEX stated_gifts_gift ON stated_gifts (account_id, gift_id);
