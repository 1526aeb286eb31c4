//! README's table of hipBLAS: which families of functions there are, read from the header's lists, all of which the library defines
//! (`tests/blas.rs` compares its exports with the header). Called by `support`.

use std::fmt::Write;

const FUNCTIONS: &str = include_str!("../../runtime/include/hipblas/hipblas-functions.h");

/// (the group's heading, its macros)
const GROUPS: [(&str, &[&str]); 5] = [
    ("level 1", &["LEVEL_1"]),
    ("level 2", &["LEVEL_2"]),
    ("level 3", &["GEMM", "LEVEL_3", "TRTRI"]),
    ("mixed types", &["MIXED", "TRSM_EX"]),
    ("LAPACK's", &["SOLVER", "SOLVER_BATCHED"]),
];

/// The table, in Markdown.
#[must_use]
pub fn markdown() -> String {
    let mut text = "| hipBLAS | functions |\n|---|---|\n".to_owned();
    for (heading, macros) in GROUPS {
        let all: Vec<String> = macros.iter().copied().flat_map(families).collect();
        writeln!(text, "| {heading} | {} |", all.join(", ")).expect("a String takes all");
    }
    text
}

/// The families that a macro of the header lists: those of the macros that it uses, or the names of its own functions.
fn families(name: &str) -> Vec<String> {
    let body = body(name);
    let used: Vec<&str> = body
        .split("HIPBLAS_")
        .skip(1)
        .filter_map(|text| text.split_once("(X)").map(|(name, _)| name))
        .filter(|name| name.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'_'))
        .collect();
    if !used.is_empty() {
        return used.into_iter().flat_map(families).collect();
    }
    // HIPBLAS_SDCZ(X, gemm, gemm), X(hipblasGemm, Ex, GemmEx): the name is the second word, or the third of the functions of mixed types.
    let mut names: Vec<String> = Vec::new();
    for call in body.split("HIPBLAS_").skip(1).filter_map(|text| text.split_once('(')) {
        names.extend(call.1.split(',').nth(1).map(|name| name.trim().to_owned()));
    }
    if names.is_empty() {
        let functions = body.split("X(hipblas").skip(1).filter_map(|call| call.split_once(')'));
        names.extend(functions.map(|(call, _)| own_name(call, name)));
    }
    names.dedup();
    names
}

/// What to call the family of `X(hipblasIsamax, iamax, ...)` (by the macro) or `X(hipblasGemm, Ex, GemmEx)` (by its name).
fn own_name(call: &str, name: &str) -> String {
    match call.split(',').map(str::trim).collect::<Vec<_>>()[..] {
        [first, last, _] => format!("{first}{last}"),
        _ => name.to_lowercase(),
    }
}

fn body(name: &str) -> String {
    let start = format!("#define HIPBLAS_{name}(X)");
    let mut lines = FUNCTIONS.lines().skip_while(|line| !line.starts_with(&start));
    let mut body = String::new();
    for line in lines.by_ref() {
        body.push_str(line.strip_prefix(&start).unwrap_or(line).trim_end_matches('\\'));
        if !line.ends_with('\\') {
            break;
        }
    }
    assert!(!body.is_empty(), "hipblas-functions.h has no {start}");
    body
}

#[cfg(test)]
mod tests {
    use super::{families, markdown};

    #[test]
    fn families_are_those_of_the_headers_lists() {
        assert_eq!(families("GEMM"), ["gemm"]);
        assert_eq!(families("IAMIN"), ["iamin"]);
        assert_eq!(families("GEMM_EX_WITH_FLAGS"), ["GemmExWithFlags"]);
        assert_eq!(families("DOTC_EX"), ["DotcEx"]);
        assert!(families("LEVEL_3").len() == 12 && families("SOLVER_BATCHED") == ["getri"]);
        assert!(markdown().contains("| level 3 | gemm, "));
    }
}
