//! Pictures of figures: columns for spans of time, bars for names. They are SVG that the service draws, hidden from who
//! listens to a page: a table beside each has the same figures.

use askama::Template;

use super::format::start_of;

/// The width of a picture, in its own units.
const WIDTH: i128 = 720;
/// The height of a picture with columns.
const HEIGHT: i128 = 220;
/// The room for the names below columns.
const BELOW: i128 = 24;
/// The room for the amount above columns.
const ABOVE: i128 = 20;
/// The room for the amounts beside columns.
const LEFT: i128 = 70;
/// The widest column.
const COLUMN_MAX: i128 = 48;
/// The room for the name above a bar, the height of a bar, and the room below the bars of a name.
const NAME: i128 = 24;
const BAR: i128 = 14;
const GAP: i128 = 12;
/// The most names below columns. Long ones need more room.
const NAMES_MAX: usize = 12;
const LONG_NAMES_MAX: usize = 8;
/// The longest name that is short, as those of months are, and the longest that is shown, in characters.
const SHORT: usize = 5;
const SHOWN: usize = 40;

/// The look of a series of values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Look {
    /// The one that the picture is about.
    Now,
    /// What it is compared with.
    Before,
    /// Further ones.
    Second,
    Third,
    /// A dash at the height of the value, instead of a column.
    Pledged,
}

impl Look {
    fn class(self) -> &'static str {
        match self {
            Self::Now => "now",
            Self::Before => "before",
            Self::Second => "second",
            Self::Third => "third",
            Self::Pledged => "pledged",
        }
    }
}

/// Values of the same kind, one for each name.
pub(super) struct Series {
    pub(super) label: String,
    pub(super) look: Look,
    pub(super) values: Vec<i128>,
}

/// A picture.
#[derive(Template)]
#[template(path = "chart.html")]
pub(super) struct Chart {
    height: i128,
    /// The heights of the lines across.
    lines: Vec<i128>,
    bars: Vec<Bar>,
    marks: Vec<Mark>,
    labels: Vec<Label>,
    /// The class and the name of each series.
    legend: Vec<(&'static str, String)>,
}

struct Bar {
    class: &'static str,
    x: i128,
    y: i128,
    width: i128,
    height: i128,
    /// What it stands for, which is shown on hover.
    title: String,
}

struct Mark {
    x1: i128,
    x2: i128,
    y: i128,
    title: String,
}

struct Label {
    class: &'static str,
    x: i128,
    y: i128,
    text: String,
}

impl Chart {
    /// Draws columns beside each other for each name, which stands below them. `shown` words the amount at the top.
    pub(super) fn columns(names: &[String], series: &[Series], shown: impl Fn(i128) -> String) -> Self {
        let scale = rounded_up(series.iter().flat_map(|one| &one.values).copied().max().unwrap_or(0));
        let room = HEIGHT - BELOW - ABOVE;
        let height = |amount: i128| amount.max(0) * room / scale;
        let slot = (WIDTH - LEFT) / whole(names.len()).max(1);
        let middle = |i: usize| LEFT + slot * whole(i) + slot / 2;
        let columns: Vec<_> = series.iter().filter(|one| one.look != Look::Pledged).collect();
        let count = whole(columns.len()).max(1);
        let step = (slot * 2 / 3 / count).clamp(2, COLUMN_MAX + 2);
        let mut bars = Vec::new();
        for (place, one) in columns.iter().enumerate() {
            for (i, value) in one.values.iter().enumerate() {
                let x = middle(i) - count * step / 2 + whole(place) * step + step.min(3) / 2;
                let (width, height) = ((step - 2).max(1), height(*value));
                let title = titled(names.get(i), one, &shown(*value));
                bars.push(Bar {
                    class: one.look.class(),
                    x,
                    y: HEIGHT - BELOW - height,
                    width,
                    height,
                    title,
                });
            }
        }
        let dashed = series.iter().filter(|one| one.look == Look::Pledged);
        let mark = |one: &Series, i: usize, value: i128| Mark {
            x1: middle(i) - (slot * 2 / 5).min(COLUMN_MAX),
            x2: middle(i) + (slot * 2 / 5).min(COLUMN_MAX),
            y: HEIGHT - BELOW - height(value),
            title: titled(names.get(i), one, &shown(value)),
        };
        let marks = dashed.flat_map(|one| {
            let values = one.values.iter().enumerate();
            values.map(|(i, value)| mark(one, i, *value)).collect::<Vec<_>>()
        });
        let marks = marks.collect();
        // The amounts of the lines across stand above them.
        let at =
            |y: i128, amount: i128| Label { class: "axis", x: 0, y: y - 5, text: whole_units(shown(amount)) };
        let amounts = [at(ABOVE, scale), at(ABOVE + room / 2, scale / 2), at(ABOVE + room, 0)];
        let most =
            if names.iter().all(|name| name.chars().count() <= SHORT) { NAMES_MAX } else { LONG_NAMES_MAX };
        let named = names.iter().enumerate().step_by(names.len().div_ceil(most).max(1));
        let below = named.map(|(i, name)| Label {
            class: "axis month",
            x: middle(i),
            y: HEIGHT - 6,
            text: name.clone(),
        });
        let labels = amounts.into_iter().chain(below).collect();
        let lines = vec![ABOVE, ABOVE + room / 2, ABOVE + room];
        Self { height: HEIGHT, lines, bars, marks, labels, legend: legend(series) }
    }

    /// Draws a bar of each series for each name, which stands above them with the values of the first series. Those of a
    /// pyramid are in the middle.
    pub(super) fn bars(
        names: &[String],
        series: &[Series],
        is_pyramid: bool,
        shown: impl Fn(i128) -> String,
    ) -> Self {
        let most = series.iter().flat_map(|one| &one.values).copied().max().unwrap_or(0).max(1);
        let of_name = NAME + BAR * whole(series.len()) + GAP;
        let (mut bars, mut labels) = (Vec::new(), Vec::new());
        for (i, name) in names.iter().enumerate() {
            let top = of_name * whole(i);
            let value = series.first().and_then(|one| one.values.get(i)).copied().unwrap_or(0);
            labels.push(Label { class: "axis", x: 0, y: top + NAME - 7, text: start_of(name, SHOWN) });
            labels.push(Label { class: "axis end", x: WIDTH, y: top + NAME - 7, text: shown(value) });
            for (place, one) in series.iter().enumerate() {
                let width = one.values.get(i).copied().unwrap_or(0).max(0) * WIDTH / most;
                let x = if is_pyramid { (WIDTH - width) / 2 } else { 0 };
                let y = top + NAME + BAR * whole(place);
                let value = one.values.get(i).copied().unwrap_or(0);
                let title = titled(Some(name), one, &shown(value));
                bars.push(Bar { class: one.look.class(), x, y, width, height: BAR - 2, title });
            }
        }
        let height = of_name * whole(names.len());
        Self { height, lines: Vec::new(), bars, marks: Vec::new(), labels, legend: legend(series) }
    }
}

/// Returns what a value stands for, such as `Mar 2026: $50.00`.
fn titled(name: Option<&String>, series: &Series, value: &str) -> String {
    let name = name.map_or("", String::as_str);
    let parts = [name, &series.label].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>();
    t!("chart-value", of = parts.join(", "), value = value)
}

/// Returns an amount without a fraction of zeros. The sign of its currency may stand behind it.
fn whole_units(amount: String) -> String {
    let end = amount.rfind(|c: char| c.is_ascii_digit()).map_or(0, |last| last + 1);
    let (number, sign) = amount.split_at(end);
    let whole = number.strip_suffix(".00").or_else(|| number.strip_suffix(",00"));
    whole.map(|whole| format!("{whole}{sign}")).unwrap_or(amount)
}

/// Names the series, if there are several.
fn legend(series: &[Series]) -> Vec<(&'static str, String)> {
    let named = series.iter().map(|one| (one.look.class(), one.label.clone()));
    if series.len() > 1 { named.collect() } else { Vec::new() }
}

/// A small line of a few values, each named on hover. A text beside it says them for who listens to the page.
#[derive(Template)]
#[template(path = "spark.html")]
pub(super) struct Spark {
    /// The points of the line.
    line: String,
    points: Vec<Point>,
    /// The values in words.
    text: String,
}

struct Point {
    x: i128,
    y: i128,
    name: String,
    value: String,
}

/// The distance of two points of a small line, the room beside the first one, and the heights of its top and its bottom.
const STEP: i128 = 48;
const BESIDE: i128 = 20;
const TOP: i128 = 8;
const BOTTOM: i128 = 40;

impl Spark {
    /// Draws the values, unless nothing is above zero.
    pub(super) fn new(values: &[(String, i128)], shown: impl Fn(i128) -> String) -> Option<Self> {
        let most = values.iter().map(|(_, value)| *value).max().filter(|most| *most > 0)?;
        let point = |(i, (name, value)): (usize, &(String, i128))| Point {
            x: BESIDE + STEP * whole(i),
            y: BOTTOM - (*value).max(0) * (BOTTOM - TOP) / most,
            name: name.clone(),
            value: shown(*value),
        };
        let points: Vec<_> = values.iter().enumerate().map(point).collect();
        let line = points.iter().map(|point| format!("{},{}", point.x, point.y)).collect::<Vec<_>>();
        let said = points.iter().map(|point| t!("chart-spark-value", of = point.name, value = point.value));
        let said = said.collect::<Vec<_>>();
        Some(Self { line: line.join(" "), text: said.join(", "), points })
    }
}

fn whole(count: usize) -> i128 {
    i128::try_from(count).unwrap_or(i128::MAX)
}

/// Returns the smallest round amount that is not below this one.
fn rounded_up(amount: i128) -> i128 {
    let mut unit = 1;
    while unit * 100 < amount {
        unit *= 10;
    }
    let round = [10, 12, 15, 20, 25, 30, 40, 50, 60, 80, 100].map(|count| count * unit);
    round.into_iter().find(|round| *round >= amount).unwrap_or(amount)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn series(look: Look, values: &[i128]) -> Series {
        Series { label: String::new(), look, values: values.to_vec() }
    }

    #[test]
    fn a_round_amount_is_at_least_the_amount() {
        for (amount, round) in [
            (0, 10),
            (10, 10),
            (11, 12),
            (101, 120),
            (12_000, 12_000),
            (1_150_600, 1_200_000),
            (8_001, 10_000),
        ] {
            assert_eq!(rounded_up(amount), round);
        }
    }

    #[test]
    fn columns_stay_in_the_picture_and_not_every_name_of_many_is_shown() {
        for count in [1, 2, 5, 12, 24, 120] {
            let names: Vec<_> = (0..count).map(|i| format!("Name {i}")).collect();
            let values: Vec<i128> = (0..whole(count)).collect();
            let of = |look| series(look, &values);
            let all = [of(Look::Now), of(Look::Before), of(Look::Second), of(Look::Pledged)];
            let chart = Chart::columns(&names, &all, |amount| amount.to_string());
            assert_eq!(chart.bars.len(), 3 * count);
            let inside = |bar: &Bar| bar.x >= 0 && bar.x + bar.width <= WIDTH && bar.y + bar.height <= HEIGHT;
            assert!(chart.bars.iter().all(inside), "{count}");
            assert!(chart.marks.iter().all(|mark| mark.x1 >= 0 && mark.x2 <= WIDTH), "{count}");
            assert!(chart.labels.len() <= 3 + LONG_NAMES_MAX && chart.lines.len() == 3, "{count}");
        }
    }

    #[test]
    fn a_small_line_says_its_values_and_is_not_drawn_without_any() {
        let values = |values: [i128; 3]| values.map(|value| (format!("20{value}"), value));
        let spark = Spark::new(&values([0, 20, 10]), |amount| format!("${amount}")).unwrap();
        assert_eq!((&*spark.line, &*spark.text), ("20,40 68,8 116,24", "200 $0, 2020 $20, 2010 $10"));
        assert!(Spark::new(&values([0, -5, 0]), |amount| amount.to_string()).is_none());
    }

    #[test]
    fn the_longest_bar_is_as_wide_as_the_picture_and_a_negative_one_has_no_width() {
        let names = ["a".to_owned(), "b".repeat(60)];
        let chart = Chart::bars(&names, &[series(Look::Now, &[7, -3])], false, |amount| amount.to_string());
        assert_eq!(chart.bars.iter().map(|bar| bar.width).collect::<Vec<_>>(), [WIDTH, 0]);
        assert_eq!(chart.labels[2].text.chars().count(), SHOWN);
        let pyramid = Chart::bars(&names, &[series(Look::Now, &[2, 1])], true, |amount| amount.to_string());
        assert_eq!(pyramid.bars.iter().map(|bar| bar.x).collect::<Vec<_>>(), [0, WIDTH / 4]);
    }
}
