//! `run_pack SECONDS [LOG]`: runs every test executable beside this program, several at once where there are cores, and judges each test
//! by itself: what is known to fail on this driver (`expected::PACKED`) must, and everything else must not. Prints a table with what went
//! wrong, a row as soon as it is known; with LOG, writes all of what the executables said there. Exit status 1 if anything is not as expected.
//!
//! A test executable that dies, or is ended after two thirds of the time, takes the rest of its tests with it: those are run again one by one,
//! as are those that failed without a word, so that the culprit alone is wrong and says why. They run when all others have ended, one after the other:
//! a kernel that hangs takes its share of the GPU from everybody.
//! Called by tests/device.sh on machines that have neither Rust nor a compiler.

use std::fs::File;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};
use std::sync::{Mutex, mpsc};
use std::time::{Duration, Instant};

use hipvk::vk::{DriverKind, Instance};
use hipvk_tests::expected::{PACKED, judge, unknown};
use hipvk_tests::places::target;
use hipvk_tests::suite::{Outcomes, ignored, listed, outcomes};

/// What a test has that runs alone.
const ALONE: Duration = Duration::from_secs(60);

/// What one executable did.
struct Suite {
    name: String,
    /// One for each of its tests.
    outcomes: Outcomes,
    seconds: u64,
    said: String,
    executable: PathBuf,
    /// Its tests that have said nothing of themselves yet.
    untold: Vec<String>,
}

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(seconds) = args.next().and_then(|text| text.parse().ok()) else {
        eprintln!("usage: run_pack SECONDS [LOG]");
        return ExitCode::FAILURE;
    };
    let device = match Instance::open().and_then(|instance| instance.default_device().cloned()) {
        Ok(device) => device,
        Err(error) => {
            eprintln!("run_pack: {error}");
            return ExitCode::FAILURE;
        }
    };
    println!("  {} ({} {})", device.name, device.driver.name, device.driver.info);
    let mut log = args.next().map(|path| Log::create(&path));
    println!("\n  {:<20} {:>6} {:>6} {:>14} {:>8}", "tests", "right", "wrong", "known to fail", "s");
    let (mut tests, mut wrong) = (Vec::new(), 0);
    run_all(&executables(), Instant::now() + Duration::from_secs(seconds), |suite| {
        // At once: who is killed halfway has told what it knew.
        wrong += report(&suite, device.driver.kind);
        tests.extend(suite.outcomes.keys().map(|test| format!("{}/{test}", suite.name)));
        if let Some(log) = &mut log {
            log.add(&suite);
        }
    });
    for name in unknown(PACKED, &tests.iter().map(String::as_str).collect::<Vec<_>>()) {
        println!("  WRONG {name} is in tests/src/expected.rs, but there is no such test");
        wrong += 1;
    }
    println!("\n  {} of {} tests as expected", tests.len() - wrong.min(tests.len()), tests.len());
    if wrong == 0 && !tests.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Prints a suite's row of the table, then what is not as expected; returns how many tests those are.
fn report(suite: &Suite, driver: DriverKind) -> usize {
    let (mut right, mut known, mut wrong) = (0, 0, Vec::new());
    for (test, outcome) in &suite.outcomes {
        let test = format!("{}/{test}", suite.name);
        let failed = outcome.is_err();
        match judge(PACKED, driver, &test, outcome.clone()) {
            Ok(()) if failed => known += 1,
            Ok(()) => right += 1,
            Err(why) => wrong.push((test, why)),
        }
    }
    println!("  {:<20} {right:>6} {:>6} {known:>14} {:>8}", suite.name, wrong.len(), suite.seconds);
    for (test, why) in &wrong {
        println!("    WRONG {test}");
        why.lines().take(12).for_each(|line| println!("      {}", line.chars().take(300).collect::<String>()));
    }
    wrong.len()
}

/// The file of all that the executables said.
struct Log(Option<File>);

impl Log {
    fn create(path: &str) -> Self {
        Self(File::create(path).inspect_err(|error| eprintln!("run_pack: {path}: {error}")).ok())
    }

    fn add(&mut self, suite: &Suite) {
        if let Some(Err(error)) = self.0.as_mut().map(|file| writeln!(file, "==== {}\n{}", suite.name, suite.said)) {
            eprintln!("run_pack: the log: {error}");
        }
    }
}

/// The test executables: all of `deps` beside this program.
fn executables() -> Vec<PathBuf> {
    let entries = std::fs::read_dir(target().join("deps")).into_iter().flatten().flatten();
    let mut executables: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
    executables.sort();
    executables
}

/// Runs them, each of which keeps several cores busy by itself; `done` hears of each as it ends, or later if tests of it must run alone.
fn run_all(executables: &[PathBuf], deadline: Instant, mut done: impl FnMut(Suite)) {
    let queue = Mutex::new(executables.iter());
    let next = || queue.lock().ok().and_then(|mut queue| queue.next());
    let at_once = (std::thread::available_parallelism().map_or(1, usize::from) / 4).max(1);
    std::thread::scope(|scope| {
        let (ended, suites) = mpsc::channel();
        for _ in 0..at_once {
            let ended = ended.clone();
            scope.spawn(move || {
                while let Some(executable) = next() {
                    if ended.send(run(executable, deadline)).is_err() {
                        return;
                    }
                }
            });
        }
        drop(ended);
        let mut unclear = Vec::new();
        for suite in suites {
            if suite.untold.is_empty() { done(suite) } else { unclear.push(suite) }
        }
        unclear.into_iter().for_each(|suite| done(alone(suite, deadline)));
    });
}

/// Runs all of its tests at once.
fn run(executable: &Path, deadline: Instant) -> Suite {
    let start = Instant::now();
    let name = executable.file_name().unwrap_or_default().to_string_lossy().into_owned();
    let tests = listed(&said_by(executable, &["--list"], deadline).said);
    let said = said_by(executable, &[], start + deadline.saturating_duration_since(start) * 2 / 3).said;
    let mut outcomes = outcomes(&said);
    let ignored = ignored(&said);
    // Who is ended before the last test has not said why others failed.
    let told = |test: &String| match outcomes.get(test) {
        Some(Ok(())) => true,
        Some(Err(why)) => !why.is_empty(),
        None => ignored.contains(test),
    };
    let untold = tests.iter().filter(|test| !told(test)).cloned().collect();
    if tests.is_empty() {
        outcomes.insert("any test".to_owned(), Err(said.clone()));
    }
    Suite { name, outcomes, seconds: start.elapsed().as_secs(), said, executable: executable.to_owned(), untold }
}

/// Runs those of its tests that are unclear, one after the other.
fn alone(mut suite: Suite, deadline: Instant) -> Suite {
    for test in std::mem::take(&mut suite.untold) {
        let now = Instant::now();
        let outcome = if now < deadline {
            let alone = said_by(&suite.executable, &["--exact", &test], deadline.min(now + ALONE));
            suite.said += &alone.said;
            let none = || format!("its process ended ({})", alone.status);
            outcomes(&alone.said).remove(&test).unwrap_or_else(|| Err(none()))
        } else {
            Err("it, or a test before it, did not finish in time".to_owned())
        };
        suite.outcomes.insert(test, outcome);
        suite.seconds += now.elapsed().as_secs();
    }
    suite
}

/// What a process said, on both streams, and how it ended.
struct Said {
    said: String,
    status: String,
}

fn said_by(executable: &Path, args: &[&str], deadline: Instant) -> Said {
    let left = deadline.saturating_duration_since(Instant::now()).as_secs().max(1);
    // It ends the process's children too.
    let mut command = Command::new("timeout");
    match command.arg("--kill-after=5").arg(left.to_string()).arg(executable).args(args).output() {
        Ok(output) => Said {
            said: [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned()).concat(),
            status: output.status.to_string(),
        },
        Err(error) => Said { said: error.to_string(), status: error.to_string() },
    }
}
