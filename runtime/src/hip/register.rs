//! What host code announces before `main`: fat binaries, kernels, device variables.
//!
//! clang gives each translation unit with device code a constructor that calls `__hipRegisterFatBinary`, then
//! `__hipRegisterFunction` and `__hipRegisterVar` for each host-side shadow. Nothing is read or compiled then; the table
//! only remembers addresses. `hipLaunchKernel` and the symbol functions look a shadow's address up here, and the module
//! is made for the current device when first needed.

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasherDefault, Hasher};
use std::sync::{Arc, LazyLock, OnceLock};

use spirv_gen::bundle::Bundle;

use super::device::Device;
use super::error::{HipError, HipResult, last_detail};
use super::kernel::Kernel;
use super::locks::{Mutex, Rank, RwLock};
use super::memory;
use super::module::{Managed, ManagedVariable, Module};
use super::runtime::{self, MAX_DEVICES};
use crate::vk;

/// A translation unit's device code.
pub struct FatBinary {
    /// Address of its image in the program; 0 if it has none.
    image: u64,
    /// Lanes per warp that it was compiled for; nothing if there is no bundle that we can read.
    warp_size: Option<u32>,
    /// Reads the bundle; called at most once.
    read: Box<dyn Fn() -> HipResult<Bundle> + Send + Sync>,
    bundle: OnceLock<HipResult<Arc<Bundle>>>,
    modules: [OnceLock<Arc<Module>>; MAX_DEVICES],
    making: Mutex<()>,
    managed: RwLock<Vec<ManagedVariable>>,
}

impl std::fmt::Debug for FatBinary {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.debug_struct("FatBinary").field("image", &self.image).finish_non_exhaustive()
    }
}

/// A kernel's host shadow.
#[derive(Debug)]
pub struct RegisteredFunction {
    /// The handle it was announced with.
    handle: u64,
    binary: Arc<FatBinary>,
    name: String,
    kernels: [OnceLock<Arc<Kernel>>; MAX_DEVICES],
}

/// A variable's host shadow.
#[derive(Clone, Debug)]
pub struct RegisteredVariable {
    /// The handle it was announced with.
    handle: u64,
    binary: Arc<FatBinary>,
    name: String,
    size: u64,
}

/// Hashes a host address: every launch looks one up, and the linker makes them, so nobody can choose them badly.
#[derive(Clone, Copy, Debug, Default)]
struct AddressHasher(u64);

type AddressHash = BuildHasherDefault<AddressHasher>;

impl Hasher for AddressHasher {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u64(u64::from(byte)));
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0 ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(26);
    }
}

#[derive(Debug, Default)]
struct Tables {
    next: u64,
    binaries: HashMap<u64, Arc<FatBinary>>,
    functions: HashMap<u64, Arc<RegisteredFunction>, AddressHash>,
    variables: HashMap<u64, RegisteredVariable, AddressHash>,
    /// Those of the variables that are texture references.
    textures: HashSet<u64>,
    /// Modules whose binary was unregistered: see [`let_go`].
    retired: Vec<Retired>,
}

static TABLES: LazyLock<RwLock<Tables>> = LazyLock::new(|| RwLock::new(Rank::Registered, Tables::default()));

/// Announces a translation unit whose device code lies at address `image`; `read` fetches the bundle from there when it is
/// first needed. Units that were linked with `-fgpu-rdc` share an image, and so their variables. Returns the handle for the rest.
pub fn binary(image: u64, warp_size: Option<u32>, read: impl Fn() -> HipResult<Bundle> + Send + Sync + 'static) -> u64 {
    let mut tables = TABLES.write();
    tables.next += 1;
    let number = tables.next;
    let same = tables.binaries.values().find(|binary| image != 0 && binary.image == image).cloned();
    let binary = same.unwrap_or_else(|| {
        Arc::new(FatBinary {
            image,
            warp_size,
            read: Box::new(read),
            bundle: OnceLock::new(),
            modules: [const { OnceLock::new() }; MAX_DEVICES],
            making: Mutex::new(Rank::Binary, ()),
            managed: RwLock::new(Rank::Module, Vec::new()),
        })
    });
    tables.binaries.insert(number, binary);
    number
}

/// A binary that was unregistered.
#[derive(Debug)]
struct Retired {
    binary: Arc<FatBinary>,
    /// What may use its modules and was not complete when last asked; none until then.
    last: Option<Vec<vk::Point>>,
}

impl Retired {
    fn is_unused(&mut self) -> bool {
        let codes = || self.binary.modules.iter().filter_map(OnceLock::get).map(|module| module.code());
        // Managed variables are every device's.
        let has_managed = !self.binary.managed.read().is_empty();
        let all = runtime::get().ok().filter(|_| has_managed).into_iter().flat_map(|runtime| &runtime.devices);
        let streams = || codes().map(|code| &code.device).chain(all).flat_map(|device| device.streams.all());
        let last = self.last.get_or_insert_with(|| streams().map(|stream| stream.vk.rough_point()).collect());
        last.retain(|point| !point.is_over());
        let unused = last.is_empty();
        if unused {
            codes().for_each(|code| code.set_unused());
        }
        unused
    }
}

/// Frees modules whose binary was unregistered and that no work uses any more. Before another is made, and not when the binary is unregistered or
/// another registered: a program unregisters while it exits, when the Vulkan driver may be gone already; and `dlopen` and `dlclose` register and
/// unregister in the loader's lock, which a thread that works with a stream may want (for its first object of thread-local storage), so nothing there
/// may wait for a stream.
fn let_go() {
    let mut retired = std::mem::take(&mut TABLES.write().retired);
    let free: Vec<_> = retired.extract_if(.., Retired::is_unused).collect();
    if !retired.is_empty() {
        TABLES.write().retired.append(&mut retired);
    }
    drop(free);
}

/// Announces a kernel: the host function at `host` stands for the kernel `name`. An unknown handle is ignored, as C
/// cannot be told.
pub fn function(handle: u64, host: u64, name: String) {
    let mut tables = TABLES.write();
    let Some(binary) = tables.binaries.get(&handle).cloned() else { return };
    let function = RegisteredFunction { handle, binary, name, kernels: [const { OnceLock::new() }; MAX_DEVICES] };
    tables.functions.insert(host, Arc::new(function));
}

/// Announces a variable: the host object at `host` stands for the device variable `name` of `size` bytes.
pub fn variable(handle: u64, host: u64, name: String, size: u64) {
    let mut tables = TABLES.write();
    let Some(binary) = tables.binaries.get(&handle).cloned() else { return };
    tables.variables.insert(host, RegisteredVariable { handle, binary, name, size });
}

/// Announces a texture reference: a variable that the symbol functions find too.
pub fn texture_reference(handle: u64, host: u64, name: String, size: u64) {
    variable(handle, host, name, size);
    TABLES.write().textures.insert(host);
}

/// Checks that a host object is a texture reference. HIP: "hipErrorInvalidSymbol".
pub fn texture(host: u64) -> HipResult {
    if TABLES.read().textures.contains(&host) {
        return Ok(());
    }
    Err(HipError::InvalidSymbol.because(format_args!("{host:#x} is not a registered texture reference")))
}

/// Announces a managed variable, which has its memory already.
pub fn managed(handle: u64, variable: ManagedVariable) {
    let tables = TABLES.read();
    let Some(binary) = tables.binaries.get(&handle) else { return };
    binary.managed.write().push(variable);
}

/// The warp sizes of the registered units, in the order of their registration.
pub fn warp_sizes() -> Vec<u32> {
    let tables = TABLES.read();
    let mut units: Vec<_> = tables.binaries.iter().filter_map(|(&at, unit)| Some((at, unit.warp_size?))).collect();
    units.sort_unstable();
    units.into_iter().map(|(_, warp_size)| warp_size).collect()
}

/// Where the device code of a translation unit lies.
pub fn image(handle: u64) -> Option<u64> {
    TABLES.read().binaries.get(&handle).map(|binary| binary.image)
}

/// Forgets a translation unit and everything announced with it.
pub fn unregister(handle: u64) {
    let mut tables = TABLES.write();
    let Some(binary) = tables.binaries.remove(&handle) else { return };
    tables.functions.retain(|_, function| function.handle != handle);
    tables.variables.retain(|_, variable| variable.handle != handle);
    let Tables { variables, textures, .. } = &mut *tables;
    textures.retain(|host| variables.contains_key(host));
    tables.retired.push(Retired { binary, last: None });
}

/// Whether a host function stands for a kernel.
#[cfg_attr(not(unix), allow(dead_code, reason = "asked by a signal handler"))]
pub fn is_kernel(host: u64) -> bool {
    TABLES.read().functions.contains_key(&host)
}

/// The kernel that a host function stands for, on a device. HIP: "hipErrorInvalidDeviceFunction".
pub fn kernel(host: u64, device: &Arc<Device>) -> HipResult<Arc<Kernel>> {
    let function = {
        let tables = TABLES.read();
        let function = tables.functions.get(&host);
        let made = function.and_then(|function| function.kernels.get(device.index)).and_then(OnceLock::get);
        if let Some(kernel) = made {
            return Ok(Arc::clone(kernel));
        }
        function.cloned()
    };
    let function = function.ok_or_else(|| {
        HipError::InvalidDeviceFunction.because(format_args!("{host:#x} is not the host function of a kernel"))
    })?;
    let kernel = function.binary.module(device)?.kernel(&function.name).map_err(|_| {
        HipError::InvalidDeviceFunction.because(format_args!("'{}' is not in its bundle", function.name))
    })?;
    if let Some(slot) = function.kernels.get(device.index) {
        return Ok(Arc::clone(slot.get_or_init(|| kernel)));
    }
    Ok(kernel)
}

/// The program's modules that some device has, as this one has them.
pub fn modules(device: &Arc<Device>) -> HipResult<Vec<Arc<Module>>> {
    let mut binaries: Vec<_> = TABLES.read().binaries.values().cloned().collect();
    binaries.sort_unstable_by_key(Arc::as_ptr);
    binaries.dedup_by(|a, b| Arc::ptr_eq(a, b));
    let used = |binary: &&Arc<FatBinary>| binary.modules.iter().any(|module| module.get().is_some());
    binaries.iter().filter(used).map(|binary| binary.module(device).cloned()).collect()
}

/// The host function that stands for a kernel, if one does.
pub fn host_function(kernel: &Arc<Kernel>) -> Option<u64> {
    let tables = TABLES.read();
    let stands = |function: &RegisteredFunction| {
        let found = function.kernels.get(kernel.device().index).and_then(OnceLock::get);
        found.is_some_and(|found| Arc::ptr_eq(found, kernel))
    };
    tables.functions.iter().find(|(_, function)| stands(function)).map(|(&host, _)| host)
}

/// Address and size of the variable that a host object stands for, on a device. HIP: "hipErrorInvalidSymbol".
pub fn symbol(host: u64, device: &Arc<Device>) -> HipResult<(u64, u64)> {
    let variable = TABLES.read().variables.get(&host).cloned();
    let variable = variable.ok_or_else(|| {
        HipError::InvalidSymbol.because(format_args!("{host:#x} is not a registered device variable"))
    })?;
    let (address, size) = variable.binary.module(device)?.global(&variable.name).map_err(|error| match error {
        HipError::NotFound => HipError::InvalidSymbol.because(format_args!("'{}' is not in its bundle", variable.name)),
        // There is no memory for it.
        other => other,
    })?;
    Ok((address, if variable.size != 0 { variable.size } else { size }))
}

impl FatBinary {
    fn bundle(&self) -> HipResult<&Arc<Bundle>> {
        let read = || {
            (self.read)().map(Arc::new).inspect_err(|_| {
                // Whatever the log level, as for kernels that cannot be compiled: its user must see why a program computes nothing.
                eprintln!("hipvk: cannot use the program's device code: {}", last_detail());
            })
        };
        self.bundle.get_or_init(read).as_ref().map_err(|error| *error)
    }

    /// The module on this device, made on first use.
    fn module(&self, device: &Arc<Device>) -> HipResult<&Arc<Module>> {
        let slot = self.modules.get(device.index).ok_or(HipError::InvalidDevice)?;
        if let Some(module) = slot.get() {
            return Ok(module);
        }
        let_go();
        // Before the lock, as it may look into the table; whoever comes second drops it unused.
        let managed = Managed::OfProgram(self.managed.read().clone());
        let module = Arc::new(Module::new(device, Arc::clone(self.bundle()?), managed));
        let _only_one = self.making.lock();
        if let Some(module) = slot.get() {
            return Ok(module);
        }
        Ok(slot.get_or_init(|| module))
    }
}

impl Drop for FatBinary {
    /// Its managed variables were its own: the host's pointers to them are gone with its library, and so is all work (see [`Retired`]).
    fn drop(&mut self) {
        let all = std::mem::take(&mut *self.managed.write());
        all.iter().for_each(|managed| memory::forget(&managed.memory));
    }
}

#[cfg(test)]
mod tests {
    use super::{Bundle, TABLES, binary, function, unregister, variable};

    fn kernel_name(host: u64) -> Option<String> {
        TABLES.read().functions.get(&host).map(|function| function.name.clone())
    }

    #[test]
    fn unregistering_forgets_functions_and_variables_of_that_binary_only() {
        let first = binary(0, None, || Ok(Bundle::default()));
        let second = binary(0, None, || Ok(Bundle::default()));
        function(first, 0x1000, "a".into());
        function(second, 0x2000, "b".into());
        variable(first, 0x3000, "v".into(), 4);
        unregister(first);
        assert_eq!(kernel_name(0x1000), None);
        assert_eq!(kernel_name(0x2000).as_deref(), Some("b"));
        assert!(!TABLES.read().variables.contains_key(&0x3000));
        unregister(second);
        unregister(second);
        assert_eq!(kernel_name(0x2000), None);
    }

    #[test]
    fn units_with_one_image_share_it_and_are_forgotten_one_by_one() {
        let (first, second) =
            (binary(0x77, None, || Ok(Bundle::default())), binary(0x77, None, || Ok(Bundle::default())));
        function(first, 0x5000, "a".into());
        function(second, 0x6000, "b".into());
        {
            let tables = TABLES.read();
            assert!(std::sync::Arc::ptr_eq(&tables.functions[&0x5000].binary, &tables.functions[&0x6000].binary));
        }
        unregister(first);
        assert_eq!(kernel_name(0x5000), None);
        assert_eq!(kernel_name(0x6000).as_deref(), Some("b"));
        unregister(second);
        assert_eq!(kernel_name(0x6000), None);
    }

    #[test]
    fn an_unknown_handle_registers_nothing() {
        function(u64::MAX, 0x4000, "c".into());
        assert_eq!(kernel_name(0x4000), None);
    }
}
