-- What a form for the website can ask for beside the rest: the amount that somebody would like to give, and whether news may come
-- by email. Forms that are there ask for neither.
ALTER TABLE web_forms ADD COLUMN asks_amount BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE web_forms ADD COLUMN asks_news BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE form_answers ADD COLUMN answer_amount TEXT;
ALTER TABLE form_answers ADD COLUMN answer_news BOOLEAN NOT NULL DEFAULT FALSE;
