CREATE TABLE imports (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    import_kind TEXT NOT NULL CHECK (import_kind IN ('contacts', 'gifts')),
    import_status TEXT NOT NULL CHECK (import_status IN ('receiving', 'queued', 'running', 'finished', 'failed')),
    import_dry_run BOOLEAN NOT NULL,
    -- The file's header row.
    import_header TEXT NOT NULL,
    import_error TEXT,
    row_count BIGINT NOT NULL,
    processed_count BIGINT NOT NULL,
    created_count BIGINT NOT NULL,
    updated_count BIGINT NOT NULL,
    failed_count BIGINT NOT NULL,
    problem_count BIGINT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    -- When a part of the file arrived, or was worked on.
    active_at_ms BIGINT NOT NULL,
    finished_at_ms BIGINT,
    UNIQUE (account_id, id)
);
-- What is still to be done; an account's imports one after the other.
CREATE INDEX imports_unfinished ON imports (account_id, id) WHERE finished_at_ms IS NULL;

-- Whole rows of the file, until they are done.
CREATE TABLE import_chunks (
    {id},
    account_id BIGINT NOT NULL,
    import_id BIGINT NOT NULL,
    -- The number of its first row in the file, where the header is row 1.
    first_row BIGINT NOT NULL,
    chunk_text {bytes} NOT NULL,
    UNIQUE (import_id, first_row),
    FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id)
);

CREATE TABLE import_problems (
    {id},
    account_id BIGINT NOT NULL,
    import_id BIGINT NOT NULL,
    problem_row BIGINT NOT NULL,
    problem_column TEXT,
    problem_message TEXT NOT NULL,
    FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id)
);
CREATE INDEX import_problems_import ON import_problems (account_id, import_id, id);
