//! Texture references, HIP's deprecated form: a variable of the program that is bound to memory, read by kernels under its own name.
//!
//! The variable exists twice: the host's `textureReference`, whose fields say how to sample, and the device's copy of
//! it, of which kernels read only the texture object. Binding makes an object and copies its handle there.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::LazyLock;

use super::texture::{self, Resource, Sampling};
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Mutex, Rank};
use crate::hip::{runtime, symbol};

/// Offset of `textureObject` in `textureReference`: what kernels read of the device's copy.
pub const OBJECT_OFFSET: u64 = 72;

/// What a reference, known by its host address, is bound to.
#[derive(Clone, Copy, Debug)]
pub struct Bound {
    /// The object made for it.
    pub object: u64,
    /// The address that was bound; 0 for arrays.
    pub address: u64,
    /// Bytes between the address and the first texel.
    pub offset: u64,
}

/// All references that are bound, or belong to a module.
#[derive(Debug)]
struct References {
    bound: Mutex<HashMap<u64, Bound>>,
    /// Device addresses of those that `hipModuleGetTexRef` made.
    of_modules: Mutex<HashMap<u64, u64>>,
}

static ALL: LazyLock<References> = LazyLock::new(|| References {
    bound: Mutex::new(Rank::Registry, HashMap::new()),
    of_modules: Mutex::new(Rank::Registry, HashMap::new()),
});

/// There is none before the runtime has started.
fn all() -> HipResult<&'static References> {
    runtime::get()?;
    Ok(&ALL)
}

/// Says that the host reference at `host` stands for the module's variable at `device`.
pub fn of_module(host: u64, device: u64) -> HipResult {
    all()?.of_modules.lock().insert(host, device);
    Ok(())
}

/// The host reference made for a module's variable, if there is one.
pub fn host_of_module(device: u64) -> HipResult<Option<u64>> {
    let of_modules = all()?.of_modules.lock();
    Ok(of_modules.iter().find(|&(_, &address)| address == device).map(|(&host, _)| host))
}

/// Ends the references of a module that is unloaded: `variables` are the device addresses of its variables.
pub fn module_unloaded(variables: Range<u64>) {
    let Ok(all) = all() else { return };
    let mut gone = Vec::new();
    all.of_modules.lock().retain(|&host, device| {
        let stays = !variables.contains(device);
        if !stays {
            gone.push(host);
        }
        stays
    });
    for host in gone {
        let bound = all.bound.lock().remove(&host);
        // Nobody can ask for the result; an object that is gone already is no loss.
        let _ = bound.map(|bound| texture::destroy(bound.object, false));
    }
}

/// Unbinds every reference whose variable lies here: it is about to be initialised anew.
pub fn unbind_in(variables: Range<u64>) {
    let Ok(all) = all() else { return };
    let hosts: Vec<u64> = all.bound.lock().keys().copied().collect();
    for host in hosts {
        if device_address(host).is_ok_and(|address| variables.contains(&address)) {
            let bound = all.bound.lock().remove(&host);
            // As above.
            let _ = bound.map(|bound| texture::destroy(bound.object, false));
        }
    }
}

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
    device_address(host)?;
    let object = texture::create(resource, sampling, None)?;
    let bound = Bound { object, address, offset };
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
