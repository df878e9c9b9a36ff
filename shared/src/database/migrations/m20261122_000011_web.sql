-- The web application: who signs in, from where, and what was done. A token is stored only as its hash.

ALTER TABLE users ADD COLUMN name TEXT;
ALTER TABLE users ADD COLUMN password_changed_at_ms BIGINT;

-- When and by what a key was last used, to within an hour.
ALTER TABLE api_keys ADD COLUMN last_used_at_ms BIGINT;
ALTER TABLE api_keys ADD COLUMN last_used_agent TEXT;

-- A signed-in browser. Its current account is null while the user belongs to no account. A membership that ends takes
-- the sessions on its account along.
CREATE TABLE sessions (
    {id},
    token_hash TEXT NOT NULL UNIQUE,
    user_id BIGINT NOT NULL REFERENCES users (id),
    account_id BIGINT,
    created_at_ms BIGINT NOT NULL,
    last_used_at_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    user_agent TEXT,
    address TEXT,
    FOREIGN KEY (account_id, user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX sessions_user ON sessions (user_id);
CREATE INDEX sessions_membership ON sessions (account_id, user_id);

-- An invitation to join an account. It is open until it is accepted, replaced or expired.
CREATE TABLE invitations (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    email TEXT NOT NULL,
    email_key TEXT NOT NULL,
    role TEXT NOT NULL CHECK (role IN ('owner', 'member')),
    token_hash TEXT NOT NULL UNIQUE,
    invited_by BIGINT REFERENCES users (id),
    created_at_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    accepted_at_ms BIGINT,
    UNIQUE (account_id, id)
);
CREATE INDEX invitations_account ON invitations (account_id, email_key);

-- A link that works once: it sets the service up (without a user), or sets its user's password.
CREATE TABLE one_time_links (
    {id},
    purpose TEXT NOT NULL CHECK (purpose IN ('setup', 'password')),
    user_id BIGINT REFERENCES users (id),
    token_hash TEXT NOT NULL UNIQUE,
    created_at_ms BIGINT NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    used_at_ms BIGINT
);
CREATE INDEX one_time_links_user ON one_time_links (user_id);

-- What was done, by whom and from where. The account is null for a sign-in with an unknown email address, the user is
-- null for an operator. The action has no list here, so that a new one needs no migration.
CREATE TABLE audit_log (
    {id},
    account_id BIGINT REFERENCES accounts (id),
    user_id BIGINT REFERENCES users (id),
    at_ms BIGINT NOT NULL,
    action TEXT NOT NULL,
    detail TEXT,
    address TEXT
);
CREATE INDEX audit_log_account ON audit_log (account_id, id);
CREATE INDEX audit_log_time ON audit_log (at_ms);
