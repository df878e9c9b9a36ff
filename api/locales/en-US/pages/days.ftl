# How people in the United States write days. All other texts are those of `en`.

day-of-year = { $month } { $day }
imports-long-day = { $day }, { $year }
overview-today = { $weekday }, { $month } { $day }, { $year }
short-day = { $month } { $day }, { $year }
timeline-day = { $month } { $day }
