-- A password link that an owner has made for a member keeps the account and the owner: it holds only while the member
-- belongs to no other account, and the owner is one. Both are null for the links of operators and for those that somebody
-- has asked for. What is mailed shows that whoever uses it reads the mail of the address.
ALTER TABLE one_time_links ADD COLUMN for_account_id BIGINT REFERENCES accounts (id);
ALTER TABLE one_time_links ADD COLUMN made_by BIGINT REFERENCES users (id);
ALTER TABLE one_time_links ADD COLUMN is_mailed BOOLEAN NOT NULL DEFAULT FALSE;

-- Nobody knows who has made the links that are open, so they end. They would live for a day, and are made again in a moment.
DELETE FROM one_time_links WHERE purpose = 'password' AND used_at_ms IS NULL;

-- An invitation ends when its inviter is no owner any more. Those that have outlived that end now.
DELETE FROM invitations WHERE accepted_at_ms IS NULL AND invited_by IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM memberships m
    WHERE m.account_id = invitations.account_id AND m.user_id = invitations.invited_by AND m.role = 'owner'
);

-- Since when it is known that a user reads the mail of the address: a mailed link was used, or an operator has vouched for
-- it. The first mailed link of an unproven user takes the second factor and the memberships away, because somebody else
-- may have registered the address. Users who are there already count as proven. Nobody knows which of them are not, and
-- otherwise whoever reads the mail of any of them would get past the second factor, and all would lose their memberships
-- and keys. If somebody else has registered the address of one, an operator helps as before.
ALTER TABLE users ADD COLUMN address_proven_at_ms BIGINT;
UPDATE users SET address_proven_at_ms = created_at_ms;
