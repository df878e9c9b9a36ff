-- How many attempts its owner allows at once. Null for as many as the receiver keeps up with.
ALTER TABLE webhooks ADD COLUMN webhook_concurrency INTEGER CHECK (webhook_concurrency > 0);
