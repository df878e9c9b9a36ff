# The texts that the service itself puts into letters. Names in braces with a $ are filled in.

dear = Guten Tag { $name }
dear-sir = Sehr geehrter Herr { $name }
dear-madam = Sehr geehrte Frau { $name }
dear-nameless = Guten Tag
dear-organisation = Sehr geehrte Damen und Herren
and = { $others } und { $last }

long-day = { $day }. { $month ->
    [1] Januar
    [2] Februar
    [3] März
    [4] April
    [5] Mai
    [6] Juni
    [7] Juli
    [8] August
    [9] September
    [10] Oktober
    [11] November
   *[12] Dezember
} { $year }
short-day = { $day }.{ $month }.{ $year }
from-to = { $from } bis { $to }
in-year = im Jahr { $year }
on-day = am { $day }
in-days = vom { $from } bis zum { $to }

# Stands after "Thank you for your".
gift-of-money = Spende von { $amount } vom { $day }
gift-of-money-for = Spende von { $amount } vom { $day } für den Zweck „{ $fund }“
gift-in-kind = Sachspende vom { $day }
gift-in-kind-for = Sachspende vom { $day } für den Zweck „{ $fund }“
described-gift = Sachspende ({ $memo }) vom { $day }
described-gift-for = Sachspende ({ $memo }) vom { $day } für den Zweck „{ $fund }“
several-gifts = { $count } Spenden von zusammen { $total }
needed-most = wo sie am meisten gebraucht wird
# In place of an amount.
goods-or-stock = Sachen oder Wertpapiere

gifts-of-money = Geldspenden
given-in-kind = Sachspenden
column-date = Datum
column-from = Von
column-type = Art
column-method = Zahlungsweg
column-fund = Zweck
column-reference = Referenz
column-amount = Betrag
column-what = Was gegeben wurde
column-pledge = Zusage
column-due = Fällig seit
column-received = Erhalten
column-missing = Offen
total = Summe
total-in = Summe in { $currency }
copy = (Zweitschrift)
# Which letters a statement replaces, beside its subject; each of them as in the text that follows.
replaces = (ersetzt { $letters })
letter-of = Nr. { $number } vom { $day }

number = Nr. { $number }
tax-id = Steuernummer { $id }
page-of = { $page } von { $count }
enclosed-to = Anlage zu „{ $subject }“ vom { $date }
letter-from = Ein Brief von { $organisation }
attached = Dieser Brief hängt als PDF an.
attached-with-list = Dieser Brief hängt als PDF an, mit der Liste Ihrer Spenden.
# The name of the file, without accents.
file-name = brief-{ $number }.pdf

type-cash = Bar
type-check = Scheck
type-card = Karte
type-bank_transfer = Überweisung
type-online = Online
type-stock = Wertpapiere
type-in_kind = Sachspende
type-adjustment = Korrektur

# Stands after the amount of a pledge.
frequency-one_time = einmalig
frequency-weekly = wöchentlich
frequency-every_2_weeks = alle 2 Wochen
frequency-every_4_weeks = alle 4 Wochen
frequency-twice_monthly = zweimal im Monat
frequency-monthly = monatlich
frequency-every_2_months = alle 2 Monate
frequency-quarterly = vierteljährlich
frequency-every_4_months = alle 4 Monate
frequency-twice_yearly = halbjährlich
frequency-yearly = jährlich
frequency-every_2_years = alle 2 Jahre
