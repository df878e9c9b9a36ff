# Pictures of figures, which `chart.rs` draws. "of" is a name, or a name and that of a series.
chart-value = { $of }: { $value }
chart-spark = Gespendet nach Jahr: { $values }.
chart-spark-value = { $of }: { $value }

# The forms of the reports.
reports-not-made = Der Bericht wurde nicht erstellt
reports-this-year = Dieses Jahr
reports-last-year = Letztes Jahr
reports-or-from = Oder von
reports-to = Bis
reports-year-start = Jahre beginnen im
reports-first-year = Ab dem Jahr
reports-until-year = Bis zum Jahr
reports-count-by = Zählen nach
reports-person = Person
reports-giving-by = Spenden nach
reports-quarter = Quartal
reports-top-how-many = Wie viele
reports-download = Als CSV herunterladen

# Words of several reports.
reports-days = { $from } bis { $to }
reports-month-of = { $month } { $year }
reports-quarter-of = Q{ $quarter } { $year }
reports-fiscal-year = GJ { $year }
reports-goes-on = { $year } läuft noch.
reports-given = Gespendet
reports-of-given = Anteil am Betrag
reports-year-before = Vorjahr
reports-a-year-before = Ein Jahr zuvor
reports-change = Änderung
reports-retention = Spenderbindung
reports-nobody-gave = In diesem Zeitraum hat niemand gespendet.
reports-not-counted = Nicht mitgezählt: { $others }.
reports-not-counted-in = Nicht mitgezählt: Beträge in { $currencies }.
reports-taken-back = { $count ->
    [one] { $count } weiterer Kontakt zählt hier nicht als Spender, weil seine Spenden und Korrekturen zusammen { $amount } ergeben.
   *[other] { $count } weitere Kontakte zählen hier nicht als Spender, weil Spenden und Korrekturen bei jedem von ihnen 0 oder weniger ergeben, insgesamt { $amount }.
}

# The list of the reports: questions, each with words below it.
reports-ask-months = Wie viel wurde jeden Monat gespendet?
reports-ask-months-words = Neben denselben Monaten des Vorjahrs.
reports-ask-funds = Wie viel wurde für welchen Zweck gespendet?
reports-ask-funds-words = Nach Zweck, mit dem Vorjahr.
reports-ask-campaigns = Was haben unsere Kampagnen gebracht?
reports-ask-campaigns-words = Nach Kampagne, mit dem Vorjahr.
reports-ask-types = Wie wurde gespendet?
reports-ask-types-words = Nach Art, etwa mit Scheck oder Karte.
reports-ask-donors = Bleiben unsere Spender?
reports-ask-donors-words = Neue, treue, zurückgekehrte und ausgebliebene Spender nach Jahr.
reports-ask-levels = Wie viele spenden viel, und wie viele wenig?
reports-ask-levels-words = Spender nach der Höhe ihrer Spenden.
reports-ask-top = Wer spendet am meisten?
reports-ask-top-words = Die größten Spender eines Jahres.
reports-ask-pledges = Werden Zusagen eingehalten?
reports-ask-pledges-words = Was fällig war und was einging, nach Jahr.
reports-ask-board = Was lege ich dem Vorstand vor?
reports-ask-board-words = Alles zusammen auf zwei Blättern, ohne Namen.

# The report on giving. The change says how far what was given is from the year before.
reports-giving = Spendenaufkommen
reports-giving-heading = { $group ->
    [month] Spenden nach Monat, { $days }
    [quarter] Spenden nach Quartal, { $days }
    [year] Spenden nach Jahr, { $days }
    [fund] Spenden nach Zweck, { $days }
    [campaign] Spenden nach Kampagne, { $days }
    [type] Spenden nach Art, { $days }
   *[contact] Spenden nach Kontakt, { $days }
}
reports-giving-note = { $amount } ({ $donors }, { $gifts }).
reports-giving-before = Ein Jahr zuvor ({ $days }) waren es { $amount }: jetzt { $change }.
reports-giving-before-rate = Ein Jahr zuvor ({ $days }) waren es { $amount }: jetzt { $change } ({ $rate }).
reports-as-much = ebenso viel
reports-more = { $amount } mehr
reports-less = { $amount } weniger
reports-giving-empty = In diesem Zeitraum wurde nichts gespendet, auch nicht im selben Zeitraum ein Jahr zuvor.
reports-see-gifts = Spenden ansehen
reports-all-others = Alle anderen
reports-what-others-are = „{ $row }“ enthält, was weniger bekam oder nur im Vorjahr etwas bekam.
reports-split-gifts = Eine aufgeteilte Spende zählt in jeder ihrer Zeilen, deshalb ergeben die Spenden der Zeilen zusammen mehr als die Summe.
reports-no-fund = Kein Zweck
reports-no-campaign = Keine Kampagne
reports-no-type = Keine Art

# The report on donors. Retained, recovered and so on are headings of columns and names of series.
reports-donors-heads = Wie viele gespendet haben
reports-donors-heads-empty = In diesen Jahren hat niemand gespendet.
reports-donors-new = Neu
reports-donors-retained = Treu
reports-donors-recovered = Zurückgekehrt
reports-donors-lapsed = Ausgeblieben
reports-donors-lapsed-before = Ausgebliebene (Betrag im Vorjahr)
reports-donors-words = Treue Spender haben auch im Vorjahr gespendet, zurückgekehrte in einem früheren Jahr; ausgebliebene haben im Vorjahr gespendet, aber in diesem Jahr nicht.
reports-donors-lists = Archivierte und verstorbene Kontakte zählen hier mit; die Liste „{ $list }“ lässt sie weg und führt auch Spender auf, die alles zurückgenommen haben.
reports-donors-note = { $year }: { $donors }, davon { $new } neu.
reports-donors-note-rate = { $year }: { $donors }, davon { $new } neu; { $rate } derer, die im Vorjahr gespendet hatten, spendeten wieder.
reports-donors-amounts = Wie viel sie gespendet haben
reports-donors-amounts-note = Nicht zugeordnete Spenden zählen hier nicht.
reports-donors-amounts-empty = In diesen Jahren wurde nichts gespendet.
reports-donors-given = Von Spendern
reports-donors-by-new = Von neuen
reports-donors-by-retained = Von treuen
reports-donors-by-recovered = Von zurückgekehrten
reports-donors-by-lapsed = Von ausgebliebenen (im Vorjahr)

# The report on giving levels.
reports-levels = Spendenstufen
reports-levels-heading = Spender nach der Höhe ihrer Spenden, { $days }
reports-levels-given-together = Insgesamt gespendet
reports-levels-of-donors = Anteil der Spender
reports-levels-note = { $count ->
    [one] { $count } Spender hat { $amount } gespendet.
   *[other] { $count } Spender haben { $amount } gespendet.
}
reports-levels-without = Weitere { $amount } kamen aus Spenden, bei denen kein Spender angegeben ist.
reports-levels-between = { $from } bis { $to }
reports-levels-from = { $amount } oder mehr
reports-levels-below = Weniger als { $amount }

# The report on the largest givers.
reports-top = Größte Spender
reports-top-heading = Größte Spender, { $days }
reports-top-note = Zusammen haben sie { $amount } gespendet.
reports-top-note-share = Zusammen haben sie { $amount } gespendet, { $share } aller Spenden.
reports-top-all = Alle, zum Filtern und Exportieren

# The report on pledges.
reports-pledges = Zusagen nach Jahr
reports-pledges-heading = Was Zusagen gebracht haben
reports-pledges-empty = Es gibt noch keine Zusagen.
reports-pledges-expected = Erwartet
reports-pledges-received = Eingegangen
reports-pledges-missing = Fehlt noch
reports-pledges-fulfilled = Erfüllt
reports-pledges-counted = Hier zählen aktive, künftige und beendete Zusagen, aber keine pausierten, abgebrochenen oder abgeschriebenen.
reports-pledges-none-open = { $count ->
    [one] { $count } Zusage. Heute fehlt nichts.
   *[other] { $count } Zusagen. Heute fehlt nichts.
}
reports-pledges-open = { $count ->
    [one] { $count } Zusage.
   *[other] { $count } Zusagen.
} Bei { $open ->
    [one] { $open } Zusage
   *[other] { $open } Zusagen
} fehlen heute { $amount }. Darin ist auch enthalten, was bei beendeten Zusagen noch fehlte; im Rückstand sein können nur laufende.
reports-pledges-years = Die Zahlen eines Jahres verrechnen, was bei einer Zusage zu viel und bei einer anderen zu wenig einging, und enthalten nur Fälligkeiten und Spenden dieses Jahres.
reports-pledges-late = Zusagen im Rückstand

# The board report.
board-title = Bericht für den Vorstand
board-made-on = erstellt am { $day }
board-new-donors = Neue Spender
board-missing-pledges = Zugesagt, fehlt heute noch
