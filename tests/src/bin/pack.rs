//! `pack`: compiles every program of the tests (and of the folders in `HIPVK_TEST_PROGRAMS`) and prints where each is, from the folder
//! of this program on. What does not compile is named on stderr and fails its test where the pack is run. Called by tests/device.sh.

use std::process::ExitCode;
use std::sync::Mutex;

use hipvk_tests::places::target;
use hipvk_tests::programs::all;

fn main() -> ExitCode {
    let queue = Mutex::new(all().into_iter());
    let (cores, target) = (std::thread::available_parallelism().map_or(1, usize::from), target());
    let next = || queue.lock().ok().and_then(|mut programs| programs.next());
    std::thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(|| {
                while let Some(program) = next() {
                    match program.compiled() {
                        Ok(made) => println!("{}", made.strip_prefix(&target).unwrap_or(&made).display()),
                        Err(message) => eprintln!("pack: {message}"),
                    }
                }
            });
        }
    });
    ExitCode::SUCCESS
}
