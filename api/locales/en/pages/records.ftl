# Lists of records.
list-new = { $kind ->
    [contacts] New contact
    [gifts] New gift
    [pledges] New pledge
    [tasks] New task
    [households] New household
    [funds] New fund
    [campaigns] New campaign
   *[batches] New batch
}
list-lists = Lists
list-save = Save this list
list-all-saved = All saved lists
list-export = Export
list-export-for-excel = For Excel and letters
list-export-for-programs = For programs, and to import again
list-search-here = In this list
list-filters = Filters
list-filters-more = More filters
list-filters-apply = Apply
list-filters-in-use = Filters in use
list-filters-count = { $count } in use
list-filter-remove = : remove
list-filter-any = Any
list-filter-yes = yes
list-filter-no = no
list-filter-or = { $one } or { $other }
list-filter-is = { $label }: { $value }
list-filter-search = “{ $text }”
list-filter-ticked = Those that were selected
list-order-up = { $label }, ascending
list-order-down = { $label }, descending
list-columns = Columns
list-columns-about = Any columns of the file for Excel. If none is selected, the list has its usual ones.
list-columns-apply = Show these
list-tick = Select { $name }
list-tick-all = Select all on this page
list-ticked = Tag, task or export the selected
list-nothing-fits = Nothing fits these filters.
list-show-all = Show all
list-not-shown = Nothing is shown
list-wrong-filters = Nothing is shown until the filters are right.
list-page-before = Previous page
list-range = { $first }–{ $last } of { $total }
list-none-yet = { $kind ->
    [contacts] No contacts yet.
    [gifts] No gifts yet.
    [pledges] No pledges yet.
    [tasks] No tasks yet.
    [households] No households yet.
    [funds] No funds yet.
    [campaigns] No campaigns yet.
   *[batches] No batches yet.
}

# Saved lists.
saved-about = Filters that you use again. Each list is put together anew every time you open it.
saved-none = No list is saved yet. Filter the contacts, gifts, pledges, tasks or households, and choose <b>Save this list</b> under <b>Lists</b>.
saved-records = Records
saved-for-whom = For
saved-for-you = You alone
saved-for-all = All members
saved-open = Open
saved-for-excel = For Excel
saved-no-filters = It has no filters, so it finds everything.
saved-form = Name and columns
saved-shared = All members see it
saved-shared-hint = Otherwise it is there for you alone.
saved-columns = Columns of the list and of its file for Excel
saved-columns-hint = If none is selected, the list has its usual columns, and the file has all.
saved-not-yours = Whoever made it and the owners of the account can change it.
saved-new = { $kind ->
    [contacts] Save a list of contacts
    [gifts] Save a list of gifts
    [pledges] Save a list of pledges
    [tasks] Save a list of tasks
    [households] Save a list of households
    [funds] Save a list of funds
    [campaigns] Save a list of campaigns
   *[batches] Save a list of batches
}
saved-made = { $name } is saved. It stands under Lists.
saved-changed = { $name } is saved.
saved-remove-about = The records that it finds stay.
saved-remove-button = Remove this list
saved-removed = { $name } is removed. Its records stay.

# Contacts that are ticked in a list.
ticked-title = { $count ->
    [one] { $count } contact selected
   *[other] { $count } contacts selected
}
ticked-contacts = The selected contacts
ticked-nobody-yet = Nobody is selected. <a>Select contacts in the list</a> first.
ticked-too-many = Only the first { $most } are handled at once.
ticked-export-for-excel = Export for Excel and letters
ticked-export-for-programs = Export for programs
ticked-tag-each = Add a tag to each
ticked-tag = Tag
ticked-tag-button = Add the tag
ticked-task-each = Add a task for each
ticked-task-subject = Subject
ticked-task-due = Due date
ticked-task-assignee = Assigned to
ticked-nobody = Nobody
ticked-you = { $name } (you)
ticked-task-button = Add the tasks
ticked-nothing = Nothing was selected, so nothing was changed.
ticked-tagged = { $count ->
    [one] { $count } contact: the tag { $tag } is added.
   *[other] { $count } contacts: the tag { $tag } is added.
}
ticked-tasks-added = { $count ->
    [one] { $count } contact: a task is added for each.
   *[other] { $count } contacts: a task is added for each.
}
ticked-unchanged = { $count ->
    [one] { $count } contact had it already.
   *[other] { $count } contacts had it already.
}
ticked-not-changed = Not changed: { $contacts }.
ticked-and-more = { $contacts }; and { $count } more
ticked-is-changed = somebody else is changing it
ticked-is-gone = it is not there any more
ticked-no-calls = wants no calls
ticked-not-called = { $count ->
    [one] { $count } of them wants no calls or has died, and gets no task of the type “{ $kind }”.
   *[other] { $count } of them want no calls or have died, and get no task of the type “{ $kind }”.
}

# The forms of records.
edit-title = Edit { $title }
edit-required = <span class="must">Fields with</span> must be filled in.
edit-primary = Primary
edit-add-one = New entry
edit-pledge-hint = The open pledges of whoever is chosen above are offered here; any other one goes by its number
edit-saved = { $kind ->
    [contacts] The contact is saved.
    [gifts] The gift is saved.
    [pledges] The pledge is saved.
    [tasks] The task is saved.
    [households] The household is saved.
    [funds] The fund is saved.
    [campaigns] The campaign is saved.
   *[batches] The batch is saved.
}
edit-nothing-changed = Nothing was changed.
edit-conflict = Somebody else has changed this meanwhile
edit-conflict-not-saved = Nothing of yours is saved yet.
edit-conflict-by = Nothing of yours is saved yet; the last change is by <bdi>{ $by }</bdi>.
edit-conflict-who = { $name }, { $when }
edit-conflict-about = The form below has what is stored now, and your values where you have typed others. Save it to apply yours, or go back without saving to keep what is stored.
edit-conflict-field = Field
edit-conflict-stored = Stored now
edit-conflict-yours = Yours
edit-conflict-both = Both changed it
edit-conflict-empty = empty
edit-conflict-same = as stored now
edit-conflict-save = Save with my values
edit-open-pledges = End these pledges
edit-open-tasks = Cancel these tasks
edit-open-more = There may be more, which stay as they are

# Languages that a contact may speak.
edit-language-ar = Arabic
edit-language-zh = Chinese
edit-language-nl = Dutch
edit-language-en = English
edit-language-fr = French
edit-language-de = German
edit-language-el = Greek
edit-language-hi = Hindi
edit-language-it = Italian
edit-language-ja = Japanese
edit-language-ko = Korean
edit-language-pl = Polish
edit-language-pt = Portuguese
edit-language-ru = Russian
edit-language-es = Spanish
edit-language-sv = Swedish
edit-language-tl = Tagalog
edit-language-tr = Turkish
edit-language-uk = Ukrainian
edit-language-vi = Vietnamese

# The pages of records.
show-all-of = { $kind ->
    [tasks] Show all tasks with the donor
    [gifts] Show all gifts
   *[other] Show all
}
show-primary = primary
show-own-data = { $name }: { $value }

# The headings of groups of fields.
group-more-of-the-name = More of the name
group-preferences = Preferences
group-letters = Letters
group-family = Family
group-work-and-community = Work and community
group-notes = Notes
group-purpose = Purpose
group-payment = Payment
group-thanks = Thanks
group-corrections = Corrections
group-details = Details
group-task = Task
group-result = Result
group-about = About
group-batch = Batch
group-counted-by-hand = Counted by hand
group-goal = Goal
group-more = More

# The history of a record.
history-heading = History
history-created = Created
history-changed = Changed
history-saved-unchanged = Saved without a change
history-cleared = cleared
history-unknown = What changed is not known, because the record is older than its log.
history-none = No change is recorded. Records that came with the demo, or from before the event log, have none.
history-all-removed = All changes are older than the event log, whose old events were removed.
history-has-more = Earlier changes are in the event log, which the API lists.
history-is-cut = Earlier changes were removed, because they were old.

# Links between records.
links-type = Type { $id }
links-user = User { $id }
links-batch = Batch { $id }
links-pledge = Pledge { $id }
links-gift = Gift { $id }
links-last-gift = last gift { $day }
links-household = household { $name }
links-household-joint = household { $name }, one letter for all
links-household-letters = household { $name }, one letter to { $receiver }
links-nobody = no contact is found by this. Type a part of the name, or the number
links-same = choose another contact: this is the one that you merge into
links-other-name = is not the name of { $contact }: choose it, if it is meant
links-several = fits several contacts: { $contacts }
links-several-and-more = fits several contacts: { $contacts }, … and others: type more of the name
