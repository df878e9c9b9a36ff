# Pictures of figures, which `chart.rs` draws. "of" is a name, or a name and that of a series.
chart-value = { $of }: { $value }
chart-spark = Given by year: { $values }.
chart-spark-value = { $of } { $value }

# The forms of the reports.
reports-not-made = The report was not made
reports-this-year = This year
reports-last-year = Last year
reports-or-from = Or from
reports-to = To
reports-year-start = Years begin in
reports-first-year = First year
reports-until-year = Last year
reports-count-by = Count by
reports-person = Person
reports-giving-by = Giving by
reports-quarter = Quarter
reports-top-how-many = How many
reports-download = Download as CSV

# Words of several reports.
reports-days = { $from } to { $to }
reports-month-of = { $month } { $year }
reports-quarter-of = Q{ $quarter } { $year }
reports-fiscal-year = FY { $year }
reports-goes-on = { $year } still goes on.
reports-given = Given
reports-of-given = Of all given
reports-year-before = Year before
reports-a-year-before = A year before
reports-change = Change
reports-retention = Retention
reports-nobody-gave = Nobody gave in these days.
reports-not-counted = Not counted: { $others }.
reports-not-counted-in = Not counted: what is in { $currencies }.
reports-taken-back = { $count ->
    [one] { $count } more does not count as a donor here, because the gifts and corrections add up to { $amount }.
   *[other] { $count } more do not count as donors here, because the gifts and corrections of each add up to 0 or less, together { $amount }.
}

# The list of the reports: questions, each with words below it.
reports-ask-months = How much was given each month?
reports-ask-months-words = Beside the same months a year before.
reports-ask-funds = What was given for which fund?
reports-ask-funds-words = By fund, with the year before.
reports-ask-campaigns = What did our campaigns bring?
reports-ask-campaigns-words = By campaign, with the year before.
reports-ask-types = How was it given?
reports-ask-types-words = By type, such as checks and cards.
reports-ask-donors = Do our donors stay?
reports-ask-donors-words = New, retained, recovered and lapsed donors by year.
reports-ask-levels = How many give much, and how many a little?
reports-ask-levels-words = Donors by what they gave.
reports-ask-top = Who gives most?
reports-ask-top-words = The largest givers of a year.
reports-ask-pledges = Do pledges come in?
reports-ask-pledges-words = What was due and what was received, by year.
reports-ask-board = What do I bring to the board?
reports-ask-board-words = All of it on two sheets, without names.

# The report on giving. The change says how far what was given is from the year before.
reports-giving = Giving
reports-giving-heading = { $group ->
    [month] Giving by month, { $days }
    [quarter] Giving by quarter, { $days }
    [year] Giving by year, { $days }
    [fund] Giving by fund, { $days }
    [campaign] Giving by campaign, { $days }
    [type] Giving by type, { $days }
   *[contact] Giving by contact, { $days }
}
reports-giving-note = { $amount } from { $donors } in { $gifts }.
reports-giving-before = From { $days } it was { $amount }: now { $change }.
reports-giving-before-rate = From { $days } it was { $amount }: now { $change } ({ $rate }).
reports-as-much = as much
reports-more = { $amount } more
reports-less = { $amount } less
reports-giving-empty = Nothing was given in these days, nor in the same days a year before.
reports-see-gifts = See the gifts
reports-all-others = All others
reports-what-others-are = “{ $row }” has those that got less, and those that got something only the year before.
reports-split-gifts = A gift that is split counts in each of its rows, so the gifts of the rows add up to more than the total.
reports-no-fund = No fund
reports-no-campaign = No campaign
reports-no-type = No type

# The report on donors. Retained, recovered and so on are headings of columns and names of series.
reports-donors-heads = How many gave
reports-donors-heads-empty = Nobody gave in these years.
reports-donors-new = New
reports-donors-retained = Retained
reports-donors-recovered = Recovered
reports-donors-lapsed = Lapsed
reports-donors-lapsed-before = Lapsed, the year before
reports-donors-words = Retained gave the year before, recovered in an earlier year; lapsed gave the year before and not in this one.
reports-donors-lists = Archived contacts and those who have died count here; the list “{ $list }” leaves them out, and has those who took back all that they gave.
reports-donors-note = In { $year }: { $donors }, { $new } new.
reports-donors-note-rate = In { $year }: { $donors }, { $new } new, and { $rate } of those of the year before gave again.
reports-donors-amounts = How much they gave
reports-donors-amounts-note = Gifts without a donor are left out.
reports-donors-amounts-empty = Nothing was given in these years.
reports-donors-given = Given by donors
reports-donors-by-new = By new
reports-donors-by-retained = By retained
reports-donors-by-recovered = By recovered
reports-donors-by-lapsed = By lapsed, before

# The report on giving levels.
reports-levels = Giving levels
reports-levels-heading = Donors by what they gave, { $days }
reports-levels-given-together = Given together
reports-levels-of-donors = Of all donors
reports-levels-note = { $count ->
    [one] { $count } donor gave { $amount }.
   *[other] { $count } donors gave { $amount }.
}
reports-levels-without = { $amount } more came in gifts that name no donor.
reports-levels-between = { $from } to { $to }
reports-levels-from = { $amount } or more
reports-levels-below = Less than { $amount }

# The report on the largest givers.
reports-top = Top donors
reports-top-heading = Top donors, { $days }
reports-top-note = Together they gave { $amount }.
reports-top-note-share = Together they gave { $amount }, { $share } of all that was given.
reports-top-all = All of them, to filter and export

# The report on pledges.
reports-pledges = Pledges by year
reports-pledges-heading = What pledges brought
reports-pledges-empty = There are no pledges yet.
reports-pledges-expected = Expected
reports-pledges-received = Received
reports-pledges-missing = Still missing
reports-pledges-fulfilled = Fulfilled
reports-pledges-counted = Active, upcoming and ended pledges count here; those that are paused, cancelled or written off do not.
reports-pledges-none-open = { $count ->
    [one] { $count } pledge. Nothing is missing today.
   *[other] { $count } pledges. Nothing is missing today.
}
reports-pledges-open = { $count ->
    [one] { $count } pledge.
   *[other] { $count } pledges.
} Of { $open ->
    [one] { $open } pledge
   *[other] { $open } pledges
}, { $amount } is missing today. That counts what ended pledges still lacked; only pledges that go on can be late.
reports-pledges-years = The figures of a year set what is over for one pledge against what is missing of another, and have only the due dates and gifts of that year.
reports-pledges-late = Those that are late

# The board report.
board-title = Board report
board-made-on = made on { $day }
board-new-donors = New donors
board-missing-pledges = Pledged and still missing today
