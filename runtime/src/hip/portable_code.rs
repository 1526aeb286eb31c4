//! AMD's portable device code (`amdgcnspirv`), from programs that another hipcc built: brought to a bundle at its first use, and kept on disk.
//!
//! Without clang: the compiler's portable half is in the library, and the device libraries lie beside it. Where they do not, as in cargo's
//! folder, clang makes them once. What is kept lies beside hipRTC's results and follows the same rules: entries are written whole or not at
//! all, and a damaged one reads as absent. Called by `capi::foreign`.

use std::path::Path;

use spirv_gen::digest::digest;
use spirv_gen::driver::rtc;
use spirv_gen::portable::Options;
use spirv_gen::{BUILD_ID, Bundle, CompileError, Unit, portable_code};

use super::dialect;
use super::error::HipResult;
use crate::vk::DiskCache;

/// The folder beside those of the devices.
const FOLDER: &str = "amdgcnspirv";

/// The bundle of a SPIR-V module: found, or made and kept. It has the program's warps. `library` is the folder that our library lies in.
pub fn compile(code: &[u8], library: &Path) -> HipResult<Bundle> {
    let options = Options { warp_size: dialect::of_program().warp_size };
    let cache = DiskCache::named(FOLDER);
    let key = format!("{BUILD_ID} {} {:032x}", options.warp_size, digest(&[code]));
    if let Some(found) = cache.get(key.as_bytes()).and_then(|bytes| Bundle::from_bytes(&bytes).ok()) {
        return Ok(found);
    }
    let made = portable_code::compile(code, &options, || libraries(&cache, options.warp_size, library))?;
    cache.put(key.as_bytes(), &made.to_bytes());
    Ok(made)
}

/// The device libraries: installed, or made before, or made now.
fn libraries(cache: &DiskCache, warp_size: u32, library: &Path) -> Result<Vec<Unit>, CompileError> {
    let read = |bytes: Vec<u8>| Unit::all_in(&bytes).ok().filter(|units| !units.is_empty());
    let installed = std::fs::read(library.join(format!("hipvk/device_library.{warp_size}"))).ok();
    let key = format!("{BUILD_ID} {warp_size} {}", library.display());
    if let Some(units) = installed.and_then(read).or_else(|| cache.get(key.as_bytes()).and_then(read)) {
        return Ok(units);
    }
    let bytes = rtc::device_library(warp_size, library).map_err(|log| {
        let what =
            format!("the device library, which this code calls, is not installed and cannot be made: {}", log.trim());
        CompileError::unsupported("portable_code", what)
    })?;
    cache.put(key.as_bytes(), &bytes);
    Ok(read(bytes).unwrap_or_default())
}
