//! The device libraries as units, for code that was compiled without them (`portable_code`): our own and AMD's mathematics.
//!
//! Made by clang: when we are installed (`hipcc --device-library=32 -o FILE`), or by the runtime where it is not installed. Called by
//! `driver::run` and the runtime.

use std::path::Path;

use super::link::unit_by;
use super::{Job, Program};
use crate::bundle::packed::Effort;
use crate::bundle::unit::Unit;
use crate::driver::clang;

/// The bytes of the units, for warps of `warp_size` lanes; `library` is the folder that our library lies in.
///
/// # Errors
/// The log: no clang, or no device libraries.
pub fn device_library(warp_size: u32, library: &Path) -> Result<Vec<u8>, String> {
    // Nothing but what hipcc includes in front of every program.
    let program = Program { source: b"\n".to_vec(), name: "the device library".into(), ..Program::default() };
    let own = Job::new(&program, &["-fgpu-rdc".to_owned()], warp_size, library)?.run()?;
    let mathematics = unit_by("ocml.bc", warp_size, library, clang::mathematics)?;
    let mut units = Unit::all_in(&own.code).map_err(|error| error.to_string())?;
    units.push(mathematics);
    // Made once, and part of every installation.
    Ok(units.iter().flat_map(|unit| unit.to_packed_bytes(Effort::Small)).collect())
}
