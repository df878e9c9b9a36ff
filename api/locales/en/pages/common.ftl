# Words of many pages.
save = Save
edit = Edit
cancel = Cancel
search = Search
show = Show
remove = Remove
print = Print
copied = Copied
new = New
more = More
menu = Menu
all = All
yes = Yes
no = No
none = None
done = Done
total = Total
day = Day
month = Month
year = Year
amount = Amount
name = Name
email = Email
status = Status
contact = Contact
contacts = Contacts
giver = Giver
donor = Donor
donors = Donors
gift = Gift
gifts = Gifts
pledge = Pledge
pledges = Pledges
task = Task
tasks = Tasks
household = Household
households = Households
fund = Fund
funds = Funds
campaign = Campaign
campaigns = Campaigns
pages = Pages
page-of = Page { $page } of { $pages }
first-page = First page
next-page = Next page
older = Older
copy = Copy
not-done = Not done: the { $problems }.
back-without-saving = Back without saving
when = When
never = Never
last-used = Last used
password = Password
new-password = New password
your-password = Your password
merge = Merge
merge-into = Merge into { $name }
pause = Pause
resume = Resume
file = File
type = Type
date = Date
currency = Currency
time-zone = Time zone
time-zone-hint = Where your days begin, such as Europe/Lisbon.
gift-makes-donor = A gift makes a donor of a contact
last-gift = Last gift
anonymous = Anonymous
unattributed = Unattributed
as-id = Contact { $id }

# Numbers and days.
count-contacts = { $count ->
    [one] { $count } contact
   *[other] { $count } contacts
}
count-gifts = { $count ->
    [one] { $count } gift
   *[other] { $count } gifts
}
count-pledges = { $count ->
    [one] { $count } pledge
   *[other] { $count } pledges
}
count-tasks = { $count ->
    [one] { $count } task
   *[other] { $count } tasks
}
count-donors = { $count ->
    [one] { $count } donor
   *[other] { $count } donors
}
count-households = { $count ->
    [one] { $count } household
   *[other] { $count } households
}
count-letters = { $count ->
    [one] { $count } letter
   *[other] { $count } letters
}
in-other-currencies = { $amounts } in other currencies
day-of-year = { $day } { $month }
short-day = { $day } { $month } { $year }
moment = { $day }, { $time }
month-of-year = { $month } { $year }

# computed: month-
month-1 = January
month-2 = February
month-3 = March
month-4 = April
month-5 = May
month-6 = June
month-7 = July
month-8 = August
month-9 = September
month-10 = October
month-11 = November
month-12 = December
month-short-1 = Jan
month-short-2 = Feb
month-short-3 = Mar
month-short-4 = Apr
month-short-5 = May
month-short-6 = Jun
month-short-7 = Jul
month-short-8 = Aug
month-short-9 = Sep
month-short-10 = Oct
month-short-11 = Nov
month-short-12 = Dec
# computed: weekday-
weekday-1 = Monday
weekday-2 = Tuesday
weekday-3 = Wednesday
weekday-4 = Thursday
weekday-5 = Friday
weekday-6 = Saturday
weekday-7 = Sunday

# The frame of every page.
frame-skip = Skip to the content
frame-find = Search
frame-find-by = Name, place, email or phone
frame-most-used = Most used
frame-enter-gifts = Enter gifts
frame-sandbox = This is a sandbox: nobody in it is real. <a>Empty it or leave it</a>
frame-see-what-to-do = See what to do
frame-dismiss = Dismiss
frame-main = Main
frame-sign-out = Sign out
frame-overview = Overview
frame-reports = Reports
frame-letters = Letters
frame-saved-lists = Saved lists
frame-imports = Imports
frame-webhooks = Webhooks
frame-profile = Profile
frame-account = Account
frame-letterhead = Letterhead
frame-gift-types = Types of gifts
frame-web-forms = Website forms
frame-members = Members
frame-audit-log = Audit log
frame-services = Services
frame-lists = Lists and files
frame-settings = Settings
frame-for-developers = For developers
frame-failing = { $label } ({ $count } failing)
