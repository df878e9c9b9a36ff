# Keys of the API.
services-api = API
services-about = Mit einem Schlüssel kann ein anderes Programm alles tun, was Sie mit Datensätzen tun können: Es handelt als <b><bdi>{ $user }</bdi></b> im Konto <b><bdi>{ $account }</bdi></b>. Geben Sie jedem Programm einen eigenen Schlüssel, damit Sie einen ersetzen können, während die anderen weiter gelten.
services-api-is-at = Die API ist unter <code>{ $base }</code>. <a>Die Dokumentation</a> zeigt jede Operation und lässt Sie sie ausprobieren.
services-your-key = Ihr Schlüssel
services-your-key-note = Bewahren Sie ihn auf wie ein Passwort: nicht in Quelltexten, Protokollen und E-Mails. Um ihn auszuprobieren, fügen Sie das in ein Terminal ein:
services-key-made-at = Schlüssel erstellt
services-used-by = { $at }, von <bdi>{ $agent }</bdi>
services-unnamed-program = einem namenlosen Programm
services-exact-to-the-hour = (auf die Stunde genau)
services-refresh-or-remove = Erneuern oder entfernen
services-old-key-stops = <b>Der alte Schlüssel gilt sofort nicht mehr.</b> Ein Programm, das ihn benutzt, steht still, bis es einen anderen hat.
services-refresh-key = Schlüssel erneuern
services-remove-key = Schlüssel entfernen
services-no-key-yet = Sie haben noch keinen Schlüssel für dieses Konto
services-another-key = Ein weiterer Schlüssel
services-key-name-hint = Das Programm, das ihn benutzen wird, zum Beispiel Spendenseite.
services-password-hint = Ihre Anmeldung ist älter als 10 Minuten.
services-get-key = Schlüssel erstellen
services-key-made = Hier ist Ihr Schlüssel. Kopieren Sie ihn jetzt: Er wird nur dieses eine Mal angezeigt.
services-key-refreshed = Hier ist Ihr neuer Schlüssel. Der alte gilt nicht mehr. Kopieren Sie den neuen jetzt: Er wird nur dieses eine Mal angezeigt.
services-key-removed = Der Schlüssel { $name } ist entfernt und gilt nicht mehr.

# The list of webhooks.
webhooks-heading = Wohin Ereignisse zugestellt werden
webhooks-note = Ein Webhook meldet einem anderen Programm jede Änderung sofort: Jedes Ereignis wird signiert an seine URL gesendet, und das so lange, bis es ankommt.
webhooks-none = Es gibt noch keinen Webhook.
webhooks-owner-can-register = Ein Inhaber kann einen registrieren.
webhooks-failing-since = Gestört seit dem { $since }
webhooks-all = Alle Webhooks

# The fields of a webhook, and how it is registered and changed.
webhook-register-heading = Einen Webhook registrieren
webhook-register = Webhook registrieren
webhook-edit = Webhook bearbeiten
webhook-receiver = Der Empfänger
webhook-url = URL
webhook-url-hint = Eine https-Adresse, die aus dem Internet erreichbar ist, zum Beispiel https://hooks.example.org/almoner
webhook-description = Beschreibung
webhook-description-hint = Wofür er da ist, zum Beispiel Buchhaltung
webhook-events = Ereignisse
webhook-events-hint = Wählen Sie keines, um alle zu bekommen, auch die späterer Versionen.
webhook-skip-unchanged = Aktualisierungen auslassen, die nichts geändert haben
webhook-include = Was Ereignisse von anderen Datensätzen zeigen
webhook-include-hint = Wählen Sie nichts, um den Kontakt und die Art zu bekommen, wie die API sie zeigt.
webhook-include-none = Nichts von anderen
webhook-include-contact = Den Kontakt
webhook-include-emails = Den Kontakt mit den E-Mail-Adressen
webhook-include-phones = Den Kontakt mit den Telefonnummern
webhook-include-addresses = Den Kontakt mit den Postanschriften
webhook-include-gift-type = Die Art einer Spende
webhook-rate-limit = Versuche pro Sekunde
webhook-rate-limit-hint = Wie viele der Empfänger höchstens verträgt, von 1 bis 10.000. Leer: keine Grenze.
webhook-concurrency = Gleichzeitige Versuche
webhook-concurrency-hint = Höchstens so viele von jedem Zusteller, von 1 bis 1.000. Leer: so viele, wie der Empfänger bewältigt.
webhook-headers-to-send = Mitzusendende Header
webhook-headers-hint = Einer in jeder Zeile, als Name: Wert. Sie werden nie wieder angezeigt.
webhook-stored-headers-hint = Einer in jeder Zeile, als Name: Wert. Es sind Header gespeichert, die nie wieder angezeigt werden: Lassen Sie dieses Feld leer, um sie zu behalten, oder schreiben Sie alle neu. Eine URL mit anderem Schema, Host oder Port löscht sie, wenn sie hier nicht neu geschrieben werden.
webhook-no-headers = Keine eigenen Header mehr senden
webhook-registered = Der Webhook ist registriert. Kopieren Sie jetzt sein Geheimnis: Es wird nur dieses eine Mal angezeigt.
webhook-changed = Der Webhook ist geändert.
webhook-changed-without-headers = Der Webhook ist geändert. Die mitgesendeten Header sind gelöscht, weil die URL zu einem anderen Empfänger führt: Schreiben Sie sie neu, wenn dieser welche braucht.

# The page of a webhook.
webhook = Webhook
webhook-active = Aktiv
webhook-paused = Pausiert
webhook-disabled = Deaktiviert
webhook-last-success = Letzter Erfolg
webhook-last-failure = Letzter Fehlschlag
webhook-failing-since = Gestört seit
webhook-failing-note = Nach 5 Tagen mit Fehlschlägen wird er deaktiviert.
webhook-all-events = Alle Ereignisse
webhook-at-most = Höchstens { $most }
webhook-at-most-each = Höchstens { $most } von jedem Zusteller
webhook-headers = Header
webhook-headers-sent-along = Werden mitgesendet und nie angezeigt
webhook-previous-secret = Voriges Geheimnis
webhook-signs-until = Signiert noch bis zum { $at } mit
webhook-make-active = Wieder aktivieren
webhook-disable-summary = Deaktivieren …
webhook-disable-note = Ereignisse werden dann nicht mehr für ihn aufbewahrt. Solange er nur pausiert ist, warten sie.
webhook-disable = Webhook deaktivieren
webhook-is-active = Der Webhook ist aktiv: Was wartet, wird jetzt zugestellt.
webhook-is-paused = Der Webhook ist pausiert: Zustellungen warten, bis er fortgesetzt wird.
webhook-is-disabled = Der Webhook ist deaktiviert: Er bekommt nichts. Was ihm entgeht, lässt sich später nachliefern.
webhook-dismissed = Ausgeblendet. Die Zahl in der Navigation bleibt, bis der Empfänger wieder antwortet.
webhook-not-done = Nicht ausgeführt: { $problems }.

# The secret of a webhook.
webhook-secret = Das Geheimnis
webhook-verify-as = Der Empfänger prüft damit jede Zustellung, wie es
webhook-standard = Standard Webhooks
webhook-verify-says = beschreibt; es gibt Bibliotheken für die meisten Programmiersprachen. Von Hand: Die Signatur ist der HMAC-SHA256 von <code>webhook-id.webhook-timestamp.body</code>, mit den Bytes, für die der Teil nach <code>whsec_</code> in Base64 steht. Sie steht im Header <code>webhook-signature</code>, nach <code>v1,</code>. Lehnen Sie Zeitstempel ab, die älter als 5 Minuten sind, und nehmen Sie keine <code>webhook-id</code> zweimal an.
webhook-rotate-summary = Geheimnis austauschen …
webhook-rotate = Geheimnis austauschen
webhook-rotate-note = Von jetzt an signiert ein neues Geheimnis. Geben Sie es dem Empfänger, bevor die Übergangszeit endet.
webhook-overlap = Übergangszeit in Stunden
webhook-overlap-hint = Wie lange auch das alte Geheimnis signiert, von 0 bis 168, damit der Empfänger wechseln kann.
webhook-secret-rotated = Hier ist das neue Geheimnis. Kopieren Sie es jetzt: Es wird nur dieses eine Mal angezeigt.

# The test of a webhook.
webhook-send-test = Test senden
webhook-test-delivered = Der Test wurde zugestellt.
webhook-test-not-delivered = Der Test wurde nicht zugestellt.
webhook-test-result = Ergebnis des Tests
webhook-test-error = Fehler
webhook-test-warning = Warnung
webhook-test-would-disable = eine Antwort 410 auf eine Zustellung deaktiviert den Webhook; ein Test tut das nicht, also ist er, wie er war
webhook-test-answer-cut = Antwort, der Anfang

# The recoveries of a webhook.
webhook-recover = Nachliefern
webhook-recover-note = Sendet die Ereignisse einer Zeitspanne, die nicht angekommen sind: die fehlgeschlagenen, die ausgelassenen und die, die auf einen neuen Versuch warten. Was angekommen ist, wird nicht noch einmal gesendet.
webhook-recover-from-hint = In der Zeitzone des Kontos.
webhook-recover-until-hint = Leer: bis jetzt.
webhook-recover-only-failed = Nur was endgültig fehlgeschlagen ist
webhook-nothing-recovered = Es wurde nichts nachgeliefert
webhook-recovery-begun = { $count ->
    [one] Die Nachlieferung hat begonnen. Es ist { $count } Ereignis zu prüfen.
   *[other] Die Nachlieferung hat begonnen. Es sind { $count } Ereignisse zu prüfen.
}
webhook-recovery = Nachlieferung { $id }
webhook-recovery-span = Ereignisse von – bis
webhook-recovery-what = Umfang
webhook-recovery-only-failed = Nur was fehlgeschlagen ist
webhook-recovery-all-missed = Alles, was gefehlt hat
webhook-recovery-examined = Geprüft
webhook-recovery-examined-of = { $examined } von { $events }
webhook-recovery-queued = Eingereiht
webhook-recovery-running = Läuft
webhook-recovery-finished = Beendet
webhook-recovery-stopped = Abgebrochen

# Events.
webhook-event-contacts-create = Kontakt angelegt
webhook-event-contacts-update = Kontakt geändert
webhook-event-contacts-all = Kontakte: jedes Ereignis
webhook-event-gifts-create = Spende angelegt
webhook-event-gifts-update = Spende geändert
webhook-event-gifts-all = Spenden: jedes Ereignis
webhook-event-pledges-create = Zusage angelegt
webhook-event-pledges-update = Zusage geändert
webhook-event-pledges-all = Zusagen: jedes Ereignis
webhook-event-tasks-create = Aufgabe angelegt
webhook-event-tasks-update = Aufgabe geändert
webhook-event-tasks-all = Aufgaben: jedes Ereignis
webhook-event-webhooks-failing = Ein Webhook ist gestört
webhook-event-webhooks-disabled = Ein Webhook wurde deaktiviert
webhook-event-imports-finished = Ein Import ist beendet

# Deliveries.
delivery-log = Zustellungen
delivery-one = Zustellung
delivery-all = Alle Zustellungen
delivery-back-to-webhook = Zurück zum Webhook
delivery-any = Alle
delivery-filter = Filtern
delivery-event = Ereignis
delivery-from = Von
delivery-until = Bis
delivery-newest = Neueste
delivery-none-yet = Es wurde noch nichts zugestellt.
delivery-none-like-that = Keine Zustellung passt dazu.
delivery-pending = Ausstehend
delivery-succeeded = Gelungen
delivery-failed = Fehlgeschlagen
delivery-skipped = Ausgelassen
delivery-attempts-since-heading = Versuche seit dem<br>letzten Einreihen
delivery-attempts-since = Versuche seit dem letzten Einreihen
delivery-queued = Eingereiht
delivery-next-attempt = Nächster Versuch
delivery-ended = Beendet
delivery-to = An
delivery-again = Noch einmal zustellen
delivery-sent-again = Das Ereignis wird noch einmal zugestellt.

# The attempts of a delivery.
delivery-attempts = Versuche
delivery-attempts-removed = Versuche wurden wegen ihres Alters entfernt.
delivery-no-attempt = Es wurde noch kein Versuch gemacht.
delivery-result = Ergebnis
delivery-status-code = Statuscode
delivery-time = Dauer
delivery-milliseconds = { $ms } ms
delivery-answer = Antwort
delivery-answer-empty = Leer
delivery-attempt-success = Zugestellt
delivery-attempt-status = Mit einem Fehler beantwortet
delivery-attempt-too-large = Die Antwort war länger als 64 KiB
delivery-attempt-timeout = Keine rechtzeitige Antwort
delivery-attempt-dns = Der Host wurde nicht gefunden
delivery-attempt-connect = Keine Verbindung
delivery-attempt-tls = Keine sichere Verbindung
delivery-attempt-reset = Die Verbindung brach ab
delivery-attempt-forbidden-address = Die Adresse ist nicht erlaubt
delivery-attempt-unsendable = Konnte nicht gesendet werden

# The body and the headers of a delivery.
delivery-headers = Header des letzten Versuchs
delivery-headers-note = Mit dem jetzigen Geheimnis signiert. Ihre eigenen Header werden mitgesendet und nicht angezeigt.
delivery-body = Inhalt
delivery-body-pretty = Inhalt, mit Zeilenumbrüchen
delivery-body-exact = Genau wie gesendet
