# Lists of contacts, and words about them.
one-contact = Kontakt
contact-none-yet = Noch keine Kontakte. Fügen Sie den ersten hinzu, oder importieren Sie unter „Importe“ eine Datei.
contact-view-prospects = Interessenten
contact-view-lapsed = Als ehemalig geführt
contact-view-organisations = Organisationen
contact-view-archived = Archiviert
contact-phone = Telefon
contact-organisation = Organisation
contact-deceased = Verstorben
contact-top-donors-this-year = Größte Spender in diesem Jahr
contact-first-gift-this-month = Erste Spende in diesem Monat
contact-birthdays-this-month = Geburtstag in diesem Monat
contact-no-address = Ohne vollständige Adresse
contact-gave-last-year = Letztes Jahr gespendet, dieses nicht

# The page of a contact.
contact-is-archived = Dieser Kontakt ist archiviert
# The name of the other contact stands after it.
contact-is-merged = Dieser Kontakt ist archiviert. Er wurde zusammengeführt mit
contact-died-on = Verstorben am { $day }
contact-is-erased = Gelöscht am { $day }: Nichts sagt mehr, wer das war. Die Spenden bleiben.
contact-statement = Zuwendungsübersicht oder -bestätigung
contact-gifts-of-year = Spendenliste
contact-has-died = Todesfall vermerken
contact-archive = Archivieren
contact-give-copy = Kopie der Daten erstellen
contact-erase = Endgültig löschen
contact-call = Anrufen
contact-mail = E-Mail
contact-map = Karte
contact-do-not-call = Nicht anrufen
contact-do-not-email = Keine E-Mails
contact-do-not-write = Keine Briefe
contact-given-in-all = Insgesamt gespendet
contact-and-credited = { $gifts }, dazu { $amount } mitangerechnet
contact-given-last-year = { $amount } im Vorjahr
contact-first-gift = Erste Spende
contact-pledges-open = Offen
contact-tasks = Zu erledigen
contact-no-tasks = Keine offenen Aufgaben.
contact-pledges = Offene Zusagen
contact-no-pledges = Keine offenen Zusagen.
contact-show-all = Alle anzeigen
contact-edit-group = { $group } bearbeiten
contact-told-household = Haushalt { $id }, { $role }

# The box on the page of a contact in which something is written down.
log-heading = Notieren
log-note = Notiz
log-call = Anruf
log-meeting = Treffen
log-letter = Brief
log-text = Was gesagt oder getan wurde
log-on = Datum
log-result = Ergebnis eines Anrufs
log-spoke = Gesprochen
log-left-message = Nachricht hinterlassen
log-no-answer = Niemand erreicht
log-note-saved = Die Notiz ist gespeichert.
log-call-saved = Der Anruf ist notiert.
log-meeting-saved = Das Treffen ist notiert.
log-letter-saved = Der Brief ist notiert.
log-email-saved = Die E-Mail ist notiert.
log-save-gift = Spende speichern
log-all-fields = Alle Felder einer Spende

# The timeline of a contact.
timeline-heading = Verlauf
timeline-all-gifts = Alle Spenden
timeline-nothing-between = Dazwischen wurde nichts geändert.
timeline-nothing-before = Davor ist nichts geschehen.
timeline-nothing-yet = Noch ist nichts geschehen. Halten Sie oben den ersten Anruf oder die erste Notiz fest.
timeline-cut = Frühere Änderungen wurden wegen ihres Alters entfernt.
timeline-pages = Seiten des Verlaufs
timeline-earlier = Früher
timeline-newest = Neueste
timeline-today = Heute
timeline-yesterday = Gestern
timeline-day = { $day }. { $month }
# The amount stands after the first, and the fund after the amount.
timeline-gave = Spendete
timeline-for-fund = für { $fund }
timeline-did = { $words }:
timeline-tried-to-call = Anruf versucht
timeline-called = Telefonat
timeline-emailed = E-Mail geschrieben
timeline-texted = SMS geschrieben
timeline-wrote = Brief geschrieben
timeline-met = Getroffen
timeline-thanked = Gedankt
timeline-reminded = An eine Zusage erinnert
timeline-newsletter = Rundbrief geschickt
timeline-prayed = Gebetet
timeline-noted = Notiert
timeline-thank-you = Dankschreiben
timeline-statement = Zuwendungsübersicht
timeline-receipt = Zuwendungsbestätigung
timeline-reminder = Erinnerung an eine Zusage
timeline-letter-number = Nr. { $number }
timeline-added = Zu den Kontakten hinzugefügt
timeline-changed = Geändert

# Households.
one-household = Haushalt
household-none-yet = Noch keine Haushalte. Wer zusammenlebt, bekommt gemeinsam einen Brief und eine Zuwendungsübersicht: Öffnen Sie einen Kontakt, und wählen Sie „Haushalt“.
household-members = Mitglieder
household-salutation = Briefanrede
household-envelope = Umschlag
# Below the heading "Letters".
household-one-for-all = Einer für alle
household-one-for-each = Einer für jeden
household-lives-with = Lebt zusammen mit
household-role = Rolle
household-nobody-else = Sonst gehört niemand zu diesem Haushalt.
household-no-members = Zu diesem Haushalt gehört niemand.
household-change-members = Mitglieder ändern
household-title = Haushalt von { $name }
household-lead = Wer zusammenlebt, bekommt gemeinsam einen Brief und eine Zuwendungsübersicht, wenn beim Haushalt nichts anderes eingestellt ist. Jeder behält seine eigenen Spenden. <bdi>{ $name }</bdi> kommt in den Haushalt des Kontakts, den Sie auswählen, oder beide bekommen einen neuen.
household-role-label = Rolle im Haushalt
household-same-contact = wählen Sie einen anderen Kontakt als diesen
household-joined = { $name } gehört jetzt zum Haushalt.
household-spouse-is-no-contact = { $name } ist bisher nur im Kontakt des Ehepartners genannt. Der neue Kontakt bekommt dieselben Adressen, und beide bekommen gemeinsam einen Brief.
household-with-spouse = Kontakt für { $name } anlegen und beide in einen Haushalt aufnehmen

# The page of a contact that moves out of a household.
move-out-button = Haushalt verlassen
move-out-title = { $name } zieht aus
move-out-lead = <bdi>{ $name }</bdi> verlässt den Haushalt und bekommt eigene Briefe und Zuwendungsübersichten. Alle Spenden bleiben bei denen, die sie gegeben haben.
move-out-lead-last = Niemand sonst im Haushalt bekommt Briefe, deshalb wird er aufgelöst, wenn <bdi>{ $name }</bdi> auszieht. Alle Spenden bleiben bei denen, die sie gegeben haben.
move-out-household = Was wird aus dem Haushalt?
move-out-household-hint = Wird er aufgelöst, behält die Person, die bleibt, ihren eigenen Namen und ihre Adresse und bekommt eigene Briefe. Bleibt er bestehen, gibt es keinen gemeinsamen Brief mehr.
move-out-dissolve = Auflösen
move-out-keep = Behalten, mit dem Namen unten
move-out-name = Name des Haushalts
move-out-name-hint = Briefe gehen an alle, die bleiben. Stand der Name dessen darin, der auszieht, ist er hier aus ihren Namen gebildet.
move-out-name-if-kept = Das gilt nur, wenn der Haushalt bestehen bleibt.
move-out-changed = Jemand anderes hat den Haushalt gerade geändert. Sehen Sie ihn an, und versuchen Sie es noch einmal.
move-out-done = { $name } ist ausgezogen. Die Spenden bleiben bei denen, die sie gegeben haben.

# The page of a contact that has died.
died-title = { $name } ist verstorben
died-lead = Die Spenden bleiben. <bdi>{ $name }</bdi> wird nicht mehr um Spenden gebeten und gehört nicht mehr zu den ehemaligen Spendern, und kein Feld schlägt den Namen mehr vor.
died-to-do = Was zu tun ist
died-on = Verstorben am
died-on-hint = Wenn der Tag nicht bekannt ist, der Tag, an dem Sie davon erfahren haben
died-household = Neuer Name des Haushalts
died-household-hint = Im alten Namen steht, wer verstorben ist. Briefe gehen an die Lebenden.
died-add-task = Eine Aufgabe anlegen: der Familie schreiben
died-task = An die Familie von { $name } schreiben
died-saved = Der Todesfall ist vermerkt.
died-changed = Jemand anderes hat den Kontakt gerade geändert. Sehen Sie ihn an, und versuchen Sie es noch einmal.

# The page that archives a contact, and the button that brings one back.
archive-title = { $name } archivieren
archive-lead = <bdi>{ $name }</bdi> verschwindet aus den Listen, und kein Feld schlägt den Namen mehr vor. Spenden und Verlauf bleiben, und Sie können den Kontakt zurückholen.
archive-done = { $name } ist archiviert.
archive-bring-back = Zurückholen
archive-brought-back = { $name } steht wieder in den Listen.

# The page that merges two contacts.
merge-lead = Alles, was zu einem anderen Kontakt gehört, geht an <bdi>{ $name }</bdi> über, und der andere wird archiviert.
merge-other-contact = Der andere Kontakt
merge-show = Anzeigen, was übernommen würde
merge-which = Welcher Kontakt bleibt
merge-stays = Bleibt
merge-is-archived = Wird archiviert
merge-moves = Was von <a><bdi>{ $name }</bdi></a> übernommen würde
merge-nothing-moves = Keine Spenden, Zusagen oder Aufgaben.
merge-filled = Diese Felder sind hier leer und würden gefüllt:
merge-conflicts = Was sich unterscheidet
merge-conflicts-lead = Wählen Sie, was <bdi>{ $name }</bdi> danach hat; die eigenen Werte stehen zuerst. Der archivierte Kontakt behält seine Werte, außer einer externen Kennung, einem Bild oder einer Empfehlung, die übergeht. Ein Wert von <bdi>{ $name }</bdi>, den Sie nicht wählen, bleibt nur im Änderungsprotokoll.
merge-of-archived = (des archivierten Kontakts)
merge-final = Das lässt sich nicht rückgängig machen.
merge-button = <bdi>{ $from }</bdi> mit <bdi>{ $into }</bdi> zusammenführen
merge-count-people = { $count ->
    [one] { $count } Person der Organisation
   *[other] { $count } Personen der Organisation
}
merge-count-referred = { $count ->
    [one] { $count } Kontakt, den er empfohlen hat
   *[other] { $count } Kontakte, die er empfohlen hat
}
merge-count-soft-credits = { $count ->
    [one] { $count } Mitanrechnung
   *[other] { $count } Mitanrechnungen
}
merge-count-tags = { $count ->
    [one] { $count } Schlagwort
   *[other] { $count } Schlagwörter
}
merge-count-family = { $count ->
    [one] { $count } Familienmitglied
   *[other] { $count } Familienmitglieder
}
merge-count-addresses = { $count ->
    [one] { $count } Adresse
   *[other] { $count } Adressen
}
merge-count-phones = { $count ->
    [one] { $count } Telefonnummer
   *[other] { $count } Telefonnummern
}
merge-count-emails = { $count ->
    [one] { $count } E-Mail-Adresse
   *[other] { $count } E-Mail-Adressen
}
merge-count-households = { $count ->
    [one] { $count } Platz in einem Haushalt
   *[other] { $count } Plätze in Haushalten
}
merge-nothing-merged = Nichts wurde zusammengeführt
merge-done = Zusammengeführt: { $name } ist archiviert, und was dort war, ist jetzt hier.
merge-changed = Jemand anderes hat einen der Kontakte gerade geändert. Sehen Sie beide an, wählen Sie noch einmal, und führen Sie sie zusammen.
merge-not-done = Nicht zusammengeführt.
merge-not-done-because = Nicht zusammengeführt: { $field } { $rule }.

# The page of contacts that look like the same.
duplicates-title = Mögliche Dubletten
duplicates-lead = { $count ->
    [one] { $count } Kontaktpaar, das nach einer Dublette aussieht. Archivierte Kontakte sind nicht dabei.
   *[other] { $count } Kontaktpaare, die nach Dubletten aussehen. Archivierte Kontakte sind nicht dabei.
}
duplicates-none = Keine zwei Kontakte sehen nach einer Dublette aus.
duplicates-looks-like = Sieht aus wie
duplicates-because-of = Grund
# Read by screen readers after "Merge".
duplicates-merge-which = (<bdi>{ $from }</bdi> mit <bdi>{ $into }</bdi>)
duplicates-same-email = dieselbe E-Mail-Adresse
duplicates-same-phone = dieselbe Telefonnummer
duplicates-same-name = derselbe Name und derselbe Ort
duplicates-same-sound = Namen, die gleich klingen, und derselbe Ort oder Geburtstag
duplicates-same-name-alone = derselbe Name, und nichts, was sie unterscheidet
duplicates-change-kind = Person oder Organisation?
duplicates-keep-apart = Getrennt lassen
# Read by screen readers after "Keep apart".
duplicates-apart-which = (<bdi>{ $first }</bdi> und <bdi>{ $second }</bdi>)
duplicates-kept-apart = Die beiden bleiben getrennt: Diese Liste zeigt sie nicht mehr als Paar.
# The pairs at the foot of the page, each with a button that takes it back.
duplicates-apart-title = Getrennt gelassen
duplicates-apart-lead = Bei diesen Paaren hat jemand festgelegt, dass es keine Dubletten sind. Höchstens { $count } Paare werden angezeigt, die neuesten zuerst.
duplicates-take-back = Zurücknehmen
duplicates-taken-back = Die beiden werden nicht mehr getrennt gelassen: Diese Liste zeigt sie wieder als Paar, wenn sie nach einer Dublette aussehen.

# Questions of a form about values that look like slips. Some are followed by the name of a record; all end with a full stop.
doubts-save = Trotzdem speichern
doubts-email = Ein Kontakt hat diese E-Mail-Adresse schon:
doubts-phone = Ein Kontakt hat diese Telefonnummer schon:
doubts-name = Es gibt schon einen Kontakt mit diesem Namen:
doubts-near = An diesem Ort gibt es schon einen Kontakt mit ähnlichem Namen:
doubts-purpose = { $kind ->
    [fund] Es gibt keinen Zweck „{ $name }“, aber einen namens „{ $other }“
   *[campaign] Es gibt keine Kampagne „{ $name }“, aber eine namens „{ $other }“
}
doubts-day = Der Tag der Spende ist { $day }
doubts-amount = Der Betrag ist { $amount }
doubts-negative = Der Betrag ist negativ ({ $amount }): Er wird von den Spenden abgezogen
doubts-twin = Es gibt schon eine Spende dieses Spenders vom selben Tag und in derselben Höhe:
doubts-cheque = Vom { $day } gibt es schon eine Spende dieses Spenders in derselben Höhe und mit derselben Schecknummer:
doubts-cheque-amount = Scheck { $number } dieses Spenders ist schon erfasst, über { $amount } vom { $day }:
doubts-gift = Spende { $id }
doubts-thanked = Ein Dankschreiben vom { $day } nennt diese Spende und bleibt, wie es ist:
doubts-stated = Wenn die Zuwendungsübersicht oder -bestätigung vom { $day } diese Spende enthält, erstellen Sie nach der Änderung eine berichtigte:
doubts-letter = Brief { $number }

# The files of a contact.
files-heading = Dateien
files-title = Dateien von { $name }
files-size = Größe
files-added-at = Hinzugefügt
files-none = Keine Dateien.
files-none-yet = Noch keine Dateien.
files-add-short = Hinzufügen
files-add = Eine Datei hinzufügen
files-add-button = Datei hinzufügen
files-hint = Eine unterschriebene Zusage, ein Foto, ein Brief: höchstens 5 MB, und höchstens 50 Dateien für einen Kontakt.
files-remove = Entfernen …
files-remove-button = Endgültig entfernen
files-added = { $name } ist hinzugefügt.
files-removed = Die Datei ist entfernt.
# Within a sentence that ends after it.
files-busy = gerade sind viele Dateien unterwegs: Versuchen Sie es gleich noch einmal
files-bytes = { $size } Byte
files-kilobytes = { $size } kB
files-megabytes = { $size } MB

# The copy of the data of a contact.
copy-title = Kopie der Daten von { $name }
copy-download = Als Datei herunterladen
copy-lead = Was <bdi>{ $account }</bdi> am { $day } über <bdi>{ $contact }</bdi> gespeichert hat. Drucken Sie es aus, oder geben Sie die Datei weiter, die alle Felder hat und von Programmen gelesen werden kann.
copy-too-many = { $kind ->
    [gifts] Für eine Datei sind es zu viele Spenden: Exportieren Sie stattdessen ihre Liste.
    [pledges] Für eine Datei sind es zu viele Zusagen: Exportieren Sie stattdessen ihre Liste.
    [tasks] Für eine Datei sind es zu viele Aufgaben: Exportieren Sie stattdessen ihre Liste.
   *[records] Für eine Datei sind es zu viele Datensätze: Exportieren Sie stattdessen ihre Liste.
}
copy-first = Die ersten { $count }; die Datei hat alle
copy-letter-subject = Betreff
copy-letter-mailed-to = Per E-Mail an
copy-count-files = { $count ->
    [one] { $count } Datei, die auf der Seite des Kontakts heruntergeladen werden kann
   *[other] { $count } Dateien, die auf der Seite des Kontakts heruntergeladen werden können
}
copy-credited = Bei Spenden anderer mitangerechnet
copy-answers = Über die Website gesendet
copy-answer-sent = Gesendet
copy-alike = { $count ->
    [one] { $count } Einsendung über Ihre Website hat den Namen, eine E-Mail-Adresse oder eine Telefonnummer mit diesem Kontakt gemeinsam, kann aber von jemand anderem sein. Diese Kopie lässt sie weg.
   *[other] { $count } Einsendungen über Ihre Website haben den Namen, eine E-Mail-Adresse oder eine Telefonnummer mit diesem Kontakt gemeinsam, können aber von jemand anderem sein. Diese Kopie lässt sie weg.
}

# The page that erases a contact.
erase-title = { $name } endgültig löschen
erase-lead = Alles, was sagt, wer <bdi>{ $name }</bdi> ist, verschwindet aus diesem Konto und seinem Änderungsprotokoll; in Sicherungen und exportierten Dateien steht es, bis Sie sie löschen. Die Spenden bleiben, ohne einen Namen. Es gibt kein Zurück.
erase-erased = Was gelöscht würde
erase-nothing = Nichts: Alles ist schon gelöscht.
erase-kept = Was bleibt, und warum
erase-name = Name des Kontakts
erase-name-hint = So, wie er oben steht
erase-name-rule = muss der Name des Kontakts sein, so wie er oben steht
erase-button = Endgültig löschen
erase-nothing-erased = Nichts wurde gelöscht
erase-receipts = { $count ->
    [one] { $count } Zuwendungsbestätigung vom { $newest } bleibt bis zum { $until }, weil das Steuerrecht Ihres Landes eine Kopie verlangen kann.
   *[other] { $count } Zuwendungsbestätigungen bleiben, weil das Steuerrecht Ihres Landes von jeder eine Kopie verlangen kann: die neueste vom { $newest } bis zum { $until }.
} Öffnen können solche Bestätigungen nur Inhaber: Öffnen Sie unter Briefe die Bestätigungen dieses Jahres, und wählen Sie „Diese Bestätigungen herunterladen“. Nach Ablauf ihrer Frist wird jede von selbst gelöscht.
erase-receipts-too = Auch die Zuwendungsbestätigungen löschen
erase-receipts-too-hint = Nur, wenn Sie sicher sind, dass kein Gesetz eine Kopie verlangt
erase-count-texts = Texte: { $records }
erase-count-fields = { $count ->
    [one] { $count } Feld des Kontakts
   *[other] { $count } Felder des Kontakts
}
erase-count-tags = { $count ->
    [one] { $count } Schlagwort, das sonst niemand hat
   *[other] { $count } Schlagwörter, die sonst niemand hat
}
erase-count-households = { $count ->
    [one] { $count } Name eines Haushalts
   *[other] { $count } Namen von Haushalten
}
erase-count-events = { $count ->
    [one] { $count } Eintrag des Ereignisprotokolls
   *[other] { $count } Einträge des Ereignisprotokolls
}
erase-count-receivers = { $count ->
    [one] { $count } Antwort eines Webhook-Empfängers
   *[other] { $count } Antworten von Webhook-Empfängern
}
erase-count-programs = { $count ->
    [one] { $count } gespeicherte Antwort an ein Programm
   *[other] { $count } gespeicherte Antworten an Programme
}
erase-count-rows = { $count ->
    [one] { $count } fehlgeschlagene Zeile eines Imports
   *[other] { $count } fehlgeschlagene Zeilen von Importen
}
erase-count-messages = { $count ->
    [one] { $count } Meldung eines Imports
   *[other] { $count } Meldungen von Importen
}
erase-count-import-files = { $count ->
    [one] { $count } Datei eines Imports
   *[other] { $count } Dateien von Importen
}
erase-count-letters = { $count ->
    [one] { $count } gedruckter Brief
   *[other] { $count } gedruckte Briefe
}
erase-count-files = { $count ->
    [one] { $count } Datei
   *[other] { $count } Dateien
}
erase-count-answers = { $count ->
    [one] { $count } Einsendung über Ihre Website
   *[other] { $count } Einsendungen über Ihre Website
}
erase-count-pledges = { $count ->
    [one] { $count } offene Zusage, die endet oder abgebrochen wird
   *[other] { $count } offene Zusagen, die enden oder abgebrochen werden
}
erase-count-tasks = { $count ->
    [one] { $count } offene Aufgabe, die abgebrochen wird
   *[other] { $count } offene Aufgaben, die abgebrochen werden
}
erase-refused = Nichts wird gelöscht: { $reason }. Versuchen Sie es später noch einmal.
# Reasons within the sentence above.
erase-busy-looking = ein anderes Mitglied des Kontos sieht sich gerade eine Löschung an
erase-busy-erasing = ein anderes Mitglied des Kontos löscht gerade einen Kontakt
erase-under-way = Die Löschung läuft. Sie wartet, bis Webhooks bekommen haben, was gerade an sie geschickt wird.
erase-done = Gelöscht: Der Kontakt ist jetzt anonym und archiviert. Die Spenden bleiben.
erase-in-flight = Einige Änderungen sind noch auf dem Weg zu Webhooks: Löschen Sie in ein paar Minuten noch einmal.
# What stays, and why. In English, as the report of an erasure says it.
# computed: erase-kept-
# computed: erase-why-
erase-kept-id = die Nummer des Kontakts
erase-why-id = Spenden und Zusagen verweisen darauf; der Kontakt ist jetzt anonym und archiviert
erase-kept-gifts = Spenden: Betrag, Datum, Währung, Art, Zusage, Status, Zweck, Kampagne, Teile, Schecknummer, Referenz, externe Kennung
erase-why-gifts = Buchungsunterlagen, die Sie vielleicht von Rechts wegen aufbewahren müssen; ändern Sie ihre Texte selbst, wenn sie die Person nennen
erase-kept-pledges = Zusagen: Betrag, Daten, Währung, Status, Zweck, externe Kennung
erase-why-pledges = Spenden verweisen darauf
erase-kept-tasks = Aufgaben: Art, Daten, Priorität, Ergebnis
erase-why-tasks = sie sagen nichts über die Person
erase-kept-merged = Kontakte, die mit diesem zusammengeführt wurden: alles
erase-why-merged = jeder ist ein eigener Datensatz; es ist derselbe Kontakt, löschen Sie sie also auch
erase-kept-others = Texte in Datensätzen anderer Kontakte
erase-why-others = nichts verbindet sie mit der Person: Suchen Sie nach dem Namen
erase-kept-households = Namen von Haushalten, die die Person verlassen hat
erase-why-households = dort leben andere: Ändern Sie die Namen selbst, wenn sie die Person nennen
erase-kept-batches = Namen von Spendenstapeln, und warum sie geschlossen wurden
erase-why-batches = sie betreffen Einzahlungen: Ändern Sie sie selbst, wenn sie die Person nennen
erase-kept-purposes = Namen und Beschreibungen von Zwecken, Kampagnen und Stapeln
erase-why-purposes = sie gehören dem Konto: Ändern Sie sie selbst, wenn sie die Person nennen
erase-kept-letters = was in den Briefen an alle Spender steht, etwa wer sie unterschreibt
erase-why-letters = das gehört dem Konto: Ändern Sie es in den Einstellungen unter „Briefkopf“, wenn es die Person nennt
erase-kept-lists = Namen und Filter gespeicherter Listen, etwa eine Suche nach dem Namen
erase-why-lists = jede gehört einem Mitglied: Bitten Sie die Mitglieder, die zu entfernen, die die Person nennen
erase-kept-audit = Einträge des Protokolls
erase-why-audit = sie nennen Benutzer; ein Benutzer, der auch diese Person ist, wird nicht gelöscht
erase-kept-receivers = was Empfänger von Webhooks gespeichert haben
erase-why-receivers = bitten Sie sie, es zu löschen; sie bekommen contacts.update
erase-kept-answers = Einsendungen über die Website von jemandem mit demselben Namen oder derselben Telefonnummer
erase-why-answers = eine andere Person kann so heißen oder diese Nummer haben: Sehen Sie sich die Einsendungen selbst an
erase-kept-receipts = Zuwendungsbestätigungen, die nur Inhaber öffnen können
erase-why-receipts = das Steuerrecht Ihres Landes kann von jeder eine Kopie verlangen; zehn volle Kalenderjahre später werden sie von selbst gelöscht
erase-kept-backups = Sicherungen, Kopien und Protokolle der Datenbank
erase-why-backups = sie verfallen nach Ihren eigenen Regeln
erase-kept-postgres = frühere Fassungen der geänderten Zeilen in den Dateien von PostgreSQL
erase-why-postgres = keine Abfrage zeigt sie; VACUUM gibt ihren Platz frei, was autovacuum von selbst tut, und VACUUM FULL entfernt sie sofort
erase-kept-sqlite = frühere Stände von Seiten in der Datei almoner.sqlite-wal
erase-why-sqlite = eine andere Transaktion war offen; löschen Sie noch einmal, oder warten Sie: Die Datei wird nach und nach überschrieben und entfernt, wenn die API anhält

# What supporters have sent from the website, and what becomes of it.
answers-title = Neu über Ihre Website
answers-lead = { $count ->
    [one] { $count } Einsendung wartet. Worüber binnen 90 Tagen niemand entschieden hat, wird gelöscht.
   *[other] { $count } Einsendungen warten. Worüber binnen 90 Tagen niemand entschieden hat, wird gelöscht.
}
answers-oldest = Gezeigt werden die { $count } ältesten.
answers-none = Nichts wartet. Was Unterstützer über Ihre Website senden, erscheint hier.
answers-sent = Gesendet: { $at }, im Formular „{ $form }“
answers-is = Das ist { $name }
answers-with-news = Auch den Rundbrief per E-Mail schicken
answers-add = Als neuen Kontakt aufnehmen
answers-discard = Verwerfen
answers-added = Der Kontakt ist aufgenommen.
answers-filled = Was beim Kontakt noch fehlte, ist ergänzt.
answers-discarded = Die Einsendung ist verworfen.
answers-see-contact = Kontakt ansehen
answers-see = Einsendungen ansehen
answers-gone = Nichts wurde geändert: Jemand anderes hat schon über diese Einsendung entschieden, oder den Kontakt gibt es nicht mehr.
answers-not-done = Nicht ausgeführt: { $problems }.
answers-would-give = Möchte spenden: { $amount } (über Ihre Website gesendet, { $at })
answers-wants-news = Möchte Neuigkeiten per E-Mail bekommen (über Ihre Website gesendet, { $at })
