//! The icons of the navigation: lines in a square of 24 units, drawn for this application. The stylesheet has them, so that a
//! browser loads them once: a class of an icon sets `--icon`, and the look of `.icon` uses it as a mask, which takes the
//! colour of the text.

use crate::resources::kinds::{KINDS, of_kind};

/// A kind of records, with the icon of the link to its list. The path of the kind is the name of the icon.
pub(in crate::web) trait Drawn {
    /// The lines, as the `d` of an SVG path.
    const LINE: &'static str;
}

/// An icon of something else.
struct Icon {
    name: &'static str,
    /// The page that a link with this icon leads to, if it has a link of the navigation.
    path: &'static str,
    /// The lines, as the `d` of an SVG path.
    line: &'static str,
}

#[rustfmt::skip]
const ICONS: [Icon; 17] = [
    Icon { name: "overview", path: "/overview", line: "M4 4h7v7H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 13h7v7H4z" },
    Icon { name: "lists", path: "/lists", line: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" },
    Icon { name: "letters", path: "/letters", line: "M3 5.5h18v13H3zM3.5 6 12 13l8.5-7" },
    Icon { name: "reports", path: "/reports", line: "M4 20h16M7 16v-5M12 16V5M17 16V9" },
    Icon { name: "imports", path: "/imports", line: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4 16v4h16v-4" },
    Icon { name: "profile", path: "/settings/profile", line: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" },
    Icon { name: "account", path: "/settings/account", line: "M5 20.5V4h10v16.5M15 9h4v11.5M3 20.5h18M8.5 8h3M8.5 12h3M8.5 16h3" },
    Icon { name: "letterhead", path: "/settings/letters", line: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" },
    Icon { name: "gift-types", path: "/settings/gift-types", line: "M3.5 3.5h8l9 9-8 8-9-9zM7.5 7.5h.01" },
    Icon { name: "forms", path: "/settings/forms", line: "M4 4h16v16H4zM7.5 8.5h9M7.5 12h9M7.5 15.5h4" },
    Icon { name: "members", path: "/settings/members", line: "M9.5 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6.5 6.5 0 0 1 13 0M19 8v6M16 11h6" },
    Icon { name: "audit", path: "/settings/audit", line: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM12 7.5V12l3 2" },
    Icon { name: "services", path: "/settings/services", line: "M9 3v5M15 3v5M6 8h12v3a6 6 0 0 1-12 0zM12 17v4" },
    Icon { name: "webhooks", path: "/settings/webhooks", line: "M12 9a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM6 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM18 21a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM10.6 8.6 7.4 15.4M13.4 8.6l3.2 6.8M9 18h6" },
    Icon { name: "plus", path: "", line: "M12 5v14M5 12h14" },
    Icon { name: "more", path: "", line: "M4 7h16M4 12h16M4 17h16" },
    Icon { name: "done", path: "", line: "M12 20.5a8.5 8.5 0 1 0 0-17 8.5 8.5 0 0 0 0 17zM8 12.2l2.8 2.8L16 9.5" },
];

/// Returns the name of the icon of a link of the navigation.
pub(super) fn of(path: &str) -> Option<&'static str> {
    let path = path.split('?').next().unwrap_or_default();
    let icon = ICONS.iter().find(|icon| icon.path == path && !path.is_empty()).map(|icon| icon.name);
    let mut kinds = KINDS.iter().map(|kind| kind.path);
    icon.or_else(|| kinds.find(|kind| path.strip_prefix('/') == Some(*kind)))
}

/// Returns the part of the stylesheet that has the icons.
pub(super) fn style() -> String {
    let class = |(name, line): (&str, &str)| {
        format!(
            ".i-{name}{{--icon:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' \
             stroke='black' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'><path d='{line}'/></svg>\")}}\n"
        )
    };
    let kinds = KINDS.iter().map(|kind| (kind.path, of_kind!(kind.import, R => R::LINE)));
    ICONS.iter().map(|icon| (icon.name, icon.line)).chain(kinds).map(class).collect::<Vec<_>>().concat()
}
