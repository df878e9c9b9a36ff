//! Which answers a person has sent, as far as anybody can know: by an email address, or by a phone number and the name.

use std::collections::HashSet;

use sea_orm::{ConnectionTrait, QueryOrder};
use serde_json::Value;
use shared::entities::{AccountScope, form_answers};

use crate::error::AppError;
use crate::resources::contacts::duplicates::phone_key;
use crate::resources::contacts::search::one_spelling;

/// What a person is known by to those who read answers.
#[derive(Default)]
pub struct Sender {
    /// Email addresses, in lower case.
    emails: HashSet<String>,
    /// Phone numbers, as they are compared.
    phones: HashSet<String>,
    /// First and last names, in the form that all their spellings have.
    names: HashSet<(String, String)>,
}

/// The answers that fit a person, the oldest first.
pub struct Fitting {
    /// Those with an email address of the person, or with the name and a phone number.
    pub own: Vec<form_answers::Model>,
    /// Those that have only the name or a phone number in common. Another person may be called so, or live in the same place.
    pub alike: Vec<form_answers::Model>,
}

impl Fitting {
    /// Takes what came under another name for that of somebody else. Two people may share an email address, and a copy of the data
    /// must show nothing of the other one.
    #[must_use]
    pub fn with_name(self, sender: &Sender) -> Self {
        let Self { own, mut alike } = self;
        let (own, others): (Vec<_>, Vec<_>) = own.into_iter().partition(|answer| sender.is_called(answer));
        alike.extend(others);
        alike.sort_by_key(|answer| answer.id);
        Self { own, alike }
    }
}

impl Sender {
    /// Returns what a contact's record says of the person.
    pub fn of(contact: &Value) -> Self {
        let mut sender = Self::default();
        sender.learn(contact);
        sender
    }

    /// Learns from a contact's record, as it is now or was in an event.
    pub fn learn(&mut self, contact: &Value) {
        let rows = |list: &str| contact[list].as_array().into_iter().flatten();
        let email = |row: &Value| row["email_address"].as_str().map(lower);
        self.emails.extend(rows("emails").filter_map(email));
        let phone = |row: &Value| phone_key(row["phone_number"].as_str()?, row["phone_extension"].as_str());
        self.phones.extend(rows("phones").filter_map(phone));
        if let Some(last) = contact["contact_lname"].as_str() {
            let first = contact["contact_fname"].as_str().unwrap_or_default();
            self.names.insert((spelling(first), spelling(last)));
        }
    }

    /// Finds the answers of an account that fit the person.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn answers(
        &self,
        connection: &impl ConnectionTrait,
        account: AccountScope,
    ) -> Result<Fitting, AppError> {
        let answers = account.find::<form_answers::Entity>().order_by_asc(form_answers::Column::Id);
        let answers = answers.all(connection).await?.into_iter();
        let (own, others): (Vec<_>, Vec<_>) = answers.partition(|answer| self.has_sent(answer));
        let is_alike = |answer: &form_answers::Model| self.is_called(answer) || self.has_phone(answer);
        let alike = others.into_iter().filter(is_alike).collect();
        Ok(Fitting { own, alike })
    }

    fn has_sent(&self, answer: &form_answers::Model) -> bool {
        let has_email = self.emails.contains(&lower(&answer.answer_email));
        has_email || (self.is_called(answer) && self.has_phone(answer))
    }

    fn has_phone(&self, answer: &form_answers::Model) -> bool {
        let phone = answer.answer_phone.as_deref().and_then(|number| phone_key(number, None));
        phone.is_some_and(|phone| self.phones.contains(&phone))
    }

    fn is_called(&self, answer: &form_answers::Model) -> bool {
        let first = answer.answer_fname.as_deref().unwrap_or_default();
        self.names.contains(&(spelling(first), spelling(&answer.answer_lname)))
    }
}

fn lower(text: &str) -> String {
    text.trim().to_lowercase()
}

fn spelling(name: &str) -> String {
    one_spelling(name.trim())
}
