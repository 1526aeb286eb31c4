//! Operations that a driver is known to compute wrongly: data for tests/ops.rs, each entry with its reason.
//!
//! A test in the table must fail: one that passes fails the run, so that the table shrinks when drivers (or we) get better.
//! An entry that names no test fails the run too.

use hipvk::vk::DriverKind;

/// A family of operations that one driver gets wrong for one reason.
#[derive(Debug)]
pub struct Known {
    pub driver: DriverKind,
    /// Names of tests/ops.rs.
    pub tests: &'static [&'static str],
    pub reason: &'static str,
}

/// What is known.
pub const KNOWN: &[Known] = &[
    Known {
        driver: DriverKind::Nvidia,
        tests: &[
            "fadd float",
            "fsub float",
            "fmul float",
            "fdiv float",
            "fneg float",
            "sqrt float",
            "fabs float",
            "minimum float",
            "maximum float",
            "fma float",
            "ldexp float",
            "fcmp oeq float",
            "fcmp ogt float",
            "fcmp oge float",
            "fcmp olt float",
            "fcmp ole float",
            "fcmp one float",
            "fcmp ueq float",
            "fcmp ugt float",
            "fcmp uge float",
            "fcmp ult float",
            "fcmp ule float",
            "fcmp une float",
            "fpext float to double",
        ],
        reason: "f32 denormals are flushed, and 580.159 on an H200 offers no DenormPreserve for 32 bits",
    },
    Known {
        driver: DriverKind::Nvidia,
        tests: &["bswap i16"],
        reason: "580.159 makes 0x0800 of (x << 8 | x >> 8) for x = 0x0e78, in 16 and in 32 bits",
    },
];

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
    use super::{DriverKind, Known, judge, unknown};

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
}
