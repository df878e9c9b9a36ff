# Words for records within sentences, and how many there are.
one-gift = don
one-batch = lot
one-fund = affectation
one-campaign = campagne
one-pledge = promesse
one-task = tâche
count-batches = { $count ->
    [one] { $count } lot
   *[other] { $count } lots
}
count-funds = { $count ->
    [one] { $count } affectation
   *[other] { $count } affectations
}
count-campaigns = { $count ->
    [one] { $count } campagne
   *[other] { $count } campagnes
}

# The list of imports.
imports-new = Importer un fichier
imports-can-have = Ce qu’un fichier peut contenir :
imports-so-far = Fichiers importés jusqu’ici
imports-none-yet = Rien n’a encore été importé.
imports-rows-are = Les lignes sont
imports-rows = Lignes
imports-created = Nouvelles
imports-updated = Modifiées
imports-failed = À corriger
imports-check = Vérifier le fichier
imports-nothing-imported = Rien n’a été importé
imports-kind = Type de fiches
imports-file-hint = Un fichier CSV de n’importe quel programme, jusqu’à 100 Mio, ou un classeur (.xlsx, .ods) jusqu’à 16 Mio. Vous indiquez ensuite ce que sont ses colonnes et voyez ce que deviendraient les lignes avant que rien ne soit écrit.
imports-arrived = Le fichier est arrivé. Rien n’est écrit avant que vous ne le demandiez.

# The states of imports, and the names of their files.
imports-undone = Annulée
imports-columns-to-choose = Colonnes encore à choisir
imports-status-failed = Échouée
imports-undoing = Annulation en cours
imports-arriving = Réception en cours
imports-waiting = En attente
imports-checking = Vérification en cours
imports-importing = Importation en cours
imports-checked = Vérifiée
imports-imported = Importée
imports-sent-file = Un fichier envoyé par l’API
imports-undo-of = Annulation de { $file }

# How a file differs from the usual one.
imports-semicolons = points-virgules
imports-tabs = tabulations
imports-vertical-bars = barres verticales
imports-windows-1252 = Windows (Europe de l’Ouest)
imports-workbook = classeur
imports-headings-in-row = en-têtes à la ligne { $row }

# The page with the fields that a file can have.
imports-all = Toutes les importations
imports-fields = Champs des fichiers
imports-fields-heading = { $kind ->
    [contacts] Ce qu’un fichier de contacts peut contenir
    [gifts] Ce qu’un fichier de dons peut contenir
    [pledges] Ce qu’un fichier de promesses peut contenir
    [tasks] Ce qu’un fichier de tâches peut contenir
    [households] Ce qu’un fichier de foyers peut contenir
    [funds] Ce qu’un fichier d’affectations peut contenir
    [campaigns] Ce qu’un fichier de campagnes peut contenir
   *[batches] Ce qu’un fichier de lots de dons peut contenir
}
imports-fields-about = Un fichier n’a pas besoin d’en-têtes particuliers : vous indiquez ce que sont ses colonnes après l’avoir envoyé. Les colonnes qui portent ces en-têtes sont reconnues tout de suite.
imports-fields-download = Télécharger un fichier vide avec tous ces en-têtes
imports-heading = En-tête
imports-holds = Ce qu’elle contient
imports-needed = Nécessaire

# The columns of a file.
imports-columns = Colonnes
imports-columns-of = Colonnes de <bdi>{ $file }</bdi>
imports-columns-about = Indiquez ce qu’est chaque colonne. Ce qui a pu être deviné est déjà choisi. Rien n’est encore écrit : vous voyez ensuite un aperçu.
imports-columns-remembered = Indiquez ce qu’est chaque colonne. Ce qui a pu être deviné est déjà choisi, comme vous l’aviez choisi pour le dernier fichier avec ces en-têtes. Rien n’est encore écrit : vous voyez ensuite un aperçu.
imports-read-as-format = Lu comme : { $format }.
imports-before = Ce même fichier a déjà été importé, le { $day } : <a>voir cette importation</a>.
imports-before-again = L’importer à nouveau risque de tout créer en double.
imports-has-gifts = Ce fichier contient aussi des dons, et vous l’importez comme contacts : les dons sont laissés de côté. Comme dons, chaque ligne est un don, et son donateur est retrouvé ou créé.
imports-as-gifts = L’importer comme dons
imports-day-and-rows = { $rows ->
    [one] { $day } ({ $rows } ligne)
   *[other] { $day } ({ $rows } lignes)
}
imports-column-of-file = Colonne du fichier
imports-examples = Exemples
imports-is = Correspond à
imports-do-not-import = Ne pas importer
imports-into-notes = Mettre dans les notes
imports-needed-field = { $label } (nécessaire)
imports-every-row = Pour chaque ligne
imports-every-row-about = Utilisé quand aucune colonne ne l’indique.
imports-no-constant = Aucune valeur
imports-dates = Dates et nombres
imports-date-order = Ordre dans les dates en chiffres
imports-date-order-hint = Les dates comme 2026-12-31 et 31 déc. 2026 sont claires de toute façon.
imports-day-first = Le jour d’abord, comme 31/12/2026
imports-day-first-read = Le jour d’abord : { $text } est le { $day }
imports-day-first-unread = Le jour d’abord : { $text } n’est pas une date
imports-month-first = Le mois d’abord, comme 12/31/2026
imports-month-first-read = Le mois d’abord : { $text } est le { $day }
imports-month-first-unread = Le mois d’abord : { $text } n’est pas une date
imports-long-day = { $day } { $year }
imports-decimal-sign = Signe avant les centimes
imports-point = Un point, comme 1,250.00
imports-point-read = Un point : { $text } est { $amount }
imports-point-unread = Un point : { $text } n’est pas un montant
imports-comma = Une virgule, comme 1.250,00
imports-comma-read = Une virgule : { $text } est { $amount }
imports-comma-unread = Une virgule : { $text } n’est pas un montant
imports-words = Mots du fichier
imports-words-about = Ces mots sont nouveaux ici. Indiquez ce que chacun signifie. Les lignes qui contiennent un mot laissé sur « Rien de tout cela » ne seront pas importées.
imports-word = « { $word } » dans la colonne { $column } signifie
imports-word-means-nothing = Rien de tout cela
imports-words-new = Encore une question : le fichier contient des mots qui sont nouveaux ici
imports-read-types = Moyens de paiement du fichier
imports-read-types-about = Ces mots sont lus comme des types de dons qui existent ici. Choisissez un autre type là où ce n’est pas le bon. Vous pouvez ajouter un type qui manque dans une autre fenêtre, sous <a>Types de dons</a>, puis recharger cette page.
imports-show-preview = Afficher l’aperçu
imports-columns-saved = Les colonnes sont enregistrées, et les lignes sont vérifiées en conséquence. Rien n’est écrit avant que vous ne le demandiez.
imports-not-done = Non effectué : { $rule }.
imports-not-checked = Le fichier n’a pas été vérifié
imports-column-twice = Une autre colonne est déjà « { $label } »
imports-column-needed = « { $label } » est nécessaire : choisissez sa colonne

# The page of an import.
imports-one = Importation
imports-started = Début
imports-read-as = Lu comme
imports-progress = Progression
imports-is-arriving = Le fichier arrive. Vous pouvez quitter cette page : le traitement continue. <a>Regarder à nouveau</a>
imports-rows-done = { $done } lignes sur { $rows } sont traitées. Vous pouvez quitter cette page : le traitement continue. <a>Regarder à nouveau</a>
imports-would-be-new = Seraient nouvelles
imports-would-change = Seraient modifiées
imports-taken-back = Retirées
imports-left-as-they-are = Laissées telles quelles
imports-further-rows = Autres lignes d’une même fiche
imports-skipped = Vides, totaux ou laissées de côté
imports-failed-left-out = Les lignes à corriger seraient laissées de côté. Vous pouvez importer les bonnes maintenant, et les autres quand elles seront corrigées.
imports-undoes = Ceci retire ce qu’<a>une importation</a> a écrit.
imports-undone-by = Cette importation est annulée ou en cours d’annulation : <a>voir où cela en est</a>.
imports-change-columns = Modifier les colonnes
imports-more-failed = Beaucoup de lignes sont à corriger. Les 10 000 premières sont gardées pour que vous puissiez les télécharger, ou moins si elles sont longues.
imports-download-failed = Télécharger les lignes à corriger
imports-run = Importer
imports-run-about = Rien n’est écrit avant cela.
imports-undecided = Certaines lignes sont peut-être des personnes que vous avez déjà, et personne n’a décidé de celles-ci. <a>Décidez-en d’abord</a>, ou cochez la case.
imports-undecided-new = { $count ->
    [one] { $count } ligne dont personne n’a décidé sera importée comme nouvelle
   *[other] { $count } lignes dont personne n’a décidé seront importées comme nouvelles
}
imports-undecided-first = Rien n’est encore importé : certaines lignes sont peut-être des personnes que vous avez déjà. Décidez-en, ou cochez la case au-dessus du bouton.
imports-run-all = Importer toutes les lignes
imports-run-good = Importer les bonnes lignes
imports-begun = L’importation a commencé.
imports-problems = Problèmes
imports-problems-in-all = { $count } en tout.
imports-problems-kept = { $count } en tout ; les 1 000 premiers sont gardés.
imports-header-row = L’en-tête est la ligne { $row }.
imports-row = Ligne
imports-column = Colonne
imports-problem = Problème
imports-pages-before = Précédent
imports-pages-after = Suivant
imports-undo = Annuler
imports-undo-about = Si c’était le mauvais fichier, retirez ce qu’il a écrit. Les contacts qu’il a créés sont archivés, sans leurs adresses e-mail ; les dons sont annulés ; les promesses et les tâches aussi ; et les fiches qu’il a modifiées retrouvent ce qu’elles avaient avant. Celles que quelqu’un a modifiées depuis, ou dont d’autres plus récentes ont besoin, restent telles quelles, et vous voyez lesquelles. Un don déjà remercié compte comme modifié et reste tel quel. Un don qui figure sur un relevé ou un reçu imprimé reste aussi, tant que celui-ci n’est pas annulé. Si vous avez fait plusieurs importations, annulez d’abord la dernière. Un contact devenu donateur par un don le reste.
imports-undo-take-back = Retirer ce qu’il a écrit
imports-undo-fold = Annuler cette importation…
imports-undo-begun = L’annulation a commencé.
imports-remove = Retirer cette vérification…
imports-removed = La vérification du fichier est retirée.
imports-meaning = Signification
imports-is-field = Champ
imports-is-read-only = Laissée de côté : écrite par le service uniquement
imports-is-unknown = Laissée de côté : ce champ n’existe pas
imports-is-imported = Est importée
imports-is-left-out = Laissée de côté
imports-nothing-is-done = On n’en fait rien
imports-notes = Notes

# The rows of a file that has been checked.
imports-alike = Peut-être déjà présents
imports-alike-about = Ces personnes ressemblent à des contacts que vous avez déjà, ou à quelqu’un d’une ligne précédente. Si c’est la même personne, choisissez le contact : ses données restent telles quelles, et seul ce qui lui manque est repris de la ligne.
imports-alike-more = Il y en a d’autres : décidez de celles-ci, et vous verrez les suivantes.
imports-alike-counts = Votre choix compte une fois que vous l’avez enregistré.
imports-row-number = Ligne { $row } :
imports-here = Ici : <a><bdi>{ $name }</bdi></a>
imports-mend = Lignes à corriger
imports-mend-about = Corrigez-les ici ou dans votre propre fichier. Ce qui reste tel quel ne sera pas importé.
imports-mend-more = Ce sont les premières : corrigez-les ou laissez-les de côté, et vous verrez les suivantes.
imports-of-row = de la ligne { $row }
imports-rows-save = Enregistrer et vérifier à nouveau
imports-rows-suggested = Prendre dans toutes les lignes le seul contact de ce nom
imports-take-suggestions = Accepter toutes les suggestions
imports-take-suggestions-about = Un bouton décide de toutes les lignes qui ressemblent à un seul contact ou à une ligne précédente, sur toutes les pages : c’est la même personne. Ce que vous avez choisi vous-même reste, et vous pouvez ensuite modifier chaque ligne.
imports-seen-rows = Les lignes, telles qu’elles sont lues
imports-kinds-about = Si une organisation est prise pour une personne, ou une personne pour une organisation, changez-le ici. La personne nommée à côté d’une entreprise est omise dès que la ligne est une organisation. Enregistrez avant de regarder d’autres lignes.
imports-kind-of-row = Le nouveau contact de la ligne { $row } est-il une personne ou une organisation ?
imports-kind-as-read = Telle qu’elle est lue
imports-same-as = La même personne que { $name }
imports-somebody-else = Quelqu’un d’autre : créer un nouveau contact
imports-like-row = Dans le fichier : ligne { $row }
imports-archived = { $name } (archivé)
imports-same-stays-archived = La même personne que { $name }, qui reste dans les archives
imports-same-not-archived = La même personne que { $name }, qui sort des archives
imports-same-as-row = La même personne qu’à la ligne { $row }
imports-ask-again = Non décidé : demander à nouveau
imports-take-row-back = Ne pas la laisser de côté
imports-decided = Décidé
imports-decided-about = Vos réponses jusqu’ici, et les dons de contacts archivés. Vous pouvez les changer tant que vous n’avez pas importé le fichier.
imports-decided-more = Ce sont les premières.
imports-fate = Ce qui se passe
imports-fate-new-organisation = Nouvelle organisation
imports-fate-new-of = Nouveau, pour { $name }
imports-fate-new-of-new = Nouveau, avec un nouveau contact
imports-fate-new-of-new-organisation = Nouveau, avec une nouvelle organisation
imports-fate-new-of-row = Nouveau, pour le nouveau contact de la ligne { $row }
imports-fate-follows = Va au contact de la ligne { $row }
imports-fate-fills = Va à { $name }
imports-fate-changes = Modifie ce qui est ici
imports-fate-changes-earlier = Modifie ce que crée une ligne précédente
imports-fate-fails = À corriger
imports-fate-there = Laissée de côté
imports-there = Ce don <a>existe déjà</a>.
imports-there-about = Un don du même donateur, du même jour et du même montant qui existe déjà est laissé de côté. Choisissez qu’en faire, et enregistrez avant de voir d’autres lignes.
imports-import-all-the-same = L’importer quand même
imports-there-count = { $count ->
    [one] { $count } don existe déjà et sera laissé de côté.
   *[other] { $count } dons existent déjà et seront laissés de côté.
}
imports-there-counted = { $count ->
    [one] { $count } don a été laissé de côté, car il existait déjà.
   *[other] { $count } dons ont été laissés de côté, car ils existaient déjà.
}
imports-made = Nouvelles fiches
imports-made-first = Voici les { $count } premières.
imports-fate-row = ligne { $row }
imports-fate-perhaps = { $fate } – ou peut-être la même personne que { $names }
imports-leave-row-out = Laisser la ligne de côté
imports-who-is-in-row = Qui est à la ligne { $row } ?
imports-what-to-do-with-row = Que faire de la ligne { $row } ?
imports-not-decided = Non décidé : crée un nouveau contact
imports-mend-or-leave = La corriger, ou la laisser telle quelle
imports-choose-one = Choisissez
imports-rows-saved = Enregistré et vérifié à nouveau. Rien n’est écrit avant que vous ne le demandiez.
imports-rows-saved-first = Rien n’est encore importé : vos choix sont enregistrés et les lignes sont vérifiées à nouveau. Importez-les quand ce sera terminé.
imports-rows-checked-again = Vos choix sont enregistrés et le fichier a été vérifié à nouveau : importez-le maintenant.

# The fields that a column can be. Files can have the English labels as headings.
imports-group-name = Nom
imports-group-address = Adresse, téléphone et e-mail
imports-group-links = Liens
imports-group-fields = Champs
imports-whole-name = Nom complet (Dupont, Jean et Marie)
imports-organisation-name = Nom de l’organisation
imports-first-name = Prénom
imports-last-name = Nom de famille
imports-phone = Téléphone
imports-street = Rue
imports-street2 = Rue, deuxième ligne
imports-city = Ville
imports-state = Région ou État
imports-postal-code = Code postal
imports-country = Pays
imports-address-type = Type d’adresse
imports-gift-type = Type, ou moyen de paiement
imports-contact-type = Personne ou organisation
imports-contact-external-id = Identifiant externe du contact
imports-pledge-external-id = Identifiant externe de la promesse
imports-gift-external-id = Identifiant externe du don
imports-batch-external-id = Identifiant externe du lot
imports-adjusts-external-id = Identifiant externe du don qu’il corrige
imports-credits-external-ids = Identifiants externes de ceux à qui il est aussi crédité
imports-referred-by-external-id = Identifiant externe de la personne qui les a recommandés
imports-contact-here = Contact existant

# What the fields hold.
imports-label-and-about = { $label }. { $about }
imports-about-same = Le numéro du contact auquel appartient la ligne. « new » : aucun de ceux qui se ressemblent seulement ; « earlier » : celui d’une ligne précédente avec la même personne ; « out » : la ligne est laissée de côté ; vide : comme sans la colonne
imports-about-donor = Trouve le donateur parmi vos contacts par e-mail, ou par nom et code postal, ou en crée un nouveau
imports-about-organisation = Le nom d’une organisation. Là où la ligne nomme une personne, c’est son employeur
imports-about-one-of = Un choix parmi : { $choices }
imports-about-date = Une date
imports-about-amount = Un montant
imports-about-flag = Oui ou non
imports-about-country = Un pays, par son nom ou ses deux lettres
imports-about-words = Un ou plusieurs, séparés par des points-virgules
# computed: imports-about-of-
imports-about-of-contact_type = Un choix parmi person, organization
imports-about-of-gift_type = Le nom d’un type de don de ce compte
imports-about-of-contact_external_id = L’identifiant externe d’un contact de ce compte
imports-about-of-contact_referred_by_external_id = L’identifiant externe d’un contact de ce compte
imports-about-of-gift_external_id = L’identifiant externe d’un don de ce compte
imports-about-of-gift_adjusts_external_id = L’identifiant externe d’un don de ce compte
imports-about-of-gift_soft_credit_external_ids = Identifiants externes de contacts de ce compte, séparés par des points-virgules
imports-about-of-pledge_external_id = L’identifiant externe d’une promesse de ce compte
imports-about-of-batch_external_id = L’identifiant externe d’un lot de ce compte

# Quick entry of gifts.
quick-entry = Saisie rapide
quick-how = Tapez une partie du nom du donateur et un montant, comme <code>50</code>, <code>50 chèque 1044</code> pour un chèque, <code>50 virement</code> avec le type ou <code>30 Toit + 20 Repas</code> pour deux affectations. La touche Entrée enregistre et commence le don suivant. Le jour, le type, l’affectation et le lot restent pour le don suivant.
quick-a-gift = Un don
quick-changed-gift = Le don que vous modifiez
quick-changing = Vous modifiez <strong><bdi>{ $gift }</bdi></strong>. <a>Le laisser tel quel</a>
quick-new-donor = Un nouveau donateur
quick-add-unknown = Aucun contact ne correspond : ajouter <strong><bdi>{ $name }</bdi></strong> comme nouveau donateur, avec ce don
quick-add = Ajouter <strong><bdi>{ $name }</bdi></strong> comme nouveau donateur, avec ce don
quick-open-batch = Ouvrir le lot
quick-last = Derniers dons saisis
quick-none-yet = Les dons que vous saisissez apparaissent ici.
quick-change = Modifier
quick-saved = Enregistré : { $gift }
quick-which-donor = Pas encore enregistré. De qui s’agit-il ? Choisissez, ou saisissez une plus grande partie du nom.
quick-no-donor = Pas encore enregistré. Aucun donateur n’est indiqué. Saisissez-en un, ou appuyez sur Entrée pour enregistrer un don sans donateur.
quick-new-fund = Il n’y a pas encore d’affectation nommée « { $name } ». La créer ?
quick-save-new-fund = { $count ->
    [one] Enregistrer avec une nouvelle affectation
   *[other] Enregistrer avec de nouvelles affectations
}
quick-use-fund = Utiliser « { $name } »
quick-make-fund = Créer la nouvelle affectation « { $name } »
quick-leave = Ne pas enregistrer
quick-which-pledge = Pas encore enregistré. Ce don est-il lié à une promesse ?
quick-no-pledge = À aucune promesse : c’est un autre don
quick-cheque = Chèque

# Gifts.
gift-none-yet = Pas encore de dons. Saisissez le premier, ou toute une série dans la saisie rapide.
gift-view-all = Tous
gift-view-received = Reçus
gift-view-pending = En attente
gift-view-refunded = Remboursés
gift-from = { $amount } de { $giver }
gift-from-nobody = { $amount }, non attribué
gift-sum-received = { $sum } reçus
gift-tasks-with-donor = Tâches avec le donateur
gift-refund = Rembourser…
gift-refund-undo = Annuler le remboursement

# Batches of gifts.
batch-batches = Lots de dons
batch-none-yet = Pas encore de lots. Comptez les dons d’une remise en banque, créez un lot avec ce que vous avez compté et saisissez ses dons dans la saisie rapide.
batch-view-all = Tous
batch-view-open = En cours
batch-view-closed = Clôturés
batch-batch = Lot
batch-is-closed = Ce lot est clôturé
batch-is-closed-because = Ce lot est clôturé : { $reason }
batch-difference = Différence
batch-against-counted = Par rapport à ce qui a été compté à la main : { $difference }.
batch-progress = { $is } sur { $expected }
batch-gifts-of = { $expected ->
    [one] { $count } sur { $expected } don
   *[other] { $count } sur { $expected } dons
}
batch-gifts-missing = { $count ->
    [one] { $count } don manquant
   *[other] { $count } dons manquants
}
batch-gifts-too-many = { $count ->
    [one] { $count } don en trop
   *[other] { $count } dons en trop
}
batch-amount-missing = { $amount } en moins
batch-amount-too-much = { $amount } en trop
batch-close = Clôturer
batch-reopen = Rouvrir
batch-close-named = Clôturer { $batch }
batch-reopen-named = Rouvrir { $batch }
batch-close-about = Les dons d’un lot clôturé gardent leur donateur, leur montant, leur date, leur type, leur affectation et leur numéro de chèque. Seul un propriétaire peut rouvrir le lot.
batch-reopen-about = Des dons peuvent de nouveau entrer dans le lot, et ceux qu’il contient peuvent changer. Clôturez-le à nouveau ensuite.
batch-still-open = Le lot est encore ouvert
batch-reason = Motif
batch-reason-hint = Pourquoi les dons diffèrent de ce qui a été compté
batch-closed = Le lot est clôturé.
batch-open-again = Le lot est de nouveau ouvert.

# The deposit list of a batch.
deposit-list = Bordereau de remise
deposit-list-of = Bordereau de remise : { $batch }
deposit-heading = { $count ->
    [one] Remise de { $count } don
   *[other] Remise de { $count } dons
}
deposit-cheque-number = Numéro de chèque
deposit-without-type = Sans type
deposit-not-counted = Les dons en attente et annulés ne sont pas comptés.
deposit-none-yet = Aucun don n’a encore été reçu dans ce lot.

# Funds and campaigns.
purpose-no-funds-yet = Pas encore d’affectations. Une affectation dit à quoi sert un don. Créez-en une ici ou écrivez son nom dans un don.
purpose-no-campaigns-yet = Pas encore de campagnes. Une campagne est ce qui suscite des dons, comme un appel. Donnez-lui un objectif et voyez ici où elle en est.
purpose-funds-all = Toutes
purpose-funds-active = Actives
purpose-funds-inactive = Inactives
purpose-campaigns-all = Toutes
purpose-campaigns-active = Actives
purpose-campaigns-inactive = Inactives
purpose-fund-inactive = Inactive
purpose-campaign-inactive = Inactive
purpose-code = Code
purpose-fund-split = Un don réparti compte dans chacune de ses affectations
purpose-campaign-split = Un don réparti compte dans chacune de ses campagnes
purpose-days = Période
purpose-from-to = du { $from } au { $until }
purpose-from = dès le { $day }
purpose-until = jusqu’au { $day }
purpose-received = Reçu
purpose-goal = Objectif
purpose-reached = Atteint
purpose-of-goal = De l’objectif
purpose-percent = { $percent } %
purpose-merge-about = { $kind ->
    [fund] L’autre affectation est la même que <bdi>{ $name }</bdi>, sous un autre nom. Tout ce qui a été donné pour elle sera alors pour <bdi>{ $name }</bdi>, et l’autre affectation est supprimée. On ne peut pas revenir en arrière.
   *[campaign] L’autre campagne est la même que <bdi>{ $name }</bdi>, sous un autre nom. Tout ce qui a été donné pour elle sera alors pour <bdi>{ $name }</bdi>, et l’autre campagne est supprimée. On ne peut pas revenir en arrière.
}
purpose-merge-other-fund = L’autre affectation
purpose-merge-other-campaign = L’autre campagne
purpose-merge-fund-removed = Elle est supprimée.
purpose-merge-campaign-removed = Elle est supprimée.
purpose-merge-nothing = Rien n’a été fusionné
purpose-merged = Les dons des deux sont maintenant pour { $name }.

# Pledges.
pledge-none-yet = Pas encore de promesses. Notez ce qu’un donateur a promis et voyez ici qui est en retard.
pledge-view-all = Toutes
pledge-view-active = Actives
pledge-view-late = En retard
pledge-view-paused = En pause
pledge-view-upcoming = À venir
pledge-view-ended = Terminées
pledge-state = État
pledge-fulfilled = Tenue
pledge-next-due = Prochaine échéance
pledge-due-since = Due depuis
pledge-late-since = En retard depuis
pledge-planned = Changement prévu
pledge-reminded = Rappel des promesses en retard envoyé au donateur le
pledge-late = Retard
pledge-balance = Solde
pledge-still-open = Reste à recevoir
pledge-open = { $amount } à recevoir
pledge-ahead = { $amount } d’avance
pledge-overpaid = { $amount } en trop
pledge-due-until-today = Dû jusqu’à aujourd’hui
pledge-received-until-today = Reçu jusqu’à aujourd’hui
pledge-days = { $count ->
    [one] { $count } jour
   *[other] { $count } jours
}
pledge-from = { $terms } de { $donor }
pledge-terms = { $amount } { $frequency }
pledge-terms-from = { $amount } { $frequency } dès le { $day }
# A pledge that a field offers.
pledge-offered-fund = { $pledge }, { $fund }
pledge-offered-due = { $pledge } – { $count } à recevoir
pledge-offered-next = { $pledge } – prochaine échéance { $day }
pledge-change-amount = Modifier le montant
pledge-over-time = Au fil du temps
pledge-from-day = À partir du
pledge-agreed = Convenu
pledge-change = Modifier
pledge-take-back = Annuler ce changement
pledge-paused = En pause
pledge-paused-until = En pause jusqu’au { $day }
# computed: pledge-frequency-
pledge-frequency-one_time = une fois
pledge-frequency-weekly = par semaine
pledge-frequency-every_2_weeks = toutes les 2 semaines
pledge-frequency-every_4_weeks = toutes les 4 semaines
pledge-frequency-twice_monthly = deux fois par mois
pledge-frequency-monthly = par mois
pledge-frequency-every_2_months = tous les 2 mois
pledge-frequency-quarterly = par trimestre
pledge-frequency-every_4_months = tous les 4 mois
pledge-frequency-twice_yearly = deux fois par an
pledge-frequency-yearly = par an
pledge-frequency-every_2_years = tous les 2 ans

# Tasks.
task-none-yet = Pas encore de tâches. Notez ce qu’il y a à faire, pour qui et pour quand.
task-view-open = À faire
task-view-mine = Les miennes
task-view-today = Aujourd’hui
task-view-this-week = Cette semaine
task-view-overdue = En retard
task-view-done = Terminées
task-view-all = Toutes
task-with = Avec
task-phone = Téléphone
task-due = Échéance
task-assigned-to = Attribuée à
task-type = Type
task-priority = Priorité
task-overdue = En retard
task-check-off = Terminer
task-done-on = Terminée le { $day }
task-cancelled = Annulée
task-was-done = Terminée : { $task }.
task-was-done-next = Terminée : { $task }. La suivante est créée.
task-what-came-of-it = Qu’en est-il ressorti ?
task-plan-next = Planifier la prochaine tâche
task-not-done-after-all = Pas terminée, finalement
task-not-done = Tâche non terminée : { $problems }.
task-changed-meanwhile = Quelqu’un d’autre vient de modifier la tâche. Regardez-la et réessayez.
