//! The icons of the navigation: lines in a square of 24 units, drawn for this application. The stylesheet has them, so that a
//! browser loads them once: a class of an icon sets `--icon`, and the look of `.icon` uses it as a mask, which takes the
//! colour of the text.

/// An icon.
struct Icon {
    name: &'static str,
    /// The page that a link with this icon leads to, if it has a link of the navigation.
    path: &'static str,
    /// The lines, as the `d` of an SVG path.
    line: &'static str,
}

#[rustfmt::skip]
const ICONS: [Icon; 24] = [
    Icon { name: "overview", path: "/overview", line: "M4 4h7v7H4zM13 4h7v5h-7zM13 11h7v9h-7zM4 13h7v7H4z" },
    Icon { name: "contacts", path: "/contacts", line: "M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM3 20a6 6 0 0 1 12 0M16 4.4a3.5 3.5 0 0 1 0 6.4M17.5 14.5A6 6 0 0 1 21 20" },
    Icon { name: "gifts", path: "/gifts", line: "M4 8h16v4H4zM5.5 12v8h13v-8M12 8v12M12 8C9 8 6.5 7.5 7 5.5 7.5 3 11 3.5 12 8zM12 8c3 0 5.5-.5 5-2.5C16.5 3 13 3.5 12 8z" },
    Icon { name: "pledges", path: "/pledges", line: "M4 5.5h16V20H4zM4 9.5h16M8 3v4M16 3v4M12 17.8c-4.6-2.9-2.6-5.9 0-4 2.6-1.9 4.6 1.1 0 4z" },
    Icon { name: "tasks", path: "/tasks", line: "M4 4h16v16H4zM8 12.3l2.8 2.8L16 9.5" },
    Icon { name: "households", path: "/households", line: "M3.5 11.5 12 4l8.5 7.5M6 9.5V20h12V9.5M12 17.5c-4.5-2.7-2.5-5.5 0-3.7 2.5-1.8 4.5 1 0 3.7z" },
    Icon { name: "funds", path: "/funds", line: "M5 7c0-1.7 3-3 7-3s7 1.3 7 3-3 3-7 3-7-1.3-7-3zM5 7v5c0 1.7 3 3 7 3s7-1.3 7-3V7M5 12v5c0 1.7 3 3 7 3s7-1.3 7-3v-5" },
    Icon { name: "campaigns", path: "/campaigns", line: "M4 10v4h3l10 5V5L7 10zM7 14l1.5 6H11l-1-4.5M20 10v4" },
    Icon { name: "batches", path: "/batches", line: "M12 3.5 3.5 8 12 12.5 20.5 8zM3.5 12 12 16.5l8.5-4.5M3.5 16 12 20.5l8.5-4.5" },
    Icon { name: "lists", path: "/lists", line: "M9 6h11M9 12h11M9 18h11M4.5 6h.01M4.5 12h.01M4.5 18h.01" },
    Icon { name: "letters", path: "/letters", line: "M3 5.5h18v13H3zM3.5 6 12 13l8.5-7" },
    Icon { name: "reports", path: "/reports", line: "M4 20h16M7 16v-5M12 16V5M17 16V9" },
    Icon { name: "imports", path: "/imports", line: "M12 4v11M7.5 10.5 12 15l4.5-4.5M4 16v4h16v-4" },
    Icon { name: "profile", path: "/settings/profile", line: "M12 11.5a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4.5 20.5a7.5 7.5 0 0 1 15 0" },
    Icon { name: "account", path: "/settings/account", line: "M5 20.5V4h10v16.5M15 9h4v11.5M3 20.5h18M8.5 8h3M8.5 12h3M8.5 16h3" },
    Icon { name: "letterhead", path: "/settings/letters", line: "M6 3h8l4 4v14H6zM14 3v4h4M9 12h6M9 16h6" },
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
    ICONS.iter().find(|icon| icon.path == path && !path.is_empty()).map(|icon| icon.name)
}

/// Returns the part of the stylesheet that has the icons.
pub(super) fn style() -> String {
    let class = |Icon { name, line, .. }: Icon| {
        format!(
            ".i-{name}{{--icon:url(\"data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24' fill='none' \
             stroke='black' stroke-width='1.75' stroke-linecap='round' stroke-linejoin='round'><path d='{line}'/></svg>\")}}\n"
        )
    };
    ICONS.map(class).concat()
}
