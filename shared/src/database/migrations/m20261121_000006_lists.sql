-- By last name, ASCII letters without regard to case on both databases.
CREATE INDEX contacts_name ON contacts (account_id, (LOWER(COALESCE(contact_lname, '') {binary})), id);
-- Who has an email address.
CREATE INDEX contact_emails_address ON contact_emails (account_id, (LOWER(email_address)));
-- By due date, tasks without one last.
CREATE INDEX tasks_due ON tasks (account_id, (COALESCE(task_due_date, '9999-12-31')), id);
