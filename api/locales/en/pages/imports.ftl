# Words for records within sentences, and how many there are.
one-gift = gift
one-batch = batch
one-fund = fund
one-campaign = campaign
one-pledge = pledge
one-task = task
count-batches = { $count ->
    [one] { $count } batch
   *[other] { $count } batches
}
count-funds = { $count ->
    [one] { $count } fund
   *[other] { $count } funds
}
count-campaigns = { $count ->
    [one] { $count } campaign
   *[other] { $count } campaigns
}

# The list of imports.
imports-new = Import a file
imports-can-have = What a file can have:
imports-so-far = Files so far
imports-none-yet = Nothing was imported yet.
imports-rows-are = Rows are
imports-rows = Rows
imports-created = New
imports-updated = Changed
imports-failed = To mend
imports-check = Check the file
imports-nothing-imported = Nothing was imported
imports-kind = Kind of records
imports-file-hint = A CSV file of any program, up to 100 MiB, or a workbook (.xlsx, .ods) up to 16 MiB. You say next what its columns are, and see what would become of the rows before anything is written.
imports-arrived = The file has arrived. Nothing is written before you say so.

# The states of imports, and the names of their files.
imports-undone = Undone
imports-columns-to-choose = Columns to choose
imports-status-failed = Failed
imports-undoing = Undoing
imports-arriving = Arriving
imports-waiting = Waiting
imports-checking = Checking
imports-importing = Importing
imports-checked = Checked
imports-imported = Imported
imports-sent-file = A file sent through the API
imports-undo-of = Undo of { $file }

# How a file differs from the usual one.
imports-semicolons = semicolons
imports-tabs = tabs
imports-vertical-bars = vertical bars
imports-windows-1252 = Windows (Western European)
imports-workbook = workbook
imports-headings-in-row = headings in row { $row }

# The page with the fields that a file can have.
imports-all = All imports
imports-fields = Fields of files
imports-fields-heading = { $kind ->
    [contacts] What a file of contacts can have
    [gifts] What a file of gifts can have
    [pledges] What a file of pledges can have
    [tasks] What a file of tasks can have
    [households] What a file of households can have
    [funds] What a file of funds can have
    [campaigns] What a file of campaigns can have
   *[batches] What a file of gift batches can have
}
imports-fields-about = A file needs no special headings: you say what its columns are after you have sent it. Columns with these headings are known at once.
imports-fields-download = Download an empty file with all of them
imports-heading = Heading
imports-holds = What it holds
imports-needed = Needed

# The columns of a file.
imports-columns = Columns
imports-columns-of = Columns of <bdi>{ $file }</bdi>
imports-columns-about = Say what each column is. What could be guessed is chosen already. Nothing is written yet: you see a preview next.
imports-columns-remembered = Say what each column is. What could be guessed is chosen already, as you chose it for the last file with these headings. Nothing is written yet: you see a preview next.
imports-read-as-format = Read as: { $format }.
imports-before = This very file was imported before, on { $day }: <a>see that import</a>.
imports-before-again = Importing it again may make everything twice.
imports-has-gifts = This file has gifts, too, and you import it as contacts: the gifts are left out. As gifts, each row is a gift, and its donor is found or made.
imports-as-gifts = Import it as gifts
imports-day-and-rows = { $rows ->
    [one] { $day } ({ $rows } row)
   *[other] { $day } ({ $rows } rows)
}
imports-column-of-file = Column of the file
imports-examples = Examples
imports-is = Is
imports-do-not-import = Do not import
imports-into-notes = Put into the notes
imports-needed-field = { $label } (needed)
imports-every-row = For every row
imports-every-row-about = Used where no column says it.
imports-no-constant = None
imports-dates = Dates and numbers
imports-date-order = Dates of numbers have
imports-date-order-hint = Dates such as 2026-12-31 and 31 Dec 2026 are clear anyway.
imports-day-first = The day first, as 31/12/2026
imports-day-first-read = The day first: { $text } is { $day }
imports-day-first-unread = The day first: { $text } is no date
imports-month-first = The month first, as 12/31/2026
imports-month-first-read = The month first: { $text } is { $day }
imports-month-first-unread = The month first: { $text } is no date
imports-long-day = { $day } { $year }
imports-decimal-sign = Before the cents stands
imports-point = A point, as 1,250.00
imports-point-read = A point: { $text } is { $amount }
imports-point-unread = A point: { $text } is no amount
imports-comma = A comma, as 1.250,00
imports-comma-read = A comma: { $text } is { $amount }
imports-comma-unread = A comma: { $text } is no amount
imports-words = Words of the file
imports-words-about = These words are new here. Say what each means. Rows with a word that is left at “Nothing here” will not be imported.
imports-word = “{ $word }” in the column { $column } means
imports-word-means-nothing = Nothing here
imports-words-new = One more question: the file has words that are new here
imports-read-types = Ways to pay in the file
imports-read-types-about = These words are read as types of gifts that are here. Choose another type where one is wrong. You can add one that is missing under <a>Types of gifts</a> in another window, and then load this page again.
imports-show-preview = Show the preview
imports-columns-saved = The columns are saved, and the rows are checked by them. Nothing is written before you say so.
imports-not-done = Not done: { $rule }.
imports-not-checked = The file was not checked
imports-column-twice = Another column is { $label } already
imports-column-needed = { $label } is needed: choose its column

# The page of an import.
imports-one = Import
imports-started = Started
imports-read-as = Read as
imports-progress = Progress
imports-is-arriving = The file is arriving. You can leave this page: the work goes on. <a>Look again</a>
imports-rows-done = { $done } of { $rows } rows are done. You can leave this page: the work goes on. <a>Look again</a>
imports-would-be-new = Would be new
imports-would-change = Would change
imports-taken-back = Taken back
imports-left-as-they-are = Left as they are
imports-further-rows = Further rows of one record
imports-skipped = Blank, totals or left out
imports-failed-left-out = Rows to mend would be left out. You can import the good ones now, and the others when they are mended.
imports-undoes = This takes back what <a>an import</a> has written.
imports-undone-by = This import is undone, or is being undone: <a>see how far it is</a>.
imports-change-columns = Change the columns
imports-more-failed = Many rows failed. The first 10,000 of them are kept for you to download, or fewer if they are long.
imports-download-failed = Download the rows that failed
imports-run = Import
imports-run-about = Nothing is written before this.
imports-undecided = Some rows may be people whom you have already, and nobody has decided on them. <a>Decide on them first</a>, or tick the box.
imports-undecided-new = { $count ->
    [one] { $count } row that nobody decided on will be imported as new
   *[other] { $count } rows that nobody decided on will be imported as new
}
imports-undecided-first = Nothing is imported yet: some rows may be people whom you have already. Decide on them, or tick the box above the button.
imports-run-all = Import all rows
imports-run-good = Import the good rows
imports-begun = The import has begun.
imports-problems = Problems
imports-problems-in-all = { $count } in all.
imports-problems-kept = { $count } in all; the first 1,000 are kept.
imports-header-row = The header is row { $row }.
imports-row = Row
imports-column = Column
imports-problem = Problem
imports-pages-before = Before
imports-pages-after = After
imports-undo = Undo
imports-undo-about = If this was the wrong file, take back what it wrote. Contacts that it made are archived, without their email addresses; gifts become void; pledges and tasks are cancelled; and records that it changed get back what they had before. Records that somebody has changed since, or that later ones need, stay as they are, and you see which. A gift that was thanked for counts as changed, and stays. So does a gift that stands on a printed statement or receipt, until that is taken back. Of several imports, undo the last one first. A contact that became a donor by a gift stays one.
imports-undo-take-back = Take back what it wrote
imports-undo-fold = Undo this import…
imports-undo-begun = The undo has begun.
imports-remove = Remove this check…
imports-removed = The check of the file is removed.
imports-meaning = Meaning
imports-is-field = Field
imports-is-read-only = Left out: written by the service alone
imports-is-unknown = Left out: no such field
imports-is-imported = Is imported
imports-is-left-out = Left out
imports-nothing-is-done = Nothing is done with it
imports-notes = Notes

# The rows of a file that has been checked.
imports-alike = Perhaps here already
imports-alike-about = These people look like contacts that you have, or like somebody in an earlier row. If it is the same person, choose the contact: what it has stays as it is, and only what it lacks is taken from the row.
imports-alike-more = There are more: decide these, and you see the next ones.
imports-alike-counts = What you choose counts once you have saved it.
imports-row-number = Row { $row }:
imports-here = Here: <a><bdi>{ $name }</bdi></a>
imports-mend = Rows to mend
imports-mend-about = Mend them here, or in your own file. What stays as it is will not be imported.
imports-mend-more = These are the first ones: mend them or leave them out, and you see the next.
imports-of-row = of row { $row }
imports-rows-save = Save and check again
imports-rows-suggested = Take the only contact of that name in all rows
imports-take-suggestions = Take all suggestions
imports-take-suggestions-about = One button decides on every row that looks like one contact alone, or like an earlier row, on all pages: it is the same person. What you have chosen yourself stays, and you can change each row afterwards.
imports-seen-rows = The rows, as they are read
imports-kinds-about = If an organization is taken for a person, or a person for an organization, change it here. A person named beside a company is left out once the row is an organization. Save before you look at other rows.
imports-kind-of-row = Is the new contact of row { $row } a person or an organization?
imports-kind-as-read = As it is read
imports-same-as = The same as { $name }
imports-somebody-else = Somebody else: make a new contact
imports-like-row = In the file: row { $row }
imports-archived = { $name } (archived)
imports-same-stays-archived = The same as { $name }, who stays archived
imports-same-not-archived = The same as { $name }, who is archived no longer
imports-same-as-row = The same person as in row { $row }
imports-ask-again = Not decided: ask again
imports-take-row-back = Do not leave it out
imports-decided = Decided
imports-decided-about = Your answers so far, and gifts of contacts who are archived. You can change them until you import the file.
imports-decided-more = These are the first ones.
imports-fate = What happens
imports-fate-new-organisation = New organization
imports-fate-new-of = New, for { $name }
imports-fate-new-of-new = New, with a new contact
imports-fate-new-of-new-organisation = New, with a new organization
imports-fate-new-of-row = New, for the new contact of row { $row }
imports-fate-follows = Goes to the contact of row { $row }
imports-fate-fills = Goes to { $name }
imports-fate-changes = Changes what is here
imports-fate-changes-earlier = Changes the record of an earlier row
imports-fate-fails = Has to be mended
imports-fate-there = Left out
imports-there = This gift <a>is there already</a>.
imports-there-about = A gift of the same donor, day and amount that is there already is left out. Choose what to do with it, and save before you look at other rows.
imports-import-all-the-same = Import it all the same
imports-there-count = { $count ->
    [one] { $count } gift is there already, and will be left out.
   *[other] { $count } gifts are there already, and will be left out.
}
imports-there-counted = { $count ->
    [one] { $count } gift was left out, because it was there already.
   *[other] { $count } gifts were left out, because they were there already.
}
imports-made = New records
imports-made-first = These are the first { $count }.
imports-fate-row = row { $row }
imports-fate-perhaps = { $fate } – or perhaps the same as { $names }
imports-leave-row-out = Leave the row out
imports-who-is-in-row = Who is in row { $row }?
imports-what-to-do-with-row = What to do with row { $row }?
imports-not-decided = Not decided: makes a new contact
imports-mend-or-leave = Mend it, or leave it as it is
imports-choose-one = Choose one
imports-rows-saved = Saved, and checked again. Nothing is written before you say so.
imports-rows-saved-first = Nothing is imported yet: your choices are saved, and the rows are checked again. Import them when that has ended.
imports-rows-checked-again = Your choices are saved, and the file is checked again: import it now.

# The fields that a column can be. Files can have the English labels as headings.
imports-group-name = Name
imports-group-address = Address, phone and email
imports-group-links = Links
imports-group-fields = Fields
imports-whole-name = Whole name (Smith, John & Mary)
imports-organisation-name = Name of the organization
imports-first-name = First name
imports-last-name = Last name
imports-phone = Phone
imports-street = Street
imports-street2 = Street, second line
imports-city = City
imports-state = State
imports-postal-code = Postal code
imports-country = Country
imports-address-type = Type of address
imports-gift-type = Type, or how it was paid
imports-contact-type = Person or organization
imports-contact-external-id = External id of the contact
imports-pledge-external-id = External id of the pledge
imports-gift-external-id = External id of the gift
imports-batch-external-id = External id of the batch
imports-adjusts-external-id = External id of the gift that it corrects
imports-credits-external-ids = External ids of whom it is credited, too
imports-referred-by-external-id = External id of who referred them
imports-contact-here = Contact here

# What the fields hold.
imports-label-and-about = { $label }. { $about }
imports-about-same = The number of the contact whose row it is. “new”: none of those that only look alike; “earlier”: that of an earlier row with the same person; “out”: the row is left out; empty: as without the column
imports-about-donor = Finds the donor among your contacts by email, or by name and postal code, or makes a new one
imports-about-organisation = The name of an organisation. Where the row names a person, it is the employer
imports-about-one-of = One of: { $choices }
imports-about-date = A date
imports-about-amount = An amount
imports-about-flag = Yes or no
imports-about-country = A country, by its name or its two letters
imports-about-words = One or several, with semicolons between them
# computed: imports-about-of-
imports-about-of-contact_type = One of person, organization
imports-about-of-gift_type = The name of a gift type of this account
imports-about-of-contact_external_id = The external id of a contact of this account
imports-about-of-contact_referred_by_external_id = The external id of a contact of this account
imports-about-of-gift_external_id = The external id of a gift of this account
imports-about-of-gift_adjusts_external_id = The external id of a gift of this account
imports-about-of-gift_soft_credit_external_ids = External ids of contacts of this account, separated by semicolons
imports-about-of-pledge_external_id = The external id of a pledge of this account
imports-about-of-batch_external_id = The external id of a batch of this account

# Quick entry of gifts.
quick-entry = Quick entry
quick-how = Type a part of the donor's name and an amount, such as <code>50</code>, <code>50 ck 1044</code> for a check, or <code>30 Roof + 20 Meals</code> for two funds. Return saves, and starts the next gift. Day, type, fund and batch stay for the next gift.
quick-a-gift = A gift
quick-changed-gift = The gift that you change
quick-changing = You change <strong><bdi>{ $gift }</bdi></strong>. <a>Leave it as it is</a>
quick-new-donor = A new donor
quick-add-unknown = No contact is found by this: add <strong><bdi>{ $name }</bdi></strong> as a new donor, with this gift
quick-add = Add <strong><bdi>{ $name }</bdi></strong> as a new donor, with this gift
quick-open-batch = Open the batch
quick-last = Entered last
quick-none-yet = The gifts that you enter appear here.
quick-change = Change
quick-saved = Saved: { $gift }
quick-which-donor = Not saved yet. Who is it? Choose, or type more of the name.
quick-no-donor = Not saved yet. No donor was typed. Type one, or press Return to save a gift without a donor.
quick-new-fund = There is no fund { $name } yet. Make it?
quick-save-new-fund = { $count ->
    [one] Save with a new fund
   *[other] Save with new funds
}
quick-use-fund = Use { $name }
quick-make-fund = Make the new fund { $name }
quick-leave = Do not save
quick-which-pledge = Not saved yet. Is it for a pledge?
quick-no-pledge = For no pledge: it is another gift
quick-cheque = Check

# Gifts.
gift-none-yet = No gifts yet. Enter the first one, or a whole row of them in quick entry.
gift-view-all = All
gift-view-received = Received
gift-view-pending = Pending
gift-view-refunded = Refunded
gift-from = { $amount } from { $giver }
gift-from-nobody = { $amount }, unattributed
gift-sum-received = { $sum } received
gift-tasks-with-donor = Tasks with the donor
gift-refund = Refund…
gift-refund-undo = Undo the refund

# Batches of gifts.
batch-batches = Gift batches
batch-none-yet = No batches yet. Count the gifts of a deposit, make a batch with what you counted, and enter its gifts in quick entry.
batch-view-all = All
batch-view-open = Open
batch-view-closed = Closed
batch-batch = Batch
batch-is-closed = This batch is closed
batch-is-closed-because = This batch is closed: { $reason }
batch-difference = Difference
batch-against-counted = Against what was counted by hand: { $difference }.
batch-progress = { $is } of { $expected }
batch-gifts-of = { $expected ->
    [one] { $count } of { $expected } gift
   *[other] { $count } of { $expected } gifts
}
batch-gifts-missing = { $count ->
    [one] { $count } gift missing
   *[other] { $count } gifts missing
}
batch-gifts-too-many = { $count ->
    [one] { $count } gift too many
   *[other] { $count } gifts too many
}
batch-amount-missing = { $amount } missing
batch-amount-too-much = { $amount } too much
batch-close = Close
batch-reopen = Reopen
batch-close-named = Close { $batch }
batch-reopen-named = Reopen { $batch }
batch-close-about = The gifts of a closed batch keep their donor, amount, date, type, purpose and check number. Only an owner reopens it.
batch-reopen-about = Gifts can come into the batch again, and those in it can change. Close it again afterwards.
batch-still-open = The batch is still open
batch-reason = Reason
batch-reason-hint = Why the gifts differ from what was counted
batch-closed = The batch is closed.
batch-open-again = The batch is open again.

# The deposit list of a batch.
deposit-list = Deposit list
deposit-list-of = Deposit list: { $batch }
deposit-heading = { $count ->
    [one] Deposit of { $count } gift
   *[other] Deposit of { $count } gifts
}
deposit-cheque-number = Check number
deposit-without-type = Without a type
deposit-not-counted = Pending and void gifts are not counted.
deposit-none-yet = No gifts were received in this batch yet.

# Funds and campaigns.
purpose-no-funds-yet = No funds yet. A fund says what a gift is for. Make one here, or write its name in a gift.
purpose-no-campaigns-yet = No campaigns yet. A campaign is what gifts answer, such as an appeal. Give it a goal, and see here how far it is.
purpose-funds-all = All
purpose-funds-active = Active
purpose-funds-inactive = Not active
purpose-campaigns-all = All
purpose-campaigns-active = Active
purpose-campaigns-inactive = Not active
purpose-fund-inactive = Not active
purpose-campaign-inactive = Not active
purpose-code = Code
purpose-fund-split = A split gift counts in each of its funds
purpose-campaign-split = A split gift counts in each of its campaigns
purpose-days = Days
purpose-from-to = { $from } to { $until }
purpose-from = from { $day }
purpose-until = until { $day }
purpose-received = Received
purpose-goal = Goal
purpose-reached = Reached
purpose-of-goal = Of the goal
purpose-percent = { $percent }%
purpose-merge-about = { $kind ->
    [fund] The other fund is the same as <bdi>{ $name }</bdi>, under another name. All that was given for it is for <bdi>{ $name }</bdi> then, and the other fund is removed. This cannot be undone.
   *[campaign] The other campaign is the same as <bdi>{ $name }</bdi>, under another name. All that was given for it is for <bdi>{ $name }</bdi> then, and the other campaign is removed. This cannot be undone.
}
purpose-merge-other-fund = The other one
purpose-merge-other-campaign = The other one
purpose-merge-fund-removed = It is removed.
purpose-merge-campaign-removed = It is removed.
purpose-merge-nothing = Nothing was merged
purpose-merged = The gifts of both are for { $name } now.

# Pledges.
pledge-none-yet = No pledges yet. Record what a donor has promised, and see here who is late.
pledge-view-all = All
pledge-view-active = Active
pledge-view-late = Late
pledge-view-paused = Paused
pledge-view-upcoming = Upcoming
pledge-view-ended = Ended
pledge-state = State
pledge-fulfilled = Fulfilled
pledge-next-due = Next due
pledge-due-since = Due since
pledge-late-since = Late since
pledge-planned = Planned change
pledge-reminded = Reminder of late pledges sent to the donor on
pledge-late = Late
pledge-balance = Balance
pledge-still-open = Still open
pledge-open = { $amount } still open
pledge-ahead = { $amount } paid ahead
pledge-overpaid = Overpaid by { $amount }
pledge-due-until-today = Due until today
pledge-received-until-today = Received until today
pledge-days = { $count ->
    [one] { $count } day
   *[other] { $count } days
}
pledge-from = { $terms } from { $donor }
pledge-terms = { $amount } { $frequency }
pledge-terms-from = { $amount } { $frequency } from { $day }
# A pledge that a field offers.
pledge-offered-fund = { $pledge }, { $fund }
pledge-offered-due = { $pledge } – { $count } due
pledge-offered-next = { $pledge } – next due { $day }
pledge-change-amount = Change the amount
pledge-over-time = Over time
pledge-from-day = From
pledge-agreed = Agreed
pledge-change = Change
pledge-take-back = Undo this change
pledge-paused = Paused
pledge-paused-until = Paused until { $day }
# computed: pledge-frequency-
pledge-frequency-one_time = one time
pledge-frequency-weekly = weekly
pledge-frequency-every_2_weeks = every 2 weeks
pledge-frequency-every_4_weeks = every 4 weeks
pledge-frequency-twice_monthly = twice monthly
pledge-frequency-monthly = monthly
pledge-frequency-every_2_months = every 2 months
pledge-frequency-quarterly = quarterly
pledge-frequency-every_4_months = every 4 months
pledge-frequency-twice_yearly = twice yearly
pledge-frequency-yearly = yearly
pledge-frequency-every_2_years = every 2 years

# Tasks.
task-none-yet = No tasks yet. Note what is to be done, for whom, and until when.
task-view-open = Open
task-view-mine = Mine
task-view-today = Today
task-view-this-week = This week
task-view-overdue = Overdue
task-view-done = Done
task-view-all = All
task-with = With
task-phone = Phone
task-due = Due
task-assigned-to = Assigned to
task-type = Type
task-priority = Priority
task-overdue = Overdue
task-check-off = Done
task-done-on = Done { $day }
task-cancelled = Cancelled
task-was-done = Done: { $task }.
task-was-done-next = Done: { $task }. The next one is made.
task-what-came-of-it = What came of it?
task-plan-next = Plan the next task
task-not-done-after-all = Not done after all
task-not-done = Not done: { $problems }.
task-changed-meanwhile = Somebody else has just changed the task. Look at it, and try again.
