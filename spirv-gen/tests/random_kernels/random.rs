//! Random numbers and the loop over seeds, for the tests that make random programs.

/// xorshift64*.
pub struct Rng(pub u64);

impl Rng {
    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
    pub fn below(&mut self, n: usize) -> usize {
        (self.next() >> 33) as usize % n
    }
    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len())]
    }
}

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
