//! The files that pages load: built into the program, and served under names that change with their content, so that a
//! browser keeps them for good.

use std::sync::LazyLock;

use poem::Response;
use poem::http::header::{CACHE_CONTROL, CONTENT_TYPE};
use sha2::{Digest, Sha256};
use shared::crypto::bytes::hex;

use super::visit::{Answer, Visit};
use crate::http::AppError;

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
    /// The icon.
    pub(crate) icon: String,
}

static PATHS: LazyLock<Paths> =
    LazyLock::new(|| Paths { style: STYLE.path(), script: SCRIPT.path(), icon: ICON.path() });

/// Returns the paths of the files.
pub(crate) fn paths() -> &'static Paths {
    &PATHS
}

/// Serves a file.
pub(super) async fn show(visit: Visit) -> Answer {
    let Paths { style, script, icon } = paths();
    let found = [(style, STYLE), (script, SCRIPT), (icon, ICON)];
    let asset = found.into_iter().find(|(path, _)| **path == visit.path);
    let (_, asset) = asset.ok_or(AppError::NotFound)?;
    Ok(Response::builder()
        .header(CONTENT_TYPE, asset.content_type)
        .header(CACHE_CONTROL, "public, max-age=31536000, immutable")
        .body(asset.bytes))
}
