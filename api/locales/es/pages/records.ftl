# Lists of records.
list-new = { $kind ->
    [contacts] Nuevo contacto
    [gifts] Nueva donación
    [pledges] Nuevo compromiso
    [tasks] Nueva tarea
    [households] Nuevo hogar
    [funds] Nuevo fondo
    [campaigns] Nueva campaña
   *[batches] Nuevo lote
}
list-lists = Listas
list-save = Guardar esta lista
list-all-saved = Todas las listas guardadas
list-export = Exportar
list-export-for-excel = Para Excel y cartas
list-export-for-programs = Para programas y para volver a importar
list-search-here = En esta lista
list-filters = Filtros
list-filters-more = Más filtros
list-filters-apply = Aplicar
list-filters-in-use = Filtros en uso
list-filters-count = { $count ->
    [one] { $count } activo
   *[other] { $count } activos
}
list-filter-remove = : quitar
list-filter-any = Cualquiera
list-filter-yes = sí
list-filter-no = no
list-filter-or = { $one } o { $other }
list-filter-is = { $label }: { $value }
list-filter-search = «{ $text }»
list-filter-ticked = Los marcados
list-order-up = { $label }, ascendente
list-order-down = { $label }, descendente
list-columns = Columnas
list-columns-about = Puede elegir cualquier columna del archivo para Excel. Si no marca ninguna, la lista tiene las habituales.
list-columns-apply = Mostrar estas
list-tick = Marcar { $name }
list-tick-all = Marcar todos los de esta página
list-ticked = Etiquetar, exportar o crear tareas para los marcados
list-nothing-fits = Nada coincide con estos filtros.
list-show-all = Mostrar todo
list-not-shown = No se muestra nada
list-wrong-filters = No se muestra nada hasta que los filtros sean correctos.
list-page-before = Página anterior
list-range = { $first }–{ $last } de { $total }
list-none-yet = { $kind ->
    [contacts] Todavía no hay contactos.
    [gifts] Todavía no hay donaciones.
    [pledges] Todavía no hay compromisos.
    [tasks] Todavía no hay tareas.
    [households] Todavía no hay hogares.
    [funds] Todavía no hay fondos.
    [campaigns] Todavía no hay campañas.
   *[batches] Todavía no hay lotes.
}

# Saved lists.
saved-about = Filtros que usted vuelve a usar. Lo que encuentra una lista se busca de nuevo cada vez que usted la abre.
saved-none = Todavía no hay listas guardadas. Filtre los contactos, las donaciones, los compromisos, las tareas o los hogares, y elija <b>Guardar esta lista</b> en <b>Listas</b>.
saved-records = Registros
saved-for-whom = Para
saved-for-you = Solo usted
saved-for-all = Todos los miembros
saved-open = Abrir
saved-for-excel = Para Excel
saved-no-filters = No tiene filtros, así que lo encuentra todo.
saved-form = Nombre y columnas
saved-shared = La ven todos los miembros
saved-shared-hint = Si no, solo la ve usted.
saved-columns = Columnas de la lista y de su archivo para Excel
saved-columns-hint = Si no marca ninguna, la lista tiene sus columnas habituales y el archivo las tiene todas.
saved-not-yours = Pueden cambiarla quien la creó y los propietarios de la cuenta.
saved-new = { $kind ->
    [contacts] Guardar una lista de contactos
    [gifts] Guardar una lista de donaciones
    [pledges] Guardar una lista de compromisos
    [tasks] Guardar una lista de tareas
    [households] Guardar una lista de hogares
    [funds] Guardar una lista de fondos
    [campaigns] Guardar una lista de campañas
   *[batches] Guardar una lista de lotes
}
saved-made = La lista «{ $name }» se ha guardado. Está en «Listas».
saved-changed = La lista «{ $name }» se ha guardado.
saved-remove-about = Los registros que encuentra se conservan.
saved-remove-button = Quitar esta lista
saved-removed = La lista «{ $name }» se ha quitado. Sus registros se conservan.

# Contacts that are ticked in a list.
ticked-title = { $count ->
    [one] { $count } contacto marcado
   *[other] { $count } contactos marcados
}
ticked-contacts = Los contactos marcados
ticked-nobody-yet = No hay nadie marcado. Primero <a>marque contactos en la lista</a>.
ticked-too-many = Solo se toman los primeros { $most } a la vez.
ticked-export-for-excel = Exportar para Excel y cartas
ticked-export-for-programs = Exportar para programas
ticked-tag-each = Añadir una etiqueta a cada uno
ticked-tag = Etiqueta
ticked-tag-button = Añadir la etiqueta
ticked-task-each = Añadir una tarea para cada uno
ticked-task-subject = Asunto
ticked-task-due = Fecha de vencimiento
ticked-task-assignee = Asignada a
ticked-nobody = Nadie
ticked-you = { $name } (usted)
ticked-task-button = Añadir las tareas
ticked-nothing = No había nada marcado, así que no se cambió nada.
ticked-tagged = { $count ->
    [one] { $count } contacto: se añadió la etiqueta «{ $tag }».
   *[other] { $count } contactos: se añadió la etiqueta «{ $tag }».
}
ticked-tasks-added = { $count ->
    [one] { $count } contacto: se añadió una tarea.
   *[other] { $count } contactos: se añadió una tarea para cada uno.
}
ticked-unchanged = { $count ->
    [one] { $count } contacto ya la tenía.
   *[other] { $count } contactos ya la tenían.
}
ticked-not-changed = Sin cambios: { $contacts }.
ticked-and-more = { $contacts }; y { $count } más
ticked-is-changed = otra persona lo está cambiando
ticked-is-gone = ya no existe
ticked-no-calls = no quiere llamadas
ticked-not-called = { $count ->
    [one] { $count } de ellos no quiere llamadas o ha fallecido, y no recibe ninguna tarea del tipo «{ $kind }».
   *[other] { $count } de ellos no quieren llamadas o han fallecido, y no reciben ninguna tarea del tipo «{ $kind }».
}

# The forms of records.
edit-title = Editar { $title }
edit-required = <span class="must">Los campos con</span> son obligatorios.
edit-primary = Principal
edit-add-one = Nueva entrada
edit-pledge-hint = Aquí se ofrecen los compromisos abiertos del contacto elegido arriba; cualquier otro se indica por su número
edit-saved = { $kind ->
    [contacts] El contacto se ha guardado.
    [gifts] La donación se ha guardado.
    [pledges] El compromiso se ha guardado.
    [tasks] La tarea se ha guardado.
    [households] El hogar se ha guardado.
    [funds] El fondo se ha guardado.
    [campaigns] La campaña se ha guardado.
   *[batches] El lote se ha guardado.
}
edit-nothing-changed = No se cambió nada.
edit-conflict = Mientras tanto, otra persona ha cambiado esto
edit-conflict-not-saved = Sus cambios todavía no se han guardado.
edit-conflict-by = Sus cambios todavía no se han guardado; el último cambio es de <bdi>{ $by }</bdi>.
edit-conflict-who = { $name }, { $when }
edit-conflict-about = El formulario de abajo contiene lo que está guardado ahora, y sus valores donde usted ha escrito otros. Guárdelo para aplicar los suyos, o vuelva sin guardar para conservar lo guardado.
edit-conflict-field = Campo
edit-conflict-stored = Guardado ahora
edit-conflict-yours = Su valor
edit-conflict-both = Ambos lo cambiaron
edit-conflict-empty = vacío
edit-conflict-same = como está guardado ahora
edit-conflict-save = Guardar con mis valores
edit-open-pledges = Terminar estos compromisos
edit-open-tasks = Cancelar estas tareas
edit-open-more = Puede haber más, que quedan como están

# Languages that a contact may speak.
edit-language-ar = Árabe
edit-language-zh = Chino
edit-language-nl = Neerlandés
edit-language-en = Inglés
edit-language-fr = Francés
edit-language-de = Alemán
edit-language-el = Griego
edit-language-hi = Hindi
edit-language-it = Italiano
edit-language-ja = Japonés
edit-language-ko = Coreano
edit-language-pl = Polaco
edit-language-pt = Portugués
edit-language-ru = Ruso
edit-language-es = Español
edit-language-sv = Sueco
edit-language-tl = Tagalo
edit-language-tr = Turco
edit-language-uk = Ucraniano
edit-language-vi = Vietnamita

# The pages of records.
show-all-of = { $kind ->
    [tasks] Mostrar todas las tareas con el donante
    [gifts] Mostrar todas las donaciones
   *[other] Mostrar todo
}
show-primary = principal
show-own-data = { $name }: { $value }

# The headings of groups of fields.
group-more-of-the-name = Más sobre el nombre
group-preferences = Preferencias
group-letters = Cartas
group-family = Familia
group-work-and-community = Trabajo y comunidad
group-notes = Notas
group-purpose = Finalidad
group-payment = Pago
group-thanks = Agradecimiento
group-corrections = Correcciones
group-details = Detalles
group-task = Tarea
group-result = Resultado
group-about = Acerca de
group-batch = Lote
group-counted-by-hand = Contado a mano
group-goal = Meta
group-more = Más datos

# The history of a record.
history-heading = Historial
history-created = Creado
history-changed = Modificado
history-saved-unchanged = Guardado sin cambios
history-cleared = dejado en blanco
history-unknown = No se sabe qué cambió, porque el registro es más antiguo que su historial.
history-none = No hay cambios registrados. Los registros que vinieron con la demostración, o de antes del registro de eventos, no tienen ninguno.
history-all-removed = Todos los cambios son anteriores al registro de eventos, cuyos eventos antiguos se eliminaron.
history-has-more = Los cambios anteriores están en el registro de eventos, que muestra la API.
history-is-cut = Los cambios anteriores se eliminaron por ser antiguos.

# Links between records.
links-type = Tipo { $id }
links-user = Usuario { $id }
links-batch = Lote { $id }
links-pledge = Compromiso { $id }
links-gift = Donación { $id }
links-last-gift = última donación { $day }
links-household = hogar { $name }
links-household-joint = hogar { $name }, una carta para todos
links-household-letters = hogar { $name }, una carta a { $receiver }
links-nobody = así no se encuentra ningún contacto. Escriba una parte del nombre o el número
links-same = elija otro contacto: este es el que recibe los datos del otro
links-other-name = no es el nombre de { $contact }: elíjalo, si se refiere a ese contacto
links-several = coincide con varios contactos: { $contacts }
links-several-and-more = coincide con varios contactos: { $contacts }, … y otros: escriba más del nombre
