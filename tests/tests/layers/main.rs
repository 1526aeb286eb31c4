//! Imports go downwards: what ARCHITECTURE.md says of the layers, checked over the sources as text (`modules` reads them, `circles` finds
//! files that import each other, `compiler` has spirv-gen's layers). Needs no device and no build of what it reads.
//!
//! Files may move as they like; what is data here is which folder may see which, and the circles that are still there.

mod circles;
mod compiler;
mod modules;
mod tokens;

use std::collections::BTreeMap;
use std::path::Path;

use circles::{circles, verdict};
use modules::{Arrows, Crate};

/// (folder of runtime/src, what its files may not import); `builtin.rs` is made of `vk`
const ABOVE: [(&str, &[&str]); 5] = [
    ("vk/", &["hip/", "capi/", "safe/", "precompile/", "builtin.rs"]),
    ("hip/", &["capi/", "safe/", "precompile/"]),
    ("capi/", &["vk/", "safe/"]),
    ("safe/", &["capi/", "precompile/"]),
    ("precompile/", &["vk/", "capi/", "safe/"]),
];

/// (crate, where in its sources the crate may be named)
const ONLY_IN: [(&str, &[&str]); 3] = [
    ("ash", &["runtime/src/vk/", "tests/src/bin/latency/bare.rs", "examples/src/bin/vulkan_interop.rs"]), // bare Vulkan is what the latencies are compared with
    ("gpu_allocator", &["runtime/src/vk/"]),
    // Tests look at what was emitted, and make what is read.
    (
        "rspirv",
        &[
            "spirv-gen/src/emit/",
            "spirv-gen/src/amdgcnspirv/",
            "runtime/tests/",
            "spirv-gen/tests/",
            "tests/src/assemble.rs",
        ],
    ),
];

/// Files that import each other are one file to who reads them: so many may.
const LARGEST_CIRCLE: usize = 4;

/// Circles of more files than that, which are to go: their sizes in each folder (a crate's sources, folder), the largest first. No number
/// may grow, and one that has become smaller is written here at once.
const CIRCLES: [(&str, &str, &[usize]); 3] =
    [("runtime/src", "hip/", &[]), ("runtime/src", "vk/", &[]), ("spirv-gen/src", "", &[])];

fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("tests/ lies in the repository")
}

/// The Rust files below a folder of the repository: path below that folder, text.
fn sources(folder: &str) -> BTreeMap<String, String> {
    fn collect(root: &Path, folder: &Path, found: &mut BTreeMap<String, String>) {
        for entry in std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display())) {
            let path = entry.expect("an entry of a folder").path();
            if path.is_dir() {
                collect(root, &path, found);
            } else if path.extension().is_some_and(|e| e == "rs") {
                let name = path.strip_prefix(root).expect("below it").to_string_lossy().replace('\\', "/");
                found
                    .insert(name, std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display())));
            }
        }
    }
    let root = repository().join(folder);
    let mut found = BTreeMap::new();
    collect(&root, &root, &mut found);
    found
}

fn runtime() -> Arrows {
    Crate::new(&sources("runtime/src")).arrows()
}

/// Arrows from the files of a folder to those of the folders above it.
fn upwards<'a>(arrows: &'a Arrows, folder: &str, above: &[&str]) -> Vec<&'a (String, String)> {
    let is_up = |(from, to): &&(String, String)| from.starts_with(folder) && above.iter().any(|a| to.starts_with(a));
    arrows.iter().filter(is_up).collect()
}

/// The files that name another crate.
fn naming(files: &BTreeMap<String, String>, name: &str) -> Vec<String> {
    let names = |text: &str| {
        let tokens = tokens::tokens(text);
        tokens.windows(2).enumerate().any(|(at, pair)| {
            let is_name = |token: &&str| token.starts_with(|c: char| c.is_alphanumeric() || c == '_');
            let starts = !matches!(&tokens[..at], [.., before, "::"] if is_name(before));
            pair == ["use", name] || pair == [name, "::"] && starts
        })
    };
    files.iter().filter(|(_, text)| text.contains(name) && names(text)).map(|(file, _)| file.clone()).collect()
}

#[test]
fn imports_go_downwards() {
    let arrows = runtime();
    for (folder, above) in ABOVE {
        let wrong = upwards(&arrows, folder, above);
        assert!(wrong.is_empty(), "files of runtime/src/{folder} import what lies above them: {wrong:#?}");
    }
}

#[test]
fn other_crates_are_seen_where_they_belong() {
    for (name, places) in ONLY_IN {
        for root in ["spirv-gen", "runtime", "tests", "examples"] {
            let named = naming(&sources(root), name).into_iter().map(|file| format!("{root}/{file}"));
            let wrong: Vec<String> = named.filter(|file| !places.iter().any(|place| file.starts_with(place))).collect();
            assert!(wrong.is_empty(), "only {places:?} may name {name}: {wrong:#?}");
        }
    }
}

/// Not even as a dependency.
#[test]
fn the_compiler_knows_neither_vulkan_nor_the_runtime() {
    let manifest = repository().join("spirv-gen/Cargo.toml");
    let manifest = std::fs::read_to_string(&manifest).unwrap_or_else(|e| panic!("{}: {e}", manifest.display()));
    let known: Vec<&str> =
        manifest.lines().filter(|line| line.starts_with("ash") || line.starts_with("hipvk")).collect();
    assert!(known.is_empty(), "spirv-gen/Cargo.toml: {known:?}");
}

#[test]
fn no_circle_of_files_is_larger_than_listed() {
    let verdicts = CIRCLES.map(|(sources_of, folder, listed)| {
        let arrows = Crate::new(&sources(sources_of)).arrows();
        verdict(&format!("{sources_of}/{folder}"), &circles(&arrows, folder), LARGEST_CIRCLE, listed)
    });
    let wrong: Vec<String> = verdicts.into_iter().filter_map(Result::err).collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The checks above can fail.
mod made_up {
    use std::collections::BTreeMap;

    use super::{Crate, naming, upwards};

    fn files(files: &[(&str, &str)]) -> BTreeMap<String, String> {
        files.iter().map(|(file, text)| (file.to_string(), text.to_string())).collect()
    }

    #[test]
    fn an_arrow_upwards_is_found() {
        let low = |text| {
            files(&[
                ("lib.rs", "mod hip; mod vk;"),
                ("hip/mod.rs", "pub struct H;"),
                ("vk/mod.rs", ""),
                ("vk/a.rs", text),
            ])
        };
        let count = |text| upwards(&Crate::new(&low(text)).arrows(), "vk/", &["hip/", "capi/"]).len();
        assert_eq!(count("use crate::hip::H;"), 1);
        assert_eq!(count("fn f() { crate::hip::H; }"), 1);
        assert_eq!(count("use super::x; // crate::hip::H"), 0);
    }

    #[test]
    fn a_crate_that_is_named_is_found() {
        let text = |text| naming(&files(&[("a.rs", text)]), "ash").len();
        for found in [
            "use ash;",
            "use ash::vk;",
            "fn f(x: ash::vk::Fence) {}",
            "#[cfg(test)] mod tests { use ash::vk; }",
            "::ash::vk",
        ] {
            assert_eq!(text(found), 1, "{found}");
        }
        for not in ["// ash::vk", "use crate::ash::vk;", "let ash = 1;", "use splash::vk;", "\"ash::vk\""] {
            assert_eq!(text(not), 0, "{not}");
        }
    }
}
