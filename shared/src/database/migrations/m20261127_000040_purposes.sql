-- The funds and campaigns of each account. Gifts and pledges have their names, so a new name there makes a record here.
CREATE TABLE funds (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    fund_name TEXT NOT NULL,
    fund_key TEXT {binary} NOT NULL,
    fund_code TEXT,
    fund_description TEXT,
    fund_active BOOLEAN NOT NULL DEFAULT TRUE,
    fund_external_id TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX funds_fund_key ON funds (account_id, fund_key);
CREATE UNIQUE INDEX funds_fund_external_id ON funds (account_id, fund_external_id);
CREATE TABLE campaigns (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    campaign_name TEXT NOT NULL,
    campaign_key TEXT {binary} NOT NULL,
    campaign_code TEXT,
    campaign_description TEXT,
    campaign_active BOOLEAN NOT NULL DEFAULT TRUE,
    campaign_currency TEXT NOT NULL,
    campaign_goal_minor BIGINT,
    campaign_start_date DATE,
    campaign_end_date DATE,
    campaign_external_id TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);
CREATE UNIQUE INDEX campaigns_campaign_key ON campaigns (account_id, campaign_key);
CREATE UNIQUE INDEX campaigns_campaign_external_id ON campaigns (account_id, campaign_external_id);

-- Those in use, each in the spelling that came up first. Nothing says when a name came up, so it is as old as its account.
INSERT INTO funds (account_id, fund_name, fund_key, created_at_ms, updated_at_ms)
SELECT n.account_id, n.name, n.name_key, a.created_at_ms, a.created_at_ms
FROM names n JOIN accounts a ON a.id = n.account_id
WHERE n.name_kind = 'fund' AND n.id = (
    SELECT MIN(o.id) FROM names o
    WHERE o.account_id = n.account_id AND o.name_key = n.name_key AND o.name_kind = n.name_kind
)
ORDER BY n.id;
INSERT INTO campaigns (account_id, campaign_name, campaign_key, campaign_currency, created_at_ms, updated_at_ms)
SELECT n.account_id, n.name, n.name_key, a.currency, a.created_at_ms, a.created_at_ms
FROM names n JOIN accounts a ON a.id = n.account_id
WHERE n.name_kind = 'campaign' AND n.id = (
    SELECT MIN(o.id) FROM names o
    WHERE o.account_id = n.account_id AND o.name_key = n.name_key AND o.name_kind = n.name_kind
)
ORDER BY n.id;

-- Whether gifts and pledges can have a name only if it is one of these.
ALTER TABLE accounts ADD COLUMN funds_closed BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE accounts ADD COLUMN campaigns_closed BOOLEAN NOT NULL DEFAULT FALSE;
