//! What speaks for it that two contacts are the same.

shared::choices! {
    /// What speaks for it that two contacts are the same, the strongest first: the same email address; the same phone number;
    /// the same names and the same city or postal code; names that sound the same, and the same city, postal code or birthday.
    DuplicateReason { Email = "email", Phone = "phone", NameAndPlace = "name_and_place", Sound = "sound" }
}

impl DuplicateReason {
    /// Returns the bit that stands for it: a higher one for a stronger reason.
    pub(super) fn bit(self) -> u8 {
        match self {
            Self::Email => 8,
            Self::Phone => 4,
            Self::NameAndPlace => 2,
            Self::Sound => 1,
        }
    }
}
