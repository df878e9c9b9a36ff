-- :count events of the account :account_id, spread evenly over its log, each with its delivery and the webhook.
SELECT 'evt_' || replace(e.id::TEXT, '-', ''), d.id, d.webhook_id
FROM (SELECT min(position) AS first, max(position) AS last FROM events WHERE account_id = :account_id) log
CROSS JOIN generate_series(1, :count) n
CROSS JOIN LATERAL (
    SELECT id FROM events WHERE account_id = :account_id AND position >= first + (last - first) * n / :count
    ORDER BY position LIMIT 1
) e
CROSS JOIN LATERAL (SELECT id, webhook_id FROM deliveries WHERE event_id = e.id ORDER BY id LIMIT 1) d
ORDER BY n;
