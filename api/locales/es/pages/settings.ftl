# The account.
account-organisation = Su organización
account-owners-can-change = Los propietarios pueden cambiarlo.
account-currency-hint = Su código, por ejemplo, USD o EUR. No cambia mientras haya una donación o un compromiso en otra moneda.
account-funds-closed = Solo fondos de la lista
account-funds-closed-hint = Se rechaza toda donación o compromiso para otro fondo; así nadie crea un segundo por descuido.
account-campaigns-closed = Solo campañas de la lista
account-campaigns-closed-hint = Se rechaza toda donación de otra campaña.
account-number = Número de la cuenta
account-saved = Los ajustes de la cuenta se han guardado.
account-not-done-because = No se pudo hacer: { $reason }.
account-sandbox = Cuenta de prueba
# What stands in brackets behind the name of a new one.
account-sandbox-word = cuenta de prueba
account-is-sandbox-of = Esta cuenta es la cuenta de prueba de <b><bdi>{ $name }</bdi></b>. Tiene los mismos miembros. Lo que haga aquí no cambia nada allí.
account-sandbox-leave = Volver a su cuenta
account-sandbox-empty-summary = Vaciarla y llenarla de nuevo…
account-sandbox-empty-note = Esto elimina todos sus registros y eventos, para todos los miembros, y restablece los iniciales. Sus claves y webhooks se conservan.
account-sandbox-empty = Vaciar la cuenta de prueba
account-sandbox-not-emptied = No se vació nada
account-sandbox-emptied = La cuenta de prueba se ha vaciado y llenado de nuevo.
account-is-no-sandbox = No se pudo hacer: esta cuenta no es de prueba, así que nunca se vacía.
account-has-sandbox = Su cuenta de prueba tiene personas y donaciones inventadas. Haga sus pruebas allí: un programa, una importación, el primer día de alguien nuevo en el equipo.
account-sandbox-enter = Ir a la cuenta de prueba
account-sandbox-entered = Ahora está en su cuenta de prueba.
account-sandbox-about = Una cuenta de prueba es una cuenta para los mismos miembros, con trescientas personas inventadas y sus donaciones. Haga sus pruebas allí: un programa, una importación, el primer día de alguien nuevo en el equipo. Puede vaciarla en cualquier momento.
account-sandbox-make = Crear una cuenta de prueba
account-sandbox-owners-can-make = Los propietarios pueden crearla.

# The audit log.
audit-what-was-done = Qué se hizo
audit-note = Las entradas se conservan durante { $days } días. Si no hay nombre, lo hizo un operador o alguien que no había iniciado sesión.
audit-what = Qué
audit-detail = Detalle
audit-who = Quién
audit-address = Dirección
audit-newer = Más recientes

# What the audit log tells of.
audit-records-exported = Registros exportados
audit-contact-erased = Contacto borrado definitivamente
audit-sign-in = Inicio de sesión
audit-sign-in-failed = Inicio de sesión fallido
audit-sign-out = Cierre de sesión
audit-sessions-ended = Otras sesiones cerradas
audit-account-created = Cuenta creada
audit-account-changed = Cuenta modificada
audit-batch-closed = Lote de donaciones cerrado
audit-batch-reopened = Lote de donaciones reabierto
audit-letterhead-changed = Membrete modificado
audit-letter-template-changed = Textos de las cartas modificados
audit-file-added = Archivo añadido
audit-file-removed = Archivo quitado
audit-contacts-kept-apart = Contactos mantenidos separados
audit-contacts-not-kept-apart = Contactos que ya no se mantienen separados
audit-web-form-removed = Formulario web quitado
audit-imported = Archivo importado
audit-import-undone = Importación deshecha
audit-import-check-removed = Comprobación de un archivo quitada
audit-letters-printed = Cartas impresas
audit-letters-taken-back = Cartas anuladas
audit-sandbox-created = Cuenta de prueba creada
audit-sandbox-reset = Cuenta de prueba vaciada y llenada de nuevo
audit-user-created = Usuario creado
audit-profile-changed = Cambio del propio nombre
audit-password-changed = Contraseña modificada
audit-password-link-created = Enlace de contraseña creado
audit-password-link-revoked = Enlace de contraseña retirado
audit-second-factor-on = Segundo factor activado
audit-second-factor-off = Segundo factor desactivado
audit-recovery-codes-created = Nuevos códigos de recuperación creados
audit-recovery-code-used = Código de recuperación usado
audit-member-invited = Miembro invitado
audit-invitation-revoked = Invitación retirada
audit-member-joined = Incorporación a la cuenta
audit-member-role-changed = Rol modificado
audit-member-removed = Miembro quitado
audit-member-left = Salida de la cuenta
audit-key-created = Clave de API creada
audit-key-refreshed = Clave de API renovada
audit-key-revoked = Clave de API quitada
audit-webhook-created = Webhook registrado
audit-webhook-updated = Webhook modificado
audit-webhook-secret-rotated = Secreto de un webhook renovado
# Details of the audit log. They are stored in English.
audit-detail-copy = la copia del contacto { $id }
audit-detail-run = cartas de la serie { $id }
audit-detail-contact = contacto { $id }
audit-detail-contact-receipts = contacto { $id }, con certificados oficiales
audit-detail-contacts = contactos { $id } y { $other }
audit-detail-after-password = { $email }, tras la contraseña correcta
audit-detail-batch-because = lote { $id }: { $reason }
audit-detail-batch = lote { $id }
audit-detail-web-form = { $title }, envíos descartados: { $count }
audit-detail-import = importación { $id }: { $records }
audit-detail-words = { $kind }, { $language }
audit-detail-mailed-again = serie { $id }, { $count ->
    [one] { $count } carta por correo electrónico otra vez
   *[other] { $count } cartas por correo electrónico otra vez
}
audit-detail-taken-back = serie { $id }
audit-detail-mailed = { $kind }, { $count ->
    [one] { $count } carta por correo electrónico
   *[other] { $count } cartas por correo electrónico
}
audit-detail-printed = { $kind }, { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
audit-detail-role = { $email }: { $from } → { $to }
audit-detail-invited = { $email } como { $role }
audit-detail-codes-left = quedan { $count }
audit-detail-webhook-to = webhook { $id } a { $host }
audit-detail-webhook = webhook { $id }
audit-detail-name = nombre { $name }
audit-detail-currency = moneda { $currency }
audit-detail-timezone = zona horaria { $zone }
audit-detail-gift-makes-donor = una donación convierte a un contacto en donante: { $yes }
audit-detail-funds-closed = solo fondos de la lista: { $yes }
audit-detail-campaigns-closed = solo campañas de la lista: { $yes }
audit-detail-with-code = con un código
audit-detail-with-recovery-code = con un código de recuperación
audit-detail-with-new-password = con una contraseña nueva

# The letterhead.
letterhead-note = Lo que figura en todas las cartas que imprima. Una carta ya impresa queda como está.
letterhead-organisation = Nombre en las cartas
letterhead-address = Dirección
letterhead-address-hint = Como figura en un sobre, con 6 líneas como máximo.
letterhead-tax-id = Identificación fiscal
letterhead-tax-id-hint = Su número ante la administración tributaria, como un NIF o un RFC. Figura al pie de cada página.
letterhead-signer = Quién firma
letterhead-signer-title = Cargo
letterhead-legal-text = Letra pequeña
letterhead-legal-text-hint = Al final de cada carta, por ejemplo: «No se entregaron bienes ni servicios a cambio de esta donación».
letterhead-paper = Papel
letterhead-paper-us = Carta (EE. UU.)
letterhead-locale = Idioma de sus cartas
letterhead-donor-locales = Escribir también en
letterhead-donor-locales-hint = Los donantes cuyo idioma es uno de estos reciben sus cartas en él. Cada idioma tiene su propio texto, más abajo, y puede tener su propia letra pequeña.
letterhead-reply-to = Las respuestas a las cartas enviadas por correo electrónico van a
letterhead-reply-to-hint = Las cartas por correo electrónico salen de la dirección de este servicio.
letterhead-remove-logo = Imprimir sin el logotipo actual
letterhead-logo = Logotipo
letterhead-another-logo = Otro logotipo
letterhead-logo-hint = Un PNG o un JPEG de 200 kB como máximo, y de 2.000 píxeles como máximo por lado.
letterhead-saved = El membrete se ha guardado.
letterhead-words-note = Cada tipo de carta tiene un texto que sirve tal como está y que usted puede adaptar.
letterhead-statements = Resúmenes de donaciones de un año

# The words of letters.
letter-words = Texto
letter-words-subject = Asunto
letter-words-body = Texto
letter-words-body-hint = Una línea vacía empieza un párrafo. Los nombres entre llaves se rellenan para cada donante.
letter-words-signer-title-hint = Solo si el cargo debe figurar aquí de otro modo que en el membrete, por ejemplo, en este idioma.
letter-words-legal-text-hint = Figura en estas cartas en lugar de la del membrete.
letter-words-receipt-note = Para el certificado que pide la administración tributaria hay un texto de partida.
letter-words-receipt = Empezar con el texto del certificado oficial
letter-words-receipt-todo = Este es el texto del certificado oficial, en la medida en que una carta puede reproducirlo. Rellene lo que figura entre corchetes, quite lo que no se aplica a su organización y pida a su asesor fiscal que lo revise antes de imprimir. Los bienes y valores no figuran en estas cartas: necesitan un certificado propio. Nada cambia hasta que usted lo guarde.
letter-words-receipt-companies = Es el formulario para particulares (Cerfa 11580). Las empresas necesitan otro (Cerfa 16216): no les envíe esta carta.
letter-words-saved = El texto se ha guardado.
letter-words-reset = Volver al texto que viene con Almoner
letter-words-reset-done = Las cartas vuelven a tener el texto que viene con Almoner.
letter-words-sample = Un ejemplo
letter-words-sample-title = Ejemplo: { $kind }
# The name of the file, without accents.
letter-words-sample-file = ejemplo
letter-words-table = { $count ->
    [one] Una tabla con { $count } fila.
   *[other] Una tabla con { $count } filas.
}
letter-words-see-pdf = Ver en PDF
letter-words-no-donor = Todavía no hay ningún donante que tenga una dirección y una donación.
letter-words-braces = Qué puede ir entre llaves

# What can stand in braces in the words of a letter.
# computed: letter-words-field-
letter-words-field-salutation = el saludo, por ejemplo, «Hola, Ada y William»
letter-words-field-first-name = el nombre de pila, o el nombre de una organización
letter-words-field-name = el nombre como en el sobre
letter-words-field-address = la dirección postal en una línea; quien no la tiene no recibe ninguna carta que la use
letter-words-field-date = el día de la carta
letter-words-field-organisation = el nombre de su organización
letter-words-field-signer = quién firma
letter-words-field-thank-you-gifts = lo que se donó, por ejemplo: «donación de 50,00 € del 3 de marzo de 2026 para Tejado»
letter-words-field-thank-you-amount = el importe; si son varias donaciones, el total
letter-words-field-thank-you-amount-in-words = lo mismo en letras, por ejemplo: «cincuenta euros»
letter-words-field-thank-you-gift-date = el día de la donación; si son varias, el primero y el último
letter-words-field-thank-you-fund = el fondo, o donde más se necesita
letter-words-field-thank-you-list = una tabla de las donaciones si son varias, sola en un párrafo
letter-words-field-year-end-statement-year = el año, por ejemplo, 2026, o el primer y el último día
letter-words-field-year-end-statement-period = el período en palabras, por ejemplo: «en 2026»
letter-words-field-year-end-statement-total = el total de las donaciones en dinero
letter-words-field-year-end-statement-total-in-words = lo mismo en letras, por ejemplo: «cincuenta euros»; una carta con este campo solo incluye donaciones en dinero, y ninguna donación figura en dos de ellas para fechas distintas
letter-words-field-year-end-statement-list = las tablas de las donaciones, solas en un párrafo
letter-words-field-pledge-reminder-amount = lo que falta de todos los compromisos juntos
letter-words-field-pledge-reminder-since = el día desde el que está vencido
letter-words-field-pledge-reminder-list = una tabla de los compromisos, sola en un párrafo

# The members.
members-the-link = El enlace
members-role = Rol
members-owner = Propietario
members-member = Miembro
members-since = Desde
members-you = Usted
members-change = Cambiar
members-make-owner = Hacer propietario
members-make-member = Hacer miembro
members-make-password-link = Crear enlace de contraseña
members-remove = Quitar de la cuenta
members-role-changed = El rol se ha cambiado. Las demás sesiones del miembro han terminado.
members-removed = El miembro se ha quitado. Sus sesiones, sus claves y los enlaces que creó ya no funcionan.
members-send-password-link = Envíe este enlace al miembro. Funciona una sola vez, durante 24 horas, y solo se muestra ahora.

# Invitations.
members-open-invitations = Invitaciones abiertas
members-invited-by = Invitado por
members-operator = El operador
members-open-until = Válido hasta
members-email-sent = Correo enviado
members-mailed = Enviado
members-being-mailed = Se está enviando
members-not-mailed = No se pudo enviar
members-show-link = Mostrar un enlace
members-take-back = Retirar
members-invite = Invitar a alguien
members-invite-mailed = La invitación se envía por correo electrónico con un enlace.
members-invite-link = Recibirá un enlace para enviarlo usted.
members-invite-again = Si invita de nuevo a la misma dirección, el enlace se reemplaza.
members-make-invitation = Crear invitación
members-nobody-invited = No se invitó a nadie
members-email-address = Correo electrónico
members-role-hint = Los miembros trabajan con los registros. Los propietarios administran además los miembros, los webhooks y la cuenta.
members-invitation-mailed = La invitación está en camino a { $email }. Su enlace funciona una sola vez, durante 7 días.
members-too-many-mailed = Esta invitación no se envía por correo electrónico, porque últimamente se enviaron demasiadas.
members-send-invitation-link = Envíe este enlace al nuevo miembro. Funciona una sola vez, durante 7 días, y solo se muestra ahora.
members-invitation-taken-back = La invitación se ha retirado: su enlace ya no funciona.

# Password links.
members-open-password-links = Enlaces de contraseña abiertos
members-password-links-note = Quien tenga uno de estos enlaces puede iniciar sesión como ese miembro.
members-link-for = Para
members-made-by = Creado por
members-password-link-taken-back = El enlace de contraseña se ha retirado: ya no funciona.

# Leaving the account.
members-leave-heading = Salir
members-leave-note = Sus claves para esta cuenta dejan de funcionar y se cierra su sesión. Para volver, necesita una invitación.
members-leave-summary = Salir de la cuenta…
members-leave = Salir de la cuenta
members-left = Ha salido de { $account }.
members-of-sandbox = Los miembros de una cuenta de prueba son los de su cuenta. <a>Vuelva allí</a> para cambiarlos.

# The profile.
profile-you = Usted
profile-sign-in-as = Usted inicia sesión como <b>{ $email }</b>.
profile-name-saved = Su nombre se ha guardado.
profile-password-note = Un cambio cierra su sesión en todos los demás lugares.
profile-change-password = Cambiar contraseña
profile-current-password = Contraseña actual
profile-end-keys = Anular también mis claves de API
profile-end-keys-hint = En todas sus cuentas. Los programas que las usan se detienen hasta que tengan otras nuevas.
profile-password-changed-keys-ended = Su contraseña se ha cambiado. Su sesión se ha cerrado en todos los demás lugares, y sus claves de API ya no funcionan.
profile-password-changed = Su contraseña se ha cambiado. Su sesión se ha cerrado en todos los demás lugares. Las claves de API siguen funcionando.
profile-second-factor-on = Activado desde el { $since }: para iniciar sesión, necesita también un código de su aplicación de autenticación.
profile-second-factor-change = Códigos de recuperación o desactivación
profile-second-factor-off = Desactivado. Con él, nadie inicia sesión solo con su contraseña: una aplicación de autenticación en su teléfono muestra un código para cada inicio de sesión.
profile-appearance = Apariencia
profile-appearance-note = Claro u oscuro vale para este navegador. El idioma es suyo: otros navegadores lo adoptan cuando inicia sesión en ellos.
profile-theme = Claro u oscuro
profile-theme-system = Como el sistema
profile-theme-light = Claro
profile-theme-dark = Oscuro
profile-language = Idioma
profile-language-of-browser = Como pida el navegador
profile-sessions = Dónde tiene la sesión iniciada
profile-browser = Navegador
profile-signed-in = Inicio de sesión
profile-this-browser = Este navegador
profile-session-ended = La sesión de ese navegador se ha cerrado.
profile-end-others = Cerrar las demás sesiones
profile-others-ended = Las demás sesiones se han cerrado.

# The second factor.
second-factor = Segundo factor
second-factor-turn-on = Activar
second-factor-turn-off = Desactivar
second-factor-code = Código
second-factor-code-hint = Las seis cifras que su aplicación muestra ahora, o uno de sus códigos de recuperación.
second-factor-new-code-hint = Las seis cifras que la aplicación muestra ahora.
second-factor-your-codes = Sus códigos de recuperación
second-factor-your-codes-note = Con cada uno puede iniciar sesión una vez, en lugar de con un código de su aplicación. Guárdelos donde guarda lo valioso, y no en el teléfono con la aplicación: solo se muestran ahora.
second-factor-app = Su aplicación de autenticación
second-factor-app-note = Haga que una aplicación de autenticación en su teléfono lea este código. Sirve cualquier aplicación de códigos temporales.
second-factor-qr = El código QR de su secreto. Debajo está como texto.
second-factor-type-in = O escriba esto en la aplicación:
second-factor-turn-on-note = A partir de entonces, necesita la aplicación o un código de recuperación para cada inicio de sesión. Se cierran las demás sesiones.
second-factor-turned-on = Su segundo factor está activado. Las demás sesiones se han cerrado.
second-factor-codes = Códigos de recuperación
second-factor-since = El segundo factor está activado desde el { $since }.
second-factor-codes-left = { $count ->
    [1] Queda un código de recuperación.
   *[other] Quedan { $count } códigos de recuperación.
}
second-factor-codes-replace = Los nuevos los reemplazan.
second-factor-make-codes = Crear códigos nuevos
second-factor-codes-made = Los códigos nuevos se han creado. Los anteriores ya no funcionan.
second-factor-turn-off-note = A partir de entonces, basta su contraseña para iniciar sesión. Se cierran las demás sesiones.
second-factor-turned-off = Su segundo factor está desactivado. Las demás sesiones se han cerrado.

# The types of gifts.
gift-types-note = Los tipos de donación indican cómo se pagaron las donaciones o qué son. Las donaciones muestran el nuevo nombre de un tipo que cambia de nombre. Un tipo se queda, porque puede haber donaciones que lo tengan. Los tipos cuyo nombre contiene palabras para bienes, como En especie, y los que se llaman solo Acciones o Valores, cuentan como bienes: los resúmenes de donaciones describen sus donaciones y no las suman al total.
gift-types-usual = Los tipos habituales conservan su nombre, porque las importaciones los reconocen por él: añada otro tipo en su lugar.
gift-types-rename = Cambiar el nombre
gift-types-new = Otro tipo
gift-types-add = Añadir
gift-types-added = El tipo está añadido.
gift-types-renamed = El tipo tiene su nuevo nombre.

# The forms on the website.
web-forms-note = Las personas que rellenan un formulario en su sitio web esperan en una página aparte hasta que las añada como contactos. Nadie de fuera puede ver ni cambiar un contacto.
web-forms-none = Todavía no hay ningún formulario.
web-forms-owner-can-make = Un propietario puede crear uno.
web-form-new = Nuevo formulario
web-form-title = Título
web-form-intro = Introducción
web-form-thanks = Agradecimiento tras el envío
web-form-thanks-text = Gracias. Nos pondremos en contacto con usted.
web-form-asks = Qué pide
web-form-asks-hint = El nombre y el correo electrónico se piden siempre. El formulario no envía ningún correo de confirmación: compruebe qué exige la ley de su país antes de enviar noticias
web-form-address = Dirección
web-form-amount = Importe que quiere donar
web-form-news = Noticias por correo electrónico
web-form-privacy = Aviso de privacidad
web-form-privacy-hint = La dirección https de la página que explica cómo usa los datos; el formulario la enlaza
web-form-tag = Etiqueta
web-form-tag-hint = La reciben los contactos que añada desde este formulario
web-form-open = Abierto
web-form-open-hint = Un formulario cerrado dice que por ahora no admite nada
web-form-is-open = abierto
web-form-is-closed = cerrado
web-form-waiting = Envíos en espera
web-form-see-waiting = { $count ->
    [one] Ver { $count } envío en espera
   *[other] Ver { $count } envíos en espera
}
web-form-link = Enlace para su sitio web
web-form-link-note = Ponga el enlace en su sitio web o pegue la segunda línea en su HTML.
web-form-see = Ver el formulario como lo ven los demás
web-form-heading = El formulario
web-form-made = Se ha creado el formulario. Ponga su enlace en su sitio web.
web-form-changed = Se ha cambiado el formulario.
web-form-remove = Quitar este formulario
web-form-remove-note = Su enlace dejará de funcionar. Los contactos que llegaron por él se conservan.
web-form-remove-waiting = { $count ->
    [one] { $count } envío de este formulario está pendiente.
   *[other] { $count } envíos de este formulario están pendientes.
}
web-form-discard = Descartar también estos envíos
web-form-removed = { $count ->
    [0] Se ha quitado el formulario.
    [one] Se ha quitado el formulario, y con él { $count } envío.
   *[other] Se ha quitado el formulario, y con él { $count } envíos.
}
web-form-not-removed = No se ha quitado el formulario: decida antes sobre los envíos pendientes o descártelos con él.

# The page of a form, for supporters.
public-form-send = Enviar
public-form-not-sent = Todavía no se ha enviado
public-form-message = Mensaje
public-form-amount = Importe que me gustaría donar
public-form-amount-hint = Aquí no se paga nada. Nos pondremos en contacto.
public-form-news = Quiero recibir noticias por correo electrónico
public-form-news-hint = Puede dejar de recibirlas cuando quiera.
public-form-note = Lo que envíe lo recibe { $organisation } y nadie más.
public-form-privacy = Cómo usamos sus datos
public-form-takes-nothing = Por ahora este formulario no admite nada. Inténtelo más tarde.
public-form-leave-empty = Deje este campo vacío
