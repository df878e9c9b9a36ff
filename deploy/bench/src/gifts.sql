-- Stores :gifts gifts of :contacts contacts of the account :account_id, spread evenly over the last 20 years. There are 200
-- pledges. A tenth of the gifts is for a pledge. Most gifts are received.

BEGIN;
-- Leaves out the foreign key checks: the links are right, and checking 1.7 million of them would take most of the time.
SET LOCAL session_replication_role = replica;

CREATE TEMPORARY TABLE givers ON COMMIT DROP AS
WITH givers AS (
    INSERT INTO contacts (account_id, contact_status, contact_is_org, contact_anonymous, contact_lname, contact_newsletter,
        contact_do_not_call, contact_do_not_mail, contact_do_not_email, created_at_ms, updated_at_ms)
    SELECT :account_id, 'donor', false, false, 'Lovelace ' || i, 'none', false, false, false, 0, 0
    FROM generate_series(1, :contacts) AS i
    RETURNING id
)
SELECT id, row_number() OVER (ORDER BY id) AS number FROM givers;

CREATE TEMPORARY TABLE promises ON COMMIT DROP AS
WITH promises AS (
    INSERT INTO pledges (account_id, contact_id, pledge_amount_minor, pledge_frequency, pledge_start_date, pledge_currency,
        pledge_status, created_at_ms, updated_at_ms)
    SELECT :account_id, id, 5000, 'monthly', CURRENT_DATE - (number * 36)::INT, 'USD', 'active', 0, 0
    FROM givers WHERE number <= 200
    RETURNING id, contact_id
)
SELECT promises.*, givers.number FROM promises JOIN givers ON givers.id = contact_id;

INSERT INTO gifts (account_id, contact_id, gift_amount_minor, gift_date, gift_currency, pledge_id, gift_status,
    gift_anonymous, created_at_ms, updated_at_ms)
SELECT :account_id, coalesce(promises.contact_id, givers.id), 1000 + i * 37 % 20000, CURRENT_DATE - (i * 7305 / :gifts)::INT,
    'USD', promises.id, CASE WHEN i % 50 = 0 THEN 'refunded' ELSE 'received' END, false, 0, 0
FROM generate_series(0, :gifts::BIGINT - 1) AS i
JOIN givers ON givers.number = 1 + i * 7919 % :contacts
LEFT JOIN promises ON i % 10 = 0 AND promises.number = 1 + i / 10 % 200
-- In the order in which the gifts came in, day by day.
ORDER BY i DESC;

COMMIT;

-- Otherwise autovacuum and the checkpointer would do this a little later, in the middle of the measurement.
VACUUM (ANALYZE) contacts, pledges, gifts;
CHECKPOINT;
