//! The typeface, and text as glyphs of it.

use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, GlyphInfo, GlyphPosition, ShapePlan, UnicodeBuffer, script};

/// A weight of the typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Weight {
    Regular,
    Bold,
}

static REGULAR: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::new(include_bytes!("fonts/NotoSerif-Regular.ttf")));
static BOLD: LazyLock<Option<Face>> = LazyLock::new(|| Face::new(include_bytes!("fonts/NotoSerif-Bold.ttf")));

/// A font, for shaping and for the file.
pub(super) struct Face {
    pub(super) font: Font,
    shaper: rustybuzz::Face<'static>,
    /// How Latin text becomes glyphs. Making it anew for each word takes more than half of the time: 7.1 µs to 2.8 µs.
    latin: ShapePlan,
    units: f32,
}

/// A line of text as glyphs, all of one font and one size.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) weight: Weight,
    pub(super) size: f32,
    pub(super) glyphs: Vec<KrillaGlyph>,
    /// Its width, in points.
    pub(super) width: f32,
}

impl Face {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let shaper = rustybuzz::Face::from_slice(bytes, 0)?;
        let units = length(shaper.units_per_em());
        let latin = ShapePlan::new(&shaper, Direction::LeftToRight, Some(script::LATIN), None, &[]);
        Some(Self { font: Font::new(bytes.into(), 0)?, shaper, latin, units })
    }

    /// Returns the font of a weight. The fonts are part of the program, and a test reads both.
    pub(super) fn of(weight: Weight) -> Option<&'static Self> {
        match weight {
            Weight::Regular => REGULAR.as_ref(),
            Weight::Bold => BOLD.as_ref(),
        }
    }

    fn shape(&self, text: &str) -> Vec<KrillaGlyph> {
        let mut buffer = UnicodeBuffer::new();
        buffer.push_str(text);
        buffer.guess_segment_properties();
        buffer.set_direction(Direction::LeftToRight);
        let shaped = if buffer.script() == script::LATIN {
            rustybuzz::shape_with_plan(&self.shaper, &self.latin, buffer)
        } else {
            rustybuzz::shape(&self.shaper, &[], buffer)
        };
        let starts: Vec<usize> =
            shaped.glyph_infos().iter().map(|info| usize::try_from(info.cluster).unwrap_or(0)).collect();
        let ends = ends(&starts, text.len());
        let glyphs = shaped.glyph_infos().iter().zip(shaped.glyph_positions()).zip(starts.iter().zip(ends));
        let glyph = |((info, position), (start, end)): ((&GlyphInfo, &GlyphPosition), (&usize, usize))| {
            KrillaGlyph::new(
                GlyphId::new(info.glyph_id),
                length(position.x_advance) / self.units,
                length(position.x_offset) / self.units,
                length(position.y_offset) / self.units,
                0.0,
                *start..end,
                None,
            )
        };
        glyphs.map(glyph).collect()
    }
}

/// Returns where the text of each glyph ends: where that of a later one begins. Glyphs of one place end together.
fn ends(starts: &[usize], length: usize) -> Vec<usize> {
    let (mut end, mut next) = (length, length);
    let mut ends: Vec<usize> = Vec::with_capacity(starts.len());
    for start in starts.iter().rev() {
        if *start < next {
            (end, next) = (next, *start);
        }
        ends.push(end.max(*start));
    }
    ends.reverse();
    ends
}

/// Returns a length in units of a font, which are a few thousand to a letter.
fn length(units: i32) -> f32 {
    i16::try_from(units).map_or(0.0, f32::from)
}

impl Run {
    /// Makes the glyphs of a text.
    pub(super) fn new(text: &str, weight: Weight, size: f32) -> Self {
        let glyphs = Face::of(weight).map(|face| face.shape(text)).unwrap_or_default();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum::<f32>() * size;
        Self { text: text.to_owned(), weight, size, glyphs, width }
    }
}

/// Returns the first character of a text for which the typeface has no glyph. Spaces, line breaks and marks without a shape
/// need none.
pub fn lacking(text: &str) -> Option<char> {
    let face = Face::of(Weight::Regular)?;
    let needs_none = |letter: char| {
        letter.is_whitespace()
            || matches!(letter, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}')
    };
    text.chars().find(|letter| !needs_none(*letter) && face.shaper.glyph_index(*letter).is_none())
}
