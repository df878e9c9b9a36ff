//! The files that pages load: built into the program, and served under names that change with their content, so that a
//! browser keeps them for good.

use std::sync::LazyLock;

use serde_json::json;
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

/// A file.
struct Asset {
    stem: &'static str,
    extension: &'static str,
    content_type: &'static str,
    bytes: &'static [u8],
}

const STYLE: Asset = Asset {
    stem: "almoner",
    extension: "css",
    content_type: "text/css; charset=utf-8",
    bytes: include_bytes!("assets/almoner.css"),
};
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
    style: STYLE.path(),
    script: SCRIPT.path(),
    docs_style: DOCS_STYLE.path(),
    docs_script: DOCS_SCRIPT.path(),
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
    let Paths { style, script, docs_style, docs_script, icon, tile, large_tile, manifest: manifest_path } =
        paths();
    let assets = [
        (style, STYLE),
        (script, SCRIPT),
        (docs_style, DOCS_STYLE),
        (docs_script, DOCS_SCRIPT),
        (icon, ICON),
        (tile, TILE),
        (large_tile, LARGE_TILE),
        (manifest_path, manifest()),
    ];
    let found = assets.into_iter().find(|(one, _)| *one == path);
    found.map(|(_, asset)| (asset.content_type, asset.bytes))
}
