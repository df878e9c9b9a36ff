# The account.
account-organisation = Votre organisation
account-owners-can-change = Les propriétaires peuvent le modifier.
account-currency-hint = Son code, par exemple USD ou EUR. Elle ne peut pas changer tant qu’un don ou une promesse en a une autre.
account-funds-closed = Seulement les affectations de la liste
account-funds-closed-hint = Un don ou une promesse pour une autre affectation est refusé ; ainsi, personne n’en crée une seconde par mégarde.
account-campaigns-closed = Seulement les campagnes de la liste
account-campaigns-closed-hint = Un don d’une autre campagne est refusé.
account-number = Numéro du compte
account-saved = Les réglages du compte sont enregistrés.
account-not-done-because = Non effectué : { $reason }.
account-sandbox = Bac à sable
# What stands in brackets behind the name of a new one.
account-sandbox-word = bac à sable
account-is-sandbox-of = Ce compte est le bac à sable de <b><bdi>{ $name }</bdi></b>. Il a les mêmes membres. Ce que vous faites ici ne change rien là-bas.
account-sandbox-leave = Revenir à votre compte
account-sandbox-empty-summary = Le vider et le remplir à nouveau…
account-sandbox-empty-note = Cela supprime toutes ses fiches et tous ses événements, pour tous les membres, et rétablit ceux du début. Ses clés et ses webhooks restent.
account-sandbox-empty = Vider le bac à sable
account-sandbox-not-emptied = Rien n’a été vidé
account-sandbox-emptied = Le bac à sable est vidé et rempli à nouveau.
account-is-no-sandbox = Non effectué : ce compte n’est pas un bac à sable, il n’est donc jamais vidé.
account-has-sandbox = Votre bac à sable contient des personnes et des dons inventés. Faites-y vos essais : un programme, une importation, le premier jour d’un nouveau collègue.
account-sandbox-enter = Aller au bac à sable
account-sandbox-entered = Vous êtes maintenant dans votre bac à sable.
account-sandbox-about = Un bac à sable est un compte pour les mêmes membres, avec trois cents personnes inventées et leurs dons. Faites-y vos essais : un programme, une importation, le premier jour d’un nouveau collègue. Vous pouvez le vider à tout moment.
account-sandbox-make = Créer un bac à sable
account-sandbox-owners-can-make = Les propriétaires peuvent le créer.

# The audit log.
audit-what-was-done = Ce qui a été fait
audit-note = Les entrées sont conservées pendant { $days } jours. Sans nom, c’est un exploitant qui a agi, ou quelqu’un qui n’était pas connecté.
audit-what = Quoi
audit-detail = Détail
audit-who = Qui
audit-address = Adresse
audit-newer = Plus récentes

# What the audit log tells of.
audit-records-exported = Fiches exportées
audit-contact-erased = Contact effacé
audit-sign-in = Connexion
audit-sign-in-failed = Échec de connexion
audit-sign-out = Déconnexion
audit-sessions-ended = Autres sessions fermées
audit-account-created = Compte créé
audit-account-changed = Compte modifié
audit-batch-closed = Lot de dons clôturé
audit-batch-reopened = Lot de dons rouvert
audit-letterhead-changed = En-tête modifié
audit-letter-template-changed = Textes des lettres modifiés
audit-file-added = Fichier ajouté
audit-file-removed = Fichier retiré
audit-contacts-kept-apart = Contacts gardés séparés
audit-contacts-not-kept-apart = Contacts qui ne sont plus gardés séparés
audit-web-form-removed = Formulaire du site retiré
audit-imported = Fichier importé
audit-import-undone = Importation annulée
audit-import-check-removed = Vérification d’un fichier retirée
audit-letters-printed = Lettres imprimées
audit-letters-taken-back = Lettres annulées
audit-sandbox-created = Bac à sable créé
audit-sandbox-reset = Bac à sable vidé et rempli à nouveau
audit-user-created = Utilisateur créé
audit-profile-changed = Propre nom modifié
audit-password-changed = Mot de passe modifié
audit-password-link-created = Lien de mot de passe créé
audit-password-link-revoked = Lien de mot de passe annulé
audit-second-factor-on = Second facteur activé
audit-second-factor-off = Second facteur désactivé
audit-recovery-codes-created = Nouveaux codes de secours créés
audit-recovery-code-used = Code de secours utilisé
audit-member-invited = Membre invité
audit-invitation-revoked = Invitation annulée
audit-member-joined = Arrivée dans le compte
audit-member-role-changed = Rôle modifié
audit-member-removed = Membre retiré
audit-member-left = Départ du compte
audit-key-created = Clé d’API créée
audit-key-refreshed = Clé d’API renouvelée
audit-key-revoked = Clé d’API retirée
audit-webhook-created = Webhook ajouté
audit-webhook-updated = Webhook modifié
audit-webhook-secret-rotated = Secret d’un webhook renouvelé
# Details of the audit log. They are stored in English.
audit-detail-copy = la copie du contact { $id }
audit-detail-run = lettres de la série { $id }
audit-detail-contact = contact { $id }
audit-detail-contact-receipts = contact { $id }, avec les reçus officiels
audit-detail-contacts = contacts { $id } et { $other }
audit-detail-after-password = { $email }, après le bon mot de passe
audit-detail-batch-because = lot { $id } : { $reason }
audit-detail-batch = lot { $id }
audit-detail-web-form = { $title }, envois écartés : { $count }
audit-detail-import = importation { $id } : { $records }
audit-detail-words = { $kind }, { $language }
audit-detail-mailed-again = série { $id }, { $count ->
    [one] { $count } lettre de nouveau par e-mail
   *[other] { $count } lettres de nouveau par e-mail
}
audit-detail-taken-back = série { $id }
audit-detail-mailed = { $kind }, { $count ->
    [one] { $count } lettre par e-mail
   *[other] { $count } lettres par e-mail
}
audit-detail-printed = { $kind }, { $count ->
    [one] { $count } lettre
   *[other] { $count } lettres
}
audit-detail-role = { $email } : { $from } → { $to }
audit-detail-invited = { $email } comme { $role }
audit-detail-codes-left = il en reste { $count }
audit-detail-webhook-to = webhook { $id } vers { $host }
audit-detail-webhook = webhook { $id }
audit-detail-name = nom { $name }
audit-detail-currency = devise { $currency }
audit-detail-timezone = fuseau horaire { $zone }
audit-detail-gift-makes-donor = un don fait d’un contact un donateur : { $yes }
audit-detail-funds-closed = seulement les affectations de la liste : { $yes }
audit-detail-campaigns-closed = seulement les campagnes de la liste : { $yes }
audit-detail-with-code = avec un code
audit-detail-with-recovery-code = avec un code de secours
audit-detail-with-new-password = avec un nouveau mot de passe

# The letterhead.
letterhead-note = Ce qui figure sur toutes les lettres que vous imprimez. Une lettre déjà imprimée reste telle quelle.
letterhead-organisation = Nom sur les lettres
letterhead-address = Adresse
letterhead-address-hint = Telle qu’elle figure sur une enveloppe, 6 lignes au plus.
letterhead-tax-id = Numéro fiscal
letterhead-tax-id-hint = Votre numéro auprès de l’administration fiscale. Il figure au bas de chaque page.
letterhead-signer = Qui signe
letterhead-signer-title = En quelle qualité
letterhead-legal-text = Mentions en bas de lettre
letterhead-legal-text-hint = À la fin de chaque lettre, par exemple : Aucun bien ni service n’a été fourni en échange de ce don.
letterhead-paper = Papier
letterhead-paper-us = Lettre US
letterhead-locale = Langue de vos lettres
letterhead-donor-locales = Écrire aussi en
letterhead-donor-locales-hint = Les donateurs dont la langue est l’une de celles-ci reçoivent leurs lettres dans cette langue. Chaque langue a son propre texte, plus bas, et peut avoir ses propres mentions en bas de lettre.
letterhead-reply-to = Les réponses aux lettres envoyées par e-mail vont à
letterhead-reply-to-hint = Les lettres envoyées par e-mail partent de l’adresse de ce service.
letterhead-remove-logo = Imprimer sans le logo actuel
letterhead-logo = Logo
letterhead-another-logo = Un autre logo
letterhead-logo-hint = Un PNG ou un JPEG de 200 ko au plus, et de 2 000 pixels au plus de chaque côté.
letterhead-saved = L’en-tête est enregistré.
letterhead-words-note = Chaque type de lettre a un texte qui convient tel quel, et que vous pouvez faire vôtre.
letterhead-statements = Relevés de dons d’une année

# The words of letters.
letter-words = Texte
letter-words-subject = Objet
letter-words-body = Texte
letter-words-body-hint = Une ligne vide commence un paragraphe. Les noms entre accolades sont remplacés pour chaque donateur.
letter-words-signer-title-hint = Seulement si elle doit différer de celle de l’en-tête, par exemple pour la donner dans cette langue.
letter-words-legal-text-hint = Figurent sur ces lettres à la place de celles de l’en-tête.
letter-words-receipt-note = Pour le reçu que demande l’administration fiscale, il existe un texte de départ.
letter-words-receipt = Partir du texte du reçu officiel
letter-words-receipt-todo = Voici le texte du reçu officiel, dans la mesure où une lettre peut le reprendre. Complétez ce qui figure entre crochets, retirez ce qui ne vous concerne pas et faites-le vérifier par votre conseiller fiscal avant d’imprimer. Les biens et les titres ne figurent pas dans ces lettres : il leur faut un reçu à part. Rien n’est conservé tant que vous n’enregistrez pas.
letter-words-receipt-companies = C’est le formulaire pour les particuliers (Cerfa n° 11580). Les entreprises ont besoin d’un autre (Cerfa n° 16216) : ne leur envoyez pas cette lettre.
letter-words-saved = Le texte est enregistré.
letter-words-reset = Revenir au texte fourni avec Almoner
letter-words-reset-done = Les lettres ont de nouveau le texte fourni avec Almoner.
letter-words-sample = Un exemple
letter-words-sample-title = Exemple : { $kind }
# The name of the file, without accents.
letter-words-sample-file = exemple
letter-words-table = { $count ->
    [one] Un tableau de { $count } ligne.
   *[other] Un tableau de { $count } lignes.
}
letter-words-see-pdf = Voir en PDF
letter-words-no-donor = Aucun donateur n’a encore à la fois une adresse et un don.
letter-words-braces = Ce qui peut figurer entre accolades

# What can stand in braces in the words of a letter.
# computed: letter-words-field-
letter-words-field-salutation = la formule d’appel, par exemple Bonjour Ada et William
letter-words-field-first-name = le prénom, ou le nom d’une organisation
letter-words-field-name = le nom comme sur l’enveloppe
letter-words-field-address = l’adresse postale en une ligne ; qui n’en a pas ne reçoit pas de lettre qui l’utilise
letter-words-field-date = le jour de la lettre
letter-words-field-organisation = le nom de votre organisation
letter-words-field-signer = qui signe
letter-words-field-thank-you-gifts = ce qui a été donné, par exemple : don de 50,00 € du 3 mars 2026 pour Toiture
letter-words-field-thank-you-amount = le montant ; pour plusieurs dons, le total
letter-words-field-thank-you-amount-in-words = le même en toutes lettres, par exemple : cinquante euros
letter-words-field-thank-you-gift-date = le jour du don ; pour plusieurs, le premier et le dernier
letter-words-field-thank-you-fund = l’affectation ; sans affectation : là où il est le plus utile
letter-words-field-thank-you-list = un tableau des dons s’il y en a plusieurs, seul dans un paragraphe
letter-words-field-year-end-statement-year = l’année, par exemple 2026, ou le premier et le dernier jour
letter-words-field-year-end-statement-period = la période en toutes lettres, par exemple : en 2026
letter-words-field-year-end-statement-total = le total des dons en argent
letter-words-field-year-end-statement-total-in-words = le même en toutes lettres, par exemple : cinquante euros ; une lettre qui le contient ne reprend que les dons en argent, et aucun don ne figure dans deux d’entre elles pour des périodes différentes
letter-words-field-year-end-statement-list = les tableaux des dons, seuls dans un paragraphe
letter-words-field-pledge-reminder-amount = ce qui manque de toutes les promesses ensemble
letter-words-field-pledge-reminder-since = le jour depuis lequel ce montant est dû
letter-words-field-pledge-reminder-list = un tableau des promesses, seul dans un paragraphe

# The members.
members-the-link = Le lien
members-role = Rôle
members-owner = Propriétaire
members-member = Membre
members-since = Depuis
members-you = Vous
members-change = Modifier
members-make-owner = Nommer propriétaire
members-make-member = Rendre simple membre
members-make-password-link = Créer un lien de mot de passe
members-remove = Retirer du compte
members-role-changed = Le rôle est modifié. Les autres sessions du membre sont terminées.
members-removed = Le membre est retiré. Ses sessions, ses clés et les liens qu’il a créés ne fonctionnent plus.
members-send-password-link = Envoyez ce lien au membre. Il fonctionne une seule fois, pendant 24 heures, et n’est affiché que maintenant.

# Invitations.
members-open-invitations = Invitations en attente
members-invited-by = Invité par
members-operator = L’exploitant
members-open-until = Valable jusqu’au
members-email-sent = E-mail envoyé
members-mailed = Envoyé
members-being-mailed = Envoi en cours
members-not-mailed = Envoi impossible
members-show-link = Afficher un lien
members-take-back = Annuler
members-invite = Inviter quelqu’un
members-invite-mailed = L’invitation est envoyée par e-mail avec un lien.
members-invite-link = Vous recevez un lien à envoyer.
members-invite-again = Inviter de nouveau la même adresse remplace le lien.
members-make-invitation = Créer l’invitation
members-nobody-invited = Personne n’a été invité
members-email-address = Adresse e-mail
members-role-hint = Les membres travaillent avec les fiches. Les propriétaires gèrent aussi les membres, les webhooks et le compte.
members-invitation-mailed = L’invitation est en route vers { $email }. Son lien fonctionne une seule fois, pendant 7 jours.
members-too-many-mailed = Cette invitation n’est pas envoyée par e-mail, car trop d’invitations l’ont été récemment.
members-send-invitation-link = Envoyez ce lien au nouveau membre. Il fonctionne une seule fois, pendant 7 jours, et n’est affiché que maintenant.
members-invitation-taken-back = L’invitation est annulée : son lien ne fonctionne plus.

# Password links.
members-open-password-links = Liens de mot de passe valables
members-password-links-note = Toute personne qui a l’un de ces liens peut se connecter à la place du membre.
members-link-for = Pour
members-made-by = Créé par
members-password-link-taken-back = Le lien de mot de passe est annulé : il ne fonctionne plus.

# Leaving the account.
members-leave-heading = Quitter
members-leave-note = Vos clés pour ce compte ne fonctionnent plus, et vous êtes déconnecté. Pour revenir, il vous faudra une invitation.
members-leave-summary = Quitter le compte…
members-leave = Quitter le compte
members-left = Vous avez quitté { $account }.
members-of-sandbox = Les membres d’un bac à sable sont ceux de son compte. <a>Retournez-y</a> pour les modifier.

# The profile.
profile-you = Vous
profile-sign-in-as = Vous vous connectez en tant que <b>{ $email }</b>.
profile-name-saved = Votre nom est enregistré.
profile-password-note = Un changement vous déconnecte partout ailleurs.
profile-change-password = Changer le mot de passe
profile-current-password = Mot de passe actuel
profile-end-keys = Retirer aussi mes clés d’API
profile-end-keys-hint = Dans tous vos comptes. Les programmes qui les utilisent s’arrêtent jusqu’à ce qu’ils en aient de nouvelles.
profile-password-changed-keys-ended = Votre mot de passe est changé. Vous êtes déconnecté partout ailleurs, et vos clés d’API ne fonctionnent plus.
profile-password-changed = Votre mot de passe est changé. Vous êtes déconnecté partout ailleurs. Les clés d’API continuent de fonctionner.
profile-second-factor-on = Activé depuis le { $since } : pour vous connecter, il vous faut aussi un code de votre application d’authentification.
profile-second-factor-change = Codes de secours, ou désactiver
profile-second-factor-off = Désactivé. Avec lui, personne ne se connecte avec votre seul mot de passe : une application d’authentification sur votre téléphone affiche un code pour chaque connexion.
profile-appearance = Apparence
profile-appearance-note = Clair ou sombre vaut pour ce navigateur. La langue est la vôtre : les autres navigateurs la reprennent quand vous vous y connectez.
profile-theme = Clair ou sombre
profile-theme-system = Comme le système
profile-theme-light = Clair
profile-theme-dark = Sombre
profile-language = Langue
profile-language-of-browser = Comme le navigateur le demande
profile-sessions = Où vous êtes connecté
profile-browser = Navigateur
profile-signed-in = Connexion
profile-this-browser = Ce navigateur
profile-session-ended = L’autre navigateur est déconnecté.
profile-end-others = Se déconnecter partout ailleurs
profile-others-ended = Vous êtes déconnecté partout ailleurs.

# The second factor.
second-factor = Second facteur
second-factor-turn-on = Activer
second-factor-turn-off = Désactiver
second-factor-code = Code
second-factor-code-hint = Les six chiffres que votre application affiche maintenant, ou l’un de vos codes de secours.
second-factor-new-code-hint = Les six chiffres que l’application affiche maintenant.
second-factor-your-codes = Vos codes de secours
second-factor-your-codes-note = Chacun permet de vous connecter une fois, à la place d’un code de votre application. Gardez-les là où vous gardez ce qui est précieux, et pas sur le téléphone avec l’application : ils ne sont affichés que maintenant.
second-factor-app = Votre application d’authentification
second-factor-app-note = Faites lire ce code par une application d’authentification sur votre téléphone. Toute application de codes temporels convient.
second-factor-qr = Le code QR de votre secret. Il figure au-dessous sous forme de texte.
second-factor-type-in = Ou saisissez ceci dans l’application :
second-factor-turn-on-note = Ensuite, il vous faut l’application, ou un code de secours, pour chaque connexion. Vous êtes déconnecté partout ailleurs.
second-factor-turned-on = Votre second facteur est activé. Vous êtes déconnecté partout ailleurs.
second-factor-codes = Codes de secours
second-factor-since = Le second facteur est activé depuis le { $since }.
second-factor-codes-left = { $count ->
    [1] Il reste un code de secours.
   *[other] Il reste { $count } codes de secours.
}
second-factor-codes-replace = De nouveaux les remplacent.
second-factor-make-codes = Créer de nouveaux codes
second-factor-codes-made = Les nouveaux codes sont créés. Les anciens ne fonctionnent plus.
second-factor-turn-off-note = Ensuite, votre mot de passe suffit pour vous connecter. Vous êtes déconnecté partout ailleurs.
second-factor-turned-off = Votre second facteur est désactivé. Vous êtes déconnecté partout ailleurs.

# The types of gifts.
gift-types-note = Les types de dons indiquent comment les dons ont été payés, ou ce qu’ils sont. Les dons affichent le nouveau nom d’un type renommé. Un type reste, car des dons peuvent l’avoir. Les types dont le nom contient des mots pour des biens, comme En nature, et ceux qui s’appellent seulement Actions ou Titres, comptent comme des biens : les relevés de dons les décrivent et ne les ajoutent pas au total.
gift-types-usual = Les types habituels gardent leur nom, car les importations les reconnaissent à ce nom : ajoutez plutôt un autre type.
gift-types-rename = Renommer
gift-types-new = Autre type
gift-types-add = Ajouter
gift-types-added = Le type est ajouté.
gift-types-renamed = Le type est renommé.

# The forms on the website.
web-forms-note = Les personnes qui remplissent un formulaire de votre site web attendent sur une page à part que vous les ajoutiez comme contacts. Personne de l’extérieur ne peut voir ni modifier un contact.
web-forms-none = Il n’y a pas encore de formulaire.
web-forms-owner-can-make = Un propriétaire peut en créer un.
web-form-new = Nouveau formulaire
web-form-title = Titre
web-form-intro = Introduction
web-form-thanks = Remerciement après l’envoi
web-form-thanks-text = Merci. Nous vous recontacterons.
web-form-asks = Ce qu’il demande
web-form-asks-hint = Le nom et l’adresse e-mail sont toujours demandés. Le formulaire n’envoie pas d’e-mail de confirmation : vérifiez ce que demande la loi de votre pays avant d’envoyer des nouvelles
web-form-address = Adresse
web-form-amount = Montant souhaité
web-form-news = Nouvelles par e-mail
web-form-privacy = Politique de confidentialité
web-form-privacy-hint = L’adresse https de la page qui explique comment vous utilisez les données ; le formulaire y renvoie
web-form-tag = Étiquette
web-form-tag-hint = Les contacts que vous ajoutez depuis ce formulaire la reçoivent
web-form-open = Ouvert
web-form-open-hint = Un formulaire fermé dit qu’il n’accepte rien pour le moment
web-form-is-open = ouvert
web-form-is-closed = fermé
web-form-waiting = Envois en attente
web-form-see-waiting = { $count ->
    [one] Voir { $count } envoi en attente
   *[other] Voir { $count } envois en attente
}
web-form-link = Lien pour votre site web
web-form-link-note = Placez le lien sur votre site web, ou collez la seconde ligne dans son HTML.
web-form-see = Voir le formulaire comme le public
web-form-heading = Le formulaire
web-form-made = Le formulaire est créé. Placez son lien sur votre site web.
web-form-changed = Le formulaire est modifié.
web-form-remove = Retirer ce formulaire
web-form-remove-note = Son lien ne mènera plus nulle part. Les contacts venus par lui restent.
web-form-remove-waiting = { $count ->
    [one] { $count } envoi de ce formulaire est en attente.
   *[other] { $count } envois de ce formulaire sont en attente.
}
web-form-discard = Écarter aussi ces envois
web-form-removed = { $count ->
    [0] Le formulaire est retiré.
    [one] Le formulaire est retiré, et { $count } envoi avec lui.
   *[other] Le formulaire est retiré, et { $count } envois avec lui.
}
web-form-not-removed = Le formulaire n’a pas été retiré : décidez d’abord des envois en attente, ou écartez-les avec lui.

# The page of a form, for supporters.
public-form-send = Envoyer
public-form-not-sent = Pas encore envoyé
public-form-message = Message
public-form-amount = Montant que je souhaite donner
public-form-amount-hint = Rien n’est payé ici. Nous vous contacterons.
public-form-news = Je souhaite recevoir des nouvelles par e-mail
public-form-news-hint = Vous pouvez les arrêter à tout moment.
public-form-note = Ce que vous envoyez est reçu par { $organisation } et par personne d’autre.
public-form-privacy = Comment nous utilisons vos données
public-form-takes-nothing = Ce formulaire n’accepte rien pour le moment. Veuillez réessayer plus tard.
public-form-leave-empty = Laissez ce champ vide
