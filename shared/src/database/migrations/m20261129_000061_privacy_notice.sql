-- Where the organisation says how it uses what supporters send in a form, as a link on the page of the form.
ALTER TABLE web_forms ADD COLUMN privacy_url TEXT;
