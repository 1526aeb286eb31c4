//! Programs that the same `./hipvk test` has made already: on the second Mesa they are run again, and no compiler knows of Mesa.
//!
//! `./hipvk test` gives each of its runs a name (`HIPVK_TEST_RUN`). Beside a program that was made in one lies a note of the run, the command, and
//! what the compiler and the sources were. Where all of that is the same again, the program is left as it is; without a name it is always made.
//! Headers of the tree do not count, as it stays what it is during a run, nor does what the system brings (clang, the C++ library, ROCm's device
//! libraries), though the second Mesa's has others: programs that are about those are made on each (`programs`). Used by `programs`, and by
//! tests/{csmith,floats}.rs.

use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::UNIX_EPOCH;

use spirv_gen::digest::digest;

/// The name of the run of `./hipvk test`, if this is part of one.
pub const RUN: &str = "HIPVK_TEST_RUN";

/// The name of this run, if it has one.
pub fn run() -> Option<String> {
    std::env::var(RUN).ok().filter(|name| !name.is_empty())
}

/// Runs `command`, which makes `program` of `sources`, unless this run has done so: then there is no output.
///
/// # Errors
/// The compiler cannot be started, or a file not be read or written.
pub fn once(command: &mut Command, program: &Path, sources: &[&Path]) -> io::Result<Option<Output>> {
    once_in(run().as_deref(), command, program, sources)
}

fn once_in(run: Option<&str>, command: &mut Command, program: &Path, sources: &[&Path]) -> io::Result<Option<Output>> {
    let note = run.map(|run| note(run, command, sources)).transpose()?;
    let place = place(program);
    if note.is_some() && program.exists() && std::fs::read_to_string(&place).ok() == note {
        return Ok(None);
    }
    match std::fs::remove_file(&place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let output = command.output()?;
    if let Some(note) = note.filter(|_| output.status.success()) {
        std::fs::write(&place, note)?;
    }
    Ok(Some(output))
}

/// Where a program's note lies.
fn place(program: &Path) -> PathBuf {
    let mut name = program.as_os_str().to_owned();
    name.push(".made");
    name.into()
}

fn note(run: &str, command: &Command, sources: &[&Path]) -> io::Result<String> {
    // One in PATH is the system's.
    let compiler = std::fs::metadata(command.get_program()).ok().and_then(|file| {
        let changed = file.modified().ok()?.duration_since(UNIX_EPOCH).ok()?;
        Some((file.len(), changed))
    });
    let sources = sources.iter().map(std::fs::read).collect::<io::Result<Vec<_>>>()?;
    let sources: Vec<&[u8]> = sources.iter().map(Vec::as_slice).collect();
    Ok(format!("{run}\n{command:?}\n{compiler:?}\n{:032x}\n", digest(&sources)))
}

#[cfg(test)]
mod tests {
    use super::once_in;
    use std::path::Path;
    use std::process::Command;

    /// Whether the command is run again; it writes its script to the program.
    fn is_made(run: Option<&str>, folder: &Path, script: &str) -> bool {
        let (program, source) = (folder.join("program"), folder.join("source"));
        let mut command = Command::new("sh");
        command.args(["-c", script]).current_dir(folder);
        once_in(run, &mut command, &program, &[&source]).expect("sh starts").is_some()
    }

    #[test]
    fn a_program_is_made_once_in_a_run_and_again_when_anything_changes() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let folder = folder.path();
        let write = |text| std::fs::write(folder.join("source"), text);
        write("one").expect("it can be written");
        let script = "cp source program";
        assert!(is_made(Some("a"), folder, script) && !is_made(Some("a"), folder, script));
        assert!(is_made(Some("b"), folder, script), "another run");
        assert!(is_made(Some("b"), folder, "cp -f source program"), "another command");
        write("two").expect("it can be written");
        assert!(is_made(Some("b"), folder, script), "another source");
        assert_eq!(std::fs::read(folder.join("program")).ok().as_deref(), Some(&b"two"[..]));
        std::fs::remove_file(folder.join("program")).expect("it was made");
        assert!(is_made(Some("b"), folder, script), "it is gone");
        assert!(is_made(None, folder, script) && is_made(None, folder, script), "no run has a name");
    }

    #[test]
    fn what_could_not_be_made_is_tried_again() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        std::fs::write(folder.path().join("source"), "text").expect("it can be written");
        let script = "cp source program; exit 1";
        assert!(is_made(Some("a"), folder.path(), script) && is_made(Some("a"), folder.path(), script));
    }
}
