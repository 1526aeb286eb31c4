//! Every Vulkan call fails once, in turn: HIP's error comes back, nothing is wrong, lost or left behind, and what can goes on.
//!
//! `tests/failures/layer.cpp` is a Vulkan layer that fails calls, `walk.hip` a program of everything, in sections, that steers it; its header
//! says what is walked over. Needs hipcc and the library beside this test (`cargo build --workspace --lib --bins`), and g++.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::places::{root, target};
use hipvk_tests::vulkan_layer::{Layer, run};
use libtest_mimic::{Arguments, Failed, Trial};

const LAYER: Layer =
    Layer { name: "VK_LAYER_HIPVK_failing", prefix: "failing", description: "Fails calls", extension: None };

/// What is run, with how many points at least, and a variable.
struct Walk {
    words: &'static [&'static str],
    least: u32,
    setting: Option<(&'static str, &'static str)>,
}

const WALKS: &[Walk] = &[
    hot(&["hot", "memory"]),
    hot(&["hot", "host_memory"]),
    hot(&["hot", "registered"]),
    hot(&["hot", "copies"]),
    hot(&["hot", "compile"]),
    hot(&["hot", "streams"]),
    hot(&["hot", "ordered_memory"]),
    hot(&["hot", "shared_pool"]),
    hot(&["hot", "graph"]),
    hot(&["hot", "textures"]),
    Walk { setting: Some(("HIPVK_HARDWARE_TEXTURES", "1")), ..hot(&["hot", "textures"]) },
    hot(&["hot", "mapped"]),
    Walk { setting: Some(("HIPVK_SPARSE_RANGES", "1")), ..hot(&["hot", "mapped"]) },
    hot(&["hot", "waiting"]),
    Walk { words: &["first", "1"], least: 25, setting: None },
    Walk { words: &["lost"], least: 6, setting: None },
    Walk { words: &["lying"], least: 6, setting: None },
    Walk { words: &["cooperative"], least: 2, setting: None },
    Walk { words: &["destroyed"], least: 50, setting: None },
];

const fn hot(words: &'static [&'static str]) -> Walk {
    Walk { words, least: 50, setting: None }
}

fn main() {
    let arguments = Arguments::from_args();
    let made = make();
    let trials = WALKS.iter().map(|it| {
        let name = it
            .setting
            .map_or(it.words.join(" "), |(variable, value)| format!("{} with {variable}={value}", it.words.join(" ")));
        let made = made.clone();
        Trial::test(name, move || made.map_err(Failed::from).and_then(|folder| walk(&folder, it)))
    });
    libtest_mimic::run(&arguments, trials.collect()).exit();
}

/// The layer, its manifest and the program, in a folder.
fn make() -> Result<PathBuf, String> {
    let (folder, sources) = (target().join("failures"), root().join("tests/failures"));
    LAYER.build(&sources.join("layer.cpp"), &folder)?;
    let mut hipcc = Command::new(target().join("hipcc"));
    run(hipcc.arg("-O1").arg(sources.join("walk.hip")).arg("-ldl").arg("-o").arg(folder.join("walk")))?;
    Ok(folder)
}

fn walk(folder: &Path, it: &Walk) -> Result<(), Failed> {
    let mut command = Command::new("timeout");
    command.args(["--foreground", "300"]).arg(folder.join("walk")).args(it.words).envs(it.setting);
    LAYER.before(&mut command, folder).env("HIPVK_CACHE_DIR", folder.join("cache"));
    let said = run(command.env("FAILING_LAYER", folder.join("libfailing.so")))?;
    let points: Option<u32> =
        said.lines().find_map(|line| line.split_once(": ")?.1.split_once(" points, 0 problems")?.0.parse().ok());
    match points {
        Some(points) if points >= it.least => Ok(()),
        _ => Err(format!("too few points:\n{said}").into()),
    }
}
