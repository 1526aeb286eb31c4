//! Catch2's executables as ROCm/hip-tests builds them: their cases, and what running one says. Used by the program `hip_tests`; [`output`] by `hecbench` too.

use std::fs::File;
use std::io::Read;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitStatus, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

/// One test case.
#[derive(Debug, Clone)]
pub struct Case {
    pub executable: PathBuf,
    pub name: String,
}

/// What a case did.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Outcome {
    Passed,
    /// With its own reason.
    Skipped(String),
    /// With what it said first.
    Failed(String),
}

/// The executables below a folder, sorted.
pub fn executables(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(executables(&path));
        } else if is_program(&path) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// An ELF file that may be executed and is no library or device code.
fn is_program(path: &Path) -> bool {
    let executable = path.metadata().is_ok_and(|data| data.permissions().mode() & 0o111 != 0);
    let mut magic = [0; 4];
    executable
        && path.extension().is_none()
        && File::open(path).and_then(|mut file| file.read_exact(&mut magic)).is_ok()
        && &magic == b"\x7fELF"
}

impl Case {
    /// The cases of an executable. None for one that is no test but a child of tests.
    pub fn all(executable: &Path) -> Vec<Case> {
        let Ok((status, said)) = output(executable, &["--list-test-names-only"], Duration::from_secs(60)) else {
            return Vec::new();
        };
        // Catch2 exits with the number of cases, of which the system keeps eight bits.
        let names: Vec<&str> = said.lines().map(str::trim_end).filter(|line| is_name(line)).collect();
        if status.is_none_or(|status| status.code() != Some((names.len() & 0xff) as i32)) {
            println!("{}: not asked for cases, it is no test by itself", executable.display());
            return Vec::new();
        }
        names.iter().map(|name| Case { executable: executable.to_owned(), name: (*name).to_owned() }).collect()
    }

    /// Runs it in its executable's folder, where its files lie.
    pub fn run(&self, limit: Duration) -> Outcome {
        let (status, said) = match output(&self.executable, &[&self.pattern()], limit) {
            Ok(ran) => ran,
            Err(error) => return Outcome::Failed(error.to_string()),
        };
        match (status, skip(&said)) {
            (None, _) => Outcome::Failed(format!("did not end in {} s", limit.as_secs())),
            (Some(status), Some(why)) if status.success() => Outcome::Skipped(why.trim().to_owned()),
            (Some(status), None) if status.success() && !said.contains("No tests ran") => Outcome::Passed,
            (Some(status), _) => Outcome::Failed(format!("{status}: {}", first_failure(&said))),
        }
    }

    /// Runs cases of one executable in one process, which spares a device's start for each; `limit` is for all. Of those that the process did
    /// not come to, and of all if it then failed as a whole, nothing is said.
    pub fn run_together(cases: &[Case], limit: Duration) -> Vec<Option<Outcome>> {
        let Some(first) = cases.first() else { return Vec::new() };
        let names = cases.iter().map(Case::pattern).collect::<Vec<_>>().join(",");
        let Ok((status, said)) = output(&first.executable, &["-r", "xml", &names], limit) else {
            return vec![None; cases.len()];
        };
        let outcomes: Vec<_> = cases.iter().map(|case| in_xml(&said, &case.name)).collect();
        let passed = outcomes.iter().all(|outcome| !matches!(outcome, Some(Outcome::Failed(_)) | None));
        if passed && !status.is_some_and(|status| status.success()) { vec![None; cases.len()] } else { outcomes }
    }

    /// What Catch2 takes for exactly this name: commas separate names, brackets are tags.
    fn pattern(&self) -> String {
        self.name.replace(',', "\\,").replace('[', "\\[")
    }
}

/// Why a case skipped itself, by what was said in it.
fn skip(said: &str) -> Option<&str> {
    said.lines().find(|line| line.contains("HIP_SKIP_THIS_TEST") || line.starts_with("Skipping"))
}

/// A case's outcome in what Catch2's XML reporter wrote, among which stands what the case itself said.
fn in_xml(said: &str, name: &str) -> Option<Outcome> {
    let name = name.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
    let (_, rest) = said.split_once(&format!("<TestCase name=\"{name}\""))?;
    let (case, result) = rest.split_once("<OverallResult success=\"")?;
    if result.starts_with("true") {
        // What the case itself said stands behind its result.
        let said = result.split("</TestCase>").next().and_then(skip);
        return Some(said.map_or(Outcome::Passed, |why| {
            Outcome::Skipped(why.replace("&lt;", "<").replace("&amp;", "&").trim().to_owned())
        }));
    }
    let place = case.lines().find(|line| line.contains("success=\"false\"") || line.contains("<FatalErrorCondition"));
    let place = place.and_then(|line| line.split_once("filename=\"")).map_or("", |(_, place)| place);
    Some(Outcome::Failed(format!("among others: {}", place.rsplit('/').next().unwrap_or(place))))
}

/// Not what the library or the suite's own start says.
fn is_name(line: &str) -> bool {
    !line.is_empty() && !line.contains(": ") && !line.starts_with(' ')
}

/// Where a case failed first, or the last that it said.
fn first_failure(said: &str) -> String {
    let mut lines = said.lines().skip_while(|line| !line.contains("FAILED"));
    let place = lines.next().or(said.lines().last()).unwrap_or("nothing said");
    let what = lines.next().unwrap_or("").trim();
    format!("{} {what}", place.rsplit('/').next().unwrap_or(place).trim())
}

/// A program's exit status, or none if it had to be ended, and all that it said: to a file, since what it started may outlive it and would keep
/// a pipe open.
pub fn output(program: &Path, arguments: &[&str], limit: Duration) -> std::io::Result<(Option<ExitStatus>, String)> {
    static NEXT: AtomicUsize = AtomicUsize::new(0);
    let number = NEXT.fetch_add(1, Ordering::Relaxed);
    let path = std::env::temp_dir().join(format!("catch2-{}-{number}", std::process::id()));
    let file = File::create(&path)?;
    let mut command = Command::new("timeout");
    command.args(["--kill-after=2", &limit.as_secs().to_string()]).arg(program).args(arguments).stdin(Stdio::null());
    command.stdout(file.try_clone()?).stderr(file).current_dir(program.parent().unwrap_or(Path::new(".")));
    let status = command.status();
    let said = std::fs::read(&path);
    std::fs::remove_file(&path)?;
    let status = status?;
    // What `timeout` says of itself: ended by the first signal, or by the second.
    let ended = matches!(status.code(), Some(124 | 137));
    Ok(((!ended).then_some(status), String::from_utf8_lossy(&said?).into_owned()))
}

#[cfg(test)]
mod tests {
    use super::{Case, Outcome, first_failure, in_xml, is_name};
    use std::time::Duration;

    #[test]
    fn names_are_told_from_what_the_library_says() {
        assert!(is_name("Unit_hipMalloc_Basic - int"));
        assert!(is_name("ChildMalloc"));
        assert!(!is_name("sh: 1: /opt/rocm/bin/rocm_agent_enumerator: not found"));
        assert!(!is_name("  indented_by_catch"));
    }

    #[test]
    fn a_failure_is_told_by_its_place() {
        let said = "talk\n/tmp/unit/event/a.cc:7: FAILED:\n  REQUIRE( x )\n";
        assert_eq!(first_failure(said), "a.cc:7: FAILED: REQUIRE( x )");
    }

    #[test]
    fn outcomes_of_several_cases_are_told_apart() {
        let said = r#"
            <TestCase name="one" x><OverallResult success="true"/></TestCase>
            <TestCase name="two &lt;int>"><OverallResult success="true"><StdOut>
Skipping: devices &lt; 2
HIP_SKIP_THIS_TEST
            </StdOut></OverallResult></TestCase>
            <TestCase name="three"><Expression success="false" type="REQUIRE" filename="/a/b.cc" line="7" >
            <OverallResult success="false"/></TestCase><TestCase name="four">"#;
        assert_eq!(in_xml(said, "one"), Some(Outcome::Passed));
        assert_eq!(in_xml(said, "two <int>"), Some(Outcome::Skipped("Skipping: devices < 2".to_owned())));
        assert_eq!(in_xml(said, "three"), Some(Outcome::Failed("among others: b.cc\" line=\"7\" >".to_owned())));
        assert_eq!((in_xml(said, "four"), in_xml(said, "five")), (None, None));
    }

    #[test]
    fn what_does_not_end_is_ended_and_fails() {
        let case = |program: &str, name: &str| Case { executable: program.into(), name: name.to_owned() };
        assert_eq!(
            case("/bin/sleep", "60").run(Duration::from_secs(1)),
            Outcome::Failed("did not end in 1 s".to_owned())
        );
        assert_eq!(case("/bin/echo", "all").run(Duration::from_secs(9)), Outcome::Passed);
        assert_eq!(
            case("/bin/echo", "Skipping: why").run(Duration::from_secs(9)),
            Outcome::Skipped("Skipping: why".to_owned())
        );
    }
}
