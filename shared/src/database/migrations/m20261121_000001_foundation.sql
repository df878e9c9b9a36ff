-- Moments are milliseconds since the Unix epoch, amounts are minor units of their currency.
-- Composite foreign keys (account_id, …) make a link into another account impossible; the unique keys
-- (account_id, id) that they need also serve the lists.

CREATE TABLE accounts (
    {id},
    name TEXT NOT NULL,
    currency TEXT NOT NULL,
    timezone TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL
);

CREATE TABLE users (
    {id},
    email TEXT NOT NULL,
    email_key TEXT NOT NULL CONSTRAINT users_email UNIQUE,
    password_hash TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL
);

CREATE TABLE memberships (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    user_id BIGINT NOT NULL REFERENCES users (id),
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    created_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, user_id)
);

-- A user who leaves the account takes the key along.
CREATE TABLE api_keys (
    {id},
    account_id BIGINT NOT NULL,
    user_id BIGINT NOT NULL,
    key_hash TEXT NOT NULL UNIQUE,
    created_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, user_id),
    FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);

CREATE TABLE contacts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    contact_status TEXT NOT NULL CHECK (contact_status IN ('contact', 'donor', 'prospect', 'archive', 'lapsed_donor')),
    contact_is_org BOOLEAN NOT NULL,
    contact_org_id BIGINT,
    contact_anonymous BOOLEAN NOT NULL,
    contact_fname TEXT,
    contact_mname TEXT,
    contact_lname TEXT,
    contact_title TEXT,
    contact_suffix TEXT,
    contact_nickname TEXT,
    contact_salutation TEXT,
    contact_envelope_name TEXT,
    contact_spouse_fname TEXT,
    contact_spouse_lname TEXT,
    contact_birthday TEXT,
    contact_anniversary TEXT,
    contact_employer TEXT,
    contact_job_title TEXT,
    contact_church TEXT,
    contact_website TEXT,
    contact_source TEXT,
    contact_referred_by_id BIGINT,
    contact_newsletter TEXT NOT NULL CHECK (contact_newsletter IN ('none', 'email', 'physical', 'both')),
    contact_do_not_call BOOLEAN NOT NULL,
    contact_do_not_mail BOOLEAN NOT NULL,
    contact_do_not_email BOOLEAN NOT NULL,
    contact_language TEXT,
    contact_external_id TEXT,
    contact_notes TEXT,
    contact_custom TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    CONSTRAINT contacts_contact_external_id UNIQUE (account_id, contact_external_id),
    FOREIGN KEY (account_id, contact_org_id) REFERENCES contacts (account_id, id),
    FOREIGN KEY (account_id, contact_referred_by_id) REFERENCES contacts (account_id, id),
    CHECK (contact_lname IS NOT NULL OR contact_anonymous)
);
-- Whether an organisation still has people, before it stops being one.
CREATE INDEX contacts_org ON contacts (account_id, contact_org_id) WHERE contact_org_id IS NOT NULL;

CREATE TABLE tags (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    tag_name TEXT NOT NULL,
    tag_key TEXT NOT NULL,
    UNIQUE (account_id, id),
    UNIQUE (account_id, tag_key)
);

CREATE TABLE contact_tags (
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    tag_id BIGINT NOT NULL,
    PRIMARY KEY (account_id, contact_id, tag_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id),
    FOREIGN KEY (account_id, tag_id) REFERENCES tags (account_id, id)
);

CREATE TABLE contact_pictures (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    picture_url TEXT NOT NULL,
    UNIQUE (account_id, contact_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);

CREATE TABLE contact_family_members (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    family_fname TEXT,
    family_lname TEXT,
    family_relationship TEXT NOT NULL CHECK (family_relationship IN ('spouse', 'child', 'parent', 'sibling', 'other')),
    family_birthday TEXT,
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX contact_family_members_contact ON contact_family_members (account_id, contact_id, id);

CREATE TABLE contact_addresses (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    address_type TEXT NOT NULL CHECK (address_type IN ('home', 'work', 'mailing', 'seasonal', 'other')),
    address_street TEXT,
    address_street2 TEXT,
    address_city TEXT,
    address_state TEXT,
    address_postal_code TEXT,
    address_country TEXT,
    address_primary BOOLEAN NOT NULL,
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX contact_addresses_contact ON contact_addresses (account_id, contact_id, id);

CREATE TABLE contact_phones (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    phone_type TEXT NOT NULL CHECK (phone_type IN ('mobile', 'home', 'work', 'fax', 'other')),
    phone_number TEXT NOT NULL,
    phone_extension TEXT,
    phone_primary BOOLEAN NOT NULL,
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX contact_phones_contact ON contact_phones (account_id, contact_id, id);

CREATE TABLE contact_emails (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    email_type TEXT NOT NULL CHECK (email_type IN ('home', 'work', 'other')),
    email_address TEXT NOT NULL,
    email_primary BOOLEAN NOT NULL,
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX contact_emails_contact ON contact_emails (account_id, contact_id, id);

CREATE TABLE gift_types (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    gift_type_name TEXT NOT NULL,
    gift_type_key TEXT NOT NULL,
    UNIQUE (account_id, id),
    CONSTRAINT gift_types_gift_type_key UNIQUE (account_id, gift_type_key)
);

CREATE TABLE pledges (
    {id},
    account_id BIGINT NOT NULL,
    contact_id BIGINT NOT NULL,
    pledge_amount_minor BIGINT NOT NULL CHECK (pledge_amount_minor > 0),
    pledge_frequency TEXT NOT NULL CHECK (pledge_frequency IN (
        'weekly', 'every_2_weeks', 'every_4_weeks', 'twice_monthly', 'monthly', 'every_2_months',
        'quarterly', 'every_4_months', 'twice_yearly', 'yearly', 'every_2_years', 'one_time')),
    pledge_start_date DATE NOT NULL,
    pledge_end_date DATE CHECK (pledge_end_date >= pledge_start_date),
    pledge_currency TEXT NOT NULL,
    pledge_status TEXT NOT NULL CHECK (pledge_status IN ('active', 'paused', 'cancelled', 'written_off')),
    pledge_fund TEXT,
    pledge_notes TEXT,
    pledge_external_id TEXT,
    pledge_custom TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    CONSTRAINT pledges_pledge_external_id UNIQUE (account_id, pledge_external_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
-- A contact's pledges, for its giving summary.
CREATE INDEX pledges_contact ON pledges (account_id, contact_id);

CREATE TABLE gifts (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    contact_id BIGINT,
    gift_amount_minor BIGINT NOT NULL CHECK (gift_amount_minor <> 0),
    gift_date DATE NOT NULL,
    gift_currency TEXT NOT NULL,
    gift_type_id BIGINT,
    pledge_id BIGINT,
    gift_status TEXT NOT NULL CHECK (gift_status IN ('pending', 'received', 'refunded', 'void')),
    gift_fund TEXT,
    gift_campaign TEXT,
    gift_check_number TEXT,
    gift_reference TEXT,
    gift_memo TEXT,
    gift_anonymous BOOLEAN NOT NULL,
    gift_receipted_on DATE,
    gift_thanked_on DATE,
    gift_external_id TEXT,
    gift_custom TEXT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    CONSTRAINT gifts_gift_external_id UNIQUE (account_id, gift_external_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id),
    FOREIGN KEY (account_id, gift_type_id) REFERENCES gift_types (account_id, id),
    FOREIGN KEY (account_id, pledge_id) REFERENCES pledges (account_id, id)
);
-- The list, newest first, and the giving summary's period.
CREATE INDEX gifts_newest ON gifts (account_id, gift_date DESC, id DESC);
-- What has been received for a pledge.
CREATE INDEX gifts_pledge ON gifts (account_id, pledge_id, gift_date) WHERE pledge_id IS NOT NULL;
-- A contact's gifts, for its giving summary.
CREATE INDEX gifts_contact ON gifts (account_id, contact_id, gift_date) WHERE contact_id IS NOT NULL;

CREATE TABLE tasks (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    task_subject TEXT NOT NULL,
    task_type TEXT NOT NULL CHECK (task_type IN (
        'call', 'email', 'text', 'letter', 'appointment', 'in_person', 'thank', 'pledge_reminder',
        'newsletter', 'prayer', 'to_do')),
    task_due_date DATE,
    task_due_time TEXT,
    task_done BOOLEAN NOT NULL,
    task_completed_on DATE,
    task_priority TEXT NOT NULL CHECK (task_priority IN ('low', 'normal', 'high')),
    task_result TEXT CHECK (task_result IN ('done', 'attempted', 'left_message', 'received')),
    task_notes TEXT,
    contact_id BIGINT,
    gift_id BIGINT,
    pledge_id BIGINT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id),
    FOREIGN KEY (account_id, gift_id) REFERENCES gifts (account_id, id),
    FOREIGN KEY (account_id, pledge_id) REFERENCES pledges (account_id, id)
);

CREATE TABLE webhooks (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    webhook_url TEXT NOT NULL,
    webhook_events TEXT NOT NULL,
    webhook_status TEXT NOT NULL CHECK (webhook_status IN ('active', 'paused', 'disabled')),
    webhook_description TEXT,
    webhook_headers_sealed TEXT,
    webhook_rate_limit INTEGER CHECK (webhook_rate_limit > 0),
    webhook_secret_sealed TEXT NOT NULL,
    webhook_disabled_reason TEXT,
    webhook_last_success_at_ms BIGINT,
    webhook_last_failure_at_ms BIGINT,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);

CREATE TABLE events (
    id {uuid} PRIMARY KEY NOT NULL,
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    event_type TEXT NOT NULL,
    record_id BIGINT NOT NULL,
    occurred_at_ms BIGINT NOT NULL,
    body TEXT NOT NULL,
    UNIQUE (account_id, id)
);

CREATE TABLE outbox (
    event_id {uuid} PRIMARY KEY NOT NULL REFERENCES events (id),
    published_at_ms BIGINT
);
-- What the relay publishes next.
CREATE INDEX outbox_unpublished ON outbox (event_id) WHERE published_at_ms IS NULL;
-- What the sweeper finds published but not recorded.
CREATE INDEX outbox_published ON outbox (published_at_ms) WHERE published_at_ms IS NOT NULL;

CREATE TABLE deliveries (
    {id},
    account_id BIGINT NOT NULL,
    event_id {uuid} NOT NULL,
    webhook_id BIGINT NOT NULL,
    delivery_status TEXT NOT NULL CHECK (delivery_status IN ('pending', 'succeeded', 'failed', 'skipped')),
    attempt_count INTEGER NOT NULL,
    next_attempt_at_ms BIGINT,
    lease_id {uuid},
    created_at_ms BIGINT NOT NULL,
    finished_at_ms BIGINT,
    UNIQUE (account_id, id),
    UNIQUE (webhook_id, event_id),
    FOREIGN KEY (account_id, event_id) REFERENCES events (account_id, id),
    FOREIGN KEY (account_id, webhook_id) REFERENCES webhooks (account_id, id),
    CHECK ((delivery_status = 'pending') = (next_attempt_at_ms IS NOT NULL))
);
-- What is due, per webhook.
CREATE INDEX deliveries_due ON deliveries (webhook_id, next_attempt_at_ms) WHERE delivery_status = 'pending';

CREATE TABLE attempts (
    {id},
    account_id BIGINT NOT NULL,
    delivery_id BIGINT NOT NULL,
    attempted_at_ms BIGINT NOT NULL,
    duration_ms INTEGER NOT NULL,
    attempt_outcome TEXT NOT NULL,
    status_code SMALLINT,
    response_body TEXT,
    error TEXT,
    FOREIGN KEY (account_id, delivery_id) REFERENCES deliveries (account_id, id)
);
CREATE INDEX attempts_delivery ON attempts (account_id, delivery_id, id);
