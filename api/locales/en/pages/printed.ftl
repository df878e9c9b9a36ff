# All pages of letters.
letters-to = Letter to
letters-without = Without a letter
letters-why-not = Why not
letters-more = And { $count } more.
# Before the number of lines that are ticked.
letters-ticked = Selected:
# How many letters are in a language, such as “98 in German”.
letters-in-language = { $language ->
    [de] { $count } in German
   *[en] { $count } in English
    [es] { $count } in Spanish
    [fr] { $count } in French
    [pt] { $count } in Portuguese
}
letters-way = How
letters-by-post = By post
letters-by-email = By email, as a PDF
letters-by-hand = In person, for people who cannot be reached by post
letters-not-counted = The letters were not counted
letters-changing = No letter was made, because somebody is changing these records right now. Try again in a moment.
letters-made-before = These letters were already made.
letters-too-many-mails = Nothing was mailed: an organization can mail 5,000 letters within 24 hours, and these would be more. Print them, or mail them tomorrow.

# Why somebody gets no letter, beside the name. The English of these stands in runs, and must not change.
letters-why-gone = is not there any more
letters-why-died = has died
letters-why-died-receipt = has died: write the official receipt to the heirs by hand
letters-why-archived = is archived
letters-why-by-post = can be reached by post
letters-why-no-name = has no name
letters-why-no-mail = wants no mail
letters-why-household-no-mail = belongs to a household in which somebody wants no mail
letters-why-no-address = has no address
letters-why-no-full-address = has no full address
letters-why-no-email = wants no email
letters-why-no-email-address = has no email address
letters-why-not-received = the gift is not received
letters-why-thanked = is thanked for already
letters-why-no-donor = the gift has no donor
letters-why-correction = the gift is a correction
letters-why-has-letter = has a letter for the gift already
letters-why-gift-taken-back = the gift was taken back
letters-why-taken-back = has taken back what was given
letters-why-no-money = gave no money
letters-why-long-letter = has a letter with more than { $what } characters
letters-why-long-tables = has tables with more than { $what } characters
letters-why-reminded = was reminded less than { $what } days ago, in run { $and }
letters-why-stated = has one already, in run { $what }
letters-why-confirmed = gave what stands on an official receipt already, in run { $what }
letters-why-many-gifts = has more than { $what } gifts
letters-why-lacking = has a letter with { $what }, which the typeface lacks

# Thank-yous.
thank-yous-title = Thank-yous
thank-yous-about = Gifts that nobody has thanked for yet, the oldest first. All gifts of one donor stand in one letter, and a joint household gets one letter.
thank-yous-from = Gifts from
thank-yous-to = To
thank-yous-letterhead = <a>Fill in the letterhead</a> first, so that letters have your address and say who signs.
thank-yous-lacks-mail = Letters can go by email too, once whoever runs this service connects it to a mail server.
thank-yous-section = Gifts with letters
thank-yous-first = Only the first { $count } gifts are shown. Each one that you print, mail or mark gives way to the next one.
thank-yous-untick-print = Uncheck what you do not want to print now. If you keep all of them, it is { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}.
thank-yous-untick-mail = Uncheck what you do not want to mail now. If you keep all of them, it is { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}.
thank-yous-print = Print letters, and mark as thanked
thank-yous-mail = Mail letters, and mark as thanked
thank-yous-none = No gift from these days is waiting for a letter.
thank-yous-nothing-ticked = Nothing was selected, so no letter was made.
thank-yous-nothing = No letter was made: none of the selected gifts is still waiting for one.
thank-yous-made = { $count ->
    [one] { $count } letter is
   *[other] { $count } letters are
} made. The gifts are marked as thanked for.
thank-yous-mailed = { $count ->
    [one] { $count } letter is
   *[other] { $count } letters are
} on the way by email. The gifts are marked as thanked for.

# The gifts that get no letter, by the reasons.
thank-yous-reasons = Why there is no letter
thank-yous-reasons-about = Thank in another way where you can. What you mark waits no more.
thank-yous-mark = Mark as thanked
thank-yous-marked = { $count ->
    [one] { $count } gift is
   *[other] { $count } gifts are
} marked as thanked for.

# Statements of all donors.
# $what is `receipts` for official receipts, `both` for these and others, or `statements`.
statements-title = { $what ->
    [receipts] Official receipts
    [both] Statements and official receipts
   *[statements] Statements
}
statements-for-year = Statements for a year
statements-about = One letter for each donor, with the gifts that were received in these days. A joint household gets one. Goods and stock are described, and are in no total. An official receipt, which has its total in words, leaves goods and stock out.
statements-letterhead = <a>Fill in the letterhead</a> first, so that statements have your address, your tax id and who signs.
statements-only = Only for <b><bdi>{ $name }</bdi></b> · <a>everybody</a>
statements-least = Everybody who gave at least
statements-least-hint = In your own currency. Leave it empty for everybody who gave.
statements-again = Make another for people who already have a statement or receipt for some of these days. One of exactly these days is marked as a copy, or says which one it replaces if it differs
statements-again-hint = A copy has the words of then, and bears today's address and letterhead. The file of the earlier letters keeps the letterhead of then.
# Days, in the two sentences that follow.
statements-day = { $day }
statements-days = { $from } to { $to }
statements-shown = <b>{ $what ->
    [receipts] { $count ->
        [one] { $count } official receipt
       *[other] { $count } official receipts
    }
    [both] { $count ->
        [one] { $count } statement or official receipt
       *[other] { $count } statements and official receipts
    }
   *[statements] { $count ->
        [one] { $count } statement
       *[other] { $count } statements
    }
}</b> for { $days }.
statements-together = Together { $total }.
statements-nobody = { $what ->
    [receipts] Nobody gets an official receipt for { $days }.
    [both] Nobody gets a statement or an official receipt for { $days }.
   *[statements] Nobody gets a statement for { $days }.
}
statements-refused = Nothing is shown until the days and the sum are right.
statements-without = { $what ->
    [receipts] Without an official receipt
    [both] Without a statement or an official receipt
   *[statements] Without a statement
}
statements-confirmed = Gifts that are left out
statements-confirmed-about = { $count ->
    [one] { $count } gift is left out, because it stands on an official receipt already, and no gift is confirmed twice. To correct that receipt, make it again for its own days: the new one says that it replaces it.
   *[other] { $count } gifts are left out, because they stand on official receipts already, and no gift is confirmed twice. To correct such a receipt, make it again for its own days: the new one says that it replaces it.
}
statements-print = Print the statements
statements-print-receipts = Print the official receipts
statements-print-both = Print the statements and official receipts
statements-mail = Mail the statements
statements-mail-receipts = Mail the official receipts
statements-mail-both = Mail the statements and official receipts
statements-nothing = No letter was made: nobody gets one.
statements-made = { $what ->
    [receipts] { $count ->
        [one] { $count } official receipt is
       *[other] { $count } official receipts are
    }
    [both] { $count ->
        [one] { $count } statement or official receipt is
       *[other] { $count } statements and official receipts are
    }
   *[statements] { $count ->
        [one] { $count } statement is
       *[other] { $count } statements are
    }
} made.
statements-mailed = { $what ->
    [receipts] { $count ->
        [one] { $count } official receipt is
       *[other] { $count } official receipts are
    }
    [both] { $count ->
        [one] { $count } statement or official receipt is
       *[other] { $count } statements and official receipts are
    }
   *[statements] { $count ->
        [one] { $count } statement is
       *[other] { $count } statements are
    }
} on the way by email.

# Reminders of pledges.
reminders-title = Pledge reminders
reminders-about = One letter for each donor with a pledge that is late, with what was promised and what is missing. A joint household gets one. <a>See the pledges</a>
reminders-letterhead = <a>Fill in the letterhead</a> first, so that reminders have your address and say who signs.
reminders-least-days = Late by at least this many days
reminders-least-days-hint = Leave it empty for all that are late.
reminders-again = Remind those again who were reminded less than 30 days ago
reminders-section = Reminders
reminders-shown = <b>{ $count ->
    [one] { $count } reminder
   *[other] { $count } reminders
}</b> of pledges that are late.
reminders-first = Only the first { $count } reminders are shown. Each one that you make gives way to the next one.
reminders-untick = Uncheck the pledges that you do not want to write about now, for example because you have just called.
reminders-missing = In all, { $total } is missing.
reminders-last = Last reminder
reminders-nobody = Nobody has to be reminded.
reminders-refused = Nothing is shown until the number of days is right.
reminders-print = Print the reminders
reminders-mail = Mail the reminders
reminders-nothing = No reminder was made: nobody gets one.
reminders-made = { $count ->
    [one] { $count } reminder is
   *[other] { $count } reminders are
} made.
reminders-mailed = { $count ->
    [one] { $count } reminder is
   *[other] { $count } reminders are
} on the way by email.

# The runs of letters that were printed.
runs-letterhead = Letterhead and words
runs-section = Printed letters
runs-empty = No letters were printed yet. Begin with <a>thank-yous</a>, or with <a>statements for a year</a>.
runs-older = Older letters
runs-when = Made
runs-count = How many
runs-thank-yous = Thank-yous { $id }
# $what as in the title of the statements.
runs-statements-of = { $what ->
    [receipts] Official receipts, { $days }
    [both] Statements and official receipts, { $days }
   *[statements] Statements, { $days }
}
runs-reminders = Reminders { $id }
# The names of the files, without accents.
runs-file = letters-{ $id }
runs-file-erased = letters-{ $id }-erased

# One run.
runs-made = { $count ->
    [one] { $count } letter · made { $made }
   *[other] { $count } letters · made { $made }
}
runs-download = Download all as one PDF
runs-number = No.
runs-to = To
runs-erased = Erased
runs-replaced = { $count ->
    [one] replaced by No. { $numbers }
   *[other] replaced by Nos. { $numbers }
}
# What became of one letter by email.
runs-is-queued = on the way
runs-is-sent = sent
runs-is-not-sent = not sent
runs-is-needless = not needed any more
# What became of all: the parts are the three that follow.
runs-by-email = By email: { $parts }.
runs-sent = { $count } sent
runs-queued = { $count } on the way
runs-failed = { $count } not sent
runs-needless = { $count } not needed any more
# Text, then a link, then the end of the sentence.
runs-not-sent-why = A letter is not sent if the mail server refuses it, or if the contact has died, is archived, wants no email, or has another address by now. Those contacts get none by email:
runs-not-sent-download = download the letters as a PDF
runs-not-sent-print = { " " }to print them.
runs-mail-again = Mail those again
runs-mailed-again = { $count ->
    [one] { $count } letter is
   *[other] { $count } letters are
} on the way again.
runs-is-empty = no gift left
runs-empty-about = No gift of a receipt with “no gift left” counts for these days any more, so there is no corrected one for them. Ask the donor to send it back. A gift that was moved to another day will stand on the receipt for that day, once you make it. That one then says that it replaces this one.
runs-kept = The letters are kept as they are. The file can be taken again at any time, and is the same each time until a person in it is erased: it is then without their letters.
runs-of-erased = Official receipts about persons who were erased are kept, for owners alone, as long as the tax law of your country may demand a copy.
runs-of-erased-download = Download these receipts
runs-take-back = Not printed after all
runs-take-back-about = For when the printer jammed. The letters are removed, and the next ones get their numbers. The gifts that they thank for wait again, unless somebody has changed since on which day they were thanked for.
runs-take-back-button = Take these letters back
runs-taken-back = { $count ->
    [0] The letters are taken back.
    [one] The letters are taken back. { $count } gift waits for a thank-you again.
   *[other] The letters are taken back. { $count } gifts wait for a thank-you again.
}
# Why letters cannot be taken back.
runs-stay-newer = These letters cannot be taken back any more, because newer ones have the numbers after theirs. If they were not printed, download the PDF and print it now.
runs-stay-mailed = These letters cannot be taken back, because they went by email.
runs-stay-erased = These letters cannot be taken back any more, because a person whom one of them named was erased.

# The list of the gifts of one contact in a year.
statement-title = List of gifts { $year }
statement-for-household = For the household
statement-for-person = For one person
statement-received = Gifts received in { $year }
statement-none = No gifts were received in { $year }.
statement-count = { $count ->
    [one] { $count } gift
   *[other] { $count } gifts
}. Pending, refunded and void gifts are not counted.
statement-in-kind = Given in kind in { $year }
statement-in-kind-note = Goods and stock are described here, and are not in the total.
statement-reference = Reference
statement-what = What was given
statement-from = From
