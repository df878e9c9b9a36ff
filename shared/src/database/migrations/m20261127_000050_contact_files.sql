-- Files of contacts, such as a signed pledge. The content comes last, so that lists do not read it.
CREATE TABLE contact_files (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    contact_id BIGINT NOT NULL,
    file_name TEXT NOT NULL,
    file_bytes BIGINT NOT NULL,
    added_at_ms BIGINT NOT NULL,
    file_content {bytes} NOT NULL,
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
CREATE INDEX contact_files_contact ON contact_files (account_id, contact_id, file_bytes);
