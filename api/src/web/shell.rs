//! The frame around the content of a page: the navigation, the account, the message, and the headers of every page.

use askama::Template;
use poem::Response;
use poem::http::header::{
    CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY, X_CONTENT_TYPE_OPTIONS,
};
use poem::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use shared::values::choices::{Locale, MembershipRole};

use super::assets::{self, Paths};
use super::flash::Flash;
use super::icons;
use super::summary::Summary;
use super::trouble::Trouble;
use crate::error::AppError;
use crate::fields::labels::spaced;
use crate::language;
use crate::resources::kinds::{KINDS, Kind};

/// Scripts and styles come from the service alone, and none of them stand in a page.
const POLICY: &str = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
     font-src 'self'; manifest-src 'self'; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'";
const PERMISSIONS: &str = "accelerometer=(), camera=(), display-capture=(), geolocation=(), gyroscope=(), \
     magnetometer=(), microphone=(), midi=(), payment=(), usb=()";
const PERMISSIONS_POLICY: HeaderName = HeaderName::from_static("permissions-policy");
const CROSS_ORIGIN_OPENER_POLICY: HeaderName = HeaderName::from_static("cross-origin-opener-policy");
const CROSS_ORIGIN_RESOURCE_POLICY: HeaderName = HeaderName::from_static("cross-origin-resource-policy");

/// Whether pages are light or dark.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Theme {
    /// As the system is.
    #[default]
    System,
    Light,
    Dark,
}

impl Theme {
    /// Every theme.
    pub(crate) const ALL: [Self; 3] = [Self::System, Self::Light, Self::Dark];

    /// Returns the theme with this name, or that of the system.
    pub(crate) fn named(name: &str) -> Self {
        Self::ALL.into_iter().find(|theme| theme.name() == name).unwrap_or_default()
    }

    /// Returns its name.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::System => "system",
            Self::Light => "light",
            Self::Dark => "dark",
        }
    }
}

/// The frame around a page's content.
pub(crate) struct Shell {
    /// The title of the page.
    pub(crate) title: String,
    /// The files to load.
    pub(crate) assets: &'static Paths,
    /// The version of the program.
    pub(crate) version: &'static str,
    /// The language of the page.
    pub(crate) language: Locale,
    /// Whether the page is light or dark.
    pub(crate) theme: Theme,
    /// The message that a form has left for this page.
    pub(crate) flash: Option<Flash>,
    /// The summary of the problems with the form that the page shows again.
    pub(crate) summary: Option<Summary>,
    /// The user who is signed in.
    pub(crate) user: Option<User>,
    /// Webhooks that fail, for owners.
    pub(crate) trouble: Vec<Trouble>,
    /// Whether the current account is a sandbox.
    pub(crate) is_sandbox: bool,
}

/// The user who is signed in, as pages show it.
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) email: String,
    /// The name of the current account.
    pub(crate) account: Option<String>,
    /// The path of its logo, if it has one.
    pub(crate) logo: Option<String>,
    /// The user's other accounts.
    pub(crate) others: Vec<(i64, String)>,
    pub(crate) csrf: String,
    pub(crate) nav: Vec<NavGroup>,
}

/// The pages to which the bar of a phone leads. What enters a gift stands before the last one.
const IN_BAR: [&str; 3] = ["/overview", "/contacts", "/gifts"];

impl User {
    /// Returns the links of the bar of a phone.
    pub(crate) fn bar(&self) -> Vec<&NavLink> {
        let links = self.nav.iter().flat_map(|group| &group.links);
        links.filter(|link| IN_BAR.contains(&&*link.path)).collect()
    }
}

/// A part of the navigation.
pub(crate) struct NavGroup {
    /// The heading above it, or nothing.
    pub(crate) heading: &'static str,
    /// Whether it can be folded away, and whether it is unfolded at first.
    pub(crate) folds: bool,
    pub(crate) is_open: bool,
    pub(crate) links: Vec<NavLink>,
}

/// A link of the navigation.
pub(crate) struct NavLink {
    pub(crate) label: String,
    pub(crate) path: String,
    /// The name of its icon.
    pub(crate) icon: &'static str,
    /// Whether it leads to the page that the visitor sees.
    pub(crate) is_current: bool,
}

/// The visitors who see a link of the navigation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum SeenBy {
    Everybody,
    Members,
    Owners,
}

/// A link: the id of its label, its path, and the visitors who see it.
type Link = (&'static str, &'static str, SeenBy);

/// How many kinds are what fundraising is about every day. The lists of the others stand further down.
const DAILY_KINDS: usize = 4;

/// The links around those to the lists of the kinds.
const OVERVIEW: Link = ("frame-overview", "/overview", SeenBy::Members);
const REPORTS: Link = ("frame-reports", "/reports", SeenBy::Members);
const LETTERS: Link = ("frame-letters", "/letters", SeenBy::Members);
const SAVED_LISTS: Link = ("frame-saved-lists", "/lists", SeenBy::Members);
const IMPORTS: Link = ("frame-imports", "/imports", SeenBy::Members);

const WEBHOOKS: Link = ("frame-webhooks", "/settings/webhooks", SeenBy::Members);

/// The links to the settings.
const SETTINGS: [Link; 7] = [
    ("frame-profile", "/settings/profile", SeenBy::Everybody),
    ("frame-account", "/settings/account", SeenBy::Members),
    ("frame-letterhead", "/settings/letters", SeenBy::Members),
    ("frame-gift-types", "/settings/gift-types", SeenBy::Members),
    ("frame-web-forms", "/settings/forms", SeenBy::Members),
    ("frame-members", "/settings/members", SeenBy::Members),
    ("frame-audit-log", "/settings/audit", SeenBy::Owners),
];

/// The links to what connects other programs, which most people never need. They are folded away.
const DEVELOPERS: [Link; 2] = [("frame-services", "/settings/services", SeenBy::Members), WEBHOOKS];

/// Returns the name of a kind of records.
fn name_of(kind: &Kind) -> String {
    language::known(&format!("kind-{}", kind.path)).map_or_else(|| spaced(kind.tag), str::to_owned)
}

/// Returns the navigation of a visitor with this role in the current account, on the page at this path.
/// `failing` is the number of webhooks that fail, which owners see.
pub(crate) fn nav(current: &str, role: Option<MembershipRole>, failing: usize) -> Vec<NavGroup> {
    let is_seen = |by: SeenBy| match by {
        SeenBy::Everybody => true,
        SeenBy::Members => role.is_some(),
        SeenBy::Owners => role == Some(MembershipRole::Owner),
    };
    let is_current = |path: &str| {
        let path = path.split('?').next().unwrap_or_default();
        current.strip_prefix(path).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    };
    let list = |kind: &Kind| {
        // What is done is rarely looked for.
        let filter = if kind.path == "tasks" { "?done=0" } else { "" };
        (name_of(kind), format!("/{}{filter}", kind.path), SeenBy::Members)
    };
    let owned = |(label, path, by): Link| (t!(label).to_owned(), path.to_owned(), by);
    let (daily, others) = KINDS.split_at(DAILY_KINDS.min(KINDS.len()));
    let daily = [owned(OVERVIEW)].into_iter().chain(daily.iter().map(list));
    let others = [owned(SAVED_LISTS)].into_iter().chain(others.iter().map(list));
    let groups = [
        ("", false, daily.chain([LETTERS, REPORTS].map(owned)).collect::<Vec<_>>()),
        (t!("frame-lists"), false, others.chain([owned(IMPORTS)]).collect()),
        (t!("frame-settings"), false, SETTINGS.map(owned).into()),
        (t!("frame-for-developers"), true, DEVELOPERS.map(owned).into()),
    ];
    let group = |(heading, folds, links): (&'static str, bool, Vec<(String, String, SeenBy)>)| {
        let seen = links.into_iter().filter(|(.., by)| is_seen(*by));
        let link = |(label, path, _): (String, String, _)| NavLink {
            label: if path == WEBHOOKS.1 && failing > 0 {
                t!("frame-failing", label = label, count = failing)
            } else {
                label
            },
            is_current: is_current(&path),
            icon: icons::of(&path).unwrap_or("lists"),
            path,
        };
        let links: Vec<_> = seen.map(link).collect();
        // What fails is seen without a click.
        let is_open = failing > 0 || links.iter().any(|link| link.is_current);
        NavGroup { heading, folds, is_open, links }
    };
    groups.into_iter().map(group).filter(|group| !group.links.is_empty()).collect()
}

impl Shell {
    /// Makes the frame of a page for a visitor who is not signed in.
    pub(crate) fn new(title: &str) -> Self {
        Self {
            title: title.to_owned(),
            assets: assets::paths(),
            version: env!("CARGO_PKG_VERSION"),
            language: language::spoken(),
            theme: Theme::default(),
            flash: None,
            summary: None,
            user: None,
            trouble: Vec::new(),
            is_sandbox: false,
        }
    }

    /// Returns the direction in which the language of the page is written.
    pub(crate) fn direction(&self) -> &'static str {
        match self.language {
            Locale::En | Locale::De | Locale::Es | Locale::Fr | Locale::Pt | Locale::EnUs => "ltr",
        }
    }
}

/// Renders a page.
pub(crate) fn respond(status: StatusCode, page: &impl Template) -> Result<Response, AppError> {
    let html = page.render().map_err(|error| AppError::Internal(error.into()))?;
    let mut response =
        Response::builder().status(status).header(CONTENT_TYPE, "text/html; charset=utf-8").body(html);
    response.headers_mut().insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    protect(response.headers_mut());
    Ok(response)
}

/// Adds the headers that tell browsers how a response of the web application must not be used.
pub(crate) fn protect(headers: &mut HeaderMap) {
    for (name, value) in [
        (CONTENT_SECURITY_POLICY, POLICY),
        (REFERRER_POLICY, "same-origin"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (PERMISSIONS_POLICY, PERMISSIONS),
        (CROSS_ORIGIN_OPENER_POLICY, "same-origin"),
        (CROSS_ORIGIN_RESOURCE_POLICY, "same-origin"),
    ] {
        headers.insert(name, HeaderValue::from_static(value));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_of_the_navigation_has_its_own_icon() {
        let links: Vec<_> = nav("/overview", Some(MembershipRole::Owner), 0)
            .into_iter()
            .flat_map(|group| group.links)
            .collect();
        let mut icons: Vec<_> = links.iter().filter_map(|link| icons::of(&link.path)).collect();
        icons.sort_unstable();
        icons.dedup();
        assert_eq!(icons.len(), links.len());
    }
}
