//! The sizes of paper. Lengths are points: 72 to an inch.

use serde::{Deserialize, Serialize};

/// A millimetre, in points.
pub(super) const MM: f32 = 72.0 / 25.4;

/// The size of a page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Paper {
    /// 210 by 297 mm.
    #[default]
    A4,
    /// 8.5 by 11 inches.
    Letter,
}

impl Paper {
    /// Returns the width and the height, in points.
    pub(super) fn size(self) -> (f32, f32) {
        match self {
            Self::A4 => (210.0 * MM, 297.0 * MM),
            Self::Letter => (612.0, 792.0),
        }
    }

    /// Returns the size by its name, `a4` or `letter`.
    pub fn named(name: &str) -> Option<Self> {
        match name {
            "a4" => Some(Self::A4),
            "letter" => Some(Self::Letter),
            _ => None,
        }
    }

    /// Returns its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::A4 => "a4",
            Self::Letter => "letter",
        }
    }
}
