# Lists of contacts, and words about them.
one-contact = contacto
contact-none-yet = Todavía no hay contactos. Añada el primero o cargue un archivo en «Importaciones».
contact-view-prospects = Posibles donantes
contact-view-lapsed = Marcados como inactivos
contact-view-organisations = Organizaciones
contact-view-archived = Archivados
contact-phone = Teléfono
contact-organisation = Organización
contact-deceased = Fallecido
contact-top-donors-this-year = Mayores donantes de este año
contact-first-gift-this-month = Primera donación este mes
contact-birthdays-this-month = Cumpleaños este mes
contact-no-address = Sin dirección completa
contact-gave-last-year = Donó el año pasado, este no

# The page of a contact.
contact-is-archived = Este contacto está archivado
# The name of the other contact stands after it.
contact-is-merged = Este contacto está archivado. Se combinó con
contact-died-on = Falleció el { $day }
contact-is-erased = Borrado el { $day }: ya nada dice quién era. Las donaciones se conservan.
contact-statement = Resumen o certificado de donaciones
contact-gifts-of-year = Lista de donaciones
contact-has-died = Ha fallecido
contact-archive = Archivar
contact-give-copy = Entregar una copia de los datos
contact-erase = Borrar definitivamente
contact-call = Llamar
contact-mail = Correo
contact-map = Mapa
contact-do-not-call = No llamar
contact-do-not-email = No enviar correos
contact-do-not-write = No enviar cartas
contact-given-in-all = Donado en total
contact-and-credited = { $gifts }, más { $amount } de crédito compartido
contact-given-last-year = { $amount } el año pasado
contact-first-gift = Primera donación
contact-pledges-open = Vigentes
contact-tasks = Por hacer
contact-no-tasks = No hay tareas pendientes.
contact-pledges = Compromisos vigentes
contact-no-pledges = No hay compromisos vigentes.
contact-show-all = Mostrar todo
contact-edit-group = Editar: { $group }
contact-told-household = Hogar { $id }, { $role }

# The box on the page of a contact in which something is written down.
log-heading = Anotar
log-note = Nota
log-call = Llamada
log-meeting = Reunión
log-letter = Carta
log-text = Qué se dijo o se hizo
log-on = Fecha
log-result = Resultado de una llamada
log-spoke = Hablamos
log-left-message = Se dejó un mensaje
log-no-answer = Nadie contestó
log-note-saved = La nota se ha guardado.
log-call-saved = La llamada se ha anotado.
log-meeting-saved = La reunión se ha anotado.
log-letter-saved = La carta se ha anotado.
log-email-saved = El correo se ha anotado.
log-save-gift = Guardar la donación
log-all-fields = Todos los campos de una donación

# The timeline of a contact.
timeline-heading = Cronología
timeline-all-gifts = Todas las donaciones
timeline-nothing-between = Entretanto no se cambió nada.
timeline-nothing-before = Antes no ocurrió nada.
timeline-nothing-yet = Todavía no ha ocurrido nada. Anote arriba la primera llamada o la primera nota.
timeline-cut = Los cambios anteriores se eliminaron por ser antiguos.
timeline-pages = Páginas de la cronología
timeline-earlier = Anteriores
timeline-newest = Más recientes
timeline-today = Hoy
timeline-yesterday = Ayer
timeline-day = { $day } { $month }
# The amount stands after the first, and the fund after the amount.
timeline-gave = Donó
timeline-for-fund = para { $fund }
timeline-did = { $words }:
timeline-tried-to-call = Intento de llamada
timeline-called = Llamada
timeline-emailed = Correo enviado
timeline-texted = Mensaje de texto enviado
timeline-wrote = Carta enviada
timeline-met = Reunión
timeline-thanked = Agradecimiento
timeline-reminded = Recordatorio de un compromiso
timeline-newsletter = Boletín enviado
timeline-prayed = Oración
timeline-noted = Nota
timeline-thank-you = Carta de agradecimiento
timeline-statement = Resumen de donaciones
timeline-receipt = Certificado oficial
timeline-reminder = Recordatorio de un compromiso
timeline-letter-number = N.º { $number }
timeline-added = Añadido a los contactos
timeline-changed = Modificado

# Households.
one-household = hogar
household-none-yet = Todavía no hay hogares. Quienes viven juntos reciben una sola carta y un solo resumen: abra un contacto y elija «Hogar».
household-members = Miembros
household-salutation = Saludo
household-envelope = Sobre
# Below the heading "Letters".
household-one-for-all = Una para todos
household-one-for-each = Una para cada persona
household-lives-with = Vive con
household-role = Papel
household-nobody-else = No hay nadie más en este hogar.
household-no-members = No hay nadie en este hogar.
household-change-members = Cambiar los miembros
household-title = Hogar de { $name }
household-lead = Quienes viven juntos reciben una sola carta y un solo resumen, salvo que su hogar indique otra cosa. Cada persona conserva sus propias donaciones. <bdi>{ $name }</bdi> entra en el hogar del contacto que usted elija, o se crea uno nuevo para los dos.
household-role-label = Papel en el hogar
household-same-contact = elija un contacto distinto de este
household-joined = { $name } ya forma parte del hogar.
household-spouse-is-no-contact = Hasta ahora, { $name } solo figura como cónyuge. El contacto nuevo recibe las mismas direcciones, y ambas personas reciben una sola carta.
household-with-spouse = Crear un contacto para { $name } y poner a ambas personas en un hogar

# The page of a contact that moves out of a household.
move-out-button = Salir del hogar
move-out-title = { $name } deja el hogar
move-out-lead = <bdi>{ $name }</bdi> deja el hogar y recibe sus propias cartas y resúmenes. Todas las donaciones siguen siendo de quien las hizo.
move-out-lead-last = Nadie más del hogar recibe cartas, así que se disuelve cuando <bdi>{ $name }</bdi> lo deja. Todas las donaciones siguen siendo de quien las hizo.
move-out-household = ¿Qué pasa con el hogar?
move-out-household-hint = Si se disuelve, la persona que se queda conserva su propio nombre y dirección, y recibe sus propias cartas. Si se conserva, ya no hay una carta para todos.
move-out-dissolve = Disolverlo
move-out-keep = Conservarlo con el nombre de abajo
move-out-name = Nombre del hogar
move-out-name-hint = Las cartas van a quienes se quedan. Si el nombre incluía a quien se va, aquí se forma con los nombres de los demás.
move-out-name-if-kept = Solo vale si el hogar se conserva.
move-out-changed = Otra persona acaba de cambiar el hogar. Revíselo e inténtelo de nuevo.
move-out-done = { $name } ha dejado el hogar. Las donaciones siguen siendo de quien las hizo.

# The page of a contact that has died.
died-title = { $name } ha fallecido
died-lead = Las donaciones se conservan. A <bdi>{ $name }</bdi> no se le vuelve a pedir ninguna donación, deja de figurar entre los donantes inactivos y ningún campo vuelve a sugerir el nombre.
died-to-do = Qué hay que hacer
died-on = Fecha de fallecimiento
died-on-hint = Si no se conoce, el día en que usted se enteró
died-household = Nuevo nombre del hogar
died-household-hint = El nombre anterior incluye a quien ha fallecido. Las cartas van a quienes viven.
died-add-task = Añadir una tarea: escribir a la familia
died-task = Escribir a la familia de { $name }
died-saved = Se ha guardado.
died-changed = Otra persona acaba de cambiar el contacto. Revíselo e inténtelo de nuevo.

# The page that archives a contact, and the button that brings one back.
archive-title = Archivar a { $name }
archive-lead = <bdi>{ $name }</bdi> desaparece de las listas y ningún campo vuelve a sugerir el nombre. Las donaciones y el historial se conservan, y usted puede recuperar el contacto.
archive-done = Contacto archivado: { $name }.
archive-bring-back = Recuperar
archive-brought-back = { $name } vuelve a estar en las listas.

# The page that merges two contacts.
merge-lead = Todo lo de otro contacto pasa a <bdi>{ $name }</bdi>, y el otro se archiva.
merge-other-contact = El otro contacto
merge-show = Mostrar qué se trasladaría
merge-which = Qué contacto es cuál
merge-stays = Se conserva
merge-is-archived = Se archiva
merge-moves = Qué se trasladaría de <a><bdi>{ $name }</bdi></a>
merge-nothing-moves = No hay nada que pertenezca a este contacto.
merge-filled = Estos campos están vacíos aquí y se rellenarían:
merge-conflicts = Qué difiere
merge-conflicts-lead = Elija qué tendrá <bdi>{ $name }</bdi> después; sus propios valores van primero. El contacto archivado conserva sus valores, salvo un identificador externo, una imagen o una recomendación que pase al otro. Un valor de <bdi>{ $name }</bdi> que no se elija queda solo en el historial.
merge-of-archived = (del contacto archivado)
merge-final = Esto no se puede deshacer.
merge-button = Combinar <bdi>{ $from }</bdi> con <bdi>{ $into }</bdi>
merge-count-people = { $count ->
    [one] { $count } persona de la organización
   *[other] { $count } personas de la organización
}
merge-count-referred = { $count ->
    [one] { $count } contacto que ha recomendado
   *[other] { $count } contactos que ha recomendado
}
merge-count-soft-credits = { $count ->
    [one] { $count } crédito compartido
   *[other] { $count } créditos compartidos
}
merge-count-tags = { $count ->
    [one] { $count } etiqueta
   *[other] { $count } etiquetas
}
merge-count-family = { $count ->
    [one] { $count } miembro de la familia
   *[other] { $count } miembros de la familia
}
merge-count-addresses = { $count ->
    [one] { $count } dirección
   *[other] { $count } direcciones
}
merge-count-phones = { $count ->
    [one] { $count } número de teléfono
   *[other] { $count } números de teléfono
}
merge-count-emails = { $count ->
    [one] { $count } dirección de correo
   *[other] { $count } direcciones de correo
}
merge-count-households = { $count ->
    [one] { $count } lugar en un hogar
   *[other] { $count } lugares en hogares
}
merge-nothing-merged = No se combinó nada
merge-done = Contactos combinados: se archivó { $name }, y lo que tenía está aquí.
merge-changed = Otra persona acaba de cambiar uno de los contactos. Revíselos, elija de nuevo y combínelos.
merge-not-done = No se combinaron.
merge-not-done-because = No se combinaron. { $field }: { $rule }.

# The page of contacts that look like the same.
duplicates-title = Posibles duplicados
duplicates-lead = { $count ->
    [one] { $count } par de contactos que parecen ser el mismo. Los contactos archivados no se incluyen.
   *[other] { $count } pares de contactos que parecen ser el mismo. Los contactos archivados no se incluyen.
}
duplicates-none = No hay dos contactos que parezcan ser el mismo.
duplicates-looks-like = Se parece a
duplicates-because-of = Por
# Read by screen readers after "Merge".
duplicates-merge-which = <bdi>{ $from }</bdi> con <bdi>{ $into }</bdi>
duplicates-same-email = la misma dirección de correo
duplicates-same-phone = el mismo número de teléfono
duplicates-same-name = el mismo nombre y el mismo lugar
duplicates-same-sound = nombres que suenan igual, y el mismo lugar o la misma fecha de nacimiento
duplicates-same-name-alone = el mismo nombre, y nada que los distinga
duplicates-change-kind = ¿Persona u organización?
duplicates-keep-apart = Mantener separados
# Read by screen readers after "Keep apart".
duplicates-apart-which = (<bdi>{ $first }</bdi> y <bdi>{ $second }</bdi>)
duplicates-kept-apart = Se mantienen separados: esta lista ya no los muestra como pareja.
# The pairs at the foot of the page, each with a button that takes it back.
duplicates-apart-title = Mantenidos separados
duplicates-apart-lead = Alguien ha indicado que estos contactos no son el mismo. Se muestran { $count } pares como máximo, los más recientes primero.
duplicates-take-back = Deshacer
duplicates-taken-back = Ya no se mantienen separados: esta lista los vuelve a mostrar como pareja si parecen ser el mismo.

# Questions of a form about values that look like slips. Some are followed by the name of a record; all end with a full stop.
doubts-save = Guardar de todos modos
doubts-email = Ya hay un contacto con esta dirección de correo:
doubts-phone = Ya hay un contacto con este número de teléfono:
doubts-name = Ya hay un contacto con este nombre:
doubts-near = Ya hay un contacto con un nombre parecido en este lugar:
doubts-purpose = { $kind ->
    [fund] No hay ningún fondo llamado «{ $name }», pero sí uno llamado «{ $other }»
   *[campaign] No hay ninguna campaña llamada «{ $name }», pero sí una llamada «{ $other }»
}
doubts-day = El día de la donación es { $day }
doubts-amount = El importe es { $amount }
doubts-negative = El importe es negativo ({ $amount }): se resta de lo donado
doubts-twin = Ya hay una donación de este donante, con el mismo día e importe:
doubts-cheque = Ya hay una donación de este donante, del { $day }, con el mismo importe y el mismo número de cheque:
doubts-cheque-amount = El cheque { $number } de este donante ya está registrado, por { $amount }, el { $day }:
doubts-gift = donación { $id }
doubts-thanked = Una carta de agradecimiento del { $day } menciona esta donación y se queda como está:
doubts-stated = Si el resumen o certificado del { $day } incluye esta donación, prepare uno corregido después del cambio:
doubts-letter = carta { $number }

# The files of a contact.
files-heading = Archivos
files-title = Archivos de { $name }
files-size = Tamaño
files-added-at = Añadido
files-none = No hay archivos.
files-none-yet = Todavía no hay archivos.
files-add-short = Añadir
files-add = Añadir un archivo
files-add-button = Añadir el archivo
files-hint = Un compromiso firmado, una fotografía, una carta: 5 MB como máximo, y no más de 50 archivos por contacto.
files-remove = Quitar…
files-remove-button = Quitar definitivamente
files-added = { $name } se ha añadido.
files-removed = El archivo se ha quitado.
# Within a sentence that ends after it.
files-busy = se están enviando muchos archivos ahora mismo: inténtelo de nuevo en un momento
files-bytes = { $size } bytes
files-kilobytes = { $size } kB
files-megabytes = { $size } MB

# The copy of the data of a contact.
copy-title = Copia de los datos de { $name }
copy-download = Descargar como archivo
copy-lead = Lo que <bdi>{ $account }</bdi> guarda sobre <bdi>{ $contact }</bdi> a fecha de { $day }. Puede imprimir esta página o entregar el archivo, que contiene todos los campos y puede ser leído por otros programas.
copy-too-many = { $kind ->
    [gifts] Hay demasiadas donaciones para un solo archivo: exporte en su lugar la lista.
    [pledges] Hay demasiados compromisos para un solo archivo: exporte en su lugar la lista.
    [tasks] Hay demasiadas tareas para un solo archivo: exporte en su lugar la lista.
   *[records] Hay demasiados registros para un solo archivo: exporte en su lugar la lista.
}
copy-first = Se muestran { $count }; el archivo lo contiene todo
copy-letter-subject = Asunto
copy-letter-mailed-to = Enviada por correo electrónico a
copy-count-files = { $count ->
    [one] { $count } archivo, que se descarga desde la página del contacto
   *[other] { $count } archivos, que se descargan desde la página del contacto
}
copy-credited = Créditos compartidos en donaciones de otros
copy-answers = Enviado desde el sitio web
copy-answer-sent = Enviado
copy-alike = { $count ->
    [one] { $count } envío desde su sitio web tiene en común con este contacto el nombre, un correo electrónico o un teléfono, pero puede ser de otra persona. Esta copia no lo incluye.
   *[other] { $count } envíos desde su sitio web tienen en común con este contacto el nombre, un correo electrónico o un teléfono, pero pueden ser de otra persona. Esta copia no los incluye.
}

# The page that erases a contact.
erase-title = Borrar definitivamente: { $name }
erase-lead = Se borra de esta cuenta y de su historial todo lo que dice quién es <bdi>{ $name }</bdi>; las copias de seguridad y los archivos exportados lo conservan hasta que usted los elimine. Las donaciones se conservan, pero sin nombre. No hay vuelta atrás.
erase-erased = Qué se borraría
erase-nothing = Nada: ya está todo borrado.
erase-kept = Qué se conserva y por qué
erase-name = Nombre del contacto
erase-name-hint = Tal como aparece arriba
erase-name-rule = debe ser el nombre del contacto, tal como aparece arriba
erase-button = Borrar definitivamente
erase-nothing-erased = No se borró nada
erase-receipts = { $count ->
    [one] { $count } certificado oficial, del { $newest }, se conserva hasta el { $until }, porque la ley fiscal de su país puede exigir una copia.
   *[other] { $count } certificados oficiales se conservan, porque la ley fiscal de su país puede exigir una copia de cada uno: el más reciente, del { $newest }, hasta el { $until }.
} Solo los propietarios pueden abrir estos certificados: en Cartas, abra los de ese año y pulse «Descargar estos certificados». Cuando acaba su plazo, cada uno se borra solo.
erase-receipts-too = Borrar también los certificados oficiales
erase-receipts-too-hint = Solo si está seguro de que ninguna ley exige una copia
erase-count-texts = textos de { $records }
erase-count-fields = { $count ->
    [one] { $count } campo del contacto
   *[other] { $count } campos del contacto
}
erase-count-tags = { $count ->
    [one] { $count } etiqueta que nadie más tiene
   *[other] { $count } etiquetas que nadie más tiene
}
erase-count-households = { $count ->
    [one] { $count } nombre de un hogar
   *[other] { $count } nombres de hogares
}
erase-count-events = { $count ->
    [one] { $count } entrada del registro de eventos
   *[other] { $count } entradas del registro de eventos
}
erase-count-receivers = { $count ->
    [one] { $count } respuesta del receptor de un webhook
   *[other] { $count } respuestas de los receptores de webhooks
}
erase-count-programs = { $count ->
    [one] { $count } respuesta guardada para un programa
   *[other] { $count } respuestas guardadas para programas
}
erase-count-rows = { $count ->
    [one] { $count } fila fallida de una importación
   *[other] { $count } filas fallidas de importaciones
}
erase-count-messages = { $count ->
    [one] { $count } mensaje de una importación
   *[other] { $count } mensajes de importaciones
}
erase-count-import-files = { $count ->
    [one] { $count } archivo de una importación
   *[other] { $count } archivos de importaciones
}
erase-count-letters = { $count ->
    [one] { $count } carta impresa
   *[other] { $count } cartas impresas
}
erase-count-files = { $count ->
    [one] { $count } archivo
   *[other] { $count } archivos
}
erase-count-answers = { $count ->
    [one] { $count } envío desde su sitio web
   *[other] { $count } envíos desde su sitio web
}
erase-count-pledges = { $count ->
    [one] { $count } compromiso vigente, que termina o se cancela
   *[other] { $count } compromisos vigentes, que terminan o se cancelan
}
erase-count-tasks = { $count ->
    [one] { $count } tarea pendiente, que se cancela
   *[other] { $count } tareas pendientes, que se cancelan
}
erase-refused = No se borra nada: { $reason }. Inténtelo más tarde.
# Reasons within the sentence above.
erase-busy-looking = otra persona de la cuenta está preparando ahora mismo un borrado
erase-busy-erasing = otra persona de la cuenta está borrando ahora mismo un contacto
erase-under-way = El borrado está en marcha. Espera a que los webhooks reciban lo que se les está enviando.
erase-done = Borrado: el contacto es ahora anónimo y está archivado. Las donaciones se conservan.
erase-in-flight = Algunos cambios todavía están en camino hacia los webhooks: repita el borrado dentro de unos minutos.
# What stays, and why. In English, as the report of an erasure says it.
# computed: erase-kept-
# computed: erase-why-
erase-kept-id = el número del contacto
erase-why-id = las donaciones y los compromisos hacen referencia a él; el contacto es ahora anónimo y está archivado
erase-kept-gifts = donaciones: importe, fecha, moneda, tipo, compromiso, estado, fondo, campaña, partes, número de cheque, referencia, identificador externo
erase-why-gifts = documentos contables que la ley puede obligarle a conservar; cambie usted sus textos si nombran a la persona
erase-kept-pledges = compromisos: importe, fechas, moneda, estado, fondo, identificador externo
erase-why-pledges = las donaciones hacen referencia a ellos
erase-kept-tasks = tareas: tipo, fechas, prioridad, resultado
erase-why-tasks = no dicen nada de la persona
erase-kept-merged = contactos que se combinaron con este: todo
erase-why-merged = cada uno es un registro aparte; son la misma persona, así que bórrelos también
erase-kept-others = textos en registros de otros contactos
erase-why-others = nada los vincula con la persona: busque el nombre
erase-kept-households = nombres de hogares que la persona ha dejado
erase-why-households = allí viven otras personas: cambie usted los nombres si nombran a la persona
erase-kept-batches = nombres de lotes de donaciones y por qué se cerraron
erase-why-batches = se refieren a depósitos bancarios: cámbielos usted si nombran a la persona
erase-kept-purposes = nombres y descripciones de fondos, campañas y lotes
erase-why-purposes = son de la propia cuenta: cámbielos usted si nombran a la persona
erase-kept-letters = lo que dicen las cartas a todos los donantes, como quién las firma
erase-why-letters = es de la propia cuenta: cámbielo en «Ajustes, Membrete» si nombra a la persona
erase-kept-lists = nombres y filtros de listas guardadas, como una búsqueda del nombre
erase-why-lists = cada una es de un miembro: pida a los miembros que quiten las que nombren a la persona
erase-kept-audit = entradas del registro de actividad
erase-why-audit = nombran a usuarios; un usuario que también sea esta persona no se borra
erase-kept-receivers = lo que han guardado los receptores de webhooks
erase-why-receivers = pídales que lo borren; reciben contacts.update
erase-kept-answers = envíos desde el sitio web de alguien con el mismo nombre o teléfono
erase-why-answers = otra persona puede llamarse así o tener ese teléfono: revíselos usted
erase-kept-receipts = certificados oficiales, que solo los propietarios pueden abrir
erase-why-receipts = la ley fiscal de su país puede exigir una copia de cada uno; diez años naturales completos después se borran solos
erase-kept-backups = copias de seguridad, réplicas y registros de la base de datos
erase-why-backups = caducan según sus propias reglas
erase-kept-postgres = versiones anteriores de las filas cambiadas en los archivos de PostgreSQL
erase-why-postgres = ninguna consulta las muestra; VACUUM libera su espacio, lo que autovacuum hace por sí solo, y VACUUM FULL las elimina de inmediato
erase-kept-sqlite = estados anteriores de páginas en el archivo almoner.sqlite-wal
erase-why-sqlite = otra transacción estaba abierta; borre de nuevo o espere: el archivo se sobrescribe poco a poco y se elimina cuando la API se detiene

# What supporters have sent from the website, and what becomes of it.
answers-title = Nuevo desde su sitio web
answers-lead = { $count ->
    [one] { $count } envío espera. Lo que nadie haya decidido en 90 días se borra.
   *[other] { $count } envíos esperan. Lo que nadie haya decidido en 90 días se borra.
}
answers-oldest = Se muestran los { $count } más antiguos.
answers-none = No espera nada. Lo que las personas envíen desde su sitio web aparecerá aquí.
answers-sent = Enviado: { $at }, en el formulario «{ $form }»
answers-is = Es { $name }
answers-with-news = Suscribir también al boletín por correo electrónico
answers-add = Añadir como contacto nuevo
answers-discard = Descartar
answers-added = Se ha añadido el contacto.
answers-filled = Se ha completado lo que le faltaba al contacto.
answers-discarded = Se ha descartado el envío.
answers-see-contact = Ver el contacto
answers-see = Ver lo que se envió
answers-gone = No se cambió nada: otra persona ya ha decidido sobre este envío o el contacto ya no existe.
answers-not-done = No se pudo hacer: { $problems }.
answers-would-give = Le gustaría donar: { $amount } (enviado desde su sitio web, { $at })
answers-wants-news = Quiere recibir noticias por correo electrónico (enviado desde su sitio web, { $at })
