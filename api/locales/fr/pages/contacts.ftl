# Lists of contacts, and words about them.
one-contact = contact
contact-none-yet = Aucun contact pour l’instant. Ajoutez le premier ou importez un fichier sous « Importations ».
contact-view-prospects = Prospects
contact-view-lapsed = Marqués inactifs
contact-view-organisations = Organisations
contact-view-archived = Archivés
contact-phone = Téléphone
contact-organisation = Organisation
contact-deceased = Décédé
contact-top-donors-this-year = Plus grands donateurs de l’année
contact-first-gift-this-month = Premier don ce mois-ci
contact-birthdays-this-month = Anniversaires ce mois-ci
contact-no-address = Sans adresse complète
contact-gave-last-year = Ont donné l’an dernier, pas cette année

# The page of a contact.
contact-is-archived = Ce contact est archivé
# The name of the other contact stands after it.
contact-is-merged = Ce contact est archivé. Il a été fusionné avec
contact-died-on = Décès le { $day }
contact-is-erased = Effacé le { $day } : plus rien ne dit qui c’était. Les dons restent.
contact-statement = Relevé ou reçu fiscal
contact-gifts-of-year = Liste des dons
contact-has-died = Signaler un décès
contact-archive = Archiver
contact-give-copy = Remettre une copie des données
contact-erase = Effacer
contact-call = Appeler
contact-mail = E-mail
contact-map = Carte
contact-do-not-call = Ne pas appeler
contact-do-not-email = Pas d’e-mails
contact-do-not-write = Pas de lettres
contact-given-in-all = Donné au total
contact-and-credited = { $gifts }, plus { $amount } en crédit partagé
contact-given-last-year = { $amount } l’an dernier
contact-first-gift = Premier don
contact-pledges-open = En cours
contact-tasks = À faire
contact-no-tasks = Aucune tâche à faire.
contact-pledges = Promesses en cours
contact-no-pledges = Aucune promesse en cours.
contact-show-all = Tout afficher
contact-edit-group = Modifier : { $group }
contact-told-household = Foyer { $id }, { $role }

# The box on the page of a contact in which something is written down.
log-heading = Noter
log-note = Note
log-call = Appel
log-meeting = Rencontre
log-letter = Lettre
log-text = Ce qui a été dit ou fait
log-on = Date
log-result = Résultat d’un appel
log-spoke = Nous avons parlé
log-left-message = Message laissé
log-no-answer = Pas de réponse
log-note-saved = La note est enregistrée.
log-call-saved = L’appel est noté.
log-meeting-saved = La rencontre est notée.
log-letter-saved = La lettre est notée.
log-email-saved = L’e-mail est noté.
log-save-gift = Enregistrer le don
log-all-fields = Tous les champs d’un don

# The timeline of a contact.
timeline-heading = Chronologie
timeline-all-gifts = Tous les dons
timeline-nothing-between = Rien n’a été modifié entre-temps.
timeline-nothing-before = Il ne s’est rien passé avant.
timeline-nothing-yet = Il ne s’est encore rien passé. Notez ci-dessus le premier appel ou la première note.
timeline-cut = Les modifications antérieures ont été supprimées en raison de leur ancienneté.
timeline-pages = Pages de la chronologie
timeline-earlier = Plus ancien
timeline-newest = Plus récent
timeline-today = Aujourd’hui
timeline-yesterday = Hier
timeline-day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month }
# The amount stands after the first, and the fund after the amount.
timeline-gave = A donné
timeline-for-fund = pour { $fund }
timeline-did = { $words } :
timeline-tried-to-call = Tentative d’appel
timeline-called = Appel
timeline-emailed = E-mail envoyé
timeline-texted = SMS envoyé
timeline-wrote = Lettre envoyée
timeline-met = Rencontre
timeline-thanked = Remerciement
timeline-reminded = Rappel d’une promesse
timeline-newsletter = Lettre d’information envoyée
timeline-prayed = Prière
timeline-noted = Note
timeline-thank-you = Lettre de remerciement
timeline-statement = Relevé de dons
timeline-receipt = Reçu officiel
timeline-reminder = Rappel d’une promesse
timeline-letter-number = N° { $number }
timeline-added = Ajouté aux contacts
timeline-changed = Modifié

# Households.
one-household = foyer
household-none-yet = Aucun foyer pour l’instant. Les personnes qui vivent ensemble reçoivent une seule lettre et un seul relevé : ouvrez un contact et choisissez « Foyer ».
household-members = Membres
household-salutation = Formule d’appel
household-envelope = Enveloppe
# Below the heading "Letters".
household-one-for-all = Une pour tous
household-one-for-each = Une pour chacun
household-lives-with = Vit avec
household-role = Rôle
household-nobody-else = Personne d’autre ne fait partie de ce foyer.
household-no-members = Personne ne fait partie de ce foyer.
household-change-members = Modifier les membres
household-title = Foyer : { $name }
household-lead = Les personnes qui vivent ensemble reçoivent une seule lettre et un seul relevé, sauf si leur foyer prévoit autre chose. Chacune garde ses propres dons. <bdi>{ $name }</bdi> rejoint le foyer du contact que vous choisissez, ou un nouveau foyer est créé pour les deux.
household-role-label = Rôle dans le foyer
household-same-contact = choisissez un autre contact que celui-ci
household-joined = { $name } fait maintenant partie du foyer.
household-spouse-is-no-contact = Pour le moment, { $name } figure seulement comme conjoint. Le nouveau contact reçoit les mêmes adresses, et les deux personnes reçoivent une seule lettre.
household-with-spouse = Créer un contact pour { $name } et réunir les deux dans un foyer

# The page of a contact that moves out of a household.
move-out-button = Quitter le foyer
move-out-title = { $name } quitte le foyer
move-out-lead = <bdi>{ $name }</bdi> quitte le foyer et reçoit ses propres lettres et relevés. Chacun garde les dons qu’il a faits.
move-out-lead-last = Personne d’autre ne reçoit de lettres dans le foyer, qui est donc dissous quand <bdi>{ $name }</bdi> le quitte. Chacun garde les dons qu’il a faits.
move-out-household = Que devient le foyer ?
move-out-household-hint = S’il est dissous, la personne qui reste garde son propre nom et son adresse, et reçoit ses propres lettres. S’il est gardé, il n’y a plus de lettre commune.
move-out-dissolve = Le dissoudre
move-out-keep = Le garder sous le nom ci-dessous
move-out-name = Nom du foyer
move-out-name-hint = Les lettres vont à ceux qui restent. Si le nom comprenait la personne qui part, il est formé ici avec les leurs.
move-out-name-if-kept = Ne compte que si le foyer est conservé.
move-out-changed = Quelqu’un d’autre vient de modifier le foyer. Regardez-le et réessayez.
move-out-done = { $name } a quitté le foyer. Chacun garde les dons qu’il a faits.

# The page of a contact that has died.
died-title = Décès : { $name }
died-lead = Les dons restent. Plus aucun don n’est demandé à <bdi>{ $name }</bdi>, qui ne compte plus parmi les donateurs inactifs, et aucun champ ne propose plus son nom.
died-to-do = Ce qu’il faut faire
died-on = Date du décès
died-on-hint = Si elle n’est pas connue, le jour où vous avez appris le décès
died-household = Nouveau nom du foyer
died-household-hint = L’ancien nom comprend la personne décédée. Les lettres vont aux vivants.
died-add-task = Ajouter une tâche : écrire à la famille
died-task = Écrire à la famille de { $name }
died-saved = Le décès est enregistré.
died-changed = Quelqu’un d’autre vient de modifier le contact. Regardez-le et réessayez.

# The page that archives a contact, and the button that brings one back.
archive-title = Archiver { $name }
archive-lead = <bdi>{ $name }</bdi> disparaît des listes, et aucun champ ne propose plus son nom. Les dons et l’historique restent, et vous pouvez rétablir le contact.
archive-done = Contact archivé : { $name }.
archive-bring-back = Rétablir
archive-brought-back = { $name } figure de nouveau dans les listes.

# The page that merges two contacts.
merge-lead = Tout ce qui appartient à un autre contact passe à <bdi>{ $name }</bdi>, et l’autre est archivé.
merge-other-contact = L’autre contact
merge-show = Afficher ce qui serait transféré
merge-which = Quel contact reste
merge-stays = Reste
merge-is-archived = Est archivé
merge-moves = Ce qui serait transféré depuis <a><bdi>{ $name }</bdi></a>
merge-nothing-moves = Rien n’appartient à ce contact.
merge-filled = Ces champs sont vides ici et seraient remplis :
merge-conflicts = Ce qui diffère
merge-conflicts-lead = Choisissez ce que <bdi>{ $name }</bdi> aura ensuite ; ses propres valeurs viennent en premier. Le contact archivé garde ses valeurs, sauf un identifiant externe, une image ou une recommandation qui passe à l’autre. Une valeur de <bdi>{ $name }</bdi> qui n’est pas choisie ne reste que dans l’historique.
merge-of-archived = (du contact archivé)
merge-final = On ne peut pas revenir en arrière.
merge-button = Fusionner <bdi>{ $from }</bdi> avec <bdi>{ $into }</bdi>
merge-count-people = { $count ->
    [one] { $count } personne de l’organisation
   *[other] { $count } personnes de l’organisation
}
merge-count-referred = { $count ->
    [one] { $count } contact qu’il a recommandé
   *[other] { $count } contacts qu’il a recommandés
}
merge-count-soft-credits = { $count ->
    [one] { $count } crédit partagé
   *[other] { $count } crédits partagés
}
merge-count-tags = { $count ->
    [one] { $count } étiquette
   *[other] { $count } étiquettes
}
merge-count-family = { $count ->
    [one] { $count } membre de la famille
   *[other] { $count } membres de la famille
}
merge-count-addresses = { $count ->
    [one] { $count } adresse
   *[other] { $count } adresses
}
merge-count-phones = { $count ->
    [one] { $count } numéro de téléphone
   *[other] { $count } numéros de téléphone
}
merge-count-emails = { $count ->
    [one] { $count } adresse e-mail
   *[other] { $count } adresses e-mail
}
merge-count-households = { $count ->
    [one] { $count } place dans un foyer
   *[other] { $count } places dans des foyers
}
merge-nothing-merged = Rien n’a été fusionné
merge-done = Fusion effectuée : { $name } est archivé, et ce qui lui appartenait est ici.
merge-changed = Quelqu’un d’autre vient de modifier l’un des contacts. Regardez-les, choisissez à nouveau et fusionnez.
merge-not-done = Fusion non effectuée.
merge-not-done-because = Fusion non effectuée : { $field } { $rule }.

# The page of contacts that look like the same.
duplicates-title = Doublons possibles
duplicates-lead = { $count ->
    [one] { $count } paire de contacts qui semblent en double. Les contacts archivés n’y figurent pas.
   *[other] { $count } paires de contacts qui semblent en double. Les contacts archivés n’y figurent pas.
}
duplicates-none = Aucun contact ne semble être en double.
duplicates-looks-like = Ressemble à
duplicates-because-of = Motif
# Read by screen readers after "Merge".
duplicates-merge-which = <bdi>{ $from }</bdi> avec <bdi>{ $into }</bdi>
duplicates-same-email = la même adresse e-mail
duplicates-same-phone = le même numéro de téléphone
duplicates-same-name = le même nom et le même lieu
duplicates-same-sound = des noms qui se prononcent de la même façon, et le même lieu ou la même date de naissance
duplicates-same-name-alone = le même nom, et rien qui les distingue
duplicates-change-kind = Personne ou organisation ?
duplicates-keep-apart = Garder séparés
# Read by screen readers after "Keep apart".
duplicates-apart-which = (<bdi>{ $first }</bdi> et <bdi>{ $second }</bdi>)
duplicates-kept-apart = Ils restent séparés : cette liste ne les montre plus comme une paire.
# The pairs at the foot of the page, each with a button that takes it back.
duplicates-apart-title = Gardés séparés
duplicates-apart-lead = Quelqu’un a indiqué que ces contacts ne sont pas en double. Au plus { $count } paires sont affichées, les plus récentes d’abord.
duplicates-take-back = Annuler
duplicates-taken-back = Ils ne sont plus gardés séparés : cette liste les montre à nouveau comme une paire s’ils semblent en double.

# Questions of a form about values that look like slips. Some are followed by the name of a record; all end with a full stop.
doubts-save = Enregistrer quand même
doubts-email = Un contact a déjà cette adresse e-mail :
doubts-phone = Un contact a déjà ce numéro de téléphone :
doubts-name = Il y a déjà un contact de ce nom :
doubts-near = Il y a déjà un contact au nom semblable à cet endroit :
doubts-purpose = { $kind ->
    [fund] Il n’y a pas d’affectation nommée « { $name } », mais il y en a une nommée « { $other } »
   *[campaign] Il n’y a pas de campagne nommée « { $name } », mais il y en a une nommée « { $other } »
}
doubts-day = Le jour du don est le { $day }
doubts-amount = Le montant est de { $amount }
doubts-negative = Le montant est négatif ({ $amount }) : il est déduit de ce qui a été donné
doubts-twin = Il y a déjà un don de ce donateur, du même jour et du même montant :
doubts-cheque = Il y a déjà un don de ce donateur, du même montant et avec le même numéro de chèque, en date du { $day } :
doubts-cheque-amount = Le chèque { $number } de ce donateur est déjà enregistré, d’un montant de { $amount }, en date du { $day } :
doubts-gift = don { $id }
doubts-thanked = Une lettre de remerciement du { $day } mentionne ce don et reste telle quelle :
doubts-stated = Si le relevé ou le reçu du { $day } comprend ce don, établissez-en un rectifié après la modification :
doubts-letter = lettre { $number }

# The files of a contact.
files-heading = Fichiers
files-title = Fichiers : { $name }
files-size = Taille
files-added-at = Ajouté
files-none = Aucun fichier.
files-none-yet = Aucun fichier pour l’instant.
files-add-short = Ajouter
files-add = Ajouter un fichier
files-add-button = Ajouter le fichier
files-hint = Une promesse signée, une photo, une lettre : 5 Mo au plus, et 50 fichiers au plus par contact.
files-remove = Retirer…
files-remove-button = Retirer définitivement
files-added = { $name } est ajouté.
files-removed = Le fichier est retiré.
# Within a sentence that ends after it.
files-busy = beaucoup de fichiers sont en cours d’envoi : réessayez dans un instant
files-bytes = { $size } octets
files-kilobytes = { $size } ko
files-megabytes = { $size } Mo

# The copy of the data of a contact.
copy-title = Copie des données : { $name }
copy-download = Télécharger sous forme de fichier
copy-lead = Ce que <bdi>{ $account }</bdi> conserve sur <bdi>{ $contact }</bdi>, au { $day }. Imprimez-le ou remettez le fichier, qui contient tous les champs et que des programmes peuvent lire.
copy-too-many = { $kind ->
    [gifts] Il y a trop de dons pour un seul fichier : exportez plutôt leur liste.
    [pledges] Il y a trop de promesses pour un seul fichier : exportez plutôt leur liste.
    [tasks] Il y a trop de tâches pour un seul fichier : exportez plutôt leur liste.
   *[records] Il y a trop de fiches pour un seul fichier : exportez plutôt leur liste.
}
copy-first = Les { $count } premières lignes ; le fichier les contient toutes
copy-letter-subject = Objet
copy-letter-mailed-to = Envoyée par e-mail à
copy-count-files = { $count ->
    [one] { $count } fichier, à télécharger depuis la page du contact
   *[other] { $count } fichiers, à télécharger depuis la page du contact
}
copy-credited = Crédits partagés pour les dons d’autres personnes
copy-answers = Envoyé depuis le site web
copy-answer-sent = Envoyé
copy-alike = { $count ->
    [one] { $count } envoi depuis votre site web a en commun avec ce contact le nom, une adresse e-mail ou un numéro de téléphone, mais peut venir de quelqu’un d’autre. Cette copie ne le contient pas.
   *[other] { $count } envois depuis votre site web ont en commun avec ce contact le nom, une adresse e-mail ou un numéro de téléphone, mais peuvent venir de quelqu’un d’autre. Cette copie ne les contient pas.
}

# The page that erases a contact.
erase-title = Effacer { $name }
erase-lead = Tout ce qui dit qui est <bdi>{ $name }</bdi> disparaît de ce compte et de son historique ; les sauvegardes et les fichiers exportés le gardent jusqu’à ce que vous les supprimiez. Les dons restent, sans nom. On ne peut pas revenir en arrière.
erase-erased = Ce qui serait effacé
erase-nothing = Rien : tout est déjà effacé.
erase-kept = Ce qui reste, et pourquoi
erase-name = Nom du contact
erase-name-hint = Tel qu’il figure ci-dessus
erase-name-rule = doit être le nom du contact, tel qu’il figure ci-dessus
erase-button = Effacer définitivement
erase-nothing-erased = Rien n’a été effacé
erase-receipts = { $count ->
    [one] { $count } reçu officiel, du { $newest }, est conservé jusqu’au { $until }, car le droit fiscal de votre pays peut en exiger une copie.
   *[other] { $count } reçus officiels sont conservés, car le droit fiscal de votre pays peut exiger une copie de chacun : le plus récent, du { $newest }, jusqu’au { $until }.
} Seuls les propriétaires peuvent ouvrir ces reçus : dans Lettres, ouvrez les reçus de cette année, puis choisissez « Télécharger ces reçus ». À la fin de son délai, chacun est effacé de lui-même.
erase-receipts-too = Effacer aussi les reçus officiels
erase-receipts-too-hint = Seulement si vous êtes sûr qu’aucune loi n’exige une copie
erase-count-texts = textes de { $records }
erase-count-fields = { $count ->
    [one] { $count } champ du contact
   *[other] { $count } champs du contact
}
erase-count-tags = { $count ->
    [one] { $count } étiquette que personne d’autre n’a
   *[other] { $count } étiquettes que personne d’autre n’a
}
erase-count-households = { $count ->
    [one] { $count } nom d’un foyer
   *[other] { $count } noms de foyers
}
erase-count-events = { $count ->
    [one] { $count } entrée du journal des événements
   *[other] { $count } entrées du journal des événements
}
erase-count-receivers = { $count ->
    [one] { $count } réponse du destinataire d’un webhook
   *[other] { $count } réponses des destinataires de webhooks
}
erase-count-programs = { $count ->
    [one] { $count } réponse enregistrée à un programme
   *[other] { $count } réponses enregistrées à des programmes
}
erase-count-rows = { $count ->
    [one] { $count } ligne en échec d’une importation
   *[other] { $count } lignes en échec d’importations
}
erase-count-messages = { $count ->
    [one] { $count } message d’une importation
   *[other] { $count } messages d’importations
}
erase-count-import-files = { $count ->
    [one] { $count } fichier d’une importation
   *[other] { $count } fichiers d’importations
}
erase-count-letters = { $count ->
    [one] { $count } lettre imprimée
   *[other] { $count } lettres imprimées
}
erase-count-files = { $count ->
    [one] { $count } fichier
   *[other] { $count } fichiers
}
erase-count-answers = { $count ->
    [one] { $count } envoi depuis votre site web
   *[other] { $count } envois depuis votre site web
}
erase-count-pledges = { $count ->
    [one] { $count } promesse en cours, qui prend fin ou est annulée
   *[other] { $count } promesses en cours, qui prennent fin ou sont annulées
}
erase-count-tasks = { $count ->
    [one] { $count } tâche à faire, qui est annulée
   *[other] { $count } tâches à faire, qui sont annulées
}
erase-refused = Rien n’est effacé : { $reason }. Réessayez plus tard.
# Reasons within the sentence above.
erase-busy-looking = un autre membre du compte est en train de consulter un effacement
erase-busy-erasing = un autre membre du compte est en train d’effacer un contact
erase-under-way = L’effacement est en cours. Il attend que les webhooks aient reçu ce qui leur est envoyé.
erase-done = Effacé : le contact est maintenant anonyme et archivé. Les dons restent.
erase-in-flight = Certaines modifications sont encore en route vers des webhooks : effacez de nouveau dans quelques minutes.
# What stays, and why. In English, as the report of an erasure says it.
# computed: erase-kept-
# computed: erase-why-
erase-kept-id = le numéro du contact
erase-why-id = les dons et les promesses y renvoient ; le contact est maintenant anonyme et archivé
erase-kept-gifts = dons : montant, date, devise, type, promesse, statut, affectation, campagne, parts, numéro de chèque, référence, identifiant externe
erase-why-gifts = des pièces comptables que la loi peut vous obliger à conserver ; modifiez vous-même leurs textes s’ils nomment la personne
erase-kept-pledges = promesses : montant, dates, devise, statut, affectation, identifiant externe
erase-why-pledges = des dons y renvoient
erase-kept-tasks = tâches : type, dates, priorité, résultat
erase-why-tasks = elles ne disent rien de la personne
erase-kept-merged = contacts qui ont été fusionnés avec celui-ci : tout
erase-why-merged = chacun est une fiche à part ; c’est la même personne, effacez-les donc aussi
erase-kept-others = textes des fiches d’autres contacts
erase-why-others = rien ne les relie à la personne : recherchez le nom
erase-kept-households = noms de foyers que la personne a quittés
erase-why-households = d’autres personnes y vivent : modifiez vous-même ces noms s’ils nomment la personne
erase-kept-batches = noms de lots de dons, et pourquoi ils ont été clôturés
erase-why-batches = ils concernent des remises en banque : modifiez-les vous-même s’ils nomment la personne
erase-kept-purposes = noms et descriptions des affectations, des campagnes et des lots
erase-why-purposes = ils appartiennent au compte : modifiez-les vous-même s’ils nomment la personne
erase-kept-letters = ce que disent les lettres à tous les donateurs, comme le nom du signataire
erase-why-letters = cela appartient au compte : modifiez-le dans les réglages, sous « En-tête », si cela nomme la personne
erase-kept-lists = noms et filtres des listes enregistrées, comme une recherche du nom
erase-why-lists = chacune appartient à un membre : demandez aux membres de retirer celles qui nomment la personne
erase-kept-audit = entrées du journal
erase-why-audit = elles nomment des utilisateurs ; un utilisateur qui est aussi cette personne n’est pas effacé
erase-kept-receivers = ce que les destinataires de webhooks ont enregistré
erase-why-receivers = demandez-leur de l’effacer ; ils reçoivent contacts.update
erase-kept-answers = envois faits depuis le site web par quelqu’un qui a le même nom ou le même numéro de téléphone
erase-why-answers = une autre personne peut s’appeler ainsi ou avoir ce numéro : vérifiez-les vous-même
erase-kept-receipts = les reçus officiels, que seuls les propriétaires peuvent ouvrir
erase-why-receipts = le droit fiscal de votre pays peut exiger une copie de chacun ; dix années civiles complètes plus tard, ils sont effacés d’eux-mêmes
erase-kept-backups = sauvegardes, copies et journaux de la base de données
erase-why-backups = ils expirent selon vos propres règles
erase-kept-postgres = versions antérieures des lignes modifiées dans les fichiers de PostgreSQL
erase-why-postgres = aucune requête ne les montre ; VACUUM libère leur place, ce qu’autovacuum fait de lui-même, et VACUUM FULL les supprime aussitôt
erase-kept-sqlite = états antérieurs de pages dans le fichier almoner.sqlite-wal
erase-why-sqlite = une autre transaction était ouverte ; effacez de nouveau ou attendez : le fichier est écrasé peu à peu, et supprimé quand l’API s’arrête

# What supporters have sent from the website, and what becomes of it.
answers-title = Nouveau depuis votre site web
answers-lead = { $count ->
    [one] { $count } envoi attend. Ce dont personne n’a décidé en 90 jours est effacé.
   *[other] { $count } envois attendent. Ce dont personne n’a décidé en 90 jours est effacé.
}
answers-oldest = Les { $count } plus anciens sont affichés.
answers-none = Rien n’attend. Ce que l’on vous envoie depuis votre site web apparaît ici.
answers-sent = Envoyé : { $at }, dans le formulaire « { $form } »
answers-is = C’est { $name }
answers-with-news = Abonner aussi à la lettre d’information par e-mail
answers-add = Ajouter comme nouveau contact
answers-discard = Écarter
answers-added = Le contact est ajouté.
answers-filled = Ce qui manquait au contact est complété.
answers-discarded = L’envoi est écarté.
answers-see-contact = Voir le contact
answers-see = Voir ce qui a été envoyé
answers-gone = Rien n’a été changé : quelqu’un d’autre a déjà décidé de cet envoi, ou le contact n’existe plus.
answers-not-done = Non effectué : { $problems }.
answers-would-give = Souhaite donner : { $amount } (envoyé depuis votre site, { $at })
answers-wants-news = Souhaite recevoir des nouvelles par e-mail (envoyé depuis votre site, { $at })
