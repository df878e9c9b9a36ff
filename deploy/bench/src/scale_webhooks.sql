-- Points webhooks to the receivers of this run. Of each failing one, a delivery becomes due within :seconds.
UPDATE webhooks w SET webhook_url = p.url, webhook_secret_sealed = p.sealed, webhook_status = 'active'
FROM pointed p WHERE p.id = w.id;
UPDATE deliveries SET attempt_count = 3, lease_id = NULL,
    next_attempt_at_ms = (extract(epoch FROM now()) * 1000)::BIGINT + webhook_id % :seconds * 1000
WHERE id IN (
    SELECT min(d.id) FROM deliveries d JOIN webhooks w ON w.id = d.webhook_id
    WHERE d.delivery_status = 'pending' AND w.webhook_failing_since_ms IS NOT NULL GROUP BY d.webhook_id);
ANALYZE webhooks;
