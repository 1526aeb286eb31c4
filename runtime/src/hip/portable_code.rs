//! AMD's portable device code (`amdgcnspirv`), from programs that another hipcc built: brought to a bundle at its first use, and kept on disk.
//!
//! Without clang: the portable half is in the library. Kept beside hipRTC's results and by the same rules: entries are written whole or not at
//! all, and a damaged one reads as absent. Called by `capi::foreign`.

use spirv_gen::digest::digest;
use spirv_gen::portable::Options;
use spirv_gen::{BUILD_ID, Bundle, compile_portable_code};

use super::dialect;
use super::error::HipResult;
use crate::vk::DiskCache;

/// The folder beside those of the devices.
const FOLDER: &str = "amdgcnspirv";

/// The bundle of a SPIR-V module: found, or made and kept. It has the program's warps.
pub fn compile(code: &[u8]) -> HipResult<Bundle> {
    let options = Options { warp_size: dialect::of_program().warp_size };
    let key = format!("{BUILD_ID} {} {:032x}", options.warp_size, digest(&[code]));
    let cache = DiskCache::named(FOLDER);
    if let Some(found) = cache.get(key.as_bytes()).and_then(|bytes| Bundle::from_bytes(&bytes).ok()) {
        return Ok(found);
    }
    let made = compile_portable_code(code, &options)?;
    cache.put(key.as_bytes(), &made.to_bytes());
    Ok(made)
}
