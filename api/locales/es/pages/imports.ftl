# Words for records within sentences, and how many there are.
one-gift = donación
one-batch = lote
one-fund = fondo
one-campaign = campaña
one-pledge = compromiso
one-task = tarea
count-batches = { $count ->
    [one] { $count } lote
   *[other] { $count } lotes
}
count-funds = { $count ->
    [one] { $count } fondo
   *[other] { $count } fondos
}
count-campaigns = { $count ->
    [one] { $count } campaña
   *[other] { $count } campañas
}

# The list of imports.
imports-new = Importar un archivo
imports-can-have = Lo que puede contener un archivo:
imports-so-far = Archivos importados hasta ahora
imports-none-yet = Todavía no se ha importado nada.
imports-rows-are = Las filas son
imports-rows = Filas
imports-created = Nuevos
imports-updated = Modificados
imports-failed = Por corregir
imports-check = Comprobar el archivo
imports-nothing-imported = No se importó nada
imports-kind = Tipo de registros
imports-file-hint = Un archivo CSV de cualquier programa, de hasta 100 MiB, o un libro de cálculo (.xlsx, .ods) de hasta 16 MiB. Después usted indica qué son sus columnas y ve qué pasaría con las filas antes de que se guarde nada.
imports-arrived = El archivo ha llegado. No se guarda nada hasta que usted lo confirme.

# The states of imports, and the names of their files.
imports-undone = Deshecha
imports-columns-to-choose = Columnas por elegir
imports-status-failed = Fallida
imports-undoing = Se está deshaciendo
imports-arriving = Se está recibiendo
imports-waiting = En espera
imports-checking = Se está comprobando
imports-importing = Se está importando
imports-checked = Comprobada
imports-imported = Importada
imports-sent-file = Un archivo enviado por la API
imports-undo-of = Reversión de { $file }

# How a file differs from the usual one.
imports-semicolons = puntos y coma
imports-tabs = tabuladores
imports-vertical-bars = barras verticales
imports-windows-1252 = Windows (Europa occidental)
imports-workbook = libro de cálculo
imports-headings-in-row = encabezados en la fila { $row }

# The page with the fields that a file can have.
imports-all = Todas las importaciones
imports-fields = Campos de los archivos
imports-fields-heading = { $kind ->
    [contacts] Lo que puede contener un archivo de contactos
    [gifts] Lo que puede contener un archivo de donaciones
    [pledges] Lo que puede contener un archivo de compromisos
    [tasks] Lo que puede contener un archivo de tareas
    [households] Lo que puede contener un archivo de hogares
    [funds] Lo que puede contener un archivo de fondos
    [campaigns] Lo que puede contener un archivo de campañas
   *[batches] Lo que puede contener un archivo de lotes de donaciones
}
imports-fields-about = Un archivo no necesita encabezados especiales: usted indica qué son sus columnas después de enviarlo. Las columnas con estos encabezados se reconocen enseguida.
imports-fields-download = Descargar un archivo vacío con todos ellos
imports-heading = Encabezado
imports-holds = Qué contiene
imports-needed = Imprescindible

# The columns of a file.
imports-columns = Columnas
imports-columns-of = Columnas de <bdi>{ $file }</bdi>
imports-columns-about = Indique qué es cada columna. Lo que se pudo adivinar ya está elegido. Todavía no se guarda nada: a continuación verá una vista previa.
imports-columns-remembered = Indique qué es cada columna. Lo que se pudo adivinar ya está elegido, como usted lo eligió para el último archivo con estos encabezados. Todavía no se guarda nada: a continuación verá una vista previa.
imports-read-as-format = Leído como: { $format }.
imports-before = Este mismo archivo ya se importó antes, el { $day }: <a>ver esa importación</a>.
imports-before-again = Importarlo de nuevo puede crearlo todo por duplicado.
imports-has-gifts = Este archivo también contiene donaciones, y usted lo importa como contactos: las donaciones quedan fuera. Como donaciones, cada fila es una donación y su donante se encuentra o se crea.
imports-as-gifts = Importarlo como donaciones
imports-day-and-rows = { $rows ->
    [one] { $day } ({ $rows } fila)
   *[other] { $day } ({ $rows } filas)
}
imports-column-of-file = Columna del archivo
imports-examples = Ejemplos
imports-is = Es
imports-do-not-import = No importar
imports-into-notes = Poner en las notas
imports-needed-field = { $label } (imprescindible)
imports-every-row = Para todas las filas
imports-every-row-about = Se usa donde ninguna columna lo dice.
imports-no-constant = Sin valor
imports-dates = Fechas y números
imports-date-order = En las fechas con números va
imports-date-order-hint = Las fechas como 2026-12-31 y 31 dic 2026 son claras de todos modos.
imports-day-first = Primero el día, como 31/12/2026
imports-day-first-read = Primero el día: { $text } es el { $day }
imports-day-first-unread = Primero el día: { $text } no es una fecha
imports-month-first = Primero el mes, como 12/31/2026
imports-month-first-read = Primero el mes: { $text } es el { $day }
imports-month-first-unread = Primero el mes: { $text } no es una fecha
imports-long-day = { $day } de { $year }
imports-decimal-sign = Antes de los decimales va
imports-point = Un punto, como 1,250.00
imports-point-read = Un punto: { $text } es { $amount }
imports-point-unread = Un punto: { $text } no es un importe
imports-comma = Una coma, como 1.250,00
imports-comma-read = Una coma: { $text } es { $amount }
imports-comma-unread = Una coma: { $text } no es un importe
imports-words = Palabras del archivo
imports-words-about = Estas palabras son nuevas aquí. Indique qué significa cada una. Las filas con una palabra que quede en «Nada de esto» no se importarán.
imports-word = «{ $word }» en la columna { $column } significa
imports-word-means-nothing = Nada de esto
imports-words-new = Una pregunta más: el archivo tiene palabras que son nuevas aquí
imports-read-types = Formas de pago del archivo
imports-read-types-about = Estas palabras se leen como tipos de donación que existen aquí. Elija otro tipo donde no sea el correcto. Puede añadir uno que falte en otra ventana, en <a>Tipos de donación</a>, y después volver a cargar esta página.
imports-show-preview = Mostrar la vista previa
imports-columns-saved = Las columnas están guardadas y las filas se comprueban según ellas. No se guarda nada más hasta que usted lo confirme.
imports-not-done = No se pudo hacer: { $rule }.
imports-not-checked = El archivo no se comprobó
imports-column-twice = Otra columna ya es «{ $label }»
imports-column-needed = Se necesita «{ $label }»: elija su columna

# The page of an import.
imports-one = Importación
imports-started = Inicio
imports-read-as = Leído como
imports-progress = Progreso
imports-is-arriving = El archivo está llegando. Puede salir de esta página: el trabajo continúa. <a>Volver a mirar</a>
imports-rows-done = { $done } de { $rows } filas procesadas. Puede salir de esta página: el trabajo continúa. <a>Volver a mirar</a>
imports-would-be-new = Serían nuevos
imports-would-change = Se modificarían
imports-taken-back = Revertidos
imports-left-as-they-are = Quedan como están
imports-further-rows = Más filas de un mismo registro
imports-skipped = En blanco, totales u omitidas
imports-failed-left-out = Las filas por corregir se omitirían. Puede importar las buenas ahora y las demás cuando estén corregidas.
imports-undoes = Esto revierte lo que guardó <a>una importación</a>.
imports-undone-by = Esta importación está deshecha o se está deshaciendo: <a>ver cómo va</a>.
imports-change-columns = Cambiar las columnas
imports-more-failed = Hay muchas filas por corregir. Las primeras 10.000 se guardan para que pueda descargarlas, o menos si son largas.
imports-download-failed = Descargar las filas por corregir
imports-run = Importar
imports-run-about = Antes de esto no se guarda nada.
imports-undecided = Algunas filas quizás son personas que usted ya tiene, y nadie ha decidido sobre ellas. <a>Decida primero sobre ellas</a> o marque la casilla.
imports-undecided-new = { $count ->
    [one] { $count } fila sobre la que nadie ha decidido se importará como nueva
   *[other] { $count } filas sobre las que nadie ha decidido se importarán como nuevas
}
imports-undecided-first = Todavía no se ha importado nada: algunas filas quizás son personas que usted ya tiene. Decida sobre ellas o marque la casilla encima del botón.
imports-run-all = Importar todas las filas
imports-run-good = Importar las filas buenas
imports-begun = La importación ha comenzado.
imports-problems = Problemas
imports-problems-in-all = { $count } en total.
imports-problems-kept = { $count } en total; se guardan los primeros 1.000.
imports-header-row = El encabezado es la fila { $row }.
imports-row = Fila
imports-column = Columna
imports-problem = Problema
imports-pages-before = Anterior
imports-pages-after = Siguiente
imports-undo = Deshacer
imports-undo-about = Si era el archivo equivocado, revierta lo que guardó. Los contactos que creó se archivan, sin sus correos electrónicos; las donaciones se anulan; los compromisos y las tareas se cancelan; y los registros que cambió recuperan lo que tenían antes. Los registros que alguien haya cambiado desde entonces, o que otros posteriores necesiten, quedan como están, y se le indica cuáles son. Una donación que ya se haya agradecido cuenta como cambiada y queda como está. También queda como está una donación que figura en un resumen o certificado impreso, hasta que se anule. Si son varias importaciones, deshaga primero la última. Un contacto que pasó a ser donante por una donación lo sigue siendo.
imports-undo-take-back = Revertir lo que guardó
imports-undo-fold = Deshacer esta importación…
imports-undo-begun = Se ha empezado a deshacer la importación.
imports-remove = Quitar esta comprobación…
imports-removed = La comprobación del archivo se ha quitado.
imports-meaning = Significado
imports-is-field = Campo
imports-is-read-only = Omitida: solo la escribe el servicio
imports-is-unknown = Omitida: no existe ese campo
imports-is-imported = Se importa
imports-is-left-out = Omitida
imports-nothing-is-done = No se hace nada con ella
imports-notes = Notas

# The rows of a file that has been checked.
imports-alike = Quizás ya existen aquí
imports-alike-about = Estas personas se parecen a contactos que usted ya tiene o a alguien de una fila anterior. Si es la misma persona, elija el contacto: sus datos quedan como están y de la fila solo se toma lo que le falta.
imports-alike-more = Hay más: decida sobre estas y verá las siguientes.
imports-alike-counts = Lo que elija cuenta cuando lo haya guardado.
imports-row-number = Fila { $row }:
imports-here = Aquí: <a><bdi>{ $name }</bdi></a>
imports-mend = Filas por corregir
imports-mend-about = Corríjalas aquí o en su propio archivo. Lo que quede como está no se importará.
imports-mend-more = Estas son las primeras: corríjalas u omítalas y verá las siguientes.
imports-of-row = de la fila { $row }
imports-rows-save = Guardar y volver a comprobar
imports-rows-suggested = Tomar en todas las filas el único contacto con ese nombre
imports-take-suggestions = Aceptar todas las sugerencias
imports-take-suggestions-about = Un botón decide sobre todas las filas que se parecen a un solo contacto o a una fila anterior, en todas las páginas: es la misma persona. Lo que usted ya ha elegido se queda, y después puede cambiar cada fila.
imports-seen-rows = Las filas, tal como se leen
imports-kinds-about = Si una organización se toma por una persona, o una persona por una organización, cámbielo aquí. La persona nombrada junto a una empresa se omite en cuanto la fila es una organización. Guarde antes de ver otras filas.
imports-kind-of-row = ¿El contacto nuevo de la fila { $row } es una persona o una organización?
imports-kind-as-read = Tal como se lee
imports-same-as = Es { $name }
imports-somebody-else = Es otra persona: crear un contacto nuevo
imports-like-row = En el archivo: fila { $row }
imports-archived = { $name } (archivado)
imports-same-stays-archived = Es { $name }, que sigue archivado
imports-same-not-archived = Es { $name }, que deja de estar archivado
imports-same-as-row = La misma persona que en la fila { $row }
imports-ask-again = Sin decidir: volver a preguntar
imports-take-row-back = No omitirla
imports-decided = Decidido
imports-decided-about = Sus respuestas hasta ahora y las donaciones de contactos archivados. Puede cambiarlas hasta que importe el archivo.
imports-decided-more = Estas son las primeras.
imports-fate = Qué ocurre
imports-fate-new-organisation = Organización nueva
imports-fate-new-of = Nuevo, para { $name }
imports-fate-new-of-new = Nuevo, con un contacto nuevo
imports-fate-new-of-new-organisation = Nuevo, con una organización nueva
imports-fate-new-of-row = Nuevo, para el contacto nuevo de la fila { $row }
imports-fate-follows = Va al contacto de la fila { $row }
imports-fate-fills = Va a { $name }
imports-fate-changes = Cambia lo que hay aquí
imports-fate-changes-earlier = Cambia lo que crea una fila anterior
imports-fate-fails = Hay que corregirla
imports-fate-there = Se omite
imports-there = Esta donación <a>ya existe</a>.
imports-there-about = Una donación del mismo donante, día e importe que ya existe se omite. Elija qué hacer con ella y guarde antes de ver otras filas.
imports-import-all-the-same = Importarla de todos modos
imports-there-count = { $count ->
    [one] { $count } donación ya existe y se omitirá.
   *[other] { $count } donaciones ya existen y se omitirán.
}
imports-there-counted = { $count ->
    [one] Se omitió { $count } donación porque ya existía.
   *[other] Se omitieron { $count } donaciones porque ya existían.
}
imports-made = Registros nuevos
imports-made-first = Estos son los primeros { $count }.
imports-fate-row = fila { $row }
imports-fate-perhaps = { $fate } – o quizás la misma persona que { $names }
imports-leave-row-out = Omitir la fila
imports-who-is-in-row = ¿Quién está en la fila { $row }?
imports-what-to-do-with-row = ¿Qué hacer con la fila { $row }?
imports-not-decided = Sin decidir: crea un contacto nuevo
imports-mend-or-leave = Corregirla o dejarla como está
imports-choose-one = Elija una opción
imports-rows-saved = Guardado y comprobado de nuevo. No se importa nada hasta que usted lo confirme.
imports-rows-saved-first = Todavía no se ha importado nada: sus elecciones se han guardado y las filas se comprueban de nuevo. Impórtelas cuando eso haya terminado.
imports-rows-checked-again = Sus elecciones se han guardado y el archivo se ha comprobado de nuevo: impórtelo ahora.

# The fields that a column can be. Files can have the English labels as headings.
imports-group-name = Nombre
imports-group-address = Dirección, teléfono y correo
imports-group-links = Vínculos
imports-group-fields = Campos
imports-whole-name = Nombre completo (García, Juan & María)
imports-organisation-name = Nombre de la organización
imports-first-name = Nombre de pila
imports-last-name = Apellidos
imports-phone = Teléfono
imports-street = Calle
imports-street2 = Calle, segunda línea
imports-city = Ciudad
imports-state = Provincia o estado
imports-postal-code = Código postal
imports-country = País
imports-address-type = Tipo de dirección
imports-gift-type = Tipo, o cómo se pagó
imports-contact-type = Persona u organización
imports-contact-external-id = Identificador externo del contacto
imports-pledge-external-id = Identificador externo del compromiso
imports-gift-external-id = Identificador externo de la donación
imports-batch-external-id = Identificador externo del lote
imports-adjusts-external-id = Identificador externo de la donación que corrige
imports-credits-external-ids = Identificadores externos de quienes comparten el crédito
imports-referred-by-external-id = Identificador externo de quien los recomendó
imports-contact-here = Contacto existente

# What the fields hold.
imports-label-and-about = { $label }. { $about }
imports-about-same = El número del contacto al que pertenece la fila. «new»: ninguno de los que solo se parecen; «earlier»: el de una fila anterior con la misma persona; «out»: se omite la fila; vacío: como sin la columna
imports-about-donor = Encuentra al donante entre sus contactos por correo electrónico, o por nombre y código postal, o crea uno nuevo
imports-about-organisation = El nombre de una organización. Si la fila nombra a una persona, es donde trabaja
imports-about-one-of = Uno de estos: { $choices }
imports-about-date = Una fecha
imports-about-amount = Un importe
imports-about-flag = Sí o no
imports-about-country = Un país, por su nombre o sus dos letras
imports-about-words = Uno o varios, separados por punto y coma
# computed: imports-about-of-
imports-about-of-contact_type = Uno de estos: person, organization
imports-about-of-gift_type = El nombre de un tipo de donación de esta cuenta
imports-about-of-contact_external_id = El identificador externo de un contacto de esta cuenta
imports-about-of-contact_referred_by_external_id = El identificador externo de un contacto de esta cuenta
imports-about-of-gift_external_id = El identificador externo de una donación de esta cuenta
imports-about-of-gift_adjusts_external_id = El identificador externo de una donación de esta cuenta
imports-about-of-gift_soft_credit_external_ids = Identificadores externos de contactos de esta cuenta, separados por punto y coma
imports-about-of-pledge_external_id = El identificador externo de un compromiso de esta cuenta
imports-about-of-batch_external_id = El identificador externo de un lote de esta cuenta

# Quick entry of gifts.
quick-entry = Registro rápido
quick-how = Escriba una parte del nombre del donante y un importe, como <code>50</code>, <code>50 cheque 1044</code> para un cheque, <code>50 transferencia</code> con el tipo o <code>30 Tejado + 20 Comidas</code> para dos fondos. La tecla Enter guarda y empieza la siguiente donación. El día, el tipo, el fondo y el lote se conservan para la donación siguiente.
quick-a-gift = Una donación
quick-changed-gift = La donación que está cambiando
quick-changing = Está cambiando <strong><bdi>{ $gift }</bdi></strong>. <a>Dejarla como está</a>
quick-new-donor = Un donante nuevo
quick-add-unknown = No se encuentra ningún contacto así: añadir <strong><bdi>{ $name }</bdi></strong> como donante nuevo, con esta donación
quick-add = Añadir <strong><bdi>{ $name }</bdi></strong> como donante nuevo, con esta donación
quick-open-batch = Abrir el lote
quick-last = Últimas donaciones registradas
quick-none-yet = Aquí aparecerán las donaciones que registre.
quick-change = Cambiar
quick-saved = Guardada: { $gift }
quick-which-donor = Todavía no está guardada. ¿Quién es? Elija, o escriba más del nombre.
quick-no-donor = Todavía no está guardada. Falta el donante. Escríbalo, o pulse Enter para guardar una donación sin donante.
quick-new-fund = Todavía no hay ningún fondo llamado «{ $name }». ¿Crearlo?
quick-save-new-fund = { $count ->
    [one] Guardar con un fondo nuevo
   *[other] Guardar con fondos nuevos
}
quick-use-fund = Usar «{ $name }»
quick-make-fund = Crear el fondo nuevo «{ $name }»
quick-leave = No guardar
quick-which-pledge = Todavía no está guardada. ¿Es para un compromiso?
quick-no-pledge = Para ningún compromiso: es otra donación
quick-cheque = Cheque

# Gifts.
gift-none-yet = Todavía no hay donaciones. Registre la primera, o toda una serie en el registro rápido.
gift-view-all = Todas
gift-view-received = Recibidas
gift-view-pending = Pendientes
gift-view-refunded = Reembolsadas
gift-from = { $amount } de { $giver }
gift-from-nobody = { $amount }, sin asignar
gift-sum-received = { $sum } recibidos
gift-tasks-with-donor = Tareas con el donante
gift-refund = Reembolsar…
gift-refund-undo = Deshacer el reembolso

# Batches of gifts.
batch-batches = Lotes de donaciones
batch-none-yet = Todavía no hay lotes. Cuente las donaciones de un depósito, cree un lote con lo que contó y registre sus donaciones en el registro rápido.
batch-view-all = Todos
batch-view-open = Abiertos
batch-view-closed = Cerrados
batch-batch = Lote
batch-is-closed = Este lote está cerrado
batch-is-closed-because = Este lote está cerrado: { $reason }
batch-difference = Diferencia
batch-against-counted = Frente a lo contado a mano: { $difference }.
batch-progress = { $is } de { $expected }
batch-gifts-of = { $expected ->
    [one] { $count } de { $expected } donación
   *[other] { $count } de { $expected } donaciones
}
batch-gifts-missing = { $count ->
    [one] falta { $count } donación
   *[other] faltan { $count } donaciones
}
batch-gifts-too-many = { $count ->
    [one] sobra { $count } donación
   *[other] sobran { $count } donaciones
}
batch-amount-missing = faltan { $amount }
batch-amount-too-much = sobran { $amount }
batch-close = Cerrar
batch-reopen = Reabrir
batch-close-named = Cerrar { $batch }
batch-reopen-named = Reabrir { $batch }
batch-close-about = Las donaciones de un lote cerrado conservan su donante, importe, fecha, tipo, finalidad y número de cheque. Solo un propietario puede reabrirlo.
batch-reopen-about = Pueden volver a entrar donaciones en el lote y las que contiene pueden cambiar. Ciérrelo de nuevo después.
batch-still-open = El lote sigue abierto
batch-reason = Motivo
batch-reason-hint = Por qué las donaciones difieren de lo contado
batch-closed = El lote está cerrado.
batch-open-again = El lote está abierto de nuevo.

# The deposit list of a batch.
deposit-list = Lista del depósito
deposit-list-of = Lista del depósito: { $batch }
deposit-heading = { $count ->
    [one] Depósito de { $count } donación
   *[other] Depósito de { $count } donaciones
}
deposit-cheque-number = Número de cheque
deposit-without-type = Sin tipo
deposit-not-counted = Las donaciones pendientes y anuladas no se cuentan.
deposit-none-yet = Todavía no se han recibido donaciones en este lote.

# Funds and campaigns.
purpose-no-funds-yet = Todavía no hay fondos. Un fondo dice para qué es una donación. Cree uno aquí o escriba su nombre en una donación.
purpose-no-campaigns-yet = Todavía no hay campañas. Una campaña es aquello a lo que responden las donaciones, como un llamamiento. Póngale una meta y vea aquí cómo avanza.
purpose-funds-all = Todos
purpose-funds-active = Activos
purpose-funds-inactive = No activos
purpose-campaigns-all = Todas
purpose-campaigns-active = Activas
purpose-campaigns-inactive = No activas
purpose-fund-inactive = No activo
purpose-campaign-inactive = No activa
purpose-code = Código
purpose-fund-split = Una donación repartida cuenta en cada uno de sus fondos
purpose-campaign-split = Una donación repartida cuenta en cada una de sus campañas
purpose-days = Días
purpose-from-to = del { $from } al { $until }
purpose-from = desde el { $day }
purpose-until = hasta el { $day }
purpose-received = Recibido
purpose-goal = Meta
purpose-reached = Alcanzado
purpose-of-goal = De la meta
purpose-percent = { $percent } %
purpose-merge-about = { $kind ->
    [fund] El otro fondo es el mismo que <bdi>{ $name }</bdi>, con otro nombre. Todo lo donado para él será para <bdi>{ $name }</bdi>, y el otro fondo se elimina. Esto no se puede deshacer.
   *[campaign] La otra campaña es la misma que <bdi>{ $name }</bdi>, con otro nombre. Todo lo donado para ella será para <bdi>{ $name }</bdi>, y la otra campaña se elimina. Esto no se puede deshacer.
}
purpose-merge-other-fund = El otro fondo
purpose-merge-other-campaign = La otra campaña
purpose-merge-fund-removed = Se elimina.
purpose-merge-campaign-removed = Se elimina.
purpose-merge-nothing = No se combinó nada
purpose-merged = Todas las donaciones son ahora para { $name }.

# Pledges.
pledge-none-yet = Todavía no hay compromisos. Anote lo que ha prometido un donante y vea aquí quién va con retraso.
pledge-view-all = Todos
pledge-view-active = Activos
pledge-view-late = Con retraso
pledge-view-paused = En pausa
pledge-view-upcoming = Por comenzar
pledge-view-ended = Terminados
pledge-state = Situación
pledge-fulfilled = Cumplido
pledge-next-due = Próximo vencimiento
pledge-due-since = Vencida desde
pledge-late-since = Con retraso desde
pledge-planned = Cambio previsto
pledge-reminded = Recordatorio de compromisos con retraso enviado al donante el
pledge-late = Retraso
pledge-balance = Saldo
pledge-still-open = Por recibir
pledge-open = { $amount } por recibir
pledge-ahead = { $amount } por adelantado
pledge-overpaid = { $amount } de más
pledge-due-until-today = Vencido hasta hoy
pledge-received-until-today = Recibido hasta hoy
pledge-days = { $count ->
    [one] { $count } día
   *[other] { $count } días
}
pledge-from = { $terms } de { $donor }
pledge-terms = { $amount } { $frequency }
pledge-terms-from = { $amount } { $frequency } desde el { $day }
# A pledge that a field offers.
pledge-offered-fund = { $pledge }, { $fund }
pledge-offered-due = { $pledge } – { $count } por recibir
pledge-offered-next = { $pledge } – próximo vencimiento { $day }
pledge-change-amount = Cambiar el importe
pledge-over-time = A lo largo del tiempo
pledge-from-day = Desde
pledge-agreed = Acordado
pledge-change = Cambiar
pledge-take-back = Deshacer este cambio
pledge-paused = En pausa
pledge-paused-until = En pausa hasta el { $day }
# computed: pledge-frequency-
pledge-frequency-one_time = una vez
pledge-frequency-weekly = cada semana
pledge-frequency-every_2_weeks = cada 2 semanas
pledge-frequency-every_4_weeks = cada 4 semanas
pledge-frequency-twice_monthly = dos veces al mes
pledge-frequency-monthly = cada mes
pledge-frequency-every_2_months = cada 2 meses
pledge-frequency-quarterly = cada trimestre
pledge-frequency-every_4_months = cada 4 meses
pledge-frequency-twice_yearly = dos veces al año
pledge-frequency-yearly = cada año
pledge-frequency-every_2_years = cada 2 años

# Tasks.
task-none-yet = Todavía no hay tareas. Anote qué hay que hacer, para quién y hasta cuándo.
task-view-open = Pendientes
task-view-mine = Mías
task-view-today = Hoy
task-view-this-week = Esta semana
task-view-overdue = Vencidas
task-view-done = Hechas
task-view-all = Todas
task-with = Con
task-phone = Teléfono
task-due = Vencimiento
task-assigned-to = Asignada a
task-type = Tipo
task-priority = Prioridad
task-overdue = Vencida
task-check-off = Marcar como hecha
task-done-on = Hecha el { $day }
task-cancelled = Cancelada
task-was-done = Hecha: { $task }.
task-was-done-next = Hecha: { $task }. La siguiente ya está creada.
task-what-came-of-it = ¿Cuál fue el resultado?
task-plan-next = Planificar la siguiente tarea
task-not-done-after-all = En realidad no está hecha
task-not-done = No se pudo hacer: { $problems }.
task-changed-meanwhile = Otra persona acaba de cambiar la tarea. Revísela e inténtelo de nuevo.
