//! What hipcc asks of the system it runs on, where systems differ.
//!
//! Called by `as_clang` and `layout`.

use std::io;
use std::path::Path;
use std::process::Command;

/// Runs a program in place of this one; only returns where that fails.
#[cfg(unix)]
pub fn become_program(command: &mut Command) -> io::Error {
    std::os::unix::process::CommandExt::exec(command)
}

/// As above: Windows cannot, so this process lives on until the other ends, and ends as it does.
#[cfg(not(unix))]
pub fn become_program(command: &mut Command) -> io::Error {
    match command.status() {
        Ok(status) => std::process::exit(status.code().unwrap_or(1)),
        Err(cause) => cause,
    }
}

/// Another name for `file`, which lies in the same folder.
#[cfg(unix)]
pub fn other_name(file: &str, name: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(file, name)
}

/// As above: symbolic links want a privilege on Windows, hard links do not.
#[cfg(not(unix))]
pub fn other_name(file: &str, name: &Path) -> io::Result<()> {
    std::fs::hard_link(name.with_file_name(file), name)
}
