# Lists of records.
list-new = { $kind ->
    [contacts] Neuer Kontakt
    [gifts] Neue Spende
    [pledges] Neue Zusage
    [tasks] Neue Aufgabe
    [households] Neuer Haushalt
    [funds] Neuer Zweck
    [campaigns] Neue Kampagne
   *[batches] Neuer Stapel
}
list-lists = Listen
list-save = Diese Liste speichern
list-all-saved = Alle gespeicherten Listen
list-export = Exportieren
list-export-for-excel = Für Excel und Briefe
list-export-for-programs = Für Programme und zum erneuten Importieren
list-search-here = In dieser Liste
list-filters = Filter
list-filters-more = Weitere Filter
list-filters-apply = Anwenden
list-filters-in-use = Aktive Filter
list-filters-count = { $count } aktiv
list-filter-remove = : entfernen
list-filter-any = Beliebig
list-filter-yes = ja
list-filter-no = nein
list-filter-or = { $one } oder { $other }
list-filter-is = { $label }: { $value }
list-filter-search = „{ $text }“
list-filter-ticked = Die ausgewählten
list-order-up = { $label }, aufsteigend
list-order-down = { $label }, absteigend
list-columns = Spalten
list-columns-about = Beliebige Spalten der Datei für Excel. Ist keine ausgewählt, hat die Liste ihre üblichen.
list-columns-apply = Diese anzeigen
list-tick = { $name } auswählen
list-tick-all = Alle auf dieser Seite auswählen
list-ticked = Schlagwort, Aufgabe oder Export für die Ausgewählten
list-nothing-fits = Nichts passt zu diesen Filtern.
list-show-all = Alle anzeigen
list-not-shown = Nichts wird angezeigt
list-wrong-filters = Erst wenn die Filter stimmen, wird etwas angezeigt.
list-page-before = Vorige Seite
list-range = { $first }–{ $last } von { $total }
list-none-yet = { $kind ->
    [contacts] Noch keine Kontakte.
    [gifts] Noch keine Spenden.
    [pledges] Noch keine Zusagen.
    [tasks] Noch keine Aufgaben.
    [households] Noch keine Haushalte.
    [funds] Noch keine Zwecke.
    [campaigns] Noch keine Kampagnen.
   *[batches] Noch keine Stapel.
}

# Saved lists.
saved-about = Filter, die Sie immer wieder brauchen. Jede Liste wird bei jedem Öffnen neu zusammengestellt.
saved-none = Noch ist keine Liste gespeichert. Filtern Sie Kontakte, Spenden, Zusagen, Aufgaben oder Haushalte, und wählen Sie unter <b>Listen</b> die Zeile <b>Diese Liste speichern</b>.
saved-records = Datensätze
saved-for-whom = Für
saved-for-you = Sie allein
saved-for-all = Alle Mitglieder
saved-open = Öffnen
saved-for-excel = Für Excel
saved-no-filters = Sie hat keine Filter und findet deshalb alles.
saved-form = Name und Spalten
saved-shared = Alle Mitglieder sehen sie
saved-shared-hint = Sonst ist sie nur für Sie da.
saved-columns = Spalten der Liste und ihrer Datei für Excel
saved-columns-hint = Ist keine ausgewählt, hat die Liste ihre üblichen Spalten, und die Datei hat alle.
saved-not-yours = Ändern kann sie, wer sie angelegt hat, und die Inhaber des Kontos.
saved-new = { $kind ->
    [contacts] Liste von Kontakten speichern
    [gifts] Liste von Spenden speichern
    [pledges] Liste von Zusagen speichern
    [tasks] Liste von Aufgaben speichern
    [households] Liste von Haushalten speichern
    [funds] Liste von Zwecken speichern
    [campaigns] Liste von Kampagnen speichern
   *[batches] Liste von Stapeln speichern
}
saved-made = „{ $name }“ ist gespeichert und steht unter „Listen“.
saved-changed = „{ $name }“ ist gespeichert.
saved-remove-about = Die Datensätze, die sie findet, bleiben.
saved-remove-button = Diese Liste entfernen
saved-removed = „{ $name }“ ist entfernt. Die Datensätze bleiben.

# Contacts that are ticked in a list.
ticked-title = { $count ->
    [one] { $count } Kontakt ausgewählt
   *[other] { $count } Kontakte ausgewählt
}
ticked-contacts = Die ausgewählten Kontakte
ticked-nobody-yet = Niemand ist ausgewählt. <a>Wählen Sie zuerst Kontakte in der Liste aus.</a>
ticked-too-many = Nur die ersten { $most } werden auf einmal bearbeitet.
ticked-export-for-excel = Für Excel und Briefe exportieren
ticked-export-for-programs = Für Programme exportieren
ticked-tag-each = Jedem ein Schlagwort geben
ticked-tag = Schlagwort
ticked-tag-button = Schlagwort hinzufügen
ticked-task-each = Für jeden eine Aufgabe anlegen
ticked-task-subject = Betreff
ticked-task-due = Fällig am
ticked-task-assignee = Zugewiesen an
ticked-nobody = Niemand
ticked-you = { $name } (Sie)
ticked-task-button = Aufgaben anlegen
ticked-nothing = Nichts war ausgewählt, daher wurde nichts geändert.
ticked-tagged = { $count ->
    [one] { $count } Kontakt: Das Schlagwort „{ $tag }“ ist hinzugefügt.
   *[other] { $count } Kontakte: Das Schlagwort „{ $tag }“ ist hinzugefügt.
}
ticked-tasks-added = { $count ->
    [one] { $count } Kontakt: Eine Aufgabe ist angelegt.
   *[other] { $count } Kontakte: Für jeden ist eine Aufgabe angelegt.
}
ticked-unchanged = { $count ->
    [one] { $count } Kontakt hatte es schon.
   *[other] { $count } Kontakte hatten es schon.
}
ticked-not-changed = Nicht geändert: { $contacts }.
ticked-and-more = { $contacts }; und { $count } weitere
ticked-is-changed = gerade ändert ihn jemand anderes
ticked-is-gone = es gibt ihn nicht mehr
ticked-no-calls = möchte keine Anrufe
ticked-not-called = { $count ->
    [one] { $count } davon möchte keine Anrufe oder ist verstorben. Dafür wird keine Aufgabe der Art „{ $kind }“ angelegt.
   *[other] { $count } davon möchten keine Anrufe oder sind verstorben. Für sie wird keine Aufgabe der Art „{ $kind }“ angelegt.
}

# The forms of records.
edit-title = { $title } bearbeiten
edit-required = <span class="must">Felder mit</span> müssen ausgefüllt werden.
edit-primary = Bevorzugt
edit-add-one = Neuer Eintrag
edit-pledge-hint = Hier stehen die offenen Zusagen des oben gewählten Kontakts; jede andere geben Sie mit ihrer Nummer an
edit-saved = { $kind ->
    [contacts] Der Kontakt ist gespeichert.
    [gifts] Die Spende ist gespeichert.
    [pledges] Die Zusage ist gespeichert.
    [tasks] Die Aufgabe ist gespeichert.
    [households] Der Haushalt ist gespeichert.
    [funds] Der Zweck ist gespeichert.
    [campaigns] Die Kampagne ist gespeichert.
   *[batches] Der Stapel ist gespeichert.
}
edit-nothing-changed = Nichts wurde geändert.
edit-conflict = Jemand anderes hat das inzwischen geändert
edit-conflict-not-saved = Von Ihren Eingaben ist noch nichts gespeichert.
edit-conflict-by = Von Ihren Eingaben ist noch nichts gespeichert; letzte Änderung: <bdi>{ $by }</bdi>.
edit-conflict-who = { $name }, { $when }
edit-conflict-about = Das Formular unten zeigt, was jetzt gespeichert ist, und Ihre Werte, wo Sie andere eingegeben haben. Speichern Sie es, damit Ihre Werte gelten, oder gehen Sie zurück, ohne zu speichern, damit der gespeicherte Stand bleibt.
edit-conflict-field = Feld
edit-conflict-stored = Jetzt gespeichert
edit-conflict-yours = Ihr Wert
edit-conflict-both = Von beiden geändert
edit-conflict-empty = leer
edit-conflict-same = wie jetzt gespeichert
edit-conflict-save = Mit meinen Werten speichern
edit-open-pledges = Diese Zusagen beenden
edit-open-tasks = Diese Aufgaben abbrechen
edit-open-more = Vielleicht gibt es weitere; diese bleiben, wie sie sind

# Languages that a contact may speak.
edit-language-ar = Arabisch
edit-language-zh = Chinesisch
edit-language-nl = Niederländisch
edit-language-en = Englisch
edit-language-fr = Französisch
edit-language-de = Deutsch
edit-language-el = Griechisch
edit-language-hi = Hindi
edit-language-it = Italienisch
edit-language-ja = Japanisch
edit-language-ko = Koreanisch
edit-language-pl = Polnisch
edit-language-pt = Portugiesisch
edit-language-ru = Russisch
edit-language-es = Spanisch
edit-language-sv = Schwedisch
edit-language-tl = Tagalog
edit-language-tr = Türkisch
edit-language-uk = Ukrainisch
edit-language-vi = Vietnamesisch

# The pages of records.
show-all-of = { $kind ->
    [tasks] Alle Aufgaben mit dem Spender anzeigen
    [gifts] Alle Spenden anzeigen
   *[other] Alle anzeigen
}
show-primary = bevorzugt
show-own-data = { $name }: { $value }

# The headings of groups of fields.
group-more-of-the-name = Weiteres zum Namen
group-preferences = Wünsche
group-letters = Briefe
group-family = Familie
group-work-and-community = Beruf und Gemeinschaft
group-notes = Notizen
group-purpose = Kampagne und Widmung
group-payment = Zahlung
group-thanks = Dank
group-corrections = Korrekturen
group-details = Einzelheiten
group-task = Aufgabe
group-result = Ergebnis
group-about = Betrifft
group-batch = Stapel
group-counted-by-hand = Von Hand gezählt
group-goal = Ziel
group-more = Weiteres

# The history of a record.
history-heading = Änderungsprotokoll
history-created = Angelegt
history-changed = Geändert
history-saved-unchanged = Ohne Änderung gespeichert
history-cleared = geleert
history-unknown = Was sich geändert hat, ist nicht bekannt, denn der Datensatz ist älter als das Änderungsprotokoll.
history-none = Keine Änderung ist aufgezeichnet. Datensätze aus der Demo oder aus der Zeit vor dem Ereignisprotokoll haben keine.
history-all-removed = Alle Änderungen sind älter als das Ereignisprotokoll, dessen alte Ereignisse entfernt wurden.
history-has-more = Frühere Änderungen stehen im Ereignisprotokoll, das die API auflistet.
history-is-cut = Frühere Änderungen wurden wegen ihres Alters entfernt.

# Links between records.
links-type = Art { $id }
links-user = Benutzer { $id }
links-batch = Stapel { $id }
links-pledge = Zusage { $id }
links-gift = Spende { $id }
links-last-gift = letzte Spende { $day }
links-household = Haushalt { $name }
links-household-joint = Haushalt { $name }, ein Brief für alle
links-household-letters = Haushalt { $name }, ein Brief an { $receiver }
links-nobody = dazu ist kein Kontakt zu finden. Geben Sie einen Teil des Namens ein oder die Nummer
links-same = wählen Sie einen anderen Kontakt: Mit diesem hier wird zusammengeführt
links-other-name = passt zu { $contact }, aber der Name ist ein anderer: Wählen Sie den Kontakt aus, wenn er gemeint ist
links-several = passt zu mehreren Kontakten: { $contacts }
links-several-and-more = passt zu mehreren Kontakten: { $contacts } … und anderen: Geben Sie mehr vom Namen ein
