-- The funds and campaigns of each account, in the order in which their spellings came up. `name_key` is the name in a form
-- that ignores case. Nothing is unique here: two requests may bring the same new name at once, and neither waits.
CREATE TABLE names (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    name_kind TEXT NOT NULL CHECK (name_kind IN ('fund', 'campaign')),
    name_key TEXT NOT NULL,
    name TEXT NOT NULL
);
CREATE INDEX names_key ON names (account_id, name_key, id);
-- Those in use, those of the oldest gifts first. The program mends the keys where lower() knows ASCII alone.
INSERT INTO names (account_id, name_kind, name_key, name)
SELECT account_id, name_kind, lower(name), name FROM (
    SELECT account_id, 'fund' AS name_kind, gift_fund AS name, 1 AS place, MIN(id) AS first_id
        FROM gifts WHERE gift_fund IS NOT NULL GROUP BY account_id, gift_fund
    UNION ALL
    SELECT account_id, 'fund', pledge_fund, 2, MIN(id)
        FROM pledges WHERE pledge_fund IS NOT NULL GROUP BY account_id, pledge_fund
    UNION ALL
    SELECT account_id, 'campaign', gift_campaign, 1, MIN(id)
        FROM gifts WHERE gift_campaign IS NOT NULL GROUP BY account_id, gift_campaign
) AS used
GROUP BY account_id, name_kind, name ORDER BY account_id, MIN(place), MIN(first_id);
