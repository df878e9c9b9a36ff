# Keys of the API.
services-api = API
services-about = Con una clave, otro programa hace todo lo que usted puede hacer con los registros: actúa como <b><bdi>{ $user }</bdi></b> en la cuenta <b><bdi>{ $account }</bdi></b>. Dé a cada programa su propia clave, para poder reemplazar una mientras las demás siguen funcionando.
services-api-is-at = La API está en <code>{ $base }</code>. <a>Su documentación</a> muestra cada operación y permite probarla.
services-your-key = Su clave
services-your-key-note = Guárdela como una contraseña: fuera del código de los programas, de los registros y de los correos. Para probarla, pegue esto en una terminal:
services-key-made-at = Clave creada
services-used-by = { $at }, por <bdi>{ $agent }</bdi>
services-unnamed-program = un programa sin nombre
services-exact-to-the-hour = (con precisión de una hora)
services-refresh-or-remove = Renovar o quitar
services-old-key-stops = <b>La clave anterior deja de funcionar de inmediato.</b> Un programa que la use deja de funcionar hasta que tenga otra.
services-refresh-key = Renovar la clave
services-remove-key = Quitar la clave
services-no-key-yet = Todavía no tiene ninguna clave para esta cuenta
services-another-key = Otra clave
services-key-name-hint = El programa que la usará, por ejemplo, «Página de donaciones».
services-password-hint = Inició sesión hace más de 10 minutos.
services-get-key = Obtener clave
services-key-made = Aquí está su clave. Cópiela ahora: solo se muestra esta vez.
services-key-refreshed = Aquí está su clave nueva. La anterior ya no funciona. Copie la nueva ahora: solo se muestra esta vez.
services-key-removed = La clave { $name } se ha quitado y ya no funciona.

# The list of webhooks.
webhooks-heading = Adónde se entregan los eventos
webhooks-note = Un webhook avisa de inmediato a otro programa de cada cambio: cada evento se envía firmado a su URL, y se reintenta hasta que llega.
webhooks-none = Todavía no hay ningún webhook.
webhooks-owner-can-register = Un propietario puede registrar uno.
webhooks-failing-since = Con fallos desde el { $since }
webhooks-all = Todos los webhooks

# The fields of a webhook, and how it is registered and changed.
webhook-register-heading = Registrar un webhook
webhook-register = Registrar webhook
webhook-edit = Editar webhook
webhook-receiver = El receptor
webhook-url = URL
webhook-url-hint = Una dirección https accesible desde internet, por ejemplo, https://hooks.example.org/almoner
webhook-description = Descripción
webhook-description-hint = Para qué sirve, por ejemplo, «Contabilidad»
webhook-events = Eventos
webhook-events-hint = No elija ninguno para recibirlos todos, también los de versiones futuras.
webhook-skip-unchanged = Omitir las actualizaciones que no cambiaron nada
webhook-include = Qué muestran los eventos de otros registros
webhook-include-hint = No elija nada para recibir el contacto y el tipo, como los muestra la API.
webhook-include-none = Nada de otros
webhook-include-contact = El contacto
webhook-include-emails = El contacto con los correos electrónicos
webhook-include-phones = El contacto con los números de teléfono
webhook-include-addresses = El contacto con las direcciones postales
webhook-include-gift-type = El tipo de una donación
webhook-rate-limit = Intentos por segundo
webhook-rate-limit-hint = Lo máximo que admite el receptor, de 1 a 10.000. Vacío para no poner límite.
webhook-concurrency = Intentos simultáneos
webhook-concurrency-hint = Lo máximo de cada despachador, de 1 a 1.000. Vacío para hacer tantos como el receptor pueda atender.
webhook-headers-to-send = Encabezados que se envían también
webhook-headers-hint = Uno en cada línea, como Nombre: valor. No se vuelven a mostrar nunca.
webhook-stored-headers-hint = Uno en cada línea, como Nombre: valor. Hay encabezados guardados que no se vuelven a mostrar nunca: deje este campo vacío para conservarlos, o escríbalos todos de nuevo. Una URL con otro esquema, servidor o puerto los borra, a menos que se escriban aquí otra vez.
webhook-no-headers = No enviar más encabezados propios
webhook-registered = El webhook está registrado. Copie ahora su secreto: solo se muestra esta vez.
webhook-changed = El webhook se ha modificado.
webhook-changed-without-headers = El webhook se ha modificado. Los encabezados que se enviaban se han borrado, porque la URL lleva a otro receptor: escríbalos de nuevo si este los necesita.

# The page of a webhook.
webhook = Webhook
webhook-active = Activo
webhook-paused = En pausa
webhook-disabled = Desactivado
webhook-last-success = Último éxito
webhook-last-failure = Último fallo
webhook-failing-since = Con fallos desde
webhook-failing-note = Se desactiva después de 5 días de fallos.
webhook-all-events = Todos los eventos
webhook-at-most = { $most } como máximo
webhook-at-most-each = { $most } como máximo de cada despachador
webhook-headers = Encabezados
webhook-headers-sent-along = Se envían también y no se muestran nunca
webhook-previous-secret = Secreto anterior
webhook-signs-until = Firma también hasta el { $at }
webhook-make-active = Volver a activar
webhook-disable-summary = Desactivar…
webhook-disable-note = Si lo desactiva, ya no se guardan eventos para este webhook. En cambio, mientras está en pausa, los eventos esperan.
webhook-disable = Desactivar el webhook
webhook-is-active = El webhook está activo: lo que espera se entrega ahora.
webhook-is-paused = El webhook está en pausa: las entregas esperan hasta que se reanude.
webhook-is-disabled = El webhook está desactivado: no recibe nada. Lo que se pierda puede recuperarse después.
webhook-dismissed = Aviso ocultado. El número permanece en la navegación hasta que el receptor vuelva a responder.
webhook-not-done = No se pudo hacer: { $problems }.

# The secret of a webhook.
webhook-secret = El secreto
webhook-verify-as = El receptor verifica con él cada entrega, tal como
webhook-standard = Standard Webhooks
webhook-verify-says = describe; hay bibliotecas para la mayoría de los lenguajes. A mano: la firma es el HMAC-SHA256 de <code>webhook-id.webhook-timestamp.body</code>, con los bytes que la parte después de <code>whsec_</code> representa en base64. Está en el encabezado <code>webhook-signature</code>, después de <code>v1,</code>. Rechace las marcas de tiempo de más de 5 minutos, y no acepte dos veces el mismo <code>webhook-id</code>.
webhook-rotate-summary = Renovar el secreto…
webhook-rotate = Renovar el secreto
webhook-rotate-note = Un secreto nuevo firma desde ahora. Déselo al receptor antes de que termine el período de transición.
webhook-overlap = Período de transición en horas
webhook-overlap-hint = Cuánto tiempo firma también el secreto anterior, de 0 a 168, para que el receptor pueda cambiar.
webhook-secret-rotated = Aquí está el secreto nuevo. Cópielo ahora: solo se muestra esta vez.

# The test of a webhook.
webhook-send-test = Enviar una prueba
webhook-test-delivered = La prueba se ha entregado.
webhook-test-not-delivered = La prueba no se ha entregado.
webhook-test-result = Resultado de la prueba
webhook-test-error = Error
webhook-test-warning = Advertencia
webhook-test-would-disable = una respuesta 410 a una entrega desactiva el webhook; una prueba no, así que está como estaba
webhook-test-answer-cut = Respuesta, el principio

# The recoveries of a webhook.
webhook-recover = Recuperar
webhook-recover-note = Envía los eventos de un período que no han llegado: los que fallaron, se omitieron o esperan un nuevo intento. Lo que se entregó no se envía otra vez.
webhook-recover-from-hint = En la zona horaria de la cuenta.
webhook-recover-until-hint = Vacío si es hasta ahora.
webhook-recover-only-failed = Solo lo que ha fallado definitivamente
webhook-nothing-recovered = No se recuperó nada
webhook-recovery-begun = { $count ->
    [one] La recuperación ha comenzado. Hay { $count } evento por examinar.
   *[other] La recuperación ha comenzado. Hay { $count } eventos por examinar.
}
webhook-recovery = Recuperación { $id }
webhook-recovery-span = Eventos desde – hasta
webhook-recovery-what = Qué
webhook-recovery-only-failed = Solo lo que ha fallado
webhook-recovery-all-missed = Todo lo que faltaba
webhook-recovery-examined = Examinados
webhook-recovery-examined-of = { $examined } de { $events }
webhook-recovery-queued = En cola
webhook-recovery-running = En curso
webhook-recovery-finished = Terminada
webhook-recovery-stopped = Detenida

# Events.
webhook-event-contacts-create = Contacto creado
webhook-event-contacts-update = Contacto modificado
webhook-event-contacts-all = Contactos: todos los eventos
webhook-event-gifts-create = Donación creada
webhook-event-gifts-update = Donación modificada
webhook-event-gifts-all = Donaciones: todos los eventos
webhook-event-pledges-create = Compromiso creado
webhook-event-pledges-update = Compromiso modificado
webhook-event-pledges-all = Compromisos: todos los eventos
webhook-event-tasks-create = Tarea creada
webhook-event-tasks-update = Tarea modificada
webhook-event-tasks-all = Tareas: todos los eventos
webhook-event-webhooks-failing = Un webhook falla
webhook-event-webhooks-disabled = Se desactivó un webhook
webhook-event-imports-finished = Ha terminado una importación

# Deliveries.
delivery-log = Entregas
delivery-one = Entrega
delivery-all = Todas las entregas
delivery-back-to-webhook = Volver al webhook
delivery-any = Todos
delivery-filter = Filtrar
delivery-event = Evento
delivery-from = Desde
delivery-until = Hasta
delivery-newest = Las más recientes
delivery-none-yet = Todavía no se ha entregado nada.
delivery-none-like-that = Ninguna entrega coincide con el filtro.
delivery-pending = Pendiente
delivery-succeeded = Entregada
delivery-failed = Fallida
delivery-skipped = Omitida
delivery-attempts-since-heading = Intentos desde la<br>última puesta en cola
delivery-attempts-since = Intentos desde la última puesta en cola
delivery-queued = En cola desde
delivery-next-attempt = Próximo intento
delivery-ended = Terminada
delivery-to = A
delivery-again = Entregar de nuevo
delivery-sent-again = El evento se entrega de nuevo.

# The attempts of a delivery.
delivery-attempts = Intentos
delivery-attempts-removed = Se eliminaron intentos por ser antiguos.
delivery-no-attempt = Todavía no se ha hecho ningún intento.
delivery-result = Resultado
delivery-status-code = Código de estado
delivery-time = Duración
delivery-milliseconds = { $ms } ms
delivery-answer = Respuesta
delivery-answer-empty = Vacía
delivery-attempt-success = Entregado
delivery-attempt-status = Respondió con un error
delivery-attempt-too-large = La respuesta superaba 64 KiB
delivery-attempt-timeout = No respondió a tiempo
delivery-attempt-dns = No se encontró el servidor
delivery-attempt-connect = Sin conexión
delivery-attempt-tls = Sin conexión segura
delivery-attempt-reset = La conexión se interrumpió
delivery-attempt-forbidden-address = La dirección no está permitida
delivery-attempt-unsendable = No se pudo enviar

# The body and the headers of a delivery.
delivery-headers = Encabezados del último intento
delivery-headers-note = Firmados con el secreto actual. Sus propios encabezados se envían también, y no se muestran.
delivery-body = Cuerpo
delivery-body-pretty = Cuerpo, con saltos de línea
delivery-body-exact = Exactamente como se envió
