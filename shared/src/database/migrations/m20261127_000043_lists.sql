-- The filters of lists, saved by name. One that is not shared is for one member alone, and goes with the membership.
CREATE TABLE saved_lists (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    user_id BIGINT REFERENCES users (id),
    only_for_user_id BIGINT,
    list_name TEXT NOT NULL,
    list_kind TEXT NOT NULL,
    list_filter TEXT NOT NULL,
    list_columns TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    FOREIGN KEY (account_id, only_for_user_id) REFERENCES memberships (account_id, user_id) ON DELETE CASCADE
);
CREATE INDEX saved_lists_only_for ON saved_lists (account_id, only_for_user_id);
