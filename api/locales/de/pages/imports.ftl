# Words for records within sentences, and how many there are.
one-gift = Spende
one-batch = Stapel
one-fund = Zweck
one-campaign = Kampagne
one-pledge = Zusage
one-task = Aufgabe
count-batches = { $count ->
    [one] { $count } Stapel
   *[other] { $count } Stapel
}
count-funds = { $count ->
    [one] { $count } Zweck
   *[other] { $count } Zwecke
}
count-campaigns = { $count ->
    [one] { $count } Kampagne
   *[other] { $count } Kampagnen
}

# The list of imports.
imports-new = Datei importieren
imports-can-have = Was eine Datei enthalten kann:
imports-so-far = Bisherige Dateien
imports-none-yet = Noch wurde nichts importiert.
imports-rows-are = Zeilen sind
imports-rows = Zeilen
imports-created = Neu
imports-updated = Geändert
imports-failed = Zu berichtigen
imports-check = Datei prüfen
imports-nothing-imported = Nichts wurde importiert
imports-kind = Art der Datensätze
imports-file-hint = Eine CSV-Datei aus einem beliebigen Programm, bis zu 100 MiB, oder eine Arbeitsmappe (.xlsx, .ods) bis zu 16 MiB. Danach geben Sie an, was die Spalten sind, und sehen, was aus den Zeilen würde, bevor etwas geschrieben wird.
imports-arrived = Die Datei ist angekommen. Nichts wird geschrieben, bevor Sie es bestätigen.

# The states of imports, and the names of their files.
imports-undone = Rückgängig gemacht
imports-columns-to-choose = Spalten noch zu wählen
imports-status-failed = Fehlgeschlagen
imports-undoing = Wird rückgängig gemacht
imports-arriving = Kommt an
imports-waiting = Wartet
imports-checking = Wird geprüft
imports-importing = Wird importiert
imports-checked = Geprüft
imports-imported = Importiert
imports-sent-file = Über die API gesendete Datei
imports-undo-of = Rücknahme von { $file }

# How a file differs from the usual one.
imports-semicolons = Semikolons
imports-tabs = Tabulatoren
imports-vertical-bars = senkrechte Striche
imports-windows-1252 = Windows (westeuropäisch)
imports-workbook = Arbeitsmappe
imports-headings-in-row = Überschriften in Zeile { $row }

# The page with the fields that a file can have.
imports-all = Alle Importe
imports-fields = Felder von Dateien
imports-fields-heading = { $kind ->
    [contacts] Was eine Datei mit Kontakten enthalten kann
    [gifts] Was eine Datei mit Spenden enthalten kann
    [pledges] Was eine Datei mit Zusagen enthalten kann
    [tasks] Was eine Datei mit Aufgaben enthalten kann
    [households] Was eine Datei mit Haushalten enthalten kann
    [funds] Was eine Datei mit Zwecken enthalten kann
    [campaigns] Was eine Datei mit Kampagnen enthalten kann
   *[batches] Was eine Datei mit Spendenstapeln enthalten kann
}
imports-fields-about = Eine Datei braucht keine besonderen Überschriften: Sie geben nach dem Senden an, was ihre Spalten sind. Spalten mit diesen Überschriften werden sofort erkannt.
imports-fields-download = Leere Datei mit allen herunterladen
imports-heading = Überschrift
imports-holds = Was darin steht
imports-needed = Erforderlich

# The columns of a file.
imports-columns = Spalten
imports-columns-of = Spalten von <bdi>{ $file }</bdi>
imports-columns-about = Geben Sie an, was jede Spalte ist. Was zu erraten war, ist schon gewählt. Noch wird nichts geschrieben: Als Nächstes sehen Sie eine Vorschau.
imports-columns-remembered = Geben Sie an, was jede Spalte ist. Was zu erraten war, ist schon gewählt, so wie Sie es für die letzte Datei mit diesen Überschriften gewählt haben. Noch wird nichts geschrieben: Als Nächstes sehen Sie eine Vorschau.
imports-read-as-format = Gelesen als: { $format }.
imports-before = Genau diese Datei wurde schon einmal importiert, am { $day }: <a>diesen Import ansehen</a>.
imports-before-again = Ein weiterer Import legt womöglich alles doppelt an.
imports-has-gifts = Diese Datei enthält auch Spenden, und Sie importieren sie als Kontakte: Die Spenden bleiben weg. Als Spenden importiert, ist jede Zeile eine Spende, und ihr Spender wird gefunden oder neu angelegt.
imports-as-gifts = Als Spenden importieren
imports-day-and-rows = { $rows ->
    [one] { $day } ({ $rows } Zeile)
   *[other] { $day } ({ $rows } Zeilen)
}
imports-column-of-file = Spalte der Datei
imports-examples = Beispiele
imports-is = Entspricht
imports-do-not-import = Nicht importieren
imports-into-notes = In die Notizen schreiben
imports-needed-field = { $label } (erforderlich)
imports-every-row = Für jede Zeile
imports-every-row-about = Gilt, wo keine Spalte etwas angibt.
imports-no-constant = Keine Angabe
imports-dates = Datumsangaben und Zahlen
imports-date-order = Reihenfolge in Datumsangaben aus Zahlen
imports-date-order-hint = Datumsangaben wie 2026-12-31 und 31. Dez. 2026 sind ohnehin eindeutig.
imports-day-first = Der Tag zuerst, wie 31.12.2026
imports-day-first-read = Der Tag zuerst: { $text } ist der { $day }
imports-day-first-unread = Der Tag zuerst: { $text } ist kein Datum
imports-month-first = Der Monat zuerst, wie 12/31/2026
imports-month-first-read = Der Monat zuerst: { $text } ist der { $day }
imports-month-first-unread = Der Monat zuerst: { $text } ist kein Datum
imports-long-day = { $day } { $year }
imports-decimal-sign = Zeichen vor den Cent
imports-point = Ein Punkt, wie 1,250.00
imports-point-read = Ein Punkt: { $text } ist { $amount }
imports-point-unread = Ein Punkt: { $text } ist kein Betrag
imports-comma = Ein Komma, wie 1.250,00
imports-comma-read = Ein Komma: { $text } ist { $amount }
imports-comma-unread = Ein Komma: { $text } ist kein Betrag
imports-words = Wörter der Datei
imports-words-about = Diese Wörter sind hier neu. Geben Sie an, was jedes bedeutet. Zeilen mit einem Wort, bei dem „Nichts davon“ stehen bleibt, werden nicht importiert.
imports-word = „{ $word }“ in der Spalte { $column } bedeutet
imports-word-means-nothing = Nichts davon
imports-words-new = Noch eine Frage: Die Datei hat Wörter, die hier neu sind
imports-read-types = Zahlungswege der Datei
imports-read-types-about = Diese Wörter werden als Spendenarten gelesen, die es hier gibt. Wählen Sie eine andere Art, wo eine nicht stimmt. Eine Art, die fehlt, können Sie in einem anderen Fenster unter <a>Spendenarten</a> hinzufügen; laden Sie diese Seite dann neu.
imports-show-preview = Vorschau anzeigen
imports-columns-saved = Die Spalten sind gespeichert, und die Zeilen werden damit geprüft. Nichts wird geschrieben, bevor Sie es bestätigen.
imports-not-done = Nicht ausgeführt: { $rule }.
imports-not-checked = Die Datei wurde nicht geprüft
imports-column-twice = Eine andere Spalte ist schon „{ $label }“
imports-column-needed = „{ $label }“ wird gebraucht: Wählen Sie die Spalte dafür

# The page of an import.
imports-one = Import
imports-started = Begonnen
imports-read-as = Gelesen als
imports-progress = Fortschritt
imports-is-arriving = Die Datei kommt an. Sie können diese Seite verlassen: Die Verarbeitung läuft weiter. <a>Noch einmal nachsehen</a>
imports-rows-done = { $done } von { $rows } Zeilen sind erledigt. Sie können diese Seite verlassen: Die Verarbeitung läuft weiter. <a>Noch einmal nachsehen</a>
imports-would-be-new = Würden angelegt
imports-would-change = Würden geändert
imports-taken-back = Zurückgenommen
imports-left-as-they-are = Bleiben, wie sie sind
imports-further-rows = Weitere Zeilen eines Datensatzes
imports-skipped = Leer, Summen oder ausgelassen
imports-failed-left-out = Zeilen, die zu berichtigen sind, würden ausgelassen. Sie können die guten jetzt importieren und die anderen, wenn sie berichtigt sind.
imports-undoes = Damit wird zurückgenommen, was <a>ein Import</a> geschrieben hat.
imports-undone-by = Dieser Import ist rückgängig gemacht oder wird es gerade: <a>Stand ansehen</a>.
imports-change-columns = Spalten ändern
imports-more-failed = Viele Zeilen sind zu berichtigen. Die ersten 10.000 davon werden zum Herunterladen aufbewahrt, oder weniger, wenn sie lang sind.
imports-download-failed = Zeilen zum Berichtigen herunterladen
imports-run = Importieren
imports-run-about = Vorher wird nichts geschrieben.
imports-undecided = Manche Zeilen sind vielleicht Personen, die Sie schon haben, und niemand hat darüber entschieden. <a>Entscheiden Sie zuerst darüber</a>, oder setzen Sie das Häkchen.
imports-undecided-new = { $count ->
    [one] { $count } Zeile, über die niemand entschieden hat, wird als neu importiert
   *[other] { $count } Zeilen, über die niemand entschieden hat, werden als neu importiert
}
imports-undecided-first = Noch ist nichts importiert: Manche Zeilen sind vielleicht Personen, die Sie schon haben. Entscheiden Sie darüber, oder setzen Sie das Häkchen über dem Knopf.
imports-run-all = Alle Zeilen importieren
imports-run-good = Die guten Zeilen importieren
imports-begun = Der Import hat begonnen.
imports-problems = Probleme
imports-problems-in-all = { $count } insgesamt.
imports-problems-kept = { $count } insgesamt; die ersten 1.000 werden aufbewahrt.
imports-header-row = Die Kopfzeile ist Zeile { $row }.
imports-row = Zeile
imports-column = Spalte
imports-problem = Problem
imports-pages-before = Zurück
imports-pages-after = Weiter
imports-undo = Rückgängig machen
imports-undo-about = Wenn es die falsche Datei war, nehmen Sie zurück, was sie geschrieben hat. Kontakte, die sie angelegt hat, werden archiviert, ohne ihre E-Mail-Adressen; Spenden werden ungültig; Zusagen und Aufgaben werden abgebrochen; und Datensätze, die sie geändert hat, bekommen zurück, was sie vorher hatten. Datensätze, die seither jemand geändert hat oder die spätere brauchen, bleiben, wie sie sind, und Sie sehen, welche. Auch eine Spende, für die schon gedankt wurde, gilt als geändert und bleibt. Ebenso bleibt eine Spende, die auf einer gedruckten Zuwendungsübersicht oder -bestätigung steht, bis diese zurückgenommen ist. Machen Sie von mehreren Importen den letzten zuerst rückgängig. Ein Kontakt, der durch eine Spende zum Spender wurde, bleibt Spender.
imports-undo-take-back = Zurücknehmen, was sie geschrieben hat
imports-undo-fold = Diesen Import rückgängig machen …
imports-undo-begun = Die Rücknahme hat begonnen.
imports-remove = Diese Prüfung entfernen …
imports-removed = Die Prüfung der Datei ist entfernt.
imports-meaning = Bedeutung
imports-is-field = Feld
imports-is-read-only = Ausgelassen: wird nur vom Dienst geschrieben
imports-is-unknown = Ausgelassen: kein solches Feld
imports-is-imported = Wird übernommen
imports-is-left-out = Ausgelassen
imports-nothing-is-done = Damit geschieht nichts
imports-notes = Notizen

# The rows of a file that has been checked.
imports-alike = Vielleicht schon vorhanden
imports-alike-about = Diese Zeilen sehen nach Kontakten aus, die Sie schon haben oder die in einer früheren Zeile stehen. Wenn es derselbe Kontakt ist, wählen Sie ihn: Was er schon enthält, bleibt unverändert, und aus der Zeile kommt nur hinzu, was ihm fehlt.
imports-alike-more = Es gibt weitere: Entscheiden Sie über diese, dann sehen Sie die nächsten.
imports-alike-counts = Ihre Wahl gilt, sobald Sie sie gespeichert haben.
imports-row-number = Zeile { $row }:
imports-here = Hier: <a><bdi>{ $name }</bdi></a>
imports-mend = Zeilen zum Berichtigen
imports-mend-about = Berichtigen Sie sie hier oder in Ihrer eigenen Datei. Was bleibt, wie es ist, wird nicht importiert.
imports-mend-more = Das sind die ersten: Berichtigen Sie sie oder lassen Sie sie aus, dann sehen Sie die nächsten.
imports-of-row = in Zeile { $row }
imports-rows-save = Speichern und noch einmal prüfen
imports-rows-suggested = In allen Zeilen den einzigen Kontakt dieses Namens nehmen
imports-take-suggestions = Alle Vorschläge übernehmen
imports-take-suggestions-about = Ein Knopf entscheidet über alle Zeilen, die nur einem Kontakt oder einer früheren Zeile gleichen, auf allen Seiten: Es ist derselbe Kontakt. Was Sie selbst gewählt haben, bleibt, und Sie können jede Zeile danach noch ändern.
imports-seen-rows = Die Zeilen, wie sie gelesen werden
imports-kinds-about = Wenn eine Organisation als Person gelesen wird oder eine Person als Organisation, ändern Sie es hier. Wer neben einer Firma genannt ist, wird weggelassen, sobald die Zeile eine Organisation ist. Speichern Sie, bevor Sie andere Zeilen ansehen.
imports-kind-of-row = Ist der neue Kontakt aus Zeile { $row } eine Person oder eine Organisation?
imports-kind-as-read = Wie sie gelesen wird
imports-same-as = Derselbe Kontakt wie { $name }
imports-somebody-else = Jemand anderes: neuen Kontakt anlegen
imports-like-row = In der Datei: Zeile { $row }
imports-archived = { $name } (archiviert)
imports-same-stays-archived = Derselbe Kontakt wie { $name }, der archiviert bleibt
imports-same-not-archived = Derselbe Kontakt wie { $name }, der nicht mehr archiviert ist
imports-same-as-row = Derselbe Kontakt wie in Zeile { $row }
imports-ask-again = Nicht entschieden: noch einmal fragen
imports-take-row-back = Nicht auslassen
imports-decided = Entschieden
imports-decided-about = Ihre bisherigen Antworten sowie Spenden von archivierten Kontakten. Bis Sie die Datei importieren, können Sie alles noch ändern.
imports-decided-more = Das sind die ersten.
imports-fate = Was geschieht
imports-fate-new-organisation = Neue Organisation
imports-fate-new-of = Neu, für { $name }
imports-fate-new-of-new = Neu, mit einem neuen Kontakt
imports-fate-new-of-new-organisation = Neu, mit einer neuen Organisation
imports-fate-new-of-row = Neu, für den neuen Kontakt aus Zeile { $row }
imports-fate-follows = Geht an den Kontakt aus Zeile { $row }
imports-fate-fills = Geht an { $name }
imports-fate-changes = Ändert, was da ist
imports-fate-changes-earlier = Ändert den Eintrag aus einer früheren Zeile
imports-fate-fails = Muss berichtigt werden
imports-fate-there = Wird ausgelassen
imports-there = Diese Spende <a>ist schon da</a>.
imports-there-about = Eine Spende mit demselben Spender, Tag und Betrag, die schon da ist, wird ausgelassen. Wählen Sie, was mit ihr geschieht, und speichern Sie, bevor Sie andere Zeilen ansehen.
imports-import-all-the-same = Trotzdem importieren
imports-there-count = { $count ->
    [one] { $count } Spende ist schon da und wird ausgelassen.
   *[other] { $count } Spenden sind schon da und werden ausgelassen.
}
imports-there-counted = { $count ->
    [one] { $count } Spende wurde ausgelassen, weil sie schon da war.
   *[other] { $count } Spenden wurden ausgelassen, weil sie schon da waren.
}
imports-made = Neue Einträge
imports-made-first = Dies sind die ersten { $count }.
imports-fate-row = Zeile { $row }
imports-fate-perhaps = { $fate } – oder vielleicht derselbe Kontakt wie { $names }
imports-leave-row-out = Zeile auslassen
imports-who-is-in-row = Wer steht in Zeile { $row }?
imports-what-to-do-with-row = Was soll mit Zeile { $row } geschehen?
imports-not-decided = Nicht entschieden: legt einen neuen Kontakt an
imports-mend-or-leave = Berichtigen oder lassen, wie sie ist
imports-choose-one = Bitte wählen
imports-rows-saved = Gespeichert und noch einmal geprüft. Nichts wird geschrieben, bevor Sie es bestätigen.
imports-rows-saved-first = Noch ist nichts importiert: Ihre Wahl ist gespeichert, und die Zeilen werden noch einmal geprüft. Importieren Sie sie, wenn das beendet ist.
imports-rows-checked-again = Ihre Wahl ist gespeichert, und die Datei ist noch einmal geprüft: Importieren Sie sie jetzt.

# The fields that a column can be. Files can have the English labels as headings.
imports-group-name = Name
imports-group-address = Adresse, Telefon und E-Mail
imports-group-links = Verknüpfungen
imports-group-fields = Felder
imports-whole-name = Ganzer Name (Müller, Karl und Maria)
imports-organisation-name = Name der Organisation
imports-first-name = Vorname
imports-last-name = Nachname
imports-phone = Telefon
imports-street = Straße
imports-street2 = Straße, zweite Zeile
imports-city = Ort
imports-state = Bundesland oder Region
imports-postal-code = Postleitzahl
imports-country = Land
imports-address-type = Art der Adresse
imports-gift-type = Art, oder wie bezahlt wurde
imports-contact-type = Person oder Organisation
imports-contact-external-id = Externe Kennung des Kontakts
imports-pledge-external-id = Externe Kennung der Zusage
imports-gift-external-id = Externe Kennung der Spende
imports-batch-external-id = Externe Kennung des Stapels
imports-adjusts-external-id = Externe Kennung der Spende, die sie berichtigt
imports-credits-external-ids = Externe Kennungen derer, denen sie mitangerechnet wird
imports-referred-by-external-id = Externe Kennung dessen, der sie empfohlen hat
imports-contact-here = Kontakt, der schon da ist

# What the fields hold.
imports-label-and-about = { $label }. { $about }
imports-about-same = Die Nummer des Kontakts, dem die Zeile gehört. „new“: keiner von denen, die nur ähnlich aussehen; „earlier“: der einer früheren Zeile mit demselben Kontakt; „out“: die Zeile wird ausgelassen; leer: wie ohne die Spalte
imports-about-donor = Findet den Spender unter Ihren Kontakten nach E-Mail oder nach Name und Postleitzahl, oder legt einen neuen an
imports-about-organisation = Der Name einer Organisation. Wo die Zeile eine Person nennt, ist sie der Arbeitgeber
imports-about-one-of = Eines von: { $choices }
imports-about-date = Ein Datum
imports-about-amount = Ein Betrag
imports-about-flag = Ja oder nein
imports-about-country = Ein Land, mit seinem Namen oder seinen zwei Buchstaben
imports-about-words = Eines oder mehrere, mit Semikolons dazwischen
# computed: imports-about-of-
imports-about-of-contact_type = Eines von person, organization
imports-about-of-gift_type = Der Name einer Spendenart dieses Kontos
imports-about-of-contact_external_id = Die externe Kennung eines Kontakts dieses Kontos
imports-about-of-contact_referred_by_external_id = Die externe Kennung eines Kontakts dieses Kontos
imports-about-of-gift_external_id = Die externe Kennung einer Spende dieses Kontos
imports-about-of-gift_adjusts_external_id = Die externe Kennung einer Spende dieses Kontos
imports-about-of-gift_soft_credit_external_ids = Externe Kennungen von Kontakten dieses Kontos, mit Semikolons dazwischen
imports-about-of-pledge_external_id = Die externe Kennung einer Zusage dieses Kontos
imports-about-of-batch_external_id = Die externe Kennung eines Stapels dieses Kontos

# Quick entry of gifts.
quick-entry = Schnellerfassung
quick-how = Tippen Sie einen Teil des Spendernamens und einen Betrag, etwa <code>50</code>, <code>50 Scheck 1044</code> für einen Scheck, <code>50 Überweisung</code> mit der Art oder <code>30 Dach + 20 Essen</code> für zwei Zwecke. Die Eingabetaste speichert und beginnt die nächste Spende. Tag, Art, Zweck und Stapel bleiben für die nächste Spende.
quick-a-gift = Eine Spende
quick-changed-gift = Die Spende, die Sie ändern
quick-changing = Sie ändern <strong><bdi>{ $gift }</bdi></strong>. <a>So lassen, wie sie ist</a>
quick-new-donor = Ein neuer Spender
quick-add-unknown = Dazu ist kein Kontakt zu finden: <strong><bdi>{ $name }</bdi></strong> als neuen Spender mit dieser Spende anlegen
quick-add = <strong><bdi>{ $name }</bdi></strong> als neuen Spender mit dieser Spende anlegen
quick-open-batch = Stapel öffnen
quick-last = Zuletzt erfasst
quick-none-yet = Hier erscheinen die Spenden, die Sie erfassen.
quick-change = Ändern
quick-saved = Gespeichert: { $gift }
quick-which-donor = Noch nicht gespeichert. Wer ist es? Wählen Sie, oder geben Sie mehr vom Namen ein.
quick-no-donor = Noch nicht gespeichert. Es ist kein Spender angegeben. Geben Sie einen ein, oder speichern Sie mit der Eingabetaste eine Spende ohne Spender.
quick-new-fund = Es gibt noch keinen Zweck „{ $name }“. Anlegen?
quick-save-new-fund = { $count ->
    [one] Mit neuem Zweck speichern
   *[other] Mit neuen Zwecken speichern
}
quick-use-fund = „{ $name }“ nehmen
quick-make-fund = Neuen Zweck „{ $name }“ anlegen
quick-leave = Nicht speichern
quick-which-pledge = Noch nicht gespeichert. Gehört die Spende zu einer Zusage?
quick-no-pledge = Zu keiner Zusage: Es ist eine andere Spende
quick-cheque = Scheck

# Gifts.
gift-none-yet = Noch keine Spenden. Erfassen Sie die erste oder in der Schnellerfassung eine ganze Reihe.
gift-view-all = Alle
gift-view-received = Eingegangen
gift-view-pending = Ausstehend
gift-view-refunded = Erstattet
gift-from = { $amount } von { $giver }
gift-from-nobody = { $amount }, nicht zugeordnet
gift-sum-received = { $sum } eingegangen
gift-tasks-with-donor = Aufgaben mit dem Spender
gift-refund = Erstatten…
gift-refund-undo = Erstattung aufheben

# Batches of gifts.
batch-batches = Spendenstapel
batch-none-yet = Noch keine Stapel. Zählen Sie die Spenden einer Einzahlung, legen Sie einen Stapel mit dem gezählten Ergebnis an, und erfassen Sie seine Spenden in der Schnellerfassung.
batch-view-all = Alle
batch-view-open = Offen
batch-view-closed = Geschlossen
batch-batch = Stapel
batch-is-closed = Dieser Stapel ist geschlossen
batch-is-closed-because = Dieser Stapel ist geschlossen: { $reason }
batch-difference = Differenz
batch-against-counted = Gegenüber dem, was von Hand gezählt wurde: { $difference }.
batch-progress = { $is } von { $expected }
batch-gifts-of = { $expected ->
    [one] { $count } von { $expected } Spende
   *[other] { $count } von { $expected } Spenden
}
batch-gifts-missing = { $count ->
    [one] { $count } Spende fehlt
   *[other] { $count } Spenden fehlen
}
batch-gifts-too-many = { $count ->
    [one] { $count } Spende zu viel
   *[other] { $count } Spenden zu viel
}
batch-amount-missing = { $amount } fehlen
batch-amount-too-much = { $amount } zu viel
batch-close = Schließen
batch-reopen = Wieder öffnen
batch-close-named = { $batch } schließen
batch-reopen-named = { $batch } wieder öffnen
batch-close-about = Die Spenden eines geschlossenen Stapels behalten Spender, Betrag, Datum, Art, Zweck und Schecknummer. Nur ein Inhaber kann ihn wieder öffnen.
batch-reopen-about = In den Stapel können wieder Spenden kommen, und die vorhandenen lassen sich ändern. Schließen Sie ihn danach wieder.
batch-still-open = Der Stapel ist noch offen
batch-reason = Grund
batch-reason-hint = Warum die Spenden von dem abweichen, was gezählt wurde
batch-closed = Der Stapel ist geschlossen.
batch-open-again = Der Stapel ist wieder offen.

# The deposit list of a batch.
deposit-list = Einzahlungsliste
deposit-list-of = Einzahlungsliste: { $batch }
deposit-heading = { $count ->
    [one] Einzahlung von { $count } Spende
   *[other] Einzahlung von { $count } Spenden
}
deposit-cheque-number = Schecknummer
deposit-without-type = Ohne Art
deposit-not-counted = Ausstehende und ungültige Spenden zählen nicht.
deposit-none-yet = In diesem Stapel sind noch keine Spenden eingegangen.

# Funds and campaigns.
purpose-no-funds-yet = Noch keine Zwecke. Ein Zweck sagt, wofür eine Spende ist. Legen Sie hier einen an, oder schreiben Sie seinen Namen in eine Spende.
purpose-no-campaigns-yet = Noch keine Kampagnen. Eine Kampagne ist der Anlass für Spenden, etwa ein Spendenaufruf. Geben Sie ihr ein Ziel, und sehen Sie hier, wie weit sie ist.
purpose-funds-all = Alle
purpose-funds-active = Aktiv
purpose-funds-inactive = Nicht aktiv
purpose-campaigns-all = Alle
purpose-campaigns-active = Aktiv
purpose-campaigns-inactive = Nicht aktiv
purpose-fund-inactive = Nicht aktiv
purpose-campaign-inactive = Nicht aktiv
purpose-code = Kürzel
purpose-fund-split = Eine aufgeteilte Spende zählt bei jedem ihrer Zwecke
purpose-campaign-split = Eine aufgeteilte Spende zählt bei jeder ihrer Kampagnen
purpose-days = Zeitraum
purpose-from-to = { $from } bis { $until }
purpose-from = ab { $day }
purpose-until = bis { $day }
purpose-received = Eingegangen
purpose-goal = Ziel
purpose-reached = Erreicht
purpose-of-goal = Vom Ziel
purpose-percent = { $percent } %
purpose-merge-about = { $kind ->
    [fund] Der andere Zweck ist derselbe wie <bdi>{ $name }</bdi>, unter einem anderen Namen. Alles, was für ihn gespendet wurde, gilt dann für <bdi>{ $name }</bdi>, und der andere Zweck wird entfernt. Das lässt sich nicht rückgängig machen.
   *[campaign] Die andere Kampagne ist dieselbe wie <bdi>{ $name }</bdi>, unter einem anderen Namen. Alles, was für sie gespendet wurde, gilt dann für <bdi>{ $name }</bdi>, und die andere Kampagne wird entfernt. Das lässt sich nicht rückgängig machen.
}
purpose-merge-other-fund = Der andere Zweck
purpose-merge-other-campaign = Die andere Kampagne
purpose-merge-fund-removed = Er wird entfernt.
purpose-merge-campaign-removed = Sie wird entfernt.
purpose-merge-nothing = Nichts wurde zusammengeführt
purpose-merged = Die Spenden beider sind jetzt für { $name }.

# Pledges.
pledge-none-yet = Noch keine Zusagen. Halten Sie fest, was ein Spender zugesagt hat, und sehen Sie hier, wer im Rückstand ist.
pledge-view-all = Alle
pledge-view-active = Aktiv
pledge-view-late = Im Rückstand
pledge-view-paused = Pausiert
pledge-view-upcoming = Künftig
pledge-view-ended = Beendet
pledge-state = Stand
pledge-fulfilled = Erfüllt
pledge-next-due = Nächste offene Fälligkeit
pledge-due-since = Fällig seit
pledge-late-since = Im Rückstand seit
pledge-planned = Geplante Änderung
pledge-reminded = Erinnerung an Zusagen im Rückstand an den Spender verschickt am
pledge-late = Im Rückstand
pledge-balance = Saldo
pledge-still-open = Noch offen
pledge-open = { $amount } noch offen
pledge-ahead = { $amount } im Voraus
pledge-overpaid = { $amount } zu viel gezahlt
pledge-due-until-today = Bis heute fällig
pledge-received-until-today = Bis heute eingegangen
pledge-days = { $count ->
    [one] { $count } Tag
   *[other] { $count } Tage
}
pledge-from = { $terms } von { $donor }
pledge-terms = { $amount } { $frequency }
pledge-terms-from = { $amount } { $frequency } ab { $day }
# A pledge that a field offers.
pledge-offered-fund = { $pledge }, { $fund }
pledge-offered-due = { $pledge } – { $count } fällig
pledge-offered-next = { $pledge } – nächste Fälligkeit { $day }
pledge-change-amount = Betrag ändern
pledge-over-time = Im Laufe der Zeit
pledge-from-day = Ab
pledge-agreed = Vereinbart
pledge-change = Ändern
pledge-take-back = Diese Änderung aufheben
pledge-paused = Pausiert
pledge-paused-until = Pausiert bis { $day }
# computed: pledge-frequency-
pledge-frequency-one_time = einmalig
pledge-frequency-weekly = wöchentlich
pledge-frequency-every_2_weeks = alle 2 Wochen
pledge-frequency-every_4_weeks = alle 4 Wochen
pledge-frequency-twice_monthly = zweimal im Monat
pledge-frequency-monthly = monatlich
pledge-frequency-every_2_months = alle 2 Monate
pledge-frequency-quarterly = vierteljährlich
pledge-frequency-every_4_months = alle 4 Monate
pledge-frequency-twice_yearly = halbjährlich
pledge-frequency-yearly = jährlich
pledge-frequency-every_2_years = alle 2 Jahre

# Tasks.
task-none-yet = Noch keine Aufgaben. Halten Sie fest, was zu tun ist, für wen und bis wann.
task-view-open = Offen
task-view-mine = Meine
task-view-today = Heute
task-view-this-week = Diese Woche
task-view-overdue = Überfällig
task-view-done = Erledigt
task-view-all = Alle
task-with = Mit
task-phone = Telefon
task-due = Fällig
task-assigned-to = Zugewiesen an
task-type = Art
task-priority = Priorität
task-overdue = Überfällig
task-check-off = Abhaken
task-done-on = Erledigt am { $day }
task-cancelled = Abgebrochen
task-was-done = Erledigt: { $task }.
task-was-done-next = Erledigt: { $task }. Die nächste ist angelegt.
task-what-came-of-it = Was ist daraus geworden?
task-plan-next = Nächste Aufgabe planen
task-not-done-after-all = Doch nicht erledigt
task-not-done = Nicht erledigt: { $problems }.
task-changed-meanwhile = Jemand anderes hat die Aufgabe gerade geändert. Sehen Sie sie sich an, und versuchen Sie es noch einmal.
