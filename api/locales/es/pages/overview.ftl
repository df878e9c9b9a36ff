# The overview.
overview-welcome = Hola, { $name }
overview-welcome-nameless = Le damos la bienvenida
overview-today = { $weekday }, { $day } de { $month } de { $year }
overview-today-heading = Para hacer hoy
overview-today-calm = Hoy no le espera nada: las donaciones de los últimos 60 días ya están agradecidas, no vence ninguna tarea y ningún compromiso tiene retraso.
overview-by-month = Por mes
overview-by-fund = Por fondo
overview-gifts-heading = Últimas donaciones
overview-gifts-all = Todas las donaciones
overview-tasks-heading = Tareas que vencen
overview-tasks-with = Con
overview-tasks-due = Vencimiento
overview-tasks-today = Hoy
overview-tasks-yours = Mía
overview-tasks-overdue = Vencida
overview-tasks-all = Todas las tareas pendientes

# The cards of what is to be done today, each with a button.
overview-cards-thanks = { $count ->
    [one] <b>{ $count }</b> donación espera un agradecimiento
   *[other] <b>{ $count }</b> donaciones esperan un agradecimiento
}
overview-cards-since = Desde el { $day }
overview-cards-write-thanks = Escribir agradecimientos
overview-cards-tasks = { $count ->
    [one] <b>{ $count }</b> tarea vence
   *[other] <b>{ $count }</b> tareas vencen
}
overview-cards-own-tasks = { $count ->
    [one] <b>{ $count }</b> de sus tareas vence
   *[other] <b>{ $count }</b> de sus tareas vencen
}
overview-cards-until-today = Hoy o antes
overview-cards-until-today-and = { $count ->
    [one] Hoy o antes, y { $count } más que es de otra persona o de nadie
   *[other] Hoy o antes, y { $count } más que son de otras personas o de nadie
}
overview-cards-see-tasks = Ver las tareas
overview-cards-late = { $count ->
    [one] <b>{ $count }</b> compromiso tiene retraso
   *[other] <b>{ $count }</b> compromisos tienen retraso
}
overview-cards-late-missing = Faltan { $missing }
overview-cards-late-missing-and = Faltan { $missing }, y hay { $count } más en otras monedas
overview-cards-late-monthly = Faltan { $missing }. Lo comprometido son { $amount } al mes
overview-cards-late-monthly-and = Faltan { $missing }. Lo comprometido son { $amount } al mes, y hay { $count } más en otras monedas
overview-cards-late-others = En otras monedas
overview-cards-see-late = Ver los compromisos con retraso
overview-cards-answers = { $count ->
    [one] <b>{ $count }</b> persona ha escrito desde su sitio web
   *[other] <b>{ $count }</b> personas han escrito desde su sitio web
}
overview-cards-answers-note = Añádalas como contactos o indique quiénes son
overview-cards-see-answers = Ver quién es

# The figures of this year. A difference is an amount or a count, with its percentage in brackets.
overview-figures-given = Donado este año
overview-figures-donors = Donantes este año
overview-figures-last-year = Año pasado hasta la fecha
overview-figures-pledged = Comprometido al mes
overview-figures-until = Hasta el { $day }
overview-figures-active-pledges = { $count ->
    [one] { $count } compromiso activo, sin los de una sola vez
   *[other] { $count } compromisos activos, sin los de una sola vez
}
overview-figures-missing = { $count ->
    [one] Faltan hoy { $amount } en { $count } compromiso
   *[other] Faltan hoy { $amount } en { $count } compromisos
}
overview-figures-average = Una donación es de { $amount } de media
overview-figures-and-others = { $note }, más { $others }
overview-figures-nothing-before = Nada el año pasado a estas alturas
overview-figures-as-much = Lo mismo que el año pasado a estas alturas
overview-figures-more = { $difference } más que el año pasado a estas alturas
overview-figures-less = { $difference } menos que el año pasado a estas alturas

# The chart of the months.
overview-chart-heading = Donaciones por mes
overview-chart-empty = No hay nada que mostrar en el gráfico: ni este año ni el pasado se donó o se comprometió nada.
overview-chart-given = { $given } en { $year }, { $before } en todo { $last_year }.
overview-chart-not-drawn = No figura en el gráfico: { $others }.
overview-chart-figures = Las cifras
overview-chart-pledged-for = Comprometido para { $year }
overview-chart-pledged-label = Comprometido

# The first steps in an account.
overview-steps-heading = Primeros pasos
overview-steps-contact = Añadir un contacto
overview-steps-contact-why = Una persona o una organización que dona, o que puede donar.
overview-steps-import = Importar un archivo
overview-steps-import-why = Contactos y donaciones de una hoja de cálculo o de otro programa. Primero verá lo que pasaría.
overview-steps-letterhead = Completar el membrete
overview-steps-letterhead-why = Su dirección, quién firma y su logotipo, para agradecimientos y recibos.
overview-steps-invite = Invitar a alguien de su equipo
overview-steps-invite-why = Cada persona inicia sesión por su cuenta, y el historial dice quién hizo qué.
overview-steps-sandbox = Hacer pruebas en una cuenta de prueba
overview-steps-sandbox-why = Un lugar con personas inventadas, donde nada se puede romper.
overview-steps-gift = Registrar la primera donación
overview-steps-gift-why = Después, esta lista deja su sitio a las cifras.
overview-steps-programs = Los programas también pueden añadir contactos y donaciones: consulte la <a>documentación</a>.

# The lists of the work that waits. The heading of the list follows on "All", for who listens to the page.
overview-todo-all = Ver todo ({ $count })
overview-todo-thanks = Agradecimientos por escribir
overview-todo-thanks-note = Donaciones de los últimos { $days } días; primero, las más antiguas
overview-todo-late = Compromisos con retraso
overview-todo-late-note = Con el vencimiento impagado más antiguo y el importe que falta
overview-todo-due-since = Vencido desde
overview-todo-missing = Falta
overview-todo-lapsed-note = Donaron en { $last_year } y no en { $year }; primero, los que más donaron
overview-todo-lapsed-note-in = Donaron en { $last_year } y no en { $year }; primero, los que más donaron en { $currency }
overview-todo-lapsed-taken-back = { $note }. La lista incluye también a { $count ->
    [one] { $count } donante que retiró todo lo donado.
   *[other] { $count } donantes que retiraron todo lo donado.
}
overview-todo-given-last-year = Donado el año pasado
