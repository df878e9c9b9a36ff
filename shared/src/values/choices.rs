//! The closed lists of values, with the texts that the API writes and the database stores.

/// An enumeration. Each value has one text, in JSON and in the database.
pub trait Choice: Copy + Sized + 'static {
    /// The enumeration's name, in the document and in the clients that are generated from it.
    const NAME: &'static str;

    /// Every value, in the order of the documentation.
    const ALL: &'static [Self];

    /// Other texts that are accepted for a value.
    const ALIASES: &'static [(&'static str, Self)] = &[];

    /// Returns the value's text.
    fn as_str(self) -> &'static str;

    /// Returns the value with this text.
    ///
    /// # Errors
    /// The rule that the text breaks, worded to follow the field's name.
    fn parse(text: &str) -> Result<Self, String> {
        let mut texts =
            Self::ALL.iter().map(|value| (value.as_str(), *value)).chain(Self::ALIASES.iter().copied());
        texts.find(|(one, _)| *one == text).map(|(_, value)| value).ok_or_else(|| Self::rule_of(text))
    }

    /// Returns the rule that a text breaks if it is none of the values.
    fn rule_of(_text: &str) -> String {
        Self::rule()
    }

    /// Returns `must be one of a, b, c`.
    fn rule() -> String {
        let texts: Vec<_> = Self::ALL.iter().map(|value| value.as_str()).collect();
        format!("must be one of {}", texts.join(", "))
    }
}

/// The error for a text that is none of the values.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct UnknownChoice(pub String);

/// Declares choices: `Name: Default { Value = "text" }`, where the default is for those that a new record has unasked.
#[macro_export]
macro_rules! choices {
    ($( $(#[$doc:meta])* $name:ident $(: $default:ident)? { $($value:ident = $text:literal),+ $(,)? } $({ $($item:item)+ })? )+) => { $(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, sea_orm::DeriveValueType)]
        #[sea_orm(value_type = "String")]
        pub enum $name { $(#[doc = concat!("`", $text, "`")] $value),+ }

        impl $crate::values::choices::Choice for $name {
            const NAME: &'static str = stringify!($name);
            const ALL: &'static [Self] = &[$(Self::$value),+];

            fn as_str(self) -> &'static str {
                match self { $(Self::$value => $text),+ }
            }

            $($($item)+)?
        }

        $(impl Default for $name {
            /// The value of a record whose creator gives none.
            fn default() -> Self {
                Self::$default
            }
        })?

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str($crate::values::choices::Choice::as_str(*self))
            }
        }

        impl std::str::FromStr for $name {
            type Err = $crate::values::choices::UnknownChoice;

            fn from_str(text: &str) -> Result<Self, Self::Err> {
                $crate::values::choices::Choice::parse(text).map_err($crate::values::choices::UnknownChoice)
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str($crate::values::choices::Choice::as_str(*self))
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
                text.parse().map_err(serde::de::Error::custom)
            }
        }
    )+ };
}
choices! {
    /// The standing of a contact with the organisation (specification, section 2).
    ContactStatus: Contact { Contact = "contact", Donor = "donor", Prospect = "prospect", Archive = "archive", LapsedDonor = "lapsed_donor" }
    /// The kind of a contact.
    ContactType { Person = "person", Organization = "organization" }
    /// The way in which a contact wants the newsletter.
    Newsletter: None { None = "none", Email = "email", Physical = "physical", Both = "both" }
    /// The relation of a family member to the contact.
    FamilyRelationship: Other { Spouse = "spouse", Child = "child", Parent = "parent", Sibling = "sibling", Other = "other" }
    /// What a member of a household is in it.
    MemberRole: Other { Head = "head", Partner = "partner", Child = "child", Other = "other" }
    /// The use of an address.
    AddressType: Home { Home = "home", Work = "work", Mailing = "mailing", Seasonal = "seasonal", Other = "other" }
    /// The use of a phone number.
    PhoneType: Mobile { Mobile = "mobile", Home = "home", Work = "work", Fax = "fax", Other = "other" }
    /// The use of an email address.
    EmailType: Home { Home = "home", Work = "work", Other = "other" }
    /// The kind of a name that records share.
    NameKind { Fund = "fund", Campaign = "campaign" }
    /// The state of a gift. Only `received` gifts count.
    GiftStatus: Received { Pending = "pending", Received = "received", Refunded = "refunded", Void = "void" }
    /// Whether gifts still come into a batch.
    BatchStatus: Open { Open = "open", Closed = "closed" }
    /// The reason for which a gift names somebody who did not give it.
    TributeType { InHonorOf = "in_honor_of", InMemoryOf = "in_memory_of" }
    /// The decision about a pledge.
    PledgeStatus: Active { Active = "active", Paused = "paused", Cancelled = "cancelled", WrittenOff = "written_off" }
    /// A pledge's status, or where an active one stands in time.
    PledgeState {
        Upcoming = "upcoming", Active = "active", Ended = "ended",
        Paused = "paused", Cancelled = "cancelled", WrittenOff = "written_off",
    }
    /// The frequency of a pledge's gifts.
    PledgeFrequency: Monthly {
        Weekly = "weekly", Every2Weeks = "every_2_weeks", Every4Weeks = "every_4_weeks",
        TwiceMonthly = "twice_monthly", Monthly = "monthly", Every2Months = "every_2_months",
        Quarterly = "quarterly", Every4Months = "every_4_months", TwiceYearly = "twice_yearly",
        Yearly = "yearly", Every2Years = "every_2_years", OneTime = "one_time",
    } {
        const ALIASES: &'static [(&'static str, Self)] = &[
            ("annual", Self::Yearly),
            ("annually", Self::Yearly),
            ("biweekly", Self::Every2Weeks),
            ("fortnightly", Self::Every2Weeks),
            ("semiannual", Self::TwiceYearly),
            ("semi-annual", Self::TwiceYearly),
            ("once", Self::OneTime),
        ];

        fn rule_of(text: &str) -> String {
            match text {
                "bimonthly" => "is ambiguous: say twice_monthly or every_2_months".to_owned(),
                "biannual" => "is ambiguous: say twice_yearly or every_2_years".to_owned(),
                _ => Self::rule(),
            }
        }
    }
    /// The kind of task.
    TaskType: ToDo {
        Call = "call", Email = "email", Text = "text", Letter = "letter", Appointment = "appointment",
        InPerson = "in_person", Thank = "thank", PledgeReminder = "pledge_reminder",
        Newsletter = "newsletter", Prayer = "prayer", ToDo = "to_do",
    }
    /// The urgency of a task.
    TaskPriority: Normal { Low = "low", Normal = "normal", High = "high" }
    /// Whether a task is to be done, was done, or was given up.
    TaskStatus { Open = "open", Done = "done", Cancelled = "cancelled" }
    /// How long after a task the next one like it is due.
    TaskRepeat { Weekly = "weekly", Monthly = "monthly", Quarterly = "quarterly", Yearly = "yearly" }
    /// Until when an open task is due: today or before, or until the end of the week, which is Sunday.
    TaskDue { Today = "today", ThisWeek = "this_week" }
    /// The result of a task.
    TaskResult { Done = "done", Attempted = "attempted", LeftMessage = "left_message", Received = "received" }
    /// Whether a webhook receives: active; paused (deliveries wait); disabled (they are skipped).
    WebhookStatus: Active { Active = "active", Paused = "paused", Disabled = "disabled" }
    /// The types of events (specification, section 6).
    EventType {
        ContactsCreate = "contacts.create", ContactsUpdate = "contacts.update",
        GiftsCreate = "gifts.create", GiftsUpdate = "gifts.update",
        PledgesCreate = "pledges.create", PledgesUpdate = "pledges.update",
        TasksCreate = "tasks.create", TasksUpdate = "tasks.update",
        WebhooksFailing = "webhooks.failing", WebhooksDisabled = "webhooks.disabled", ImportsFinished = "imports.finished",
    }
    /// What records, events and webhooks can show of other records.
    Include {
        None = "none", Contact = "contact", ContactEmails = "contact.emails", ContactPhones = "contact.phones",
        ContactAddresses = "contact.addresses", GiftType = "giftType", Giving = "giving",
    }
    /// What a webhook can ask for: an event, or every event of a kind.
    WebhookEvent {
        ContactsAll = "contacts.*", ContactsCreate = "contacts.create", ContactsUpdate = "contacts.update",
        GiftsAll = "gifts.*", GiftsCreate = "gifts.create", GiftsUpdate = "gifts.update",
        PledgesAll = "pledges.*", PledgesCreate = "pledges.create", PledgesUpdate = "pledges.update",
        TasksAll = "tasks.*", TasksCreate = "tasks.create", TasksUpdate = "tasks.update",
        WebhooksFailing = "webhooks.failing", WebhooksDisabled = "webhooks.disabled", ImportsFinished = "imports.finished",
    }
    /// The state of the delivery of an event to a webhook. All but `pending` are terminal.
    DeliveryStatus { Pending = "pending", Succeeded = "succeeded", Failed = "failed", Skipped = "skipped" }
    /// The outcome of one attempt.
    AttemptOutcome {
        Success = "success", Status = "status", TooLarge = "too_large", Timeout = "timeout", Dns = "dns",
        Connect = "connect", Tls = "tls", Reset = "reset", ForbiddenAddress = "forbidden_address",
        Unsendable = "unsendable",
    }
    /// The state of a recovery. It is stopped when its webhook is disabled.
    RecoveryStatus { Running = "running", Finished = "finished", Stopped = "stopped" }
    /// The kind of records that the rows of a file become.
    ImportKind {
        Contacts = "contacts", Gifts = "gifts", Pledges = "pledges", Tasks = "tasks", Households = "households",
        Funds = "funds", Campaigns = "campaigns", GiftBatches = "batches",
    }
    /// The state of an import: its file is arriving, it waits, its rows are being imported, it has ended.
    ImportStatus {
        Receiving = "receiving", Queued = "queued", Running = "running", Finished = "finished", Failed = "failed",
    }
    /// The rights of a user in an account.
    MembershipRole { Owner = "owner", Member = "member" }
    /// The purpose of a link that works once.
    LinkPurpose { Setup = "setup", Password = "password" }
    /// The fate of an email: it waits, the mail server has taken it, it could not be sent.
    MailStatus { Queued = "queued", Sent = "sent", Failed = "failed" }
    /// The actions that the audit log tells of.
    AuditAction {
        SignIn = "sign_in", SignInFailed = "sign_in_failed", SignOut = "sign_out", SessionsEnded = "sessions_ended",
        AccountCreated = "account_created", AccountChanged = "account_changed",
        UserCreated = "user_created", ProfileChanged = "profile_changed",
        PasswordChanged = "password_changed", PasswordLinkCreated = "password_link_created",
        SecondFactorOn = "second_factor_on", SecondFactorOff = "second_factor_off",
        RecoveryCodesCreated = "recovery_codes_created", RecoveryCodeUsed = "recovery_code_used",
        PasswordLinkRevoked = "password_link_revoked",
        MemberInvited = "member_invited", InvitationRevoked = "invitation_revoked", MemberJoined = "member_joined",
        MemberRoleChanged = "member_role_changed", MemberRemoved = "member_removed", MemberLeft = "member_left",
        KeyCreated = "key_created", KeyRefreshed = "key_refreshed", KeyRevoked = "key_revoked",
        WebhookCreated = "webhook_created", WebhookUpdated = "webhook_updated",
        WebhookSecretRotated = "webhook_secret_rotated", ContactErased = "contact_erased",
        RecordsExported = "records_exported", SandboxCreated = "sandbox_created", SandboxReset = "sandbox_reset",
        BatchClosed = "batch_closed", BatchReopened = "batch_reopened",
        LetterheadChanged = "letterhead_changed", LetterTemplateChanged = "letter_template_changed",
        LettersPrinted = "letters_printed", FileAdded = "file_added", FileRemoved = "file_removed",
        WebFormRemoved = "web_form_removed", ContactsKeptApart = "contacts_kept_apart",
        ContactsNotKeptApart = "contacts_not_kept_apart",
        Imported = "imported", ImportUndone = "import_undone", ImportCheckRemoved = "import_check_removed",
    }
    /// What a printed letter is for.
    LetterKind: ThankYou { ThankYou = "thank_you", YearEndStatement = "year_end_statement", PledgeReminder = "pledge_reminder" }
    /// A language in which the service writes pages and letters. `en-US` has the texts of `en`, with days and times as
    /// people write them in the United States. It stands last, so that the numbers of the others are those of languages.
    Locale: En { En = "en", De = "de", Es = "es", Fr = "fr", Pt = "pt", EnUs = "en-US" }
    /// The size of the paper that letters are printed on.
    PaperSize: A4 { A4 = "a4", Letter = "letter" }
}

impl EventType {
    /// Returns whether it is about the running of the service, and not about a record. Only those get it who name it.
    pub fn is_operational(self) -> bool {
        matches!(self, Self::WebhooksFailing | Self::WebhooksDisabled | Self::ImportsFinished)
    }
}

impl Locale {
    /// Returns the locale whose texts this one has.
    #[must_use]
    pub fn language(self) -> Self {
        if self == Self::EnUs { Self::En } else { self }
    }

    /// Returns whether its texts are English.
    pub fn is_english(self) -> bool {
        self.language() == Self::En
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn frequencies_have_aliases_and_refuse_ambiguous_words() {
        assert_eq!(PledgeFrequency::parse("annually"), Ok(PledgeFrequency::Yearly));
        assert_eq!(PledgeFrequency::parse("fortnightly"), Ok(PledgeFrequency::Every2Weeks));
        assert_eq!(PledgeFrequency::parse("semi-annual"), Ok(PledgeFrequency::TwiceYearly));
        assert_eq!(PledgeFrequency::parse("once"), Ok(PledgeFrequency::OneTime));
        assert_eq!(
            PledgeFrequency::parse("bimonthly").unwrap_err(),
            "is ambiguous: say twice_monthly or every_2_months"
        );
        assert!(PledgeFrequency::parse("daily").unwrap_err().starts_with("must be one of weekly, "));
    }
}
