# Words of many pages.
save = Guardar
edit = Editar
cancel = Cancelar
search = Buscar
show = Mostrar
remove = Quitar
print = Imprimir
copied = Copiado
new = Nuevo
more = Más
menu = Menú
all = Todos
yes = Sí
no = No
none = Ninguno
done = Hecho
total = Total
day = Día
month = Mes
year = Año
amount = Importe
name = Nombre
email = Correo electrónico
status = Estado
contact = Contacto
contacts = Contactos
giver = Donante
donor = Donante
donors = Donantes
gift = Donación
gifts = Donaciones
pledge = Compromiso
pledges = Compromisos
task = Tarea
tasks = Tareas
household = Hogar
households = Hogares
fund = Fondo
funds = Fondos
campaign = Campaña
campaigns = Campañas
pages = Páginas
page-of = Página { $page } de { $pages }
first-page = Primera página
next-page = Página siguiente
older = Más antiguas
copy = Copiar
not-done = No se pudo hacer: { $problems }.
back-without-saving = Volver sin guardar
when = Cuándo
never = Nunca
last-used = Último uso
password = Contraseña
new-password = Contraseña nueva
your-password = Su contraseña
merge = Combinar
merge-into = Combinar con { $name }
pause = Pausar
resume = Reanudar
file = Archivo
type = Tipo
date = Fecha
currency = Moneda
time-zone = Zona horaria
time-zone-hint = Dónde empiezan sus días, por ejemplo, Europe/Lisbon.
gift-makes-donor = Una donación convierte a un contacto en donante
last-gift = Última donación
anonymous = Anónimo
unattributed = Sin asignar
as-id = Contacto { $id }

# Numbers and days.
count-contacts = { $count ->
    [one] { $count } contacto
   *[other] { $count } contactos
}
count-gifts = { $count ->
    [one] { $count } donación
   *[other] { $count } donaciones
}
count-pledges = { $count ->
    [one] { $count } compromiso
   *[other] { $count } compromisos
}
count-tasks = { $count ->
    [one] { $count } tarea
   *[other] { $count } tareas
}
count-donors = { $count ->
    [one] { $count } donante
   *[other] { $count } donantes
}
count-households = { $count ->
    [one] { $count } hogar
   *[other] { $count } hogares
}
count-letters = { $count ->
    [one] { $count } carta
   *[other] { $count } cartas
}
in-other-currencies = { $amounts } en otras monedas
day-of-year = { $day } de { $month }
short-day = { $day } { $month } { $year }
moment = { $day }, { $time }
month-of-year = { $month } de { $year }

# computed: month-
month-1 = enero
month-2 = febrero
month-3 = marzo
month-4 = abril
month-5 = mayo
month-6 = junio
month-7 = julio
month-8 = agosto
month-9 = septiembre
month-10 = octubre
month-11 = noviembre
month-12 = diciembre
month-short-1 = ene
month-short-2 = feb
month-short-3 = mar
month-short-4 = abr
month-short-5 = may
month-short-6 = jun
month-short-7 = jul
month-short-8 = ago
month-short-9 = sep
month-short-10 = oct
month-short-11 = nov
month-short-12 = dic
# computed: weekday-
weekday-1 = lunes
weekday-2 = martes
weekday-3 = miércoles
weekday-4 = jueves
weekday-5 = viernes
weekday-6 = sábado
weekday-7 = domingo

# The frame of every page.
frame-skip = Ir al contenido
frame-find = Buscar
frame-find-by = Nombre, lugar, correo o teléfono
frame-most-used = Lo más usado
frame-enter-gifts = Registrar donaciones
frame-sandbox = Esta es una cuenta de prueba: aquí nadie es real. <a>Vaciarla o salir de ella</a>
frame-see-what-to-do = Ver qué hacer
frame-dismiss = Ocultar
frame-main = Principal
frame-sign-out = Cerrar sesión
frame-overview = Resumen
frame-reports = Informes
frame-letters = Cartas
frame-saved-lists = Listas guardadas
frame-imports = Importaciones
frame-webhooks = Webhooks
frame-profile = Perfil
frame-account = Cuenta
frame-letterhead = Membrete
frame-gift-types = Tipos de donación
frame-web-forms = Formularios web
frame-members = Miembros
frame-audit-log = Registro de actividad
frame-services = Servicios
frame-lists = Listas y archivos
frame-settings = Ajustes
frame-for-developers = Para desarrolladores
frame-failing = { $label } ({ $count } con fallos)
