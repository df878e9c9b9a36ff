-- What contacts gave for a fund or a campaign is summed from the index alone.
DROP INDEX CONCURRENTLY IF EXISTS gifts_fund_donors;
CREATE INDEX CONCURRENTLY gifts_fund_donors
    ON gifts (account_id, gift_fund, contact_id, gift_date, gift_amount_minor, gift_currency, gift_status, gift_is_split)
    WHERE gift_fund IS NOT NULL AND contact_id IS NOT NULL;
DROP INDEX CONCURRENTLY IF EXISTS gifts_campaign_donors;
CREATE INDEX CONCURRENTLY gifts_campaign_donors
    ON gifts (account_id, gift_campaign, contact_id, gift_date, gift_amount_minor, gift_currency, gift_status, gift_is_split)
    WHERE gift_campaign IS NOT NULL AND contact_id IS NOT NULL;
