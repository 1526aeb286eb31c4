//! What is known to be wrong, each entry with its reason and where it holds: operations, for tests/ops.rs, rows of programs, for
//! tests/programs.rs, and any test of a pack, for the program `run_pack`.
//!
//! What is in a table must fail: what passes fails the run, so that the tables shrink when drivers (or we) get better.
//! An entry that names no test, or no row, fails the run too.

use std::path::Path;

use hipvk::vk::DriverKind;

use crate::results::ResultLine;

/// Tests that fail with one driver for one reason.
#[derive(Debug)]
pub struct Known {
    pub driver: DriverKind,
    /// Their names.
    pub tests: &'static [&'static str],
    pub reason: &'static str,
}

/// What is known of the operations of tests/ops.rs.
pub const KNOWN: &[Known] = &[];

/// What is known of the tests of a pack (tests/device.sh), by `EXECUTABLE/TEST`.
pub const PACKED: &[Known] = &[];

/// Rows of a program (`RESULT name=ROW ok=0`) that are wrong in one place for one reason.
#[derive(Debug)]
pub struct KnownRows {
    pub program: &'static str,
    pub rows: &'static [&'static str],
    pub place: Place,
    pub reason: &'static str,
}

/// What makes them wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Driver(DriverKind),
    /// Debian 13's rocm-device-libs-17 (6.0), where they are what hipcc finds.
    DeviceLibraries6,
}

/// What is known of the programs of tests/kernels.
pub const ROWS: &[KnownRows] = &[
    KnownRows {
        program: "math_float",
        rows: &["exp10"],
        place: Place::DeviceLibraries6,
        reason: "exp10f is 2 ulp off at 2.99448705, where HIP allows 1; Debian 12's libraries are right, on the same Mesa",
    },
    KnownRows {
        program: "math_intrinsics",
        rows: &["fast_tan"],
        place: Place::Driver(DriverKind::Nvidia),
        reason: "__tanf is 2 ulp off at 1.09837 (580), where HIP's table has 1; whether the GPU's own reciprocal does it was not looked at",
    },
    KnownRows {
        program: "math_rounded",
        rows: &[
            "fadd_rn", "fsub_rn", "fmul_rn", "fmaf_rn", "d2f_rn", "fadd_rd", "fsub_rd", "fmul_rd", "fdiv_rd",
            "frcp_rd", "fsqrt_rd", "fmaf_rd", "d2f_rd", "fadd_ru", "fsub_ru", "fmul_ru", "fdiv_ru", "frcp_ru",
            "fsqrt_ru", "fmaf_ru", "d2f_ru", "fadd_rz", "fsub_rz", "fmul_rz", "fdiv_rz", "frcp_rz", "fsqrt_rz",
            "fmaf_rz", "d2f_rz",
        ],
        place: Place::Driver(DriverKind::Nvidia),
        reason: "denormal floats count as zero in the arithmetic of NVIDIA's Vulkan (580), also where roundings are corrected; \
                 division, reciprocal and root to nearest are ours",
    },
];

impl Place {
    /// Whether tests with this driver run there.
    pub fn is_here(self, driver: DriverKind) -> bool {
        let in_debian_13 = Path::new("/usr/lib/llvm-17/lib/clang/17/amdgcn/bitcode/ocml.bc");
        let found_before_them = Path::new("/usr/lib/x86_64-linux-gnu/amdgcn/bitcode/ocml.bc");
        match self {
            Self::Driver(kind) => kind == driver,
            Self::DeviceLibraries6 => in_debian_13.exists() && !found_before_them.exists(),
        }
    }
}

/// What a program's rows mean, of which those of `known` that are of `program` are expected to be wrong here.
///
/// # Errors
/// A row is wrong and was not expected to be, or right or missing and was; or there is no row.
pub fn judge_rows<'a>(
    known: impl IntoIterator<Item = &'a KnownRows>,
    program: &str,
    lines: &[ResultLine],
) -> Result<(), String> {
    let known: Vec<_> = known.into_iter().filter(|known| known.program == program).collect();
    let mut wrong = Vec::new();
    for line in lines {
        match (line.ok, known.iter().find(|known| known.rows.contains(&line.name.as_str()))) {
            (false, None) => wrong.push(format!("'{}' is wrong", line.name)),
            (true, Some(known)) => wrong.push(format!(
                "'{}' is right now: take it out of tests/src/expected.rs, where it says \"{}\"",
                line.name, known.reason
            )),
            _ => {}
        }
    }
    let named = known.iter().flat_map(|known| known.rows);
    let missing = named.filter(|&&row| lines.iter().all(|line| line.name != row));
    wrong.extend(missing.map(|row| format!("'{row}' is in tests/src/expected.rs, but there is no such row")));
    if lines.is_empty() {
        wrong.push("it has no RESULT line".to_owned());
    }
    if wrong.is_empty() { Ok(()) } else { Err(wrong.join("\n")) }
}

/// Why `test` is expected to fail with this driver, if it is.
fn reason(known: &[Known], driver: DriverKind, test: &str) -> Option<&'static str> {
    known.iter().find(|known| known.driver == driver && known.tests.contains(&test)).map(|known| known.reason)
}

/// What a test's outcome means, given what is known of it.
///
/// # Errors
/// It failed and was not expected to, or passed and was.
pub fn judge(known: &[Known], driver: DriverKind, test: &str, outcome: Result<(), String>) -> Result<(), String> {
    match (outcome, reason(known, driver, test)) {
        (outcome, None) => outcome,
        (Err(_), Some(_)) => Ok(()),
        (Ok(()), Some(reason)) => {
            Err(format!("'{test}' passes now: take it out of tests/src/expected.rs, where it says \"{reason}\""))
        }
    }
}

/// The entries that name none of `tests`.
pub fn unknown(known: &[Known], tests: &[&str]) -> Vec<&'static str> {
    let named = known.iter().flat_map(|known| known.tests.iter().copied());
    named.filter(|name| !tests.contains(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::{DriverKind, Known, KnownRows, Place, ResultLine, judge, judge_rows, unknown};

    const TABLE: &[Known] = &[Known { driver: DriverKind::Nvidia, tests: &["add"], reason: "a bug of theirs" }];

    #[test]
    fn a_known_failure_is_no_failure_and_its_end_is_one() {
        let wrong = || Err("3, not 4".to_owned());
        assert_eq!(judge(TABLE, DriverKind::Nvidia, "add", wrong()), Ok(()));
        assert!(judge(TABLE, DriverKind::Nvidia, "add", Ok(())).is_err_and(|e| e.contains("a bug of theirs")));
        assert_eq!(judge(TABLE, DriverKind::Lavapipe, "add", wrong()), wrong());
        assert_eq!(judge(TABLE, DriverKind::Nvidia, "sub", Ok(())), Ok(()));
    }

    #[test]
    fn entries_without_a_test_are_found() {
        assert_eq!(unknown(TABLE, &["sub"]), ["add"]);
        assert!(unknown(TABLE, &["add"]).is_empty());
    }

    #[test]
    fn known_rows_must_be_there_and_wrong_and_no_other_row_may_be() {
        let rows = [KnownRows {
            program: "math",
            rows: &["exp"],
            place: Place::Driver(DriverKind::Nvidia),
            reason: "a bug of theirs",
        }];
        let judged = |program: &str, said: &str| judge_rows(&rows, program, &ResultLine::all_in(said));
        assert_eq!(judged("math", "RESULT name=exp ok=0\nRESULT name=log ok=1"), Ok(()));
        assert!(judged("math", "RESULT name=exp ok=1").is_err_and(|e| e.contains("a bug of theirs")));
        assert!(judged("math", "RESULT name=exp ok=0\nRESULT name=log ok=0").is_err_and(|e| e.contains("log")));
        assert!(judged("math", "RESULT name=log ok=1").is_err_and(|e| e.contains("no such row")));
        assert!(judged("other", "RESULT name=exp ok=0").is_err());
        assert_eq!(judged("other", "RESULT name=exp ok=1"), Ok(()));
        assert!(judged("other", "").is_err());
        assert!(Place::Driver(DriverKind::Nvidia).is_here(DriverKind::Nvidia));
        assert!(!Place::Driver(DriverKind::Nvidia).is_here(DriverKind::Lavapipe));
    }
}
