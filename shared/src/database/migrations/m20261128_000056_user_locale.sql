-- The language that a user has chosen for pages: a browser that knows none takes it at the sign-in, and mails to the user speak it.
ALTER TABLE users ADD COLUMN locale TEXT;
