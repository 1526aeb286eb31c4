//! The layers of spirv-gen, as ARCHITECTURE.md has them. Used by `main`.

use crate::modules::{Arrows, Crate};
use crate::sources;

/// From the bottom up; a layer imports its own modules and lower layers'.
const LAYERS: [&[&str]; 13] = [
    &["error", "hash", "digest", "cache_folder"],
    &["ir"],
    &["amdgcnspirv"],
    &["budget", "target"],
    &["analysis"],
    &["bundle"],
    &["interp"],
    &["link"],
    &["passes"],
    &["emit"],
    &["portable", "device"],
    &["portable_code"],
    &["opt", "driver"],
];

/// What stands at the crate's root and is no module: the macro of typed ids.
const MACROS: [&str; 1] = ["entity"];

fn compiler() -> Crate {
    let mut files = sources("spirv-gen/src");
    files.retain(|file, _| !file.starts_with("bin/"));
    Crate::new(&files)
}

/// That of a file; none for the crate's root.
fn layer(file: &str) -> Option<usize> {
    let module = file.split('/').next()?.trim_end_matches(".rs");
    let layer = LAYERS.iter().position(|layer| layer.contains(&module));
    assert!(layer.is_some() || module == "lib", "{module} has no layer: add it here and to ARCHITECTURE.md");
    layer
}

fn upwards(arrows: &Arrows) -> Vec<&(String, String)> {
    let is_up =
        |(from, to): &&(String, String)| matches!((layer(from), layer(to)), (Some(from), Some(to)) if to > from);
    arrows.iter().filter(is_up).collect()
}

#[test]
fn every_import_of_the_compiler_goes_downwards_and_none_to_its_root() {
    let compiler = compiler();
    let arrows = compiler.arrows();
    let wrong = upwards(&arrows);
    assert!(wrong.is_empty(), "imports against the order of the layers: {wrong:#?}");
    let mut names = compiler.names_of_the_root();
    names.retain(|(_, name)| !MACROS.contains(&name.as_str()));
    assert!(names.is_empty(), "imports from the crate's root: {names:#?}");
}

#[test]
fn what_passes_are_written_with_knows_no_pass() {
    let arrows = compiler().arrows();
    let util = "passes/util/";
    assert!(arrows.iter().any(|(from, _)| from.starts_with(util)));
    let is_wrong = |to: &str| to.starts_with("passes/") && !to.starts_with(util);
    let wrong: Vec<_> = arrows.iter().filter(|(from, to)| from.starts_with(util) && is_wrong(to)).collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn an_arrow_upwards_in_the_compiler_is_found() {
    let arrow = |from: &str, to: &str| Arrows::from([(from.to_string(), to.to_string())]);
    assert_eq!(upwards(&arrow("ir/types.rs", "passes/mod.rs")).len(), 1);
    assert_eq!(upwards(&arrow("passes/mod.rs", "ir/types.rs")).len(), 0);
    assert_eq!(upwards(&arrow("bundle/mod.rs", "device.rs")).len(), 1);
    assert_eq!(upwards(&arrow("bundle/mod.rs", "bundle/unit.rs")).len(), 0);
}
