//! Where what was compiled is kept between runs, on every system: the runtime's kernels and hipRTC's programs (the runtime's
//! `vk/pipeline/cache`), and hipcc's precompiled headers (`driver/precompiled`). How files come into it.

use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

/// Set to a folder to use it, to the empty string to keep nothing.
const VARIABLE: &str = "HIPVK_CACHE_DIR";

/// The folder, whether it exists or not; none if nothing is to be kept, or no home is known.
pub fn cache_folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE) {
        return (!folder.is_empty()).then(|| PathBuf::from(folder));
    }
    let absolute = |variable: &str| env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute());
    absolute("XDG_CACHE_HOME")
        .or_else(|| absolute("HOME").map(|home| home.join(".cache")))
        .or_else(|| absolute("LOCALAPPDATA"))
        .map(|base| base.join("hipvk"))
}

/// Writes a file beside its place and renames it, so that nobody finds half of one; its folder is made if there is none.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub fn write_atomically(path: &Path, bytes: &[u8]) -> io::Result<()> {
    static COUNTER: AtomicU32 = AtomicU32::new(0);
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent)?;
    }
    let unique = COUNTER.fetch_add(1, Ordering::Relaxed);
    let temporary = path.with_extension(format!("{}.{unique}", std::process::id()));
    let written = fs::write(&temporary, bytes).and_then(|()| fs::rename(&temporary, path));
    if written.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    written
}
