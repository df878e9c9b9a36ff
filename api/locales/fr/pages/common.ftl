# Words of many pages.
save = Enregistrer
edit = Modifier
cancel = Annuler
search = Rechercher
show = Afficher
remove = Retirer
print = Imprimer
copied = Copié
new = Nouveau
more = Plus
menu = Menu
all = Tous
yes = Oui
no = Non
none = Aucun
done = Terminé
total = Total
day = Jour
month = Mois
year = Année
amount = Montant
name = Nom
email = E-mail
status = Statut
contact = Contact
contacts = Contacts
giver = Donateur
donor = Donateur
donors = Donateurs
gift = Don
gifts = Dons
pledge = Promesse
pledges = Promesses
task = Tâche
tasks = Tâches
household = Foyer
households = Foyers
fund = Affectation
funds = Affectations
campaign = Campagne
campaigns = Campagnes
pages = Pages
page-of = Page { $page } sur { $pages }
first-page = Première page
next-page = Page suivante
older = Plus anciennes
copy = Copier
not-done = Non effectué : { $problems }.
back-without-saving = Revenir sans enregistrer
when = Quand
never = Jamais
last-used = Dernière utilisation
password = Mot de passe
new-password = Nouveau mot de passe
your-password = Votre mot de passe
merge = Fusionner
merge-into = Fusionner avec { $name }
pause = Mettre en pause
resume = Reprendre
file = Fichier
type = Type
date = Date
currency = Devise
time-zone = Fuseau horaire
time-zone-hint = Là où vos jours commencent, par exemple Europe/Lisbon.
gift-makes-donor = Un don fait d’un contact un donateur
last-gift = Dernier don
anonymous = Anonyme
unattributed = Non attribué
as-id = Contact { $id }

# Numbers and days.
count-contacts = { $count ->
    [one] { $count } contact
   *[other] { $count } contacts
}
count-gifts = { $count ->
    [one] { $count } don
   *[other] { $count } dons
}
count-pledges = { $count ->
    [one] { $count } promesse
   *[other] { $count } promesses
}
count-tasks = { $count ->
    [one] { $count } tâche
   *[other] { $count } tâches
}
count-donors = { $count ->
    [one] { $count } donateur
   *[other] { $count } donateurs
}
count-households = { $count ->
    [one] { $count } foyer
   *[other] { $count } foyers
}
count-letters = { $count ->
    [one] { $count } lettre
   *[other] { $count } lettres
}
in-other-currencies = { $amounts } dans d’autres devises
day-of-year = { $day ->
    [1] 1er
   *[other] { $day }
} { $month }
short-day = { $day ->
    [1] 1er
   *[other] { $day }
} { $month } { $year }
moment = { $day } à { $time }
month-of-year = { $month } { $year }

# computed: month-
month-1 = janvier
month-2 = février
month-3 = mars
month-4 = avril
month-5 = mai
month-6 = juin
month-7 = juillet
month-8 = août
month-9 = septembre
month-10 = octobre
month-11 = novembre
month-12 = décembre
month-short-1 = janv.
month-short-2 = févr.
month-short-3 = mars
month-short-4 = avr.
month-short-5 = mai
month-short-6 = juin
month-short-7 = juil.
month-short-8 = août
month-short-9 = sept.
month-short-10 = oct.
month-short-11 = nov.
month-short-12 = déc.
# computed: weekday-
weekday-1 = lundi
weekday-2 = mardi
weekday-3 = mercredi
weekday-4 = jeudi
weekday-5 = vendredi
weekday-6 = samedi
weekday-7 = dimanche

# The frame of every page.
frame-skip = Aller au contenu
frame-find = Chercher
frame-find-by = Nom, lieu, e-mail ou téléphone
frame-most-used = Les plus utilisés
frame-enter-gifts = Saisir des dons
frame-sandbox = Ceci est un bac à sable : personne n’y est réel. <a>Le vider ou le quitter</a>
frame-see-what-to-do = Voir que faire
frame-dismiss = Masquer
frame-main = Navigation principale
frame-sign-out = Se déconnecter
frame-overview = Vue d’ensemble
frame-reports = Rapports
frame-letters = Lettres
frame-saved-lists = Listes enregistrées
frame-imports = Importations
frame-webhooks = Webhooks
frame-profile = Profil
frame-account = Compte
frame-letterhead = En-tête
frame-gift-types = Types de dons
frame-web-forms = Formulaires du site
frame-members = Membres
frame-audit-log = Journal
frame-services = Services
frame-lists = Listes et fichiers
frame-settings = Réglages
frame-for-developers = Pour les développeurs
frame-failing = { $label } ({ $count } en panne)
