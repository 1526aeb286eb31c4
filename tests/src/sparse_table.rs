//! README's table of hipSPARSE: which families of functions are there, read from the headers' lists and from runtime/sparse/missing.hip, which defines
//! what is not there. Called by `support`.

use std::fmt::Write;

const HEADERS: [&str; 2] = [
    include_str!("../../runtime/include/hipsparse/hipsparse-functions.h"),
    include_str!("../../runtime/include/hipsparse/hipsparse-conversions.h"),
];
const MISSING: &str = include_str!("../../runtime/sparse/missing.hip");

/// (the group's heading, its macro)
const GROUPS: [(&str, &str); 8] = [
    ("generic", "GENERIC"),
    ("level 1", "LEVEL_1"),
    ("level 2", "LEVEL_2"),
    ("level 3", "LEVEL_3"),
    ("two sparse matrices", "EXTRA"),
    ("preconditioners, banded systems", "PRECOND"),
    ("conversions", "CONVERSION"),
    ("colouring", "REORDER"),
];

/// The table, in Markdown. A family is a function in its element types, with what measures its buffer and does its other steps.
#[must_use]
pub fn markdown() -> String {
    let mut text = "| hipSPARSE | there | not supported |\n|---|---|---|\n".to_owned();
    let missing: Vec<String> =
        MISSING.lines().filter(|line| line.contains("(SPARSE_MISSING, ")).flat_map(names).collect();
    for (heading, group) in GROUPS {
        let (not, there): (Vec<String>, Vec<String>) = list(group).into_iter().partition(|name| missing.contains(name));
        writeln!(text, "| {heading} | {} | {} |", families(&there), families(&not)).expect("a String takes all");
    }
    text
}

/// The functions of a group, of which the headers have a line `#define HIPSPARSE_GROUP(X) ...`.
fn list(group: &str) -> Vec<String> {
    let start = format!("#define HIPSPARSE_{group}(X) ");
    let header =
        HEADERS.iter().find(|header| header.contains(&start)).unwrap_or_else(|| panic!("no header has {start}"));
    let text = header.split_once(&start).expect("just found").1.replace("\\\n", " ");
    names(text.lines().next().unwrap_or_default())
}

/// `gthr` of `HIPSPARSE_SDCZ(X, gthr)`, and so on.
fn names(text: &str) -> Vec<String> {
    let calls = text.split("HIPSPARSE_").skip(1).filter_map(|call| call.split_once(", ")?.1.split_once(')'));
    calls.map(|(name, _)| name.to_owned()).collect()
}

/// Their families, each once: `csrsv2` of `csrsv2_analysis` and `Xcsrsv2_zeroPivot`.
fn families(names: &[String]) -> String {
    let mut families: Vec<&str> = Vec::new();
    for name in names {
        let family = name.strip_prefix('X').unwrap_or(name);
        let family =
            family.rsplit_once('_').filter(|(_, step)| STEPS.contains(step)).map_or(family, |(family, _)| family);
        let family = family.strip_suffix("Nnz").unwrap_or(family);
        if !families.contains(&family) {
            families.push(family);
        }
    }
    families.join(", ")
}

/// What stands behind a family's name where it is no family of its own.
const STEPS: [&str; 14] = [
    "bufferSize",
    "bufferSizeExt",
    "analysis",
    "solve",
    "zeroPivot",
    "numericBoost",
    "preprocess",
    "convert",
    "createDescr",
    "destroyDescr",
    "workEstimation",
    "compute",
    "copy",
    "nnz",
];

#[cfg(test)]
mod tests {
    use super::{families, list, markdown};

    #[test]
    fn families_are_those_of_the_headers_lists() {
        let names = ["csrsv2_analysis", "Xcsrsv2_zeroPivot", "gtsv2_nopivot_bufferSizeExt", "nnz"].map(str::to_owned);
        assert_eq!(families(&names), "csrsv2, gtsv2_nopivot, nnz");
        assert_eq!(list("REORDER"), ["csrcolor"]);
        assert!(markdown().contains("| level 1 | axpyi, "));
    }
}
