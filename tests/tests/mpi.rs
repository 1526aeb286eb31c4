//! examples/mpi: ranks of one program exchange device memory, by IPC and through the host. Needs OpenMPI, which `./hipvk test` installs, and
//! hipcc and the library: `cargo build --workspace --lib --bins`. Called by cargo test.

use std::path::PathBuf;
use std::process::Command;
use std::sync::LazyLock;

use hipvk_tests::places::{root, target};
use hipvk_tests::results::ResultLine;

static PROGRAM: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = target().join("mpi");
    std::fs::create_dir_all(&folder).expect("a folder for the test");
    let flags = |kind: &str| {
        let output = Command::new("mpicxx").arg(format!("--showme:{kind}")).output().expect("mpicxx");
        String::from_utf8(output.stdout).expect("flags").split_whitespace().map(str::to_owned).collect::<Vec<_>>()
    };
    let program = folder.join("halo");
    let mut hipcc = Command::new(target().join("hipcc"));
    hipcc.arg("-O2").args(flags("compile")).arg(root().join("examples/mpi/halo.hip")).args(flags("link"));
    let output = hipcc.arg("-o").arg(&program).output().expect("hipcc");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    program
});

/// What the program says, run by so many ranks.
fn run(ranks: &str, arguments: &[&str], null: &str) -> ResultLine {
    let mut mpi = Command::new("mpirun");
    // The ranks may be more than the cores, the tests those of root, and the machine one that has no network.
    mpi.args(["--oversubscribe", "--mca", "btl", "self,vader", "-n", ranks]).arg(&*PROGRAM).args(arguments);
    mpi.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"), ("HIPVK_NULL_KERNELS", null)]);
    // OpenMPI's, which two mpiruns at once would make and remove under each other's feet.
    let session = tempfile::tempdir().expect("a folder");
    mpi.env("TMPDIR", session.path());
    mpi.env("HIPVK_CACHE_DIR", target().join("mpi/cache")).env("LD_LIBRARY_PATH", target());
    let output = mpi.output().expect("mpirun");
    let said = String::from_utf8_lossy(&output.stdout);
    let mut lines = ResultLine::all_in(&said);
    assert_eq!(lines.len(), 1, "{said}{}", String::from_utf8_lossy(&output.stderr));
    let line = lines.remove(0);
    assert_eq!(line.ok, output.status.success(), "{said}");
    line
}

#[test]
fn ranks_of_one_machine_write_into_each_others_device_memory() {
    for ranks in ["2", "3"] {
        let line = run(ranks, &[], "0");
        assert!(line.ok && line.text("way") == Some("ipc"), "{line:?}");
    }
    assert!(!run("2", &[], "1").ok);
}

#[test]
fn ranks_send_through_the_host_where_they_share_no_memory() {
    for ranks in ["1", "3"] {
        let line = run(ranks, &["20", "staged"], "0");
        assert!(line.ok && line.text("way") == Some("staged"), "{line:?}");
    }
    assert!(!run("2", &["20", "staged"], "1").ok);
}
