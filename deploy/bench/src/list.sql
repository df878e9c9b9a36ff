-- Stores :contacts contacts of the account :account_id, with their related records. The shares of filled fields and the
-- lengths of texts are like those of a donor list that has been kept for years. Not all names are ASCII.

\set QUIET on
BEGIN;

CREATE FUNCTION pg_temp.pick(words TEXT[], n BIGINT) RETURNS TEXT LANGUAGE sql IMMUTABLE
    RETURN words[1 + n % cardinality(words)];

INSERT INTO contacts
SELECT
    i, :account_id,
    pg_temp.pick('{donor,donor,contact,donor,prospect,donor,lapsed_donor,contact,archive}', i),
    person.is_org,
    -- Every seventh person works for the next organisation.
    CASE WHEN i % 7 = 0 AND NOT person.is_org AND i / 20 * 20 + 20 <= :contacts THEN i / 20 * 20 + 20 END,
    false, person.fname,
    CASE WHEN i % 6 = 0 THEN person.mname END,
    CASE WHEN person.is_org THEN person.lname || ' ' || pg_temp.pick('{Foundation,Trust,"& Sons Ltd","Community Church"}', i / 20)
        ELSE person.lname END,
    CASE WHEN i % 2 = 0 AND NOT person.is_org THEN pg_temp.pick('{Mr,Mrs,Ms,Dr,Rev.}', i) END,
    CASE WHEN i % 50 = 1 THEN 'Jr.' END,
    CASE WHEN i % 9 = 1 THEN left(person.fname, 3) || 'y' END,
    CASE WHEN i % 2 = 1 THEN 'Dear ' || coalesce(person.fname, 'friends') END,
    CASE WHEN i % 4 = 1 THEN 'The ' || person.lname || ' Family' END,
    CASE WHEN i % 3 = 1 AND NOT person.is_org THEN person.mname END,
    CASE WHEN i % 3 = 1 AND NOT person.is_org THEN person.lname END,
    CASE WHEN i % 3 = 0 AND NOT person.is_org THEN to_char(DATE '1935-01-01' + (i * 37 % 25000)::INT, 'YYYY-MM-DD') END,
    CASE WHEN i % 8 = 1 AND NOT person.is_org THEN to_char(DATE '2000-01-01' + (i * 11 % 366)::INT, '--MM-DD') END,
    CASE WHEN i % 4 = 0 THEN person.mname || ' & ' || person.lname || ' Partners' END,
    CASE WHEN i % 5 = 0 THEN pg_temp.pick('{Teacher,"Sales manager",Nurse,Retired,"Software developer"}', i / 5) END,
    CASE WHEN i % 6 = 1 THEN 'St ' || person.mname || '’s Church' END,
    CASE WHEN i % 10 = 0 THEN 'https://www.example-' || i || '.example/about' END,
    pg_temp.pick('{"Summer fair 2019",Website,Referral,"Christmas appeal","Imported from the old system"}', i / 3),
    CASE WHEN i % 12 = 0 THEN i / 2 END,
    pg_temp.pick('{email,none,physical,email,both}', i),
    i % 11 = 0, i % 13 = 0, i % 17 = 0,
    pg_temp.pick('{en-GB,en-US,de,fr-CA}', i / 4),
    CASE WHEN i % 2 = 0 THEN 'crm-' || 1000000 + i END,
    CASE WHEN i % 3 = 0 THEN substr(
        'Met at the summer fair with the family; asked about the school project and wants to hear how the building goes on. '
        'Prefers a call in the evening, after six. Gave to the Christmas appeal twice and would consider a monthly pledge once '
        'the house is paid off — ask again in spring.' || E'\n' ||
        'Knows the treasurer from the choir. Sent a letter of thanks with the photographs; the address had changed, the new '
        'one is recorded. Do not mention the "old" newsletter.', 1 + (i % 40)::INT, 60 + (i * 37 % 330)::INT) END,
    CASE WHEN i % 4 = 0 THEN format('{"shirt":"%s","volunteer_since":%s,"allergies":["nuts"]}',
        pg_temp.pick('{S,M,L,XL}', i / 4), 2001 + i % 25) END,
    1500000000000 + i * 1000, 1700000000000 + i * 1000
FROM generate_series(1, :contacts::BIGINT) AS i
CROSS JOIN LATERAL (
    SELECT
        i % 20 = 0 AS is_org,
        CASE WHEN i % 20 <> 0 THEN pg_temp.pick(
            '{Ada,William,Grace,Zoë,Edsger,Margaret,José,Anna-Katharina,Li,Mohammed,Jürgen,Olivia,Noah}', i) END AS fname,
        pg_temp.pick('{Byron,Maria,Elisabeth,Luca,Jane,Thomas,François}', i / 13) AS mname,
        pg_temp.pick(
            '{Lovelace,Hopper,Dijkstra,Hamilton,García Márquez,Müller,Nguyễn,Smith,O’Brien,van der Berg,Kowalska}', i / 7) AS lname
) AS person;
SELECT setval(pg_get_serial_sequence('contacts', 'id'), :contacts) \g /dev/null

INSERT INTO tags (id, account_id, tag_name, tag_key)
SELECT i, :account_id, tag, lower(tag)
FROM unnest('{Volunteer,Board,Newsletter 2024,Choir,Major donor,Alumni,Summer camp,Do not solicit}'::TEXT[])
    WITH ORDINALITY AS tags (tag, i);
SELECT setval(pg_get_serial_sequence('tags', 'id'), max(id)) FROM tags \g /dev/null

INSERT INTO contact_tags (account_id, contact_id, tag_id)
SELECT account_id, id, 1 + id / 2 % 8 FROM contacts WHERE id % 2 = 0 ORDER BY id;

INSERT INTO contact_pictures (account_id, contact_id, picture_url)
SELECT account_id, id, 'https://pictures.example/contacts/' || md5(id::TEXT) || '.jpg'
FROM contacts WHERE id % 10 = 0 ORDER BY id;

INSERT INTO contact_family_members (account_id, contact_id, family_fname, family_lname, family_relationship, family_birthday)
SELECT account_id, id, pg_temp.pick('{Byron,Anne,Ralph,Zoë,Sofia}', id), contact_lname,
    pg_temp.pick('{child,spouse,child,parent,sibling}', id),
    CASE WHEN id % 2 = 0 THEN to_char(DATE '1950-01-01' + (id * 41 % 26000)::INT, 'YYYY-MM-DD') END
FROM contacts WHERE id % 3 = 0 ORDER BY id;

INSERT INTO contact_addresses (account_id, contact_id, address_type, address_street, address_street2, address_city,
    address_state, address_postal_code, address_country, address_primary)
SELECT account_id, id, pg_temp.pick('{home,home,work,mailing}', id),
    1 + id % 240 || ' ' || pg_temp.pick('{St James’s Square,Long Meadow Lane,Main Street,Königsallee,High Road}', id),
    CASE WHEN id % 5 = 0 THEN 'Apartment ' || id % 90 END,
    pg_temp.pick('{London,Springfield,Düsseldorf,Montréal,Bristol}', id),
    CASE WHEN id % 2 = 0 THEN pg_temp.pick('{Illinois,Ohio,NRW,Québec}', id / 2) END,
    10000 + id % 89999, pg_temp.pick('{GB,US,DE,CA}', id), true
FROM contacts ORDER BY id;

INSERT INTO contact_phones (account_id, contact_id, phone_type, phone_number, phone_extension, phone_primary)
SELECT account_id, id, pg_temp.pick('{mobile,mobile,home,work}', id),
    '+44 20 7946 ' || lpad((id % 10000)::TEXT, 4, '0'), CASE WHEN id % 10 = 0 THEN id % 100 END, true
FROM contacts ORDER BY id;

INSERT INTO contact_emails (account_id, contact_id, email_type, email_address, email_primary)
SELECT account_id, id, pg_temp.pick('{home,home,work}', id),
    lower(pg_temp.pick('{ada,william,grace,zoe,edsger,margaret}', id)) || '.' || id || '@mail.example', true
FROM contacts ORDER BY id;

COMMIT;

-- Otherwise autovacuum and the checkpointer would do this a little later, in the middle of the measurement.
VACUUM (ANALYZE);
CHECKPOINT;

-- The records that the list must contain, in the order of the program's Totals.
SELECT (SELECT count(*) FROM contacts), (SELECT count(*) FROM contact_tags),
    (SELECT count(*) FROM contact_pictures), (SELECT count(*) FROM contact_family_members),
    (SELECT count(*) FROM contact_addresses), (SELECT count(*) FROM contact_phones),
    (SELECT count(*) FROM contact_emails);
