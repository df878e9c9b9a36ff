//! The file: one PDF with all letters of a run, each beginning on a page of its own.

use krilla::Document;
use krilla::geom::{PathBuilder, Point, Rect, Size, Transform};
use krilla::image::Image;
use krilla::metadata::Metadata;
use krilla::page::PageSettings;
use krilla::surface::Surface;
use shared::values::choices::Choice;

use super::face::Face;
use super::flow::Mark;
use super::lines::Breaker;
use super::page;
use super::{Head, Letter, locale_of, logo};

/// Writes letters, each with its number, as long as somebody waits for the file.
///
/// # Errors
/// What stopped it: a logo that was not [checked](super::check_logo), or that nobody waits any more.
pub fn write(
    title: &str,
    head: &Head,
    logo: Option<&[u8]>,
    letters: &[(i64, Letter)],
    is_awaited: impl Fn() -> bool,
) -> Result<Vec<u8>, String> {
    let logo = logo.map(logo::read).transpose()?;
    let size = logo.as_ref().map(Image::size).map(|(width, height)| (pixels(width), pixels(height)));
    let (width, height) = head.paper.size();
    let mut document = Document::new();
    // Nothing about the moment is written, so that the same letters make the same file.
    let metadata = Metadata::new()
        .title(title.to_owned())
        .authors(vec![head.organisation.clone()])
        .creator("Almoner".to_owned())
        .language(locale_of(letters).as_str().to_owned());
    document.set_metadata(metadata);
    let breaker = Breaker::default();
    for (number, letter) in letters {
        if !is_awaited() {
            return Err("nobody waits for the file any more".to_owned());
        }
        for marks in page::pages(&breaker, head, (*number, letter), size) {
            let settings = PageSettings::from_wh(width, height).ok_or("the paper has no size")?;
            let mut page = document.start_page_with(settings);
            let mut surface = page.surface();
            for mark in marks {
                draw(&mut surface, mark, logo.as_ref());
            }
            surface.finish();
            page.finish();
        }
    }
    document.finish().map_err(|error| format!("{error:?}"))
}

/// Checks that a picture can be a logo: its kind by its first bytes, its size, and that it unpacks.
///
/// # Errors
/// The rule that it breaks, as the end of a sentence.
pub fn check_logo(bytes: &[u8]) -> Result<(), &'static str> {
    logo::read(bytes)?;
    let letter = (1, Letter::default());
    let written = write("", &Head::default(), Some(bytes), &[letter], || true);
    written.map(|_| ()).map_err(|_| "is damaged, or of a kind that cannot be printed")
}

/// Returns a number of pixels, which is bounded.
fn pixels(count: u32) -> f32 {
    u16::try_from(count).map_or(1.0, f32::from)
}

fn draw(surface: &mut Surface<'_>, mark: Mark, logo: Option<&Image>) {
    match mark {
        Mark::Text(x, y, run) => {
            if let Some(face) = Face::of(run.weight) {
                let (start, font) = (Point::from_xy(x, y), face.font.clone());
                surface.draw_glyphs(start, &run.glyphs, font, &run.text, run.size, false);
            }
        }
        Mark::Rule(x, y, width, thick) => {
            let mut path = PathBuilder::new();
            if let Some(line) = Rect::from_xywh(x, y, width, thick) {
                path.push_rect(line);
            }
            if let Some(path) = path.finish() {
                surface.draw_path(&path);
            }
        }
        Mark::Logo(x, y, (width, height)) => {
            if let (Some(image), Some(size)) = (logo, Size::from_wh(width, height)) {
                surface.push_transform(&Transform::from_translate(x, y));
                surface.draw_image(image.clone(), size);
                surface.pop();
            }
        }
    }
}
