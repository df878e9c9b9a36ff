# All pages of letters.
letters-to = Brief an
letters-without = Ohne Brief
letters-why-not = Warum nicht
letters-more = Und { $count } weitere.
# Before the number of lines that are ticked.
letters-ticked = Ausgewählt:
# How many letters are in a language, such as “98 in German”.
letters-in-language = { $language ->
    [de] { $count } auf Deutsch
   *[en] { $count } auf Englisch
    [es] { $count } auf Spanisch
    [fr] { $count } auf Französisch
    [pt] { $count } auf Portugiesisch
}
letters-way = Versandweg
letters-by-post = Per Post
letters-by-email = Per E-Mail, als PDF
letters-by-hand = Persönlich, für alle, die per Post nicht erreichbar sind
letters-not-counted = Die Briefe wurden nicht gezählt
letters-changing = Es wurde kein Brief erstellt, weil gerade jemand diese Datensätze ändert. Versuchen Sie es gleich noch einmal.
letters-made-before = Diese Briefe wurden schon einmal erstellt.
letters-too-many-mails = Es wurde nichts gesendet: Eine Organisation kann innerhalb von 24 Stunden 5.000 Briefe per E-Mail senden, und diese wären mehr. Drucken Sie sie, oder senden Sie sie morgen.

# Why somebody gets no letter, beside the name.
letters-why-gone = gibt es nicht mehr
letters-why-died = ist verstorben
letters-why-died-receipt = ist verstorben: Stellen Sie die Zuwendungsbestätigung für die Erben von Hand aus
letters-why-archived = ist archiviert
letters-why-by-post = ist per Post erreichbar
letters-why-no-name = hat keinen Namen
letters-why-no-mail = möchte keine Post
letters-why-household-no-mail = gehört zu einem Haushalt, in dem jemand keine Post möchte
letters-why-no-address = hat keine Adresse
letters-why-no-full-address = hat keine vollständige Adresse
letters-why-no-email = möchte keine E-Mails
letters-why-no-email-address = hat keine E-Mail-Adresse
letters-why-not-received = die Spende ist nicht eingegangen
letters-why-thanked = dafür ist schon gedankt
letters-why-no-donor = die Spende hat keinen Spender
letters-why-correction = die Spende ist eine Korrektur
letters-why-has-letter = hat für die Spende schon einen Brief
letters-why-gift-taken-back = die Spende wurde zurückgenommen
letters-why-taken-back = hat das Gespendete zurückgenommen
letters-why-no-money = hat kein Geld gespendet
letters-why-long-letter = hat einen Brief mit mehr als { $what } Zeichen
letters-why-long-tables = hat Tabellen mit mehr als { $what } Zeichen
letters-why-reminded = wurde vor weniger als { $what } Tagen erinnert, in Serie { $and }
letters-why-stated = hat schon eine, in Serie { $what }
letters-why-confirmed = hat gespendet, was schon auf einer Zuwendungsbestätigung steht, in Serie { $what }
letters-why-many-gifts = hat mehr als { $what } Spenden
letters-why-lacking = hat einen Brief mit dem Zeichen { $what }, das der Schrift fehlt

# Thank-yous.
thank-yous-title = Dankschreiben
thank-yous-about = Spenden, für die noch niemand gedankt hat, die ältesten zuerst. Alle Spenden eines Spenders stehen in einem Brief, und ein gemeinsamer Haushalt bekommt einen Brief.
thank-yous-from = Spenden vom
thank-yous-to = Bis
thank-yous-letterhead = <a>Füllen Sie zuerst den Briefkopf aus</a>, damit die Briefe Ihre Adresse haben und sagen, wer unterschreibt.
thank-yous-lacks-mail = Briefe können auch per E-Mail gehen, sobald der Betreiber dieses Dienstes ihn mit einem Mailserver verbindet.
thank-yous-section = Spenden mit Briefen
thank-yous-first = Nur die ersten { $count } Spenden werden angezeigt. Für jede, die Sie drucken, mailen oder markieren, rückt die nächste nach.
thank-yous-untick-print = Entfernen Sie die Häkchen bei dem, was Sie jetzt nicht drucken möchten. Mit allen { $count ->
    [one] ist es { $count } Brief
   *[other] sind es { $count } Briefe
}.
thank-yous-untick-mail = Entfernen Sie die Häkchen bei dem, was Sie jetzt nicht per E-Mail senden möchten. Mit allen { $count ->
    [one] ist es { $count } Brief
   *[other] sind es { $count } Briefe
}.
thank-yous-print = Briefe drucken und Dank vermerken
thank-yous-mail = Briefe per E-Mail senden und Dank vermerken
thank-yous-none = Keine Spende aus diesen Tagen wartet auf einen Brief.
thank-yous-nothing-ticked = Es war nichts ausgewählt, deshalb wurde kein Brief erstellt.
thank-yous-nothing = Es wurde kein Brief erstellt: Keine der ausgewählten Spenden wartet noch auf einen.
thank-yous-made = { $count ->
    [one] { $count } Brief ist
   *[other] { $count } Briefe sind
} erstellt. Bei den Spenden ist der Dank vermerkt.
thank-yous-mailed = { $count ->
    [one] { $count } Brief ist
   *[other] { $count } Briefe sind
} per E-Mail unterwegs. Bei den Spenden ist der Dank vermerkt.

# The gifts that get no letter, by the reasons.
thank-yous-reasons = Warum es keinen Brief gibt
thank-yous-reasons-about = Danken Sie auf andere Weise, wo es geht. Wo Sie den Dank vermerken, wartet die Spende nicht mehr.
thank-yous-mark = Dank vermerken
thank-yous-marked = Bei { $count ->
    [one] { $count } Spende
   *[other] { $count } Spenden
} ist der Dank vermerkt.

# Statements of all donors.
# $what is `receipts` for official receipts, `both` for these and others, or `statements`.
statements-title = { $what ->
    [receipts] Zuwendungsbestätigungen
    [both] Zuwendungsübersichten und -bestätigungen
   *[statements] Zuwendungsübersichten
}
statements-for-year = Zuwendungsübersichten für ein Jahr
statements-about = Ein Brief für jeden Spender, mit den Spenden, die in diesen Tagen eingegangen sind. Ein gemeinsamer Haushalt bekommt einen. Sachen und Wertpapiere werden beschrieben und stehen in keiner Summe. In Zuwendungsbestätigungen, also Briefen mit der Summe in Worten, stehen sie nicht.
statements-letterhead = <a>Füllen Sie zuerst den Briefkopf aus</a>, damit die Zuwendungsübersichten Ihre Adresse und Ihre Steuernummer haben und sagen, wer unterschreibt.
statements-only = Nur für <b><bdi>{ $name }</bdi></b> · <a>für alle</a>
statements-least = Alle, die mindestens diesen Betrag gespendet haben
statements-least-hint = In Ihrer eigenen Währung. Lassen Sie das Feld leer für alle, die gespendet haben.
statements-again = Auch für alle, die für einige dieser Tage schon eine Zuwendungsübersicht oder -bestätigung haben, eine erstellen. Eine für genau diese Tage wird als Zweitschrift bezeichnet oder sagt, welche sie ersetzt, wenn sie anders ist
statements-again-hint = Eine Zweitschrift hat den Wortlaut von damals und trägt die heutige Anschrift und den heutigen Briefkopf. Die Datei der früheren Briefe behält den Briefkopf von damals.
# Days, in the two sentences that follow.
statements-day = den { $day }
statements-days = die Tage vom { $from } bis zum { $to }
statements-shown = <b>{ $what ->
    [receipts] { $count ->
        [one] { $count } Zuwendungsbestätigung
       *[other] { $count } Zuwendungsbestätigungen
    }
    [both] { $count ->
        [one] { $count } Zuwendungsübersicht oder -bestätigung
       *[other] { $count } Zuwendungsübersichten und -bestätigungen
    }
   *[statements] { $count ->
        [one] { $count } Zuwendungsübersicht
       *[other] { $count } Zuwendungsübersichten
    }
}</b> für { $days }.
statements-together = Zusammen { $total }.
statements-nobody = { $what ->
    [receipts] Für { $days } bekommt niemand eine Zuwendungsbestätigung.
    [both] Für { $days } bekommt niemand eine Zuwendungsübersicht oder -bestätigung.
   *[statements] Für { $days } bekommt niemand eine Zuwendungsübersicht.
}
statements-refused = Es wird nichts angezeigt, bis die Tage und der Betrag stimmen.
statements-without = { $what ->
    [receipts] Ohne Zuwendungsbestätigung
    [both] Ohne Zuwendungsübersicht oder -bestätigung
   *[statements] Ohne Zuwendungsübersicht
}
statements-confirmed = Ausgelassene Spenden
statements-confirmed-about = { $count ->
    [one] { $count } Spende wird ausgelassen, weil sie schon auf einer Zuwendungsbestätigung steht und keine Spende zweimal bestätigt wird. Um diese Bestätigung zu berichtigen, erstellen Sie sie für ihre eigenen Tage noch einmal: Die neue sagt, dass sie die alte ersetzt.
   *[other] { $count } Spenden werden ausgelassen, weil sie schon auf Zuwendungsbestätigungen stehen und keine Spende zweimal bestätigt wird. Um eine solche Bestätigung zu berichtigen, erstellen Sie sie für ihre eigenen Tage noch einmal: Die neue sagt, dass sie die alte ersetzt.
}
statements-print = Zuwendungsübersichten drucken
statements-print-receipts = Zuwendungsbestätigungen drucken
statements-print-both = Zuwendungsübersichten und -bestätigungen drucken
statements-mail = Zuwendungsübersichten per E-Mail senden
statements-mail-receipts = Zuwendungsbestätigungen per E-Mail senden
statements-mail-both = Zuwendungsübersichten und -bestätigungen per E-Mail senden
statements-nothing = Es wurde kein Brief erstellt: Niemand bekommt einen.
statements-made = { $what ->
    [receipts] { $count ->
        [one] { $count } Zuwendungsbestätigung ist
       *[other] { $count } Zuwendungsbestätigungen sind
    }
    [both] { $count ->
        [one] { $count } Zuwendungsübersicht oder -bestätigung ist
       *[other] { $count } Zuwendungsübersichten und -bestätigungen sind
    }
   *[statements] { $count ->
        [one] { $count } Zuwendungsübersicht ist
       *[other] { $count } Zuwendungsübersichten sind
    }
} erstellt.
statements-mailed = { $what ->
    [receipts] { $count ->
        [one] { $count } Zuwendungsbestätigung ist
       *[other] { $count } Zuwendungsbestätigungen sind
    }
    [both] { $count ->
        [one] { $count } Zuwendungsübersicht oder -bestätigung ist
       *[other] { $count } Zuwendungsübersichten und -bestätigungen sind
    }
   *[statements] { $count ->
        [one] { $count } Zuwendungsübersicht ist
       *[other] { $count } Zuwendungsübersichten sind
    }
} per E-Mail unterwegs.

# Reminders of pledges.
reminders-title = Erinnerungen an Zusagen
reminders-about = Ein Brief für jeden Spender, der mit einer Zusage im Rückstand ist. Darin steht, was zugesagt wurde und was fehlt. Ein gemeinsamer Haushalt bekommt einen. <a>Zusagen ansehen</a>
reminders-letterhead = <a>Füllen Sie zuerst den Briefkopf aus</a>, damit die Erinnerungen Ihre Adresse haben und sagen, wer unterschreibt.
reminders-least-days = Mindestens so viele Tage im Rückstand
reminders-least-days-hint = Lassen Sie das Feld leer für alle, die im Rückstand sind.
reminders-again = Auch die noch einmal erinnern, die vor weniger als 30 Tagen erinnert wurden
reminders-section = Erinnerungen
reminders-shown = <b>{ $count ->
    [one] { $count } Erinnerung
   *[other] { $count } Erinnerungen
}</b> an Zusagen, die im Rückstand sind.
reminders-first = Nur die ersten { $count } Erinnerungen werden angezeigt. Für jede, die Sie erstellen, rückt die nächste nach.
reminders-untick = Entfernen Sie die Häkchen bei Zusagen, an die Sie jetzt nicht erinnern möchten, zum Beispiel weil Sie gerade angerufen haben.
reminders-missing = Insgesamt fehlen { $total }.
reminders-last = Letzte Erinnerung
reminders-nobody = Niemand muss erinnert werden.
reminders-refused = Es wird nichts angezeigt, bis die Zahl der Tage stimmt.
reminders-print = Erinnerungen drucken
reminders-mail = Erinnerungen per E-Mail senden
reminders-nothing = Es wurde keine Erinnerung erstellt: Niemand bekommt eine.
reminders-made = { $count ->
    [one] { $count } Erinnerung ist
   *[other] { $count } Erinnerungen sind
} erstellt.
reminders-mailed = { $count ->
    [one] { $count } Erinnerung ist
   *[other] { $count } Erinnerungen sind
} per E-Mail unterwegs.

# The runs of letters that were printed.
runs-letterhead = Briefkopf und Text
runs-section = Gedruckte Briefe
runs-empty = Es wurden noch keine Briefe gedruckt. Beginnen Sie mit <a>Dankschreiben</a> oder mit <a>Zuwendungsübersichten für ein Jahr</a>.
runs-older = Ältere Briefe
runs-when = Erstellt
runs-count = Anzahl
runs-thank-yous = Dankschreiben, Serie { $id }
# $what as in the title of the statements.
runs-statements-of = { $what ->
    [receipts] Zuwendungsbestätigungen, { $days }
    [both] Zuwendungsübersichten und -bestätigungen, { $days }
   *[statements] Zuwendungsübersichten, { $days }
}
runs-reminders = Erinnerungen, Serie { $id }
# The names of the files, without accents.
runs-file = briefe-{ $id }
runs-file-erased = briefe-{ $id }-geloescht

# One run.
runs-made = { $count ->
    [one] { $count } Brief · erstellt am { $made }
   *[other] { $count } Briefe · erstellt am { $made }
}
runs-download = Alle als ein PDF herunterladen
runs-number = Nr.
runs-to = An
runs-erased = Gelöscht
runs-replaced = { $count ->
    [one] ersetzt durch Nr. { $numbers }
   *[other] ersetzt durch die Nummern { $numbers }
}
# What became of one letter by email.
runs-is-queued = unterwegs
runs-is-sent = gesendet
runs-is-not-sent = nicht gesendet
runs-is-needless = nicht mehr nötig
# What became of all: the parts are the three that follow.
runs-by-email = Per E-Mail: { $parts }.
runs-sent = { $count } gesendet
runs-queued = { $count } unterwegs
runs-failed = { $count } nicht gesendet
runs-needless = { $count } nicht mehr nötig
# Text, then a link, then the end of the sentence.
runs-not-sent-why = Ein Brief wird nicht gesendet, wenn der Mailserver ihn ablehnt oder wenn der Kontakt verstorben ist, archiviert ist, keine E-Mails möchte oder inzwischen eine andere Adresse hat. Diese Kontakte bekommen keinen Brief per E-Mail:
runs-not-sent-download = Laden Sie die Briefe als PDF herunter
runs-not-sent-print = , um sie zu drucken.
runs-mail-again = Diese noch einmal senden
runs-mailed-again = { $count ->
    [one] { $count } Brief ist
   *[other] { $count } Briefe sind
} wieder unterwegs.
runs-is-empty = keine Spende mehr
runs-empty-about = Auf einer Bestätigung mit „keine Spende mehr“ zählt keine Spende mehr für diese Tage. Eine berichtigte für diese Tage gibt es deshalb nicht. Bitten Sie den Spender, sie zurückzusenden. Eine Spende mit neuem Datum steht auf der Bestätigung für dieses Datum, sobald Sie sie erstellen. Darauf steht dann, dass sie diese ersetzt.
runs-kept = Die Briefe bleiben so erhalten, wie sie sind. Die Datei kann jederzeit wieder heruntergeladen werden. Sie ist jedes Mal dieselbe, bis eine Person daraus gelöscht wird: Dann fehlen deren Briefe.
runs-of-erased = Zuwendungsbestätigungen über Personen, die gelöscht wurden, bleiben nur für Inhaber erhalten, so lange das Steuerrecht Ihres Landes eine Kopie verlangen kann.
runs-of-erased-download = Diese Bestätigungen herunterladen
runs-take-back = Doch nicht gedruckt
runs-take-back-about = Falls der Drucker gestreikt hat. Die Briefe werden entfernt, und die nächsten bekommen ihre Nummern. Die Spenden, für die sie danken, warten wieder, außer jemand hat den Tag des Dankes inzwischen geändert.
runs-take-back-button = Diese Briefe zurücknehmen
runs-taken-back = { $count ->
    [0] Die Briefe sind zurückgenommen.
    [one] Die Briefe sind zurückgenommen. { $count } Spende wartet wieder auf ein Dankschreiben.
   *[other] Die Briefe sind zurückgenommen. { $count } Spenden warten wieder auf ein Dankschreiben.
}
# Why letters cannot be taken back.
runs-stay-newer = Diese Briefe können nicht mehr zurückgenommen werden, weil neuere die Nummern nach ihnen haben. Wenn sie nicht gedruckt wurden, laden Sie die PDF-Datei herunter und drucken Sie sie jetzt.
runs-stay-mailed = Diese Briefe können nicht zurückgenommen werden, weil sie per E-Mail versandt wurden.
runs-stay-erased = Diese Briefe können nicht mehr zurückgenommen werden, weil eine Person gelöscht wurde, die in einem von ihnen genannt war.

# The list of the gifts of one contact in a year.
statement-title = Spendenliste { $year }
statement-for-household = Für den Haushalt
statement-for-person = Für eine Person
statement-received = Im Jahr { $year } eingegangene Spenden
statement-none = Im Jahr { $year } sind keine Spenden eingegangen.
statement-count = { $count ->
    [one] { $count } Spende
   *[other] { $count } Spenden
}. Ausstehende, erstattete und ungültige Spenden sind nicht mitgezählt.
statement-in-kind = Sachspenden im Jahr { $year }
statement-in-kind-note = Sachen und Wertpapiere werden hier beschrieben und stehen nicht in der Summe.
statement-reference = Referenz
statement-what = Was gegeben wurde
statement-from = Von
