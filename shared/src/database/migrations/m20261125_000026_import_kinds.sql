-- The program alone says which kinds of records can be imported, so that a new kind needs no change here. SQLite removes
-- no CHECK, so the column is made anew.
ALTER TABLE imports RENAME COLUMN import_kind TO import_old_kind;
ALTER TABLE imports ADD COLUMN import_kind TEXT NOT NULL DEFAULT 'contacts';
UPDATE imports SET import_kind = import_old_kind;
ALTER TABLE imports DROP COLUMN import_old_kind;
