# Pictures of figures, which `chart.rs` draws. "of" is a name, or a name and that of a series.
chart-value = { $of }: { $value }
chart-spark = Doado por ano: { $values }.
chart-spark-value = { $of }: { $value }

# The forms of the reports.
reports-not-made = O relatório não foi gerado
reports-this-year = Este ano
reports-last-year = O ano passado
reports-or-from = Ou de
reports-to = Até
reports-year-start = Os anos começam em
reports-first-year = Primeiro ano
reports-until-year = Último ano
reports-count-by = Contar por
reports-person = Pessoa
reports-giving-by = Doações por
reports-quarter = Trimestre
reports-top-how-many = Quantos
reports-download = Descarregar como CSV

# Words of several reports.
reports-days = de { $from } a { $to }
reports-month-of = { $month } { $year }
reports-quarter-of = T{ $quarter } { $year }
reports-fiscal-year = Exerc. { $year }
reports-goes-on = { $year } ainda não terminou.
reports-given = Doado
reports-of-given = Do total doado
reports-year-before = Ano anterior
reports-a-year-before = Um ano antes
reports-change = Variação
reports-retention = Retenção
reports-nobody-gave = Ninguém doou nestes dias.
reports-not-counted = Não contado: { $others }.
reports-not-counted-in = Não contado: o que está em { $currencies }.
reports-taken-back = { $count ->
    [one] Mais { $count } contacto não conta aqui como doador, porque as suas doações e correções somam { $amount }.
   *[other] Mais { $count } contactos não contam aqui como doadores, porque as doações e correções de cada um somam 0 ou menos; ao todo, { $amount }.
}

# The list of the reports: questions, each with words below it.
reports-ask-months = Quanto se doou em cada mês?
reports-ask-months-words = Ao lado dos mesmos meses do ano anterior.
reports-ask-funds = O que se doou para cada fundo?
reports-ask-funds-words = Por fundo, com o ano anterior.
reports-ask-campaigns = O que trouxeram as nossas campanhas?
reports-ask-campaigns-words = Por campanha, com o ano anterior.
reports-ask-types = Como se doou?
reports-ask-types-words = Por tipo, como cheques e cartões.
reports-ask-donors = Os nossos doadores continuam connosco?
reports-ask-donors-words = Doadores novos, fiéis, recuperados e inativos por ano.
reports-ask-levels = Quantos doam muito e quantos doam pouco?
reports-ask-levels-words = Doadores segundo o que doaram.
reports-ask-top = Quem doa mais?
reports-ask-top-words = Os maiores doadores de um ano.
reports-ask-pledges = Os compromissos são cumpridos?
reports-ask-pledges-words = O que vencia e o que foi recebido, por ano.
reports-ask-board = O que apresentar à direção?
reports-ask-board-words = Tudo em duas folhas, sem nomes.

# The report on giving. The change says how far what was given is from the year before.
reports-giving = Doações recebidas
reports-giving-heading = { $group ->
    [month] Doações por mês, { $days }
    [quarter] Doações por trimestre, { $days }
    [year] Doações por ano, { $days }
    [fund] Doações por fundo, { $days }
    [campaign] Doações por campanha, { $days }
    [type] Doações por tipo, { $days }
   *[contact] Doações por contacto, { $days }
}
reports-giving-note = { $amount } de { $donors } em { $gifts }.
reports-giving-before = Um ano antes ({ $days }) foram { $amount }: agora, { $change }.
reports-giving-before-rate = Um ano antes ({ $days }) foram { $amount }: agora, { $change } ({ $rate }).
reports-as-much = o mesmo
reports-more = { $amount } a mais
reports-less = { $amount } a menos
reports-giving-empty = Nada foi doado nestes dias, nem nos mesmos dias do ano anterior.
reports-see-gifts = Ver as doações
reports-all-others = Todos os outros
reports-what-others-are = «{ $row }» reúne o que recebeu menos e o que só recebeu algo no ano anterior.
reports-split-gifts = Uma doação repartida conta em cada uma das suas linhas, por isso as doações das linhas somam mais do que o total.
reports-no-fund = Sem fundo
reports-no-campaign = Sem campanha
reports-no-type = Sem tipo

# The report on donors. Retained, recovered and so on are headings of columns and names of series.
reports-donors-heads = Quantos doaram
reports-donors-heads-empty = Ninguém doou nestes anos.
reports-donors-new = Novos
reports-donors-retained = Fiéis
reports-donors-recovered = Recuperados
reports-donors-lapsed = Inativos
reports-donors-lapsed-before = Inativos, no ano anterior
reports-donors-words = Os fiéis doaram também no ano anterior; os recuperados, em algum ano antes desse; os inativos doaram no ano anterior e não neste.
reports-donors-lists = Os contactos arquivados e os falecidos contam aqui; a lista «{ $list }» deixa-os de fora e inclui os que retiraram tudo o que doaram.
reports-donors-note = Em { $year }: { $donors }, { $new ->
    [one] { $new } novo
   *[other] { $new } novos
}.
reports-donors-note-rate = Em { $year }: { $donors }, { $new ->
    [one] { $new } novo
   *[other] { $new } novos
}; { $rate } dos do ano anterior voltaram a doar.
reports-donors-amounts = Quanto doaram
reports-donors-amounts-note = As doações sem doador não são contadas.
reports-donors-amounts-empty = Nada foi doado nestes anos.
reports-donors-given = De doadores
reports-donors-by-new = De novos
reports-donors-by-retained = De fiéis
reports-donors-by-recovered = De recuperados
reports-donors-by-lapsed = De inativos, antes

# The report on giving levels.
reports-levels = Níveis de doação
reports-levels-heading = Doadores segundo o que doaram, { $days }
reports-levels-given-together = Doado no total
reports-levels-of-donors = Dos doadores
reports-levels-note = { $count ->
    [one] { $count } doador doou { $amount }.
   *[other] { $count } doadores doaram { $amount }.
}
reports-levels-without = Outros { $amount } vieram de doações sem doador indicado.
reports-levels-between = { $from } a { $to }
reports-levels-from = { $amount } ou mais
reports-levels-below = Menos de { $amount }

# The report on the largest givers.
reports-top = Maiores doadores
reports-top-heading = Maiores doadores, { $days }
reports-top-note = Juntos doaram { $amount }.
reports-top-note-share = Juntos doaram { $amount }, { $share } de tudo o que foi doado.
reports-top-all = Todos, para filtrar e exportar

# The report on pledges.
reports-pledges = Compromissos por ano
reports-pledges-heading = O que trouxeram os compromissos
reports-pledges-empty = Ainda não há compromissos.
reports-pledges-expected = Esperado
reports-pledges-received = Recebido
reports-pledges-missing = Ainda em falta
reports-pledges-fulfilled = Cumprido
reports-pledges-counted = Aqui contam os compromissos ativos, por começar e terminados; os que estão em pausa, cancelados ou dados como perdidos não contam.
reports-pledges-none-open = { $count ->
    [one] { $count } compromisso. Hoje nada está em falta.
   *[other] { $count } compromissos. Hoje nada está em falta.
}
reports-pledges-open = { $count ->
    [one] { $count } compromisso.
   *[other] { $count } compromissos.
} De { $open ->
    [one] { $open } compromisso
   *[other] { $open } compromissos
} faltam hoje { $amount }. O valor inclui o que faltava nos já terminados; só os que continuam ativos podem estar em atraso.
reports-pledges-years = Os números de um ano compensam o que sobra num compromisso com o que falta noutro, e só incluem os vencimentos e as doações desse ano.
reports-pledges-late = Os que estão em atraso

# The board report.
board-title = Relatório para a direção
board-made-on = feito em { $day }
board-new-donors = Doadores novos
board-missing-pledges = Comprometido e ainda em falta hoje
