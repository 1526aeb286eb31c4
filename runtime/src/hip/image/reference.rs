//! Texture references, HIP's deprecated form: a variable of the program that is bound to memory, read by kernels under its own name.
//!
//! The variable exists twice: the host's `textureReference`, whose fields say how to sample, and the device's copy of
//! it, of which kernels read only the texture object. Binding makes an object and copies its handle there. `bound` remembers which are.

use super::bound::all;
pub use super::bound::{Bound, host_of_module, of_module};
use super::texture::{self, Resource, Sampling};
use crate::hip::error::{HipError, HipResult};
use crate::hip::{runtime, symbol};

/// Offset of `textureObject` in `textureReference`: what kernels read of the device's copy.
pub const OBJECT_OFFSET: u64 = 72;

fn device_address(host: u64) -> HipResult<u64> {
    if let Some(&address) = all()?.of_modules.lock().get(&host) {
        return Ok(address);
    }
    symbol::find(host)
        .map(|(address, _)| address)
        .map_err(|_| HipError::InvalidSymbol.because(format_args!("{host:#x} is not a registered texture reference")))
}

fn store(host: u64, object: u64) -> HipResult {
    let device = runtime::current_device()?;
    symbol::store_pointer(device, device_address(host)? + OBJECT_OFFSET, object)
}

/// Binds a reference: "any previous … is superseded". Returns the object, which the caller stores in the host's copy.
pub fn bind(host: u64, resource: Resource, sampling: Sampling, address: u64, offset: u64) -> HipResult<u64> {
    let variable = device_address(host)?;
    let object = texture::create(resource, sampling, None)?;
    let bound = Bound { object, address, offset, variable };
    store(host, object)?;
    let before = all()?.bound.lock().insert(host, bound);
    before.map_or(Ok(()), |before| texture::destroy(before.object, false))?;
    Ok(object)
}

/// `hipUnbindTexture`. A reference that is not bound stays so.
pub fn unbind(host: u64) -> HipResult {
    let before = all()?.bound.lock().remove(&host);
    let Some(before) = before else { return Ok(()) };
    store(host, 0)?;
    texture::destroy(before.object, false)
}

/// What a reference is bound to. HIP: hipErrorInvalidTexture if it is not.
pub fn bound(host: u64) -> HipResult<Bound> {
    let bound = all()?.bound.lock().get(&host).copied();
    bound.ok_or_else(|| HipError::InvalidTexture.because("the texture reference is not bound"))
}
