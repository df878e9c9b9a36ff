# Lists of contacts, and words about them.
one-contact = contacto
contact-none-yet = Ainda não há contactos. Adicione o primeiro ou carregue um ficheiro em «Importações».
contact-view-prospects = Potenciais doadores
contact-view-lapsed = Marcados como inativos
contact-view-organisations = Organizações
contact-view-archived = Arquivados
contact-phone = Telefone
contact-organisation = Organização
contact-deceased = Falecido
contact-top-donors-this-year = Maiores doadores deste ano
contact-first-gift-this-month = Primeira doação este mês
contact-birthdays-this-month = Aniversários deste mês
contact-no-address = Sem morada completa
contact-gave-last-year = Doou no ano passado, neste não

# The page of a contact.
contact-is-archived = Este contacto está arquivado
# The name of the other contact stands after it.
contact-is-merged = Este contacto está arquivado. Foi unido a
contact-died-on = Faleceu em { $day }
contact-is-erased = Apagado em { $day }: já nada diz quem era. As doações ficam.
contact-statement = Extrato ou recibo de doações
contact-gifts-of-year = Lista de doações
contact-has-died = Faleceu
contact-archive = Arquivar
contact-give-copy = Entregar uma cópia dos dados
contact-erase = Apagar definitivamente
contact-call = Telefonar
contact-mail = E-mail
contact-map = Mapa
contact-do-not-call = Não telefonar
contact-do-not-email = Não enviar e-mails
contact-do-not-write = Não enviar cartas
contact-given-in-all = Doado no total
contact-and-credited = { $gifts }, mais { $amount } de crédito partilhado
contact-given-last-year = { $amount } no ano passado
contact-first-gift = Primeira doação
contact-pledges-open = Em curso
contact-tasks = Por fazer
contact-no-tasks = Não há tarefas em aberto.
contact-pledges = Compromissos em curso
contact-no-pledges = Não há compromissos em curso.
contact-show-all = Mostrar tudo
contact-edit-group = Editar: { $group }
contact-told-household = Agregado familiar { $id }, { $role }

# The box on the page of a contact in which something is written down.
log-heading = Registar
log-note = Nota
log-call = Chamada
log-meeting = Encontro
log-letter = Carta
log-text = O que se disse ou fez
log-on = Data
log-result = Resultado de uma chamada
log-spoke = Houve conversa
log-left-message = Mensagem deixada
log-no-answer = Ninguém atendeu
log-note-saved = A nota foi guardada.
log-call-saved = A chamada foi registada.
log-meeting-saved = O encontro foi registado.
log-letter-saved = A carta foi registada.
log-email-saved = O e-mail foi registado.
log-save-gift = Guardar a doação
log-all-fields = Todos os campos de uma doação

# The timeline of a contact.
timeline-heading = Cronologia
timeline-all-gifts = Todas as doações
timeline-nothing-between = Entretanto nada foi alterado.
timeline-nothing-before = Antes não aconteceu nada.
timeline-nothing-yet = Ainda não aconteceu nada. Registe acima a primeira chamada ou a primeira nota.
timeline-cut = As alterações anteriores foram eliminadas por serem antigas.
timeline-pages = Páginas da cronologia
timeline-earlier = Anteriores
timeline-newest = Mais recentes
timeline-today = Hoje
timeline-yesterday = Ontem
timeline-day = { $day } { $month }
# The amount stands after the first, and the fund after the amount.
timeline-gave = Doou
timeline-for-fund = para { $fund }
timeline-did = { $words }:
timeline-tried-to-call = Tentativa de chamada
timeline-called = Chamada
timeline-emailed = E-mail enviado
timeline-texted = SMS enviado
timeline-wrote = Carta enviada
timeline-met = Encontro
timeline-thanked = Agradecimento
timeline-reminded = Lembrete de um compromisso
timeline-newsletter = Boletim informativo enviado
timeline-prayed = Oração
timeline-noted = Nota
timeline-thank-you = Carta de agradecimento
timeline-statement = Extrato de doações
timeline-receipt = Recibo oficial
timeline-reminder = Lembrete de um compromisso
timeline-letter-number = N.º { $number }
timeline-added = Adicionado aos contactos
timeline-changed = Alterado

# Households.
one-household = agregado familiar
household-none-yet = Ainda não há agregados familiares. Quem vive na mesma casa recebe uma só carta e um só extrato: abra um contacto e escolha «Agregado familiar».
household-members = Membros
household-salutation = Saudação
household-envelope = Envelope
# Below the heading "Letters".
household-one-for-all = Uma para todos
household-one-for-each = Uma para cada pessoa
household-lives-with = Vive com
household-role = Papel
household-nobody-else = Não há mais ninguém neste agregado familiar.
household-no-members = Não há ninguém neste agregado familiar.
household-change-members = Alterar os membros
household-title = Agregado familiar de { $name }
household-lead = Quem vive na mesma casa recebe uma só carta e um só extrato, salvo indicação em contrário no agregado familiar. Cada pessoa mantém as suas próprias doações. <bdi>{ $name }</bdi> entra no agregado familiar do contacto que escolher, ou cria-se um novo para os dois.
household-role-label = Papel no agregado familiar
household-same-contact = escolha um contacto diferente deste
household-joined = { $name } já faz parte do agregado familiar.
household-spouse-is-no-contact = Até agora, { $name } só consta como cônjuge. O novo contacto recebe as mesmas moradas, e ambas as pessoas recebem uma só carta.
household-with-spouse = Criar um contacto para { $name } e juntar ambas as pessoas num agregado familiar

# The page of a contact that moves out of a household.
move-out-button = Sair do agregado familiar
move-out-title = { $name } sai do agregado familiar
move-out-lead = <bdi>{ $name }</bdi> sai do agregado familiar e recebe as suas próprias cartas e extratos. Todas as doações continuam a ser de quem as fez.
move-out-lead-last = Mais ninguém do agregado familiar recebe cartas, por isso dissolve-se quando <bdi>{ $name }</bdi> sai. Todas as doações continuam a ser de quem as fez.
move-out-household = O que acontece ao agregado familiar?
move-out-household-hint = Se for dissolvido, a pessoa que fica mantém o seu próprio nome e a sua própria morada, e recebe as suas próprias cartas. Se se mantiver, deixa de haver uma carta para todos.
move-out-dissolve = Dissolvê-lo
move-out-keep = Mantê-lo com o nome abaixo
move-out-name = Nome do agregado familiar
move-out-name-hint = As cartas vão para quem fica. Se o nome incluía quem sai, aqui é formado com os nomes dos outros.
move-out-name-if-kept = Só conta se o agregado familiar se mantiver.
move-out-changed = Outra pessoa acabou de alterar o agregado familiar. Reveja-o e tente de novo.
move-out-done = { $name } saiu do agregado familiar. As doações continuam a ser de quem as fez.

# The page of a contact that has died.
died-title = { $name } faleceu
died-lead = As doações mantêm-se. Não se volta a pedir uma doação a <bdi>{ $name }</bdi>, que deixa de figurar entre os doadores inativos, e nenhum campo volta a sugerir o nome.
died-to-do = O que fazer
died-on = Data do falecimento
died-on-hint = Se não for conhecida, o dia em que teve conhecimento
died-household = Novo nome do agregado familiar
died-household-hint = O nome antigo inclui quem faleceu. As cartas vão para quem vive.
died-add-task = Adicionar uma tarefa: escrever à família
died-task = Escrever à família de { $name }
died-saved = Foi guardado.
died-changed = Outra pessoa acabou de alterar o contacto. Reveja-o e tente de novo.

# The page that archives a contact, and the button that brings one back.
archive-title = Arquivar { $name }
archive-lead = <bdi>{ $name }</bdi> desaparece das listas e nenhum campo volta a sugerir o nome. As doações e o histórico mantêm-se, e pode recuperar o contacto.
archive-done = Contacto arquivado: { $name }.
archive-bring-back = Recuperar
archive-brought-back = { $name } volta a estar nas listas.

# The page that merges two contacts.
merge-lead = Tudo o que é de outro contacto passa para <bdi>{ $name }</bdi>, e o outro é arquivado.
merge-other-contact = O outro contacto
merge-show = Mostrar o que seria transferido
merge-which = Que contacto é qual
merge-stays = Mantém-se
merge-is-archived = É arquivado
merge-moves = O que seria transferido de <a><bdi>{ $name }</bdi></a>
merge-nothing-moves = Não há nada que pertença a este contacto.
merge-filled = Estes campos estão vazios aqui e seriam preenchidos:
merge-conflicts = O que difere
merge-conflicts-lead = Escolha o que <bdi>{ $name }</bdi> terá depois; os seus próprios valores vêm primeiro. O contacto arquivado mantém os seus valores, exceto um identificador externo, uma imagem ou uma recomendação que passe para o outro. Um valor de <bdi>{ $name }</bdi> que não seja escolhido fica só no histórico.
merge-of-archived = (do contacto arquivado)
merge-final = Isto não se pode anular.
merge-button = Unir <bdi>{ $from }</bdi> a <bdi>{ $into }</bdi>
merge-count-people = { $count ->
    [one] { $count } pessoa da organização
   *[other] { $count } pessoas da organização
}
merge-count-referred = { $count ->
    [one] { $count } contacto que recomendou
   *[other] { $count } contactos que recomendou
}
merge-count-soft-credits = { $count ->
    [one] { $count } crédito partilhado
   *[other] { $count } créditos partilhados
}
merge-count-tags = { $count ->
    [one] { $count } etiqueta
   *[other] { $count } etiquetas
}
merge-count-family = { $count ->
    [one] { $count } membro da família
   *[other] { $count } membros da família
}
merge-count-addresses = { $count ->
    [one] { $count } morada
   *[other] { $count } moradas
}
merge-count-phones = { $count ->
    [one] { $count } número de telefone
   *[other] { $count } números de telefone
}
merge-count-emails = { $count ->
    [one] { $count } endereço de e-mail
   *[other] { $count } endereços de e-mail
}
merge-count-households = { $count ->
    [one] { $count } lugar num agregado familiar
   *[other] { $count } lugares em agregados familiares
}
merge-nothing-merged = Nada foi unido
merge-done = Contactos unidos: { $name } foi para o arquivo, e o que tinha está aqui.
merge-changed = Outra pessoa acabou de alterar um dos contactos. Reveja-os, escolha de novo e una-os.
merge-not-done = Não foram unidos.
merge-not-done-because = Não foram unidos. { $field }: { $rule }.

# The page of contacts that look like the same.
duplicates-title = Possíveis duplicados
duplicates-lead = { $count ->
    [one] { $count } par de contactos que parecem ser o mesmo. Os contactos arquivados não estão incluídos.
   *[other] { $count } pares de contactos que parecem ser o mesmo. Os contactos arquivados não estão incluídos.
}
duplicates-none = Não há dois contactos que pareçam ser o mesmo.
duplicates-looks-like = Parece-se com
duplicates-because-of = Por causa de
# Read by screen readers after "Merge".
duplicates-merge-which = <bdi>{ $from }</bdi> a <bdi>{ $into }</bdi>
duplicates-same-email = o mesmo endereço de e-mail
duplicates-same-phone = o mesmo número de telefone
duplicates-same-name = o mesmo nome e a mesma localidade
duplicates-same-sound = nomes que soam da mesma maneira, e a mesma localidade ou data de nascimento
duplicates-same-name-alone = o mesmo nome, e nada que os distinga
duplicates-change-kind = Pessoa ou organização?
duplicates-keep-apart = Manter separados
# Read by screen readers after "Keep apart".
duplicates-apart-which = (<bdi>{ $first }</bdi> e <bdi>{ $second }</bdi>)
duplicates-kept-apart = Ficam separados: esta lista já não os mostra como par.
# The pairs at the foot of the page, each with a button that takes it back.
duplicates-apart-title = Mantidos separados
duplicates-apart-lead = Alguém indicou que estes contactos não são o mesmo. São mostrados no máximo { $count } pares, os mais recentes primeiro.
duplicates-take-back = Anular
duplicates-taken-back = Já não ficam separados: esta lista volta a mostrá-los como par, se parecerem ser o mesmo.

# Questions of a form about values that look like slips. Some are followed by the name of a record; all end with a full stop.
doubts-save = Guardar mesmo assim
doubts-email = Já há um contacto com este endereço de e-mail:
doubts-phone = Já há um contacto com este número de telefone:
doubts-name = Já há um contacto com este nome:
doubts-near = Já há um contacto com um nome parecido neste local:
doubts-purpose = { $kind ->
    [fund] Não há nenhum fundo chamado «{ $name }», mas há um chamado «{ $other }»
   *[campaign] Não há nenhuma campanha chamada «{ $name }», mas há uma chamada «{ $other }»
}
doubts-day = O dia da doação é { $day }
doubts-amount = O valor é { $amount }
doubts-negative = O valor é negativo ({ $amount }): é descontado do que foi doado
doubts-twin = Já há uma doação deste doador, com a mesma data e o mesmo valor:
doubts-cheque = Já há uma doação deste doador, de { $day }, com o mesmo valor e o mesmo número de cheque:
doubts-cheque-amount = O cheque { $number } deste doador já está registado, no valor de { $amount }, em { $day }:
doubts-gift = doação { $id }
doubts-thanked = Uma carta de agradecimento de { $day } refere esta doação e fica como está:
doubts-stated = Se o extrato ou recibo de { $day } incluir esta doação, prepare um corrigido depois da alteração:
doubts-letter = carta { $number }

# The files of a contact.
files-heading = Ficheiros
files-title = Ficheiros de { $name }
files-size = Tamanho
files-added-at = Adicionado
files-none = Não há ficheiros.
files-none-yet = Ainda não há ficheiros.
files-add-short = Adicionar
files-add = Adicionar um ficheiro
files-add-button = Adicionar o ficheiro
files-hint = Um compromisso assinado, uma fotografia, uma carta: 5 MB no máximo, e não mais de 50 ficheiros por contacto.
files-remove = Remover…
files-remove-button = Remover definitivamente
files-added = { $name } foi adicionado.
files-removed = O ficheiro foi removido.
# Within a sentence that ends after it.
files-busy = estão a ser enviados muitos ficheiros neste momento: tente de novo daqui a pouco
files-bytes = { $size } bytes
files-kilobytes = { $size } kB
files-megabytes = { $size } MB

# The copy of the data of a contact.
copy-title = Cópia dos dados de { $name }
copy-download = Descarregar como ficheiro
copy-lead = O que <bdi>{ $account }</bdi> guarda sobre <bdi>{ $contact }</bdi>, à data de { $day }. Pode imprimir esta página ou entregar o ficheiro, que tem todos os campos e pode ser lido por programas.
copy-too-many = { $kind ->
    [gifts] Há demasiadas doações para um só ficheiro: é melhor exportar a lista.
    [pledges] Há demasiados compromissos para um só ficheiro: é melhor exportar a lista.
    [tasks] Há demasiadas tarefas para um só ficheiro: é melhor exportar a lista.
   *[records] Há demasiados registos para um só ficheiro: é melhor exportar a lista.
}
copy-first = Mostram-se { $count }; o ficheiro contém tudo
copy-letter-subject = Assunto
copy-letter-mailed-to = Enviada por e-mail para
copy-count-files = { $count ->
    [one] { $count } ficheiro, que se descarrega na página do contacto
   *[other] { $count } ficheiros, que se descarregam na página do contacto
}
copy-credited = Créditos partilhados em doações de outros
copy-answers = Enviado a partir do site
copy-answer-sent = Enviado
copy-alike = { $count ->
    [one] { $count } envio a partir do seu site tem em comum com este contacto o nome, um e-mail ou um telefone, mas pode ser de outra pessoa. Esta cópia não o inclui.
   *[other] { $count } envios a partir do seu site têm em comum com este contacto o nome, um e-mail ou um telefone, mas podem ser de outra pessoa. Esta cópia não os inclui.
}

# The page that erases a contact.
erase-title = Apagar definitivamente: { $name }
erase-lead = É apagado desta conta e do seu histórico tudo o que diz quem é <bdi>{ $name }</bdi>; as cópias de segurança e os ficheiros exportados guardam-no até que os elimine. As doações mantêm-se, mas sem nome. Não há volta atrás.
erase-erased = O que seria apagado
erase-nothing = Nada: já está tudo apagado.
erase-kept = O que se mantém e porquê
erase-name = Nome do contacto
erase-name-hint = Tal como aparece acima
erase-name-rule = tem de ser o nome do contacto, tal como aparece acima
erase-button = Apagar definitivamente
erase-nothing-erased = Nada foi apagado
erase-receipts = { $count ->
    [one] { $count } recibo oficial, de { $newest }, fica até { $until }, porque a lei fiscal do seu país pode exigir uma cópia.
   *[other] { $count } recibos oficiais ficam, porque a lei fiscal do seu país pode exigir uma cópia de cada um: o mais recente, de { $newest }, até { $until }.
} Só os proprietários podem abrir estes recibos: em Cartas, abra os recibos desse ano e escolha «Descarregar estes recibos». Terminado o prazo, cada um é apagado por si.
erase-receipts-too = Apagar também os recibos oficiais
erase-receipts-too-hint = Só se tiver a certeza de que nenhuma lei exige uma cópia
erase-count-texts = textos de { $records }
erase-count-fields = { $count ->
    [one] { $count } campo do contacto
   *[other] { $count } campos do contacto
}
erase-count-tags = { $count ->
    [one] { $count } etiqueta que mais ninguém tem
   *[other] { $count } etiquetas que mais ninguém tem
}
erase-count-households = { $count ->
    [one] { $count } nome de um agregado familiar
   *[other] { $count } nomes de agregados familiares
}
erase-count-events = { $count ->
    [one] { $count } entrada do registo de eventos
   *[other] { $count } entradas do registo de eventos
}
erase-count-receivers = { $count ->
    [one] { $count } resposta do destinatário de um webhook
   *[other] { $count } respostas dos destinatários de webhooks
}
erase-count-programs = { $count ->
    [one] { $count } resposta guardada a um programa
   *[other] { $count } respostas guardadas a programas
}
erase-count-rows = { $count ->
    [one] { $count } linha com erros de uma importação
   *[other] { $count } linhas com erros de importações
}
erase-count-messages = { $count ->
    [one] { $count } mensagem de uma importação
   *[other] { $count } mensagens de importações
}
erase-count-import-files = { $count ->
    [one] { $count } ficheiro de uma importação
   *[other] { $count } ficheiros de importações
}
erase-count-letters = { $count ->
    [one] { $count } carta impressa
   *[other] { $count } cartas impressas
}
erase-count-files = { $count ->
    [one] { $count } ficheiro
   *[other] { $count } ficheiros
}
erase-count-answers = { $count ->
    [one] { $count } envio a partir do seu site
   *[other] { $count } envios a partir do seu site
}
erase-count-pledges = { $count ->
    [one] { $count } compromisso em curso, que termina ou é cancelado
   *[other] { $count } compromissos em curso, que terminam ou são cancelados
}
erase-count-tasks = { $count ->
    [one] { $count } tarefa em aberto, que é cancelada
   *[other] { $count } tarefas em aberto, que são canceladas
}
erase-refused = Nada é apagado: { $reason }. Tente de novo mais tarde.
# Reasons within the sentence above.
erase-busy-looking = outra pessoa da conta está neste momento a preparar um apagamento
erase-busy-erasing = outra pessoa da conta está neste momento a apagar um contacto
erase-under-way = O apagamento está em curso. Espera até que os webhooks recebam o que lhes está a ser enviado.
erase-done = Apagado: o contacto é agora anónimo e está arquivado. As doações mantêm-se.
erase-in-flight = Algumas alterações ainda estão a caminho dos webhooks: apague de novo daqui a alguns minutos.
# What stays, and why. In English, as the report of an erasure says it.
# computed: erase-kept-
# computed: erase-why-
erase-kept-id = o número do contacto
erase-why-id = as doações e os compromissos fazem referência a ele; o contacto é agora anónimo e está arquivado
erase-kept-gifts = doações: valor, data, moeda, tipo, compromisso, estado, fundo, campanha, partes, número do cheque, referência, identificador externo
erase-why-gifts = documentos contabilísticos que a lei pode obrigar a conservar; altere os textos que nomeiem a pessoa
erase-kept-pledges = compromissos: valor, datas, moeda, estado, fundo, identificador externo
erase-why-pledges = as doações fazem referência a eles
erase-kept-tasks = tarefas: tipo, datas, prioridade, resultado
erase-why-tasks = não dizem nada sobre a pessoa
erase-kept-merged = contactos que foram unidos a este: tudo
erase-why-merged = cada um é um registo próprio; são a mesma pessoa, por isso apague-os também
erase-kept-others = textos em registos de outros contactos
erase-why-others = nada os liga à pessoa: pesquise o nome
erase-kept-households = nomes de agregados familiares de que a pessoa saiu
erase-why-households = vivem lá outras pessoas: altere os nomes que nomeiem a pessoa
erase-kept-batches = nomes de lotes de doações e porque foram fechados
erase-why-batches = dizem respeito a depósitos: altere os que nomeiem a pessoa
erase-kept-purposes = nomes e descrições de fundos, campanhas e lotes
erase-why-purposes = são da própria conta: altere os que nomeiem a pessoa
erase-kept-letters = o que dizem as cartas a todos os doadores, como quem as assina
erase-why-letters = é da própria conta: altere-o em «Definições, Papel timbrado» se nomear a pessoa
erase-kept-lists = nomes e filtros de listas guardadas, como uma pesquisa do nome
erase-why-lists = cada uma é de um membro: peça aos membros que removam as que nomeiem a pessoa
erase-kept-audit = entradas do registo de atividade
erase-why-audit = nomeiam utilizadores; um utilizador que seja também esta pessoa não é apagado
erase-kept-receivers = o que os destinatários de webhooks guardaram
erase-why-receivers = peça-lhes que o apaguem; recebem contacts.update
erase-kept-answers = envios a partir do site de alguém com o mesmo nome ou telefone
erase-why-answers = outra pessoa pode chamar-se assim ou ter esse telefone: verifique-os
erase-kept-receipts = recibos oficiais, que só os proprietários podem abrir
erase-why-receipts = a lei fiscal do seu país pode exigir uma cópia de cada um; dez anos civis completos depois são apagados por si
erase-kept-backups = cópias de segurança, réplicas e registos da base de dados
erase-why-backups = expiram segundo as regras da sua organização
erase-kept-postgres = versões anteriores das linhas alteradas nos ficheiros do PostgreSQL
erase-why-postgres = nenhuma consulta as mostra; VACUUM liberta o seu espaço, o que autovacuum faz por si só, e VACUUM FULL elimina-as de imediato
erase-kept-sqlite = estados anteriores de páginas no ficheiro almoner.sqlite-wal
erase-why-sqlite = outra transação estava aberta; apague de novo ou espere: o ficheiro é reescrito pouco a pouco e eliminado quando a API é parada

# What supporters have sent from the website, and what becomes of it.
answers-title = Novo a partir do seu site
answers-lead = { $count ->
    [one] { $count } envio espera. O que ninguém decidir em 90 dias é apagado.
   *[other] { $count } envios esperam. O que ninguém decidir em 90 dias é apagado.
}
answers-oldest = São mostrados os { $count } mais antigos.
answers-none = Nada espera. O que as pessoas enviarem a partir do seu site aparece aqui.
answers-sent = Enviado: { $at }, no formulário «{ $form }»
answers-is = É { $name }
answers-with-news = Subscrever também o boletim informativo por e-mail
answers-add = Adicionar como novo contacto
answers-discard = Rejeitar
answers-added = O contacto foi adicionado.
answers-filled = O que faltava ao contacto foi preenchido.
answers-discarded = O envio foi rejeitado.
answers-see-contact = Ver o contacto
answers-see = Ver o que foi enviado
answers-gone = Nada foi alterado: outra pessoa já decidiu sobre este envio, ou o contacto já não existe.
answers-not-done = Não foi feito: { $problems }.
answers-would-give = Gostaria de doar: { $amount } (enviado do seu site, { $at })
answers-wants-news = Quer receber novidades por e-mail (enviado do seu site, { $at })
