//! Running the programs that the driver is made of, with their messages at hand, and how it ends itself. Called by all of the driver that does either.

use std::process::{Child, Command, Output, Stdio};

use super::DriverError;

/// The exit status of a program that did what it was asked, and of one that did not.
pub const SUCCESS: u8 = 0;
pub const FAILURE: u8 = 1;

/// Runs `command` with its messages captured, and its output too unless that goes elsewhere.
pub fn capture(command: &mut Command) -> Result<Output, DriverError> {
    command.stderr(Stdio::piped());
    let child = command.spawn();
    child.and_then(Child::wait_with_output).map_err(|cause| spawn_error(command, cause))
}

/// Runs `command`, which has nothing to read, with messages and output captured.
pub fn output(command: &mut Command) -> Result<Output, DriverError> {
    capture(command.stdin(Stdio::null()).stdout(Stdio::piped()))
}

pub fn spawn_error(command: &Command, cause: std::io::Error) -> DriverError {
    DriverError::Spawn { program: command.get_program().to_string_lossy().into_owned(), cause }
}
