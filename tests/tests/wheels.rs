//! Wheels that others built for ROCm, unmodified, with an installation: OpenMM's HIP platform, whose kernels hipRTC compiles, against its plain C++.
//!
//! They come from PyPI, which `./hipvk test` asks: it sets `HIPVK_OPENMM` to the folder that they lie in. Without that the test is ignored, and its name
//! says so. Needs what `./hipvk install` needs, and the python3 that the wheels were downloaded for.

use std::path::{Path, PathBuf};
use std::process::Command;

use hipvk_tests::installation::prefix;
use hipvk_tests::places::{root, target};
use libtest_mimic::{Arguments, Failed, Trial};

fn main() {
    let wheels = std::env::var_os("HIPVK_OPENMM").map(PathBuf::from);
    let name = "openmms_forces_are_those_of_its_reference";
    let trial = match wheels {
        Some(folder) => Trial::test(name, move || forces_are_right(&folder)),
        None => Trial::test(format!("{name} (its wheels are not here)"), || Ok(())).with_ignored_flag(true),
    };
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit();
}

fn forces_are_right(wheels: &Path) -> Result<(), Failed> {
    let (cache, own) = (target().join("wheels/cache"), target().join("wheels/openmm"));
    let _ = std::fs::remove_dir_all(&cache);
    // OpenMM keeps code of its own, which another hipvk may have compiled.
    let _ = std::fs::remove_dir_all(&own);
    std::fs::create_dir_all(&own)?;
    let said = |null: &str| {
        let mut python = Command::new("python3");
        python.arg(root().join("tests/packages/openmm_forces.py")).env("PYTHONPATH", wheels);
        python.env("OPENMM_PLUGIN_DIR", wheels.join("OpenMM.libs/lib/plugins"));
        python.env("LD_LIBRARY_PATH", prefix().join("lib"));
        // What is not in the cache is compiled: all of it, once.
        python.env("HIPVK_CACHE_DIR", &cache).env("TMPDIR", &own).env("HIPVK_NULL_KERNELS", null);
        let output = python.output().expect("python3");
        String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
    };
    for (null, end) in [("0", "right"), ("1", "wrong")] {
        let text = said(null);
        if !text.lines().any(|line| line == end) {
            return Err(format!("with HIPVK_NULL_KERNELS={null} it does not say {end}:\n{text}").into());
        }
    }
    Ok(())
}
