//! Every kernel of the examples and of the bench, compiled by RADV for each generation of AMD hardware, on null hardware; by Mesa's
//! driver for each of Intel's, on a kernel driver that does nothing (`tests/shims.sh`); and by lavapipe for the CPU.
//!
//! Drivers read the family once a process, so the program `null_device` beside this test does the work; its lines are checked
//! here. Needs Mesa's drivers (`./hipvk test` installs them) and `cargo build --workspace --lib --bins`.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use hipvk_tests::cores;
use hipvk_tests::places::target;
use spirv_gen::Bundle;

/// GCN 4 and 5, RDNA 1 to 4.
const FAMILIES: &[&str] = &["polaris10", "vega10", "navi10", "navi21", "navi31", "gfx1201"];

/// Since Mesa 26 RADV has no null hardware (it takes drm-shim there, which no distribution packages): 26.1 says so, 26.2 nothing. 25.0 compiles the same SPIR-V.
fn has_no_null_hardware(complaints: &str) -> bool {
    let mesa = || {
        let asked = Command::new("dpkg-query").args(["-W", "-f", "${Version}", "mesa-vulkan-drivers"]).output().ok()?;
        String::from_utf8_lossy(&asked.stdout).split('.').next()?.parse::<u32>().ok()
    };
    complaints.contains("RADV_FORCE_FAMILY=<family> has been removed")
        || complaints.contains("no usable Vulkan device") && mesa().is_some_and(|major| major >= 26)
}

/// The bundles of every `.hip` file of ours, and how many kernels they hold.
fn bundles() -> &'static (Vec<PathBuf>, usize) {
    static MADE: OnceLock<(Vec<PathBuf>, usize)> = OnceLock::new();
    MADE.get_or_init(|| {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let examples = std::fs::read_dir(root.join("examples/hip")).expect("examples/hip").flatten();
        let mut sources: Vec<PathBuf> = examples
            .map(|e| e.path().join(e.file_name()).with_extension("hip"))
            .filter(|source| source.is_file())
            .collect();
        sources.extend(["kernels.hip", "texture.hip"].map(|bench| root.join("tests/bench/hip").join(bench)));
        sources.sort();
        let work = target().join("null_hardware");
        std::fs::create_dir_all(&work).expect("a folder beside the tests");
        let files: Vec<PathBuf> = cores::on_all(&sources, |source| genco(source, &work));
        let kernels = files.iter().map(|file| {
            let bytes = std::fs::read(file).expect("just written");
            Bundle::from_bytes(&bytes).unwrap_or_else(|e| panic!("{}: {e}", file.display())).kernels.len()
        });
        let count = kernels.sum();
        (files, count)
    })
}

fn genco(source: &Path, work: &Path) -> PathBuf {
    let bundle = work.join(source.file_stem().expect("a file")).with_extension("hipfb");
    let output = Command::new(target().join("hipcc"))
        .args(["--genco", "-O3"])
        .arg(source)
        .arg("-o")
        .arg(&bundle)
        .output()
        .expect("hipcc beside the tests: cargo build --workspace --bins");
    assert!(output.status.success(), "{}: {}", source.display(), String::from_utf8_lossy(&output.stderr));
    bundle
}

/// What null_device must be.
const BESIDE: &str = "null_device beside the tests: cargo build --workspace --bins";

fn null_device() -> Command {
    Command::new(target().join("null_device"))
}

/// What null_device says of each of so many kernels, which all compile.
fn lines_of(family: &str, output: &Output, kernels: usize) -> Vec<String> {
    let (said, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{family}: {complaints}");
    let lines: Vec<String> = said.lines().filter(|line| line.starts_with('{')).map(str::to_owned).collect();
    assert_eq!(lines.len(), kernels, "{family}: kernels without figures: {complaints}");
    lines
}

/// A figure of a line of JSON.
fn figure(line: &str, name: &str) -> Option<f64> {
    serde_json::from_str::<serde_json::Value>(line).ok()?.get(name)?.as_f64()
}

#[test]
fn every_kernel_compiles_for_every_amd_generation() {
    let (files, kernels) = bundles();
    assert!(*kernels > 20, "only {kernels} kernels: the examples are missing");
    let outputs = cores::on_all(FAMILIES, |family| {
        let mut radv = null_device();
        radv.arg(family).args(files).output().expect(BESIDE)
    });
    for (family, output) in FAMILIES.iter().zip(outputs) {
        if has_no_null_hardware(&String::from_utf8_lossy(&output.stderr)) {
            eprintln!("note: not compiled for AMD's generations: this Mesa's RADV has no null hardware");
            return;
        }
        for line in &lines_of(family, &output, *kernels) {
            assert!(figure(line, "Instructions").is_some_and(|n| n > 3.0), "{family}: no code in {line}");
            assert_eq!(figure(line, "Spilled VGPRs"), Some(0.0), "{family}: {line}");
        }
    }
}

/// Tiger Lake, Arc A, Meteor Lake, Arc B and Lunar Lake; the first two have no doubles.
const INTELS: &[&str] = &["intel:tgl", "intel:dg2", "intel:mtl", "intel:bmg", "intel:lnl"];

/// NVIDIA's and Qualcomm's compile as well (`nouveau:0x172`, `freedreno:730` with Mesa 26.1), but some of NVK's processes did not end on its shim (4 of 150, in the driver).
#[test]
fn every_kernel_compiles_for_intels_generations() {
    if std::env::var_os("HIPVK_SHIMS").is_none() {
        eprintln!("note: not compiled for Intel's generations: HIPVK_SHIMS names no folder of tests/shims.sh");
        return;
    }
    let (files, kernels) = bundles();
    let outputs = cores::on_all(INTELS, |family| null_device().arg(family).args(files).output().expect(BESIDE));
    for (family, output) in INTELS.iter().zip(outputs) {
        for line in &lines_of(family, &output, *kernels) {
            // 25.0's name for it, and 26.1's.
            let instructions = figure(line, "Instruction Count").or_else(|| figure(line, "Instructions"));
            assert!(instructions.is_some_and(|n| n > 3.0), "{family}: no code in {line}");
        }
    }
}

/// hipBLAS' products of half floats become RDNA 3's matrix instructions, without a register spilled in the tiles that AMD gets.
#[test]
fn products_of_half_floats_compile_for_amds_matrix_units() {
    let work = target().join("null_hardware");
    std::fs::create_dir_all(&work).expect("a folder beside the tests");
    let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime/blas/gemm_half.hip");
    let bundle = genco(&source, &work);
    let output = null_device().args(["navi31", "--block=Li64ELi64=128"]).arg(&bundle).output().expect(BESIDE);
    let (said, complaints) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    if has_no_null_hardware(&complaints) {
        return;
    }
    // Those for lavapipe's matrices are refused.
    assert!(complaints.contains("lacks cooperativeMatrix of 8x8 half floats"), "{complaints}");
    let of_amd = |line: &&str| line.starts_with('{') && line.contains("Li16ELi32ELb0EEELi64ELi64E");
    let lines: Vec<&str> = said.lines().filter(of_amd).collect();
    assert_eq!(lines.len(), 8, "{complaints}");
    for line in lines {
        assert_eq!(figure(line, "Spilled VGPRs"), Some(0.0), "{line}");
    }
}

/// lavapipe's own compiler, Mesa's LLVM, takes every kernel too; nothing is dispatched, so nothing can fault.
#[test]
fn every_kernel_becomes_machine_code_for_llvmpipe() {
    let (files, kernels) = bundles();
    let output = null_device().arg("llvmpipe").args(files).output().expect(BESIDE);
    let lines = lines_of("llvmpipe", &output, *kernels);
    // One may come into pages that are free again behind the device's own probes.
    let without: Vec<&String> =
        lines.iter().filter(|line| figure(line, "code bytes").is_none_or(|bytes| bytes < 1.0)).collect();
    assert!(without.len() <= 1, "the driver made no machine code: {without:?}");
}
