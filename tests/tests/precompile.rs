//! hipvk-precompile: what it leaves is what a program's first launches look for, and what it cannot do it says.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::SystemTime;

use hipvk_tests::places::{root, target};
use spirv_gen::digest::digest;

/// The program with kernels in several shapes, compiled.
static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let work = target().join("precompile");
    let _ = std::fs::remove_dir_all(&work);
    std::fs::create_dir_all(&work).expect("the target folder is writable");
    let program = work.join("shapes");
    let source = root().join("tests/precompile/shapes.hip");
    let compiled = Command::new(target().join("hipcc")).arg("-O2").arg(source).arg("-o").arg(&program).output();
    let compiled = compiled.expect("hipcc, from `cargo build --workspace --bins`");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
});

/// Empty caches, ours and Mesa's.
struct Caches(PathBuf);

impl Caches {
    fn new(name: &str) -> Caches {
        Caches(PROGRAM.with_file_name(name))
    }

    fn of(&self, command: &mut Command) -> Output {
        let command =
            command.env("HIPVK_CACHE_DIR", self.0.join("hipvk")).env("MESA_SHADER_CACHE_DIR", self.0.join("mesa"));
        command.output().expect("a program that was just built")
    }

    fn precompile<const N: usize>(&self, args: [&str; N]) -> Output {
        self.of(Command::new(target().join("hipvk-precompile")).args(args))
    }

    /// Runs the program, which checks its own result.
    fn run(&self) {
        let output = self.of(&mut Command::new(&*PROGRAM));
        assert!(output.status.success(), "{}", said(&output));
    }

    /// Our entries but Vulkan's pipeline cache, and when each was written.
    fn entries(&self) -> BTreeMap<PathBuf, SystemTime> {
        let name = format!("{:032x}", digest(&[b"VkPipelineCache"]));
        let mut entries = files(&self.0.join("hipvk"));
        entries.retain(|path, _| !path.ends_with(&name));
        entries.into_iter().map(|(path, data)| (path, data.modified().expect("a file system with times"))).collect()
    }

    /// Bytes of Mesa's cache; 0 for another driver.
    fn mesa(&self) -> u64 {
        files(&self.0.join("mesa")).values().map(std::fs::Metadata::len).sum()
    }
}

/// Every file below a folder, by its path there.
fn files(folder: &Path) -> BTreeMap<PathBuf, std::fs::Metadata> {
    let mut found = BTreeMap::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = PathBuf::from(entry.file_name());
        match entry.metadata().expect("a file of ours") {
            data if data.is_dir() => {
                found.extend(files(&entry.path()).into_iter().map(|(path, data)| (name.join(path), data)));
            }
            data => drop(found.insert(name, data)),
        }
    }
    found
}

fn said(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

fn program() -> &'static str {
    PROGRAM.to_str().expect("a UTF-8 path")
}

#[test]
fn a_run_behind_it_compiles_nothing() {
    let caches = Caches::new("whole");
    // Each kernel in each shape that its launch bounds allow: those of the program are among them.
    let output =
        caches.precompile(["--block", "256", "--block", "128", "--block=16,8", "--shared=512", "--times", program()]);
    assert!(output.status.success(), "{}", said(&output));
    let table = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(table.contains("_Z5twicePf (256x1x1)") && table.contains("_Z3sumPKfPf (128x1x1, 512"), "{table}");
    let (entries, mesa) = (caches.entries(), caches.mesa());
    assert_eq!(entries.len(), 8, "{}", said(&output));
    caches.run();
    assert_eq!(caches.entries(), entries);
    assert_eq!(caches.mesa(), mesa);
}

#[test]
fn the_shapes_of_an_earlier_run_are_those_compiled() {
    let (run, again) = (Caches::new("run"), Caches::new("again"));
    run.run();
    let like = run.0.join("hipvk");
    let output = again.precompile(["--like", like.to_str().expect("UTF-8"), "--jobs=1", program()]);
    assert!(output.status.success(), "{}", said(&output));
    let names = |caches: &Caches| caches.entries().into_keys().collect::<Vec<_>>();
    assert_eq!(names(&run).len(), 3);
    assert_eq!(names(&again), names(&run), "{}", said(&output));
    let unknown = again.precompile(["--like", target().join("precompile/absent").to_str().expect("UTF-8"), program()]);
    assert_eq!(unknown.status.code(), Some(2));
    assert!(said(&unknown).contains("precompile/absent"), "{}", said(&unknown));
}

#[test]
fn a_kernel_that_cannot_be_compiled_is_named_and_the_others_are_compiled() {
    let caches = Caches::new("refused");
    let output = caches.precompile(["--shared=1000000", program()]);
    assert_eq!(output.status.code(), Some(1), "{}", said(&output));
    let text = said(&output);
    assert!(text.contains("_Z3sumPKfPf (128x1x1, 1000000 bytes of shared memory) was not compiled: "), "{text}");
    assert!(text.contains("2 compiled") && text.contains("1 failed"), "{text}");
    assert_eq!(caches.entries().len(), 2);
}

#[test]
fn files_without_kernels_and_damaged_ones_are_named() {
    let caches = Caches::new("bad");
    let work = PROGRAM.parent().expect("a folder");
    let source = root().join("tests/precompile/shapes.hip");
    let code = work.join("code.co");
    let made = Command::new(target().join("hipcc")).args(["-O2", "--genco"]).arg(&source).arg("-o").arg(&code).output();
    assert!(made.is_ok_and(|made| made.status.success()));
    let whole = std::fs::read(&code).expect("just made");
    let (cut, damaged) = (work.join("cut.co"), work.join("damaged.co"));
    std::fs::write(&cut, &whole[..whole.len() - 1]).expect("a file of ours");
    let mut bytes = whole.clone();
    *bytes.last_mut().expect("not empty") ^= 1;
    std::fs::write(&damaged, bytes).expect("a file of ours");
    let absent = work.join("nothing here");
    for (file, why) in [
        (&cut, "bundle cut short"),
        (&damaged, "bundle damaged: checksum"),
        (&source, "no device code in it"),
        (&absent, "No such file"),
    ] {
        let file = file.to_str().expect("UTF-8");
        let alone = caches.precompile([file]);
        assert_eq!(alone.status.code(), Some(2), "{}", said(&alone));
        assert!(said(&alone).contains(&format!("{file}: {why}")), "{}", said(&alone));
    }
    // What else is named is compiled all the same.
    let both =
        caches.precompile([cut.to_str().expect("UTF-8"), code.to_str().expect("UTF-8"), "--kernel=twice", "--quiet"]);
    assert_eq!(both.status.code(), Some(1), "{}", said(&both));
    assert_eq!(caches.entries().len(), 1, "{}", said(&both));
}
