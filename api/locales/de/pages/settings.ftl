# The account.
account-organisation = Ihre Organisation
account-owners-can-change = Inhaber können das ändern.
account-currency-hint = Dreibuchstabiger Code, z. B. EUR. Die Währung lässt sich nicht ändern, solange eine Spende oder eine Zusage eine andere hat.
account-funds-closed = Nur Zwecke aus der Liste
account-funds-closed-hint = Eine Spende oder Zusage für einen anderen Zweck wird abgelehnt. So legt niemand durch einen Tippfehler einen zweiten an.
account-campaigns-closed = Nur Kampagnen aus der Liste
account-campaigns-closed-hint = Eine Spende für eine andere Kampagne wird abgelehnt.
account-number = Nummer des Kontos
account-saved = Die Einstellungen des Kontos sind gespeichert.
account-not-done-because = Nicht ausgeführt: { $reason }.
account-sandbox = Testkonto
# What stands in brackets behind the name of a new one.
account-sandbox-word = Testkonto
account-is-sandbox-of = Dieses Konto ist das Testkonto von <b><bdi>{ $name }</bdi></b>. Es hat dieselben Mitglieder. Was Sie hier tun, ändert dort nichts.
account-sandbox-leave = Zurück zu Ihrem Konto
account-sandbox-empty-summary = Leeren und neu füllen …
account-sandbox-empty-note = Das entfernt alle Datensätze und Ereignisse des Testkontos, für alle Mitglieder, und stellt die ursprünglichen wieder her. Seine Schlüssel und Webhooks bleiben.
account-sandbox-empty = Testkonto leeren
account-sandbox-not-emptied = Es wurde nichts geleert
account-sandbox-emptied = Das Testkonto ist geleert und neu gefüllt.
account-is-no-sandbox = Nicht ausgeführt: Dieses Konto ist kein Testkonto und wird deshalb nie geleert.
account-has-sandbox = Ihr Testkonto enthält erfundene Personen und Spenden. Probieren Sie dort etwas aus: ein Programm, einen Import, den ersten Tag neuer Kollegen.
account-sandbox-enter = Zum Testkonto wechseln
account-sandbox-entered = Sie sind jetzt in Ihrem Testkonto.
account-sandbox-about = Ein Testkonto ist ein Konto für dieselben Mitglieder, mit dreihundert erfundenen Personen und ihren Spenden. Probieren Sie dort etwas aus: ein Programm, einen Import, den ersten Tag neuer Kollegen. Sie können es jederzeit leeren.
account-sandbox-make = Testkonto anlegen
account-sandbox-owners-can-make = Inhaber können es anlegen.

# The audit log.
audit-what-was-done = Was getan wurde
audit-note = Einträge werden { $days } Tage aufbewahrt. Ohne Namen war es ein Betreiber oder jemand, der nicht angemeldet war.
audit-what = Was
audit-detail = Einzelheiten
audit-who = Wer
audit-address = Adresse
audit-newer = Neuere

# What the audit log tells of.
audit-records-exported = Datensätze exportiert
audit-contact-erased = Kontakt endgültig gelöscht
audit-sign-in = Angemeldet
audit-sign-in-failed = Anmeldung fehlgeschlagen
audit-sign-out = Abgemeldet
audit-sessions-ended = Andere Sitzungen beendet
audit-account-created = Konto angelegt
audit-account-changed = Konto geändert
audit-batch-closed = Spendenstapel geschlossen
audit-batch-reopened = Spendenstapel wieder geöffnet
audit-letterhead-changed = Briefkopf geändert
audit-letter-template-changed = Texte der Briefe geändert
audit-file-added = Datei hinzugefügt
audit-file-removed = Datei entfernt
audit-contacts-kept-apart = Kontakte getrennt gelassen
audit-contacts-not-kept-apart = Kontakte nicht mehr getrennt gelassen
audit-web-form-removed = Website-Formular entfernt
audit-imported = Datei importiert
audit-import-undone = Import rückgängig gemacht
audit-import-check-removed = Prüfung einer Datei entfernt
audit-letters-printed = Briefe gedruckt
audit-letters-taken-back = Briefe zurückgenommen
audit-sandbox-created = Testkonto angelegt
audit-sandbox-reset = Testkonto geleert und neu gefüllt
audit-user-created = Benutzer angelegt
audit-profile-changed = Eigenen Namen geändert
audit-password-changed = Passwort geändert
audit-password-link-created = Passwortlink erstellt
audit-password-link-revoked = Passwortlink zurückgezogen
audit-second-factor-on = Zweiten Faktor eingeschaltet
audit-second-factor-off = Zweiten Faktor ausgeschaltet
audit-recovery-codes-created = Neue Wiederherstellungscodes erstellt
audit-recovery-code-used = Wiederherstellungscode benutzt
audit-member-invited = Mitglied eingeladen
audit-invitation-revoked = Einladung zurückgezogen
audit-member-joined = Dem Konto beigetreten
audit-member-role-changed = Rolle geändert
audit-member-removed = Mitglied entfernt
audit-member-left = Konto verlassen
audit-key-created = API-Schlüssel erstellt
audit-key-refreshed = API-Schlüssel erneuert
audit-key-revoked = API-Schlüssel entfernt
audit-webhook-created = Webhook registriert
audit-webhook-updated = Webhook geändert
audit-webhook-secret-rotated = Geheimnis eines Webhooks ausgetauscht
# Details of the audit log. They are stored in English.
audit-detail-copy = Kopie des Kontakts { $id }
audit-detail-run = Briefe der Serie { $id }
audit-detail-contact = Kontakt { $id }
audit-detail-contact-receipts = Kontakt { $id }, mit Zuwendungsbestätigungen
audit-detail-contacts = Kontakte { $id } und { $other }
audit-detail-after-password = { $email }, nach dem richtigen Passwort
audit-detail-batch-because = Stapel { $id }: { $reason }
audit-detail-batch = Stapel { $id }
audit-detail-web-form = { $title }, verworfene Einsendungen: { $count }
audit-detail-import = Import { $id }: { $records }
audit-detail-words = { $kind }, { $language }
audit-detail-mailed-again = Serie { $id }, { $count ->
    [one] { $count } Brief noch einmal per E-Mail
   *[other] { $count } Briefe noch einmal per E-Mail
}
audit-detail-taken-back = Serie { $id }, doch nicht gedruckt
audit-detail-mailed = { $kind }, { $count ->
    [one] { $count } Brief per E-Mail
   *[other] { $count } Briefe per E-Mail
}
audit-detail-printed = { $kind }, { $count ->
    [one] { $count } Brief
   *[other] { $count } Briefe
}
audit-detail-role = { $email }: { $from } → { $to }
audit-detail-invited = { $email } als { $role }
audit-detail-codes-left = noch { $count }
audit-detail-webhook-to = Webhook { $id } an { $host }
audit-detail-webhook = Webhook { $id }
audit-detail-name = Name { $name }
audit-detail-currency = Währung { $currency }
audit-detail-timezone = Zeitzone { $zone }
audit-detail-gift-makes-donor = eine Spende macht einen Kontakt zum Spender: { $yes }
audit-detail-funds-closed = nur Zwecke aus der Liste: { $yes }
audit-detail-campaigns-closed = nur Kampagnen aus der Liste: { $yes }
audit-detail-with-code = mit einem Code
audit-detail-with-recovery-code = mit einem Wiederherstellungscode
audit-detail-with-new-password = mit einem neuen Passwort

# The letterhead.
letterhead-note = Was auf allen Briefen steht, die Sie drucken. Ein gedruckter Brief bleibt, wie er ist.
letterhead-organisation = Name auf Briefen
letterhead-address = Adresse
letterhead-address-hint = Wie sie auf einem Umschlag steht, höchstens 6 Zeilen.
letterhead-tax-id = Steuernummer
letterhead-tax-id-hint = Ihre Nummer beim Finanzamt. Sie steht unten auf jeder Seite.
letterhead-signer = Wer unterschreibt
letterhead-signer-title = In welcher Funktion
letterhead-legal-text = Kleingedrucktes
letterhead-legal-text-hint = Am Ende jedes Briefs, zum Beispiel: Für diese Spende wurde keine Gegenleistung erbracht.
letterhead-paper = Papier
letterhead-paper-us = US-Letter
letterhead-locale = Sprache Ihrer Briefe
letterhead-donor-locales = Auch schreiben auf
letterhead-donor-locales-hint = Spender, die eine dieser Sprachen sprechen, bekommen ihre Briefe in dieser Sprache. Jede Sprache hat ihren eigenen Text, siehe unten, und kann ihr eigenes Kleingedrucktes haben.
letterhead-reply-to = Antworten auf Briefe per E-Mail gehen an
letterhead-reply-to-hint = Briefe per E-Mail kommen von der Adresse dieses Dienstes.
letterhead-remove-logo = Ohne das vorhandene Logo drucken
letterhead-logo = Logo
letterhead-another-logo = Ein anderes Logo
letterhead-logo-hint = Ein PNG oder ein JPEG mit höchstens 200 kB und höchstens 2.000 Pixeln auf jeder Seite.
letterhead-saved = Der Briefkopf ist gespeichert.
letterhead-words-note = Für jede Art von Brief gibt es einen fertigen Text, den Sie sich zu eigen machen können.
letterhead-statements = Zuwendungsübersichten für ein Jahr

# The words of letters.
letter-words = Text
letter-words-subject = Betreff
letter-words-body = Text
letter-words-body-hint = Eine Leerzeile beginnt einen Absatz. Namen in geschweiften Klammern werden für jeden Spender ausgefüllt.
letter-words-signer-title-hint = Nur, wenn die Funktion hier anders heißen soll als im Briefkopf, zum Beispiel in dieser Sprache.
letter-words-legal-text-hint = Steht auf diesen Briefen anstelle des Kleingedruckten im Briefkopf.
letter-words-receipt-note = Für die Zuwendungsbestätigung, die das Finanzamt verlangt, gibt es eine Vorlage.
letter-words-receipt = Mit dem Text der amtlichen Bestätigung beginnen
letter-words-receipt-todo = Das ist der Text der amtlichen Bestätigung, soweit ein Brief ihn wiedergeben kann. Füllen Sie aus, was in eckigen Klammern steht, nehmen Sie heraus, was auf Sie nicht zutrifft, und lassen Sie ihn von Ihrer Steuerberatung prüfen, bevor Sie drucken. Sachen und Wertpapiere stehen nicht in diesen Briefen: Dafür braucht es eine eigene Bestätigung. Bis Sie speichern, bleibt alles, wie es ist.
letter-words-receipt-companies = Es ist das Formular für Privatpersonen (Cerfa 11580). Unternehmen brauchen ein anderes (Cerfa 16216): Schicken Sie ihnen diesen Brief nicht.
letter-words-saved = Der Text ist gespeichert.
letter-words-reset = Zum mitgelieferten Text zurückkehren
letter-words-reset-done = Die Briefe haben wieder den mitgelieferten Text.
letter-words-sample = Ein Beispiel
letter-words-sample-title = Beispiel: { $kind }
# The name of the file, without accents.
letter-words-sample-file = beispiel
letter-words-table = { $count ->
    [one] Eine Tabelle mit { $count } Zeile.
   *[other] Eine Tabelle mit { $count } Zeilen.
}
letter-words-see-pdf = Als PDF ansehen
letter-words-no-donor = Es gibt noch keinen Spender, der eine Adresse und eine Spende hat.
letter-words-braces = Was in geschweiften Klammern stehen kann

# What can stand in braces in the words of a letter.
# computed: letter-words-field-
letter-words-field-salutation = die Anrede, zum Beispiel Guten Tag Ada und William King
letter-words-field-first-name = der Vorname, oder der Name einer Organisation
letter-words-field-name = der Name wie auf dem Umschlag
letter-words-field-address = die Postanschrift in einer Zeile; wer keine hat, bekommt keinen Brief damit
letter-words-field-date = der Tag des Briefs
letter-words-field-organisation = der Name Ihrer Organisation
letter-words-field-signer = wer unterschreibt
letter-words-field-thank-you-gifts = was gespendet wurde, zum Beispiel: Spende von 50,00 € vom 3. März 2026 für den Zweck „Dach“
letter-words-field-thank-you-amount = der Betrag; bei mehreren Spenden die Summe
letter-words-field-thank-you-amount-in-words = dasselbe in Worten, zum Beispiel: fünfzig Euro
letter-words-field-thank-you-gift-date = der Tag der Spende; bei mehreren der erste und der letzte
letter-words-field-thank-you-fund = der Zweck; ohne Zweck: wo sie am meisten gebraucht wird
letter-words-field-thank-you-list = eine Tabelle der Spenden, wenn es mehrere sind, allein in einem Absatz
letter-words-field-year-end-statement-year = das Jahr, zum Beispiel 2026, oder der erste und der letzte Tag
letter-words-field-year-end-statement-period = die Zeit in Worten, zum Beispiel: im Jahr 2026
letter-words-field-year-end-statement-total = die Summe der Geldspenden
letter-words-field-year-end-statement-total-in-words = dasselbe in Worten, zum Beispiel: fünfzig Euro; ein Brief damit enthält nur Geldspenden, und keine Spende steht in zweien davon für verschiedene Tage
letter-words-field-year-end-statement-list = die Tabellen der Spenden, allein in einem Absatz
letter-words-field-pledge-reminder-amount = was von allen Zusagen zusammen noch offen ist
letter-words-field-pledge-reminder-since = der Tag, seit dem es fällig ist
letter-words-field-pledge-reminder-list = eine Tabelle der Zusagen, allein in einem Absatz

# The members.
members-the-link = Der Link
members-role = Rolle
members-owner = Inhaber
members-member = Mitglied
members-since = Seit
members-you = Sie
members-change = Ändern
members-make-owner = Zum Inhaber machen
members-make-member = Zum Mitglied machen
members-make-password-link = Passwortlink erstellen
members-remove = Aus dem Konto entfernen
members-role-changed = Die Rolle ist geändert. Die anderen Sitzungen des Mitglieds sind beendet.
members-removed = Das Mitglied ist entfernt. Seine Sitzungen, seine Schlüssel und die Links, die es erstellt hat, gelten nicht mehr.
members-send-password-link = Senden Sie diesen Link dem Mitglied. Er funktioniert einmal, 24 Stunden lang, und wird nur jetzt angezeigt.

# Invitations.
members-open-invitations = Offene Einladungen
members-invited-by = Eingeladen von
members-operator = Der Betreiber
members-open-until = Offen bis
members-email-sent = E-Mail gesendet
members-mailed = Gesendet
members-being-mailed = Wird gesendet
members-not-mailed = Konnte nicht gesendet werden
members-show-link = Link anzeigen
members-take-back = Zurückziehen
members-invite = Jemanden einladen
members-invite-mailed = Die Einladung wird per E-Mail mit einem Link gesendet.
members-invite-link = Sie bekommen einen Link, den Sie senden können.
members-invite-again = Wenn Sie dieselbe Adresse noch einmal einladen, ersetzt das den Link.
members-make-invitation = Einladung erstellen
members-nobody-invited = Es wurde niemand eingeladen
members-email-address = E-Mail-Adresse
members-role-hint = Mitglieder arbeiten mit Datensätzen. Inhaber verwalten auch Mitglieder, Webhooks und das Konto.
members-invitation-mailed = Die Einladung ist auf dem Weg an { $email }. Der Link darin funktioniert einmal, 7 Tage lang.
members-too-many-mailed = Diese Einladung wird nicht per E-Mail gesendet, weil es zuletzt zu viele waren.
members-send-invitation-link = Senden Sie diesen Link dem neuen Mitglied. Er funktioniert einmal, 7 Tage lang, und wird nur jetzt angezeigt.
members-invitation-taken-back = Die Einladung ist zurückgezogen: Der Link darin funktioniert nicht mehr.

# Password links.
members-open-password-links = Offene Passwortlinks
members-password-links-note = Wer einen dieser Links hat, kann sich als das Mitglied anmelden.
members-link-for = Für
members-made-by = Erstellt von
members-password-link-taken-back = Der Passwortlink ist zurückgezogen: Er funktioniert nicht mehr.

# Leaving the account.
members-leave-heading = Verlassen
members-leave-note = Ihre Schlüssel für dieses Konto gelten nicht mehr, und Sie werden abgemeldet. Um zurückzukommen, brauchen Sie eine Einladung.
members-leave-summary = Konto verlassen …
members-leave = Konto verlassen
members-left = Sie haben { $account } verlassen.
members-of-sandbox = Die Mitglieder eines Testkontos sind die seines Kontos. <a>Gehen Sie dorthin zurück</a>, um sie zu ändern.

# The profile.
profile-you = Sie
profile-sign-in-as = Sie melden sich als <b>{ $email }</b> an.
profile-name-saved = Ihr Name ist gespeichert.
profile-password-note = Eine Änderung meldet Sie überall sonst ab.
profile-change-password = Passwort ändern
profile-current-password = Bisheriges Passwort
profile-end-keys = Auch meine API-Schlüssel entfernen
profile-end-keys-hint = In allen Ihren Konten. Programme, die sie benutzen, stehen still, bis sie neue haben.
profile-password-changed-keys-ended = Ihr Passwort ist geändert. Sie sind überall sonst abgemeldet, und Ihre API-Schlüssel gelten nicht mehr.
profile-password-changed = Ihr Passwort ist geändert. Sie sind überall sonst abgemeldet. API-Schlüssel gelten weiter.
profile-second-factor-on = Eingeschaltet seit dem { $since }: Um sich anzumelden, brauchen Sie auch einen Code Ihrer Authentifizierungs-App.
profile-second-factor-change = Wiederherstellungscodes, oder ausschalten
profile-second-factor-off = Ausgeschaltet. Mit ihm meldet sich niemand mit Ihrem Passwort allein an: Eine Authentifizierungs-App auf Ihrem Telefon zeigt für jede Anmeldung einen Code.
profile-appearance = Darstellung
profile-appearance-note = Hell oder dunkel gilt für diesen Browser. Die Sprache gehört zu Ihnen: Andere Browser übernehmen sie, wenn Sie sich dort anmelden.
profile-theme = Hell oder dunkel
profile-theme-system = Wie das System
profile-theme-light = Hell
profile-theme-dark = Dunkel
profile-language = Sprache
profile-language-of-browser = Wie im Browser eingestellt
profile-sessions = Wo Sie angemeldet sind
profile-browser = Browser
profile-signed-in = Angemeldet am
profile-this-browser = Dieser Browser
profile-session-ended = Der andere Browser ist abgemeldet.
profile-end-others = Überall sonst abmelden
profile-others-ended = Sie sind überall sonst abgemeldet.

# The second factor.
second-factor = Zweiter Faktor
second-factor-turn-on = Einschalten
second-factor-turn-off = Ausschalten
second-factor-code = Code
second-factor-code-hint = Die sechs Ziffern, die Ihre App jetzt zeigt, oder einer Ihrer Wiederherstellungscodes.
second-factor-new-code-hint = Die sechs Ziffern, die die App jetzt zeigt.
second-factor-your-codes = Ihre Wiederherstellungscodes
second-factor-your-codes-note = Mit jedem können Sie sich einmal anmelden, statt mit einem Code Ihrer App. Bewahren Sie sie auf, wo Sie Wertvolles aufbewahren, und nicht auf dem Telefon mit der App: Sie werden nur jetzt angezeigt.
second-factor-app = Ihre Authentifizierungs-App
second-factor-app-note = Lassen Sie eine Authentifizierungs-App auf Ihrem Telefon diesen Code lesen. Jede App für zeitbasierte Codes ist geeignet.
second-factor-qr = Der QR-Code Ihres Geheimnisses. Darunter steht es als Text.
second-factor-type-in = Oder tippen Sie das in die App ein:
second-factor-turn-on-note = Dann brauchen Sie für jede Anmeldung die App oder einen Wiederherstellungscode. Sie werden überall sonst abgemeldet.
second-factor-turned-on = Ihr zweiter Faktor ist eingeschaltet. Sie sind überall sonst abgemeldet.
second-factor-codes = Wiederherstellungscodes
second-factor-since = Der zweite Faktor ist seit dem { $since } eingeschaltet.
second-factor-codes-left = { $count ->
    [1] Ein Wiederherstellungscode ist übrig.
   *[other] { $count } Wiederherstellungscodes sind übrig.
}
second-factor-codes-replace = Neue ersetzen sie.
second-factor-make-codes = Neue Codes erstellen
second-factor-codes-made = Die neuen Codes sind erstellt. Die alten gelten nicht mehr.
second-factor-turn-off-note = Dann genügt Ihr Passwort allein zur Anmeldung. Sie werden überall sonst abgemeldet.
second-factor-turned-off = Ihr zweiter Faktor ist ausgeschaltet. Sie sind überall sonst abgemeldet.

# The types of gifts.
gift-types-note = Spendenarten sagen, wie Spenden bezahlt wurden oder was sie sind. Spenden zeigen den neuen Namen einer Art, die umbenannt wird. Eine Art bleibt, weil Spenden sie haben können. Arten, deren Namen ein Wort für Sachen haben, etwa Sachspende, und Arten, die nur Aktien oder Wertpapiere heißen, zählen als Sachen: Zuwendungsübersichten beschreiben solche Spenden und zählen sie nicht zur Summe.
gift-types-usual = Die üblichen Arten behalten ihre Namen, weil Importe sie daran erkennen: Fügen Sie stattdessen eine weitere Art hinzu.
gift-types-rename = Umbenennen
gift-types-new = Weitere Art
gift-types-add = Hinzufügen
gift-types-added = Die Art ist hinzugefügt.
gift-types-renamed = Die Art ist umbenannt.

# The forms on the website.
web-forms-note = Unterstützer, die ein Formular auf Ihrer Website ausfüllen, warten auf einer eigenen Seite, bis Sie sie als Kontakte aufnehmen. Niemand von außen kann einen Kontakt sehen oder ändern.
web-forms-none = Es gibt noch kein Formular.
web-forms-owner-can-make = Ein Inhaber kann eines anlegen.
web-form-new = Neues Formular
web-form-title = Titel
web-form-intro = Einleitung
web-form-thanks = Dank nach dem Absenden
web-form-thanks-text = Vielen Dank. Wir melden uns bei Ihnen.
web-form-asks = Wonach es fragt
web-form-asks-hint = Nach Name und E-Mail-Adresse fragt es immer. Das Formular sendet keine E-Mail zur Bestätigung: Prüfen Sie, was das Recht Ihres Landes verlangt, bevor Sie Neuigkeiten senden
web-form-address = Adresse
web-form-amount = Gewünschter Betrag
web-form-news = Neuigkeiten per E-Mail
web-form-privacy = Datenschutzhinweis
web-form-privacy-hint = Die https-Adresse der Seite, auf der steht, wie Sie die Daten verwenden; das Formular verlinkt sie
web-form-tag = Schlagwort
web-form-tag-hint = Kontakte, die Sie aus diesem Formular aufnehmen, erhalten es
web-form-open = Offen
web-form-open-hint = Ein geschlossenes Formular sagt, dass es zurzeit nichts annimmt
web-form-is-open = offen
web-form-is-closed = geschlossen
web-form-waiting = Wartende Einsendungen
web-form-see-waiting = { $count ->
    [one] { $count } wartende Einsendung ansehen
   *[other] { $count } wartende Einsendungen ansehen
}
web-form-link = Link für Ihre Website
web-form-link-note = Setzen Sie den Link auf Ihre Website, oder fügen Sie die zweite Zeile in deren HTML ein.
web-form-see = Das Formular so ansehen, wie es Unterstützer sehen
web-form-heading = Das Formular
web-form-made = Das Formular ist angelegt. Setzen Sie seinen Link auf Ihre Website.
web-form-changed = Das Formular ist geändert.
web-form-remove = Dieses Formular entfernen
web-form-remove-note = Sein Link führt dann ins Leere. Die Kontakte, die darüber kamen, bleiben.
web-form-remove-waiting = { $count ->
    [one] { $count } Einsendung dieses Formulars wartet.
   *[other] { $count } Einsendungen dieses Formulars warten.
}
web-form-discard = Auch diese Einsendungen verwerfen
web-form-removed = { $count ->
    [0] Das Formular ist entfernt.
    [one] Das Formular ist entfernt, und mit ihm { $count } Einsendung.
   *[other] Das Formular ist entfernt, und mit ihm { $count } Einsendungen.
}
web-form-not-removed = Das Formular wurde nicht entfernt: Entscheiden Sie zuerst über die Einsendungen, die warten, oder verwerfen Sie sie mit dem Formular.

# The page of a form, for supporters.
public-form-send = Absenden
public-form-not-sent = Noch nicht gesendet
public-form-message = Nachricht
public-form-amount = Betrag, den ich spenden möchte
public-form-amount-hint = Hier wird nichts bezahlt. Wir melden uns.
public-form-news = Ich möchte Neuigkeiten per E-Mail bekommen
public-form-news-hint = Sie können sie jederzeit wieder abbestellen.
public-form-note = Was Sie senden, erhält { $organisation } und sonst niemand.
public-form-privacy = Wie wir Ihre Daten verwenden
public-form-takes-nothing = Dieses Formular nimmt zurzeit nichts an. Bitte versuchen Sie es später noch einmal.
public-form-leave-empty = Lassen Sie dieses Feld leer
