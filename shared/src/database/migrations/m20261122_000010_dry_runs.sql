-- The external ids of the records that a dry run would have created or changed, until it ends.
CREATE TABLE import_external_ids (
    {id},
    account_id BIGINT NOT NULL,
    import_id BIGINT NOT NULL,
    external_id TEXT NOT NULL,
    UNIQUE (import_id, external_id),
    FOREIGN KEY (account_id, import_id) REFERENCES imports (account_id, id)
);
