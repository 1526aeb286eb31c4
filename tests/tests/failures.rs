//! Every Vulkan call fails once, in turn: HIP's error comes back, nothing is wrong, lost or left behind, and what can goes on.
//!
//! `tests/failures/layer.cpp` is a Vulkan layer that fails calls, `walk.hip` a program of everything, in sections, that steers it; its header
//! says what is walked over. Needs hipcc and the library beside this test (`cargo build --workspace --lib --bins`), and g++.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::places::{is_packed, root, target};
use libtest_mimic::{Arguments, Failed, Trial};

const LAYER: &str = "VK_LAYER_HIPVK_failing";

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
    Walk { words: &["destroyed"], least: 50, setting: None },
];

const fn hot(words: &'static [&'static str]) -> Walk {
    Walk { words, least: 50, setting: None }
}

fn main() {
    let arguments = Arguments::from_args();
    if is_packed() {
        // The layer is compiled here.
        return;
    }
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
    std::fs::create_dir_all(&folder).map_err(|e| e.to_string())?;
    let layer = folder.join("libfailing.so");
    let mut compiler = Command::new("g++");
    compiler.args([
        "-std=c++17",
        "-O1",
        "-Wall",
        "-Wextra",
        "-Werror",
        "-shared",
        "-fPIC",
        "-fvisibility=hidden",
        "-o",
    ]);
    run(compiler.arg(&layer).arg(sources.join("layer.cpp")))?;
    let mut hipcc = Command::new(target().join("hipcc"));
    run(hipcc.arg("-O1").arg(sources.join("walk.hip")).arg("-ldl").arg("-o").arg(folder.join("walk")))?;
    let manifest = format!(
        r#"{{"file_format_version": "1.1.2", "layer": {{"name": "{LAYER}", "type": "GLOBAL", "library_path": "{}",
"api_version": "1.3.0", "implementation_version": "1", "description": "Fails calls", "functions":
{{"vkGetInstanceProcAddr": "failing_instance_address", "vkGetDeviceProcAddr": "failing_device_address"}}}}}}"#,
        layer.display()
    );
    std::fs::write(folder.join("failing.json"), manifest).map_err(|e| e.to_string())?;
    Ok(folder)
}

fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(said) } else { Err(format!("{command:?}: {}\n{said}", output.status)) }
}

fn walk(folder: &Path, it: &Walk) -> Result<(), Failed> {
    let mut command = Command::new("timeout");
    command.args(["--foreground", "300"]).arg(folder.join("walk")).args(it.words).envs(it.setting);
    command.env("VK_LAYER_PATH", folder).env("VK_INSTANCE_LAYERS", LAYER).env("HIPVK_CACHE_DIR", folder.join("cache"));
    let said = run(command.env("FAILING_LAYER", folder.join("libfailing.so")))?;
    let points: Option<u32> =
        said.lines().find_map(|line| line.split_once(": ")?.1.split_once(" points, 0 problems")?.0.parse().ok());
    match points {
        Some(points) if points >= it.least => Ok(()),
        _ => Err(format!("too few points:\n{said}").into()),
    }
}
