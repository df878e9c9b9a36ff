# The overview.
overview-welcome = Bienvenue, { $name }
overview-welcome-nameless = Bienvenue
overview-today = { $weekday } { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year }
overview-today-heading = À faire aujourd’hui
overview-today-calm = Rien ne vous attend aujourd’hui : les dons des 60 derniers jours ont été remerciés, aucune tâche n’est à échéance et aucune promesse n’est en retard.
overview-by-month = Par mois
overview-by-fund = Par affectation
overview-gifts-heading = Derniers dons
overview-gifts-all = Tous les dons
overview-tasks-heading = Tâches à échéance
overview-tasks-with = Avec
overview-tasks-due = Échéance
overview-tasks-today = Aujourd’hui
overview-tasks-yours = À vous
overview-tasks-overdue = En retard
overview-tasks-all = Toutes les tâches à faire

# The cards of what is to be done today, each with a button.
overview-cards-thanks = { $count ->
    [one] <b>{ $count }</b> don attend un remerciement
   *[other] <b>{ $count }</b> dons attendent un remerciement
}
overview-cards-since = Depuis le { $day }
overview-cards-write-thanks = Écrire les remerciements
overview-cards-tasks = { $count ->
    [one] <b>{ $count }</b> tâche est à échéance
   *[other] <b>{ $count }</b> tâches sont à échéance
}
overview-cards-own-tasks = { $count ->
    [one] <b>{ $count }</b> de vos tâches est à échéance
   *[other] <b>{ $count }</b> de vos tâches sont à échéance
}
overview-cards-until-today = Aujourd’hui ou avant
overview-cards-until-today-and = { $count ->
    [one] Aujourd’hui ou avant, et { $count } autre qui revient à quelqu’un d’autre ou à personne
   *[other] Aujourd’hui ou avant, et { $count } autres qui reviennent à d’autres ou à personne
}
overview-cards-see-tasks = Voir les tâches
overview-cards-late = { $count ->
    [one] <b>{ $count }</b> promesse est en retard
   *[other] <b>{ $count }</b> promesses sont en retard
}
overview-cards-late-missing = Il manque { $missing }
overview-cards-late-missing-and = { $count ->
    [one] Il manque { $missing }, et { $count } autre est dans une autre devise
   *[other] Il manque { $missing }, et { $count } autres sont dans d’autres devises
}
overview-cards-late-monthly = Il manque { $missing }. La somme promise est de { $amount } par mois
overview-cards-late-monthly-and = { $count ->
    [one] Il manque { $missing }. La somme promise est de { $amount } par mois, et { $count } autre est dans une autre devise
   *[other] Il manque { $missing }. La somme promise est de { $amount } par mois, et { $count } autres sont dans d’autres devises
}
overview-cards-late-others = Dans d’autres devises
overview-cards-see-late = Voir les promesses en retard
overview-cards-answers = { $count ->
    [one] <b>{ $count }</b> personne a écrit depuis votre site web
   *[other] <b>{ $count }</b> personnes ont écrit depuis votre site web
}
overview-cards-answers-note = Ajoutez-les comme contacts, ou dites qui elles sont
overview-cards-see-answers = Voir qui c’est

# The figures of this year. A difference is an amount or a count, with its percentage in brackets.
overview-figures-given = Donné cette année
overview-figures-donors = Donateurs cette année
overview-figures-last-year = L’an dernier à la même date
overview-figures-pledged = Promis par mois
overview-figures-until = Jusqu’au { $day }
overview-figures-active-pledges = { $count ->
    [one] { $count } promesse active, sans les promesses uniques
   *[other] { $count } promesses actives, sans les promesses uniques
}
overview-figures-missing = { $count ->
    [one] Il manque aujourd’hui { $amount } pour { $count } promesse
   *[other] Il manque aujourd’hui { $amount } pour { $count } promesses
}
overview-figures-average = Un don est de { $amount } en moyenne
overview-figures-and-others = { $note }, plus { $others }
overview-figures-nothing-before = Rien à la même date l’an dernier
overview-figures-as-much = Autant qu’à la même date l’an dernier
overview-figures-more = { $difference } de plus qu’à la même date l’an dernier
overview-figures-less = { $difference } de moins qu’à la même date l’an dernier

# The chart of the months.
overview-chart-heading = Dons par mois
overview-chart-empty = Il n’y a rien à représenter : rien n’a été donné ni promis cette année ou l’an dernier.
overview-chart-given = { $given } en { $year }, { $before } sur toute l’année { $last_year }.
overview-chart-not-drawn = Non représenté : { $others }.
overview-chart-figures = Les chiffres
overview-chart-pledged-for = Promis pour { $year }
overview-chart-pledged-label = Promis

# The first steps in an account.
overview-steps-heading = Premiers pas
overview-steps-contact = Ajouter un contact
overview-steps-contact-why = Une personne ou une organisation qui donne ou qui pourrait donner.
overview-steps-import = Importer un fichier
overview-steps-import-why = Des contacts et des dons d’un tableur ou d’un autre logiciel. Vous voyez d’abord ce qui se passerait.
overview-steps-letterhead = Remplir l’en-tête
overview-steps-letterhead-why = Votre adresse, qui signe et votre logo, pour les remerciements et les reçus.
overview-steps-invite = Inviter un collègue
overview-steps-invite-why = Chacun se connecte avec son propre accès, et l’historique dit qui a fait quoi.
overview-steps-sandbox = Faire des essais dans un bac à sable
overview-steps-sandbox-why = Un endroit peuplé de personnes inventées, où rien ne peut casser.
overview-steps-gift = Saisir le premier don
overview-steps-gift-why = Cette liste laissera alors la place à vos chiffres.
overview-steps-programs = Des programmes peuvent aussi ajouter des contacts et des dons : voir la <a>documentation</a>.

# The lists of the work that waits. The heading of the list follows on "All", for who listens to the page.
overview-todo-all = Tout voir ({ $count })
overview-todo-thanks = Remerciements à écrire
overview-todo-thanks-note = Dons des { $days } derniers jours, les plus anciens d’abord
overview-todo-late = Promesses en retard
overview-todo-late-note = Avec la plus ancienne échéance impayée et le montant manquant
overview-todo-due-since = Dû depuis
overview-todo-missing = Manque
overview-todo-lapsed-note = Ont donné en { $last_year } et pas en { $year }, les plus importants d’abord
overview-todo-lapsed-note-in = Ont donné en { $last_year } et pas en { $year }, les plus importants en { $currency } d’abord
overview-todo-lapsed-taken-back = { $note }. La liste comprend aussi { $count ->
    [one] { $count } donateur qui a repris tout ce qu’il avait donné.
   *[other] { $count } donateurs qui ont repris tout ce qu’ils avaient donné.
}
overview-todo-given-last-year = Donné l’an dernier
