# The texts that the service itself puts into letters. Names in braces with a $ are filled in.

dear = Olá, { $name }
dear-sir = Exmo. Senhor { $name }
dear-madam = Exma. Senhora { $name }
dear-nameless = Olá
dear-organisation = Exmos. Senhores
and = { $others } e { $last }

long-day = { $day } de { $month ->
    [1] janeiro
    [2] fevereiro
    [3] março
    [4] abril
    [5] maio
    [6] junho
    [7] julho
    [8] agosto
    [9] setembro
    [10] outubro
    [11] novembro
   *[12] dezembro
} de { $year }
short-day = { $day }/{ $month }/{ $year }
from-to = { $from } a { $to }
in-year = em { $year }
on-day = em { $day }
in-days = de { $from } a { $to }

# Stands after "Thank you for your".
gift-of-money = doação de { $amount } em { $day }
gift-of-money-for = doação de { $amount } em { $day } para { $fund }
gift-in-kind = doação em bens em { $day }
gift-in-kind-for = doação em bens em { $day } para { $fund }
described-gift = doação em bens ({ $memo }) em { $day }
described-gift-for = doação em bens ({ $memo }) em { $day } para { $fund }
several-gifts = ajuda: { $count } doações, { $total } no total
needed-most = onde é mais necessária
# In place of an amount.
goods-or-stock = bens ou títulos

gifts-of-money = Doações em dinheiro
given-in-kind = Doações em bens
column-date = Data
column-from = De
column-type = Tipo
column-method = Pagamento
column-fund = Finalidade
column-reference = Referência
column-amount = Valor
column-what = O que foi doado
column-pledge = Compromisso
column-due = Vencido desde
column-received = Recebido
column-missing = Em falta
total = Total
total-in = Total em { $currency }
copy = (cópia)
# Which letters a statement replaces, beside its subject; each of them as in the text that follows.
replaces = (substitui { $letters })
letter-of = o N.º { $number }, de { $day }

number = N.º { $number }
tax-id = Número fiscal { $id }
page-of = { $page } de { $count }
enclosed-to = Anexo a «{ $subject }», de { $date }
letter-from = Uma carta de { $organisation }
attached = Esta carta segue em anexo, em PDF.
attached-with-list = Esta carta segue em anexo, em PDF, com a lista das suas doações.
# The name of the file, without accents.
file-name = carta-{ $number }.pdf

type-cash = Dinheiro
type-check = Cheque
type-card = Cartão
type-bank_transfer = Transferência
type-online = Online
type-stock = Títulos
type-in_kind = Em bens
type-adjustment = Correção

# Stands after the amount of a pledge.
frequency-one_time = uma vez
frequency-weekly = por semana
frequency-every_2_weeks = a cada 2 semanas
frequency-every_4_weeks = a cada 4 semanas
frequency-twice_monthly = duas vezes por mês
frequency-monthly = por mês
frequency-every_2_months = a cada 2 meses
frequency-quarterly = por trimestre
frequency-every_4_months = a cada 4 meses
frequency-twice_yearly = duas vezes por ano
frequency-yearly = por ano
frequency-every_2_years = a cada 2 anos
