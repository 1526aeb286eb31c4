//! Draws a trace (`HIPVK_TRACE=FILE`) as an SVG, for who has no Perfetto at hand: `trace_picture TRACE.json PICTURE.svg [MS]`. One row for each
//! thread and stream, the last MS milliseconds of what devices did (all of it if not given), arrows from launches to kernels.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use serde_json::Value;

const LEFT: f64 = 190.0;
const WIDTH: f64 = 900.0;
const ROW: f64 = 26.0;
const BAR: f64 = 18.0;
const TOP: f64 = 30.0;
/// (category, colour)
const COLOURS: [(&str, &str); 6] = [
    ("api", "#bdc3c7"),
    ("kernel", "#c0392b"),
    ("copy", "#2980b9"),
    ("fill", "#16a085"),
    ("graph", "#8e44ad"),
    ("compile", "#f39c12"),
];

/// Process and thread of the trace.
type Row = (u64, u64);

struct Slice {
    row: Row,
    from: f64,
    to: f64,
    category: String,
    name: String,
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [trace, picture, rest @ ..] = arguments.as_slice() else {
        return Err("trace_picture TRACE.json PICTURE.svg [MS]".into());
    };
    let events: Vec<Value> = serde_json::from_str(&std::fs::read_to_string(trace)?)?;
    let most: f64 = rest.first().map_or(Ok(f64::INFINITY), |ms| ms.parse())?;
    std::fs::write(picture, svg(&events, most * 1000.0))?;
    Ok(())
}

fn row(event: &Value) -> Row {
    (event["pid"].as_u64().unwrap_or(0), event["tid"].as_u64().unwrap_or(0))
}

fn text(event: &Value, key: &str) -> String {
    event[key].as_str().unwrap_or_default().to_owned()
}

/// Operations, and calls that are in no other.
fn slices(events: &[Value]) -> Vec<Slice> {
    let mut open: HashMap<Row, Vec<&Value>> = HashMap::new();
    let mut slices = Vec::new();
    let mut add = |event: &Value, to: f64| {
        let (category, name) = (text(event, "cat"), text(event, "name"));
        slices.push(Slice { row: row(event), from: event["ts"].as_f64().unwrap_or(0.0), to, category, name });
    };
    for event in events {
        let at = event["ts"].as_f64().unwrap_or(0.0);
        match event["ph"].as_str() {
            Some("X") => add(event, at + event["dur"].as_f64().unwrap_or(0.0)),
            Some("B") => open.entry(row(event)).or_default().push(event),
            Some("E") => {
                let calls = open.entry(row(event)).or_default();
                if let (Some(call), true) = (calls.pop(), calls.is_empty()) {
                    add(call, at);
                }
            }
            _ => {}
        }
    }
    slices
}

fn names(events: &[Value]) -> HashMap<Row, String> {
    let named = events.iter().filter(|event| event["name"] == "thread_name");
    named.map(|event| (row(event), text(&event["args"], "name"))).collect()
}

fn svg(events: &[Value], most: f64) -> String {
    let all = slices(events);
    let of_devices = || all.iter().filter(|slice| slice.category != "api");
    let end = of_devices().map(|slice| slice.to).fold(0.0, f64::max);
    let begin = of_devices().map(|slice| slice.from).fold(f64::INFINITY, f64::min).max(end - most);
    let shown: Vec<&Slice> = all.iter().filter(|slice| slice.to > begin && slice.from < end).collect();
    let mut rows: BTreeMap<Row, f64> = shown.iter().map(|slice| (slice.row, 0.0)).collect();
    rows.values_mut().enumerate().for_each(|(at, y)| *y = TOP + ROW * at as f64);
    let x = |at: f64| LEFT + (at.clamp(begin, end) - begin) / (end - begin).max(1e-3) * WIDTH;
    let (height, width) = (TOP + ROW * rows.len() as f64 + 10.0, LEFT + WIDTH + 20.0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n<text x=\"{LEFT}\" y=\"18\">{:.2} ms</text>\n",
        (end - begin) / 1000.0
    );
    let names = names(events);
    for (row, y) in &rows {
        let name = names.get(row).cloned().unwrap_or_else(|| row.1.to_string());
        let _ = writeln!(svg, "<text x=\"8\" y=\"{:.1}\">{}</text>", y + 13.0, escaped(&name));
    }
    for slice in shown {
        let colour = COLOURS.iter().find(|(category, _)| *category == slice.category).map_or("#7f8c8d", |(_, c)| c);
        let (from, y) = (x(slice.from), rows[&slice.row]);
        let wide = (x(slice.to) - from).max(0.5);
        let _ = writeln!(
            svg,
            "<rect x=\"{from:.1}\" y=\"{y:.1}\" width=\"{wide:.1}\" height=\"{BAR}\" fill=\"{colour}\"><title>{}: {:.1} us</title></rect>",
            escaped(&slice.name),
            slice.to - slice.from
        );
        if wide > 7.0 * slice.name.len() as f64 {
            let ink = if slice.category == "api" { "black" } else { "white" };
            let _ = writeln!(
                svg,
                "<text x=\"{:.1}\" y=\"{:.1}\" fill=\"{ink}\">{}</text>",
                from + 3.0,
                y + 13.0,
                escaped(&slice.name)
            );
        }
    }
    arrows(events, &mut svg, |event| {
        let at = event["ts"].as_f64().filter(|at| (begin..end).contains(at))?;
        Some((x(at), rows.get(&row(event))? + BAR / 2.0))
    });
    svg + "</svg>\n"
}

/// Lines from launches to what they launched, where both ends are shown.
fn arrows(events: &[Value], svg: &mut String, place: impl Fn(&Value) -> Option<(f64, f64)>) {
    let of = |phase: &'static str| events.iter().filter(move |event| event["ph"] == phase);
    let starts: HashMap<u64, &Value> = of("s").filter_map(|event| Some((event["id"].as_u64()?, event))).collect();
    for end in of("f") {
        let start = end["id"].as_u64().and_then(|id| starts.get(&id));
        if let (Some((x1, y1)), Some((x2, y2))) = (start.and_then(|start| place(start)), place(end)) {
            let _ = writeln!(
                svg,
                "<path d=\"M{x1:.1} {y1:.1}L{x2:.1} {y2:.1}\" stroke=\"#2c3e50\" stroke-width=\"0.5\" opacity=\"0.5\"/>"
            );
        }
    }
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
