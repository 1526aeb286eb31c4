//! The bench's table and its JSON.

use std::fmt::Write;

use hipvk_tests::results::{ResultLine, significant};

use super::Findings;

/// The order of rows: kernels as in the baseline's table, then the runtime's own costs.
pub const KERNELS: &[&str] = &[
    "saxpy",
    "triad",
    "reduce",
    "reduce_gs",
    "reduce_shfl",
    "warp_sum",
    "sgemm_s",
    "sgemm",
    "nbody",
    "nbody_if",
    "nbody_sh",
    "histogram",
    "stencil",
    "mandelbrot",
    "barriers",
];

/// Every kernel's time and, for the first contender, its rate and how the others compare; then the other figures.
pub fn table(findings: &[Findings]) -> String {
    let mut text = String::from("\n");
    for found in findings {
        line(&mut text, &format!("  {:<14} {}", found.title, found.device));
        found.trouble.iter().for_each(|trouble| line(&mut text, &format!("  {:<14} FAILED: {trouble}", "")));
    }
    let titles: String = findings.iter().map(|found| format!(" {:>14}", found.title)).collect();
    line(&mut text, &format!("\n  {:<24}{titles}  {:<14} {}", "kernel, ms", "hipvk's rate", "hipvk, times as fast"));
    for name in KERNELS.iter().filter(|name| findings.iter().any(|found| found.lines.contains_key(**name))) {
        let cells: String = findings.iter().map(|found| format!(" {:>14}", cell(found, name, "ms"))).collect();
        let rate = findings.first().and_then(|found| found.lines.get(*name)).map(ResultLine::rate).unwrap_or_default();
        line(&mut text, &format!("  {name:<24}{cells}  {rate:<14} {}", ratios(findings, name)));
    }
    let mut others: Vec<&String> = findings.iter().flat_map(|found| found.lines.keys()).collect();
    others.retain(|name| !KERNELS.contains(&name.as_str()));
    others.sort();
    others.dedup();
    if !others.is_empty() {
        line(&mut text, "\n  the runtime");
    }
    for name in others {
        let unit = if findings.iter().any(|found| number(found, name, "us").is_some()) { "us" } else { "gbps" };
        let cells: String = findings.iter().map(|found| format!(" {:>14}", cell(found, name, unit))).collect();
        let label = format!("{name}, {}", if unit == "us" { "us" } else { "GB/s" });
        line(&mut text, &format!("  {label:<24}{cells}"));
    }
    text
}

fn line(text: &mut String, new: &str) {
    text.push_str(new.trim_end());
    text.push('\n');
}

pub fn number(found: &Findings, name: &str, key: &str) -> Option<f64> {
    found.lines.get(name)?.number(key)
}

fn cell(found: &Findings, name: &str, key: &str) -> String {
    match found.lines.get(name) {
        Some(result) if !result.ok => "WRONG".to_owned(),
        Some(result) => result.number(key).map_or_else(|| "-".to_owned(), significant),
        None => "-".to_owned(),
    }
}

/// `1.80 GLSL, 0.50 OpenCL`: how many times as fast the first contender is as each other one.
fn ratios(findings: &[Findings], name: &str) -> String {
    let Some((ours, others)) = findings.split_first() else { return String::new() };
    let Some(our_ms) = number(ours, name, "ms") else { return String::new() };
    let compared = others.iter().filter_map(|other| {
        let title = other.title.split(',').next().unwrap_or(other.title);
        Some(format!("{:.2} {title}", number(other, name, "ms")? / our_ms))
    });
    compared.collect::<Vec<_>>().join(", ")
}

/// `{"hipvk": {"device": …, "results": {"saxpy": {"ok": true, "ms": …}, …}}, …}`
pub fn json(findings: &[Findings]) -> String {
    let mut text = String::from("{\n");
    for (at, found) in findings.iter().enumerate() {
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "  {}: {{\n    \"device\": {},\n    \"results\": {{",
            quoted(found.key),
            quoted(&found.device)
        );
        let results: Vec<String> = found.lines.values().map(result_json).collect();
        let _ =
            writeln!(text, "{}\n    }}\n  }}{}", results.join(",\n"), if at + 1 < findings.len() { "," } else { "" });
    }
    text.push_str("}\n");
    text
}

fn result_json(result: &ResultLine) -> String {
    let numbers = ["ms", "cpu_ms", "us", "gbps", "gflops"].into_iter();
    let numbers = numbers.filter_map(|key| Some(format!(", \"{key}\": {}", result.number(key)?)));
    format!("      {}: {{\"ok\": {}{}}}", quoted(&result.name), result.ok, numbers.collect::<String>())
}

fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => quoted.extend(['\\', c]),
            c if c.is_control() => quoted.push(' '),
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}
