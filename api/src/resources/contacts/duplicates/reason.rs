//! What speaks for it that two contacts are the same.

shared::choices! {
    /// What speaks for it that two contacts are the same, the strongest first: the same email address; the same phone number;
    /// the same names, or a short form of the first name as Tom for Thomas, and the same city or postal code; names that
    /// sound the same, and the same city, postal code or birthday; the same names alone, where nothing tells the two apart.
    DuplicateReason {
        Email = "email", Phone = "phone", NameAndPlace = "name_and_place", Sound = "sound", Name = "name",
    }
}

impl DuplicateReason {
    /// Returns the bit that stands for it: a higher one for a stronger reason.
    pub(super) fn bit(self) -> u8 {
        match self {
            Self::Email => 16,
            Self::Phone => 8,
            Self::NameAndPlace => 4,
            Self::Sound => 2,
            Self::Name => 1,
        }
    }
}
