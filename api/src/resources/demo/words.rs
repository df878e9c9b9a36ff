//! The names and texts of the demo's records.

pub(super) const FIRST_NAMES: [&str; 24] = [
    "Ada", "Amara", "Benedict", "Carlos", "Chiara", "Daniel", "Elena", "Femi", "Grace", "Hannah", "Ines",
    "Jonas", "Keiko", "Liam", "Mariam", "Noor", "Olga", "Pedro", "Quinn", "Ruth", "Samuel", "Teresa", "Umar",
    "Wanda",
];
pub(super) const LAST_NAMES: [&str; 24] = [
    "Abara",
    "Almeida",
    "Bauer",
    "Castillo",
    "Dubois",
    "Eriksen",
    "Ferreira",
    "Garcia",
    "Haddad",
    "Ivanova",
    "Jensen",
    "Kowalski",
    "Lovelace",
    "Moreau",
    "Nakamura",
    "Okafor",
    "Petrov",
    "Quispe",
    "Rossi",
    "Silva",
    "Tanaka",
    "Ueda",
    "Varga",
    "Whitfield",
];
pub(super) const ORGANISATIONS: [&str; 8] = [
    "Harbour Street Bakery",
    "Northside Rotary Club",
    "St Brigid's Parish",
    "Lumen Foundation",
    "Green Valley School",
    "Atlas Logistics",
    "Civic Theatre",
    "Riverside Credit Union",
];
/// The name, the country and a postal code of each.
pub(super) const CITIES: [(&str, &str, &str); 6] = [
    ("Lisbon", "PT", "1100-148"),
    ("Porto", "PT", "4050-253"),
    ("London", "GB", "SW1Y 4JH"),
    ("Dublin", "IE", "D02 X285"),
    ("Boston", "US", "02108"),
    ("Toronto", "CA", "M5H 2N2"),
];
pub(super) const TAGS: [&str; 6] =
    ["volunteer", "board", "newsletter", "major donor", "event 2026", "school"];
pub(super) const FUNDS: [&str; 3] = ["General", "Building", "Scholarships"];
/// What is known of the pledges that are late.
pub(super) const WHY_LATE: [&str; 3] = [
    "The card has expired. We have asked for the new one.",
    "Moved house; our letters come back.",
    "Between two jobs. Wants to go on soon.",
];
