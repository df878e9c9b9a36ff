//! The demo's records: three hundred contacts, with their pledges, gifts and tasks. They are the same at every first
//! start, except that their dates end at the current day.

use chrono::{Datelike, Days, NaiveDate};
use sea_orm::{ActiveValue, EntityTrait, QueryOrder};
use shared::entities::{
    AccountScope, contact_addresses, contact_emails, contact_phones, contact_tags, contacts, gift_types,
    gifts, households, pledges, saved_lists, tags, tasks,
};
use shared::values::choices::{
    AddressType, ContactStatus, EmailType, GiftStatus, ImportKind, Locale, MemberRole, Newsletter, PhoneType,
    PledgeFrequency, PledgeStatus, TaskPriority, TaskType,
};
use shared::{Error, Transaction};

use super::deposits;
use super::dice::Dice;
use super::ids::demo_ids;
use super::purposes;
use super::words::{CITIES, FIRST_NAMES, FUNDS, LAST_NAMES, ORGANISATIONS, TAGS, WHY_LATE};
use crate::auth::Caller;
use crate::giving::{Pause, Terms, due_date};
use crate::records::{Context, Resource};
use crate::resources::contacts::{Contact, joint_names, search};
use crate::resources::gifts::Gift;
use crate::resources::pledges::Pledge;
use crate::resources::saved_lists::SavedList;
use crate::resources::tasks::Task;
use crate::state::App;

const CONTACTS: usize = 300;

/// The contacts who live with the one after them, by their numbers. They are people.
const COUPLES: [usize; 5] = [20, 40, 60, 80, 100];

/// The saved lists: the name, the kind and the filters of each.
const LISTS: [(&str, ImportKind, &str); 2] = [
    (
        "Newsletter by email",
        ImportKind::Contacts,
        r#"{"deceased":"0","has_email":"1","newsletter":"email,both"}"#,
    ),
    ("Large gifts", ImportKind::Gifts, r#"{"min_amount":"500","sort":"-gift_date"}"#),
];

/// The most days since a donor's last gift. After that the donor has lapsed.
const DONOR_DAYS: u64 = 450;
/// The number of days back from today on which there are gifts.
const DAYS: usize = 700;

/// The demo's records, while they are made.
struct Records {
    dice: Dice,
    account: AccountScope,
    context: Context,
    types: Vec<gift_types::Model>,
}

/// A contact, with its pledges and gifts. The links between the rows are set when the rows have ids.
struct Story {
    contact: contacts::Model,
    pledge: Option<pledges::Model>,
    /// Gifts for the pledge.
    promised: Vec<gifts::Model>,
    /// Other gifts.
    single: Vec<gifts::Model>,
}

/// Inserts the demo's records into an account that has only the default gift types. They are no events.
pub async fn fill(app: &App, caller: Caller, tx: &Transaction) -> Result<(), Error> {
    let account = caller.account;
    let types = account.find::<gift_types::Entity>().order_by_asc(gift_types::Column::Id).all(tx).await?;
    let mut records = Records { dice: Dice(2026), account, context: Context::new(app, caller), types };
    let mut stories: Vec<_> = (0..CONTACTS).map(|n| records.story(n)).collect();

    settle(tx, account, &mut stories).await?;
    let rows = stories.iter().map(|story| story.contact.clone()).zip(demo_ids());
    let row = |(row, id): (contacts::Model, _)| contacts::Model {
        contact_external_id: Some(id),
        contact_lname_folded: search::folded_name(row.contact_lname.as_deref()),
        ..row
    };
    let rows = rows.map(row).collect();
    for (story, row) in stories.iter_mut().zip(account.insert_all::<contacts::Entity>(tx, rows).await?) {
        story.contact = row;
    }
    let contacts: Vec<_> = stories.iter().map(|story| &story.contact).collect();
    records.insert_details(tx, &contacts).await?;
    search::write_texts(tx, account, contacts.into_iter().cloned().collect()).await?;

    let pledge =
        |story: &Story| Some(pledges::Model { contact_id: story.contact.id, ..story.pledge.clone()? });
    let rows = stories.iter().filter_map(pledge).zip(demo_ids());
    let rows = rows.map(|(row, id)| pledges::Model { pledge_external_id: Some(id), ..row }).collect();
    let pledging = stories.iter_mut().filter(|story| story.pledge.is_some());
    for (story, row) in pledging.zip(account.insert_all::<pledges::Entity>(tx, rows).await?) {
        story.pledge = Some(row);
    }
    let gifts = stories.iter().flat_map(Story::gifts).zip(demo_ids());
    let gifts = gifts.map(|(row, id)| gifts::Model { gift_external_id: Some(id), ..row });
    let mut gifts = gifts.collect::<Vec<_>>();
    deposits::make(tx, &records.context, &records.types, &mut gifts).await?;
    let gifts = account.insert_all::<gifts::Entity>(tx, gifts).await?;
    purposes::insert(tx, &records.context, FUNDS, &gifts).await?;
    let tasks = stories.iter().step_by(5).map(|story| records.task(story));
    let tasks: Vec<_> = tasks.collect();
    let reminders = stories.iter().filter_map(|story| records.reminder(story)).collect::<Vec<_>>();
    let tasks = tasks.into_iter().chain(reminders).zip(demo_ids());
    let tasks = tasks.map(|(row, id)| tasks::Model { task_external_id: Some(id), ..row }).collect();
    account.insert_all::<tasks::Entity>(tx, tasks).await?;
    let lists = LISTS.map(|(name, kind, filter)| list(&records.context, name, kind, filter));
    account.insert_all::<saved_lists::Entity>(tx, lists.to_vec()).await?;
    Ok(())
}

/// Makes a saved list for all members.
fn list(context: &Context, name: &str, kind: ImportKind, filter: &str) -> saved_lists::Model {
    saved_lists::Model {
        list_name: name.to_owned(),
        list_kind: kind,
        list_filter: filter.to_owned(),
        user_id: None,
        only_for_user_id: None,
        ..SavedList::blank(context)
    }
}

/// Makes the households, and puts their members into them.
async fn settle(tx: &Transaction, account: AccountScope, stories: &mut [Story]) -> Result<(), Error> {
    let rows = COUPLES.iter().zip(demo_ids()).map(|(n, id)| {
        let [head, partner] = [&stories[*n].contact, &stories[n + 1].contact];
        households::Model {
            household_name: joint_names(&[head, partner], Locale::En).1.unwrap_or_default(),
            household_joint: true,
            household_external_id: Some(id),
            created_at_ms: head.created_at_ms,
            updated_at_ms: head.updated_at_ms,
            ..households::Model::default()
        }
    });
    let rows = account.insert_all::<households::Entity>(tx, rows.collect()).await?;
    for (n, household) in COUPLES.into_iter().zip(rows) {
        for (n, role) in [(n, MemberRole::Head), (n + 1, MemberRole::Partner)] {
            let contact = &mut stories[n].contact;
            (contact.household_id, contact.member_role) = (Some(household.id), Some(role));
        }
    }
    Ok(())
}

impl Records {
    async fn insert_details(&mut self, tx: &Transaction, contacts: &[&contacts::Model]) -> Result<(), Error> {
        let account = self.account;
        let rows = contacts.iter().map(|contact| email(contact)).collect();
        account.insert_all::<contact_emails::Entity>(tx, rows).await?;
        let with_phone: Vec<_> = contacts.iter().filter(|_| !self.dice.one_in(3)).collect();
        let rows = with_phone.into_iter().map(|contact| self.phone(contact)).collect();
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
        Ok(())
    }

    /// Every fourth contact has a pledge. Half of the others give now and then.
    fn story(&mut self, n: usize) -> Story {
        let (pledge, promised) = if n.is_multiple_of(4) {
            let (pledge, gifts) = self.pledge();
            (Some(pledge), gifts)
        } else {
            (None, Vec::new())
        };
        let most = if pledge.is_some() || self.dice.one_in(2) { 3 } else { 0 };
        let is_org = n < ORGANISATIONS.len();
        let single: Vec<_> = (0..self.dice.below(most + 1)).map(|_| self.single_gift(is_org)).collect();
        let last = promised.iter().chain(&single).map(|gift| gift.gift_date).max();
        let contact_status = match last {
            Some(last) if last >= self.days_ago(DONOR_DAYS) => ContactStatus::Donor,
            Some(_) => ContactStatus::LapsedDonor,
            None => self.dice.pick(&[ContactStatus::Contact, ContactStatus::Prospect]),
        };
        Story { contact: contacts::Model { contact_status, ..self.contact(n) }, pledge, promised, single }
    }

    fn contact(&mut self, n: usize) -> contacts::Model {
        let organisation = ORGANISATIONS.get(n);
        // 277 and the number of names have no common divisor, so no two contacts have the same name.
        let name = (n * 277) % (FIRST_NAMES.len() * LAST_NAMES.len());
        let first = FIRST_NAMES[name % FIRST_NAMES.len()];
        let last = LAST_NAMES[name / FIRST_NAMES.len()];
        contacts::Model {
            contact_is_org: organisation.is_some(),
            contact_fname: organisation.is_none().then(|| first.to_owned()),
            contact_lname: Some(organisation.map_or(last, |name| name).to_owned()),
            contact_salutation: organisation.is_none().then(|| format!("Dear {first}")),
            contact_employer: (organisation.is_none() && self.dice.one_in(12))
                .then(|| self.dice.pick(&ORGANISATIONS).to_owned()),
            contact_birthday: (organisation.is_none() && self.dice.one_in(3))
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

    /// Makes a pledge with its gifts. Most are paid until today. Some are late, with the reason in their notes, some are
    /// paused, some were raised, and some have ended.
    fn pledge(&mut self) -> (pledges::Model, Vec<gifts::Model>) {
        use PledgeFrequency as F;
        let start = self.day_within(60, 420);
        let mut pledge = pledges::Model {
            pledge_amount_minor: self.dice.pick(&[1000, 2500, 5000, 10_000, 25_000]),
            pledge_frequency: self.dice.pick(&[
                F::Monthly,
                F::Monthly,
                F::Monthly,
                F::Monthly,
                F::Quarterly,
                F::Quarterly,
                F::Weekly,
                F::Yearly,
                F::OneTime,
            ]),
            pledge_start_date: start,
            pledge_fund: Some(self.dice.pick(&FUNDS).to_owned()),
            ..Pledge::blank(&self.context)
        };
        let mut paid_until = self.context.today;
        let (mut paused_from, mut raised_from) = (None, None);
        match self.dice.below(12) {
            0 | 1 => {
                pledge.pledge_frequency = self.dice.pick(&[F::Monthly, F::Monthly, F::Weekly]);
                pledge.pledge_notes = Some(self.dice.pick(&WHY_LATE).to_owned());
                paid_until = self.day_within(75, 135);
            }
            2 => {
                pledge.pledge_notes = Some("Asked for a break until next year.".to_owned());
                paid_until = self.days_ago(60);
                paused_from = paid_until.succ_opt();
            }
            3 => pledge.pledge_end_date = Some(self.days_ago(30)),
            4 => raised_from = Some(self.day_within(20, 59)),
            _ => {}
        }
        let mut terms = Terms::of(&pledge);
        if let Some(from) = paused_from {
            terms.pause(Pause { from, until: None });
        }
        if let Some(from) = raised_from {
            terms.agree(from, |term| term.amount_minor += term.amount_minor / 2);
        }
        terms.write(self.context.today, &mut pledge);
        let end = pledge.pledge_end_date.unwrap_or(paid_until).min(paid_until);
        let dates = (0..).map_while(|k| due_date(pledge.pledge_frequency, start, k));
        let dates: Vec<_> = dates.take_while(|date| *date <= end).collect();
        let gifts = dates.into_iter().map(|date| gifts::Model {
            gift_amount_minor: terms.on(date).amount_minor,
            gift_date: date,
            gift_type_id: self.gift_type(&["card", "bank_transfer"]),
            gift_fund: pledge.pledge_fund.clone(),
            gift_thanked_on: Some(date),
            ..Gift::blank(&self.context)
        });
        let gifts = gifts.collect();
        (pledge, gifts)
    }

    /// Makes a gift of no pledge, most likely for a campaign. Recent gifts are still to be thanked for.
    fn single_gift(&mut self, by_org: bool) -> gifts::Model {
        let gift_date = self.day_within(0, DAYS);
        let year = gift_date.year();
        let campaign = match gift_date.month() {
            3..=5 => Some(format!("Spring appeal {year}")),
            6..=8 => Some(format!("Summer fair {year}")),
            11 | 12 => Some(format!("Year-end appeal {year}")),
            _ => None,
        };
        let amounts: &[i64] =
            if by_org { &[50_000, 120_000, 250_000] } else { &[1500, 2000, 5000, 7550, 10_000, 50_000] };
        let is_refunded = self.dice.one_in(40);
        let is_pending = gift_date > self.days_ago(5) && self.dice.one_in(2);
        let thanked = gift_date.checked_add_days(Days::new(self.dice.below(35) as u64 + 2));
        gifts::Model {
            gift_amount_minor: self.dice.pick(amounts),
            gift_date,
            gift_type_id: self.gift_type(&["cash", "check", "card", "online"]),
            gift_status: match (is_refunded, is_pending) {
                (true, _) => GiftStatus::Refunded,
                (_, true) => GiftStatus::Pending,
                _ => GiftStatus::Received,
            },
            gift_fund: Some(self.dice.pick(&FUNDS).to_owned()),
            gift_campaign: campaign,
            gift_memo: is_refunded.then(|| "Was given twice by mistake; sent back.".to_owned()),
            gift_thanked_on: thanked.filter(|day| *day <= self.context.today),
            ..Gift::blank(&self.context)
        }
    }

    fn gift_type(&mut self, names: &[&str]) -> Option<i64> {
        let name = self.dice.pick(names);
        self.types.iter().find(|gift_type| gift_type.gift_type_name == name).map(|gift_type| gift_type.id)
    }

    /// Makes a task, between three weeks ago and three weeks ahead. Most of those that were due are done.
    fn task(&mut self, story: &Story) -> tasks::Model {
        let (task_type, verb) = self.dice.pick(&[
            (TaskType::Call, "Call"),
            (TaskType::Thank, "Thank"),
            (TaskType::Letter, "Write to"),
            (TaskType::Appointment, "Meet"),
        ]);
        let due = self.days_ago(21) + Days::new(self.dice.below(42) as u64);
        let done = due < self.context.today && !self.dice.one_in(6);
        tasks::Model {
            task_subject: format!("{verb} {}", story.name()),
            task_type,
            task_due_date: Some(due),
            task_done: done,
            task_completed_on: done.then_some(due),
            task_priority: self.dice.pick(&[
                TaskPriority::Normal,
                TaskPriority::Normal,
                TaskPriority::High,
                TaskPriority::Low,
            ]),
            contact_id: Some(story.contact.id),
            ..Task::blank(&self.context)
        }
    }

    /// Makes the task that a late pledge needs.
    fn reminder(&mut self, story: &Story) -> Option<tasks::Model> {
        let pledge = story.pledge.as_ref().filter(|pledge| pledge.pledge_status == PledgeStatus::Active)?;
        pledge.pledge_notes.as_ref()?;
        Some(tasks::Model {
            task_subject: format!("Ask {} about the pledge", story.name()),
            task_type: TaskType::PledgeReminder,
            task_due_date: Some(self.context.today + Days::new(self.dice.below(10) as u64)),
            contact_id: Some(story.contact.id),
            pledge_id: Some(pledge.id),
            ..Task::blank(&self.context)
        })
    }

    /// Chooses a day that is at least `from` and fewer than `to` days ago.
    fn day_within(&mut self, from: usize, to: usize) -> NaiveDate {
        let days = from + self.dice.below(to - from);
        self.days_ago(days as u64)
    }

    fn days_ago(&self, days: u64) -> NaiveDate {
        self.context.today.checked_sub_days(Days::new(days)).unwrap_or(self.context.today)
    }
}

impl Story {
    fn name(&self) -> &str {
        let contact = &self.contact;
        contact.contact_fname.as_deref().or(contact.contact_lname.as_deref()).unwrap_or_default()
    }

    fn gifts(&self) -> Vec<gifts::Model> {
        let contact_id = Some(self.contact.id);
        let pledge_id = self.pledge.as_ref().map(|pledge| pledge.id);
        let promised =
            self.promised.iter().map(|gift| gifts::Model { contact_id, pledge_id, ..gift.clone() });
        let single = self.single.iter().map(|gift| gifts::Model { contact_id, ..gift.clone() });
        promised.chain(single).collect()
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
