# The account.
account-organisation = Your organization
account-owners-can-change = Owners can change this.
account-currency-hint = Its code, such as USD or EUR. It stays while a gift or a pledge has another.
account-funds-closed = Only funds of the list
account-funds-closed-hint = A gift or a pledge for any other fund is refused, so nobody makes a second one by a slip.
account-campaigns-closed = Only campaigns of the list
account-campaigns-closed-hint = A gift of any other campaign is refused.
account-number = Account number
account-saved = The account's settings are saved.
account-not-done-because = Not done: { $reason }.
account-sandbox = Sandbox
# What stands in brackets behind the name of a new one.
account-sandbox-word = sandbox
account-is-sandbox-of = This account is the sandbox of <b><bdi>{ $name }</bdi></b>. It has the same members. What you do here touches nothing there.
account-sandbox-leave = Back to your account
account-sandbox-empty-summary = Empty it and fill it anew…
account-sandbox-empty-note = This removes all its records and events, for every member, and brings the first ones back. Its keys and webhooks stay.
account-sandbox-empty = Empty the sandbox
account-sandbox-not-emptied = Nothing was emptied
account-sandbox-emptied = The sandbox is emptied and filled anew.
account-is-no-sandbox = Not done: this account is no sandbox, so it is never emptied.
account-has-sandbox = Your sandbox has made-up people and gifts. Try things out there: a program, an import, a new colleague's first day.
account-sandbox-enter = Go to the sandbox
account-sandbox-entered = You are now in your sandbox.
account-sandbox-about = A sandbox is an account for the same members, with three hundred made-up people and their gifts. Try things out there: a program, an import, a new colleague's first day. You can empty it at any time.
account-sandbox-make = Make a sandbox
account-sandbox-owners-can-make = Owners can make it.

# The audit log.
audit-what-was-done = What was done
audit-note = Entries are kept for { $days } days. Without a name, an operator did it, or somebody who was not signed in.
audit-what = What
audit-detail = Detail
audit-who = Who
audit-address = Address
audit-newer = Newer

# What the audit log tells of.
audit-records-exported = Records exported
audit-contact-erased = Contact erased
audit-sign-in = Signed in
audit-sign-in-failed = Sign-in failed
audit-sign-out = Signed out
audit-sessions-ended = Ended other sessions
audit-account-created = Account created
audit-account-changed = Account changed
audit-batch-closed = Batch of gifts closed
audit-batch-reopened = Batch of gifts reopened
audit-letterhead-changed = Letterhead changed
audit-letter-template-changed = Words of letters changed
audit-file-added = File added
audit-file-removed = File removed
audit-contacts-kept-apart = Contacts kept apart
audit-contacts-not-kept-apart = Contacts no longer kept apart
audit-web-form-removed = Website form removed
audit-imported = File imported
audit-import-undone = Import undone
audit-import-check-removed = Check of a file removed
audit-letters-printed = Letters printed
audit-letters-taken-back = Letters taken back
audit-sandbox-created = Sandbox made
audit-sandbox-reset = Sandbox emptied and filled anew
audit-user-created = User created
audit-profile-changed = Changed the own name
audit-password-changed = Password changed
audit-password-link-created = Password link made
audit-password-link-revoked = Took a password link back
audit-second-factor-on = Second factor turned on
audit-second-factor-off = Second factor turned off
audit-recovery-codes-created = New recovery codes made
audit-recovery-code-used = Recovery code used
audit-member-invited = Invited a member
audit-invitation-revoked = Took an invitation back
audit-member-joined = Joined the account
audit-member-role-changed = Changed a role
audit-member-removed = Removed a member
audit-member-left = Left the account
audit-key-created = API key made
audit-key-refreshed = API key refreshed
audit-key-revoked = API key removed
audit-webhook-created = Webhook registered
audit-webhook-updated = Webhook changed
audit-webhook-secret-rotated = Webhook secret rotated
# Details of the audit log. They are stored in English.
audit-detail-copy = the copy of contact { $id }
audit-detail-run = letters of run { $id }
audit-detail-contact = contact { $id }
audit-detail-contact-receipts = contact { $id }, with official receipts
audit-detail-contacts = contacts { $id } and { $other }
audit-detail-after-password = { $email }, after the right password
audit-detail-batch-because = batch { $id }: { $reason }
audit-detail-batch = batch { $id }
audit-detail-web-form = { $title }, answers discarded: { $count }
audit-detail-import = import { $id }: { $records }
audit-detail-words = { $kind }, { $language }
audit-detail-mailed-again = run { $id }, { $count ->
    [one] { $count } letter by email again
   *[other] { $count } letters by email again
}
audit-detail-taken-back = run { $id }, not printed after all
audit-detail-mailed = { $kind }, { $count ->
    [one] { $count } letter by email
   *[other] { $count } letters by email
}
audit-detail-printed = { $kind }, { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}
audit-detail-role = { $email }: { $from } → { $to }
audit-detail-invited = { $email } as { $role }
audit-detail-codes-left = { $count } left
audit-detail-webhook-to = webhook { $id } to { $host }
audit-detail-webhook = webhook { $id }
audit-detail-name = name { $name }
audit-detail-currency = currency { $currency }
audit-detail-timezone = time zone { $zone }
audit-detail-gift-makes-donor = a gift makes a donor: { $yes }
audit-detail-funds-closed = only funds of the list: { $yes }
audit-detail-campaigns-closed = only campaigns of the list: { $yes }
audit-detail-with-code = with a code
audit-detail-with-recovery-code = with a recovery code
audit-detail-with-new-password = with a new password

# The letterhead.
letterhead-note = What stands on all letters that you print. A letter that was printed stays as it is.
letterhead-organisation = Name on letters
letterhead-address = Address
letterhead-address-hint = As it stands on an envelope, at most 6 lines.
letterhead-tax-id = Tax id
letterhead-tax-id-hint = Your number with the tax office, such as an EIN. It stands at the foot of each page.
letterhead-signer = Who signs
letterhead-signer-title = As what
letterhead-legal-text = Small print
letterhead-legal-text-hint = At the end of each letter, such as: No goods or services were provided in exchange for this gift.
letterhead-paper = Paper
letterhead-paper-us = US Letter
letterhead-locale = Language of your letters
letterhead-donor-locales = Also write in
letterhead-donor-locales-hint = Donors whose language is one of these get their letters in it. Each language has words of its own, below, and may have small print of its own.
letterhead-reply-to = Answers to mailed letters go to
letterhead-reply-to-hint = Letters that go by email come from the address of this service.
letterhead-remove-logo = Print without the logo that is there
letterhead-logo = Logo
letterhead-another-logo = Another logo
letterhead-logo-hint = A PNG or a JPEG of at most 200 kB, and at most 2,000 pixels on each side.
letterhead-saved = The letterhead is saved.
letterhead-words-note = Each kind of letter has words that are good as they are, and that you can make your own.
letterhead-statements = Statements for a year

# The words of letters.
letter-words = Words
letter-words-subject = Subject
letter-words-body = Text
letter-words-body-hint = An empty line begins a paragraph. Names in braces are filled in for each donor.
letter-words-signer-title-hint = Only if it should differ from the letterhead, such as the same title in this language.
letter-words-legal-text-hint = Stands on these letters in place of the small print of the letterhead.
letter-words-receipt-note = For the receipt that the tax office asks for, there are words to begin with.
letter-words-receipt = Begin with the words of the official receipt
letter-words-receipt-todo = These are the words of the official receipt, as far as a letter can have them. Fill in what stands in square brackets, take out what does not apply to you, and have your tax adviser check it before you print. Goods and stock are left out of these letters, and need a receipt of their own. Nothing is kept until you save.
letter-words-receipt-companies = It is the form for private persons (Cerfa 11580). Companies need another one (Cerfa 16216): do not send them this letter.
letter-words-saved = The words are saved.
letter-words-reset = Go back to the words that come with Almoner
letter-words-reset-done = The letters have the words that come with Almoner again.
letter-words-sample = A sample
letter-words-sample-title = Sample: { $kind }
# The name of the file, without accents.
letter-words-sample-file = sample
letter-words-table = { $count ->
    [one] A table with { $count } row.
   *[other] A table with { $count } rows.
}
letter-words-see-pdf = See it as a PDF
letter-words-no-donor = There is no donor yet who has an address and a gift.
letter-words-braces = What can stand in braces

# What can stand in braces in the words of a letter.
# computed: letter-words-field-
letter-words-field-salutation = the salutation, such as Dear Ada and William
letter-words-field-first-name = the first name, or the name of an organization
letter-words-field-name = the name as on the envelope
letter-words-field-address = the postal address in one line; who has none gets no letter with it
letter-words-field-date = the day of the letter
letter-words-field-organisation = the name of your organization
letter-words-field-signer = who signs
letter-words-field-thank-you-gifts = what was given, such as: gift of { "\u0024" }50.00 on 3 March 2026 for Roof
letter-words-field-thank-you-amount = the amount; of several gifts, the total
letter-words-field-thank-you-amount-in-words = the same in words, such as: fifty dollars
letter-words-field-thank-you-gift-date = the day of the gift; of several, the days from and to
letter-words-field-thank-you-fund = the fund, or where it is needed most
letter-words-field-thank-you-list = a table of the gifts if there are several, alone in a paragraph
letter-words-field-year-end-statement-year = the year, such as 2026, or the days from and to
letter-words-field-year-end-statement-period = the time in words, such as: in 2026
letter-words-field-year-end-statement-total = the total of the gifts of money
letter-words-field-year-end-statement-total-in-words = the same in words, such as: fifty dollars; such a letter has gifts of money alone, and no gift is in two of them for different days
letter-words-field-year-end-statement-list = the tables of the gifts, alone in a paragraph
letter-words-field-pledge-reminder-amount = what is missing of all pledges together
letter-words-field-pledge-reminder-since = the day since which it is due
letter-words-field-pledge-reminder-list = a table of the pledges, alone in a paragraph

# The members.
members-the-link = The link
members-role = Role
members-owner = Owner
members-member = Member
members-since = Since
members-you = You
members-change = Change
members-make-owner = Make owner
members-make-member = Make member
members-make-password-link = Make password link
members-remove = Remove from account
members-role-changed = The role is changed. The member's other sessions have ended.
members-removed = The member is removed. Sessions, keys, and the links that the member has made have stopped.
members-send-password-link = Send this link to the member. It works once, for 24 hours, and is shown only now.

# Invitations.
members-open-invitations = Open invitations
members-invited-by = Invited by
members-operator = The operator
members-open-until = Open until
members-email-sent = Email sent
members-mailed = Mailed
members-being-mailed = Being mailed
members-not-mailed = Could not be mailed
members-show-link = Show a link
members-take-back = Take back
members-invite = Invite somebody
members-invite-mailed = The invitation is mailed with a link.
members-invite-link = You get a link to send.
members-invite-again = Inviting the same address again replaces the link.
members-make-invitation = Make invitation
members-nobody-invited = Nobody was invited
members-email-address = Email address
members-role-hint = Members work with records. Owners also manage members, webhooks and the account.
members-invitation-mailed = The invitation is on its way to { $email }. Its link works once, for 7 days.
members-too-many-mailed = This invitation is not mailed, because too many were mailed lately.
members-send-invitation-link = Send this link to the new member. It works once, for 7 days, and is shown only now.
members-invitation-taken-back = The invitation is taken back: its link no longer works.

# Password links.
members-open-password-links = Open password links
members-password-links-note = Whoever has one of these links can sign in as the member.
members-link-for = For
members-made-by = Made by
members-password-link-taken-back = The password link is taken back: it no longer works.

# Leaving the account.
members-leave-heading = Leave
members-leave-note = Your keys for this account stop, and you are signed out. To come back, you need an invitation.
members-leave-summary = Leave the account…
members-leave = Leave the account
members-left = You have left { $account }.
members-of-sandbox = The members of a sandbox are those of its account. <a>Go back there</a> to change them.

# The profile.
profile-you = You
profile-sign-in-as = You sign in as <b>{ $email }</b>.
profile-name-saved = Your name is saved.
profile-password-note = A change signs you out everywhere else.
profile-change-password = Change password
profile-current-password = Current password
profile-end-keys = End my API keys, too
profile-end-keys-hint = In all your accounts. Programs that use them stop until they have new ones.
profile-password-changed-keys-ended = Your password is changed. You are signed out everywhere else, and your API keys have stopped.
profile-password-changed = Your password is changed. You are signed out everywhere else. API keys go on.
profile-second-factor-on = On since { $since }: to sign in, you need a code of your authenticator app, too.
profile-second-factor-change = Recovery codes, or turn off
profile-second-factor-off = Off. With it, nobody signs in with your password alone: an authenticator app on your phone shows a code for each sign-in.
profile-appearance = Appearance
profile-appearance-note = Light or dark is for this browser. The language is yours, and other browsers take it when you sign in there.
profile-theme = Light or dark
profile-theme-system = As the system is
profile-theme-light = Light
profile-theme-dark = Dark
profile-language = Language
profile-language-of-browser = As the browser asks
profile-sessions = Where you are signed in
profile-browser = Browser
profile-signed-in = Signed in
profile-this-browser = This browser
profile-session-ended = That browser is signed out.
profile-end-others = Sign out everywhere else
profile-others-ended = You are signed out everywhere else.

# The second factor.
second-factor = Second factor
second-factor-turn-on = Turn on
second-factor-turn-off = Turn off
second-factor-code = Code
second-factor-code-hint = The six digits that your app shows now, or one of your recovery codes.
second-factor-new-code-hint = The six digits that the app shows now.
second-factor-your-codes = Your recovery codes
second-factor-your-codes-note = Each signs you in once, in place of a code of your app. Keep them where you keep what is valuable, and not on the phone with the app: they are shown only now.
second-factor-app = Your authenticator app
second-factor-app-note = Let an authenticator app on your phone read this code. Any app for time-based codes does.
second-factor-qr = The QR code of your secret. Below, it is a text.
second-factor-type-in = Or type this into the app:
second-factor-turn-on-note = Then you need the app, or a recovery code, for each sign-in. You are signed out everywhere else.
second-factor-turned-on = Your second factor is on. You are signed out everywhere else.
second-factor-codes = Recovery codes
second-factor-since = The second factor is on since { $since }.
second-factor-codes-left = { $count ->
    [1] One recovery code is left.
   *[other] { $count } recovery codes are left.
}
second-factor-codes-replace = New ones replace them.
second-factor-make-codes = Make new codes
second-factor-codes-made = The new codes are made. The old ones have stopped.
second-factor-turn-off-note = Then your password alone signs you in. You are signed out everywhere else.
second-factor-turned-off = Your second factor is off. You are signed out everywhere else.

# The types of gifts.
gift-types-note = Types of gifts say how gifts were paid, or what they are. Gifts show the new name of a type that is renamed. A type stays, because gifts may have it. Types whose names have words for goods, such as In kind, or the word Stock, and those called just Shares or Securities, count as goods: statements describe their gifts and leave them out of the total.
gift-types-usual = The usual types keep their names, because imports know them by these: add another type instead.
gift-types-rename = Rename
gift-types-new = Another type
gift-types-add = Add
gift-types-added = The type is added.
gift-types-renamed = The type is renamed.

# The forms on the website.
web-forms-note = Supporters who fill in a form on your website wait on a page of their own until you add them as contacts. Nobody outside can see or change a contact.
web-forms-none = There is no form yet.
web-forms-owner-can-make = An owner can make one.
web-form-new = New form
web-form-title = Title
web-form-intro = Introduction
web-form-thanks = Thanks, after the form was sent
web-form-thanks-text = Thank you. We will be in touch.
web-form-asks = What it asks for
web-form-asks-hint = Name and email address are always asked for. The form sends no confirmation email: before you send news, check what the law of your country asks for
web-form-address = Address
web-form-amount = Amount to give
web-form-news = News by email
web-form-privacy = Privacy notice
web-form-privacy-hint = The https address of the page that tells people how you use their data; the form links to it
web-form-tag = Tag
web-form-tag-hint = Contacts that you add from this form get it
web-form-open = Open
web-form-open-hint = A closed form says that it takes nothing at the moment
web-form-is-open = open
web-form-is-closed = closed
web-form-waiting = Answers waiting
web-form-see-waiting = { $count ->
    [one] See the { $count } answer that waits
   *[other] See the { $count } answers that wait
}
web-form-link = Link for your website
web-form-link-note = Put the link on your website, or paste the second line into its HTML.
web-form-see = See the form as supporters do
web-form-heading = The form
web-form-made = The form is made. Put its link on your website.
web-form-changed = The form is changed.
web-form-remove = Remove this form
web-form-remove-note = Its link then leads nowhere. The contacts that came from it stay.
web-form-remove-waiting = { $count ->
    [one] { $count } answer of this form waits.
   *[other] { $count } answers of this form wait.
}
web-form-discard = Discard these answers, too
web-form-removed = { $count ->
    [0] The form is removed.
    [one] The form is removed, and { $count } answer with it.
   *[other] The form is removed, and { $count } answers with it.
}
web-form-not-removed = The form is not removed: decide about the answers that wait first, or discard them with it.

# The page of a form, for supporters.
public-form-send = Send
public-form-not-sent = Not sent yet
public-form-message = Message
public-form-amount = Amount I would like to give
public-form-amount-hint = Nothing is paid here. We will be in touch.
public-form-news = I want to receive news by email
public-form-news-hint = You can stop them at any time.
public-form-note = { $organisation } gets what you send, and nobody else.
public-form-privacy = How we use your data
public-form-takes-nothing = This form takes nothing at the moment. Please try again later.
public-form-leave-empty = Leave this field empty
