//! The organisation's logo: a picture from outside, which is bounded before it is unpacked.

use imagesize::ImageType;
use krilla::image::Image;

/// The most bytes of a logo.
pub const BYTES_MAX: usize = 200_000;
/// The most pixels of each side. A small file can hold a very large picture.
const SIDE_MAX: usize = 2000;

/// Returns the media type of a logo, if it is of a kind that letters take.
pub fn content_type(bytes: &[u8]) -> Option<&'static str> {
    match imagesize::image_type(bytes).ok()? {
        ImageType::Png => Some("image/png"),
        ImageType::Jpeg => Some("image/jpeg"),
        _ => None,
    }
}

/// Reads a logo, without unpacking it.
pub(super) fn read(bytes: &[u8]) -> Result<Image, &'static str> {
    if bytes.len() > BYTES_MAX {
        return Err("must have at most 200 kB");
    }
    let kind = imagesize::image_type(bytes).ok();
    let size = imagesize::blob_size(bytes).map_err(|_| "must be a PNG or a JPEG");
    let size = |()| {
        size.and_then(|size| {
            let is_small = (1..=SIDE_MAX).contains(&size.width) && (1..=SIDE_MAX).contains(&size.height);
            if is_small { Ok(()) } else { Err("must have at most 2,000 pixels on each side") }
        })
    };
    let read = match kind {
        Some(ImageType::Png) => size(()).map(|()| Image::from_png(bytes.to_vec().into(), true)),
        Some(ImageType::Jpeg) => size(()).map(|()| Image::from_jpeg(bytes.to_vec().into(), true)),
        _ => return Err("must be a PNG or a JPEG"),
    };
    read?.map_err(|_| "is damaged, or of a kind that cannot be printed")
}
