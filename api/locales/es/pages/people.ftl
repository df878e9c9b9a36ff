# Signing in and out.
sign-in = Iniciar sesión
sign-in-not-done = No ha iniciado sesión
sign-in-back = Volver al inicio de sesión
sign-in-forgotten = ¿Ha olvidado su contraseña?
sign-in-insecure = Esta página ha llegado por http, que otras personas pueden leer. Ábrala con https: solo así su navegador mantiene la sesión.
sign-in-nobody-yet = Todavía nadie puede iniciar sesión: el primer usuario se crea con el enlace del registro del servicio.
sign-in-ended-kept = Su sesión se cerró. No se ha perdido nada: inicie sesión y volverá lo que había escrito. Se conserva durante una hora.
sign-in-ended = Su sesión se cerró antes de enviar esto, así que no cambió nada. Inicie sesión y hágalo de nuevo.
sign-in-signed-out = Su sesión se cerró. Lo que se envió después no se guardó. Inicie sesión para continuar.
sign-out-done = Ha cerrado la sesión.

# The second step of a sign-in.
second-step-title = Segundo paso
second-step-code-hint = Las seis cifras que muestra su aplicación de autenticación, o uno de sus códigos de recuperación.
second-step-without = Sin su aplicación y sin sus códigos, tiene que ayudarle un operador de este servicio.
second-step-begin-again = Empiece de nuevo con su contraseña.

# What was typed before a sign-in.
kept-form-title = Ha iniciado sesión
kept-form-note = Lo que escribió antes se conserva, pero todavía no está guardado.
kept-form-submit = Mostrar lo que escribí
kept-form-forget = Descartarlo e ir al resumen
kept-form-shown = Entretanto se cerró su sesión. Aquí está lo que escribió. Todavía no está guardado: revíselo y envíelo otra vez.
kept-form-not-shown = Lo que se escribió antes de iniciar sesión no se muestra: era de otra persona, o hace demasiado tiempo. No se ha guardado nada.

# Somebody who has forgotten the password.
forgotten-password-title = Contraseña olvidada
forgotten-password-note = Recibirá un enlace con el que elegir una contraseña nueva. Sirve una sola vez, durante 24 horas. En una hora se le envían diez como máximo.
forgotten-password-submit = Enviarme un enlace
forgotten-password-no-email = Si no llega ningún correo, una persona responsable puede crear un enlace para usted:
forgotten-password-ask = Una persona responsable puede crear un enlace para usted, con el que elegir una contraseña nueva:
forgotten-password-owner = un propietario de su cuenta, en <b>Ajustes, Miembros</b>;
forgotten-password-operator = si pertenece a varias cuentas o es el único propietario: el operador de este servicio, con el comando <code>almoner users password</code>.
forgotten-password-sent = Si hay alguien con esta dirección, ya va en camino un enlace para elegir una contraseña nueva.

# A new password, by a link.
password-choose = Elegir una contraseña nueva
password-submit = Establecer la contraseña
password-note = Con la contraseña nueva se cerrarán todas sus sesiones.
password-first-link = Este es el primer enlace que se ha enviado a esta dirección, así que otra persona podría haberla registrado.
password-ends-factor = Por su seguridad, el segundo factor se desactiva.
password-ends-memberships = Por su seguridad, terminan las pertenencias a cuentas aceptadas antes, con sus claves de API.
password-ends-both = Por su seguridad, el segundo factor se desactiva y terminan las pertenencias a cuentas aceptadas antes, con sus claves de API.
password-known = Si conoce la contraseña, inicie sesión con ella: así no cambia nada.
password-is-set = Su contraseña nueva está lista. Inicie sesión con ella. Las claves de API siguen valiendo: en «Servicios» puede sustituir las suyas.

# Joining an account.
invitation-title = Invitación
invitation-by = { $role ->
    [owner] { $inviter } invita a <b>{ $email }</b> a unirse a <b><bdi>{ $account }</bdi></b> como propietario.
   *[member] { $inviter } invita a <b>{ $email }</b> a unirse a <b><bdi>{ $account }</bdi></b> como miembro.
}
invitation-of-nobody = { $role ->
    [owner] Se invita a <b>{ $email }</b> a unirse a <b><bdi>{ $account }</bdi></b> como propietario.
   *[member] Se invita a <b>{ $email }</b> a unirse a <b><bdi>{ $account }</bdi></b> como miembro.
}
invitation-somebody-else = Ha iniciado sesión como { $email }. Para unirse, cierre la sesión y abra el enlace de nuevo.
invitation-join = Unirse
invitation-password-hint = Si ya inicia sesión en Almoner con esta dirección, la contraseña que usa. Si no, una nueva de al menos 10 caracteres.
invitation-joined = Le damos la bienvenida: ya forma parte de la cuenta.

# The first start.
setup-title = Le damos la bienvenida a Almoner
setup-note = Configure la cuenta de su organización, con usted como primer propietario.
setup-submit = Configurar
setup-language-hint = De sus páginas y de sus cartas a los donantes. Puede cambiar ambas cosas después.
setup-organisation = Nombre de su organización
setup-currency-hint = Su código, por ejemplo, USD o EUR. Puede cambiarse hasta la primera donación.
setup-follows-gifts-hint = Un contacto, un posible donante o un donante inactivo que hace una donación pasa a ser donante automáticamente.
setup-email = Su dirección de correo
setup-email-hint = La usará para iniciar sesión.
setup-ready = Su cuenta está lista.

# The accounts of a user.
account-switch-to = Cambiar a
account-switched = Ahora está en { $account }.
no-account-title = Ninguna cuenta
no-account-note = Aquí no pertenece a ninguna cuenta, o no ha elegido una. Pida una invitación a un propietario de la cuenta de su organización y abra el enlace.

# Forms, and what is wrong in them.
form-your-name = Su nombre
form-new-password-hint = Al menos 10 caracteres. Lo mejor son unas pocas palabras que solo usted juntaría.
form-filters-not-used = No se aplicaron los filtros
error-title = Error: { $what }
summary-not-saved = No se guardó nada
summary-field = { $label }: { $problem }
summary-fields = { $count ->
    [one] { $not_done }. Revise { $count } campo:
   *[other] { $not_done }. Revise { $count } campos:
}

# The pages of errors.
failure-sign-in-title = Inicie sesión
failure-sign-in = Inicie sesión e inténtelo de nuevo.
failure-forbidden-title = No tiene permiso para esto
failure-forbidden = Solo los propietarios de la cuenta pueden hacerlo. Pídaselo a uno de ellos, o cambie a otra cuenta.
failure-not-found-title = Esta página no existe
failure-not-found = Puede que se haya movido o eliminado, o que el enlace haya caducado o ya se haya usado.
failure-setup-link-title = Este enlace ya no funciona
failure-setup-link = Ya se ha usado o ha caducado. Si ya tiene un usuario aquí, inicie sesión. Si todavía nadie puede iniciar sesión, reinicie el programa: entonces muestra un enlace nuevo.
failure-method-title = Esta página no puede hacer eso
failure-method = Vuelva atrás e inténtelo desde la propia página.
failure-too-many-title = Demasiados intentos
failure-too-many = { $count ->
    [one] Espere { $seconds } segundo e inténtelo de nuevo.
   *[other] Espere { $seconds } segundos e inténtelo de nuevo.
}
failure-internal-title = Algo ha fallado
failure-internal = El fallo es nuestro. No se ha conservado nada de su cambio: inténtelo de nuevo. Si vuelve a ocurrir, indique a su operador el número de abajo.
failure-unavailable-title = Inténtelo de nuevo en un momento
failure-unavailable = El servicio está ocupado, o no se puede acceder a su base de datos.
failure-other-title = No ha funcionado
failure-forged-title = No se aceptó este formulario
failure-forged-signed-in = Se envió sin la marca que muestra que es suyo. Esto ocurre cuando, entretanto, ha vuelto a iniciar sesión o ha cambiado su contraseña en otra ventana. Vuelva atrás, cargue la página de nuevo y envíe el formulario otra vez.
failure-forged = Se envió sin la marca que muestra que es suyo. Esto ocurre cuando la página estuvo abierta mucho tiempo, o cuando el navegador no conserva las cookies. Fuera de este mismo equipo, el servicio solo guarda sus cookies por https: compruebe que la dirección empieza por https. Después cargue la página de nuevo y envíe el formulario otra vez.
failure-not-kept-title = Escríbalo otra vez
failure-not-kept = Lo que se escribió antes de iniciar sesión se conserva durante una hora, para la persona y la cuenta a las que pertenece. Ya no está aquí, y no se ha guardado nada: abra el formulario otra vez.
failure-number = Número <code>{ $id }</code>
failure-start = Ir al inicio

# Webhooks that fail, on every page of an owner.
trouble-failing = El webhook a { $receiver } falla: su receptor lleva más de una hora sin responder. Los eventos esperan y se envían otra vez.
trouble-disabled = El webhook a { $receiver } se desactivó, porque su receptor no responde o no quiere más eventos. No recibe ninguno.

# The name of a browser.
user-agent-on = { $browser } en { $system }
user-agent-unknown = Navegador desconocido

# The mail of an invitation.
mail-invitation-subject = Invitación a { $account }
mail-invitation = { $inviter } le invita a unirse a { $account } en Almoner, donde se gestionan sus donaciones y sus donantes.
mail-invitation-open = Abra este enlace para unirse. Sirve una sola vez, durante 7 días:
mail-invitation-unknown = Si no sabe de qué se trata, no tiene que hacer nada.

# The mail of a link for a new password.
mail-password-subject = Una contraseña nueva para Almoner
mail-password = Alguien ha pedido una contraseña nueva para esta dirección.
mail-password-open = Abra este enlace para elegirla. Sirve una sola vez, durante 24 horas:
mail-password-not-you = Si no ha sido usted, no tiene que hacer nada: su contraseña sigue igual.

# The mails that tell of a change.
mail-notice-password-subject = Se cambió su contraseña
mail-notice-password = Su contraseña se cambió el { $moment } UTC, desde la dirección { $address }.
mail-notice-factor-on-subject = Se activó su segundo factor
mail-notice-factor-on = Su segundo factor se activó el { $moment } UTC, desde la dirección { $address }.
mail-notice-factor-off-subject = Se desactivó su segundo factor
mail-notice-factor-off = Su segundo factor se desactivó el { $moment } UTC, desde la dirección { $address }.
mail-notice-codes-subject = Tiene códigos de recuperación nuevos
mail-notice-codes = Se crearon códigos de recuperación nuevos para usted el { $moment } UTC, desde la dirección { $address }.
mail-notice-key-subject = Tiene una clave de API nueva
mail-notice-key = Se creó una clave de API nueva para usted, para la cuenta { $account }, el { $moment } UTC, desde la dirección { $address }.
mail-notice-not-you = Si ha sido usted, no tiene que hacer nada. Si no, elija enseguida una contraseña nueva y avise a un propietario de su cuenta:
mail-notice-keys-go-on = Las claves de API que ha creado siguen valiendo. Si otra persona pudiera tener una, inicie sesión, cambie su contraseña en «Ajustes, Perfil» y anule a la vez las claves.
mail-notice-keys-ended = Sus claves de API han dejado de valer, en todas las cuentas.

# The mails that tell of a webhook that fails.
mail-webhook-failing-subject = El webhook a { $receiver } falla
mail-webhook-failing = El webhook de { $account } a { $receiver } falla. Todos los intentos de llegar a él han fallado durante más de una hora. Los eventos esperan y se envían otra vez durante unos tres días. Todavía no se ha perdido nada.
mail-webhook-given-up-subject = El webhook a { $receiver } ha perdido eventos
mail-webhook-given-up = El webhook de { $account } a { $receiver } ha perdido eventos. Se renunció a enviar un evento, porque todos los intentos de enviarlo durante unos tres días han fallado. Los demás eventos se envían como antes. Si todos los intentos fallan durante cinco días, el webhook se desactiva.
mail-webhook-disabled-subject = Se desactivó el webhook a { $receiver }
mail-webhook-disabled = Se desactivó el webhook de { $account } a { $receiver }. Su receptor ha indicado que no quiere más eventos, o lleva cinco días sin responder. No recibe eventos hasta que usted lo vuelva a activar.
mail-webhook-what-to-do = Su página muestra lo que ha respondido el receptor. Pida a quien se encarga del receptor que lo revise, y envíe una prueba desde la página. Cuando vuelva a responder, envíe lo que se perdió con «Recuperar» en la misma página:
mail-webhook-see = Ver el webhook
mail-webhook-once = Los propietarios de la cuenta reciben este correo una vez por cada fallo, no por cada evento.
