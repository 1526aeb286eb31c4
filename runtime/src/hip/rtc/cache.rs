//! What compiled, on disk: a second process pays for reading a file, not for clang.
//!
//! Beside the devices' caches (`vk::DiskCache`), and by the same rules: entries are written whole or not at all, and a damaged one reads
//! as absent. The key stands for the program, its options and the tools; an entry names the files that went into it, which are looked at.

use spirv_gen::driver::rtc::{Compiled, Job};

use crate::vk::DiskCache;

/// The folder beside those of the devices.
const FOLDER: &str = "hiprtc";

/// The result of the job: found, or made and kept. An error is the log.
pub(super) fn compiled(job: &Job<'_>) -> Result<Compiled, String> {
    let cache = DiskCache::named(FOLDER);
    if let Some(found) = cache.get(job.key().as_bytes()).and_then(|bytes| Compiled::from_bytes(&bytes)) {
        return Ok(found);
    }
    let made = job.run()?;
    if let Some(bytes) = made.to_bytes() {
        cache.put(job.key().as_bytes(), &bytes);
    }
    Ok(made)
}
