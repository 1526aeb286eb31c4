//! `hip_tests SOURCE BUILD [--jobs N] [--seconds S] [--together C] [--disabled] [GROUP...]`: runs the cases of ROCm's conformance suite
//! (ROCm/hip-tests, `catch`), each in a process of its own, or C in one, and those that fail there again alone, where a device's start takes
//! long. It judges them by `tests/hip_tests/expected.txt`: what stands there must (or may) fail, what does not must pass or skip itself. What
//! AMD's own list disables on its hardware decides nothing, and is run with `--disabled` only: some of it takes minutes or all memory.
//!
//! Prints a row for each executable, why cases were skipped, then what is not as expected; exit status 1 if anything is not.
//! GROUP is a part of an executable's path (`unit/graph`). Called by tests/hip_tests.sh, by hand.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use hipvk_tests::catch2::{Case, Outcome, executables};
use hipvk_tests::cores;
use hipvk_tests::places::root;

/// The processor that AMD's list is read for; the one whose name we report.
const PROCESSOR: &str = "gfx1030";

struct Options {
    source: PathBuf,
    build: PathBuf,
    jobs: usize,
    limit: Duration,
    together: usize,
    disabled: bool,
    groups: Vec<String>,
}

fn main() -> ExitCode {
    let Some(options) = options(std::env::args().skip(1)) else {
        eprintln!("usage: hip_tests SOURCE BUILD [--jobs N] [--seconds S] [--together C] [--disabled] [GROUP...]");
        return ExitCode::FAILURE;
    };
    let disabled = disabled(&options.source.join("hipTestMain/config/config_amd_linux"));
    let expected = expected(&root().join("tests/hip_tests/expected.txt"));
    let folder = options.build.join("catch_tests");
    let chosen: Vec<PathBuf> = executables(&folder)
        .into_iter()
        .filter(|path| {
            let name = path.strip_prefix(&folder).unwrap_or(path).to_string_lossy();
            options.groups.is_empty() || options.groups.iter().any(|group| name.contains(group.as_str()))
        })
        .collect();
    let mut cases: Vec<Case> = chosen.iter().flat_map(|path| Case::all(path)).collect();
    let all = cases.len();
    cases.retain(|case| options.disabled || !disabled.contains(&case.name));
    println!("{} executables, {all} cases, of which AMD's list disables {}", chosen.len(), all - cases.len());
    let outcomes = run(&cases, &options);
    let wrong = report(&folder, &cases, &outcomes, &disabled, &expected);
    if wrong == 0 && !cases.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn options(args: impl Iterator<Item = String>) -> Option<Options> {
    let mut args = args.peekable();
    let (source, build) = (args.next()?.into(), args.next()?.into());
    let mut options = Options {
        source,
        build,
        jobs: 2,
        limit: Duration::from_secs(120),
        together: 1,
        disabled: false,
        groups: Vec::new(),
    };
    while let Some(argument) = args.next() {
        match argument.as_str() {
            "--jobs" => options.jobs = args.next()?.parse().ok().filter(|&jobs| jobs > 0)?,
            "--seconds" => options.limit = Duration::from_secs(args.next()?.parse().ok()?),
            "--together" => options.together = args.next()?.parse().ok().filter(|&count| count > 0)?,
            "--disabled" => options.disabled = true,
            _ => options.groups.push(argument),
        }
    }
    Some(options)
}

/// The names in AMD's list that hold for every processor, or for ours.
fn disabled(list: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let (mut names, mut holds) = (BTreeSet::new(), false);
    for line in text.lines().map(str::trim) {
        if line.starts_with("#if") {
            holds = line.contains("COMMON") || line.contains(PROCESSOR);
        } else if line.starts_with("#endif") {
            holds = false;
        } else if let Some(name) = line.strip_prefix('"').and_then(|rest| rest.split('"').next())
            && holds
        {
            names.insert(name.to_owned());
        }
    }
    names
}

/// What is known of a case.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Known {
    Fails,
    /// What else the machine does decides.
    MayFail,
}

/// Cases that fail, below a line `= REASON`, and cases that may, below `~ REASON`.
fn expected(list: &Path) -> BTreeMap<String, Known> {
    let text = std::fs::read_to_string(list).unwrap_or_else(|error| panic!("{}: {error}", list.display()));
    let (mut cases, mut below) = (BTreeMap::new(), None);
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        below = match (line.split_at_checked(2), below) {
            (Some(("= ", _)), _) => Some(Known::Fails),
            (Some(("~ ", _)), _) => Some(Known::MayFail),
            (_, Some(known)) => {
                assert!(cases.insert(line.to_owned(), known).is_none(), "{line} is listed twice");
                below
            }
            (_, None) => panic!("{line} has no reason above it"),
        };
    }
    cases
}

fn run(cases: &[Case], options: &Options) -> Vec<Outcome> {
    let together: Vec<&[Case]> = cases
        .chunk_by(|one, next| one.executable == next.executable)
        .flat_map(|cases| cases.chunks(options.together))
        .collect();
    let done = AtomicUsize::new(0);
    let outcomes = cores::on(options.jobs, &together, |cases_here| {
        let those = outcomes_of(cases_here, options.limit);
        for (case, outcome) in cases_here.iter().zip(&those) {
            // At once, as what follows may take an hour or be ended.
            if let Outcome::Failed(why) = outcome {
                eprintln!("  failed {}: {why}", case.name);
            }
        }
        let before = done.fetch_add(those.len(), Ordering::Relaxed);
        if (before + those.len()) / 100 > before / 100 {
            eprintln!("  {} of {}", before + those.len(), cases.len());
        }
        those
    });
    outcomes.into_iter().flatten().collect()
}

/// What cases of one executable do: in one process if they are several, and alone what fails there, as it may be another's fault.
fn outcomes_of(cases: &[Case], limit: Duration) -> Vec<Outcome> {
    let together = if let [_] = cases { vec![None] } else { Case::run_together(cases, limit) };
    let outcomes = cases.iter().zip(together).map(|(case, outcome)| match outcome {
        Some(outcome) if !matches!(outcome, Outcome::Failed(_)) => outcome,
        _ => case.run(limit),
    });
    outcomes.collect()
}

/// A row's counts.
#[derive(Default)]
struct Counts {
    passed: usize,
    skipped: usize,
    known: usize,
    wrong: usize,
    disabled_passed: usize,
    disabled_failed: usize,
}

fn report(
    folder: &Path,
    cases: &[Case],
    outcomes: &[Outcome],
    disabled: &BTreeSet<String>,
    expected: &BTreeMap<String, Known>,
) -> usize {
    let (mut rows, mut skips, mut wrong) = (BTreeMap::<_, Counts>::new(), BTreeMap::<String, usize>::new(), Vec::new());
    for (case, outcome) in cases.iter().zip(outcomes) {
        let row = rows.entry(case.executable.strip_prefix(folder).unwrap_or(&case.executable)).or_default();
        let (listed, known) = (disabled.contains(&case.name), expected.get(&case.name).copied());
        match outcome {
            Outcome::Skipped(why) => {
                row.skipped += 1;
                *skips.entry(why.clone()).or_default() += 1;
            }
            Outcome::Passed if listed => row.disabled_passed += 1,
            Outcome::Failed(_) if listed => row.disabled_failed += 1,
            Outcome::Passed if known != Some(Known::Fails) => row.passed += 1,
            Outcome::Failed(_) if known.is_some() => row.known += 1,
            Outcome::Passed | Outcome::Failed(_) => {
                row.wrong += 1;
                let why = if let Outcome::Failed(why) = outcome { why } else { "passes, but stands in expected.txt" };
                wrong.push(format!("  WRONG {}: {why}", case.name));
            }
        }
    }
    println!("{:<44} {:>6} {:>7} {:>6} {:>6}   AMD's list", "executable", "passed", "skipped", "known", "wrong");
    for (name, row) in &rows {
        let Counts { passed, skipped, known, wrong, disabled_passed, disabled_failed } = row;
        let name = name.display().to_string();
        println!(
            "{name:<44} {passed:>6} {skipped:>7} {known:>6} {wrong:>6}   {disabled_passed} pass, {disabled_failed} fail"
        );
    }
    for (why, count) in &skips {
        println!("  skipped {count}: {why}");
    }
    let total = |part: fn(&Counts) -> usize| rows.values().map(part).sum::<usize>();
    let (passed, judged) = (total(|row| row.passed), total(|row| row.passed + row.known + row.wrong));
    println!("{passed} of {judged} judged cases pass ({:.1} %)", 100.0 * passed as f64 / judged.max(1) as f64);
    for line in &wrong {
        println!("{line}");
    }
    wrong.len()
}
