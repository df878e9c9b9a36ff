# The overview.
overview-welcome = Willkommen, { $name }
overview-welcome-nameless = Willkommen
overview-today = { $weekday }, { $day }. { $month } { $year }
overview-today-heading = Heute zu tun
overview-today-calm = Heute wartet nichts auf Sie: Für die Spenden der letzten 60 Tage ist gedankt, keine Aufgabe ist fällig, und keine Zusage ist im Rückstand.
overview-by-month = Nach Monat
overview-by-fund = Nach Zweck
overview-gifts-heading = Neueste Spenden
overview-gifts-all = Alle Spenden
overview-tasks-heading = Fällige Aufgaben
overview-tasks-with = Mit
overview-tasks-due = Fällig
overview-tasks-today = Heute
overview-tasks-yours = Ihre
overview-tasks-overdue = Überfällig
overview-tasks-all = Alle offenen Aufgaben

# The cards of what is to be done today, each with a button.
overview-cards-thanks = { $count ->
    [one] <b>{ $count }</b> Spende wartet auf ein Dankschreiben
   *[other] <b>{ $count }</b> Spenden warten auf ein Dankschreiben
}
overview-cards-since = Seit dem { $day }
overview-cards-write-thanks = Dankschreiben verfassen
overview-cards-tasks = { $count ->
    [one] <b>{ $count }</b> Aufgabe ist fällig
   *[other] <b>{ $count }</b> Aufgaben sind fällig
}
overview-cards-own-tasks = { $count ->
    [one] <b>{ $count }</b> Ihrer Aufgaben ist fällig
   *[other] <b>{ $count }</b> Ihrer Aufgaben sind fällig
}
overview-cards-until-today = Heute oder früher
overview-cards-until-today-and = { $count ->
    [one] Heute oder früher, dazu { $count } weitere, die jemand anderem oder niemandem gehört
   *[other] Heute oder früher, dazu { $count } weitere, die anderen oder niemandem gehören
}
overview-cards-see-tasks = Aufgaben ansehen
overview-cards-late = { $count ->
    [one] <b>{ $count }</b> Zusage ist im Rückstand
   *[other] <b>{ $count }</b> Zusagen sind im Rückstand
}
overview-cards-late-missing = Es fehlen { $missing }
overview-cards-late-missing-and = Es fehlen { $missing }, dazu { $count } weitere in anderen Währungen
overview-cards-late-monthly = Es fehlen { $missing }. Zugesagt sind { $amount } im Monat
overview-cards-late-monthly-and = Es fehlen { $missing }. Zugesagt sind { $amount } im Monat, dazu { $count } weitere in anderen Währungen
overview-cards-late-others = In anderen Währungen
overview-cards-see-late = Zusagen im Rückstand ansehen
overview-cards-answers = { $count ->
    [one] <b>{ $count }</b> Person hat über Ihre Website geschrieben
   *[other] <b>{ $count }</b> Personen haben über Ihre Website geschrieben
}
overview-cards-answers-note = Nehmen Sie sie als Kontakte auf, oder sagen Sie, wer sie sind
overview-cards-see-answers = Ansehen, wer es ist

# The figures of this year. A difference is an amount or a count, with its percentage in brackets.
overview-figures-given = Dieses Jahr gespendet
overview-figures-donors = Spender dieses Jahr
overview-figures-last-year = Letztes Jahr bis heute
overview-figures-pledged = Monatlich zugesagt
overview-figures-until = Bis zum { $day }
overview-figures-active-pledges = { $count ->
    [one] { $count } laufende Zusage, ohne einmalige
   *[other] { $count } laufende Zusagen, ohne einmalige
}
overview-figures-missing = { $count ->
    [one] Bei { $count } Zusage fehlen heute { $amount }
   *[other] Bei { $count } Zusagen fehlen heute { $amount }
}
overview-figures-average = Eine Spende beträgt im Schnitt { $amount }
overview-figures-and-others = { $note }, dazu { $others }
overview-figures-nothing-before = Vor einem Jahr um diese Zeit noch nichts
overview-figures-as-much = So viel wie vor einem Jahr um diese Zeit
overview-figures-more = { $difference } mehr als vor einem Jahr um diese Zeit
overview-figures-less = { $difference } weniger als vor einem Jahr um diese Zeit

# The chart of the months.
overview-chart-heading = Spenden nach Monat
overview-chart-empty = Es gibt nichts darzustellen: Weder dieses Jahr noch letztes Jahr wurde etwas gespendet oder zugesagt.
overview-chart-given = { $given } im Jahr { $year }, { $before } im ganzen Jahr { $last_year }.
overview-chart-not-drawn = Nicht dargestellt: { $others }.
overview-chart-figures = Die Zahlen
overview-chart-pledged-for = Zugesagt für { $year }
overview-chart-pledged-label = Zugesagt

# The first steps in an account.
overview-steps-heading = Erste Schritte
overview-steps-contact = Einen Kontakt anlegen
overview-steps-contact-why = Eine Person oder eine Organisation, die spendet oder spenden könnte.
overview-steps-import = Eine Datei importieren
overview-steps-import-why = Kontakte und Spenden aus einer Tabelle oder einem anderen Programm. Sie sehen vorher, was geschehen würde.
overview-steps-letterhead = Den Briefkopf ausfüllen
overview-steps-letterhead-why = Ihre Adresse, wer unterschreibt und Ihr Logo, für Dankschreiben und Zuwendungsbestätigungen.
overview-steps-invite = Jemanden aus dem Team einladen
overview-steps-invite-why = Alle melden sich mit eigenem Zugang an, und das Protokoll sagt, wer was getan hat.
overview-steps-sandbox = In einem Testkonto ausprobieren
overview-steps-sandbox-why = Ein Ort mit erfundenen Personen, an dem nichts kaputtgehen kann.
overview-steps-gift = Die erste Spende erfassen
overview-steps-gift-why = Dann macht diese Liste Platz für Ihre Zahlen.
overview-steps-programs = Auch Programme können Kontakte und Spenden hinzufügen, siehe <a>Dokumentation</a>.

# The lists of the work that waits. The heading of the list follows on "All", for who listens to the page.
overview-todo-all = Alle { $count }
overview-todo-thanks = Dankschreiben zu verfassen
overview-todo-thanks-note = Spenden der letzten { $days } Tage, die ältesten zuerst
overview-todo-late = Zusagen im Rückstand
overview-todo-late-note = Mit der ältesten unbezahlten Fälligkeit und dem fehlenden Betrag
overview-todo-due-since = Fällig seit
overview-todo-missing = Fehlt
overview-todo-lapsed-note = Haben { $last_year } gespendet und { $year } nicht, die größten zuerst
overview-todo-lapsed-note-in = Haben { $last_year } gespendet und { $year } nicht, die größten in { $currency } zuerst
overview-todo-lapsed-taken-back = { $note }. Die Liste hat auch { $count ->
    [one] { $count } Spender, der alles zurückgenommen hat.
   *[other] { $count } Spender, die alles zurückgenommen haben.
}
overview-todo-given-last-year = Letztes Jahr gespendet
