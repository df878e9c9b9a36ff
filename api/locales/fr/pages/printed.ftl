# All pages of letters.
letters-to = Lettre à
letters-without = Sans lettre
letters-why-not = Motif
letters-more = Et { $count } de plus.
# Before the number of lines that are ticked.
letters-ticked = Cochés :
# How many letters are in a language, such as “98 in German”.
letters-in-language = { $language ->
    [de] { $count } en allemand
   *[en] { $count } en anglais
    [es] { $count } en espagnol
    [fr] { $count } en français
    [pt] { $count } en portugais
}
letters-way = Mode d’envoi
letters-by-post = Par courrier
letters-by-email = Par e-mail, en PDF
letters-by-hand = En main propre, pour ceux qui ne sont pas joignables par courrier
letters-not-counted = Les lettres n’ont pas été comptées
letters-changing = Aucune lettre n’a été préparée, car quelqu’un est en train de modifier ces fiches. Réessayez dans un instant.
letters-made-before = Ces lettres avaient déjà été préparées une fois.
letters-too-many-mails = Rien n’a été envoyé : une organisation peut envoyer 5 000 lettres par e-mail en 24 heures, et celles-ci dépasseraient ce nombre. Imprimez-les ou envoyez-les demain.

# Why somebody gets no letter, beside the name.
letters-why-gone = n’existe plus
letters-why-died = est décédé
letters-why-died-receipt = est décédé : établissez à la main le reçu officiel pour les héritiers
letters-why-archived = est archivé
letters-why-by-post = est joignable par courrier
letters-why-no-name = n’a pas de nom
letters-why-no-mail = ne veut pas de courrier
letters-why-household-no-mail = fait partie d’un foyer où quelqu’un ne veut pas de courrier
letters-why-no-address = n’a pas d’adresse
letters-why-no-full-address = n’a pas d’adresse complète
letters-why-no-email = ne veut pas d’e-mails
letters-why-no-email-address = n’a pas d’adresse e-mail
letters-why-not-received = le don n’est pas reçu
letters-why-thanked = a déjà été remercié
letters-why-no-donor = le don n’a pas de donateur
letters-why-correction = le don est une correction
letters-why-has-letter = a déjà une lettre pour ce don
letters-why-gift-taken-back = le don a été repris
letters-why-taken-back = a repris ce qui avait été donné
letters-why-no-money = n’a pas donné d’argent
letters-why-long-letter = a une lettre de plus de { $what } caractères
letters-why-long-tables = a des tableaux de plus de { $what } caractères
letters-why-reminded = a reçu un rappel il y a moins de { $what } jours, dans la série { $and }
letters-why-stated = en a déjà un, dans la série { $what }
letters-why-confirmed = a donné ce qui figure déjà sur un reçu officiel, dans la série { $what }
letters-why-many-gifts = a plus de { $what } dons
letters-why-lacking = a une lettre avec { $what }, caractère qui manque dans la police

# Thank-yous.
thank-yous-title = Remerciements
thank-yous-about = Dons dont personne n’a encore remercié, les plus anciens d’abord. Tous les dons d’un donateur figurent dans une seule lettre, et un foyer commun reçoit une seule lettre.
thank-yous-from = Dons du
thank-yous-to = Au
thank-yous-letterhead = <a>Remplissez d’abord l’en-tête</a>, pour que les lettres portent votre adresse et disent qui signe.
thank-yous-lacks-mail = Les lettres pourront aussi partir par e-mail, dès que la personne qui exploite ce service l’aura relié à un serveur de messagerie.
thank-yous-section = Dons avec lettre
thank-yous-first = Seuls les { $count } premiers dons sont affichés. Chaque don que vous imprimez, envoyez ou marquez laisse la place au suivant.
thank-yous-untick-print = Décochez ce que vous ne voulez pas imprimer maintenant. Si tout reste coché, cela fait { $count ->
    [one] { $count } lettre
   *[other] { $count } lettres
}.
thank-yous-untick-mail = Décochez ce que vous ne voulez pas envoyer par e-mail maintenant. Si tout reste coché, cela fait { $count ->
    [one] { $count } lettre
   *[other] { $count } lettres
}.
thank-yous-print = Imprimer les lettres et marquer comme remerciés
thank-yous-mail = Envoyer les lettres par e-mail et marquer comme remerciés
thank-yous-none = Aucun don de cette période n’attend de lettre.
thank-yous-nothing-ticked = Rien n’était coché : aucune lettre n’a donc été préparée.
thank-yous-nothing = Aucune lettre n’a été préparée : aucun des dons cochés n’en attend encore.
thank-yous-made = { $count ->
    [one] { $count } lettre est préparée.
   *[other] { $count } lettres sont préparées.
} Les dons sont marqués comme remerciés.
thank-yous-mailed = { $count ->
    [one] { $count } lettre part
   *[other] { $count } lettres partent
} par e-mail. Les dons sont marqués comme remerciés.

# The gifts that get no letter, by the reasons.
thank-yous-reasons = Pourquoi il n’y a pas de lettre
thank-yous-reasons-about = Remerciez d’une autre manière quand c’est possible. Ce que vous marquez n’attend plus.
thank-yous-mark = Marquer comme remerciés
thank-yous-marked = { $count ->
    [one] { $count } don est marqué comme remercié.
   *[other] { $count } dons sont marqués comme remerciés.
}

# Statements of all donors.
# $what is `receipts` for official receipts, `both` for these and others, or `statements`.
statements-title = { $what ->
    [receipts] Reçus officiels
    [both] Relevés et reçus officiels
   *[statements] Relevés de dons
}
statements-for-year = Relevés d’une année
statements-about = Une lettre pour chaque donateur, avec les dons reçus pendant cette période. Un foyer commun en reçoit une seule. Les biens et les titres sont décrits et ne figurent dans aucun total. Les reçus officiels, c’est-à-dire les lettres qui portent le total en toutes lettres, ne les comprennent pas.
statements-letterhead = <a>Remplissez d’abord l’en-tête</a>, pour que les relevés portent votre adresse et votre numéro fiscal, et disent qui signe.
statements-only = Seulement pour <b><bdi>{ $name }</bdi></b> · <a>pour tous</a>
statements-least = Tous ceux qui ont donné au moins ce montant
statements-least-hint = Dans votre propre devise. Laissez vide pour tous ceux qui ont donné.
statements-again = En préparer un autre pour ceux qui ont déjà un relevé ou un reçu d’une partie de cette période. Celui de la même période est marqué comme copie, ou dit lequel il remplace s’il est différent
statements-again-hint = Une copie a le texte d’alors et porte l’adresse et l’en-tête d’aujourd’hui. Le fichier des lettres précédentes garde l’en-tête d’alors.
# Days, in the two sentences that follow.
statements-day = du { $day }
statements-days = du { $from } au { $to }
statements-shown = <b>{ $what ->
    [receipts] { $count ->
        [one] { $count } reçu officiel
       *[other] { $count } reçus officiels
    }
    [both] { $count ->
        [one] { $count } relevé ou reçu officiel
       *[other] { $count } relevés et reçus officiels
    }
   *[statements] { $count ->
        [one] { $count } relevé
       *[other] { $count } relevés
    }
}</b> { $days }.
statements-together = En tout { $total }.
statements-nobody = { $what ->
    [receipts] Personne ne reçoit de reçu officiel { $days }.
    [both] Personne ne reçoit de relevé ni de reçu officiel { $days }.
   *[statements] Personne ne reçoit de relevé { $days }.
}
statements-refused = Rien n’est affiché tant que les jours et le montant ne sont pas corrects.
statements-without = { $what ->
    [receipts] Sans reçu officiel
    [both] Sans relevé ni reçu officiel
   *[statements] Sans relevé
}
statements-confirmed = Dons laissés de côté
statements-confirmed-about = { $count ->
    [one] { $count } don est laissé de côté, parce qu’il figure déjà sur un reçu officiel et qu’aucun don n’est attesté deux fois. Pour corriger ce reçu, préparez-le de nouveau pour sa propre période : le nouveau dit qu’il le remplace.
   *[other] { $count } dons sont laissés de côté, parce qu’ils figurent déjà sur des reçus officiels et qu’aucun don n’est attesté deux fois. Pour corriger un tel reçu, préparez-le de nouveau pour sa propre période : le nouveau dit qu’il le remplace.
}
statements-print = Imprimer les relevés
statements-print-receipts = Imprimer les reçus officiels
statements-print-both = Imprimer les relevés et les reçus officiels
statements-mail = Envoyer les relevés par e-mail
statements-mail-receipts = Envoyer les reçus officiels par e-mail
statements-mail-both = Envoyer les relevés et les reçus officiels par e-mail
statements-nothing = Aucune lettre n’a été préparée : personne n’en reçoit.
statements-made = { $what ->
    [receipts] { $count ->
        [one] { $count } reçu officiel est préparé.
       *[other] { $count } reçus officiels sont préparés.
    }
    [both] { $count ->
        [one] { $count } relevé ou reçu officiel est préparé.
       *[other] { $count } relevés et reçus officiels sont préparés.
    }
   *[statements] { $count ->
        [one] { $count } relevé est préparé.
       *[other] { $count } relevés sont préparés.
    }
}
statements-mailed = { $what ->
    [receipts] { $count ->
        [one] { $count } reçu officiel part
       *[other] { $count } reçus officiels partent
    }
    [both] { $count ->
        [one] { $count } relevé ou reçu officiel part
       *[other] { $count } relevés et reçus officiels partent
    }
   *[statements] { $count ->
        [one] { $count } relevé part
       *[other] { $count } relevés partent
    }
} par e-mail.

# Reminders of pledges.
reminders-title = Rappels de promesses
reminders-about = Une lettre pour chaque donateur dont une promesse est en retard, avec ce qui a été promis et ce qui manque. Un foyer commun en reçoit une seule. <a>Voir les promesses</a>
reminders-letterhead = <a>Remplissez d’abord l’en-tête</a>, pour que les rappels portent votre adresse et disent qui signe.
reminders-least-days = Jours de retard, au moins
reminders-least-days-hint = Laissez vide pour toutes celles qui sont en retard.
reminders-again = Relancer aussi ceux qui ont reçu un rappel il y a moins de 30 jours
reminders-section = Rappels
reminders-shown = <b>{ $count ->
    [one] { $count } rappel
   *[other] { $count } rappels
}</b> de promesses en retard.
reminders-first = Seuls les { $count } premiers rappels sont affichés. Chaque rappel que vous préparez laisse la place au suivant.
reminders-untick = Décochez les promesses que vous ne voulez pas rappeler maintenant, par exemple parce que vous venez de téléphoner.
reminders-missing = Il manque { $total } au total.
reminders-last = Dernier rappel
reminders-nobody = Personne n’a besoin d’un rappel.
reminders-refused = Rien n’est affiché tant que le nombre de jours n’est pas correct.
reminders-print = Imprimer les rappels
reminders-mail = Envoyer les rappels par e-mail
reminders-nothing = Aucun rappel n’a été préparé : personne n’en reçoit.
reminders-made = { $count ->
    [one] { $count } rappel est préparé.
   *[other] { $count } rappels sont préparés.
}
reminders-mailed = { $count ->
    [one] { $count } rappel part
   *[other] { $count } rappels partent
} par e-mail.

# The runs of letters that were printed.
runs-letterhead = En-tête et textes
runs-section = Lettres imprimées
runs-empty = Aucune lettre n’a encore été imprimée. Commencez par les <a>remerciements</a> ou par les <a>relevés d’une année</a>.
runs-older = Lettres plus anciennes
runs-when = Préparées
runs-count = Nombre
runs-thank-yous = Remerciements { $id }
# $what as in the title of the statements.
runs-statements-of = { $what ->
    [receipts] Reçus officiels du { $days }
    [both] Relevés et reçus officiels du { $days }
   *[statements] Relevés de dons du { $days }
}
runs-reminders = Rappels { $id }
# The names of the files, without accents.
runs-file = lettres-{ $id }
runs-file-erased = lettres-{ $id }-effacees

# One run.
runs-made = { $count ->
    [one] { $count } lettre · préparée le { $made }
   *[other] { $count } lettres · préparées le { $made }
}
runs-download = Tout télécharger en un seul PDF
runs-number = N°
runs-to = À
runs-erased = Effacée
runs-replaced = { $count ->
    [one] remplacée par la N° { $numbers }
   *[other] remplacée par les N° { $numbers }
}
# What became of one letter by email.
runs-is-queued = en cours d’envoi
runs-is-sent = envoyée
runs-is-not-sent = non envoyée
runs-is-needless = devenue inutile
# What became of all: the parts are the three that follow.
runs-by-email = Par e-mail : { $parts }.
runs-sent = { $count ->
    [one] { $count } envoyée
   *[other] { $count } envoyées
}
runs-queued = { $count } en cours d’envoi
runs-failed = { $count ->
    [one] { $count } non envoyée
   *[other] { $count } non envoyées
}
runs-needless = { $count ->
    [one] { $count } devenue inutile
   *[other] { $count } devenues inutiles
}
# Text, then a link, then the end of the sentence.
runs-not-sent-why = Une lettre n’est pas envoyée si le serveur de messagerie la refuse, ou si le contact est décédé, est archivé, ne veut pas d’e-mails ou a changé d’adresse entre-temps. Ces contacts n’en reçoivent pas par e-mail :
runs-not-sent-download = téléchargez les lettres en PDF
runs-not-sent-print = { " " }pour les imprimer.
runs-mail-again = Renvoyer celles-ci
runs-mailed-again = { $count ->
    [one] { $count } lettre repart
   *[other] { $count } lettres repartent
} par e-mail.
runs-is-empty = plus aucun don
runs-empty-about = Aucun don d’un reçu marqué « plus aucun don » ne compte encore pour cette période, qui n’a donc pas de reçu corrigé. Demandez au donateur de le renvoyer. Un don passé à un autre jour figurera sur le reçu de ce jour, dès que vous le préparerez. Celui-là dira alors qu’il remplace celui-ci.
runs-kept = Les lettres sont conservées telles quelles. Le fichier peut être téléchargé à nouveau à tout moment. Il reste le même jusqu’à ce qu’une personne qui y figure soit effacée : il est alors sans ses lettres.
runs-of-erased = Les reçus officiels de personnes effacées sont conservés, pour les propriétaires seuls, tant que le droit fiscal de votre pays peut exiger une copie.
runs-of-erased-download = Télécharger ces reçus
runs-take-back = Finalement non imprimées
runs-take-back-about = Si l’imprimante s’est bloquée. Les lettres sont supprimées, et les suivantes reçoivent leurs numéros. Les dons dont elles remercient attendent de nouveau, sauf si quelqu’un a modifié entre-temps le jour du remerciement.
runs-take-back-button = Annuler ces lettres
runs-taken-back = { $count ->
    [0] Les lettres sont annulées.
    [one] Les lettres sont annulées. { $count } don attend de nouveau un remerciement.
   *[other] Les lettres sont annulées. { $count } dons attendent de nouveau un remerciement.
}
# Why letters cannot be taken back.
runs-stay-newer = Ces lettres ne peuvent plus être annulées, car de plus récentes portent les numéros suivants. Si elles n’ont pas été imprimées, téléchargez le PDF et imprimez-le maintenant.
runs-stay-mailed = Ces lettres ne peuvent pas être annulées, car elles sont parties par e-mail.
runs-stay-erased = Ces lettres ne peuvent plus être annulées, car une personne que l’une d’elles nommait a été effacée.

# The list of the gifts of one contact in a year.
statement-title = Liste des dons { $year }
statement-for-household = Pour le foyer
statement-for-person = Pour une personne
statement-received = Dons reçus en { $year }
statement-none = Aucun don n’a été reçu en { $year }.
statement-count = { $count ->
    [one] { $count } don
   *[other] { $count } dons
}. Les dons en attente, remboursés ou annulés ne sont pas comptés.
statement-in-kind = Dons en nature en { $year }
statement-in-kind-note = Les biens et les titres sont décrits ici et ne figurent pas dans le total.
statement-reference = Référence
statement-what = Ce qui a été donné
statement-from = De
