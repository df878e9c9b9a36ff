# Words of many pages.
save = Guardar
edit = Editar
cancel = Cancelar
search = Pesquisar
show = Mostrar
remove = Remover
print = Imprimir
copied = Copiado
new = Novo
more = Mais
menu = Menu
all = Todos
yes = Sim
no = Não
none = Nenhum
done = Concluído
total = Total
day = Dia
month = Mês
year = Ano
amount = Valor
name = Nome
email = E-mail
status = Estado
contact = Contacto
contacts = Contactos
giver = Doador
donor = Doador
donors = Doadores
gift = Doação
gifts = Doações
pledge = Compromisso
pledges = Compromissos
task = Tarefa
tasks = Tarefas
household = Agregado familiar
households = Agregados familiares
fund = Fundo
funds = Fundos
campaign = Campanha
campaigns = Campanhas
pages = Páginas
page-of = Página { $page } de { $pages }
first-page = Primeira página
next-page = Página seguinte
older = Mais antigas
copy = Copiar
not-done = Não foi feito: { $problems }.
back-without-saving = Voltar sem guardar
when = Quando
never = Nunca
last-used = Última utilização
password = Palavra-passe
new-password = Nova palavra-passe
your-password = A sua palavra-passe
merge = Unir
merge-into = Unir a { $name }
pause = Pausar
resume = Retomar
file = Ficheiro
type = Tipo
date = Data
currency = Moeda
time-zone = Fuso horário
time-zone-hint = Onde começam os seus dias, por exemplo, Europe/Lisbon.
gift-makes-donor = Uma doação torna um contacto doador
last-gift = Última doação
anonymous = Anónimo
unattributed = Não atribuído
as-id = Contacto { $id }

# Numbers and days.
count-contacts = { $count ->
    [one] { $count } contacto
   *[other] { $count } contactos
}
count-gifts = { $count ->
    [one] { $count } doação
   *[other] { $count } doações
}
count-pledges = { $count ->
    [one] { $count } compromisso
   *[other] { $count } compromissos
}
count-tasks = { $count ->
    [one] { $count } tarefa
   *[other] { $count } tarefas
}
count-donors = { $count ->
    [one] { $count } doador
   *[other] { $count } doadores
}
count-households = { $count ->
    [one] { $count } agregado familiar
   *[other] { $count } agregados familiares
}
count-letters = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
in-other-currencies = { $amounts } noutras moedas
day-of-year = { $day } de { $month }
short-day = { $day } { $month } { $year }
moment = { $day }, { $time }
month-of-year = { $month } de { $year }

# computed: month-
month-1 = janeiro
month-2 = fevereiro
month-3 = março
month-4 = abril
month-5 = maio
month-6 = junho
month-7 = julho
month-8 = agosto
month-9 = setembro
month-10 = outubro
month-11 = novembro
month-12 = dezembro
month-short-1 = jan
month-short-2 = fev
month-short-3 = mar
month-short-4 = abr
month-short-5 = mai
month-short-6 = jun
month-short-7 = jul
month-short-8 = ago
month-short-9 = set
month-short-10 = out
month-short-11 = nov
month-short-12 = dez
# computed: weekday-
weekday-1 = segunda-feira
weekday-2 = terça-feira
weekday-3 = quarta-feira
weekday-4 = quinta-feira
weekday-5 = sexta-feira
weekday-6 = sábado
weekday-7 = domingo

# The frame of every page.
frame-skip = Ir para o conteúdo
frame-find = Pesquisar
frame-find-by = Nome, localidade, e-mail ou telefone
frame-most-used = Mais usados
frame-enter-gifts = Registar doações
frame-sandbox = Esta é uma conta de teste: aqui ninguém é real. <a>Esvaziá-la ou sair dela</a>
frame-see-what-to-do = Ver o que fazer
frame-dismiss = Ocultar
frame-main = Principal
frame-sign-out = Terminar sessão
frame-overview = Visão geral
frame-reports = Relatórios
frame-letters = Cartas
frame-saved-lists = Listas guardadas
frame-imports = Importações
frame-webhooks = Webhooks
frame-profile = Perfil
frame-account = Conta
frame-letterhead = Papel timbrado
frame-gift-types = Tipos de doação
frame-web-forms = Formulários do site
frame-members = Membros
frame-audit-log = Registo de atividade
frame-services = Serviços
frame-lists = Listas e ficheiros
frame-settings = Definições
frame-for-developers = Para programadores
frame-failing = { $label } ({ $count } com falhas)
