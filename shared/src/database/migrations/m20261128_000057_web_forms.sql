-- Forms that supporters fill in from the website of an account, by a link with a random token, and what they have sent, until
-- somebody in the account decides what becomes of it: a row goes with the decision.
CREATE TABLE web_forms (
    {id},
    account_id BIGINT NOT NULL REFERENCES accounts (id),
    form_token TEXT NOT NULL UNIQUE,
    form_title TEXT NOT NULL,
    form_intro TEXT,
    form_thanks TEXT NOT NULL,
    form_tag TEXT,
    asks_phone BOOLEAN NOT NULL,
    asks_address BOOLEAN NOT NULL,
    asks_message BOOLEAN NOT NULL,
    form_open BOOLEAN NOT NULL,
    created_at_ms BIGINT NOT NULL,
    UNIQUE (account_id, id)
);
CREATE TABLE form_answers (
    {id},
    account_id BIGINT NOT NULL,
    form_id BIGINT NOT NULL,
    answer_fname TEXT,
    answer_lname TEXT NOT NULL,
    answer_email TEXT NOT NULL,
    answer_phone TEXT,
    answer_street TEXT,
    answer_city TEXT,
    answer_state TEXT,
    answer_postal_code TEXT,
    answer_country TEXT,
    answer_message TEXT,
    sent_at_ms BIGINT NOT NULL,
    FOREIGN KEY (account_id, form_id) REFERENCES web_forms (account_id, id)
);
CREATE INDEX form_answers_form ON form_answers (account_id, form_id);
CREATE INDEX form_answers_sent ON form_answers (sent_at_ms);
