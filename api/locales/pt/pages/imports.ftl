# Words for records within sentences, and how many there are.
one-gift = doação
one-batch = lote
one-fund = fundo
one-campaign = campanha
one-pledge = compromisso
one-task = tarefa
count-batches = { $count ->
    [one] { $count } lote
   *[other] { $count } lotes
}
count-funds = { $count ->
    [one] { $count } fundo
   *[other] { $count } fundos
}
count-campaigns = { $count ->
    [one] { $count } campanha
   *[other] { $count } campanhas
}

# The list of imports.
imports-new = Importar um ficheiro
imports-can-have = O que um ficheiro pode ter:
imports-so-far = Ficheiros importados até agora
imports-none-yet = Ainda não se importou nada.
imports-rows-are = As linhas são
imports-rows = Linhas
imports-created = Novos
imports-updated = Alterados
imports-failed = Por corrigir
imports-check = Verificar o ficheiro
imports-nothing-imported = Não se importou nada
imports-kind = Tipo de registos
imports-file-hint = Um ficheiro CSV de qualquer programa, até 100 MiB, ou um livro de cálculo (.xlsx, .ods) até 16 MiB. A seguir, indicará o que são as colunas e verá o que aconteceria às linhas, antes de se gravar seja o que for.
imports-arrived = O ficheiro chegou. Nada é gravado sem a sua confirmação.

# The states of imports, and the names of their files.
imports-undone = Anulada
imports-columns-to-choose = Colunas por escolher
imports-status-failed = Falhada
imports-undoing = A anular
imports-arriving = A chegar
imports-waiting = Em espera
imports-checking = A verificar
imports-importing = A importar
imports-checked = Verificada
imports-imported = Importada
imports-sent-file = Um ficheiro enviado pela API
imports-undo-of = Anulação de { $file }

# How a file differs from the usual one.
imports-semicolons = pontos e vírgulas
imports-tabs = tabulações
imports-vertical-bars = barras verticais
imports-windows-1252 = Windows (Europa Ocidental)
imports-workbook = livro de cálculo
imports-headings-in-row = cabeçalhos na linha { $row }

# The page with the fields that a file can have.
imports-all = Todas as importações
imports-fields = Campos dos ficheiros
imports-fields-heading = { $kind ->
    [contacts] O que um ficheiro de contactos pode ter
    [gifts] O que um ficheiro de doações pode ter
    [pledges] O que um ficheiro de compromissos pode ter
    [tasks] O que um ficheiro de tarefas pode ter
    [households] O que um ficheiro de agregados familiares pode ter
    [funds] O que um ficheiro de fundos pode ter
    [campaigns] O que um ficheiro de campanhas pode ter
   *[batches] O que um ficheiro de lotes de doações pode ter
}
imports-fields-about = Um ficheiro não precisa de cabeçalhos especiais: depois de o enviar, indicará o que são as colunas. As colunas com estes cabeçalhos são logo reconhecidas.
imports-fields-download = Descarregar um ficheiro vazio com todos eles
imports-heading = Cabeçalho
imports-holds = O que contém
imports-needed = Indispensável

# The columns of a file.
imports-columns = Colunas
imports-columns-of = Colunas de <bdi>{ $file }</bdi>
imports-columns-about = Indique o que é cada coluna. O que se pôde adivinhar já está escolhido. Ainda nada é gravado: a seguir verá uma pré-visualização.
imports-columns-remembered = Indique o que é cada coluna. O que se pôde adivinhar já está escolhido, tal como escolheu para o último ficheiro com estes cabeçalhos. Ainda nada é gravado: a seguir verá uma pré-visualização.
imports-read-as-format = Lido como: { $format }.
imports-before = Este mesmo ficheiro já foi importado, em { $day }: <a>ver essa importação</a>.
imports-before-again = Importá-lo de novo pode criar tudo em duplicado.
imports-has-gifts = Este ficheiro também tem donativos, e está a importá-lo como contactos: os donativos ficam de fora. Como donativos, cada linha é um donativo e o seu doador é encontrado ou criado.
imports-as-gifts = Importá-lo como donativos
imports-day-and-rows = { $rows ->
    [one] { $day } ({ $rows } linha)
   *[other] { $day } ({ $rows } linhas)
}
imports-column-of-file = Coluna do ficheiro
imports-examples = Exemplos
imports-is = É
imports-do-not-import = Não importar
imports-into-notes = Pôr nas notas
imports-needed-field = { $label } (indispensável)
imports-every-row = Para todas as linhas
imports-every-row-about = Usa-se onde nenhuma coluna o diz.
imports-no-constant = Sem valor
imports-dates = Datas e números
imports-date-order = Nas datas com números vem
imports-date-order-hint = Datas como 2026-12-31 e 31 dez 2026 são claras de qualquer forma.
imports-day-first = Primeiro o dia, como 31/12/2026
imports-day-first-read = Primeiro o dia: { $text } é { $day }
imports-day-first-unread = Primeiro o dia: { $text } não é uma data
imports-month-first = Primeiro o mês, como 12/31/2026
imports-month-first-read = Primeiro o mês: { $text } é { $day }
imports-month-first-unread = Primeiro o mês: { $text } não é uma data
imports-long-day = { $day } de { $year }
imports-decimal-sign = Antes das casas decimais vem
imports-point = Um ponto, como 1,250.00
imports-point-read = Um ponto: { $text } é { $amount }
imports-point-unread = Um ponto: { $text } não é um valor
imports-comma = Uma vírgula, como 1.250,00
imports-comma-read = Uma vírgula: { $text } é { $amount }
imports-comma-unread = Uma vírgula: { $text } não é um valor
imports-words = Palavras do ficheiro
imports-words-about = Estas palavras são novas aqui. Indique o que significa cada uma. As linhas com uma palavra que fique em «Nada disto» não serão importadas.
imports-word = «{ $word }» na coluna { $column } significa
imports-word-means-nothing = Nada disto
imports-words-new = Mais uma pergunta: o ficheiro tem palavras que são novas aqui
imports-read-types = Formas de pagamento do ficheiro
imports-read-types-about = Estas palavras são lidas como tipos de doação que existem aqui. Escolha outro tipo onde não estiver certo. Pode adicionar um que falte noutra janela, em <a>Tipos de doação</a>, e depois carregar de novo esta página.
imports-show-preview = Mostrar a pré-visualização
imports-columns-saved = As colunas estão guardadas e as linhas são verificadas de acordo com elas. Nada é gravado sem a sua confirmação.
imports-not-done = Não foi feito: { $rule }.
imports-not-checked = O ficheiro não foi verificado
imports-column-twice = Outra coluna já é «{ $label }»
imports-column-needed = Falta «{ $label }»: escolha a sua coluna

# The page of an import.
imports-one = Importação
imports-started = Início
imports-read-as = Lido como
imports-progress = Progresso
imports-is-arriving = O ficheiro está a chegar. Pode sair desta página: o trabalho continua. <a>Ver de novo</a>
imports-rows-done = { $done } de { $rows } linhas processadas. Pode sair desta página: o trabalho continua. <a>Ver de novo</a>
imports-would-be-new = Seriam novos
imports-would-change = Seriam alterados
imports-taken-back = Revertidos
imports-left-as-they-are = Ficam como estão
imports-further-rows = Outras linhas do mesmo registo
imports-skipped = Em branco, totais ou deixadas de fora
imports-failed-left-out = As linhas por corrigir ficariam de fora. Pode importar as boas agora e as outras quando estiverem corrigidas.
imports-undoes = Isto reverte o que <a>uma importação</a> gravou.
imports-undone-by = Esta importação foi anulada ou está a ser anulada: <a>ver em que ponto está</a>.
imports-change-columns = Alterar as colunas
imports-more-failed = Muitas linhas estão por corrigir. As primeiras 10 000 ficam guardadas para descarregar, ou menos se forem longas.
imports-download-failed = Descarregar as linhas por corrigir
imports-run = Importar
imports-run-about = Antes disto, nada é gravado.
imports-undecided = Algumas linhas talvez sejam pessoas que já existem aqui, e ninguém decidiu sobre elas. <a>Decida primeiro sobre elas</a> ou marque a caixa.
imports-undecided-new = { $count ->
    [one] { $count } linha sobre a qual ninguém decidiu será importada como nova
   *[other] { $count } linhas sobre as quais ninguém decidiu serão importadas como novas
}
imports-undecided-first = Ainda nada foi importado: algumas linhas talvez sejam pessoas que já existem aqui. Decida sobre elas ou marque a caixa acima do botão.
imports-run-all = Importar todas as linhas
imports-run-good = Importar as linhas boas
imports-begun = A importação começou.
imports-problems = Problemas
imports-problems-in-all = { $count } ao todo.
imports-problems-kept = { $count } ao todo; guardam-se os primeiros 1 000.
imports-header-row = O cabeçalho é a linha { $row }.
imports-row = Linha
imports-column = Coluna
imports-problem = Problema
imports-pages-before = Anterior
imports-pages-after = Seguinte
imports-undo = Anular
imports-undo-about = Se era o ficheiro errado, reverta o que ele gravou. Os contactos que criou são arquivados, sem os seus endereços de e-mail; as doações ficam anuladas; os compromissos e as tarefas são cancelados; e os registos que alterou recuperam o que tinham antes. Os registos que alguém alterou entretanto, ou de que outros posteriores precisam, ficam como estão, e é-lhe indicado quais são. Uma doação já agradecida conta como alterada e fica como está. Também fica como está uma doação que consta de um extrato ou recibo impresso, até este ser anulado. Se forem várias importações, anule primeiro a última. Um contacto que se tornou doador por uma doação continua a sê-lo.
imports-undo-take-back = Reverter o que gravou
imports-undo-fold = Anular esta importação…
imports-undo-begun = A anulação começou.
imports-remove = Remover esta verificação…
imports-removed = A verificação do ficheiro foi removida.
imports-meaning = Significado
imports-is-field = Campo
imports-is-read-only = Deixada de fora: só o serviço a grava
imports-is-unknown = Deixada de fora: não existe esse campo
imports-is-imported = É importada
imports-is-left-out = Deixada de fora
imports-nothing-is-done = Não se faz nada com ela
imports-notes = Notas

# The rows of a file that has been checked.
imports-alike = Talvez já existam aqui
imports-alike-about = Estas pessoas parecem-se com contactos que já existem ou com alguém de uma linha anterior. Se for a mesma pessoa, escolha o contacto: os dados dele ficam como estão e da linha só se acrescenta o que lhe falta.
imports-alike-more = Há mais: decida estas e verá as seguintes.
imports-alike-counts = O que escolher só conta depois de guardado.
imports-row-number = Linha { $row }:
imports-here = Aqui: <a><bdi>{ $name }</bdi></a>
imports-mend = Linhas por corrigir
imports-mend-about = Corrija-as aqui ou no seu próprio ficheiro. O que ficar como está não será importado.
imports-mend-more = Estas são as primeiras: corrija-as ou deixe-as de fora e verá as seguintes.
imports-of-row = da linha { $row }
imports-rows-save = Guardar e verificar de novo
imports-rows-suggested = Usar em todas as linhas o único contacto com esse nome
imports-take-suggestions = Aceitar todas as sugestões
imports-take-suggestions-about = Um botão decide sobre todas as linhas que se parecem com um só contacto ou com uma linha anterior, em todas as páginas: é a mesma pessoa. O que já escolheu mantém-se, e pode depois alterar cada linha.
imports-seen-rows = As linhas, tal como são lidas
imports-kinds-about = Se uma organização for lida como pessoa, ou uma pessoa como organização, altere-o aqui. A pessoa indicada ao lado de uma empresa é omitida assim que a linha for uma organização. Guarde antes de ver outras linhas.
imports-kind-of-row = O contacto novo da linha { $row } é uma pessoa ou uma organização?
imports-kind-as-read = Tal como é lida
imports-same-as = É { $name }
imports-somebody-else = É outra pessoa: criar um contacto novo
imports-like-row = No ficheiro: linha { $row }
imports-archived = { $name } (arquivado)
imports-same-stays-archived = É { $name }, que continua arquivado
imports-same-not-archived = É { $name }, que deixa de estar arquivado
imports-same-as-row = A mesma pessoa que na linha { $row }
imports-ask-again = Por decidir: perguntar de novo
imports-take-row-back = Não a deixar de fora
imports-decided = Decidido
imports-decided-about = As suas respostas até agora e as doações de contactos arquivados. Pode alterá-las até importar o ficheiro.
imports-decided-more = Estas são as primeiras.
imports-fate = O que acontece
imports-fate-new-organisation = Nova organização
imports-fate-new-of = Novo, para { $name }
imports-fate-new-of-new = Novo, com um contacto novo
imports-fate-new-of-new-organisation = Novo, com uma organização nova
imports-fate-new-of-row = Novo, para o contacto novo da linha { $row }
imports-fate-follows = Vai para o contacto da linha { $row }
imports-fate-fills = Vai para { $name }
imports-fate-changes = Altera o que existe
imports-fate-changes-earlier = Altera o que uma linha anterior cria
imports-fate-fails = Tem de ser corrigida
imports-fate-there = Fica de fora
imports-there = Esta doação <a>já existe</a>.
imports-there-about = Uma doação do mesmo doador, dia e valor que já existe fica de fora. Escolha o que fazer com ela e guarde antes de ver outras linhas.
imports-import-all-the-same = Importar mesmo assim
imports-there-count = { $count ->
    [one] { $count } doação já existe e ficará de fora.
   *[other] { $count } doações já existem e ficarão de fora.
}
imports-there-counted = { $count ->
    [one] { $count } doação ficou de fora, porque já existia.
   *[other] { $count } doações ficaram de fora, porque já existiam.
}
imports-made = Registos novos
imports-made-first = Estes são os primeiros { $count }.
imports-fate-row = linha { $row }
imports-fate-perhaps = { $fate } – ou talvez a mesma pessoa que { $names }
imports-leave-row-out = Deixar a linha de fora
imports-who-is-in-row = Quem está na linha { $row }?
imports-what-to-do-with-row = O que fazer com a linha { $row }?
imports-not-decided = Por decidir: cria um contacto novo
imports-mend-or-leave = Corrigi-la ou deixá-la como está
imports-choose-one = Escolha uma opção
imports-rows-saved = Guardado e verificado de novo. Nada é gravado sem a sua confirmação.
imports-rows-saved-first = Ainda nada foi importado: as suas escolhas estão guardadas e as linhas são verificadas de novo. Importe-as quando isso terminar.
imports-rows-checked-again = As suas escolhas estão guardadas e o ficheiro foi verificado de novo: importe-o agora.

# The fields that a column can be. Files can have the English labels as headings.
imports-group-name = Nome
imports-group-address = Morada, telefone e e-mail
imports-group-links = Ligações
imports-group-fields = Campos
imports-whole-name = Nome completo (Silva, João & Maria)
imports-organisation-name = Nome da organização
imports-first-name = Nome próprio
imports-last-name = Apelido
imports-phone = Telefone
imports-street = Rua
imports-street2 = Rua, segunda linha
imports-city = Localidade
imports-state = Distrito ou estado
imports-postal-code = Código postal
imports-country = País
imports-address-type = Tipo de morada
imports-gift-type = Tipo, ou como foi paga
imports-contact-type = Pessoa ou organização
imports-contact-external-id = Identificador externo do contacto
imports-pledge-external-id = Identificador externo do compromisso
imports-gift-external-id = Identificador externo da doação
imports-batch-external-id = Identificador externo do lote
imports-adjusts-external-id = Identificador externo da doação que corrige
imports-credits-external-ids = Identificadores externos de quem partilha o crédito
imports-referred-by-external-id = Identificador externo de quem os recomendou
imports-contact-here = Contacto existente

# What the fields hold.
imports-label-and-about = { $label }. { $about }
imports-about-same = O número do contacto a que pertence a linha. «new»: nenhum dos que só são parecidos; «earlier»: o de uma linha anterior com a mesma pessoa; «out»: a linha fica de fora; vazio: como sem a coluna
imports-about-donor = Encontra o doador entre os contactos pelo e-mail, ou pelo nome e código postal, ou cria um novo
imports-about-organisation = O nome de uma organização. Onde a linha indica uma pessoa, é a entidade empregadora
imports-about-one-of = Um destes: { $choices }
imports-about-date = Uma data
imports-about-amount = Um valor
imports-about-flag = Sim ou não
imports-about-country = Um país, pelo nome ou pelas suas duas letras
imports-about-words = Um ou vários, separados por ponto e vírgula
# computed: imports-about-of-
imports-about-of-contact_type = Um destes: person, organization
imports-about-of-gift_type = O nome de um tipo de doação desta conta
imports-about-of-contact_external_id = O identificador externo de um contacto desta conta
imports-about-of-contact_referred_by_external_id = O identificador externo de um contacto desta conta
imports-about-of-gift_external_id = O identificador externo de uma doação desta conta
imports-about-of-gift_adjusts_external_id = O identificador externo de uma doação desta conta
imports-about-of-gift_soft_credit_external_ids = Identificadores externos de contactos desta conta, separados por ponto e vírgula
imports-about-of-pledge_external_id = O identificador externo de um compromisso desta conta
imports-about-of-batch_external_id = O identificador externo de um lote desta conta

# Quick entry of gifts.
quick-entry = Registo rápido
quick-how = Escreva uma parte do nome do doador e um valor, como <code>50</code>, <code>50 cheque 1044</code> para um cheque, <code>50 transferência</code> com o tipo ou <code>30 Telhado + 20 Refeições</code> para dois fundos. A tecla Enter guarda e começa a doação seguinte. O dia, o tipo, o fundo e o lote ficam para a doação seguinte.
quick-a-gift = Uma doação
quick-changed-gift = A doação que está a alterar
quick-changing = Está a alterar <strong><bdi>{ $gift }</bdi></strong>. <a>Deixá-la como está</a>
quick-new-donor = Um novo doador
quick-add-unknown = Não se encontra nenhum contacto assim: adicionar <strong><bdi>{ $name }</bdi></strong> como novo doador, com esta doação
quick-add = Adicionar <strong><bdi>{ $name }</bdi></strong> como novo doador, com esta doação
quick-open-batch = Abrir o lote
quick-last = Últimas doações registadas
quick-none-yet = Aqui aparecerão as doações que registar.
quick-change = Alterar
quick-saved = Guardada: { $gift }
quick-which-donor = Ainda não está guardada. Quem é? Escolha, ou escreva mais do nome.
quick-no-donor = Ainda não está guardada. Falta o doador. Escreva-o, ou prima Enter para guardar uma doação sem doador.
quick-new-fund = Ainda não há nenhum fundo chamado «{ $name }». Criá-lo?
quick-save-new-fund = { $count ->
    [one] Guardar com um novo fundo
   *[other] Guardar com novos fundos
}
quick-use-fund = Usar «{ $name }»
quick-make-fund = Criar o novo fundo «{ $name }»
quick-leave = Não guardar
quick-which-pledge = Ainda não está guardada. É para um compromisso?
quick-no-pledge = Para nenhum compromisso: é outra doação
quick-cheque = Cheque

# Gifts.
gift-none-yet = Ainda não há doações. Registe a primeira, ou toda uma série no registo rápido.
gift-view-all = Todas
gift-view-received = Recebidas
gift-view-pending = Pendentes
gift-view-refunded = Reembolsadas
gift-from = { $amount } de { $giver }
gift-from-nobody = { $amount }, não atribuída
gift-sum-received = { $sum } recebidos
gift-tasks-with-donor = Tarefas com o doador
gift-refund = Reembolsar…
gift-refund-undo = Anular o reembolso

# Batches of gifts.
batch-batches = Lotes de doações
batch-none-yet = Ainda não há lotes. Conte as doações de um depósito, crie um lote com o que contou e registe as suas doações no registo rápido.
batch-view-all = Todos
batch-view-open = Abertos
batch-view-closed = Fechados
batch-batch = Lote
batch-is-closed = Este lote está fechado
batch-is-closed-because = Este lote está fechado: { $reason }
batch-difference = Diferença
batch-against-counted = Em relação ao que foi contado à mão: { $difference }.
batch-progress = { $is } de { $expected }
batch-gifts-of = { $expected ->
    [one] { $count } de { $expected } doação
   *[other] { $count } de { $expected } doações
}
batch-gifts-missing = { $count ->
    [one] falta { $count } doação
   *[other] faltam { $count } doações
}
batch-gifts-too-many = { $count ->
    [one] sobra { $count } doação
   *[other] sobram { $count } doações
}
batch-amount-missing = faltam { $amount }
batch-amount-too-much = sobram { $amount }
batch-close = Fechar
batch-reopen = Reabrir
batch-close-named = Fechar { $batch }
batch-reopen-named = Reabrir { $batch }
batch-close-about = As doações de um lote fechado mantêm o doador, o valor, a data, o tipo, a finalidade e o número do cheque. Só um proprietário o pode reabrir.
batch-reopen-about = Podem voltar a entrar doações no lote, e as que lá estão podem mudar. Depois, feche-o de novo.
batch-still-open = O lote ainda está aberto
batch-reason = Motivo
batch-reason-hint = Por que razão as doações diferem do que foi contado
batch-closed = O lote está fechado.
batch-open-again = O lote está aberto de novo.

# The deposit list of a batch.
deposit-list = Lista do depósito
deposit-list-of = Lista do depósito: { $batch }
deposit-heading = { $count ->
    [one] Depósito de { $count } doação
   *[other] Depósito de { $count } doações
}
deposit-cheque-number = Número do cheque
deposit-without-type = Sem tipo
deposit-not-counted = As doações pendentes e anuladas não são contadas.
deposit-none-yet = Ainda não se receberam doações neste lote.

# Funds and campaigns.
purpose-no-funds-yet = Ainda não há fundos. Um fundo diz para que é uma doação. Crie um aqui ou escreva o seu nome numa doação.
purpose-no-campaigns-yet = Ainda não há campanhas. Uma campanha é aquilo a que as doações respondem, como um apelo. Dê-lhe uma meta e veja aqui como avança.
purpose-funds-all = Todos
purpose-funds-active = Ativos
purpose-funds-inactive = Não ativos
purpose-campaigns-all = Todas
purpose-campaigns-active = Ativas
purpose-campaigns-inactive = Não ativas
purpose-fund-inactive = Não ativo
purpose-campaign-inactive = Não ativa
purpose-code = Código
purpose-fund-split = Uma doação repartida conta em cada um dos seus fundos
purpose-campaign-split = Uma doação repartida conta em cada uma das suas campanhas
purpose-days = Dias
purpose-from-to = de { $from } a { $until }
purpose-from = desde { $day }
purpose-until = até { $day }
purpose-received = Recebido
purpose-goal = Meta
purpose-reached = Alcançado
purpose-of-goal = Da meta
purpose-percent = { $percent } %
purpose-merge-about = { $kind ->
    [fund] O outro fundo é o mesmo que <bdi>{ $name }</bdi>, com outro nome. Tudo o que se doou para ele passa a ser para <bdi>{ $name }</bdi>, e o outro fundo é eliminado. Isto não se pode anular.
   *[campaign] A outra campanha é a mesma que <bdi>{ $name }</bdi>, com outro nome. Tudo o que se doou para ela passa a ser para <bdi>{ $name }</bdi>, e a outra campanha é eliminada. Isto não se pode anular.
}
purpose-merge-other-fund = O outro fundo
purpose-merge-other-campaign = A outra campanha
purpose-merge-fund-removed = É eliminado.
purpose-merge-campaign-removed = É eliminada.
purpose-merge-nothing = Não se uniu nada
purpose-merged = Todas as doações são agora para { $name }.

# Pledges.
pledge-none-yet = Ainda não há compromissos. Anote o que um doador prometeu e veja aqui quem está em atraso.
pledge-view-all = Todos
pledge-view-active = Ativos
pledge-view-late = Em atraso
pledge-view-paused = Em pausa
pledge-view-upcoming = Por começar
pledge-view-ended = Terminados
pledge-state = Situação
pledge-fulfilled = Cumprido
pledge-next-due = Próximo vencimento
pledge-due-since = Em atraso desde
pledge-late-since = Em atraso desde
pledge-planned = Alteração prevista
pledge-reminded = Lembrete de compromissos em atraso enviado ao doador em
pledge-late = Atraso
pledge-balance = Saldo
pledge-still-open = Por receber
pledge-open = { $amount } por receber
pledge-ahead = { $amount } adiantados
pledge-overpaid = { $amount } a mais
pledge-due-until-today = Vencido até hoje
pledge-received-until-today = Recebido até hoje
pledge-days = { $count ->
    [one] { $count } dia
   *[other] { $count } dias
}
pledge-from = { $terms } de { $donor }
pledge-terms = { $amount } { $frequency }
pledge-terms-from = { $amount } { $frequency } desde { $day }
# A pledge that a field offers.
pledge-offered-fund = { $pledge }, { $fund }
pledge-offered-due = { $pledge } – { $count } por receber
pledge-offered-next = { $pledge } – próximo vencimento { $day }
pledge-change-amount = Alterar o valor
pledge-over-time = Ao longo do tempo
pledge-from-day = Desde
pledge-agreed = Combinado
pledge-change = Alterar
pledge-take-back = Anular esta alteração
pledge-paused = Em pausa
pledge-paused-until = Em pausa até { $day }
# computed: pledge-frequency-
pledge-frequency-one_time = uma vez
pledge-frequency-weekly = por semana
pledge-frequency-every_2_weeks = a cada 2 semanas
pledge-frequency-every_4_weeks = a cada 4 semanas
pledge-frequency-twice_monthly = duas vezes por mês
pledge-frequency-monthly = por mês
pledge-frequency-every_2_months = a cada 2 meses
pledge-frequency-quarterly = por trimestre
pledge-frequency-every_4_months = a cada 4 meses
pledge-frequency-twice_yearly = duas vezes por ano
pledge-frequency-yearly = por ano
pledge-frequency-every_2_years = a cada 2 anos

# Tasks.
task-none-yet = Ainda não há tarefas. Anote o que há a fazer, para quem e até quando.
task-view-open = Em aberto
task-view-mine = Minhas
task-view-today = Hoje
task-view-this-week = Esta semana
task-view-overdue = Vencidas
task-view-done = Concluídas
task-view-all = Todas
task-with = Com
task-phone = Telefone
task-due = Vencimento
task-assigned-to = Atribuída a
task-type = Tipo
task-priority = Prioridade
task-overdue = Vencida
task-check-off = Concluir
task-done-on = Concluída em { $day }
task-cancelled = Cancelada
task-was-done = Concluída: { $task }.
task-was-done-next = Concluída: { $task }. A seguinte já está criada.
task-what-came-of-it = Qual foi o resultado?
task-plan-next = Planear a próxima tarefa
task-not-done-after-all = Afinal não está concluída
task-not-done = Não foi feito: { $problems }.
task-changed-meanwhile = Outra pessoa acabou de alterar a tarefa. Reveja-a e tente de novo.
