# Signing in and out.
sign-in = Se connecter
sign-in-not-done = Vous n’êtes pas connecté
sign-in-back = Retour à la connexion
sign-in-forgotten = Mot de passe oublié ?
sign-in-insecure = Cette page est arrivée par http, que d’autres peuvent lire. Ouvrez-la avec https : c’est seulement ainsi que votre navigateur garde votre session.
sign-in-nobody-yet = Personne ne peut encore se connecter : le premier utilisateur se crée par le lien qui se trouve dans le journal du service.
sign-in-ended-kept = Vous avez été déconnecté. Rien n’est perdu : connectez-vous, et ce que vous aviez saisi reviendra. Votre saisie est gardée pendant une heure.
sign-in-ended = Vous avez été déconnecté avant l’envoi : rien n’a donc changé. Connectez-vous et recommencez.
sign-in-signed-out = Vous avez été déconnecté. Ce qui a été envoyé ensuite n’a pas été enregistré. Connectez-vous pour continuer.
sign-out-done = Vous êtes déconnecté.

# The second step of a sign-in.
second-step-title = Deuxième étape
second-step-code-hint = Les six chiffres qu’affiche votre application d’authentification, ou l’un de vos codes de secours.
second-step-without = Sans votre application ni vos codes, seul un exploitant de ce service peut vous aider.
second-step-begin-again = Recommencez avec votre mot de passe.

# What was typed before a sign-in.
kept-form-title = Vous êtes connecté
kept-form-note = Ce que vous aviez saisi est gardé, mais pas encore enregistré.
kept-form-submit = Afficher ma saisie
kept-form-forget = L’abandonner et aller à la vue d’ensemble
kept-form-shown = Entre-temps, vous avez été déconnecté. Voici ce que vous aviez saisi. Ce n’est pas encore enregistré : relisez-le et envoyez-le à nouveau.
kept-form-not-shown = Ce qui a été saisi avant la connexion n’est pas affiché : c’était par quelqu’un d’autre, ou il y a trop longtemps. Rien n’en est enregistré.

# Somebody who has forgotten the password.
forgotten-password-title = Mot de passe oublié
forgotten-password-note = Vous recevrez un lien pour choisir un nouveau mot de passe. Il sert une seule fois, pendant 24 heures. Dix au plus vous sont envoyés en une heure.
forgotten-password-submit = M’envoyer un lien
forgotten-password-no-email = Si aucun e-mail n’arrive, une personne responsable peut créer un lien pour vous :
forgotten-password-ask = Une personne responsable peut créer pour vous un lien, avec lequel vous choisirez un nouveau mot de passe :
forgotten-password-owner = un propriétaire de votre compte, sous <b>Réglages, Membres</b> ;
forgotten-password-operator = si vous appartenez à plusieurs comptes, ou en êtes le seul propriétaire : l’exploitant de ce service, avec la commande <code>almoner users password</code>.
forgotten-password-sent = Si quelqu’un a cette adresse ici, un lien pour un nouveau mot de passe est en route.

# A new password, by a link.
password-choose = Choisir un nouveau mot de passe
password-submit = Définir le mot de passe
password-note = Avec le nouveau mot de passe, vous serez déconnecté partout.
password-first-link = C’est le premier lien envoyé à cette adresse : quelqu’un d’autre a donc pu l’inscrire.
password-ends-factor = Pour votre sécurité, le second facteur est désactivé.
password-ends-memberships = Pour votre sécurité, les appartenances à des comptes acceptées auparavant prennent fin, avec leurs clés d’API.
password-ends-both = Pour votre sécurité, le second facteur est désactivé, et les appartenances à des comptes acceptées auparavant prennent fin, avec leurs clés d’API.
password-known = Si vous connaissez le mot de passe, utilisez-le plutôt pour vous connecter : rien ne change alors.
password-is-set = Votre nouveau mot de passe est défini. Utilisez-le pour vous connecter. Les clés d’API restent valables : sous « Services », vous pouvez remplacer les vôtres.

# Joining an account.
invitation-title = Invitation
invitation-by = { $role ->
    [owner] { $inviter } invite <b>{ $email }</b> à rejoindre <b><bdi>{ $account }</bdi></b> comme propriétaire.
   *[member] { $inviter } invite <b>{ $email }</b> à rejoindre <b><bdi>{ $account }</bdi></b> comme membre.
}
invitation-of-nobody = { $role ->
    [owner] Invitation pour <b>{ $email }</b> à rejoindre <b><bdi>{ $account }</bdi></b> comme propriétaire.
   *[member] Invitation pour <b>{ $email }</b> à rejoindre <b><bdi>{ $account }</bdi></b> comme membre.
}
invitation-somebody-else = Vous êtes connecté en tant que { $email }. Pour rejoindre le compte, déconnectez-vous et ouvrez le lien à nouveau.
invitation-join = Rejoindre
invitation-password-hint = Si vous vous connectez déjà à Almoner avec cette adresse, le mot de passe de cette connexion. Sinon, un nouveau d’au moins 10 caractères.
invitation-joined = Bienvenue : vous avez rejoint le compte.

# The first start.
setup-title = Bienvenue dans Almoner
setup-note = Créez le compte de votre organisation, dont vous serez le premier propriétaire.
setup-submit = Créer le compte
setup-language-hint = Celle de vos pages et de vos lettres aux donateurs. Vous pourrez changer les deux plus tard.
setup-organisation = Nom de votre organisation
setup-currency-hint = Son code, par exemple USD ou EUR. Vous pouvez la changer jusqu’au premier don.
setup-follows-gifts-hint = Un contact, un prospect ou un donateur inactif qui donne devient automatiquement donateur.
setup-email = Votre adresse e-mail
setup-email-hint = Elle vous sert à vous connecter.
setup-ready = Votre compte est prêt.

# The accounts of a user.
account-switch-to = Passer à
account-switched = Vous êtes maintenant dans { $account }.
no-account-title = Aucun compte
no-account-note = Vous n’appartenez à aucun compte ici, ou n’en avez pas choisi. Demandez une invitation à un propriétaire du compte de votre organisation et ouvrez son lien.

# Forms, and what is wrong in them.
form-your-name = Votre nom
form-new-password-hint = Au moins 10 caractères. Le mieux : quelques mots que vous seul auriez l’idée d’associer.
form-filters-not-used = Les filtres n’ont pas été appliqués
error-title = Erreur : { $what }
summary-not-saved = Rien n’a été enregistré
summary-field = { $label } : { $problem }
summary-fields = { $count ->
    [one] { $not_done }. { $count } champ est à revoir :
   *[other] { $not_done }. { $count } champs sont à revoir :
}

# The pages of errors.
failure-sign-in-title = Veuillez vous connecter
failure-sign-in = Connectez-vous et réessayez.
failure-forbidden-title = Vous n’avez pas les droits nécessaires
failure-forbidden = Seuls les propriétaires du compte peuvent faire cela. Demandez à l’un d’eux ou passez à un autre compte.
failure-not-found-title = Cette page n’existe pas
failure-not-found = Elle a peut-être été déplacée ou supprimée, ou le lien a expiré ou a déjà servi.
failure-setup-link-title = Ce lien n’est plus valable
failure-setup-link = Il a déjà servi ou a expiré. Si vous avez déjà un accès ici, connectez-vous. Si personne ne peut encore se connecter, redémarrez le programme : il affiche alors un nouveau lien.
failure-method-title = Cette page ne peut pas faire cela
failure-method = Revenez en arrière et essayez depuis la page elle-même.
failure-too-many-title = Trop de tentatives
failure-too-many = { $count ->
    [one] Attendez { $seconds } seconde et réessayez.
   *[other] Attendez { $seconds } secondes et réessayez.
}
failure-internal-title = Un problème est survenu
failure-internal = L’erreur vient de nous. Rien de votre modification n’a été enregistré : réessayez. Si cela se reproduit, donnez à votre exploitant le numéro ci-dessous.
failure-unavailable-title = Réessayez dans un instant
failure-unavailable = Le service est occupé, ou sa base de données est injoignable.
failure-other-title = Cela n’a pas fonctionné
failure-forged-title = Ce formulaire n’a pas été accepté
failure-forged-signed-in = Il a été envoyé sans la marque qui montre qu’il vient de vous. Cela arrive quand, entre-temps, vous vous êtes reconnecté ou avez changé votre mot de passe dans une autre fenêtre. Revenez en arrière, rechargez la page et envoyez le formulaire encore une fois.
failure-forged = Il a été envoyé sans la marque qui montre qu’il vient de vous. Cela arrive quand la page est restée longtemps ouverte, ou quand le navigateur ne garde pas les cookies. Hors de cette machine même, le service ne pose ses cookies que par https : vérifiez que l’adresse commence par https. Puis rechargez la page et envoyez le formulaire encore une fois.
failure-not-kept-title = Veuillez le saisir à nouveau
failure-not-kept = Ce qui a été saisi avant la connexion est gardé une heure, pour la personne et le compte concernés. Ce n’est plus là, et rien n’en est enregistré : ouvrez le formulaire à nouveau.
failure-number = Numéro <code>{ $id }</code>
failure-start = Aller à l’accueil

# Webhooks that fail, on every page of an owner.
trouble-failing = Le webhook vers { $receiver } est en panne : son destinataire n’a pas répondu depuis plus d’une heure. Les événements attendent et sont envoyés à nouveau.
trouble-disabled = Le webhook vers { $receiver } a été désactivé, car son destinataire ne répond pas ou ne veut plus d’événements. Il n’en reçoit aucun.

# The name of a browser.
user-agent-on = { $browser } sur { $system }
user-agent-unknown = Navigateur inconnu

# The mail of an invitation.
mail-invitation-subject = Invitation à rejoindre { $account }
mail-invitation = { $inviter } vous invite à rejoindre { $account } dans Almoner, où sont tenus ses dons et ses donateurs.
mail-invitation-open = Ouvrez ce lien pour rejoindre le compte. Il sert une seule fois, pendant 7 jours :
mail-invitation-unknown = Si vous ne savez pas de quoi il s’agit, vous n’avez rien à faire.

# The mail of a link for a new password.
mail-password-subject = Nouveau mot de passe pour Almoner
mail-password = Quelqu’un a demandé un nouveau mot de passe pour cette adresse.
mail-password-open = Ouvrez ce lien pour en choisir un. Il sert une seule fois, pendant 24 heures :
mail-password-not-you = Si ce n’était pas vous, vous n’avez rien à faire : votre mot de passe reste le même.

# The mails that tell of a change.
mail-notice-password-subject = Votre mot de passe a été changé
mail-notice-password = Votre mot de passe a été changé le { $moment } UTC, depuis l’adresse { $address }.
mail-notice-factor-on-subject = Votre second facteur a été activé
mail-notice-factor-on = Votre second facteur a été activé le { $moment } UTC, depuis l’adresse { $address }.
mail-notice-factor-off-subject = Votre second facteur a été désactivé
mail-notice-factor-off = Votre second facteur a été désactivé le { $moment } UTC, depuis l’adresse { $address }.
mail-notice-codes-subject = Vous avez de nouveaux codes de secours
mail-notice-codes = De nouveaux codes de secours ont été créés pour vous le { $moment } UTC, depuis l’adresse { $address }.
mail-notice-key-subject = Vous avez une nouvelle clé d’API
mail-notice-key = Une nouvelle clé d’API a été créée pour vous, pour le compte { $account }, le { $moment } UTC, depuis l’adresse { $address }.
mail-notice-not-you = Si c’était vous, vous n’avez rien à faire. Sinon, choisissez tout de suite un nouveau mot de passe et prévenez un propriétaire de votre compte :
mail-notice-keys-go-on = Les clés d’API que vous avez créées restent valables. Si quelqu’un d’autre peut en avoir une, connectez-vous, changez votre mot de passe sous « Réglages, Profil », et retirez-les en même temps.
mail-notice-keys-ended = Vos clés d’API ne sont plus valables, dans aucun compte.

# The mails that tell of a webhook that fails.
mail-webhook-failing-subject = Le webhook vers { $receiver } est en panne
mail-webhook-failing = Le webhook de { $account } vers { $receiver } est en panne. Depuis plus d’une heure, toutes les tentatives de joindre le destinataire ont échoué. Les événements attendent et sont envoyés à nouveau pendant environ trois jours. Rien n’est encore perdu.
mail-webhook-given-up-subject = Le webhook vers { $receiver } a manqué des événements
mail-webhook-given-up = Le webhook de { $account } vers { $receiver } a manqué des événements. Un événement a été abandonné, car toutes les tentatives de l’envoyer ont échoué pendant environ trois jours. Les autres événements sont envoyés comme avant. Si toutes les tentatives échouent pendant cinq jours, le webhook est désactivé.
mail-webhook-disabled-subject = Le webhook vers { $receiver } a été désactivé
mail-webhook-disabled = Le webhook de { $account } vers { $receiver } a été désactivé. Son destinataire a signalé qu’il ne veut plus d’événements, ou n’a pas répondu pendant cinq jours. Il n’en reçoit aucun tant que vous ne réactivez pas le webhook.
mail-webhook-what-to-do = Sa page montre ce que le destinataire a répondu. Demandez à la personne qui s’occupe du destinataire de l’examiner et envoyez un test depuis la page. Quand il répond à nouveau, envoyez ce qu’il a manqué avec « Récupérer » sur la même page :
mail-webhook-see = Voir le webhook
mail-webhook-once = Les propriétaires du compte reçoivent cet e-mail une seule fois par panne, et non pour chaque événement.
