//! Libraries: a bundle that is loaded when somebody first asks for something in it, for the device that is current then.
//!
//! HIP: "hipLibraryLoadData … loads … lazily": what was given is looked at, and its fault told, at the first question. A library's kernels
//! are kernels like any module's; which library one is of, is remembered here. Called by `capi::library`.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, LazyLock, OnceLock};

use spirv_gen::bundle::Bundle;

use super::device::Device;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::kernel::Kernel;
use super::locks::{Mutex, Rank};
use super::module::{Managed, Module};
use super::runtime;

/// A library.
#[derive(Debug)]
pub struct Library {
    /// Or what is wrong with it.
    bundle: HipResult<Arc<Bundle>>,
    module: OnceLock<Arc<Module>>,
    /// For kernels' attributes on further devices, by the device's number.
    others: Mutex<HashMap<usize, Arc<Module>>>,
    /// The module's handle, once C asked for it.
    handle: OnceLock<Id<Module>>,
}

/// The handles of libraries' modules.
static MODULES: LazyLock<Mutex<HashSet<u64>>> = LazyLock::new(|| Mutex::new(Rank::Program, HashSet::new()));

/// The library that a kernel is of, by the kernel's handle.
static OWNERS: LazyLock<Mutex<HashMap<u64, Id<Library>>>> = LazyLock::new(|| Mutex::new(Rank::Program, HashMap::new()));

impl Registered for Library {
    const KIND: u8 = 0x72;
    const NAME: &'static str = "library";
    /// hip-tests: what was unloaded is hipErrorInvalidHandle.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Library> {
        static ALL: Registry<Library> = Registry::new();
        &ALL
    }
}

impl Library {
    /// A library of what was read, if it could be.
    pub fn new(bundle: HipResult<Bundle>) -> Library {
        Library {
            bundle: bundle.map(Arc::new),
            module: OnceLock::new(),
            others: Mutex::new(Rank::Kernel, HashMap::new()),
            handle: OnceLock::new(),
        }
    }

    /// Its code, loaded for `device` if it is for none yet.
    pub fn module(&self, device: &Arc<Device>) -> HipResult<&Arc<Module>> {
        let bundle = self.bundle.as_ref().map_err(|error| *error)?;
        Ok(self.module.get_or_init(|| Arc::new(Module::new(device, Arc::clone(bundle), Managed::OfModule))))
    }

    /// The kernel of this name as it is on `device`: its attributes are each device's own.
    pub fn kernel_on(&self, device: &Arc<Device>, name: &str) -> HipResult<Arc<Kernel>> {
        let first = self.module(device)?;
        if first.code().device.index == device.index {
            return first.kernel(name);
        }
        let bundle = &first.code().bundle;
        let load = || Arc::new(Module::new(device, Arc::clone(bundle), Managed::OfModule));
        let module = Arc::clone(self.others.lock().entry(device.index).or_insert_with(load));
        module.kernel(name)
    }

    /// The handle of its module, which is the library's: the same at each call.
    pub fn module_handle(&self, device: &Arc<Device>) -> HipResult<Id<Module>> {
        let module = self.module(device)?;
        let modules = runtime::live::<Module>()?;
        Ok(*self.handle.get_or_init(|| {
            let id = modules.insert_arc(Arc::clone(module));
            MODULES.lock().insert(id.raw());
            id
        }))
    }

    /// Ends the module's handle.
    pub fn forget_module(&self) -> HipResult {
        if let Some(&id) = self.handle.get() {
            MODULES.lock().remove(&id.raw());
            runtime::live::<Module>()?.remove(id);
        }
        Ok(())
    }

    /// The code, if somebody has asked for it.
    pub fn loaded(&self) -> Option<&Arc<Module>> {
        self.module.get()
    }
}

/// Whether the module of this handle is a library's, which alone ends it.
pub fn has_module(id: Id<Module>) -> bool {
    MODULES.lock().contains(&id.raw())
}

/// Remembers that the kernel of this handle is the library's.
pub fn own(library: Id<Library>, kernel: Id<Kernel>) {
    OWNERS.lock().insert(kernel.raw(), library);
}

/// Forgets the library's kernels; their handles.
pub fn disown(library: Id<Library>) -> Vec<Id<Kernel>> {
    let mut owners = OWNERS.lock();
    let kernels: Vec<u64> = owners.iter().filter(|(_, owner)| **owner == library).map(|(kernel, _)| *kernel).collect();
    for kernel in &kernels {
        owners.remove(kernel);
    }
    kernels.into_iter().map(Id::from_raw).collect()
}

/// The library that the kernel is of. hipErrorInvalidHandle if it is of none.
pub fn owner(kernel: Id<Kernel>) -> HipResult<Id<Library>> {
    let found = OWNERS.lock().get(&kernel.raw()).copied();
    found.ok_or_else(|| HipError::InvalidHandle.because(format_args!("{kernel:?} is no library's kernel")))
}
