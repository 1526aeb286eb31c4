//! hipRTC's linker: units (what `-fgpu-rdc` programs compile to, in memory, or in hipcc's objects and archives of them) to one bundle.
//!
//! Called by the runtime for `hiprtcLinkComplete` and `hipLinkComplete`.

use crate::bundle::unit::Unit;
use crate::driver::diagnostics;
use crate::driver::link::link_units;
use crate::portable::bundle_of;

/// One thing to link.
#[derive(Debug, Clone)]
pub struct Input {
    /// As messages call it.
    pub name: String,
    pub bytes: Vec<u8>,
}

/// The bundle of all inputs.
///
/// # Errors
/// The log.
pub fn link(inputs: &[Input]) -> Result<Vec<u8>, String> {
    let mut units = Vec::new();
    for input in inputs {
        units.extend(units_in(input).map_err(|what| format!("hiprtc: error: {}: {what}\n", input.name))?);
    }
    let failed = |error| diagnostics::compile_error(&error, "device link");
    let Some((module, warp_size, formats)) = link_units(&units, Vec::new()).map_err(failed)? else {
        return Err("hiprtc: error: there is nothing to link\n".to_owned());
    };
    Ok(bundle_of(module, warp_size, formats).map_err(failed)?.to_bytes())
}

fn units_in(input: &Input) -> Result<Vec<Unit>, String> {
    let units = Unit::all_in(&input.bytes).map_err(|error| error.to_string())?;
    if units.is_empty() {
        return Err("not what hipRTC made of a program with -fgpu-rdc".to_owned());
    }
    Ok(units)
}
