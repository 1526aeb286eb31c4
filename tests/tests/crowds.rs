//! Blocks that wait for one that has not begun, on lavapipe: who waits for the kernel is told why and what helps, and that helps.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::places::{root, target};

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let work = target().join("crowds");
    std::fs::create_dir_all(&work).expect("the target folder is writable");
    let (source, program) = (root().join("tests/faults/crowd.hip"), work.join("crowd"));
    let compiled = Command::new(target().join("hipcc")).arg("-O2").arg(source).arg("-o").arg(&program).output();
    let compiled = compiled.expect("hipcc, from `cargo build --workspace --bins`");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    program
});

/// What it shows where lavapipe has so many workers for its four blocks.
fn shows(workers: u32) -> String {
    let run = Command::new(&*PROGRAM).env("LP_NUM_THREADS", workers.to_string()).output();
    let run = run.expect("the program was just built");
    assert!(run.status.success(), "{run:?}");
    String::from_utf8_lossy(&run.stdout).into_owned()
}

#[test]
fn who_waits_for_blocks_that_have_not_begun_is_told() {
    let shown = shows(1);
    assert!(shown.contains("hipSuccess, told"), "{shown}");
    let kernel =
        shown.contains("kernel '_Z11first_waitsPiPVi' has loops that may wait for other blocks, and 1 of its 4");
    assert!(kernel && shown.contains("LP_NUM_THREADS=4 gives them all a worker"), "{shown}");
}

#[test]
fn so_many_workers_as_blocks_let_them_wait() {
    assert_eq!(shows(4), "hipSuccess, not told\n");
}
