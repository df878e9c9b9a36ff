//! The typeface, and text as glyphs of it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::LazyLock;

use krilla::text::{Font, GlyphId, KrillaGlyph};
use rustybuzz::{Direction, GlyphInfo, GlyphPosition, UnicodeBuffer};

/// A weight of the typeface.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Weight {
    Regular,
    Bold,
}

static REGULAR: LazyLock<Option<Face>> =
    LazyLock::new(|| Face::new(include_bytes!("fonts/NotoSerif-Regular.ttf")));
static BOLD: LazyLock<Option<Face>> = LazyLock::new(|| Face::new(include_bytes!("fonts/NotoSerif-Bold.ttf")));

/// How many texts of each weight are kept with their glyphs. After that, they are kept anew.
const KEPT_MAX: usize = 4000;

/// The glyphs of a text of one weight, for any size.
#[derive(Clone)]
struct Shape {
    glyphs: Rc<[KrillaGlyph]>,
    /// Its width, as a part of the size.
    width: f32,
}

thread_local! {
    /// The texts that have their glyphs already, by their weight. The letters of a file repeat most of their words and lines,
    /// and each letter is set in several sizes until it fits.
    static KEPT: RefCell<[HashMap<String, Shape>; 2]> = RefCell::default();
}

/// Forgets what was kept when it is dropped: at the end of a file, because names of donors are among it.
pub(super) struct Forgetting;

impl Drop for Forgetting {
    fn drop(&mut self) {
        KEPT.take();
    }
}

/// A font, for shaping and for the file.
pub(super) struct Face {
    pub(super) font: Font,
    shaper: rustybuzz::Face<'static>,
    units: f32,
}

/// A line of text as glyphs, all of one font and one size.
#[derive(Clone, Debug)]
pub(super) struct Run {
    pub(super) text: String,
    pub(super) weight: Weight,
    pub(super) size: f32,
    pub(super) glyphs: Rc<[KrillaGlyph]>,
    /// Its width, in points.
    pub(super) width: f32,
}

impl Face {
    fn new(bytes: &'static [u8]) -> Option<Self> {
        let shaper = rustybuzz::Face::from_slice(bytes, 0)?;
        let units = length(shaper.units_per_em());
        Some(Self { font: Font::new(bytes.into(), 0)?, shaper, units })
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
        let shaped = rustybuzz::shape(&self.shaper, &[], buffer);
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
        let Shape { glyphs, width } = shape(text, weight);
        Self { text: text.to_owned(), weight, size, glyphs, width: width * size }
    }
}

/// Returns the glyphs of a text, which are kept for when it comes again.
fn shape(text: &str, weight: Weight) -> Shape {
    KEPT.with_borrow_mut(|kept| {
        let kept = &mut kept[weight as usize];
        if let Some(shape) = kept.get(text) {
            return shape.clone();
        }
        let glyphs = Face::of(weight).map(|face| face.shape(text)).unwrap_or_default();
        let glyphs: Rc<[KrillaGlyph]> = glyphs.into();
        let width = glyphs.iter().map(|glyph| glyph.x_advance).sum();
        let shape = Shape { glyphs, width };
        if kept.len() >= KEPT_MAX {
            kept.clear();
        }
        kept.insert(text.to_owned(), shape.clone());
        shape
    })
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
