# The texts that the service itself puts into letters. Names in braces with a $ are filled in.

dear = Hola, { $name }
dear-sir = Estimado señor { $name }
dear-madam = Estimada señora { $name }
dear-nameless = Hola
dear-organisation = Estimados señores
and = { $others } y { $last }

long-day = { $day } de { $month ->
    [1] enero
    [2] febrero
    [3] marzo
    [4] abril
    [5] mayo
    [6] junio
    [7] julio
    [8] agosto
    [9] septiembre
    [10] octubre
    [11] noviembre
   *[12] diciembre
} de { $year }
short-day = { $day }/{ $month }/{ $year }
from-to = { $from } al { $to }
in-year = en { $year }
on-day = el { $day }
in-days = del { $from } al { $to }

# Stands after "Thank you for your".
gift-of-money = donación de { $amount } del { $day }
gift-of-money-for = donación de { $amount } del { $day } para { $fund }
gift-in-kind = donación en especie del { $day }
gift-in-kind-for = donación en especie del { $day } para { $fund }
described-gift = donación en especie ({ $memo }) del { $day }
described-gift-for = donación en especie ({ $memo }) del { $day } para { $fund }
several-gifts = ayuda: { $count } donaciones, { $total } en total
needed-most = donde más se necesita
# In place of an amount.
goods-or-stock = bienes o valores

gifts-of-money = Donaciones en dinero
given-in-kind = Donaciones en especie
column-date = Fecha
column-from = De
column-type = Tipo
column-method = Forma de pago
column-fund = Fondo
column-reference = Referencia
column-amount = Importe
column-what = Lo que se donó
column-pledge = Compromiso
column-due = Vencido desde
column-received = Recibido
column-missing = Pendiente
total = Total
total-in = Total en { $currency }
copy = (copia)
# Which letters a statement replaces, beside its subject; each of them as in the text that follows.
replaces = (sustituye { $letters })
letter-of = al N.º { $number } del { $day }

number = N.º { $number }
tax-id = Identificación fiscal { $id }
page-of = { $page } de { $count }
enclosed-to = Anexo a «{ $subject }» del { $date }
letter-from = Una carta de { $organisation }
attached = Esta carta va adjunta en PDF.
attached-with-list = Esta carta va adjunta en PDF, con la lista de sus donaciones.
# The name of the file, without accents.
file-name = carta-{ $number }.pdf

type-cash = Efectivo
type-check = Cheque
type-card = Tarjeta
type-bank_transfer = Transferencia
type-online = En línea
type-stock = Valores
type-in_kind = En especie
type-adjustment = Ajuste

# Stands after the amount of a pledge.
frequency-one_time = una vez
frequency-weekly = cada semana
frequency-every_2_weeks = cada 2 semanas
frequency-every_4_weeks = cada 4 semanas
frequency-twice_monthly = dos veces al mes
frequency-monthly = cada mes
frequency-every_2_months = cada 2 meses
frequency-quarterly = cada trimestre
frequency-every_4_months = cada 4 meses
frequency-twice_yearly = dos veces al año
frequency-yearly = cada año
frequency-every_2_years = cada 2 años
