-- What the rows of a part of an import have become: a JSON list of `[row, id of its record, 1 if the record is new]`, in the
-- order of the file.
CREATE TABLE import_rows (
    {id},
    account_id BIGINT NOT NULL,
    import_id BIGINT NOT NULL,
    last_row BIGINT NOT NULL,
    row_records TEXT NOT NULL,
    FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id)
);
CREATE INDEX import_rows_import ON import_rows (account_id, import_id, last_row);
