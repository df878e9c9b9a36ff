\set id random(1, :contacts)
SELECT contacts.*,
    ARRAY(SELECT tags FROM contact_tags JOIN tags ON tags.account_id = :account_id AND tags.id = contact_tags.tag_id WHERE contact_tags.account_id = :account_id AND contact_tags.contact_id = :id ORDER BY tags.id),
    ARRAY(SELECT pictures FROM contact_pictures AS pictures WHERE account_id = :account_id AND contact_id = :id),
    ARRAY(SELECT members FROM contact_family_members AS members WHERE account_id = :account_id AND contact_id = :id ORDER BY id),
    ARRAY(SELECT addresses FROM contact_addresses AS addresses WHERE account_id = :account_id AND contact_id = :id ORDER BY id),
    ARRAY(SELECT phones FROM contact_phones AS phones WHERE account_id = :account_id AND contact_id = :id ORDER BY id),
    ARRAY(SELECT emails FROM contact_emails AS emails WHERE account_id = :account_id AND contact_id = :id ORDER BY id)
FROM contacts WHERE account_id = :account_id AND id = :id;
