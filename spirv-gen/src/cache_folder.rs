//! Where what was compiled is kept between runs, on every system: the runtime's kernels and hipRTC's programs (the runtime's
//! `vk/pipeline/cache`), and hipcc's precompiled headers (`driver/precompiled`).

use std::env;
use std::path::PathBuf;

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
