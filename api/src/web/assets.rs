//! The files that pages load: built into the program, and served under names that change with their content, so that a
//! browser keeps them for good.

use std::sync::LazyLock;

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
}

static PATHS: LazyLock<Paths> = LazyLock::new(|| Paths {
    style: STYLE.path(),
    script: SCRIPT.path(),
    docs_style: DOCS_STYLE.path(),
    docs_script: DOCS_SCRIPT.path(),
    icon: ICON.path(),
});

/// Returns the paths of the files.
pub(crate) fn paths() -> &'static Paths {
    &PATHS
}

/// Returns the content type and the bytes of the file at a path.
pub(crate) fn find(path: &str) -> Option<(&'static str, &'static [u8])> {
    let Paths { style, script, docs_style, docs_script, icon } = paths();
    let assets = [
        (style, STYLE),
        (script, SCRIPT),
        (docs_style, DOCS_STYLE),
        (docs_script, DOCS_SCRIPT),
        (icon, ICON),
    ];
    let found = assets.into_iter().find(|(one, _)| *one == path);
    found.map(|(_, asset)| (asset.content_type, asset.bytes))
}
