//! The files that pages load: built into the program, and served under names that change with their content, so that a
//! browser keeps them for good.

use std::sync::LazyLock;

use serde_json::json;
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use super::icons;

/// A file.
struct Asset {
    stem: &'static str,
    extension: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
}

const STYLE: Asset =
    Asset { stem: "almoner", extension: "css", content_type: "text/css; charset=utf-8", bytes: b"" };
/// The typeface: Source Sans 3, all weights in one file, as the package `@fontsource-variable/source-sans-3` 5.3.1 has it.
/// `assets/fonts/OFL.txt` is its licence. A browser loads the second file only for a page with a letter that is in it.
const LATIN: Asset = Asset {
    stem: "source-sans-3-latin",
    extension: "woff2",
    content_type: "font/woff2",
    bytes: include_bytes!("assets/fonts/source-sans-3-latin.woff2"),
};
const LATIN_EXT: Asset = Asset {
    stem: "source-sans-3-latin-ext",
    bytes: include_bytes!("assets/fonts/source-sans-3-latin-ext.woff2"),
    ..LATIN
};
/// The letters that each file of the typeface has.
const LATIN_RANGE: &str = "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,\
    U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD";
const LATIN_EXT_RANGE: &str = "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,\
    U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C4,U+2113,U+2C60-2C7F,U+A720-A7FF";
/// The stylesheet, which names the files of the typeface by their paths, and has the icons.
static STYLE_TEXT: LazyLock<String> = LazyLock::new(|| {
    let face = |(asset, range): (Asset, &str)| {
        format!(
            "@font-face{{font-family:\"Source Sans 3\";font-weight:200 900;font-display:swap;\
             src:url({}) format(\"woff2\");unicode-range:{range}}}\n",
            asset.path()
        )
    };
    let faces: String = [(LATIN, LATIN_RANGE), (LATIN_EXT, LATIN_EXT_RANGE)].map(face).concat();
    faces + &icons::style() + include_str!("assets/almoner.css")
});

fn style() -> Asset {
    Asset { bytes: STYLE_TEXT.as_bytes(), ..STYLE }
}

const SCRIPT: Asset = Asset {
    stem: "almoner",
    extension: "js",
    content_type: "text/javascript; charset=utf-8",
    bytes: include_bytes!("assets/almoner.js"),
};
const DOCS_STYLE: Asset = Asset { stem: "docs", bytes: include_bytes!("assets/docs.css"), ..STYLE };
const DOCS_SCRIPT: Asset = Asset { stem: "docs", bytes: include_bytes!("assets/docs.js"), ..SCRIPT };
const ICON: Asset = Asset {
    stem: "icon",
    extension: "svg",
    content_type: "image/svg+xml",
    bytes: include_bytes!("assets/icon.svg"),
};

/// The icon on the home screen of a phone: without round corners, which the phone makes.
const TILE: Asset = Asset {
    stem: "tile",
    extension: "png",
    content_type: "image/png",
    bytes: include_bytes!("assets/icon-192.png"),
};
const LARGE_TILE: Asset = Asset { stem: "large-tile", bytes: include_bytes!("assets/icon-512.png"), ..TILE };
/// What a phone shows of the application on its home screen. It names the icons by their paths beside it.
static MANIFEST: LazyLock<String> = LazyLock::new(|| {
    let tile = |asset: Asset, size: u16| {
        let (src, sizes) = (asset.path(), format!("{size}x{size}"));
        json!({"src": src, "sizes": sizes, "type": asset.content_type, "purpose": "any maskable"})
    };
    let manifest = json!({
        "name": "Almoner",
        "start_url": "/overview",
        "scope": "/",
        "display": "standalone",
        "background_color": "#ffffff",
        "theme_color": "#0b6e4f",
        "icons": [tile(TILE, 192), tile(LARGE_TILE, 512)],
    });
    manifest.to_string()
});

fn manifest() -> Asset {
    Asset {
        stem: "almoner",
        extension: "webmanifest",
        content_type: "application/manifest+json",
        bytes: MANIFEST.as_bytes(),
    }
}

impl Asset {
    fn path(&self) -> String {
        let hash = hex(&Sha256::digest(self.bytes)[..8]);
        format!("/assets/{}.{hash}.{}", self.stem, self.extension)
    }
}

/// The paths of the files.
pub(crate) struct Paths {
    /// The stylesheet.
    pub(crate) style: String,
    /// The script.
    pub(crate) script: String,
    /// The stylesheet that the pages of the API's documentation have besides.
    pub(crate) docs_style: String,
    /// The script of the page of operations.
    pub(crate) docs_script: String,
    /// The typeface, and its letters that are rarely needed.
    pub(crate) font: String,
    font_ext: String,
    /// The icon.
    pub(crate) icon: String,
    /// The icon on the home screen of a phone.
    pub(crate) tile: String,
    /// The same, larger.
    large_tile: String,
    /// What a phone shows of the application there.
    pub(crate) manifest: String,
}

static PATHS: LazyLock<Paths> = LazyLock::new(|| Paths {
    style: style().path(),
    script: SCRIPT.path(),
    docs_style: DOCS_STYLE.path(),
    docs_script: DOCS_SCRIPT.path(),
    font: LATIN.path(),
    font_ext: LATIN_EXT.path(),
    icon: ICON.path(),
    tile: TILE.path(),
    large_tile: LARGE_TILE.path(),
    manifest: manifest().path(),
});

/// Returns the paths of the files.
pub(crate) fn paths() -> &'static Paths {
    &PATHS
}

/// Returns the content type and the bytes of the file at a path.
pub(crate) fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    let paths = paths();
    let Paths { style: style_path, script, docs_style, docs_script, icon, .. } = paths;
    let Paths { font, font_ext, tile, large_tile, manifest: manifest_path, .. } = paths;
    let assets = [
        (style_path, style()),
        (script, SCRIPT),
        (docs_style, DOCS_STYLE),
        (docs_script, DOCS_SCRIPT),
        (font, LATIN),
        (font_ext, LATIN_EXT),
        (icon, ICON),
        (tile, TILE),
        (large_tile, LARGE_TILE),
        (manifest_path, manifest()),
    ];
    let found = assets.into_iter().find(|(one, _)| *one == path);
    found.map(|(_, asset)| (asset.content_type, asset.bytes))
}
