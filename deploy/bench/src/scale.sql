-- Stores :contacts contacts and as many gifts, and :events events of the last year with their deliveries and attempts, in
-- :small_accounts small accounts and eleven larger ones. Of ten records, six are in the account :huge, three in ten large
-- accounts, and one in the small accounts, of which :small is one. Each account has a webhook that has got everything.
-- :failing webhooks of the other small accounts have been failing for hours, and each has twenty deliveries that wait.

\set QUIET on
-- Leaves out the foreign key checks: the links are right, and checking them would take most of the time.
SET session_replication_role = replica;
SET synchronous_commit = off;

SELECT (extract(epoch FROM now()) * 1000)::BIGINT AS now_ms \gset
SELECT set_config('scale.events', :'events', false), set_config('scale.contacts', :'contacts', false),
    set_config('scale.small_accounts', :'small_accounts', false), set_config('scale.huge', :'huge', false),
    set_config('scale.small', :'small', false), set_config('scale.now_ms', :'now_ms', false)
\g /dev/null

INSERT INTO accounts (id, name, currency, timezone, created_at_ms)
SELECT 1000 + n, 'Account ' || n, 'EUR', 'Europe/Berlin', 0 FROM generate_series(1, :small_accounts + 10) n;
SELECT setval(pg_get_serial_sequence('accounts', 'id'), max(id)) FROM accounts \g /dev/null

-- The benchmark sets the URLs and the secrets.
INSERT INTO webhooks (account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed, created_at_ms,
    updated_at_ms)
SELECT id, '', '[]', 'active', '', 0, 0 FROM accounts ORDER BY id;
INSERT INTO webhooks (account_id, webhook_url, webhook_events, webhook_status, webhook_secret_sealed,
    webhook_failing_since_ms, webhook_last_failure_at_ms, created_at_ms, updated_at_ms)
SELECT 1011 + n % :small_accounts, '', '[]', 'active', '', :now_ms - 36000000, :now_ms - 3600000, 0, 0
FROM generate_series(1, :failing) n;

-- The account of a record, by the record's number. Records whose numbers differ by a multiple of :contacts are in the same.
CREATE FUNCTION pg_temp.account_of(n BIGINT, huge BIGINT, small BIGINT, small_accounts BIGINT) RETURNS BIGINT
    LANGUAGE sql IMMUTABLE
    RETURN CASE
        WHEN n % 10 < 6 THEN huge
        WHEN n % 10 < 9 THEN 1001 + n / 10 % 10
        WHEN n / 10 % (small_accounts + 1) = 0 THEN small
        ELSE 1010 + n / 10 % (small_accounts + 1)
    END;

CREATE FUNCTION pg_temp.pick(words TEXT[], n BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE
    RETURN words[1 + n % cardinality(words)];

-- Filled in steps, so that no transaction is long.
CREATE PROCEDURE pg_temp.fill() LANGUAGE plpgsql AS $$
DECLARE
    events CONSTANT BIGINT := current_setting('scale.events');
    contacts CONSTANT BIGINT := current_setting('scale.contacts');
    huge CONSTANT BIGINT := current_setting('scale.huge');
    small CONSTANT BIGINT := current_setting('scale.small');
    small_accounts CONSTANT BIGINT := current_setting('scale.small_accounts');
    now_ms CONSTANT BIGINT := current_setting('scale.now_ms');
    step CONSTANT BIGINT := 50000;
    year_ms CONSTANT BIGINT := 31536000000;
BEGIN
    FOR begin_at IN 1..contacts BY step LOOP
        INSERT INTO contacts (id, account_id, contact_status, contact_is_org, contact_anonymous, contact_fname, contact_lname,
            contact_source, contact_newsletter, contact_do_not_call, contact_do_not_mail, contact_do_not_email,
            contact_external_id, contact_notes, contact_custom, created_at_ms, updated_at_ms)
        SELECT n, pg_temp.account_of(n, huge, small, small_accounts),
            pg_temp.pick('{donor,donor,contact,prospect,lapsed_donor,archive}', n / 7), n % 50 = 0, false,
            pg_temp.pick('{Ada,William,Grace,Edsger,Margaret,Olivia,Noah}', n / 3),
            pg_temp.pick('{Lovelace,Hopper,Dijkstra,Hamilton,Smith,Kowalska}', n / 11) || ' ' || left(md5(n::TEXT), 4),
            pg_temp.pick('{Website,Referral,Summer fair}', n), 'email', false, false, false, 'crm-' || n,
            repeat('Met at the summer fair. ', 5), CASE WHEN n % 4 = 0 THEN format('{"shirt":"%s"}', n % 100) END,
            now_ms - year_ms + n * year_ms / contacts, now_ms - year_ms + n * year_ms / contacts
        FROM generate_series(begin_at, least(begin_at + step - 1, contacts)) n;
        INSERT INTO contact_emails (account_id, contact_id, email_type, email_address, email_primary)
        SELECT account_id, id, 'home', 'contact.' || id || '@mail.example', true
        FROM contacts WHERE id BETWEEN begin_at AND begin_at + step - 1;
        INSERT INTO contact_phones (account_id, contact_id, phone_type, phone_number, phone_primary)
        SELECT account_id, id, 'home', '+44 20 ' || id, true FROM contacts WHERE id BETWEEN begin_at AND begin_at + step - 1;
        INSERT INTO gifts (id, account_id, contact_id, gift_amount_minor, gift_date, gift_currency, gift_status, gift_fund,
            gift_campaign, gift_anonymous, gift_thanked_on, gift_receipted_on, created_at_ms, updated_at_ms)
        SELECT n, account_id, id, 1000 + n * 37 % 20000, CURRENT_DATE - (n * 7919 % 3650)::INT, 'EUR', 'received',
            pg_temp.pick('{School,Roof,Choir,General}', n / 10), pg_temp.pick('{Spring,Summer,Christmas}', n / 10), false,
            CASE WHEN n % 1000 <> 7 THEN CURRENT_DATE END, CASE WHEN n % 1000 <> 7 THEN CURRENT_DATE END,
            created_at_ms, created_at_ms
        FROM (SELECT id AS n, * FROM contacts WHERE id BETWEEN begin_at AND begin_at + step - 1) c;
        COMMIT;
    END LOOP;

    FOR begin_at IN 1..events BY step LOOP
        WITH event AS (
            INSERT INTO events (id, account_id, event_type, record_id, occurred_at_ms, body, position)
            SELECT
                -- A UUID of version 7, as the programs make it.
                (lpad(to_hex(ms), 12, '0') || '7' || lpad(to_hex(n & 4095), 3, '0') || '8' || left(md5(n::TEXT), 15))::UUID,
                pg_temp.account_of(n, huge, small, small_accounts),
                CASE
                    WHEN n <= contacts THEN 'contacts.create'
                    WHEN n <= contacts * 2 THEN 'gifts.create'
                    WHEN n % 5000 < 10 THEN 'tasks.update'
                    ELSE pg_temp.pick('{contacts.update,gifts.update}', n / contacts)
                END,
                1 + (n - 1) % contacts, ms,
                format('{"id":"evt_%s","type":"contacts.update","timestamp":"2026-11-14T22:13:20.000Z","data":{"id":%s,"contact_notes":"%s"}}',
                    md5(n::TEXT), 1 + (n - 1) % contacts, repeat('Met at the summer fair. ', 40)),
                n
            FROM (SELECT n, now_ms - year_ms + n * (year_ms / events) AS ms
                  FROM generate_series(begin_at, least(begin_at + step - 1, events)) n) numbers
            RETURNING id, account_id, position, occurred_at_ms
        ), delivery AS (
            INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count, created_at_ms, finished_at_ms)
            SELECT account_id, id, webhook_id, CASE WHEN position % 1000 = 7 THEN 'failed' ELSE 'succeeded' END,
                1, occurred_at_ms, occurred_at_ms
            FROM event JOIN (SELECT account_id, min(id) AS webhook_id FROM webhooks GROUP BY account_id) w USING (account_id)
            ORDER BY position
            RETURNING id, account_id, delivery_status, created_at_ms
        )
        INSERT INTO attempts (account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome, status_code)
        SELECT account_id, id, created_at_ms, 20, CASE delivery_status WHEN 'failed' THEN 'status' ELSE 'success' END,
            CASE delivery_status WHEN 'failed' THEN 500 ELSE 204 END
        FROM delivery ORDER BY id;
        COMMIT;
    END LOOP;
END $$;
CALL pg_temp.fill();
SELECT setval(pg_get_serial_sequence('contacts', 'id'), :contacts), setval(pg_get_serial_sequence('gifts', 'id'), :contacts)
\g /dev/null

-- What has failed three times.
WITH delivery AS (
    INSERT INTO deliveries (account_id, event_id, webhook_id, delivery_status, attempt_count, next_attempt_at_ms, created_at_ms)
    SELECT w.account_id, e.id, w.id, 'pending', 3,
        :now_ms + number * 1800000 + w.id * 7919 % 1800000,
        e.occurred_at_ms
    FROM webhooks w CROSS JOIN LATERAL (
        SELECT *, row_number() OVER (ORDER BY position DESC) AS number FROM (
            SELECT id, position, occurred_at_ms FROM events WHERE account_id = w.account_id ORDER BY position DESC LIMIT 20
        ) last
    ) e
    WHERE w.webhook_failing_since_ms IS NOT NULL
    RETURNING id, account_id, created_at_ms
)
INSERT INTO attempts (account_id, delivery_id, attempted_at_ms, duration_ms, attempt_outcome, status_code)
SELECT account_id, id, created_at_ms, 20, 'status', 500 FROM delivery CROSS JOIN generate_series(1, 3);

-- The positions of new events come after these.
UPDATE event_log SET origin = :events;

-- For a later run.
CREATE TABLE bench_accounts (account_id BIGINT, api_key TEXT);
INSERT INTO bench_accounts VALUES (:huge, :'huge_key'), (:small, :'small_key');
CREATE EXTENSION pg_stat_statements;

-- Otherwise autovacuum and the checkpointer would do this a little later, in the middle of the measurement.
VACUUM (ANALYZE);
CHECKPOINT;
