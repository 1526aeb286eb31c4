//! What a process's operations took, by kernel, copy and fill: a table on standard error when it ends.

use std::collections::HashMap;
use std::fmt::Write;

use super::device::Work;
use super::file;
use crate::locks::{Mutex, Rank};

/// What operations of one name took.
#[derive(Clone, Copy, Debug)]
struct Times {
    calls: u64,
    total: u64,
    least: u64,
    most: u64,
}

/// By category and name; kernels, of which several may be called alike, by the compiler's name, with the source's beside it.
type Table = HashMap<(&'static str, String), (String, Times)>;

static TABLE: Mutex<Option<Table>> = Mutex::new(Rank::TraceSummary, None);

/// An operation took so long.
pub(super) fn count(work: &Work, ns: u64) {
    let title = work.title().into_owned();
    let key = match work {
        Work::Kernel { name, .. } => name.clone(),
        _ => title.clone(),
    };
    let mut table = TABLE.lock();
    let once = || (title, Times { calls: 0, total: 0, least: u64::MAX, most: 0 });
    let (_, times) = table.get_or_insert_default().entry((work.category(), key)).or_insert_with(once);
    *times =
        Times { calls: times.calls + 1, total: times.total + ns, least: times.least.min(ns), most: times.most.max(ns) };
}

/// Shows the table.
pub(super) fn show() {
    let table = TABLE.lock().clone().unwrap_or_default();
    eprint!("{}", text(&table, file::path()));
}

/// The table, the longest first.
fn text(table: &Table, path: &str) -> String {
    let mut text = format!("hipvk: trace in {path} (https://ui.perfetto.dev opens it)\n");
    if table.is_empty() {
        return text;
    }
    let mut rows: Vec<_> = table.iter().collect();
    rows.sort_by(|(a, (_, of_a)), (b, (_, of_b))| of_b.total.cmp(&of_a.total).then_with(|| a.cmp(b)));
    let all: u64 = rows.iter().map(|(_, (_, times))| times.total).sum();
    let [share, calls] = ["share", "calls"];
    let [total, average, least, most] = ["total", "average", "min", "max"].map(|title| format!("{title:>11}"));
    let _ = writeln!(text, "hipvk: {share:>7} {calls:>9} {total} {average} {least} {most}  what");
    for ((category, _), (name, times)) in rows {
        let share = 100.0 * times.total as f64 / all.max(1) as f64;
        let [total, average, least, most] =
            [times.total, times.total / times.calls.max(1), times.least, times.most].map(duration);
        let _ = writeln!(
            text,
            "hipvk: {share:>6.1}% {:>9} {total} {average} {least} {most}  {}",
            times.calls,
            if *category == "kernel" { format!("kernel {name}") } else { name.clone() }
        );
    }
    text
}

/// In the unit that suits.
fn duration(ns: u64) -> String {
    match ns {
        0..10_000 => format!("{ns:>8} ns"),
        10_000..10_000_000 => format!("{:>8.1} us", ns as f64 / 1e3),
        10_000_000..10_000_000_000 => format!("{:>8.1} ms", ns as f64 / 1e6),
        _ => format!("{:>8.1} s ", ns as f64 / 1e9),
    }
}

#[cfg(test)]
mod tests {
    use super::{HashMap, Times, text};

    #[test]
    fn the_longest_comes_first_and_shares_are_of_all() {
        let row = |category, name: &str, calls, total, least, most| {
            ((category, format!("_Z5{name}")), (name.to_owned(), Times { calls, total, least, most }))
        };
        let table = HashMap::from([
            row("kernel", "small", 2, 1000, 400, 600),
            row("kernel", "large", 1, 29_000_000, 29_000_000, 29_000_000),
            row("copy", "copy host to device", 4, 999_000, 99_000, 500_000),
        ]);
        let expected = "\
hipvk: trace in t.json (https://ui.perfetto.dev opens it)
hipvk:   share     calls       total     average         min         max  what
hipvk:   96.7%         1     29.0 ms     29.0 ms     29.0 ms     29.0 ms  kernel large
hipvk:    3.3%         4    999.0 us    249.8 us     99.0 us    500.0 us  copy host to device
hipvk:    0.0%         2     1000 ns      500 ns      400 ns      600 ns  kernel small
";
        assert_eq!(text(&table, "t.json"), expected);
    }
}
