//! What test executables print, read: which tests there are and how each ended. For `run_pack`, which judges them one by one.
//!
//! libtest and libtest-mimic write the same lines: `NAME: test` under `--list`, and `test NAME ... ok` when it is over.

use std::collections::{BTreeMap, BTreeSet};

/// How each test that is over ended; an error is what the executable said about it.
pub type Outcomes = BTreeMap<String, Result<(), String>>;

/// The tests named by `--list`, without those that are skipped unless asked for.
pub fn listed(output: &str) -> Vec<String> {
    output.lines().filter_map(|line| line.strip_suffix(": test")).map(str::to_owned).collect()
}

/// The tests that were ignored: the device lacks what they need, or another test runs them.
pub fn ignored(output: &str) -> BTreeSet<String> {
    let ignored = verdicts(output).filter(|(_, verdict)| verdict.starts_with("ignored"));
    ignored.map(|(name, _)| name.to_owned()).collect()
}

/// The tests that are over. A test that was ignored is none.
pub fn outcomes(output: &str) -> Outcomes {
    let mut outcomes = Outcomes::new();
    for (name, verdict) in verdicts(output) {
        match verdict {
            "ok" => _ = outcomes.insert(name.to_owned(), Ok(())),
            "FAILED" => _ = outcomes.insert(name.to_owned(), Err(complaint(output, name))),
            _ => {}
        }
    }
    outcomes
}

/// Each test's name with what stands behind it.
fn verdicts(output: &str) -> impl Iterator<Item = (&str, &str)> {
    output.lines().filter_map(verdict)
}

fn verdict(line: &str) -> Option<(&str, &str)> {
    let (name, verdict) = line.strip_prefix("test ")?.rsplit_once(" ... ")?;
    Some((name.trim_end(), verdict))
}

/// What stands under a failed test's heading.
fn complaint(output: &str, name: &str) -> String {
    let headings = [format!("---- {name} stdout ----"), format!("---- {name} ----")];
    let mut lines = output.lines().skip_while(|line| !headings.iter().any(|heading| line == heading));
    lines.next();
    let lines = lines.take_while(|line| !line.starts_with("---- ") && *line != "failures:");
    lines.collect::<Vec<_>>().join("\n").trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::{ignored, listed, outcomes};

    #[test]
    fn tests_are_listed() {
        assert_eq!(listed("add i8: test\nmodule::works: test\n\n2 tests, 0 benchmarks\n"), ["add i8", "module::works"]);
    }

    #[test]
    fn failed_tests_come_with_what_was_said_about_them() {
        let output = "running 5 tests\ntest add i8     ... ok\ntest sub ... FAILED\ntest slow ... ignored\n\
                      test other ... ignored, for a reason\ntest last ... FAILED\n\n\
                      failures:\n\n---- sub ----\n3, not 4\nat lane 2\n\n---- last stdout ----\npanicked\n\nfailures:\n    sub\n    last\n";
        let outcomes = outcomes(output);
        let of = |name: &str| outcomes.get(name).cloned();
        assert_eq!(of("add i8"), Some(Ok(())));
        assert_eq!(of("sub"), Some(Err("3, not 4\nat lane 2".into())));
        assert_eq!(of("last"), Some(Err("panicked".into())));
        assert_eq!(of("slow"), None);
        assert_eq!(ignored(output).into_iter().collect::<Vec<_>>(), ["other", "slow"]);
    }
}
