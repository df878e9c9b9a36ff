//! The encoding of a text. A byte order mark tells it, or else the text itself: what is UTF-8 throughout is UTF-8, and
//! for the rest the letters and their neighbours decide.

use chardetng::{EncodingDetector, Iso2022JpDetection, Utf8Detection};
use encoding_rs::{Decoder, Encoding, UTF_8, UTF_16BE, UTF_16LE};

/// How many bytes, from the first that is not ASCII, are looked at before the encoding is guessed.
const GUESSED_BY: usize = 64 * 1024;
/// How many bytes tell a byte order mark, or that every second byte is zero.
const BEGINNING: usize = 4;

/// Turns the bytes of a text into UTF-8, piece by piece.
pub(in super::super) struct ToUtf8(State);

enum State {
    /// The first bytes of the file.
    Begun(Vec<u8>),
    /// Every byte so far is ASCII, and means the same in almost every encoding.
    Ascii,
    /// The text is UTF-8 already.
    Utf8,
    /// The bytes since the first that is not ASCII.
    Unsure(Vec<u8>),
    /// The text is in another encoding.
    Other(Decoder),
}

impl Default for ToUtf8 {
    fn default() -> Self {
        Self(State::Begun(Vec::new()))
    }
}

impl ToUtf8 {
    /// Takes the next piece. Returns the text that is clear by now.
    pub(in super::super) fn push(&mut self, piece: &[u8]) -> Vec<u8> {
        self.take(piece, false)
    }

    /// Ends the text. Returns the rest.
    pub(in super::super) fn end(&mut self) -> Vec<u8> {
        self.take(&[], true)
    }

    /// Returns the name of the encoding, if it is not UTF-8.
    pub(in super::super) fn name(&self) -> Option<&'static str> {
        match &self.0 {
            State::Other(decoder) => Some(decoder.encoding().name()),
            _ => None,
        }
    }

    fn take(&mut self, piece: &[u8], is_last: bool) -> Vec<u8> {
        match &mut self.0 {
            State::Utf8 => piece.to_vec(),
            State::Other(decoder) => decode(decoder, piece, is_last),
            State::Begun(begun) => {
                begun.extend_from_slice(piece);
                if begun.len() < BEGINNING && !is_last {
                    return Vec::new();
                }
                let begun = std::mem::take(begun);
                let (state, mark) = beginning(&begun);
                self.0 = state;
                self.take(begun.get(mark..).unwrap_or_default(), is_last)
            }
            State::Ascii => {
                let Some(at) = piece.iter().position(|byte| !byte.is_ascii()) else { return piece.to_vec() };
                let (clear, unsure) = piece.split_at(at);
                self.0 = State::Unsure(Vec::new());
                let mut text = clear.to_vec();
                text.extend(self.take(unsure, is_last));
                text
            }
            State::Unsure(bytes) => {
                bytes.extend_from_slice(piece);
                let is_all = is_last || bytes.len() >= GUESSED_BY;
                match is_utf8(bytes) {
                    Some(true) => {
                        let text = std::mem::take(bytes);
                        self.0 = State::Utf8;
                        text
                    }
                    Some(false) | None if is_all => {
                        let bytes = std::mem::take(bytes);
                        let mut decoder = guess(&bytes).new_decoder_without_bom_handling();
                        let text = decode(&mut decoder, &bytes, is_last);
                        self.0 = State::Other(decoder);
                        text
                    }
                    _ => Vec::new(),
                }
            }
        }
    }
}

/// Returns the state after the beginning of a file, and how many bytes its byte order mark has.
fn beginning(begun: &[u8]) -> (State, usize) {
    let other = |encoding: &'static Encoding| State::Other(encoding.new_decoder_without_bom_handling());
    match Encoding::for_bom(begun) {
        Some((encoding, mark)) if encoding == UTF_8 => return (State::Utf8, mark),
        Some((encoding, mark)) => return (other(encoding), mark),
        None => {}
    }
    match begun {
        [first, 0, third, 0, ..] if *first > 0 && *third > 0 => (other(UTF_16LE), 0),
        [0, second, 0, fourth, ..] if *second > 0 && *fourth > 0 => (other(UTF_16BE), 0),
        _ => (State::Ascii, 0),
    }
}

/// Returns whether bytes that begin with a character which is not ASCII are UTF-8. `None`: they end within it.
fn is_utf8(bytes: &[u8]) -> Option<bool> {
    match std::str::from_utf8(bytes) {
        Ok(_) => Some(true),
        Err(error) if error.valid_up_to() > 0 => Some(true),
        Err(error) => error.error_len().map(|_| false),
    }
}

fn guess(bytes: &[u8]) -> &'static Encoding {
    let mut detector = EncodingDetector::new(Iso2022JpDetection::Deny);
    detector.feed(bytes, true);
    detector.guess(None, Utf8Detection::Deny)
}

fn decode(decoder: &mut Decoder, bytes: &[u8], is_last: bool) -> Vec<u8> {
    let room = decoder.max_utf8_buffer_length(bytes.len()).unwrap_or(usize::MAX / 2);
    let mut text = String::with_capacity(room);
    // The room is enough for all of it. What the encoding does not have becomes `U+FFFD`.
    let _ = decoder.decode_to_string(bytes, &mut text, is_last);
    text.into_bytes()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(bytes: &[u8]) -> (String, Option<&'static str>) {
        let whole = read_in(bytes, bytes.len().max(1));
        assert_eq!(read_in(bytes, 1), whole, "in any pieces");
        whole
    }

    fn read_in(bytes: &[u8], size: usize) -> (String, Option<&'static str>) {
        let (mut reader, mut text) = (ToUtf8::default(), Vec::new());
        for piece in bytes.chunks(size) {
            text.extend(reader.push(piece));
        }
        text.extend(reader.end());
        (String::from_utf8_lossy(&text).into_owned(), reader.name())
    }

    #[test]
    fn a_text_comes_out_as_it_was_whatever_its_encoding() {
        let text = "Name;Town\nZoë Núñez;Málaga\nJosé Muñoz;Köln\n";
        let utf16 = |unit: fn(u16) -> [u8; 2]| text.encode_utf16().flat_map(unit).collect::<Vec<u8>>();
        let windows = encoding_rs::WINDOWS_1252.encode(text).0;
        assert_eq!(read(text.as_bytes()), (text.to_owned(), None));
        assert_eq!(read(format!("\u{feff}{text}").as_bytes()), (text.to_owned(), None));
        assert_eq!(read(&windows), (text.to_owned(), Some("windows-1252")));
        assert_eq!(read(&utf16(u16::to_le_bytes)), (text.to_owned(), Some("UTF-16LE")));
        assert_eq!(read(&utf16(u16::to_be_bytes)), (text.to_owned(), Some("UTF-16BE")));
        let marked = [&[0xff, 0xfe][..], &utf16(u16::to_le_bytes)].concat();
        assert_eq!(read(&marked), (text.to_owned(), Some("UTF-16LE")));
        assert_eq!(read(b"plain"), ("plain".to_owned(), None));
        assert_eq!(read(b""), (String::new(), None));
    }

    #[test]
    fn a_text_that_began_as_utf8_stays_so() {
        let (mut reader, mut text) = (ToUtf8::default(), Vec::new());
        for piece in [&b"Zo\xc3\xab\n"[..], b"\xff\n"] {
            text.extend(reader.push(piece));
        }
        text.extend(reader.end());
        assert_eq!((text, reader.name()), (b"Zo\xc3\xab\n\xff\n".to_vec(), None));
    }
}
