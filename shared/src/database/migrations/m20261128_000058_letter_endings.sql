-- What stands at the end of letters with some words: who signs as what, and the small print. Without them, it is what the
-- letterhead says.
ALTER TABLE letter_templates ADD COLUMN signer_title TEXT;
ALTER TABLE letter_templates ADD COLUMN legal_text TEXT;
