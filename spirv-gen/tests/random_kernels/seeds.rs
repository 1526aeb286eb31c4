//! The loop over seeds of the tests that make random programs.

/// The environment's number `name`.
pub fn setting(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|v| v.parse().ok()).unwrap_or(default)
}

/// Tries `HIPVK_RANDOM_KERNELS` seeds (`default` of them) from `HIPVK_RANDOM_START` on; panics with the seeds that failed, and why.
pub fn try_seeds(default: u64, one: fn(u64) -> Result<(), String>) {
    let start = setting("HIPVK_RANDOM_START", 0);
    let mut failures = Vec::new();
    for seed in start..start + setting("HIPVK_RANDOM_KERNELS", default) {
        match std::panic::catch_unwind(|| one(seed)) {
            Ok(Ok(())) => {}
            Ok(Err(failure)) => failures.push(format!("seed {seed}: {failure}")),
            Err(_) => failures.push(format!("seed {seed}: panicked")),
        }
    }
    assert!(failures.is_empty(), "{} failures:\n{}", failures.len(), failures.join("\n"));
}
