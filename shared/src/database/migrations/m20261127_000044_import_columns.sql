-- How a file says what it says: which column is which field, and what the file looked like. An import that awaits its
-- columns has arrived, and does nothing until somebody has chosen them.
ALTER TABLE imports ADD COLUMN import_mapping TEXT;
ALTER TABLE imports ADD COLUMN import_header_row BIGINT NOT NULL DEFAULT 1;
ALTER TABLE imports ADD COLUMN import_format TEXT;
ALTER TABLE imports ADD COLUMN import_awaits_columns BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE imports ADD COLUMN skipped_count BIGINT NOT NULL DEFAULT 0;
ALTER TABLE imports ADD COLUMN import_file_hash TEXT;
CREATE INDEX imports_file ON imports (account_id, import_file_hash) WHERE import_file_hash IS NOT NULL;

-- The columns that were chosen last for a file with these headings, to be offered again.
CREATE TABLE import_mappings (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    import_kind TEXT NOT NULL,
    headings_hash TEXT NOT NULL,
    mapping TEXT NOT NULL,
    updated_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id),
    UNIQUE (account_id, import_kind, headings_hash)
);
