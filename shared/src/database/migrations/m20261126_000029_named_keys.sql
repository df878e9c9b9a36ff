-- A user may have several keys for an account, each with a name of its own.
{several_keys}
CREATE UNIQUE INDEX api_keys_name ON api_keys (account_id, user_id, key_name);
