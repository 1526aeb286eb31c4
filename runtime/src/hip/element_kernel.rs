//! Kernels that call a program's function for every element of an array: how FFT libraries call the callbacks that they are given. hipcc makes them
//! in the module that has the function (`spirv_gen::passes::calls::elements`).

use std::sync::Arc;

use spirv_gen::bundle::element_kernel;

use super::device::Device;
use super::error::{HipError, HipResult};
use super::handle::Registered;
use super::kernel::Kernel;
use super::module::Module;
use super::{register, runtime};

/// The kernel of the function at `address`, which loads or stores elements of so many bytes, on the current device. HIP: hipErrorNotFound if no module
/// has such a function.
pub fn find(address: u64, store: bool, bytes: u64) -> HipResult<Arc<Kernel>> {
    let device = runtime::current_device()?;
    let name = element_kernel::name(store, bytes, address);
    let mut found = modules(device)?.into_iter().filter(|module| module.code().bundle.kernel(&name).is_some());
    let does = if store { "stores" } else { "loads" };
    let module = found.next().ok_or_else(|| {
        HipError::NotFound
            .because(format_args!("{address:#x} is no module's function that {does} elements of {bytes} bytes"))
    })?;
    if found.next().is_some() {
        return Err(HipError::NotFound.because(format_args!("several modules have a function at {address:#x}")));
    }
    module.kernel(&name)
}

/// All that the device has: the program's, and those that it has loaded.
fn modules(device: &Arc<Device>) -> HipResult<Vec<Arc<Module>>> {
    let mut all = register::modules(device)?;
    all.extend(Module::registry().all().into_iter().filter(|module| Arc::ptr_eq(&module.code().device, device)));
    Ok(all)
}
