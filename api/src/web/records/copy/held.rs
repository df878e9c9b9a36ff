//! What is stored about a contact beside the records that belong to it: letters, files, gifts of others that credit it, and what
//! waits from the website.

use std::collections::HashMap;

use sea_orm::{ColumnTrait, QueryFilter, QueryOrder, QuerySelect, QueryTrait};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use shared::entities::{
    form_answers, gift_soft_credits, gifts, mailed_letters, printed_letter_contacts, printed_letters,
};
use shared::values::clock::rfc3339;

use super::part::{Part, RECORDS_MAX, SHOWN};
use crate::error::AppError;
use crate::records::Context;
use crate::resources::contacts::{Contact, files};
use crate::resources::web_forms::senders::{Fitting, Sender};
use crate::typeset;
use crate::web::format::{day, moment};
use crate::web::records::answers::{address_of, name_of};
use crate::web::records::table::{Cell, Column, Table};

/// What is stored beside the records, the oldest first.
pub(super) struct Held {
    letters: Vec<HeldLetter>,
    files: Vec<HeldFile>,
    credited_gifts: Vec<Credited>,
    answers: Fitting,
}

/// A letter that is about the contact.
#[derive(Serialize)]
struct HeldLetter {
    letter_number: i64,
    /// The address to which it was mailed.
    email_address: Option<String>,
    /// Its text as it was set.
    letter: Box<RawValue>,
}

#[derive(Serialize)]
struct HeldFile {
    file_name: String,
    file_bytes: i64,
    added_at: String,
    #[serde(skip)]
    added_at_ms: i64,
}

/// A gift of somebody else that credits the contact.
#[derive(Serialize)]
struct Credited {
    gift_id: i64,
    gift_date: chrono::NaiveDate,
}

impl Held {
    /// Reads what is stored, at most so many of each.
    pub(super) async fn read(context: &Context, contact: &Contact) -> Result<Self, AppError> {
        let (reader, account, id) = (context.app.store.read(), context.caller.account, contact.model.id);
        let sender = Sender::of(&serde_json::to_value(contact)?);
        let files = files::list(reader, account, id).await?.into_iter().rev();
        let files = files.map(|file| HeldFile {
            added_at: rfc3339(file.added_at_ms),
            added_at_ms: file.added_at_ms,
            file_name: file.file_name,
            file_bytes: file.file_bytes,
        });
        Ok(Self {
            letters: letters(context, id).await?,
            files: files.collect(),
            credited_gifts: credited(context, id).await?,
            answers: sender.answers(reader, account).await?.with_name(&sender),
        })
    }

    /// Returns the ids of the answers that may be somebody else's. A copy has nothing of them.
    pub(super) fn alike(&self) -> impl ExactSizeIterator<Item = i64> {
        self.answers.alike.iter().map(|answer| answer.id)
    }

    /// Returns the members of the file.
    pub(super) fn members(&self) -> Result<[(&'static str, Box<RawValue>); 4], AppError> {
        Ok([
            ("letters", to_raw_value(&self.letters)?),
            ("files", to_raw_value(&self.files)?),
            ("credited_gifts", to_raw_value(&self.credited_gifts)?),
            ("answers", to_raw_value(&self.answers.own.iter().map(written).collect::<Vec<_>>())?),
        ])
    }

    /// Returns the parts of the page. Those that have nothing are left out.
    pub(super) fn parts(&self, context: &Context) -> Result<Vec<Part>, AppError> {
        const LETTERS: &[Column] = &[
            Column::new("runs-number"),
            Column::new("runs-to"),
            Column::new("copy-letter-subject"),
            Column::new("copy-letter-mailed-to"),
        ];
        const FILES: &[Column] = &[Column::new("file"), Column::new("files-added-at").class("date")];
        const ANSWERS: &[Column] = &[
            Column::new("copy-answer-sent").class("date"),
            Column::new("name"),
            Column::new("email"),
            Column::new("contact-phone"),
            Column::new("web-form-address"),
            Column::new("public-form-message"),
            Column::new("web-form-amount").optional(),
            Column::new("web-form-news").optional(),
        ];
        const CREDITED: &[Column] = &[Column::new("gift"), Column::new("day").class("date")];
        let letter = |one: &HeldLetter| {
            let text: typeset::Letter = serde_json::from_str(one.letter.get())?;
            let to = text.to.first().cloned().unwrap_or_default();
            let email = one.email_address.clone().unwrap_or_default();
            Ok([one.letter_number.to_string(), to, text.subject, email].map(Cell::text).into())
        };
        let file = |one: &HeldFile| {
            vec![Cell::text(&one.file_name), Cell::text(moment(one.added_at_ms, context.caller.timezone))]
        };
        let gift = |one: &Credited| {
            let number = t!("links-gift", id = one.gift_id.to_string());
            vec![Cell::link(number, format!("/gifts/{}", one.gift_id)), Cell::text(day(one.gift_date))]
        };
        let answer = |one: &form_answers::Model| -> Vec<Cell> {
            let (phone, message) = (one.answer_phone.clone(), one.answer_message.clone());
            let sent = moment(one.sent_at_ms, context.caller.timezone);
            let texts = [sent, name_of(one), one.answer_email.clone(), phone.unwrap_or_default()];
            let news = if one.answer_news { t!("yes").to_owned() } else { String::new() };
            let amount = one.answer_amount.clone().unwrap_or_default();
            let more = [address_of(one), message.unwrap_or_default(), amount, news];
            texts.into_iter().chain(more).map(Cell::text).collect()
        };
        let letters = self.letters.iter().take(SHOWN).map(letter).collect::<Result<Vec<_>, AppError>>()?;
        let parts = [
            Part::new(
                (t!("group-letters"), "letters", self.letters.len()),
                "count-letters",
                Table::new(LETTERS, letters),
            ),
            Part::new(
                (t!("files-heading"), "files", self.files.len()),
                "copy-count-files",
                Table::new(FILES, self.files.iter().map(file).collect()),
            ),
            Part::new(
                (t!("copy-credited"), "credited", self.credited_gifts.len()),
                "count-gifts",
                Table::new(CREDITED, self.credited_gifts.iter().take(SHOWN).map(gift).collect()),
            ),
            Part::new(
                (t!("copy-answers"), "answers", self.answers.own.len()),
                "erase-count-answers",
                Table::new(ANSWERS, self.answers.own.iter().map(answer).collect()).without_empty(),
            ),
        ];
        Ok(parts.into_iter().filter(|part| !part.table.rows.is_empty()).collect())
    }
}

/// Returns an answer as the file has it.
fn written(answer: &form_answers::Model) -> Value {
    json!({
        "sent_at": rfc3339(answer.sent_at_ms),
        "contact_fname": answer.answer_fname,
        "contact_lname": answer.answer_lname,
        "email_address": answer.answer_email,
        "phone_number": answer.answer_phone,
        "address_street": answer.answer_street,
        "address_city": answer.answer_city,
        "address_state": answer.answer_state,
        "address_postal_code": answer.answer_postal_code,
        "address_country": answer.answer_country,
        "message": answer.answer_message,
        "amount": answer.answer_amount,
        "wants_news": answer.answer_news,
    })
}

async fn letters(context: &Context, id: i64) -> Result<Vec<HeldLetter>, AppError> {
    use {printed_letter_contacts::Column as A, printed_letters::Column as L};
    let (reader, account) = (context.app.store.read(), context.caller.account);
    let about = account.find::<printed_letter_contacts::Entity>().filter(A::ContactId.eq(id));
    let about = about.select_only().column(A::LetterId).into_query();
    let letters = account.find::<printed_letters::Entity>().filter(L::Id.in_subquery(about.clone()));
    let letters = letters.order_by_asc(L::LetterNumber).limit(RECORDS_MAX as u64).all(reader).await?;
    let mailed = account.find::<mailed_letters::Entity>();
    let mailed = mailed.filter(mailed_letters::Column::LetterId.in_subquery(about)).all(reader).await?;
    let mut mailed: HashMap<i64, String> =
        mailed.into_iter().map(|one| (one.letter_id, one.email_address)).collect();
    let letter = |row: printed_letters::Model| {
        let text = row.letter_text?;
        // A letter to a household may have gone to another member's address.
        let email_address = mailed.remove(&row.id).filter(|_| row.contact_id == id);
        let letter = RawValue::from_string(text).map_err(AppError::from);
        Some(letter.map(|letter| HeldLetter { letter_number: row.letter_number, email_address, letter }))
    };
    letters.into_iter().filter_map(letter).collect()
}

async fn credited(context: &Context, id: i64) -> Result<Vec<Credited>, AppError> {
    use {gift_soft_credits::Column as S, gifts::Column as G};
    let account = context.caller.account;
    let credits = account.find::<gift_soft_credits::Entity>().filter(S::ContactId.eq(id));
    let credits = credits.select_only().column(S::GiftId).into_query();
    let gifts = account.find::<gifts::Entity>().filter(G::Id.in_subquery(credits)).order_by_asc(G::Id);
    let gifts = gifts.select_only().columns([G::Id, G::GiftDate]).limit(RECORDS_MAX as u64);
    let gifts: Vec<(i64, chrono::NaiveDate)> = gifts.into_tuple().all(context.app.store.read()).await?;
    Ok(gifts.into_iter().map(|(gift_id, gift_date)| Credited { gift_id, gift_date }).collect())
}
