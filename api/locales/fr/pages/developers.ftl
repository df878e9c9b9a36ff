# Keys of the API.
services-api = API
services-about = Avec une clé, un autre programme fait tout ce que vous pouvez faire avec les fiches : il agit en tant que <b><bdi>{ $user }</bdi></b> sur le compte <b><bdi>{ $account }</bdi></b>. Donnez à chaque programme sa propre clé, pour pouvoir en remplacer une pendant que les autres continuent de fonctionner.
services-api-is-at = L’API se trouve à l’adresse <code>{ $base }</code>. <a>Sa documentation</a> présente chaque opération et permet de l’essayer.
services-your-key = Votre clé
services-your-key-note = Gardez-la comme un mot de passe : hors du code des programmes, des journaux et des e-mails. Pour l’essayer, collez ceci dans un terminal :
services-key-made-at = Clé créée
services-used-by = { $at }, par <bdi>{ $agent }</bdi>
services-unnamed-program = un programme sans nom
services-exact-to-the-hour = (à l’heure près)
services-refresh-or-remove = Renouveler ou retirer
services-old-key-stops = <b>L’ancienne clé cesse aussitôt de fonctionner.</b> Un programme qui l’utilise s’arrête jusqu’à ce qu’il en ait une autre.
services-refresh-key = Renouveler la clé
services-remove-key = Retirer la clé
services-no-key-yet = Vous n’avez pas encore de clé pour ce compte
services-another-key = Une autre clé
services-key-name-hint = Le programme qui l’utilisera, par exemple Page de dons.
services-password-hint = Votre connexion date de plus de 10 minutes.
services-get-key = Obtenir une clé
services-key-made = Voici votre clé. Copiez-la maintenant : elle n’est affichée que cette fois.
services-key-refreshed = Voici votre nouvelle clé. L’ancienne ne fonctionne plus. Copiez la nouvelle maintenant : elle n’est affichée que cette fois.
services-key-removed = La clé { $name } est retirée et ne fonctionne plus.

# The list of webhooks.
webhooks-heading = Où les événements sont livrés
webhooks-note = Un webhook informe aussitôt un autre programme de chaque modification : chaque événement est envoyé, signé, à son URL, autant de fois qu’il le faut pour qu’il arrive.
webhooks-none = Il n’y a pas encore de webhook.
webhooks-owner-can-register = Un propriétaire peut en ajouter un.
webhooks-failing-since = En panne depuis le { $since }
webhooks-all = Tous les webhooks

# The fields of a webhook, and how it is registered and changed.
webhook-register-heading = Ajouter un webhook
webhook-register = Ajouter le webhook
webhook-edit = Modifier le webhook
webhook-receiver = Le destinataire
webhook-url = URL
webhook-url-hint = Une adresse https accessible depuis Internet, par exemple https://hooks.example.org/almoner
webhook-description = Description
webhook-description-hint = À quoi il sert, par exemple Comptabilité
webhook-events = Événements
webhook-events-hint = N’en choisissez aucun pour les recevoir tous, y compris ceux des versions à venir.
webhook-skip-unchanged = Omettre les mises à jour qui n’ont rien changé
webhook-include = Ce que les événements montrent d’autres fiches
webhook-include-hint = Ne choisissez rien pour le contact et le type, tels que l’API les montre.
webhook-include-none = Rien des autres
webhook-include-contact = Le contact
webhook-include-emails = Le contact avec les adresses e-mail
webhook-include-phones = Le contact avec les numéros de téléphone
webhook-include-addresses = Le contact avec les adresses postales
webhook-include-gift-type = Le type d’un don
webhook-rate-limit = Tentatives par seconde
webhook-rate-limit-hint = Le maximum que le destinataire peut recevoir, de 1 à 10 000. Vide : aucune limite.
webhook-concurrency = Tentatives simultanées
webhook-concurrency-hint = Le maximum de chaque expéditeur, de 1 à 1 000. Vide : autant que le destinataire peut suivre.
webhook-headers-to-send = En-têtes à joindre
webhook-headers-hint = Un par ligne, sous la forme Nom: valeur. Ils ne sont plus jamais affichés.
webhook-stored-headers-hint = Un par ligne, sous la forme Nom: valeur. Des en-têtes sont enregistrés et ne sont plus jamais affichés : laissez ce champ vide pour les garder ou écrivez-les tous de nouveau. Une URL avec un autre schéma, hôte ou port les efface, sauf s’ils sont de nouveau écrits ici.
webhook-no-headers = Ne plus envoyer d’en-têtes personnalisés
webhook-registered = Le webhook est ajouté. Copiez maintenant son secret : il n’est affiché que cette fois.
webhook-changed = Le webhook est modifié.
webhook-changed-without-headers = Le webhook est modifié. Les en-têtes joints sont effacés, car l’URL mène à un autre destinataire : écrivez-les de nouveau si celui-ci en a besoin.

# The page of a webhook.
webhook = Webhook
webhook-active = Actif
webhook-paused = En pause
webhook-disabled = Désactivé
webhook-last-success = Dernier succès
webhook-last-failure = Dernier échec
webhook-failing-since = En panne depuis
webhook-failing-note = Il est désactivé après 5 jours d’échecs.
webhook-all-events = Tous les événements
webhook-at-most = { $most } au plus
webhook-at-most-each = { $most } au plus de chaque expéditeur
webhook-headers = En-têtes
webhook-headers-sent-along = Joints, mais jamais affichés
webhook-previous-secret = Secret précédent
webhook-signs-until = Signe aussi jusqu’au { $at }
webhook-make-active = Réactiver
webhook-disable-summary = Désactiver…
webhook-disable-note = Les événements ne sont plus gardés pour lui. Quand il est en pause, en revanche, ils attendent.
webhook-disable = Désactiver le webhook
webhook-is-active = Le webhook est actif : ce qui attend est livré maintenant.
webhook-is-paused = Le webhook est en pause : les livraisons attendent sa reprise.
webhook-is-disabled = Le webhook est désactivé : il ne reçoit rien. Ce qu’il manque peut être récupéré plus tard.
webhook-dismissed = Masqué. Le nombre dans la navigation reste jusqu’à ce que le destinataire réponde de nouveau.
webhook-not-done = Non effectué : { $problems }.

# The secret of a webhook.
webhook-secret = Le secret
webhook-verify-as = Grâce à lui, le destinataire vérifie chaque livraison, comme
webhook-standard = Standard Webhooks
webhook-verify-says = le décrit ; il existe des bibliothèques pour la plupart des langages. À la main : la signature est le HMAC-SHA256 de <code>webhook-id.webhook-timestamp.body</code>, avec les octets que la partie après <code>whsec_</code> représente en base64. Elle se trouve dans l’en-tête <code>webhook-signature</code>, après <code>v1,</code>. Refusez les horodatages de plus de 5 minutes, et n’acceptez pas deux fois le même <code>webhook-id</code>.
webhook-rotate-summary = Renouveler le secret…
webhook-rotate = Renouveler le secret
webhook-rotate-note = Un nouveau secret signe dès maintenant. Donnez-le au destinataire avant la fin de la période de transition.
webhook-overlap = Période de transition en heures
webhook-overlap-hint = Combien de temps l’ancien secret signe aussi, de 0 à 168, pour que le destinataire puisse changer.
webhook-secret-rotated = Voici le nouveau secret. Copiez-le maintenant : il n’est affiché que cette fois.

# The test of a webhook.
webhook-send-test = Envoyer un test
webhook-test-delivered = Le test a été livré.
webhook-test-not-delivered = Le test n’a pas été livré.
webhook-test-result = Résultat du test
webhook-test-error = Erreur
webhook-test-warning = Avertissement
webhook-test-would-disable = une réponse 410 à une livraison désactive le webhook ; un test ne le fait pas, il est donc comme avant
webhook-test-answer-cut = Réponse, le début

# The recoveries of a webhook.
webhook-recover = Récupérer
webhook-recover-note = Envoie les événements d’une période qui ne sont pas arrivés : ceux qui ont échoué, ont été omis ou attendent une nouvelle tentative. Ce qui a réussi n’est pas renvoyé.
webhook-recover-from-hint = Dans le fuseau horaire du compte.
webhook-recover-until-hint = Vide : jusqu’à maintenant.
webhook-recover-only-failed = Seulement ce qui a définitivement échoué
webhook-nothing-recovered = Rien n’a été récupéré
webhook-recovery-begun = { $count ->
    [one] La récupération a commencé. Il y a { $count } événement à examiner.
   *[other] La récupération a commencé. Il y a { $count } événements à examiner.
}
webhook-recovery = Récupération { $id }
webhook-recovery-span = Événements du – au
webhook-recovery-what = Étendue
webhook-recovery-only-failed = Seulement ce qui a échoué
webhook-recovery-all-missed = Tout ce qui a été manqué
webhook-recovery-examined = Examinés
webhook-recovery-examined-of = { $examined } sur { $events }
webhook-recovery-queued = En file
webhook-recovery-running = En cours
webhook-recovery-finished = Terminée
webhook-recovery-stopped = Arrêtée

# Events.
webhook-event-contacts-create = Contact créé
webhook-event-contacts-update = Contact modifié
webhook-event-contacts-all = Contacts : tous les événements
webhook-event-gifts-create = Don créé
webhook-event-gifts-update = Don modifié
webhook-event-gifts-all = Dons : tous les événements
webhook-event-pledges-create = Promesse créée
webhook-event-pledges-update = Promesse modifiée
webhook-event-pledges-all = Promesses : tous les événements
webhook-event-tasks-create = Tâche créée
webhook-event-tasks-update = Tâche modifiée
webhook-event-tasks-all = Tâches : tous les événements
webhook-event-webhooks-failing = Un webhook est en panne
webhook-event-webhooks-disabled = Un webhook a été désactivé
webhook-event-imports-finished = Une importation est terminée

# Deliveries.
delivery-log = Livraisons
delivery-one = Livraison
delivery-all = Toutes les livraisons
delivery-back-to-webhook = Revenir au webhook
delivery-any = Tous
delivery-filter = Filtrer
delivery-event = Événement
delivery-from = Du
delivery-until = Au
delivery-newest = Les plus récentes
delivery-none-yet = Rien n’a encore été livré.
delivery-none-like-that = Aucune livraison ne correspond.
delivery-pending = En attente
delivery-succeeded = Réussie
delivery-failed = Échouée
delivery-skipped = Omise
delivery-attempts-since-heading = Tentatives depuis la<br>dernière mise en file
delivery-attempts-since = Tentatives depuis la dernière mise en file
delivery-queued = Mise en file
delivery-next-attempt = Prochaine tentative
delivery-ended = Terminée
delivery-to = À
delivery-again = Livrer de nouveau
delivery-sent-again = L’événement est livré de nouveau.

# The attempts of a delivery.
delivery-attempts = Tentatives
delivery-attempts-removed = Des tentatives ont été supprimées en raison de leur ancienneté.
delivery-no-attempt = Aucune tentative n’a encore été faite.
delivery-result = Résultat
delivery-status-code = Code d’état
delivery-time = Durée
delivery-milliseconds = { $ms } ms
delivery-answer = Réponse
delivery-answer-empty = Vide
delivery-attempt-success = Livré
delivery-attempt-status = A répondu par une erreur
delivery-attempt-too-large = La réponse dépassait 64 Kio
delivery-attempt-timeout = Pas de réponse à temps
delivery-attempt-dns = L’hôte est introuvable
delivery-attempt-connect = Pas de connexion
delivery-attempt-tls = Pas de connexion sécurisée
delivery-attempt-reset = La connexion a été interrompue
delivery-attempt-forbidden-address = L’adresse n’est pas autorisée
delivery-attempt-unsendable = Envoi impossible

# The body and the headers of a delivery.
delivery-headers = En-têtes de la dernière tentative
delivery-headers-note = Signés avec le secret actuel. Vos propres en-têtes sont joints, mais pas affichés.
delivery-body = Corps
delivery-body-pretty = Corps, avec des retours à la ligne
delivery-body-exact = Exactement tel qu’envoyé
