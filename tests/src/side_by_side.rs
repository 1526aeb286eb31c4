//! What two builds of one program said, line by line: how their times compare, and where they differ otherwise. Used by the program `hecbench`.

/// Two outputs beside each other.
#[derive(Debug, Default, PartialEq)]
pub struct Comparison {
    /// Of each line that tells a time or a rate: how many times as fast ours was.
    pub speeds: Vec<f64>,
    /// Our other lines whose numbers are not theirs, or that have no counterpart; and those.
    pub different: Vec<(String, String)>,
}

/// Numbers closer than this are the same: sums in another order.
const SAME: f64 = 1e-4;

/// What a line with these words tells of.
const RATES: &[&str] = &["/s", "flop", "bandwidth", "throughput", "rate", "per second"];
const TIMES: &[&str] = &["time", "elapsed", "latency", "took", "(us)", "(ms)", "(s)", " us", " ms", " ns", "sec"];

/// Each line of `ours` with the first one of `theirs` that has its words and was not met before.
pub fn compare(ours: &str, theirs: &str) -> Comparison {
    let mut rest: Vec<(String, Vec<f64>, &str)> = theirs.lines().map(parts).collect();
    let mut comparison = Comparison::default();
    for (words, numbers, line) in ours.lines().map(parts).filter(|(words, ..)| !words.is_empty()) {
        let Some(index) = rest.iter().position(|(other, ..)| *other == words) else {
            comparison.different.push((line.to_owned(), String::new()));
            continue;
        };
        let (_, others, other) = rest.remove(index);
        let has = |list: &[&str]| list.iter().any(|word| words.contains(word));
        match (numbers.last(), others.last()) {
            (Some(&a), Some(&b)) if (has(RATES) || has(TIMES)) && a > 0.0 && b > 0.0 => {
                comparison.speeds.push(if has(RATES) { a / b } else { b / a });
            }
            _ if numbers.iter().zip(&others).all(|(a, b)| (a - b).abs() <= SAME * a.abs().max(b.abs())) => {}
            _ => comparison.different.push((line.to_owned(), other.to_owned())),
        }
    }
    comparison
}

/// A line's words, with `#` for each number and CUDA's name for HIP's; its numbers; itself.
fn parts(line: &str) -> (String, Vec<f64>, &str) {
    let (mut words, mut numbers) = (String::new(), Vec::new());
    let mut rest = line.trim();
    while let Some(first) = rest.chars().next() {
        let within = words.ends_with(|c: char| c.is_ascii_alphanumeric() || c == '_');
        match number(rest).filter(|_| !within) {
            Some((value, length)) => {
                numbers.push(value);
                words.push('#');
                rest = &rest[length..];
            }
            None => {
                words.extend(first.to_lowercase());
                rest = &rest[first.len_utf8()..];
            }
        }
    }
    (words.replace("hip", "cuda"), numbers, line.trim())
}

/// The number that a text begins with, and its length: the longest beginning that is one.
fn number(text: &str) -> Option<(f64, usize)> {
    let digits = text.trim_start_matches(['-', '+']);
    if text.len() - digits.len() > 1 || !digits.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return None;
    }
    let most = text.find(|c: char| !(c.is_ascii_alphanumeric() || ".+-".contains(c))).unwrap_or(text.len());
    (1..=most).rev().find_map(|length| Some((text[..length].parse().ok()?, length)))
}

#[cfg(test)]
mod tests {
    use super::{Comparison, compare, parts};

    #[test]
    fn numbers_are_told_from_words() {
        assert_eq!(
            parts("kernel1 of HIP: 2.5e3 us (-7)"),
            ("kernel1 of cuda: # us (#)".to_owned(), vec![2500.0, -7.0], "kernel1 of HIP: 2.5e3 us (-7)")
        );
    }

    #[test]
    fn less_time_and_a_higher_rate_are_faster() {
        let found = compare("Time of 3: 2.0 us\nRate: 30 GB/s", "Time of 3: 4.0 us\nRate: 10 GB/s");
        assert_eq!(found, Comparison { speeds: vec![2.0, 3.0], different: Vec::new() });
    }

    #[test]
    fn other_numbers_and_lines_differ() {
        let found = compare("sum 1.00001\nchecksum 8\nFAIL", "checksum 7\nsum 1.00002\nPASS");
        let pair = |a: &str, b: &str| (a.to_owned(), b.to_owned());
        assert_eq!(found.different, [pair("checksum 8", "checksum 7"), pair("FAIL", "")]);
    }
}
