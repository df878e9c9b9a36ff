-- An optional second factor of a user: the sealed secret of an authenticator app, since when it is on, and the time step of
-- the last code that was accepted, so that each code is accepted once.
ALTER TABLE users ADD COLUMN second_factor_sealed TEXT;
ALTER TABLE users ADD COLUMN second_factor_since_ms BIGINT;
ALTER TABLE users ADD COLUMN second_factor_step BIGINT;

-- Codes for a lost app. They are random, each works once, and only their hashes are stored.
CREATE TABLE recovery_codes (
    {id},
    user_id BIGINT NOT NULL REFERENCES users (id),
    code_hash TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    used_at_ms BIGINT,
    UNIQUE (user_id, code_hash)
);

-- What became of the email with the link. Null for an invitation whose link was shown instead.
ALTER TABLE invitations ADD COLUMN mail_status TEXT CHECK (mail_status IN ('queued', 'sent', 'failed'));
