-- An import that takes back another one: which one, and the last row of the part that it has come to, from the end.
ALTER TABLE imports ADD COLUMN import_undoes_id BIGINT REFERENCES imports (id);
ALTER TABLE imports ADD COLUMN import_undone_row BIGINT;
CREATE INDEX imports_undoes ON imports (import_undoes_id) WHERE import_undoes_id IS NOT NULL;
