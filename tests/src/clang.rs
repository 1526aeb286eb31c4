//! clang itself, for tests of what our headers are to it. Used by tests/{headers,host_side}.rs.

use std::process::Command;

/// The compiler: `HIPVK_CLANG`, else clang++-19 or clang++.
///
/// # Panics
/// If there is none.
pub fn clang() -> String {
    let named = std::env::var("HIPVK_CLANG").ok();
    let candidates = named.into_iter().chain(["clang++-19".into(), "clang++".into()]);
    candidates.into_iter().find(|name| Command::new(name).arg("--version").output().is_ok()).expect("no clang++ found")
}
