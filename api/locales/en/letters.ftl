# The texts that the service itself puts into letters. Names in braces with a $ are filled in.

dear = Dear { $name }
dear-sir = Dear Mr { $name }
dear-madam = Dear Ms { $name }
dear-nameless = Dear friend
dear-organisation = Dear { $name }
and = { $others } and { $last }

long-day = { $day } { $month ->
    [1] January
    [2] February
    [3] March
    [4] April
    [5] May
    [6] June
    [7] July
    [8] August
    [9] September
    [10] October
    [11] November
   *[12] December
} { $year }
short-day = { $day } { $month ->
    [1] Jan
    [2] Feb
    [3] Mar
    [4] Apr
    [5] May
    [6] Jun
    [7] Jul
    [8] Aug
    [9] Sep
    [10] Oct
    [11] Nov
   *[12] Dec
} { $year }
from-to = { $from } to { $to }
in-year = in { $year }
on-day = on { $day }
in-days = from { $from } to { $to }

# Stands after "Thank you for your".
gift-of-money = gift of { $amount } on { $day }
gift-of-money-for = gift of { $amount } on { $day } for { $fund }
gift-in-kind = gift in kind on { $day }
gift-in-kind-for = gift in kind on { $day } for { $fund }
described-gift = gift in kind ({ $memo }) on { $day }
described-gift-for = gift in kind ({ $memo }) on { $day } for { $fund }
several-gifts = { $count } gifts, { $total } together
needed-most = where it is needed most
# In place of an amount.
goods-or-stock = goods or stock

gifts-of-money = Gifts of money
given-in-kind = Given in kind
column-date = Date
column-from = From
column-type = Type
column-method = Type
column-fund = Fund
column-reference = Reference
column-amount = Amount
column-what = What was given
column-pledge = Pledge
column-due = Due since
column-received = Received
column-missing = Missing
total = Total
total-in = Total in { $currency }
copy = (copy)
# Which letters a statement replaces, beside its subject; each of them as in the text that follows.
replaces = (replaces { $letters })
letter-of = No. { $number } of { $day }

number = No. { $number }
tax-id = Tax id { $id }
page-of = { $page } of { $count }
enclosed-to = Enclosure to “{ $subject }” of { $date }
letter-from = A letter from { $organisation }
attached = This letter is attached as a PDF.
attached-with-list = This letter is attached as a PDF, with the list of your gifts.
# The name of the file, without accents.
file-name = letter-{ $number }.pdf

type-cash = Cash
type-check = Check
type-card = Card
type-bank_transfer = Bank transfer
type-online = Online
type-stock = Stock
type-in_kind = In kind
type-adjustment = Adjustment

# Stands after the amount of a pledge.
frequency-one_time = one time
frequency-weekly = weekly
frequency-every_2_weeks = every 2 weeks
frequency-every_4_weeks = every 4 weeks
frequency-twice_monthly = twice monthly
frequency-monthly = monthly
frequency-every_2_months = every 2 months
frequency-quarterly = quarterly
frequency-every_4_months = every 4 months
frequency-twice_yearly = twice yearly
frequency-yearly = yearly
frequency-every_2_years = every 2 years
