# Signing in and out.
sign-in = Sign in
sign-in-not-done = You are not signed in
sign-in-back = Back to the sign-in
sign-in-forgotten = Forgotten your password?
sign-in-insecure = This page was loaded over http, which others can read. Open it with https: your browser keeps you signed in only then.
sign-in-nobody-yet = Nobody can sign in yet: the link in the log of the service makes the first user.
sign-in-ended-kept = You were signed out. Nothing is lost: sign in, and what you typed comes back. It is kept for an hour.
sign-in-ended = You were signed out before this was sent, so nothing was changed. Sign in, and do it again.
sign-in-signed-out = You were signed out. What was sent after that was not saved. Sign in to go on.
sign-out-done = You are signed out.

# The second step of a sign-in.
second-step-title = Second step
second-step-code-hint = The six digits that your authenticator app shows, or one of your recovery codes.
second-step-without = Without your app and your codes, an operator of this service must help.
second-step-begin-again = Please begin again with your password.

# What was typed before a sign-in.
kept-form-title = You are signed in
kept-form-note = What you typed before is kept, and not saved yet.
kept-form-submit = Show what I typed
kept-form-forget = Forget it, and go to the overview
kept-form-shown = You were signed out meanwhile. Here is what you typed. It is not saved yet: check it, and send it again.
kept-form-not-shown = What was typed before the sign-in is not shown: it was by another user, or too long ago. Nothing of it is saved.

# Somebody who has forgotten the password.
forgotten-password-title = Forgotten password
forgotten-password-note = You get a link for choosing a new password. It works once, for 24 hours. At most ten are mailed to you within an hour.
forgotten-password-submit = Send me a link
forgotten-password-no-email = If no email comes, somebody in charge can make a link for you:
forgotten-password-ask = Somebody in charge can make you a link for choosing a new password:
forgotten-password-owner = an owner of your account, under <b>Settings, Members</b>;
forgotten-password-operator = if you belong to several accounts, or are the only owner: the operator of this service, with the command <code>almoner users password</code>.
forgotten-password-sent = If there is a user with this address, a link for a new password is on its way to it.

# A new password, by a link.
password-choose = Choose a new password
password-submit = Set password
password-note = With the new password, you will be signed out everywhere.
password-first-link = This is the first link that was mailed to this address, so somebody else may have registered it.
password-ends-factor = For your safety, the second factor is turned off.
password-ends-memberships = For your safety, the memberships end that were accepted before, with their API keys.
password-ends-both = For your safety, the second factor is turned off, and the memberships end that were accepted before, with their API keys.
password-known = If you know the password, sign in with it instead: then nothing changes.
password-is-set = Your new password is set. Sign in with it. API keys go on: under Services you can replace yours.

# Joining an account.
invitation-title = Invitation
invitation-by = { $role ->
    [owner] { $inviter } invites <b>{ $email }</b> to join <b><bdi>{ $account }</bdi></b> as an owner.
   *[member] { $inviter } invites <b>{ $email }</b> to join <b><bdi>{ $account }</bdi></b> as a member.
}
invitation-of-nobody = { $role ->
    [owner] You are invited: <b>{ $email }</b> to join <b><bdi>{ $account }</bdi></b> as an owner.
   *[member] You are invited: <b>{ $email }</b> to join <b><bdi>{ $account }</bdi></b> as a member.
}
invitation-somebody-else = You are signed in as { $email }. To join, sign out, and open the link again.
invitation-join = Join
invitation-password-hint = If you sign in to Almoner with this address already, the password that you sign in with. If not, a new one of at least 10 characters.
invitation-joined = Welcome: you have joined the account.

# The first start.
setup-title = Welcome to Almoner
setup-note = Set up the account of your organization, and yourself as its first owner.
setup-submit = Set up
setup-language-hint = Of your pages, and of your letters to donors. You can change both later.
setup-organisation = Name of your organization
setup-currency-hint = Its code, such as USD or EUR. It can change until the first gift.
setup-follows-gifts-hint = A contact, prospect or lapsed donor who gives becomes a donor by itself.
setup-email = Your email address
setup-email-hint = You sign in with it.
setup-ready = Your account is ready.

# The accounts of a user.
account-switch-to = Switch to
account-switched = You are now in { $account }.
no-account-title = No account
no-account-note = You belong to no account here, or have not chosen one. Ask an owner of your organization's account for an invitation, and open its link.

# Forms, and what is wrong in them.
form-your-name = Your name
form-new-password-hint = At least 10 characters. A few words that only you would put together are best.
form-filters-not-used = The filters were not used
error-title = Error: { $what }
summary-not-saved = Nothing was saved
summary-field = { $label }: { $problem }
summary-fields = { $count ->
    [one] { $not_done }. { $count } field needs a look:
   *[other] { $not_done }. { $count } fields need a look:
}

# The pages of errors.
failure-sign-in-title = Please sign in
failure-sign-in = Sign in, and try again.
failure-forbidden-title = This is not for you
failure-forbidden = Only owners of the account may do this. Ask one of them, or switch to another account.
failure-not-found-title = There is no such page
failure-not-found = It may have been moved or removed, or the link has expired or was used before.
failure-setup-link-title = This link no longer works
failure-setup-link = It was used before, or has expired. If you already have a user here, sign in. If nobody can sign in yet, restart the program: it then prints a new link.
failure-method-title = This page cannot do that
failure-method = Go back, and try it from the page itself.
failure-too-many-title = Too many attempts
failure-too-many = { $count ->
   *[other] Please wait for { $seconds } seconds, and try again.
}
failure-internal-title = Something went wrong
failure-internal = The fault is ours. Nothing of your change was kept: please try again. If it happens again, tell your operator the number below.
failure-unavailable-title = Please try again in a moment
failure-unavailable = The service is busy, or its database cannot be reached.
failure-other-title = This did not work
failure-forged-title = This form was not accepted
failure-forged-signed-in = It was sent without the mark that shows that it is yours. This happens when you have signed in again, or changed your password, in another window meanwhile. Go back, load the page again, and send the form once more.
failure-forged = It was sent without the mark that shows that it is yours. This happens when the page was open for long, or when the browser keeps no cookies. Outside this machine itself, the service keeps its cookies for https alone: see that the address begins with https. Then load the page again, and send the form once more.
failure-not-kept-title = Please type it again
failure-not-kept = What was typed before the sign-in is kept for an hour, for the user and the account that it belongs to. It is not here any more, and nothing of it is saved: open the form again.
failure-number = Number <code>{ $id }</code>
failure-start = Go to the start

# Webhooks that fail, on every page of an owner.
trouble-failing = The webhook to { $receiver } fails: its receiver has not answered for more than an hour. Events wait, and are sent again.
trouble-disabled = The webhook to { $receiver } was disabled, because its receiver does not answer, or wants no more events. It gets none.

# The name of a browser.
user-agent-on = { $browser } on { $system }
user-agent-unknown = Unknown browser

# The mail of an invitation.
mail-invitation-subject = Invitation to { $account }
mail-invitation = { $inviter } invites you to join { $account } on Almoner, where its gifts and donors are kept.
mail-invitation-open = Open this link to join. It works once, for 7 days:
mail-invitation-unknown = If you do not know what this is about, you need not do anything.

# The mail of a link for a new password.
mail-password-subject = A new password for Almoner
mail-password = Somebody has asked for a new password for this address.
mail-password-open = Open this link to choose one. It works once, for 24 hours:
mail-password-not-you = If it was not you, you need not do anything: your password stays as it is.

# The mails that tell of a change.
mail-notice-password-subject = Your password was changed
mail-notice-password = Your password was changed on { $moment } UTC, from the address { $address }.
mail-notice-factor-on-subject = Your second factor was turned on
mail-notice-factor-on = Your second factor was turned on on { $moment } UTC, from the address { $address }.
mail-notice-factor-off-subject = Your second factor was turned off
mail-notice-factor-off = Your second factor was turned off on { $moment } UTC, from the address { $address }.
mail-notice-codes-subject = You have new recovery codes
mail-notice-codes = New recovery codes were made for you on { $moment } UTC, from the address { $address }.
mail-notice-key-subject = You have a new API key
mail-notice-key = A new API key was made for you, for the account { $account } on { $moment } UTC, from the address { $address }.
mail-notice-not-you = If it was you, you need not do anything. If not, choose a new password at once, and tell an owner of your account:
mail-notice-keys-go-on = API keys that you have made go on working. If somebody else may have one, sign in, change your password under Settings, Profile, and end them with it.
mail-notice-keys-ended = Your API keys have stopped, in all accounts.

# The mails that tell of a webhook that fails.
mail-webhook-failing-subject = The webhook to { $receiver } fails
mail-webhook-failing = The webhook of { $account } to { $receiver } fails. Every attempt to reach it has failed for more than an hour. Events wait, and are sent again for about three days. Nothing is lost yet.
mail-webhook-given-up-subject = The webhook to { $receiver } has missed events
mail-webhook-given-up = The webhook of { $account } to { $receiver } has missed events. An event was given up, because every attempt to send it in about three days has failed. Other events are sent as before. If all attempts fail for five days, the webhook is disabled.
mail-webhook-disabled-subject = The webhook to { $receiver } was disabled
mail-webhook-disabled = The webhook of { $account } to { $receiver } was disabled. Its receiver has said that it wants no more events, or has not answered for five days. It gets no events until you make it active again.
mail-webhook-what-to-do = Its page shows what the receiver has answered. Ask whoever runs the receiver to look at it, and send a test from the page. When it answers again, send what it has missed with "Recover" on the same page:
mail-webhook-see = See the webhook
mail-webhook-once = Owners of the account get this mail once for a failure, not for each event.
