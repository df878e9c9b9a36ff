# Pictures of figures, which `chart.rs` draws. "of" is a name, or a name and that of a series.
chart-value = { $of } : { $value }
chart-spark = Donné par année : { $values }.
chart-spark-value = { $value } en { $of }

# The forms of the reports.
reports-not-made = Le rapport n’a pas été établi
reports-this-year = Cette année
reports-last-year = L’an dernier
reports-or-from = Ou du
reports-to = Au
reports-year-start = Les années commencent en
reports-first-year = Première année
reports-until-year = Dernière année
reports-count-by = Compter par
reports-person = Personne
reports-giving-by = Dons par
reports-quarter = Trimestre
reports-top-how-many = Combien
reports-download = Télécharger en CSV

# Words of several reports.
reports-days = du { $from } au { $to }
reports-month-of = { $month } { $year }
reports-quarter-of = T{ $quarter } { $year }
reports-fiscal-year = Exerc. { $year }
reports-goes-on = { $year } est encore en cours.
reports-given = Donné
reports-of-given = Part des dons
reports-year-before = Année précédente
reports-a-year-before = Un an plus tôt
reports-change = Évolution
reports-retention = Fidélisation
reports-nobody-gave = Personne n’a donné dans cette période.
reports-not-counted = Non compté : { $others }.
reports-not-counted-in = Non compté : les montants en { $currencies }.
reports-taken-back = { $count ->
    [one] { $count } autre contact ne compte pas ici comme donateur, parce que ses dons et corrections totalisent { $amount }.
   *[other] { $count } autres contacts ne comptent pas ici comme donateurs, parce que les dons et corrections de chacun totalisent 0 ou moins, en tout { $amount }.
}

# The list of the reports: questions, each with words below it.
reports-ask-months = Combien a-t-on donné chaque mois ?
reports-ask-months-words = À côté des mêmes mois de l’année précédente.
reports-ask-funds = Combien a-t-on donné pour chaque affectation ?
reports-ask-funds-words = Par affectation, avec l’année précédente.
reports-ask-campaigns = Qu’ont rapporté nos campagnes ?
reports-ask-campaigns-words = Par campagne, avec l’année précédente.
reports-ask-types = Comment a-t-on donné ?
reports-ask-types-words = Par type, par exemple chèques et cartes.
reports-ask-donors = Nos donateurs restent-ils ?
reports-ask-donors-words = Donateurs nouveaux, fidèles, de retour et inactifs par année.
reports-ask-levels = Combien donnent beaucoup, et combien peu ?
reports-ask-levels-words = Les donateurs selon ce qu’ils ont donné.
reports-ask-top = Qui donne le plus ?
reports-ask-top-words = Les plus grands donateurs d’une année.
reports-ask-pledges = Les promesses sont-elles tenues ?
reports-ask-pledges-words = Ce qui était à échéance et ce qui a été reçu, par année.
reports-ask-board = Que présenter au conseil d’administration ?
reports-ask-board-words = Le tout sur deux feuilles, sans noms.

# The report on giving. The change says how far what was given is from the year before.
reports-giving = Dons reçus
reports-giving-heading = { $group ->
    [month] Dons par mois, { $days }
    [quarter] Dons par trimestre, { $days }
    [year] Dons par année, { $days }
    [fund] Dons par affectation, { $days }
    [campaign] Dons par campagne, { $days }
    [type] Dons par type, { $days }
   *[contact] Dons par contact, { $days }
}
reports-giving-note = { $amount } de { $donors } en { $gifts }.
reports-giving-before = Un an plus tôt ({ $days }), c’était { $amount } : maintenant { $change }.
reports-giving-before-rate = Un an plus tôt ({ $days }), c’était { $amount } : maintenant { $change } ({ $rate }).
reports-as-much = autant
reports-more = { $amount } de plus
reports-less = { $amount } de moins
reports-giving-empty = Rien n’a été donné dans cette période, ni dans la même un an plus tôt.
reports-see-gifts = Voir les dons
reports-all-others = Tous les autres
reports-what-others-are = « { $row } » réunit ce qui a reçu moins et ce qui n’a reçu quelque chose que l’année précédente.
reports-split-gifts = Un don réparti compte dans chacune de ses lignes : les dons des lignes font donc plus que le total.
reports-no-fund = Sans affectation
reports-no-campaign = Sans campagne
reports-no-type = Sans type

# The report on donors. Retained, recovered and so on are headings of columns and names of series.
reports-donors-heads = Combien ont donné
reports-donors-heads-empty = Personne n’a donné ces années-là.
reports-donors-new = Nouveaux
reports-donors-retained = Fidèles
reports-donors-recovered = De retour
reports-donors-lapsed = Inactifs
reports-donors-lapsed-before = Inactifs, l’année précédente
reports-donors-words = Les fidèles ont donné aussi l’année précédente, ceux de retour lors d’une année antérieure ; les inactifs ont donné l’année précédente, mais pas celle-ci.
reports-donors-lists = Les contacts archivés et les personnes décédées comptent ici ; la liste « { $list } » les laisse de côté et comprend ceux qui ont repris tout ce qu’ils avaient donné.
reports-donors-note = En { $year } : { $donors }, dont { $new ->
    [one] { $new } nouveau
   *[other] { $new } nouveaux
}.
reports-donors-note-rate = En { $year } : { $donors }, dont { $new ->
    [one] { $new } nouveau
   *[other] { $new } nouveaux
} ; { $rate } de ceux de l’année précédente ont redonné.
reports-donors-amounts = Combien ils ont donné
reports-donors-amounts-note = Les dons sans donateur ne sont pas comptés.
reports-donors-amounts-empty = Rien n’a été donné ces années-là.
reports-donors-given = Par des donateurs
reports-donors-by-new = Par les nouveaux
reports-donors-by-retained = Par les fidèles
reports-donors-by-recovered = Par ceux de retour
reports-donors-by-lapsed = Par les inactifs, l’année précédente

# The report on giving levels.
reports-levels = Niveaux de don
reports-levels-heading = Donateurs selon ce qu’ils ont donné, { $days }
reports-levels-given-together = Donné en tout
reports-levels-of-donors = Part des donateurs
reports-levels-note = { $count ->
    [one] { $count } donateur a donné { $amount }.
   *[other] { $count } donateurs ont donné { $amount }.
}
reports-levels-without = S’y ajoutent { $amount } provenant de dons sans donateur indiqué.
reports-levels-between = { $from } à { $to }
reports-levels-from = { $amount } ou plus
reports-levels-below = Moins de { $amount }

# The report on the largest givers.
reports-top = Plus grands donateurs
reports-top-heading = Plus grands donateurs, { $days }
reports-top-note = Ensemble, ils ont donné { $amount }.
reports-top-note-share = Ensemble, ils ont donné { $amount }, soit { $share } de tous les dons.
reports-top-all = Tous, à filtrer et à exporter

# The report on pledges.
reports-pledges = Promesses par année
reports-pledges-heading = Ce que les promesses ont rapporté
reports-pledges-empty = Il n’y a pas encore de promesses.
reports-pledges-expected = Attendu
reports-pledges-received = Reçu
reports-pledges-missing = Manque encore
reports-pledges-fulfilled = Tenu
reports-pledges-counted = Les promesses actives, à venir et terminées comptent ici ; celles qui sont en pause, annulées ou passées en perte ne comptent pas.
reports-pledges-none-open = { $count ->
    [one] { $count } promesse. Rien ne manque aujourd’hui.
   *[other] { $count } promesses. Rien ne manque aujourd’hui.
}
reports-pledges-open = { $count ->
    [one] { $count } promesse.
   *[other] { $count } promesses.
} Sur { $open ->
    [one] { $open } promesse
   *[other] { $open } promesses
}, il manque { $amount } aujourd’hui. Ce montant comprend ce qui manquait aux promesses terminées ; seules celles en cours peuvent être en retard.
reports-pledges-years = Les chiffres d’une année compensent ce qui est en trop pour une promesse avec ce qui manque à une autre, et ne comprennent que les échéances et les dons de cette année.
reports-pledges-late = Promesses en retard

# The board report.
board-title = Rapport pour le conseil d’administration
board-made-on = établi le { $day }
board-new-donors = Nouveaux donateurs
board-missing-pledges = Promis et manquant à ce jour
