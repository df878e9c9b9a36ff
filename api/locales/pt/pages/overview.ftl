# The overview.
overview-welcome = Olá, { $name }
overview-welcome-nameless = Damos-lhe as boas-vindas
overview-today = { $weekday }, { $day } de { $month } de { $year }
overview-today-heading = Para fazer hoje
overview-today-calm = Hoje não há nada à sua espera: as doações dos últimos 60 dias já estão agradecidas, nenhuma tarefa vence e nenhum compromisso está em atraso.
overview-by-month = Por mês
overview-by-fund = Por fundo
overview-gifts-heading = Últimas doações
overview-gifts-all = Todas as doações
overview-tasks-heading = Tarefas que vencem
overview-tasks-with = Com
overview-tasks-due = Vencimento
overview-tasks-today = Hoje
overview-tasks-yours = Minha
overview-tasks-overdue = Vencida
overview-tasks-all = Todas as tarefas em aberto

# The cards of what is to be done today, each with a button.
overview-cards-thanks = { $count ->
    [one] <b>{ $count }</b> doação espera por um agradecimento
   *[other] <b>{ $count }</b> doações esperam por um agradecimento
}
overview-cards-since = Desde { $day }
overview-cards-write-thanks = Escrever agradecimentos
overview-cards-tasks = { $count ->
    [one] <b>{ $count }</b> tarefa vence
   *[other] <b>{ $count }</b> tarefas vencem
}
overview-cards-own-tasks = { $count ->
    [one] <b>{ $count }</b> das suas tarefas vence
   *[other] <b>{ $count }</b> das suas tarefas vencem
}
overview-cards-until-today = Hoje ou antes
overview-cards-until-today-and = { $count ->
    [one] Hoje ou antes, e mais { $count } que é de outra pessoa ou de ninguém
   *[other] Hoje ou antes, e mais { $count } que são de outras pessoas ou de ninguém
}
overview-cards-see-tasks = Ver as tarefas
overview-cards-late = { $count ->
    [one] <b>{ $count }</b> compromisso está em atraso
   *[other] <b>{ $count }</b> compromissos estão em atraso
}
overview-cards-late-missing = Faltam { $missing }
overview-cards-late-missing-and = Faltam { $missing }, e há mais { $count } noutras moedas
overview-cards-late-monthly = Faltam { $missing }. O comprometido é { $amount } por mês
overview-cards-late-monthly-and = Faltam { $missing }. O comprometido é { $amount } por mês, e há mais { $count } noutras moedas
overview-cards-late-others = Noutras moedas
overview-cards-see-late = Ver os compromissos em atraso
overview-cards-answers = { $count ->
    [one] <b>{ $count }</b> pessoa escreveu a partir do seu site
   *[other] <b>{ $count }</b> pessoas escreveram a partir do seu site
}
overview-cards-answers-note = Adicione-as como contactos, ou diga quem são
overview-cards-see-answers = Ver quem é

# The figures of this year. A difference is an amount or a count, with its percentage in brackets.
overview-figures-given = Doado este ano
overview-figures-donors = Doadores este ano
overview-figures-last-year = Ano passado até à mesma data
overview-figures-pledged = Comprometido por mês
overview-figures-until = Até { $day }
overview-figures-active-pledges = { $count ->
    [one] { $count } compromisso ativo, sem os de uma só vez
   *[other] { $count } compromissos ativos, sem os de uma só vez
}
overview-figures-missing = { $count ->
    [one] Faltam hoje { $amount } em { $count } compromisso
   *[other] Faltam hoje { $amount } em { $count } compromissos
}
overview-figures-average = Uma doação é, em média, de { $amount }
overview-figures-and-others = { $note }, mais { $others }
overview-figures-nothing-before = Nada na mesma altura do ano passado
overview-figures-as-much = O mesmo que na mesma altura do ano passado
overview-figures-more = { $difference } a mais do que na mesma altura do ano passado
overview-figures-less = { $difference } a menos do que na mesma altura do ano passado

# The chart of the months.
overview-chart-heading = Doações por mês
overview-chart-empty = Não há nada para mostrar no gráfico: nada foi doado nem comprometido este ano ou no ano passado.
overview-chart-given = { $given } em { $year }, { $before } em todo o ano de { $last_year }.
overview-chart-not-drawn = Não figura no gráfico: { $others }.
overview-chart-figures = Os números
overview-chart-pledged-for = Comprometido para { $year }
overview-chart-pledged-label = Comprometido

# The first steps in an account.
overview-steps-heading = Primeiros passos
overview-steps-contact = Adicionar um contacto
overview-steps-contact-why = Uma pessoa ou uma organização que doa, ou que pode vir a doar.
overview-steps-import = Importar um ficheiro
overview-steps-import-why = Contactos e doações de uma folha de cálculo ou de outro programa. Primeiro verá o que aconteceria.
overview-steps-letterhead = Preencher o papel timbrado
overview-steps-letterhead-why = A sua morada, quem assina e o seu logótipo, para agradecimentos e recibos.
overview-steps-invite = Convidar alguém da sua equipa
overview-steps-invite-why = Cada pessoa inicia sessão com o seu próprio acesso, e o histórico diz quem fez o quê.
overview-steps-sandbox = Experimentar numa conta de teste
overview-steps-sandbox-why = Um lugar com pessoas inventadas, onde nada se pode estragar.
overview-steps-gift = Registar a primeira doação
overview-steps-gift-why = Depois, esta lista dá lugar aos números.
overview-steps-programs = Os programas também podem adicionar contactos e doações: consulte a <a>documentação</a>.

# The lists of the work that waits. The heading of the list follows on "All", for who listens to the page.
overview-todo-all = Ver tudo ({ $count })
overview-todo-thanks = Agradecimentos por escrever
overview-todo-thanks-note = Doações dos últimos { $days } dias; primeiro, as mais antigas
overview-todo-late = Compromissos em atraso
overview-todo-late-note = Com o vencimento por pagar mais antigo e o valor em falta
overview-todo-due-since = Vencido desde
overview-todo-missing = Em falta
overview-todo-lapsed-note = Doaram em { $last_year } e não em { $year }; primeiro, os que mais doaram
overview-todo-lapsed-note-in = Doaram em { $last_year } e não em { $year }; primeiro, os que mais doaram em { $currency }
overview-todo-lapsed-taken-back = { $note }. A lista inclui também { $count ->
    [one] { $count } doador que retirou tudo o que doou.
   *[other] { $count } doadores que retiraram tudo o que doaram.
}
overview-todo-given-last-year = Doado no ano passado
