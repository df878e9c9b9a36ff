# Words of many pages.
save = Speichern
edit = Bearbeiten
cancel = Abbrechen
search = Suchen
show = Anzeigen
remove = Entfernen
print = Drucken
copied = Kopiert
new = Neu
more = Mehr
menu = Menü
all = Alle
yes = Ja
no = Nein
none = Keine
done = Erledigt
total = Summe
day = Tag
month = Monat
year = Jahr
amount = Betrag
name = Name
email = E-Mail
status = Status
contact = Kontakt
contacts = Kontakte
giver = Spender
donor = Spender
donors = Spender
gift = Spende
gifts = Spenden
pledge = Zusage
pledges = Zusagen
task = Aufgabe
tasks = Aufgaben
household = Haushalt
households = Haushalte
fund = Zweck
funds = Zwecke
campaign = Kampagne
campaigns = Kampagnen
pages = Seiten
page-of = Seite { $page } von { $pages }
first-page = Erste Seite
next-page = Nächste Seite
older = Ältere
copy = Kopieren
not-done = Nicht ausgeführt: { $problems }.
back-without-saving = Zurück, ohne zu speichern
when = Wann
never = Nie
last-used = Zuletzt benutzt
password = Passwort
new-password = Neues Passwort
your-password = Ihr Passwort
merge = Zusammenführen
merge-into = Mit { $name } zusammenführen
pause = Pausieren
resume = Fortsetzen
file = Datei
type = Art
date = Datum
currency = Währung
time-zone = Zeitzone
time-zone-hint = Wo Ihre Tage beginnen, zum Beispiel Europe/Lisbon.
gift-makes-donor = Eine Spende macht einen Kontakt zum Spender
last-gift = Letzte Spende
anonymous = Anonym
unattributed = Nicht zugeordnet
as-id = Kontakt { $id }

# Numbers and days.
count-contacts = { $count ->
    [one] { $count } Kontakt
   *[other] { $count } Kontakte
}
count-gifts = { $count ->
    [one] { $count } Spende
   *[other] { $count } Spenden
}
count-pledges = { $count ->
    [one] { $count } Zusage
   *[other] { $count } Zusagen
}
count-tasks = { $count ->
    [one] { $count } Aufgabe
   *[other] { $count } Aufgaben
}
count-donors = { $count ->
    [one] { $count } Spender
   *[other] { $count } Spender
}
count-households = { $count ->
    [one] { $count } Haushalt
   *[other] { $count } Haushalte
}
count-letters = { $count ->
    [one] { $count } Brief
   *[other] { $count } Briefe
}
in-other-currencies = { $amounts } in anderen Währungen
day-of-year = { $day }. { $month }
short-day = { $day }. { $month } { $year }
moment = { $day }, { $time }
month-of-year = { $month } { $year }

# computed: month-
month-1 = Januar
month-2 = Februar
month-3 = März
month-4 = April
month-5 = Mai
month-6 = Juni
month-7 = Juli
month-8 = August
month-9 = September
month-10 = Oktober
month-11 = November
month-12 = Dezember
month-short-1 = Jan.
month-short-2 = Feb.
month-short-3 = März
month-short-4 = Apr.
month-short-5 = Mai
month-short-6 = Juni
month-short-7 = Juli
month-short-8 = Aug.
month-short-9 = Sep.
month-short-10 = Okt.
month-short-11 = Nov.
month-short-12 = Dez.
# computed: weekday-
weekday-1 = Montag
weekday-2 = Dienstag
weekday-3 = Mittwoch
weekday-4 = Donnerstag
weekday-5 = Freitag
weekday-6 = Samstag
weekday-7 = Sonntag

# The frame of every page.
frame-skip = Zum Inhalt springen
frame-find = Suchen
frame-find-by = Name, Ort, E-Mail oder Telefon
frame-most-used = Häufig benutzt
frame-enter-gifts = Spenden erfassen
frame-sandbox = Dies ist ein Testkonto: Niemand darin ist echt. <a>Leeren oder verlassen</a>
frame-see-what-to-do = Was zu tun ist
frame-dismiss = Ausblenden
frame-main = Hauptnavigation
frame-sign-out = Abmelden
frame-overview = Übersicht
frame-reports = Berichte
frame-letters = Briefe
frame-saved-lists = Gespeicherte Listen
frame-imports = Importe
frame-webhooks = Webhooks
frame-profile = Profil
frame-account = Konto
frame-letterhead = Briefkopf
frame-gift-types = Spendenarten
frame-web-forms = Website-Formulare
frame-members = Mitglieder
frame-audit-log = Protokoll
frame-services = Dienste
frame-lists = Listen und Dateien
frame-settings = Einstellungen
frame-for-developers = Für Entwickler
frame-failing = { $label } ({ $count } gestört)
