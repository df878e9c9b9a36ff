# Keys of the API.
services-api = API
services-about = With a key, another program does everything that you can do with records: it acts as <b><bdi>{ $user }</bdi></b> on the account <b><bdi>{ $account }</bdi></b>. Give each program a key of its own, so that you can replace one while the others go on.
services-api-is-at = The API is at <code>{ $base }</code>. <a>Its documentation</a> shows every operation, and lets you try it.
services-your-key = Your key
services-your-key-note = Keep it as you keep a password: out of programs' sources, logs and emails. To try it, paste this into a terminal:
services-key-made-at = Key made
services-used-by = { $at }, by <bdi>{ $agent }</bdi>
services-unnamed-program = an unnamed program
services-exact-to-the-hour = (exact to the hour)
services-refresh-or-remove = Refresh or remove
services-old-key-stops = <b>The old key stops at once.</b> A program that uses it stops working until it has another one.
services-refresh-key = Refresh Key
services-remove-key = Remove Key
services-no-key-yet = You have no key for this account yet
services-another-key = Another key
services-key-name-hint = The program that will use it, such as Donation page.
services-password-hint = Your sign-in is older than 10 minutes.
services-get-key = Get Key
services-key-made = Here is your key. Copy it now: it is shown only this once.
services-key-refreshed = Here is your new key. The old one has stopped. Copy the new one now: it is shown only this once.
services-key-removed = The key { $name } is removed, and has stopped.

# The list of webhooks.
webhooks-heading = Where events are delivered
webhooks-note = A webhook tells another program of every change at once: each event is posted to its URL, signed, and tried again until it arrives.
webhooks-none = There is no webhook yet.
webhooks-owner-can-register = An owner can register one.
webhooks-failing-since = Failing since { $since }
webhooks-all = All webhooks

# The fields of a webhook, and how it is registered and changed.
webhook-register-heading = Register a webhook
webhook-register = Register webhook
webhook-edit = Edit webhook
webhook-receiver = The receiver
webhook-url = URL
webhook-url-hint = An https address that the internet can reach, such as https://hooks.example.org/almoner
webhook-description = Description
webhook-description-hint = What it is for, such as Accounting
webhook-events = Events
webhook-events-hint = Choose none to get all of them, and those of later versions too.
webhook-skip-unchanged = Leave out updates that changed nothing
webhook-include = What events show of other records
webhook-include-hint = Choose none for the contact and the type, as the API shows them.
webhook-include-none = Nothing of others
webhook-include-contact = The contact
webhook-include-emails = The contact with the email addresses
webhook-include-phones = The contact with the phone numbers
webhook-include-addresses = The contact with the postal addresses
webhook-include-gift-type = The type of a gift
webhook-rate-limit = Attempts per second
webhook-rate-limit-hint = The most that the receiver can take, from 1 to 10,000. Empty for no limit.
webhook-concurrency = Attempts at once
webhook-concurrency-hint = The most from each dispatcher, from 1 to 1,000. Empty for as many as the receiver keeps up with.
webhook-headers-to-send = Headers to send along
webhook-headers-hint = One on each line, as Name: value. They are never shown again.
webhook-stored-headers-hint = One on each line, as Name: value. Headers are stored, and never shown again: leave this empty to keep them, or write all of them anew. A URL with another scheme, host or port clears them, unless they are written here again.
webhook-no-headers = Send no headers of my own any more
webhook-registered = The webhook is registered. Copy its secret now: it is shown only this once.
webhook-changed = The webhook is changed.
webhook-changed-without-headers = The webhook is changed. The headers that were sent along are cleared, because the URL leads to another receiver: write them anew if this one needs any.

# The page of a webhook.
webhook = Webhook
webhook-active = Active
webhook-paused = Paused
webhook-disabled = Disabled
webhook-last-success = Last success
webhook-last-failure = Last failure
webhook-failing-since = Failing since
webhook-failing-note = It is disabled after 5 days of failures.
webhook-all-events = All events
webhook-at-most = At most { $most }
webhook-at-most-each = At most { $most } from each dispatcher
webhook-headers = Headers
webhook-headers-sent-along = Sent along, and never shown
webhook-previous-secret = Previous secret
webhook-signs-until = Signs too until { $at }
webhook-make-active = Make active again
webhook-disable-summary = Disable…
webhook-disable-note = Events are no longer kept for it. While it is paused, they wait instead.
webhook-disable = Disable the webhook
webhook-is-active = The webhook is active: what waits is delivered now.
webhook-is-paused = The webhook is paused: deliveries wait until it is resumed.
webhook-is-disabled = The webhook is disabled: it gets nothing. What it misses can be recovered later.
webhook-dismissed = Dismissed. The number in the navigation stays until the receiver answers again.
webhook-not-done = Not done: { $problems }.

# The secret of a webhook.
webhook-secret = The secret
webhook-verify-as = The receiver verifies each delivery with it, as
webhook-standard = Standard Webhooks
webhook-verify-says = says; there are libraries for most languages. By hand: the signature is the HMAC-SHA256 of <code>webhook-id.webhook-timestamp.body</code>, with the bytes that the part after <code>whsec_</code> stands for in base64. It is in the header <code>webhook-signature</code>, after <code>v1,</code>. Refuse timestamps older than 5 minutes, and take no <code>webhook-id</code> twice.
webhook-rotate-summary = Rotate the secret…
webhook-rotate = Rotate the secret
webhook-rotate-note = A new secret signs from now on. Give it to the receiver before the overlap ends.
webhook-overlap = Overlap in hours
webhook-overlap-hint = How long the old secret signs too, from 0 to 168, so that the receiver can change over.
webhook-secret-rotated = Here is the new secret. Copy it now: it is shown only this once.

# The test of a webhook.
webhook-send-test = Send a test
webhook-test-delivered = The test was delivered.
webhook-test-not-delivered = The test was not delivered.
webhook-test-result = Result of the test
webhook-test-error = Error
webhook-test-warning = Warning
webhook-test-would-disable = an answer of 410 to a delivery disables the webhook; a test does not, so it is as it was
webhook-test-answer-cut = Answer, the beginning

# The recoveries of a webhook.
webhook-recover = Recover
webhook-recover-note = Sends the events of a span of time that have not arrived: those that failed, were skipped or wait for a retry. What has succeeded is not sent again.
webhook-recover-from-hint = In the account's time zone.
webhook-recover-until-hint = Empty for now.
webhook-recover-only-failed = Only what has failed for good
webhook-nothing-recovered = Nothing was recovered
webhook-recovery-begun = { $count ->
    [one] The recovery has begun. There is { $count } event to examine.
   *[other] The recovery has begun. There are { $count } events to examine.
}
webhook-recovery = Recovery { $id }
webhook-recovery-span = Events from – until
webhook-recovery-what = What
webhook-recovery-only-failed = Only what has failed
webhook-recovery-all-missed = All that was missed
webhook-recovery-examined = Examined
webhook-recovery-examined-of = { $examined } of { $events }
webhook-recovery-queued = Queued
webhook-recovery-running = Running
webhook-recovery-finished = Finished
webhook-recovery-stopped = Stopped

# Events.
# computed: webhook-event-
webhook-event-contacts-create = Contact created
webhook-event-contacts-update = Contact changed
webhook-event-contacts-all = Contacts: every event
webhook-event-gifts-create = Gift created
webhook-event-gifts-update = Gift changed
webhook-event-gifts-all = Gifts: every event
webhook-event-pledges-create = Pledge created
webhook-event-pledges-update = Pledge changed
webhook-event-pledges-all = Pledges: every event
webhook-event-tasks-create = Task created
webhook-event-tasks-update = Task changed
webhook-event-tasks-all = Tasks: every event
webhook-event-webhooks-failing = A webhook fails
webhook-event-webhooks-disabled = A webhook was disabled
webhook-event-imports-finished = An import has ended

# Deliveries.
delivery-log = Deliveries
delivery-one = Delivery
delivery-all = All deliveries
delivery-back-to-webhook = Back to the webhook
delivery-any = Any
delivery-filter = Filter
delivery-event = Event
delivery-from = From
delivery-until = Until
delivery-newest = Newest
delivery-none-yet = Nothing was delivered yet.
delivery-none-like-that = No delivery is like that.
delivery-pending = Pending
delivery-succeeded = Succeeded
delivery-failed = Failed
delivery-skipped = Skipped
delivery-attempts-since-heading = Attempts since<br>last queued
delivery-attempts-since = Attempts since last queued
delivery-queued = Queued
delivery-next-attempt = Next attempt
delivery-ended = Ended
delivery-to = To
delivery-again = Deliver again
delivery-sent-again = The event is delivered again.

# The attempts of a delivery.
delivery-attempts = Attempts
delivery-attempts-removed = Attempts were removed, because they were old.
delivery-no-attempt = No attempt was made yet.
delivery-result = Result
delivery-status-code = Status
delivery-time = Time
delivery-milliseconds = { $ms } ms
delivery-answer = Answer
delivery-answer-empty = Empty
delivery-attempt-success = Delivered
delivery-attempt-status = Answered with an error
delivery-attempt-too-large = The answer was longer than 64 KiB
delivery-attempt-timeout = No answer in time
delivery-attempt-dns = The host was not found
delivery-attempt-connect = No connection
delivery-attempt-tls = No secure connection
delivery-attempt-reset = The connection broke off
delivery-attempt-forbidden-address = The address is not allowed
delivery-attempt-unsendable = Could not be sent

# The body and the headers of a delivery.
delivery-headers = Headers of the last attempt
delivery-headers-note = Signed with the present secret. Headers of your own are sent along, and not shown.
delivery-body = Body
delivery-body-pretty = Body, with line breaks
delivery-body-exact = Exactly as sent
