//! The bench's chart: horizontal bars, one group per kernel, on a logarithmic scale (times differ a thousandfold).

use std::fmt::Write;

use super::Findings;
use super::report::{KERNELS, number};
use hipvk_tests::results::significant;

/// Told apart by lightness too, for those who see no hues.
const COLOURS: [&str; 3] = ["#c0392b", "#7f8c8d", "#bdc3c7"];
const BAR: f64 = 13.0;
const GAP: f64 = 10.0;
const LEFT: f64 = 110.0;
const WIDTH: f64 = 560.0;
const TOP: f64 = 76.0;

/// An SVG of every kernel's time.
pub fn svg(findings: &[Findings]) -> String {
    let names: Vec<&str> =
        KERNELS.iter().copied().filter(|name| findings.iter().any(|f| number(f, name, "ms").is_some())).collect();
    let times = || names.iter().flat_map(|name| findings.iter().filter_map(|f| number(f, name, "ms")));
    let low = 10_f64.powf(times().fold(f64::INFINITY, f64::min).log10().floor());
    // Only the lower end is a power of ten: room for a bar half as long again says nothing.
    let high = (times().fold(0.0, f64::max) * 1.1).max(low * 10.0);
    let x = |ms: f64| (ms / low).log10() / (high / low).log10() * WIDTH;
    let group = BAR * findings.len() as f64 + GAP;
    let height = TOP + group * names.len() as f64 + 30.0;
    let mut svg = String::new();
    // Writing to a String cannot fail.
    let _ = writeln!(
        svg,
        r#"<svg xmlns="http://www.w3.org/2000/svg" width="{}" height="{height}" font-family="sans-serif" font-size="11">
<rect width="100%" height="100%" fill="white"/>
<text x="{LEFT}" y="18" font-size="14">Milliseconds per launch, logarithmic: shorter is faster</text>"#,
        LEFT + WIDTH + 70.0
    );
    for (at, found) in findings.iter().enumerate() {
        let (y, colour) = (26.0 + 14.0 * at as f64, COLOURS[at % COLOURS.len()]);
        let _ = writeln!(
            svg,
            r#"<rect x="{LEFT}" y="{y}" width="11" height="11" fill="{colour}"/><text x="{}" y="{}">{}: {}</text>"#,
            LEFT + 16.0,
            y + 10.0,
            escaped(found.title),
            escaped(&found.device)
        );
    }
    let mut tick = low;
    while low.is_finite() && tick <= high * 1.0001 {
        let at = LEFT + x(tick);
        let _ = writeln!(
            svg,
            r##"<path d="M{at:.1} {TOP}V{:.1}" stroke="#eeeeee"/><text x="{at:.1}" y="{:.1}" text-anchor="middle" fill="#666666">{tick}</text>"##,
            height - 26.0,
            height - 12.0
        );
        tick *= 10.0;
    }
    for (row, name) in names.iter().enumerate() {
        let top = TOP + group * row as f64;
        let _ = writeln!(
            svg,
            r#"<text x="{}" y="{:.1}" text-anchor="end">{name}</text>"#,
            LEFT - 8.0,
            top + (group - GAP) / 2.0 + 4.0
        );
        for (at, found) in findings.iter().enumerate() {
            let Some(ms) = number(found, name, "ms") else { continue };
            let (y, colour) = (top + BAR * at as f64, COLOURS[at % COLOURS.len()]);
            let length = x(ms).max(1.0);
            let _ = writeln!(
                svg,
                r##"<rect x="{LEFT}" y="{y:.1}" width="{length:.1}" height="{:.1}" fill="{colour}"/><text x="{:.1}" y="{:.1}" fill="#666666">{}</text>"##,
                BAR - 2.0,
                LEFT + length + 4.0,
                y + BAR - 4.0,
                significant(ms)
            );
        }
    }
    svg.push_str("</svg>\n");
    svg
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;")
}
