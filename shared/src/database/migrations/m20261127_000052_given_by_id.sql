-- What contacts gave for a fund or a campaign is summed in memory, by the ids of these, so the two widest indexes of gifts go.
DROP INDEX CONCURRENTLY IF EXISTS gifts_fund_donors;
DROP INDEX CONCURRENTLY IF EXISTS gifts_campaign_donors;
