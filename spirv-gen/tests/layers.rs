//! The compiler's layers hold: what ARCHITECTURE.md says of who imports whom is read from the sources.
//!
//! Tests may import anything: what stands behind `#[cfg(test)]` is not looked at.

use std::collections::HashSet;
use std::path::{Path, PathBuf};

/// From the bottom up; a layer imports its own modules and lower layers'.
const LAYERS: &[&[&str]] = &[
    &["error", "hash", "digest"],
    &["ir"],
    &["budget", "target"],
    &["analysis"],
    &["bundle"],
    &["interp"],
    &["link"],
    &["passes"],
    &["emit"],
    &["portable", "device"],
    &["opt", "driver"],
];

/// What stands at the crate's root and is no module: the macro of typed ids.
const MACROS: &[&str] = &["entity"];

#[test]
fn every_import_goes_downwards_and_none_to_the_crates_root() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut files = Vec::new();
    collect(&root, &mut files);
    let tests: HashSet<PathBuf> = files.iter().flat_map(|file| test_modules(file)).collect();
    let wrong: Vec<String> = files
        .iter()
        .filter(|file| !file.ancestors().any(|part| tests.contains(part) || tests.contains(&part.with_extension(""))))
        .flat_map(|file| wrong_imports(&root, file))
        .collect();
    assert!(wrong.is_empty(), "imports against the order of the layers:\n{}", wrong.join("\n"));
}

#[test]
fn what_passes_are_written_with_knows_no_pass() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/passes/util");
    let mut files = Vec::new();
    collect(&root, &mut files);
    assert!(!files.is_empty());
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let others = text.matches("crate::passes::").count() - text.matches("crate::passes::util").count();
        assert_eq!(others, 0, "{}", file.display());
    }
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap().flatten() {
        match entry.path() {
            path if path.is_dir() && !path.ends_with("bin") => collect(&path, files),
            path if path.extension().is_some_and(|e| e == "rs") => files.push(path),
            _ => {}
        }
    }
}

/// The modules that `file` has for tests only, as paths without extension.
fn test_modules(file: &Path) -> Vec<PathBuf> {
    let text = std::fs::read_to_string(file).unwrap();
    let own = if file.ends_with("mod.rs") || file.ends_with("lib.rs") {
        file.parent().unwrap().to_owned()
    } else {
        file.with_extension("")
    };
    let behind = text.split("#[cfg(test)]\n").skip(1).filter_map(|rest| rest.lines().next());
    behind
        .filter_map(|line| line.trim_end().strip_suffix(';')?.split_once("mod ").map(|(_, name)| own.join(name)))
        .collect()
}

fn layer(module: &str) -> Option<usize> {
    LAYERS.iter().position(|layer| layer.contains(&module))
}

fn wrong_imports(root: &Path, file: &Path) -> Vec<String> {
    let name = file.strip_prefix(root).unwrap();
    let module = name.iter().next().unwrap().to_str().unwrap().trim_end_matches(".rs");
    if module == "lib" {
        return Vec::new();
    }
    let own = layer(module).unwrap_or_else(|| panic!("{module} has no layer: add it here and to ARCHITECTURE.md"));
    let text = std::fs::read_to_string(file).unwrap();
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let lines = code.lines().filter(|line| !line.trim_start().starts_with("//"));
    lines
        .filter(|line| imported(line).any(|to| !MACROS.contains(&to) && layer(to).is_none_or(|to| to > own)))
        .map(|line| format!("{}: {}", name.display(), line.trim()))
        .collect()
}

/// The modules of this crate that a line names: `crate::a::b`, `crate::{a, b::{c, d}}`.
fn imported(line: &str) -> impl Iterator<Item = &str> {
    line.split("crate::").skip(1).flat_map(|rest| {
        let group = rest.strip_prefix('{').unwrap_or(rest);
        let ends = |c: char| !c.is_alphanumeric() && c != '_';
        let names = outer_items(group).into_iter().map(move |item| item.trim().split(ends).next().unwrap_or(""));
        names.take(if group == rest { 1 } else { usize::MAX })
    })
}

/// What commas divide outside of inner braces, up to the brace that ends the group.
fn outer_items(group: &str) -> Vec<&str> {
    let (mut items, mut depth, mut start) = (Vec::new(), 0, 0);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return items.into_iter().chain([&group[start..at]]).collect(),
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&group[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    items.push(&group[start..]);
    items
}

#[test]
fn a_line_names_one_module_or_a_group_of_them() {
    let of = |line| imported(line).collect::<Vec<_>>();
    assert_eq!(of("use crate::ir::{Module, Type};"), ["ir"]);
    assert_eq!(of("use crate::{digest, entity};"), ["digest", "entity"]);
    assert_eq!(of("use crate::{ir::{Module, Type}, emit::words, passes};"), ["ir", "emit", "passes"]);
    assert_eq!(of("fn f(a: crate::ir::Module, b: crate::emit::Words)"), ["ir", "emit"]);
    assert_eq!(of("use crate::{"), [""], "a group over several lines is a wrong import until it is read");
}
