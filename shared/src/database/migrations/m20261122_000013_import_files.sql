-- The name of a file that came through the web application. After its dry run it is kept for a while, so that it can be
-- imported without being sent again.
ALTER TABLE imports ADD COLUMN import_file_name TEXT;
ALTER TABLE imports ADD COLUMN import_keeps_file BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX imports_keeping ON imports (finished_at_ms) WHERE import_keeps_file;

-- The rows of files that had problems, kept for a while, so that their owner can mend them: the cells as a list in JSON.
CREATE TABLE import_failed_rows (
    {id},
    account_id BIGINT NOT NULL,
    import_id BIGINT NOT NULL,
    failed_row BIGINT NOT NULL,
    failed_cells TEXT NOT NULL,
    failed_problems TEXT NOT NULL,
    created_at_ms BIGINT NOT NULL,
    FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id)
);
CREATE INDEX import_failed_rows_import ON import_failed_rows (account_id, import_id, id);
CREATE INDEX import_failed_rows_created ON import_failed_rows (created_at_ms);
