//! `pack`: compiles every program of the tests (and of the folders in `HIPVK_TEST_PROGRAMS`) and prints where each is, from the folder
//! of this program on. What does not compile is named on stderr and fails its test where the pack is run. Called by tests/device.sh.

use std::process::ExitCode;

use hipvk_tests::cores;
use hipvk_tests::places::target;
use hipvk_tests::programs::all;

fn main() -> ExitCode {
    let target = target();
    cores::on_all(&all(), |program| match program.compiled() {
        Ok(made) => println!("{}", made.strip_prefix(&target).unwrap_or(&made).display()),
        Err(message) => eprintln!("pack: {message}"),
    });
    ExitCode::SUCCESS
}
