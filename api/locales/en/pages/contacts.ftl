# Lists of contacts, and words about them.
one-contact = contact
contact-none-yet = No contacts yet. Add the first one, or bring a file of them under Imports.
contact-view-prospects = Prospects
contact-view-lapsed = Marked as lapsed
contact-view-organisations = Organizations
contact-view-archived = Archived
contact-phone = Phone
contact-organisation = Organization
contact-deceased = Deceased
contact-top-donors-this-year = Top donors this year
contact-first-gift-this-month = First gift this month
contact-birthdays-this-month = Birthdays this month
contact-no-address = No full address
contact-gave-last-year = Gave last year, not this

# The page of a contact.
contact-is-archived = This contact is archived
# The name of the other contact stands after it.
contact-is-merged = This contact is archived. It was merged into
contact-died-on = Died on { $day }
contact-is-erased = Erased on { $day }: nothing says any more who this was. The gifts stay.
contact-statement = Statement or receipt
contact-gifts-of-year = List of gifts
contact-has-died = Has died
contact-archive = Archive
contact-give-copy = Give a copy of the data
contact-erase = Erase
contact-call = Call
contact-mail = Mail
contact-map = Map
contact-do-not-call = Do not call
contact-do-not-email = Do not email
contact-do-not-write = Do not write letters
contact-given-in-all = Given in all
contact-and-credited = { $gifts }, and credited with { $amount }
contact-given-last-year = { $amount } last year
contact-first-gift = First gift
contact-pledges-open = Open
contact-tasks = To do
contact-no-tasks = No open tasks.
contact-pledges = Open pledges
contact-no-pledges = No open pledges.
contact-show-all = Show all
contact-edit-group = Edit { $group }
contact-told-household = Household { $id }, { $role }

# The box on the page of a contact in which something is written down.
log-heading = Write down
log-note = Note
log-call = Call
log-meeting = Meeting
log-letter = Letter
log-text = What was said or done
log-on = On
log-result = Result of a call
log-spoke = We spoke
log-left-message = Left a message
log-no-answer = Nobody answered
log-note-saved = The note is saved.
log-call-saved = The call is written down.
log-meeting-saved = The meeting is written down.
log-letter-saved = The letter is written down.
log-email-saved = The email is written down.
log-save-gift = Save the gift
log-all-fields = All fields of a gift

# The timeline of a contact.
timeline-heading = Timeline
timeline-all-gifts = All gifts
timeline-nothing-between = Nothing was changed in between.
timeline-nothing-before = Nothing happened before.
timeline-nothing-yet = Nothing has happened yet. Write down the first call or note above.
timeline-cut = Earlier changes were removed, because they were old.
timeline-pages = Pages of the timeline
timeline-earlier = Earlier
timeline-newest = Newest
timeline-today = Today
timeline-yesterday = Yesterday
timeline-day = { $day } { $month }
# The amount stands after the first, and the fund after the amount.
timeline-gave = Gave
timeline-for-fund = to { $fund }
timeline-did = { $words }:
timeline-tried-to-call = Tried to call
timeline-called = Called
timeline-emailed = Emailed
timeline-texted = Texted
timeline-wrote = Wrote a letter
timeline-met = Met
timeline-thanked = Thanked
timeline-reminded = Reminded of a pledge
timeline-newsletter = Sent the newsletter
timeline-prayed = Prayed
timeline-noted = Noted
timeline-thank-you = Thank-you letter
timeline-statement = Statement
timeline-receipt = Official receipt
timeline-reminder = Pledge reminder
timeline-letter-number = No. { $number }
timeline-added = Added to the contacts
timeline-changed = Changed

# Households.
one-household = household
household-none-yet = No households yet. People who live together get one letter and one statement: open a contact, and choose Household.
household-members = Members
household-salutation = Salutation
household-envelope = Envelope
# Below the heading "Letters".
household-one-for-all = One for all
household-one-for-each = One for each
household-lives-with = Lives with
household-role = Role
household-nobody-else = Nobody else is in this household.
household-no-members = Nobody is in this household.
household-change-members = Change the members
household-title = Household of { $name }
household-lead = People who live together get one letter and one statement, unless their household says otherwise. Each keeps their own gifts. <bdi>{ $name }</bdi> joins the household of the contact you choose, or both get a new one.
household-role-label = Is in the household
household-same-contact = choose another contact than this one
household-joined = { $name } is in the household now.
household-spouse-is-no-contact = { $name } is known only as a spouse so far. The new contact gets the same addresses, and both get one letter.
household-with-spouse = Make a contact for { $name } and put both in one household

# The page of a contact that moves out of a household.
move-out-button = Move out
move-out-title = { $name } moves out
move-out-lead = <bdi>{ $name }</bdi> leaves the household, and gets letters and statements alone. All gifts stay with the people who gave them.
move-out-lead-last = Nobody else in the household gets letters, so it is dissolved when <bdi>{ $name }</bdi> leaves. All gifts stay with the people who gave them.
move-out-household = What becomes of the household?
move-out-household-hint = If it is dissolved, the person who stays keeps their own name and address, and gets letters alone. If it is kept, there is no longer one letter for all.
move-out-dissolve = Dissolve it
move-out-keep = Keep it with the name below
move-out-name = Name of the household
move-out-name-hint = Letters go to those who stay. If the old name had the person who leaves, this one is made from the names of the others.
move-out-name-if-kept = This counts only if the household is kept.
move-out-changed = Somebody else has just changed the household. Look at it, and try again.
move-out-done = { $name } has moved out. The gifts stay with the people who gave them.

# The page of a contact that has died.
died-title = { $name } has died
died-lead = The gifts stay. <bdi>{ $name }</bdi> is no longer asked to give, is no longer listed as a lapsed donor, and no field suggests the name any more.
died-to-do = What needs to be done
died-on = Died on
died-on-hint = If it is not known, the day on which you heard of it
died-household = New name of the household
died-household-hint = The old name has the person who has died. Letters go to those who live.
died-add-task = Add a task: write to the family
died-task = Write to the family of { $name }
died-saved = It is saved.
died-changed = Somebody else has just changed the contact. Look at it, and try again.

# The page that archives a contact, and the button that brings one back.
archive-title = Archive { $name }
archive-lead = <bdi>{ $name }</bdi> leaves the lists, and no field suggests the name any more. The gifts and the history stay, and you can bring the contact back.
archive-done = { $name } is archived.
archive-bring-back = Bring back
archive-brought-back = { $name } is in the lists again.

# The page that merges two contacts.
merge-lead = Everything of another contact moves to <bdi>{ $name }</bdi>, and the other one is archived.
merge-other-contact = The other contact
merge-show = Show what would move
merge-which = Which contact stays
merge-stays = Stays
merge-is-archived = Is archived
merge-moves = What would move from <a><bdi>{ $name }</bdi></a>
merge-nothing-moves = No gifts, pledges or tasks.
merge-filled = These fields are empty here and would be set:
merge-conflicts = What differs
merge-conflicts-lead = Choose what <bdi>{ $name }</bdi> has afterwards; its own values come first. The archived contact keeps its values, but for an external id, a picture or a referral that passes over. A value of <bdi>{ $name }</bdi> that is not chosen remains only in the history.
merge-of-archived = (of the archived contact)
merge-final = This cannot be undone.
merge-button = Merge <bdi>{ $from }</bdi> into <bdi>{ $into }</bdi>
merge-count-people = { $count ->
    [one] { $count } person of the organization
   *[other] { $count } people of the organization
}
merge-count-referred = { $count ->
    [one] { $count } contact whom it has referred
   *[other] { $count } contacts whom it has referred
}
merge-count-soft-credits = { $count ->
    [one] { $count } soft credit
   *[other] { $count } soft credits
}
merge-count-tags = { $count ->
    [one] { $count } tag
   *[other] { $count } tags
}
merge-count-family = { $count ->
    [one] { $count } member of the family
   *[other] { $count } members of the family
}
merge-count-addresses = { $count ->
    [one] { $count } address
   *[other] { $count } addresses
}
merge-count-phones = { $count ->
    [one] { $count } phone number
   *[other] { $count } phone numbers
}
merge-count-emails = { $count ->
    [one] { $count } email address
   *[other] { $count } email addresses
}
merge-count-households = { $count ->
    [one] { $count } place in a household
   *[other] { $count } places in households
}
merge-nothing-merged = Nothing was merged
merge-done = Merged: { $name } is archived, and what it had is here.
merge-changed = Somebody else has just changed one of the contacts. Look at them, choose again, and merge.
merge-not-done = Not merged.
merge-not-done-because = Not merged: { $field } { $rule }.

# The page of contacts that look like the same.
duplicates-title = Possible duplicates
duplicates-lead = { $count ->
    [one] { $count } pair of contacts that look like the same. Archived contacts are not among them.
   *[other] { $count } pairs of contacts that look like the same. Archived contacts are not among them.
}
duplicates-none = No two contacts look like the same.
duplicates-looks-like = Looks like
duplicates-because-of = Because of
# Read by screen readers after "Merge".
duplicates-merge-which = <bdi>{ $from }</bdi> into <bdi>{ $into }</bdi>
duplicates-same-email = the same email address
duplicates-same-phone = the same phone number
duplicates-same-name = the same name and place
duplicates-same-sound = names that sound the same, and the same place or birthday
duplicates-same-name-alone = the same name, and nothing that tells them apart
duplicates-change-kind = Person or organization?
duplicates-keep-apart = Keep apart
# Read by screen readers after "Keep apart".
duplicates-apart-which = <bdi>{ $first }</bdi> and <bdi>{ $second }</bdi>
duplicates-kept-apart = They are kept apart: this list no longer shows them as a pair.
# The pairs at the foot of the page, each with a button that takes it back.
duplicates-apart-title = Kept apart
duplicates-apart-lead = These are not the same, as somebody has said. Up to { $count } pairs are shown, the newest first.
duplicates-take-back = Take back
duplicates-taken-back = They are no longer kept apart: this list shows them as a pair again if they look like the same.

# Questions of a form about values that look like slips. Some are followed by the name of a record; all end with a full stop.
doubts-save = Save it all the same
doubts-email = A contact has this email address already:
doubts-phone = A contact has this phone number already:
doubts-name = There is a contact of this name already:
doubts-near = There is a contact of a similar name at this place already:
doubts-purpose = { $kind ->
    [fund] There is no fund called { $name }, but one called { $other }
   *[campaign] There is no campaign called { $name }, but one called { $other }
}
doubts-day = The day of the gift is { $day }
doubts-amount = The amount is { $amount }
doubts-negative = The amount is below zero, { $amount }: it takes away from what was given
doubts-twin = There is a gift of this donor, day and amount already:
doubts-cheque = There is a gift of this donor, amount and check number already, of { $day }:
doubts-cheque-amount = Check { $number } of this donor is recorded already, with { $amount } on { $day }:
doubts-gift = gift { $id }
doubts-thanked = A thank-you of { $day } names this gift, and stays as it is:
doubts-stated = If the statement of { $day } has this gift, make a corrected one after this change:
doubts-letter = letter { $number }

# The files of a contact.
files-heading = Files
files-title = Files of { $name }
files-size = Size
files-added-at = Added
files-none = No files.
files-none-yet = No files yet.
files-add-short = Add
files-add = Add a file
files-add-button = Add the file
files-hint = A signed pledge, a photograph, a letter: at most 5 MB, and at most 50 files for a contact.
files-remove = Remove…
files-remove-button = Remove for good
files-added = { $name } is added.
files-removed = The file is removed.
# Within a sentence that ends after it.
files-busy = many files are on their way just now: try again in a moment
files-bytes = { $size } bytes
files-kilobytes = { $size } kB
files-megabytes = { $size } MB

# The copy of the data of a contact.
copy-title = Copy of the data of { $name }
copy-download = Download as a file
copy-lead = What <bdi>{ $account }</bdi> stores about <bdi>{ $contact }</bdi>, on { $day }. Print it, or give the file, which has every field and can be read by programs.
copy-too-many = { $kind ->
    [gifts] There are too many gifts for one file: export their list instead.
    [pledges] There are too many pledges for one file: export their list instead.
    [tasks] There are too many tasks for one file: export their list instead.
   *[records] There are too many records for one file: export their list instead.
}
copy-first = The first { $count }; the file has all of them
copy-letter-subject = Subject
copy-letter-mailed-to = Mailed to
copy-count-files = { $count ->
    [one] { $count } file, to be downloaded from the contact's page
   *[other] { $count } files, to be downloaded from the contact's page
}
copy-credited = Credited for gifts of others
copy-answers = Sent from the website
copy-answer-sent = Sent
copy-alike = { $count ->
    [one] { $count } answer from your website shares the name, an email address or a phone number with this contact, but may be somebody else's. This copy leaves it out.
   *[other] { $count } answers from your website share the name, an email address or a phone number with this contact, but may be somebody else's. This copy leaves them out.
}

# The page that erases a contact.
erase-title = Erase { $name }
erase-lead = Everything that says who <bdi>{ $name }</bdi> is goes from this account and its history; backups and exported files keep it until you remove them. The gifts stay, without a name. There is no way back.
erase-erased = What would be erased
erase-nothing = Nothing: all is erased already.
erase-kept = What stays, and why
erase-name = Name of the contact
erase-name-hint = As it stands above
erase-name-rule = must be the contact's name, as it stands above
erase-button = Erase for good
erase-nothing-erased = Nothing was erased
erase-receipts = { $count ->
    [one] { $count } official receipt, of { $newest }, stays until { $until }, because the tax law of your country may demand a copy.
   *[other] { $count } official receipts stay, because the tax law of your country may demand a copy of each: the newest, of { $newest }, until { $until }.
} Owners alone can open such receipts: in Letters, open the official receipts for that year and press “Download these receipts”. When its time is over, each is erased by itself.
erase-receipts-too = Erase the official receipts, too
erase-receipts-too-hint = Only if you are sure that no law demands a copy
erase-count-texts = texts of { $records }
erase-count-fields = { $count ->
    [one] { $count } field of the contact
   *[other] { $count } fields of the contact
}
erase-count-tags = { $count ->
    [one] { $count } tag that nobody else has
   *[other] { $count } tags that nobody else has
}
erase-count-households = { $count ->
    [one] { $count } name of a household
   *[other] { $count } names of households
}
erase-count-events = { $count ->
    [one] { $count } entry of the event log
   *[other] { $count } entries of the event log
}
erase-count-receivers = { $count ->
    [one] { $count } answer of a webhook's receiver
   *[other] { $count } answers of webhooks' receivers
}
erase-count-programs = { $count ->
    [one] { $count } stored answer to a program
   *[other] { $count } stored answers to programs
}
erase-count-rows = { $count ->
    [one] { $count } failed row of an import
   *[other] { $count } failed rows of imports
}
erase-count-messages = { $count ->
    [one] { $count } message of an import
   *[other] { $count } messages of imports
}
erase-count-import-files = { $count ->
    [one] { $count } file of an import
   *[other] { $count } files of imports
}
erase-count-letters = { $count ->
    [one] { $count } printed letter
   *[other] { $count } printed letters
}
erase-count-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
erase-count-answers = { $count ->
    [one] { $count } answer from your website
   *[other] { $count } answers from your website
}
erase-count-pledges = { $count ->
    [one] { $count } open pledge, which ends or is cancelled
   *[other] { $count } open pledges, which end or are cancelled
}
erase-count-tasks = { $count ->
    [one] { $count } open task, which is cancelled
   *[other] { $count } open tasks, which are cancelled
}
erase-refused = Nothing is erased: { $reason }. Try again later.
# Reasons within the sentence above.
erase-busy-looking = somebody else of the account is just looking at an erasure
erase-busy-erasing = somebody else of the account is just erasing a contact
erase-under-way = The erasure is under way. It waits until webhooks have got what is being sent to them.
erase-done = Erased: the contact is anonymous and archived now. The gifts stay.
erase-in-flight = Some changes are still on their way to webhooks: erase again in a few minutes.
# What stays, and why. In English, as the report of an erasure says it.
# computed: erase-kept-
# computed: erase-why-
erase-kept-id = the contact's id
erase-why-id = gifts and pledges refer to it; it is anonymous and archived now
erase-kept-gifts = gifts: amount, date, currency, type, pledge, status, fund, campaign, parts, check number, reference, external id
erase-why-gifts = accounting records, which the law may oblige you to keep; change their texts yourself if they name the person
erase-kept-pledges = pledges: amount, dates, currency, status, fund, external id
erase-why-pledges = gifts refer to them
erase-kept-tasks = tasks: type, dates, priority, result
erase-why-tasks = they say nothing of the person
erase-kept-merged = contacts that were merged into this one: everything
erase-why-merged = each is a record of its own; they are the same person, so erase them as well
erase-kept-others = texts of other contacts' records
erase-why-others = nothing links them to the person: search for the name
erase-kept-households = names of households that the person has left
erase-why-households = other people live there: change their names yourself if they name the person
erase-kept-batches = names of batches of gifts, and why they were closed
erase-why-batches = they are about deposits: change them yourself if they name the person
erase-kept-purposes = names and descriptions of funds, campaigns and batches
erase-why-purposes = they are the account's own: change them yourself if they name the person
erase-kept-letters = what letters of all donors say, such as who signs them
erase-why-letters = it is the account's own: change it under Settings, Letterhead, if it names the person
erase-kept-lists = names and filters of saved lists, such as a search for the name
erase-why-lists = each is a member's own: ask the members to remove those that name the person
erase-kept-audit = entries of the audit log
erase-why-audit = they name users; a user who is also this person is not erased
erase-kept-receivers = what receivers of webhooks have stored
erase-why-receivers = ask them to erase it; they get contacts.update
erase-kept-answers = answers from the website of somebody of the same name or phone number
erase-why-answers = another person may be called so or live there: look at them yourself
erase-kept-receipts = official receipts, which owners alone can open
erase-why-receipts = the tax law of your country may demand a copy of each; ten full calendar years later they go by themselves
erase-kept-backups = backups, replicas and logs of the database
erase-why-backups = they expire by your own rules
erase-kept-postgres = earlier versions of the changed rows in PostgreSQL's files
erase-why-postgres = no query shows them; VACUUM frees their space, which autovacuum does by itself, and VACUUM FULL removes them at once
erase-kept-sqlite = earlier states of pages in the file almoner.sqlite-wal
erase-why-sqlite = another transaction was open; erase again, or wait: the file is overwritten little by little, and removed when the api stops

# What supporters have sent from the website, and what becomes of it.
answers-title = New from your website
answers-lead = { $count ->
    [one] { $count } answer waits. What nobody has decided about within 90 days is deleted.
   *[other] { $count } answers wait. What nobody has decided about within 90 days is deleted.
}
answers-oldest = The { $count } oldest are shown.
answers-none = Nothing waits. What supporters send from your website comes here.
answers-sent = Sent { $at }, in the form { $form }
answers-is = This is { $name }
answers-with-news = Also subscribe to the newsletter by email
answers-add = Add as a new contact
answers-discard = Discard
answers-added = The contact is added.
answers-filled = What the contact did not have yet is filled in.
answers-discarded = The answer is discarded.
answers-see-contact = See the contact
answers-see = See what was sent
answers-gone = Nothing was done: somebody else has decided about this answer, or the contact is not there any more.
answers-not-done = Not done: { $problems }.
answers-would-give = Would like to give: { $amount } (sent from your website { $at })
answers-wants-news = Wants news by email (sent from your website { $at })
