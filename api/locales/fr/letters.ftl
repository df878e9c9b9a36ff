# The texts that the service itself puts into letters. Names in braces with a $ are filled in.

dear = Bonjour { $name }
dear-sir = Cher Monsieur { $name }
dear-madam = Chère Madame { $name }
dear-nameless = Bonjour
dear-organisation = Madame, Monsieur
and = { $others } et { $last }

long-day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month ->
    [1] janvier
    [2] février
    [3] mars
    [4] avril
    [5] mai
    [6] juin
    [7] juillet
    [8] août
    [9] septembre
    [10] octobre
    [11] novembre
   *[12] décembre
} { $year }
short-day = { $day }/{ $month }/{ $year }
from-to = { $from } au { $to }
in-year = en { $year }
on-day = le { $day }
in-days = du { $from } au { $to }

# Stands after "Thank you for your".
gift-of-money = don de { $amount } du { $day }
gift-of-money-for = don de { $amount } du { $day } pour { $fund }
gift-in-kind = don en nature du { $day }
gift-in-kind-for = don en nature du { $day } pour { $fund }
described-gift = don en nature ({ $memo }) du { $day }
described-gift-for = don en nature ({ $memo }) du { $day } pour { $fund }
several-gifts = soutien : { $count } dons, { $total } au total
needed-most = là où il est le plus utile
# In place of an amount.
goods-or-stock = biens ou titres

gifts-of-money = Dons en argent
given-in-kind = Dons en nature
column-date = Date
column-from = De
column-type = Type
column-method = Paiement
column-fund = Affectation
column-reference = Référence
column-amount = Montant
column-what = Ce qui a été donné
column-pledge = Promesse
column-due = Dû depuis
column-received = Reçu
column-missing = Reste
total = Total
total-in = Total en { $currency }
copy = (copie)
# Which letters a statement replaces, beside its subject; each of them as in the text that follows.
replaces = (remplace { $letters })
letter-of = le N° { $number } du { $day }

number = N° { $number }
tax-id = Numéro fiscal { $id }
page-of = { $page } sur { $count }
enclosed-to = Annexe à « { $subject } » du { $date }
letter-from = Une lettre de { $organisation }
attached = Cette lettre est jointe en PDF.
attached-with-list = Cette lettre est jointe en PDF, avec la liste de vos dons.
# The name of the file, without accents.
file-name = lettre-{ $number }.pdf

type-cash = Espèces
type-check = Chèque
type-card = Carte
type-bank_transfer = Virement
type-online = En ligne
type-stock = Titres
type-in_kind = En nature
type-adjustment = Correction

# Stands after the amount of a pledge.
frequency-one_time = une fois
frequency-weekly = par semaine
frequency-every_2_weeks = toutes les 2 semaines
frequency-every_4_weeks = toutes les 4 semaines
frequency-twice_monthly = deux fois par mois
frequency-monthly = par mois
frequency-every_2_months = tous les 2 mois
frequency-quarterly = par trimestre
frequency-every_4_months = tous les 4 mois
frequency-twice_yearly = deux fois par an
frequency-yearly = par an
frequency-every_2_years = tous les 2 ans
