//! Running the programs that the driver is made of, with their messages at hand. Called by all of the driver that runs one.

use std::process::{Child, Command, Output, Stdio};

use super::DriverError;

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
