# Lists of records.
list-new = { $kind ->
    [contacts] Nouveau contact
    [gifts] Nouveau don
    [pledges] Nouvelle promesse
    [tasks] Nouvelle tâche
    [households] Nouveau foyer
    [funds] Nouvelle affectation
    [campaigns] Nouvelle campagne
   *[batches] Nouveau lot
}
list-lists = Listes
list-save = Enregistrer cette liste
list-all-saved = Toutes les listes enregistrées
list-export = Exporter
list-export-for-excel = Pour Excel et les lettres
list-export-for-programs = Pour les programmes et pour réimporter
list-search-here = Dans cette liste
list-filters = Filtres
list-filters-more = Plus de filtres
list-filters-apply = Appliquer
list-filters-in-use = Filtres actifs
list-filters-count = { $count ->
    [one] { $count } actif
   *[other] { $count } actifs
}
list-filter-remove = { "\u00A0" }: retirer
list-filter-any = Indifférent
list-filter-yes = oui
list-filter-no = non
list-filter-or = { $one } ou { $other }
list-filter-is = { $label } : { $value }
list-filter-search = « { $text } »
list-filter-ticked = Ceux qui ont été cochés
list-order-up = { $label }, ordre croissant
list-order-down = { $label }, ordre décroissant
list-columns = Colonnes
list-columns-about = N’importe quelles colonnes du fichier pour Excel. Si aucune n’est cochée, la liste a ses colonnes habituelles.
list-columns-apply = Afficher celles-ci
list-tick = Cocher { $name }
list-tick-all = Tout cocher sur cette page
list-ticked = Étiquette, tâche ou exportation pour les contacts cochés
list-nothing-fits = Rien ne correspond à ces filtres.
list-show-all = Tout afficher
list-not-shown = Rien n’est affiché
list-wrong-filters = Rien n’est affiché tant que les filtres ne sont pas corrects.
list-page-before = Page précédente
list-range = { $first }–{ $last } sur { $total }
list-none-yet = { $kind ->
    [contacts] Pas encore de contacts.
    [gifts] Pas encore de dons.
    [pledges] Pas encore de promesses.
    [tasks] Pas encore de tâches.
    [households] Pas encore de foyers.
    [funds] Pas encore d’affectations.
    [campaigns] Pas encore de campagnes.
   *[batches] Pas encore de lots.
}

# Saved lists.
saved-about = Des filtres que vous réutilisez. Ce qu’une liste trouve est recherché chaque fois que vous l’ouvrez.
saved-none = Aucune liste n’est encore enregistrée. Filtrez les contacts, les dons, les promesses, les tâches ou les foyers, puis choisissez <b>Enregistrer cette liste</b> sous <b>Listes</b>.
saved-records = Fiches
saved-for-whom = Pour
saved-for-you = Vous uniquement
saved-for-all = Tous les membres
saved-open = Ouvrir
saved-for-excel = Pour Excel
saved-no-filters = Elle n’a pas de filtres : elle trouve donc tout.
saved-form = Nom et colonnes
saved-shared = Tous les membres la voient
saved-shared-hint = Sinon, vous êtes seul à la voir.
saved-columns = Colonnes de la liste et de son fichier pour Excel
saved-columns-hint = Si aucune n’est cochée, la liste a ses colonnes habituelles et le fichier les a toutes.
saved-not-yours = La personne qui l’a créée et les propriétaires du compte peuvent la modifier.
saved-new = { $kind ->
    [contacts] Enregistrer une liste de contacts
    [gifts] Enregistrer une liste de dons
    [pledges] Enregistrer une liste de promesses
    [tasks] Enregistrer une liste de tâches
    [households] Enregistrer une liste de foyers
    [funds] Enregistrer une liste d’affectations
    [campaigns] Enregistrer une liste de campagnes
   *[batches] Enregistrer une liste de lots
}
saved-made = « { $name } » est enregistrée. Elle se trouve sous « Listes ».
saved-changed = « { $name } » est enregistrée.
saved-remove-about = Les fiches qu’elle trouve restent.
saved-remove-button = Retirer cette liste
saved-removed = « { $name } » est retirée. Ses fiches restent.

# Contacts that are ticked in a list.
ticked-title = { $count ->
    [one] { $count } contact coché
   *[other] { $count } contacts cochés
}
ticked-contacts = Les contacts cochés
ticked-nobody-yet = Personne n’est coché. <a>Cochez d’abord des contacts dans la liste.</a>
ticked-too-many = Seuls les { $most } premiers sont traités à la fois.
ticked-export-for-excel = Exporter pour Excel et les lettres
ticked-export-for-programs = Exporter pour les programmes
ticked-tag-each = Ajouter une étiquette à chacun
ticked-tag = Étiquette
ticked-tag-button = Ajouter l’étiquette
ticked-task-each = Ajouter une tâche pour chacun
ticked-task-subject = Objet
ticked-task-due = Échéance
ticked-task-assignee = Attribuée à
ticked-nobody = Personne
ticked-you = { $name } (vous)
ticked-task-button = Ajouter les tâches
ticked-nothing = Rien n’était coché : rien n’a donc été modifié.
ticked-tagged = { $count ->
    [one] { $count } contact : l’étiquette « { $tag } » est ajoutée.
   *[other] { $count } contacts : l’étiquette « { $tag } » est ajoutée.
}
ticked-tasks-added = { $count ->
    [0] { $count } contact : aucune tâche n’est ajoutée.
    [one] { $count } contact : une tâche est ajoutée.
   *[other] { $count } contacts : une tâche est ajoutée pour chacun.
}
ticked-unchanged = { $count ->
    [one] { $count } contact l’avait déjà.
   *[other] { $count } contacts l’avaient déjà.
}
ticked-not-changed = Non modifiés : { $contacts }.
ticked-and-more = { $contacts } ; et { $count } de plus
ticked-is-changed = quelqu’un d’autre est en train de le modifier
ticked-is-gone = il n’existe plus
ticked-no-calls = ne veut pas d’appels
ticked-not-called = { $count ->
    [one] { $count } d’entre eux ne veut pas d’appels ou est décédé, et ne reçoit aucune tâche de type « { $kind } ».
   *[other] { $count } d’entre eux ne veulent pas d’appels ou sont décédés, et ne reçoivent aucune tâche de type « { $kind } ».
}

# The forms of records.
edit-title = Modifier { $title }
edit-required = <span class="must">Les champs avec</span> doivent être remplis.
edit-primary = Prioritaire
edit-add-one = Nouvelle entrée
edit-pledge-hint = Les promesses en cours du contact choisi plus haut sont proposées ici ; toute autre s’indique par son numéro
edit-saved = { $kind ->
    [contacts] Le contact est enregistré.
    [gifts] Le don est enregistré.
    [pledges] La promesse est enregistrée.
    [tasks] La tâche est enregistrée.
    [households] Le foyer est enregistré.
    [funds] L’affectation est enregistrée.
    [campaigns] La campagne est enregistrée.
   *[batches] Le lot est enregistré.
}
edit-nothing-changed = Rien n’a été modifié.
edit-conflict = Quelqu’un d’autre a modifié ceci entre-temps
edit-conflict-not-saved = Rien de votre saisie n’est encore enregistré.
edit-conflict-by = Rien de votre saisie n’est encore enregistré ; dernière modification : <bdi>{ $by }</bdi>.
edit-conflict-who = { $name }, { $when }
edit-conflict-about = Le formulaire ci-dessous contient ce qui est enregistré maintenant, et vos valeurs là où vous en avez saisi d’autres. Enregistrez-le pour appliquer les vôtres, ou revenez sans enregistrer pour garder ce qui est enregistré.
edit-conflict-field = Champ
edit-conflict-stored = Enregistré maintenant
edit-conflict-yours = Votre valeur
edit-conflict-both = Modifié des deux côtés
edit-conflict-empty = vide
edit-conflict-same = comme enregistré maintenant
edit-conflict-save = Enregistrer avec mes valeurs
edit-open-pledges = Mettre fin à ces promesses
edit-open-tasks = Annuler ces tâches
edit-open-more = Il peut y en avoir d’autres, qui restent telles quelles

# Languages that a contact may speak.
edit-language-ar = Arabe
edit-language-zh = Chinois
edit-language-nl = Néerlandais
edit-language-en = Anglais
edit-language-fr = Français
edit-language-de = Allemand
edit-language-el = Grec
edit-language-hi = Hindi
edit-language-it = Italien
edit-language-ja = Japonais
edit-language-ko = Coréen
edit-language-pl = Polonais
edit-language-pt = Portugais
edit-language-ru = Russe
edit-language-es = Espagnol
edit-language-sv = Suédois
edit-language-tl = Tagalog
edit-language-tr = Turc
edit-language-uk = Ukrainien
edit-language-vi = Vietnamien

# The pages of records.
show-all-of = { $kind ->
    [tasks] Afficher toutes les tâches avec le donateur
    [gifts] Afficher tous les dons
   *[other] Tout afficher
}
show-primary = prioritaire
show-own-data = { $name } : { $value }

# The headings of groups of fields.
group-more-of-the-name = Autres éléments du nom
group-preferences = Préférences
group-letters = Lettres
group-family = Famille
group-work-and-community = Travail et communauté
group-notes = Notes
group-purpose = Campagne et hommage
group-payment = Paiement
group-thanks = Remerciement
group-corrections = Corrections
group-details = Détails
group-task = Tâche
group-result = Résultat
group-about = Concerne
group-batch = Lot
group-counted-by-hand = Compté à la main
group-goal = Objectif
group-more = Autres informations

# The history of a record.
history-heading = Historique
history-created = Création
history-changed = Modification
history-saved-unchanged = Enregistrement sans modification
history-cleared = vidé
history-unknown = On ne sait pas ce qui a changé, car la fiche est plus ancienne que son journal.
history-none = Aucune modification n’est enregistrée. Les fiches venues avec la démonstration, ou d’avant le journal des événements, n’en ont pas.
history-all-removed = Toutes les modifications sont plus anciennes que le journal des événements, dont les anciens événements ont été supprimés.
history-has-more = Les modifications antérieures se trouvent dans le journal des événements, que l’API donne à lire.
history-is-cut = Les modifications antérieures ont été supprimées en raison de leur ancienneté.

# Links between records.
links-type = Type { $id }
links-user = Utilisateur { $id }
links-batch = Lot { $id }
links-pledge = Promesse { $id }
links-gift = Don { $id }
links-last-gift = dernier don { $day }
links-household = foyer { $name }
links-household-joint = foyer { $name }, une lettre pour tous
links-household-letters = foyer { $name }, une lettre à { $receiver }
links-nobody = aucun contact ne correspond. Saisissez une partie du nom ou le numéro
links-same = choisissez un autre contact : c’est avec celui-ci que vous fusionnez
links-other-name = n’est pas le nom de { $contact } : choisissez ce contact, si c’est lui
links-several = correspond à plusieurs contacts : { $contacts }
links-several-and-more = correspond à plusieurs contacts : { $contacts }… et d’autres : saisissez une plus grande partie du nom
