# Lists of records.
list-new = { $kind ->
    [contacts] Novo contacto
    [gifts] Nova doação
    [pledges] Novo compromisso
    [tasks] Nova tarefa
    [households] Novo agregado familiar
    [funds] Novo fundo
    [campaigns] Nova campanha
   *[batches] Novo lote
}
list-lists = Listas
list-save = Guardar esta lista
list-all-saved = Todas as listas guardadas
list-export = Exportar
list-export-for-excel = Para Excel e cartas
list-export-for-programs = Para programas e para voltar a importar
list-search-here = Nesta lista
list-filters = Filtros
list-filters-more = Mais filtros
list-filters-apply = Aplicar
list-filters-in-use = Filtros em uso
list-filters-count = { $count ->
    [one] { $count } ativo
   *[other] { $count } ativos
}
list-filter-remove = : remover
list-filter-any = Qualquer
list-filter-yes = sim
list-filter-no = não
list-filter-or = { $one } ou { $other }
list-filter-is = { $label }: { $value }
list-filter-search = «{ $text }»
list-filter-ticked = Os marcados
list-order-up = { $label }, ascendente
list-order-down = { $label }, descendente
list-columns = Colunas
list-columns-about = Pode escolher quaisquer colunas do ficheiro para Excel. Se não marcar nenhuma, a lista tem as habituais.
list-columns-apply = Mostrar estas
list-tick = Marcar { $name }
list-tick-all = Marcar todos os desta página
list-ticked = Etiquetar, exportar ou criar tarefas para os marcados
list-nothing-fits = Nada corresponde a estes filtros.
list-show-all = Mostrar tudo
list-not-shown = Nada é mostrado
list-wrong-filters = Nada é mostrado enquanto os filtros não estiverem certos.
list-page-before = Página anterior
list-range = { $first }–{ $last } de { $total }
list-none-yet = { $kind ->
    [contacts] Ainda não há contactos.
    [gifts] Ainda não há doações.
    [pledges] Ainda não há compromissos.
    [tasks] Ainda não há tarefas.
    [households] Ainda não há agregados familiares.
    [funds] Ainda não há fundos.
    [campaigns] Ainda não há campanhas.
   *[batches] Ainda não há lotes.
}

# Saved lists.
saved-about = Filtros para voltar a usar. O que uma lista encontra é procurado de novo cada vez que a abre.
saved-none = Ainda não há listas guardadas. Filtre os contactos, as doações, os compromissos, as tarefas ou os agregados familiares, e escolha <b>Guardar esta lista</b> em <b>Listas</b>.
saved-records = Registos
saved-for-whom = Para
saved-for-you = Só eu
saved-for-all = Todos os membros
saved-open = Abrir
saved-for-excel = Para Excel
saved-no-filters = Não tem filtros, por isso encontra tudo.
saved-form = Nome e colunas
saved-shared = Todos os membros a veem
saved-shared-hint = Caso contrário, só é vista por si.
saved-columns = Colunas da lista e do seu ficheiro para Excel
saved-columns-hint = Se não marcar nenhuma, a lista tem as colunas habituais e o ficheiro tem todas.
saved-not-yours = Quem a criou e os proprietários da conta podem alterá-la.
saved-new = { $kind ->
    [contacts] Guardar uma lista de contactos
    [gifts] Guardar uma lista de doações
    [pledges] Guardar uma lista de compromissos
    [tasks] Guardar uma lista de tarefas
    [households] Guardar uma lista de agregados familiares
    [funds] Guardar uma lista de fundos
    [campaigns] Guardar uma lista de campanhas
   *[batches] Guardar uma lista de lotes
}
saved-made = A lista «{ $name }» foi guardada. Está em «Listas».
saved-changed = A lista «{ $name }» foi guardada.
saved-remove-about = Os registos que encontra mantêm-se.
saved-remove-button = Remover esta lista
saved-removed = A lista «{ $name }» foi removida. Os seus registos mantêm-se.

# Contacts that are ticked in a list.
ticked-title = { $count ->
    [one] { $count } contacto marcado
   *[other] { $count } contactos marcados
}
ticked-contacts = Os contactos marcados
ticked-nobody-yet = Ninguém está marcado. Primeiro, <a>marque contactos na lista</a>.
ticked-too-many = Só os primeiros { $most } são tratados de cada vez.
ticked-export-for-excel = Exportar para Excel e cartas
ticked-export-for-programs = Exportar para programas
ticked-tag-each = Adicionar uma etiqueta a cada um
ticked-tag = Etiqueta
ticked-tag-button = Adicionar a etiqueta
ticked-task-each = Adicionar uma tarefa para cada um
ticked-task-subject = Assunto
ticked-task-due = Data de vencimento
ticked-task-assignee = Atribuída a
ticked-nobody = Ninguém
ticked-you = { $name } (eu)
ticked-task-button = Adicionar as tarefas
ticked-nothing = Nada estava marcado, por isso nada foi alterado.
ticked-tagged = { $count ->
    [one] { $count } contacto: a etiqueta «{ $tag }» foi adicionada.
   *[other] { $count } contactos: a etiqueta «{ $tag }» foi adicionada.
}
ticked-tasks-added = { $count ->
    [one] { $count } contacto: foi adicionada uma tarefa.
   *[other] { $count } contactos: foi adicionada uma tarefa para cada um.
}
ticked-unchanged = { $count ->
    [one] { $count } contacto já a tinha.
   *[other] { $count } contactos já a tinham.
}
ticked-not-changed = Não alterados: { $contacts }.
ticked-and-more = { $contacts }; e mais { $count }
ticked-is-changed = outra pessoa está a alterá-lo
ticked-is-gone = já não existe
ticked-no-calls = não quer chamadas
ticked-not-called = { $count ->
    [one] { $count } deles não quer chamadas ou faleceu, e não recebe nenhuma tarefa do tipo «{ $kind }».
   *[other] { $count } deles não querem chamadas ou faleceram, e não recebem nenhuma tarefa do tipo «{ $kind }».
}

# The forms of records.
edit-title = Editar { $title }
edit-required = <span class="must">Os campos com</span> são obrigatórios.
edit-primary = Principal
edit-add-one = Nova entrada
edit-pledge-hint = Aqui são propostos os compromissos em aberto do contacto escolhido acima; qualquer outro indica-se pelo número
edit-saved = { $kind ->
    [contacts] O contacto foi guardado.
    [gifts] A doação foi guardada.
    [pledges] O compromisso foi guardado.
    [tasks] A tarefa foi guardada.
    [households] O agregado familiar foi guardado.
    [funds] O fundo foi guardado.
    [campaigns] A campanha foi guardada.
   *[batches] O lote foi guardado.
}
edit-nothing-changed = Nada foi alterado.
edit-conflict = Entretanto, outra pessoa alterou isto
edit-conflict-not-saved = As suas alterações ainda não estão guardadas.
edit-conflict-by = As suas alterações ainda não estão guardadas; a última alteração é de <bdi>{ $by }</bdi>.
edit-conflict-who = { $name }, { $when }
edit-conflict-about = O formulário abaixo contém o que está guardado agora, e os seus valores onde escreveu outros. Guarde-o para aplicar os seus, ou volte sem guardar para manter o que está guardado.
edit-conflict-field = Campo
edit-conflict-stored = Guardado agora
edit-conflict-yours = O seu valor
edit-conflict-both = Ambos o alteraram
edit-conflict-empty = vazio
edit-conflict-same = como está guardado agora
edit-conflict-save = Guardar com os meus valores
edit-open-pledges = Terminar estes compromissos
edit-open-tasks = Cancelar estas tarefas
edit-open-more = Pode haver mais, que ficam como estão

# Languages that a contact may speak.
edit-language-ar = Árabe
edit-language-zh = Chinês
edit-language-nl = Neerlandês
edit-language-en = Inglês
edit-language-fr = Francês
edit-language-de = Alemão
edit-language-el = Grego
edit-language-hi = Hindi
edit-language-it = Italiano
edit-language-ja = Japonês
edit-language-ko = Coreano
edit-language-pl = Polaco
edit-language-pt = Português
edit-language-ru = Russo
edit-language-es = Espanhol
edit-language-sv = Sueco
edit-language-tl = Tagalo
edit-language-tr = Turco
edit-language-uk = Ucraniano
edit-language-vi = Vietnamita

# The pages of records.
show-all-of = { $kind ->
    [tasks] Mostrar todas as tarefas com o doador
    [gifts] Mostrar todas as doações
   *[other] Mostrar tudo
}
show-primary = principal
show-own-data = { $name }: { $value }

# The headings of groups of fields.
group-more-of-the-name = Mais sobre o nome
group-preferences = Preferências
group-letters = Cartas
group-family = Família
group-work-and-community = Trabalho e comunidade
group-notes = Notas
group-purpose = Finalidade
group-payment = Pagamento
group-thanks = Agradecimento
group-corrections = Correções
group-details = Detalhes
group-task = Tarefa
group-result = Resultado
group-about = Sobre
group-batch = Lote
group-counted-by-hand = Contado à mão
group-goal = Meta
group-more = Mais dados

# The history of a record.
history-heading = Histórico
history-created = Criado
history-changed = Alterado
history-saved-unchanged = Guardado sem alterações
history-cleared = deixado em branco
history-unknown = Não se sabe o que mudou, porque o registo é mais antigo do que o seu histórico.
history-none = Não há alterações registadas. Os registos que vieram com a demonstração, ou de antes do registo de eventos, não têm nenhuma.
history-all-removed = Todas as alterações são anteriores ao registo de eventos, cujos eventos antigos foram eliminados.
history-has-more = As alterações anteriores estão no registo de eventos, que a API mostra.
history-is-cut = As alterações anteriores foram eliminadas por serem antigas.

# Links between records.
links-type = Tipo { $id }
links-user = Utilizador { $id }
links-batch = Lote { $id }
links-pledge = Compromisso { $id }
links-gift = Doação { $id }
links-last-gift = última doação { $day }
links-household = agregado familiar { $name }
links-household-joint = agregado familiar { $name }, uma carta para todos
links-household-letters = agregado familiar { $name }, uma carta para { $receiver }
links-nobody = nenhum contacto é encontrado assim. Escreva uma parte do nome ou o número
links-same = escolha outro contacto: é a este que o outro se vai unir
links-other-name = não é o nome de { $contact }: escolha esse contacto, se for o caso
links-several = corresponde a vários contactos: { $contacts }
links-several-and-more = corresponde a vários contactos: { $contacts }, … e outros: escreva mais do nome
