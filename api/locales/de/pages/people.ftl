# Signing in and out.
sign-in = Anmelden
sign-in-not-done = Sie sind nicht angemeldet
sign-in-back = Zurück zur Anmeldung
sign-in-forgotten = Passwort vergessen?
sign-in-insecure = Diese Seite wurde über http geladen, das andere mitlesen können. Öffnen Sie sie mit https: Nur dann bleiben Sie in Ihrem Browser angemeldet.
sign-in-nobody-yet = Noch kann sich niemand anmelden: Mit dem Link im Protokoll des Dienstes wird der erste Benutzer angelegt.
sign-in-ended-kept = Sie wurden abgemeldet. Nichts ist verloren: Melden Sie sich an, dann kommt zurück, was Sie eingegeben haben. Es bleibt eine Stunde lang erhalten.
sign-in-ended = Sie wurden abgemeldet, bevor dies gesendet wurde. Es wurde also nichts geändert. Melden Sie sich an, und versuchen Sie es noch einmal.
sign-in-signed-out = Sie wurden abgemeldet. Was danach gesendet wurde, ist nicht gespeichert. Melden Sie sich an, um weiterzuarbeiten.
sign-out-done = Sie sind abgemeldet.

# The second step of a sign-in.
second-step-title = Zweiter Schritt
second-step-code-hint = Die sechs Ziffern, die Ihre Authentifizierungs-App zeigt, oder einer Ihrer Wiederherstellungscodes.
second-step-without = Ohne Ihre App und Ihre Codes muss Ihnen ein Betreiber dieses Dienstes helfen.
second-step-begin-again = Bitte beginnen Sie noch einmal mit Ihrem Passwort.

# What was typed before a sign-in.
kept-form-title = Sie sind angemeldet
kept-form-note = Was Sie vorher eingegeben haben, ist noch da, aber noch nicht gespeichert.
kept-form-submit = Meine Eingaben anzeigen
kept-form-forget = Verwerfen und zur Übersicht gehen
kept-form-shown = Sie wurden inzwischen abgemeldet. Hier ist, was Sie eingegeben haben. Es ist noch nicht gespeichert: Sehen Sie es durch, und senden Sie es noch einmal.
kept-form-not-shown = Was vor der Anmeldung eingegeben wurde, wird nicht angezeigt: Es war von jemand anderem, oder es ist zu lange her. Nichts davon ist gespeichert.

# Somebody who has forgotten the password.
forgotten-password-title = Passwort vergessen
forgotten-password-note = Sie bekommen einen Link, mit dem Sie ein neues Passwort wählen. Er gilt einmal, 24 Stunden lang. Innerhalb einer Stunde werden Ihnen höchstens zehn geschickt.
forgotten-password-submit = Link zusenden
forgotten-password-no-email = Wenn keine E-Mail kommt, erstellt Ihnen eine zuständige Person einen Link:
forgotten-password-ask = Eine zuständige Person kann Ihnen einen Link erstellen, mit dem Sie ein neues Passwort wählen:
forgotten-password-owner = ein Inhaber Ihres Kontos, unter <b>Einstellungen, Mitglieder</b>;
forgotten-password-operator = wenn Sie zu mehreren Konten gehören oder der einzige Inhaber sind: der Betreiber dieses Dienstes, mit dem Befehl <code>almoner users password</code>.
forgotten-password-sent = Wenn es jemanden mit dieser Adresse gibt, ist ein Link für ein neues Passwort dorthin unterwegs.

# A new password, by a link.
password-choose = Neues Passwort wählen
password-submit = Passwort setzen
password-note = Mit dem neuen Passwort werden Sie überall abgemeldet.
password-first-link = Dies ist der erste Link, der an diese Adresse geschickt wurde. Jemand anderes könnte die Adresse also eingetragen haben.
password-ends-factor = Zu Ihrer Sicherheit wird der zweite Faktor ausgeschaltet.
password-ends-memberships = Zu Ihrer Sicherheit enden die Mitgliedschaften, die vorher angenommen wurden, mit ihren API-Schlüsseln.
password-ends-both = Zu Ihrer Sicherheit wird der zweite Faktor ausgeschaltet, und die Mitgliedschaften, die vorher angenommen wurden, enden mit ihren API-Schlüsseln.
password-known = Wenn Sie das Passwort kennen, melden Sie sich stattdessen damit an: Dann ändert sich nichts.
password-is-set = Ihr neues Passwort gilt. Melden Sie sich damit an. API-Schlüssel gelten weiter: Unter „Dienste“ können Sie Ihre ersetzen.

# Joining an account.
invitation-title = Einladung
invitation-by = { $role ->
    [owner] { $inviter } lädt <b>{ $email }</b> ein, <b><bdi>{ $account }</bdi></b> als Inhaber beizutreten.
   *[member] { $inviter } lädt <b>{ $email }</b> ein, <b><bdi>{ $account }</bdi></b> als Mitglied beizutreten.
}
invitation-of-nobody = { $role ->
    [owner] <b>{ $email }</b> ist eingeladen, <b><bdi>{ $account }</bdi></b> als Inhaber beizutreten.
   *[member] <b>{ $email }</b> ist eingeladen, <b><bdi>{ $account }</bdi></b> als Mitglied beizutreten.
}
invitation-somebody-else = Sie sind als { $email } angemeldet. Um beizutreten, melden Sie sich ab, und öffnen Sie den Link noch einmal.
invitation-join = Beitreten
invitation-password-hint = Wenn Sie sich bei Almoner schon mit dieser Adresse anmelden: Ihr Passwort dafür. Sonst ein neues mit mindestens 10 Zeichen.
invitation-joined = Willkommen: Sie sind dem Konto beigetreten.

# The first start.
setup-title = Willkommen bei Almoner
setup-note = Hier richten Sie das Konto Ihrer Organisation und Ihren eigenen Zugang ein. Sie werden damit der erste Inhaber.
setup-submit = Einrichten
setup-language-hint = Für Ihre Seiten und Ihre Briefe an Spender. Beides lässt sich später ändern.
setup-organisation = Name Ihrer Organisation
setup-currency-hint = Dreibuchstabiger Code, z. B. EUR. Die Währung lässt sich bis zur ersten Spende ändern.
setup-follows-gifts-hint = Wer als Kontakt, Interessent oder ehemaliger Spender etwas gibt, wird von selbst zum Spender.
setup-email = Ihre E-Mail-Adresse
setup-email-hint = Damit melden Sie sich an.
setup-ready = Ihr Konto ist bereit.

# The accounts of a user.
account-switch-to = Wechseln zu
account-switched = Sie sind jetzt in { $account }.
no-account-title = Kein Konto
no-account-note = Sie gehören hier zu keinem Konto oder haben keines gewählt. Bitten Sie einen Inhaber des Kontos Ihrer Organisation um eine Einladung, und öffnen Sie deren Link.

# Forms, and what is wrong in them.
form-your-name = Ihr Name
form-new-password-hint = Mindestens 10 Zeichen. Am besten sind ein paar Wörter, die nur Sie so zusammenstellen würden.
form-filters-not-used = Die Filter wurden nicht angewandt
error-title = Fehler: { $what }
summary-not-saved = Nichts wurde gespeichert
summary-field = { $label }: { $problem }
summary-fields = { $count ->
    [one] { $not_done }. Bitte sehen Sie { $count } Feld noch einmal an:
   *[other] { $not_done }. Bitte sehen Sie { $count } Felder noch einmal an:
}

# The pages of errors.
failure-sign-in-title = Bitte melden Sie sich an
failure-sign-in = Melden Sie sich an, und versuchen Sie es noch einmal.
failure-forbidden-title = Dafür fehlen Ihnen die Rechte
failure-forbidden = Nur Inhaber des Kontos dürfen das. Fragen Sie einen von ihnen, oder wechseln Sie zu einem anderen Konto.
failure-not-found-title = Diese Seite gibt es nicht
failure-not-found = Vielleicht wurde sie verschoben oder entfernt, oder der Link ist abgelaufen oder wurde schon benutzt.
failure-setup-link-title = Dieser Link gilt nicht mehr
failure-setup-link = Er wurde schon benutzt oder ist abgelaufen. Wenn Sie hier schon einen Zugang haben, melden Sie sich an. Wenn sich noch niemand anmelden kann, starten Sie das Programm neu: Dann zeigt es einen neuen Link.
failure-method-title = Das kann diese Seite nicht
failure-method = Gehen Sie zurück, und versuchen Sie es von der Seite selbst aus.
failure-too-many-title = Zu viele Versuche
failure-too-many = { $count ->
    [one] Bitte warten Sie { $seconds } Sekunde, und versuchen Sie es noch einmal.
   *[other] Bitte warten Sie { $seconds } Sekunden, und versuchen Sie es noch einmal.
}
failure-internal-title = Etwas ist schiefgegangen
failure-internal = Der Fehler liegt bei uns. Von Ihrer Änderung wurde nichts übernommen: Bitte versuchen Sie es noch einmal. Wenn es wieder geschieht, nennen Sie Ihrem Betreiber die Nummer unten.
failure-unavailable-title = Bitte versuchen Sie es gleich noch einmal
failure-unavailable = Der Dienst ist ausgelastet, oder seine Datenbank ist nicht erreichbar.
failure-other-title = Das hat nicht geklappt
failure-forged-title = Dieses Formular wurde nicht angenommen
failure-forged-signed-in = Ihm fehlte das Merkmal, das zeigt, dass es von Ihnen kommt. Das geschieht, wenn Sie sich inzwischen in einem anderen Fenster neu angemeldet oder Ihr Passwort geändert haben. Gehen Sie zurück, laden Sie die Seite neu, und senden Sie das Formular noch einmal.
failure-forged = Ihm fehlte das Merkmal, das zeigt, dass es von Ihnen kommt. Das geschieht, wenn die Seite lange offen war, oder wenn der Browser keine Cookies behält. Außerhalb des eigenen Rechners setzt der Dienst seine Cookies nur über https: Achten Sie darauf, dass die Adresse mit https beginnt. Laden Sie dann die Seite neu, und senden Sie das Formular noch einmal.
failure-not-kept-title = Bitte geben Sie es noch einmal ein
failure-not-kept = Was vor der Anmeldung eingegeben wurde, bleibt eine Stunde lang erhalten, für die Person und das Konto, zu denen es gehört. Es ist nicht mehr da, und nichts davon ist gespeichert: Öffnen Sie das Formular noch einmal.
failure-number = Nummer <code>{ $id }</code>
failure-start = Zur Startseite

# Webhooks that fail, on every page of an owner.
trouble-failing = Der Webhook an { $receiver } ist gestört: Sein Empfänger hat seit mehr als einer Stunde nicht geantwortet. Ereignisse warten und werden erneut gesendet.
trouble-disabled = Der Webhook an { $receiver } wurde deaktiviert, weil sein Empfänger nicht antwortet oder keine Ereignisse mehr will. Er bekommt keine.

# The name of a browser.
user-agent-on = { $browser } auf { $system }
user-agent-unknown = Unbekannter Browser

# The mail of an invitation.
mail-invitation-subject = Einladung zu { $account }
mail-invitation = { $inviter } lädt Sie ein, { $account } bei Almoner beizutreten, wo die Spenden und Spender geführt werden.
mail-invitation-open = Öffnen Sie diesen Link, um beizutreten. Er gilt einmal, 7 Tage lang:
mail-invitation-unknown = Wenn Sie nicht wissen, worum es geht, brauchen Sie nichts zu tun.

# The mail of a link for a new password.
mail-password-subject = Ein neues Passwort für Almoner
mail-password = Jemand hat für diese Adresse ein neues Passwort angefordert.
mail-password-open = Öffnen Sie diesen Link, um eines zu wählen. Er gilt einmal, 24 Stunden lang:
mail-password-not-you = Wenn Sie es nicht waren, brauchen Sie nichts zu tun: Ihr Passwort bleibt, wie es ist.

# The mails that tell of a change.
mail-notice-password-subject = Ihr Passwort wurde geändert
mail-notice-password = Ihr Passwort wurde am { $moment } UTC geändert, von der Adresse { $address } aus.
mail-notice-factor-on-subject = Ihr zweiter Faktor wurde eingeschaltet
mail-notice-factor-on = Ihr zweiter Faktor wurde am { $moment } UTC eingeschaltet, von der Adresse { $address } aus.
mail-notice-factor-off-subject = Ihr zweiter Faktor wurde ausgeschaltet
mail-notice-factor-off = Ihr zweiter Faktor wurde am { $moment } UTC ausgeschaltet, von der Adresse { $address } aus.
mail-notice-codes-subject = Sie haben neue Wiederherstellungscodes
mail-notice-codes = Am { $moment } UTC wurden neue Wiederherstellungscodes für Sie erstellt, von der Adresse { $address } aus.
mail-notice-key-subject = Sie haben einen neuen API-Schlüssel
mail-notice-key = Am { $moment } UTC wurde ein neuer API-Schlüssel für Sie erstellt, für das Konto { $account }, von der Adresse { $address } aus.
mail-notice-not-you = Wenn Sie es waren, brauchen Sie nichts zu tun. Sonst wählen Sie sofort ein neues Passwort, und sagen Sie einem Inhaber Ihres Kontos Bescheid:
mail-notice-keys-go-on = API-Schlüssel, die Sie erstellt haben, gelten weiter. Wenn jemand anderes einen davon haben könnte, melden Sie sich an, ändern Sie Ihr Passwort unter „Einstellungen, Profil“, und entfernen Sie dabei auch die Schlüssel.
mail-notice-keys-ended = Ihre API-Schlüssel gelten nicht mehr, in keinem Konto.

# The mails that tell of a webhook that fails.
mail-webhook-failing-subject = Der Webhook an { $receiver } ist gestört
mail-webhook-failing = Der Webhook von { $account } an { $receiver } ist gestört. Seit mehr als einer Stunde ist jeder Versuch fehlgeschlagen, den Empfänger zu erreichen. Ereignisse warten und werden etwa drei Tage lang erneut gesendet. Noch ist nichts verloren.
mail-webhook-given-up-subject = Dem Webhook an { $receiver } fehlen Ereignisse
mail-webhook-given-up = Dem Webhook von { $account } an { $receiver } fehlen Ereignisse. Ein Ereignis wurde aufgegeben, weil etwa drei Tage lang jeder Versuch fehlgeschlagen ist, es zu senden. Andere Ereignisse werden wie bisher gesendet. Wenn fünf Tage lang alle Versuche fehlschlagen, wird der Webhook deaktiviert.
mail-webhook-disabled-subject = Der Webhook an { $receiver } wurde deaktiviert
mail-webhook-disabled = Der Webhook von { $account } an { $receiver } wurde deaktiviert. Sein Empfänger hat mitgeteilt, dass er keine Ereignisse mehr will, oder fünf Tage lang nicht geantwortet. Er bekommt keine Ereignisse, bis Sie den Webhook wieder aktivieren.
mail-webhook-what-to-do = Seine Seite zeigt, was der Empfänger geantwortet hat. Bitten Sie, wer den Empfänger betreibt, nachzusehen, und senden Sie von der Seite aus einen Test. Wenn er wieder antwortet, senden Sie mit „Nachliefern“ auf derselben Seite, was ihm fehlt:
mail-webhook-see = Webhook ansehen
mail-webhook-once = Inhaber des Kontos bekommen diese E-Mail einmal für eine Störung, nicht für jedes Ereignis.
