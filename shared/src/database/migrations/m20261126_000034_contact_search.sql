-- The last name in the form by which lists are ordered, if it is not ASCII. A name of ASCII letters is ordered by itself.
ALTER TABLE contacts ADD COLUMN contact_lname_folded TEXT;
-- What `q` looks for, in the form that ignores case, accents, apostrophes and hyphens. `version` is the `updated_at_ms` of the
-- contact that the text was made of: the program finds by it what a version before it has changed.
CREATE TABLE contact_search (
    {searched_contact},
    account_id BIGINT NOT NULL,
    version BIGINT NOT NULL,
    search_text TEXT NOT NULL,
    {search_key} (account_id, contact_id),
    FOREIGN KEY (account_id, contact_id) REFERENCES contacts (account_id, id)
);
{contact_search_index}
