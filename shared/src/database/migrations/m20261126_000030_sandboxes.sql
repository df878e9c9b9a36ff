-- The account whose sandbox this is: an account of the same members, to try things out in.
ALTER TABLE accounts ADD COLUMN sandbox_of BIGINT REFERENCES accounts (id);
CREATE UNIQUE INDEX accounts_sandbox_of ON accounts (sandbox_of);
