//! The demo account of an empty embedded database: a few hundred records, and a greeting with commands that work when
//! pasted. The records are the same at every first start, except that their dates end at the current day.

use std::net::SocketAddr;
use std::path::PathBuf;

use chrono::{Days, NaiveDate};
use chrono_tz::Tz;
use iso_currency::Currency;
use sea_orm::{ActiveValue, ConnectionTrait, EntityTrait, QueryOrder};
use shared::database::statement::sql;
use shared::entities::{
    AccountScope, contact_addresses, contact_emails, contact_phones, contact_tags, contacts, gift_types,
    gifts, pledges, tags, tasks,
};
use shared::giving::due_date;
use shared::process::config::Settings;
use shared::values::choices::{
    AddressType, ContactStatus, EmailType, GiftStatus, Newsletter, PhoneType, PledgeFrequency, PledgeStatus,
    TaskPriority, TaskType,
};
use shared::values::trace::Trace;
use shared::{Error, Transaction};

use crate::accounts::{Actor, CreatedWithKey, NewAccount};
use crate::auth::Caller;
use crate::http::routes::BASE_PATH;
use crate::records::{Context, Resource};
use crate::resources::contacts::Contact;
use crate::resources::gifts::Gift;
use crate::resources::pledges::Pledge;
use crate::resources::tasks::Task;
use crate::state::App;

const CONTACTS: usize = 300;
const EMAIL: &str = "demo@almoner.example";
const FIRST_NAMES: [&str; 24] = [
    "Ada", "Amara", "Benedict", "Carlos", "Chiara", "Daniel", "Elena", "Femi", "Grace", "Hannah", "Ines",
    "Jonas", "Keiko", "Liam", "Mariam", "Noor", "Olga", "Pedro", "Quinn", "Ruth", "Samuel", "Teresa", "Umar",
    "Wanda",
];
const LAST_NAMES: [&str; 24] = [
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
const ORGANISATIONS: [&str; 8] = [
    "Harbour Street Bakery",
    "Northside Rotary Club",
    "St Brigid's Parish",
    "Lumen Foundation",
    "Green Valley School",
    "Atlas Logistics",
    "Civic Theatre",
    "Riverside Credit Union",
];
const CITIES: [(&str, &str, &str); 6] = [
    ("Lisbon", "PT", "1100-148"),
    ("Porto", "PT", "4050-253"),
    ("London", "GB", "SW1Y 4JH"),
    ("Dublin", "IE", "D02 X285"),
    ("Boston", "US", "02108"),
    ("Toronto", "CA", "M5H 2N2"),
];
const TAGS: [&str; 6] = ["volunteer", "board", "newsletter", "major donor", "event 2026", "school"];
const FUNDS: [&str; 3] = ["General", "Building", "Scholarships"];

/// The demo account, as the greeting shows it.
pub struct Demo {
    key_file: PathBuf,
    fresh: Option<(CreatedWithKey, String)>,
}

/// Makes the demo account if the database has no account yet. Returns `None` if there are accounts, and no key file of
/// a demo account.
pub async fn prepare(app: &App, settings: &Settings) -> Result<Option<Demo>, Error> {
    let key_file = settings.data_dir.join("demo.env");
    let count = "SELECT COUNT(*) FROM accounts";
    let row = app.store.read().query_one_raw(sql(app.store.read(), count, vec![])).await?;
    let accounts: i64 = row.map_or(Ok(0), |row| row.try_get_by_index(0))?;
    if accounts > 0 {
        return Ok(key_file.exists().then_some(Demo { key_file, fresh: None }));
    }
    let password = shared::crypto::keys::new_api_key()?.split_off("alm_".len()).split_off(20);
    let new = NewAccount {
        organisation: "Demo".to_owned(),
        name: "Demo".to_owned(),
        email: EMAIL.to_owned(),
        password: password.clone(),
        currency: "USD".to_owned(),
        timezone: Tz::UTC.name().to_owned(),
    };
    let checked = new.check(&app.store).await?;
    let tx = app.store.begin();
    let created = checked.insert_with_key(&tx, Actor::operator(app.clock.now_ms())).await?;
    Records::new(app, created.account_id).insert(&tx).await?;
    // Write the key before the commit, so that an interrupted start cannot leave an account without a known key.
    let text = format!("API_KEY={}\n", created.api_key);
    shared::process::secrets_key::write_private(&key_file, &text)
        .map_err(|error| Error::Io(key_file.display().to_string(), error))?;
    tx.commit().await?;
    Ok(Some(Demo { key_file, fresh: Some((created, password)) }))
}

impl Demo {
    /// Prints how to use the account.
    pub fn greet(&self, listen: SocketAddr) {
        let (base, file) = (format!("http://{listen}{BASE_PATH}"), self.key_file.display());
        println!("Almoner is at http://{listen}/");
        println!("Almoner serves {base} (documentation: http://{listen}/docs)\n");
        let key = match &self.fresh {
            Some((created, password)) => {
                println!(
                    "  demo sign-in  {EMAIL} / {password}\n  demo key      {}   (kept in {file})\n",
                    created.api_key
                );
                created.api_key.clone()
            }
            None => {
                println!("  The demo account's key is in {file}. To use it below, first run  . {file}\n");
                "$API_KEY".to_owned()
            }
        };
        println!(
            "Try it:\n\n  \
             curl \"{base}/giving-summary?group_by=year&api_key={key}\"\n\n  \
             # for the next two, in another terminal: cargo run -p dispatcher -- listen --port 9000\n  \
             curl \"{base}/webhooks?api_key={key}\" -H 'Content-Type: application/json' -d '{{\"webhook_url\":\"http://127.0.0.1:9000/\"}}'\n\n  \
             curl \"{base}/contacts?api_key={key}\" -H 'Content-Type: application/json' -d '{{\"contact_fname\":\"Ada\",\"contact_lname\":\"Lovelace\",\"contact_status\":\"donor\"}}'\n"
        );
    }
}

/// A small pseudo-random generator (`SplitMix64`). It is not from a library, because the records must be the same with
/// every version of every library.
struct Dice(u64);

impl Dice {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        usize::try_from((z ^ (z >> 31)) % bound as u64).unwrap_or(0)
    }

    fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// The demo's records. They are made while they are inserted, because links need the ids that the database chooses.
struct Records {
    dice: Dice,
    account: AccountScope,
    context: Context,
}

impl Records {
    fn new(app: &App, account_id: i64) -> Self {
        let account = AccountScope::new(account_id);
        let caller = Caller {
            user_id: None,
            address: None,
            account,
            currency: Currency::USD,
            timezone: Tz::UTC,
            trace: Trace::begin(),
        };
        Self { dice: Dice(2026), account, context: Context::new(app, caller) }
    }

    async fn insert(mut self, tx: &Transaction) -> Result<(), Error> {
        let account = self.account;
        let rows = (0..CONTACTS).map(|n| self.contact(n)).collect();
        let contacts = account.insert_all::<contacts::Entity>(tx, rows).await?;
        account.insert_all::<contact_emails::Entity>(tx, contacts.iter().map(email).collect()).await?;
        let rows = contacts.iter().filter(|_| !self.dice.one_in(3)).collect::<Vec<_>>();
        let rows = rows.into_iter().map(|contact| self.phone(contact)).collect();
        account.insert_all::<contact_phones::Entity>(tx, rows).await?;
        let rows = contacts.iter().map(|contact| self.address(contact)).collect();
        account.insert_all::<contact_addresses::Entity>(tx, rows).await?;
        let tag = |name: &str| tags::Model {
            id: 0,
            account_id: account.account_id(),
            tag_name: name.to_owned(),
            tag_key: name.to_owned(),
        };
        let tags = account.insert_all::<tags::Entity>(tx, TAGS.map(tag).to_vec()).await?;
        let tagged = contacts.iter().step_by(4).map(|contact| contact_tags::ActiveModel {
            contact_id: ActiveValue::Set(contact.id),
            tag_id: ActiveValue::Set(tags[self.dice.below(tags.len())].id),
            account_id: ActiveValue::Set(account.account_id()),
        });
        contact_tags::Entity::insert_many(tagged).exec_without_returning(tx).await?;
        let pledging: Vec<_> = contacts.iter().step_by(4).map(|contact| contact.id).collect();
        let rows = pledging.into_iter().map(|id| self.pledge(id)).collect();
        let pledges = account.insert_all::<pledges::Entity>(tx, rows).await?;
        let types = account.find::<gift_types::Entity>().order_by_asc(gift_types::Column::Id).all(tx).await?;
        let mut gifts: Vec<_> = pledges.iter().flat_map(|pledge| self.gifts_of(pledge, &types)).collect();
        for contact in &contacts {
            for _ in 0..self.dice.below(3) {
                gifts.push(self.gift(Some(contact.id), &types));
            }
        }
        account.insert_all::<gifts::Entity>(tx, gifts).await?;
        let rows = contacts.iter().step_by(5).map(|contact| self.task(contact)).collect();
        account.insert_all::<tasks::Entity>(tx, rows).await?;
        Ok(())
    }

    fn contact(&mut self, n: usize) -> contacts::Model {
        let organisation = ORGANISATIONS.get(n);
        let status = [
            ContactStatus::Donor,
            ContactStatus::Donor,
            ContactStatus::Contact,
            ContactStatus::Prospect,
            ContactStatus::LapsedDonor,
        ];
        let first = self.dice.pick(&FIRST_NAMES);
        let last = self.dice.pick(&LAST_NAMES);
        contacts::Model {
            contact_status: self.dice.pick(&status),
            contact_is_org: organisation.is_some(),
            contact_fname: organisation.is_none().then(|| first.to_owned()),
            contact_lname: Some(organisation.map_or(last, |name| name).to_owned()),
            contact_salutation: organisation.is_none().then(|| format!("Dear {first}")),
            contact_birthday: self
                .dice
                .one_in(3)
                .then(|| format!("--{:02}-{:02}", self.dice.below(12) + 1, self.dice.below(28) + 1)),
            contact_source: Some(
                self.dice.pick(&["Summer fair", "Website", "Friend", "Newsletter"]).to_owned(),
            ),
            contact_newsletter: self.dice.pick(&[
                Newsletter::Email,
                Newsletter::Email,
                Newsletter::None,
                Newsletter::Both,
            ]),
            contact_do_not_call: self.dice.one_in(10),
            contact_language: Some("en".to_owned()),
            contact_external_id: Some(format!("demo-{}", n + 1)),
            ..Contact::blank(&self.context)
        }
    }

    fn phone(&mut self, contact: &contacts::Model) -> contact_phones::Model {
        contact_phones::Model {
            id: 0,
            account_id: self.account.account_id(),
            contact_id: contact.id,
            phone_type: self.dice.pick(&[PhoneType::Mobile, PhoneType::Home, PhoneType::Work]),
            phone_number: format!("+1 555 01{:02} {:04}", self.dice.below(100), self.dice.below(10_000)),
            phone_extension: None,
            phone_primary: true,
        }
    }

    fn address(&mut self, contact: &contacts::Model) -> contact_addresses::Model {
        let (city, country, postal_code) = self.dice.pick(&CITIES);
        let street =
            self.dice.pick(&["High Street", "Rua do Carmo", "Elm Avenue", "Harbour Road", "Mill Lane"]);
        contact_addresses::Model {
            id: 0,
            account_id: self.account.account_id(),
            contact_id: contact.id,
            address_type: AddressType::Home,
            address_street: Some(format!("{} {street}", self.dice.below(180) + 1)),
            address_street2: None,
            address_city: Some(city.to_owned()),
            address_state: None,
            address_postal_code: Some(postal_code.to_owned()),
            address_country: Some(country.to_owned()),
            address_primary: true,
        }
    }

    fn pledge(&mut self, contact_id: i64) -> pledges::Model {
        use PledgeFrequency as F;
        pledges::Model {
            contact_id,
            pledge_amount_minor: self.dice.pick(&[1000, 2500, 5000, 10_000, 25_000]),
            pledge_frequency: self.dice.pick(&[
                F::Monthly,
                F::Monthly,
                F::Monthly,
                F::Quarterly,
                F::Weekly,
                F::Yearly,
                F::OneTime,
            ]),
            pledge_start_date: self.day_within(500),
            pledge_status: if self.dice.one_in(12) { PledgeStatus::Paused } else { PledgeStatus::Active },
            pledge_fund: Some(self.dice.pick(&FUNDS).to_owned()),
            ..Pledge::blank(&self.context)
        }
    }

    /// Makes the gifts of a pledge until today. Some givers have stopped early, so that the demo has late pledges.
    fn gifts_of(&mut self, pledge: &pledges::Model, types: &[gift_types::Model]) -> Vec<gifts::Model> {
        let paid = if self.dice.one_in(6) { 3 } else { 24 };
        let dates = (0..paid).map_while(|k| due_date(pledge.pledge_frequency, pledge.pledge_start_date, k));
        let dates: Vec<_> = dates.take_while(|date| *date <= self.context.today).collect();
        dates
            .into_iter()
            .map(|gift_date| gifts::Model {
                gift_amount_minor: pledge.pledge_amount_minor,
                gift_date,
                pledge_id: Some(pledge.id),
                gift_fund: pledge.pledge_fund.clone(),
                ..self.gift(Some(pledge.contact_id), types)
            })
            .collect()
    }

    fn gift(&mut self, contact_id: Option<i64>, types: &[gift_types::Model]) -> gifts::Model {
        gifts::Model {
            contact_id,
            gift_amount_minor: self.dice.pick(&[1500, 2000, 5000, 7550, 10_000, 50_000]),
            gift_date: self.day_within(700),
            gift_type_id: types.get(self.dice.below(5)).map(|gift_type| gift_type.id),
            gift_status: if self.dice.one_in(25) { GiftStatus::Pending } else { GiftStatus::Received },
            gift_fund: Some(self.dice.pick(&FUNDS).to_owned()),
            ..Gift::blank(&self.context)
        }
    }

    fn task(&mut self, contact: &contacts::Model) -> tasks::Model {
        let (task_type, verb) = self.dice.pick(&[
            (TaskType::Call, "Call"),
            (TaskType::Thank, "Thank"),
            (TaskType::Letter, "Write to"),
            (TaskType::PledgeReminder, "Remind"),
        ]);
        let name = contact.contact_fname.as_deref().or(contact.contact_lname.as_deref()).unwrap_or_default();
        let done = self.dice.one_in(3);
        let due = self
            .context
            .today
            .checked_add_days(Days::new(self.dice.below(30) as u64))
            .unwrap_or(self.context.today);
        tasks::Model {
            task_subject: format!("{verb} {name}"),
            task_type,
            task_due_date: Some(due),
            task_done: done,
            task_completed_on: done.then_some(self.context.today),
            task_priority: self.dice.pick(&[
                TaskPriority::Normal,
                TaskPriority::Normal,
                TaskPriority::High,
                TaskPriority::Low,
            ]),
            contact_id: Some(contact.id),
            ..Task::blank(&self.context)
        }
    }

    fn day_within(&mut self, days: usize) -> NaiveDate {
        self.context
            .today
            .checked_sub_days(Days::new(self.dice.below(days) as u64))
            .unwrap_or(self.context.today)
    }
}

fn email(contact: &contacts::Model) -> contact_emails::Model {
    let part = |name: &Option<String>| {
        let name = name.as_deref().unwrap_or("office").to_lowercase();
        name.replace(|c: char| !c.is_ascii_alphanumeric(), "")
    };
    contact_emails::Model {
        id: 0,
        account_id: contact.account_id,
        contact_id: contact.id,
        email_type: EmailType::Home,
        email_address: format!(
            "{}.{}@example.org",
            part(&contact.contact_fname),
            part(&contact.contact_lname)
        ),
        email_primary: true,
    }
}
