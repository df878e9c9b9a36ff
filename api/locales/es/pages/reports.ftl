# Pictures of figures, which `chart.rs` draws. "of" is a name, or a name and that of a series.
chart-value = { $of }: { $value }
chart-spark = Donado por año: { $values }.
chart-spark-value = { $of }: { $value }

# The forms of the reports.
reports-not-made = No se generó el informe
reports-this-year = Este año
reports-last-year = El año pasado
reports-or-from = O desde
reports-to = Hasta
reports-year-start = Los años empiezan en
reports-first-year = Primer año
reports-until-year = Último año
reports-count-by = Contar por
reports-person = Persona
reports-giving-by = Donaciones por
reports-quarter = Trimestre
reports-top-how-many = Cuántos
reports-download = Descargar como CSV

# Words of several reports.
reports-days = del { $from } al { $to }
reports-month-of = { $month } { $year }
reports-quarter-of = T{ $quarter } { $year }
reports-fiscal-year = Ejerc. { $year }
reports-goes-on = { $year } todavía no ha terminado.
reports-given = Donado
reports-of-given = Del total donado
reports-year-before = Año anterior
reports-a-year-before = Un año antes
reports-change = Variación
reports-retention = Retención
reports-nobody-gave = Nadie donó en estos días.
reports-not-counted = Sin contar: { $others }.
reports-not-counted-in = Sin contar: lo que está en { $currencies }.
reports-taken-back = { $count ->
    [one] { $count } contacto más no cuenta aquí como donante, porque sus donaciones y correcciones suman { $amount }.
   *[other] { $count } contactos más no cuentan aquí como donantes, porque las donaciones y correcciones de cada uno suman 0 o menos; en total, { $amount }.
}

# The list of the reports: questions, each with words below it.
reports-ask-months = ¿Cuánto se donó cada mes?
reports-ask-months-words = Junto a los mismos meses del año anterior.
reports-ask-funds = ¿Qué se donó para cada fondo?
reports-ask-funds-words = Por fondo, con el año anterior.
reports-ask-campaigns = ¿Qué aportaron nuestras campañas?
reports-ask-campaigns-words = Por campaña, con el año anterior.
reports-ask-types = ¿Cómo se donó?
reports-ask-types-words = Por tipo, como cheques y tarjetas.
reports-ask-donors = ¿Siguen con nosotros nuestros donantes?
reports-ask-donors-words = Donantes nuevos, fieles, recuperados e inactivos por año.
reports-ask-levels = ¿Cuántos donan mucho y cuántos poco?
reports-ask-levels-words = Donantes según lo que donaron.
reports-ask-top = ¿Quién dona más?
reports-ask-top-words = Los mayores donantes de un año.
reports-ask-pledges = ¿Se cumplen los compromisos?
reports-ask-pledges-words = Lo que vencía y lo que se recibió, por año.
reports-ask-board = ¿Qué presento a la junta?
reports-ask-board-words = Todo en dos hojas, sin nombres.

# The report on giving. The change says how far what was given is from the year before.
reports-giving = Donaciones recibidas
reports-giving-heading = { $group ->
    [month] Donaciones por mes, { $days }
    [quarter] Donaciones por trimestre, { $days }
    [year] Donaciones por año, { $days }
    [fund] Donaciones por fondo, { $days }
    [campaign] Donaciones por campaña, { $days }
    [type] Donaciones por tipo, { $days }
   *[contact] Donaciones por contacto, { $days }
}
reports-giving-note = { $amount } de { $donors } en { $gifts }.
reports-giving-before = Un año antes ({ $days }) fueron { $amount }: ahora, { $change }.
reports-giving-before-rate = Un año antes ({ $days }) fueron { $amount }: ahora, { $change } ({ $rate }).
reports-as-much = lo mismo
reports-more = { $amount } más
reports-less = { $amount } menos
reports-giving-empty = No se donó nada en estos días, ni en los mismos días del año anterior.
reports-see-gifts = Ver las donaciones
reports-all-others = Todos los demás
reports-what-others-are = «{ $row }» reúne lo que recibió menos y lo que solo recibió algo el año anterior.
reports-split-gifts = Una donación repartida cuenta en cada una de sus filas, por lo que las donaciones de las filas suman más que el total.
reports-no-fund = Sin fondo
reports-no-campaign = Sin campaña
reports-no-type = Sin tipo

# The report on donors. Retained, recovered and so on are headings of columns and names of series.
reports-donors-heads = Cuántos donaron
reports-donors-heads-empty = Nadie donó en estos años.
reports-donors-new = Nuevos
reports-donors-retained = Fieles
reports-donors-recovered = Recuperados
reports-donors-lapsed = Inactivos
reports-donors-lapsed-before = Inactivos, el año anterior
reports-donors-words = Los fieles donaron también el año anterior; los recuperados, en algún año previo a ese; los inactivos donaron el año anterior y no en este.
reports-donors-lists = Aquí cuentan también los contactos archivados y los fallecidos; la lista «{ $list }» los excluye e incluye a quienes retiraron todo lo donado.
reports-donors-note = En { $year }: { $donors }, { $new ->
    [one] { $new } nuevo
   *[other] { $new } nuevos
}.
reports-donors-note-rate = En { $year }: { $donors }, { $new ->
    [one] { $new } nuevo
   *[other] { $new } nuevos
}; el { $rate } de los del año anterior volvió a donar.
reports-donors-amounts = Cuánto donaron
reports-donors-amounts-note = No se cuentan las donaciones sin donante.
reports-donors-amounts-empty = No se donó nada en estos años.
reports-donors-given = De donantes
reports-donors-by-new = De nuevos
reports-donors-by-retained = De fieles
reports-donors-by-recovered = De recuperados
reports-donors-by-lapsed = De inactivos, antes

# The report on giving levels.
reports-levels = Niveles de donación
reports-levels-heading = Donantes según lo que donaron, { $days }
reports-levels-given-together = Donado en total
reports-levels-of-donors = De los donantes
reports-levels-note = { $count ->
    [one] { $count } donante donó { $amount }.
   *[other] { $count } donantes donaron { $amount }.
}
reports-levels-without = Otros { $amount } proceden de donaciones en las que no consta el donante.
reports-levels-between = { $from } a { $to }
reports-levels-from = { $amount } o más
reports-levels-below = Menos de { $amount }

# The report on the largest givers.
reports-top = Mayores donantes
reports-top-heading = Mayores donantes, { $days }
reports-top-note = Juntos donaron { $amount }.
reports-top-note-share = Juntos donaron { $amount }, el { $share } de todo lo donado.
reports-top-all = Todos, para filtrar y exportar

# The report on pledges.
reports-pledges = Compromisos por año
reports-pledges-heading = Lo que aportaron los compromisos
reports-pledges-empty = Todavía no hay compromisos.
reports-pledges-expected = Esperado
reports-pledges-received = Recibido
reports-pledges-missing = Todavía falta
reports-pledges-fulfilled = Cumplido
reports-pledges-counted = Aquí cuentan los compromisos activos, por comenzar y terminados; los que están en pausa, cancelados o dados por perdidos, no.
reports-pledges-none-open = { $count ->
    [one] { $count } compromiso. Hoy no falta nada.
   *[other] { $count } compromisos. Hoy no falta nada.
}
reports-pledges-open = { $count ->
    [one] { $count } compromiso.
   *[other] { $count } compromisos.
} De { $open ->
    [one] { $open } compromiso
   *[other] { $open } compromisos
} faltan hoy { $amount }. El importe incluye lo que faltaba en los ya terminados; solo los que siguen activos pueden tener retraso.
reports-pledges-years = Las cifras de un año compensan lo que sobra en un compromiso con lo que falta en otro, y solo incluyen los vencimientos y las donaciones de ese año.
reports-pledges-late = Los que tienen retraso

# The board report.
board-title = Informe para la junta
board-made-on = hecho el { $day }
board-new-donors = Donantes nuevos
board-missing-pledges = Comprometido y todavía no recibido
