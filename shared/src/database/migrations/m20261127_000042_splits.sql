-- The parts of gifts that are for several funds or campaigns. Amounts are minor units of the gift's currency.
CREATE TABLE gift_splits (
    {id},
    account_id BIGINT NOT NULL,
    gift_id BIGINT NOT NULL,
    split_amount_minor BIGINT NOT NULL,
    split_fund TEXT,
    split_campaign TEXT,
    split_memo TEXT,
    FOREIGN KEY (account_id, gift_id) REFERENCES gifts (account_id, id)
);
CREATE INDEX gift_splits_gift ON gift_splits (account_id, gift_id, id);
CREATE INDEX gift_splits_fund ON gift_splits (account_id, split_fund) WHERE split_fund IS NOT NULL;
CREATE INDEX gift_splits_campaign ON gift_splits (account_id, split_campaign) WHERE split_campaign IS NOT NULL;

-- Whether a gift has such parts, so that nobody looks for those of one that has none.
ALTER TABLE gifts ADD COLUMN gift_is_split BOOLEAN NOT NULL DEFAULT FALSE;
