# The overview.
overview-welcome = Welcome, { $name }
overview-welcome-nameless = Welcome
overview-today = { $weekday }, { $day } { $month } { $year }
overview-today-heading = To do today
overview-today-calm = Nothing waits for you today: the gifts of the last 60 days are thanked for, no task is due, and no pledge is late.
overview-by-month = By month
overview-by-fund = By fund
overview-gifts-heading = Latest gifts
overview-gifts-all = All gifts
overview-tasks-heading = Tasks due
overview-tasks-with = With
overview-tasks-due = Due
overview-tasks-today = Today
overview-tasks-yours = Yours
overview-tasks-overdue = Overdue
overview-tasks-all = All open tasks

# The cards of what is to be done today, each with a button.
overview-cards-thanks = { $count ->
    [one] <b>{ $count }</b> gift waits for a thank-you
   *[other] <b>{ $count }</b> gifts wait for a thank-you
}
overview-cards-since = Since { $day }
overview-cards-write-thanks = Write thank-yous
overview-cards-tasks = { $count ->
    [one] <b>{ $count }</b> task is due
   *[other] <b>{ $count }</b> tasks are due
}
overview-cards-own-tasks = { $count ->
    [one] <b>{ $count }</b> of your tasks is due
   *[other] <b>{ $count }</b> of your tasks are due
}
overview-cards-until-today = Today or earlier
overview-cards-until-today-and = Today or earlier, and { $count } more that belong to others or to nobody
overview-cards-see-tasks = See the tasks
overview-cards-late = { $count ->
    [one] <b>{ $count }</b> pledge is late
   *[other] <b>{ $count }</b> pledges are late
}
overview-cards-late-missing = { $missing } is missing
overview-cards-late-missing-and = { $missing } is missing, plus { $count } more in other currencies
overview-cards-late-monthly = { $missing } is missing. They promise { $amount } a month
overview-cards-late-monthly-and = { $missing } is missing. They promise { $amount } a month, plus { $count } more in other currencies
overview-cards-late-others = In other currencies
overview-cards-see-late = See the late pledges
overview-cards-answers = { $count ->
    [one] <b>{ $count }</b> person has written from your website
   *[other] <b>{ $count }</b> people have written from your website
}
overview-cards-answers-note = Add them as contacts, or say who they are
overview-cards-see-answers = See who it is

# The figures of this year. A difference is an amount or a count, with its percentage in brackets.
overview-figures-given = Given this year
overview-figures-donors = Donors this year
overview-figures-last-year = Last year to date
overview-figures-pledged = Pledged a month
overview-figures-until = Until { $day }
overview-figures-active-pledges = { $count ->
    [one] { $count } active pledge, without one-time ones
   *[other] { $count } active pledges, without one-time ones
}
overview-figures-missing = { $count ->
    [one] { $amount } is missing today on { $count } pledge
   *[other] { $amount } is missing today on { $count } pledges
}
overview-figures-average = A gift is { $amount } on average
overview-figures-and-others = { $note }, and { $others }
overview-figures-nothing-before = Nothing at this time last year
overview-figures-as-much = As much as at this time last year
overview-figures-more = { $difference } more than at this time last year
overview-figures-less = { $difference } less than at this time last year

# The chart of the months.
overview-chart-heading = Giving by month
overview-chart-empty = There is nothing to draw: nothing was given or pledged this year or last year.
overview-chart-given = { $given } in { $year }, { $before } in all of { $last_year }.
overview-chart-not-drawn = Not drawn: { $others }.
overview-chart-figures = The figures
overview-chart-pledged-for = Pledged for { $year }
overview-chart-pledged-label = Pledged

# The first steps in an account.
overview-steps-heading = First steps
overview-steps-contact = Add a contact
overview-steps-contact-why = A person or an organization that gives, or may give.
overview-steps-import = Bring in a file
overview-steps-import-why = Contacts and gifts from a spreadsheet or another program. You see first what would happen.
overview-steps-letterhead = Fill in the letterhead
overview-steps-letterhead-why = Your address, who signs, and your logo, for thank-yous and receipts.
overview-steps-invite = Invite a colleague
overview-steps-invite-why = Each of you signs in alone, and the history says who did what.
overview-steps-sandbox = Try things out in a sandbox
overview-steps-sandbox-why = A place with made-up people, where nothing can break.
overview-steps-gift = Enter the first gift
overview-steps-gift-why = Then this list makes room for your figures.
overview-steps-programs = Programs can add contacts and gifts, too: see the <a>documentation</a>.

# The lists of the work that waits. The heading of the list follows on "All", for who listens to the page.
overview-todo-all = All { $count }
overview-todo-thanks = Thank-yous to write
overview-todo-thanks-note = Gifts of the last { $days } days, the oldest first
overview-todo-late = Late pledges
overview-todo-late-note = With the oldest unpaid due date, and the amount missing
overview-todo-due-since = Due since
overview-todo-missing = Missing
overview-todo-lapsed-note = Gave in { $last_year } and not in { $year }, the largest first
overview-todo-lapsed-note-in = Gave in { $last_year } and not in { $year }, the largest in { $currency } first
overview-todo-lapsed-taken-back = { $note }. The list also has { $count ->
    [one] { $count } donor who took it all back.
   *[other] { $count } donors who took it all back.
}
overview-todo-given-last-year = Given last year
