//! Modules: a bundle of kernels and global variables, loaded for one device.
//!
//! Loading reads the bundle's index and nothing else. Kernels are decoded and compiled at their first launch; the arena of
//! global variables is allocated, initialised and relocated when a kernel or the host first needs it, and initialised anew by
//! `hipDeviceReset`.
//!
//! A `__managed__` variable is two in the arena: `NAME.managed` has its initial value, and `NAME` is the pointer by which kernels
//! reach its memory. A program's managed variables have theirs before `main` (`capi::register`); those of a loaded module get it here.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, OnceLock, Weak};

use spirv_gen::bundle::Bundle;
use spirv_gen::bundle::metadata::{GlobalInfo, GlobalsArena};

use super::device::Device;
use super::dialect;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::image::bound;
use super::kernel::Kernel;
use super::locks::{Mutex, Rank};
use super::memory::{self, Allocation, Kind, host};

/// A bundle on a device.
#[derive(Debug)]
pub struct Module {
    code: Arc<Code>,
    kernels: Mutex<HashMap<usize, Arc<Kernel>>>,
}

/// What a module and its kernels share; lives as long as either.
#[derive(Debug)]
pub struct Code {
    /// Where it was loaded.
    pub device: Arc<Device>,
    /// What was loaded.
    pub bundle: Arc<Bundle>,
    managed: Managed,
    globals: OnceLock<Globals>,
    /// Held while the globals are made.
    making: Mutex<()>,
    /// No work uses it, and none will.
    unused: AtomicBool,
}

/// Who allocates a module's managed variables.
#[derive(Debug)]
pub enum Managed {
    /// The program has, before `main`.
    OfProgram(Vec<ManagedVariable>),
    /// The module does, with its other variables.
    OfModule,
}

/// A `__managed__` variable: the device's pointer of this name must hold the address of its memory.
#[derive(Clone, Debug)]
pub struct ManagedVariable {
    /// The pointer's name.
    pub name: String,
    /// The variable.
    pub memory: Arc<Allocation>,
}

/// A module's variables, once they are needed.
#[derive(Debug)]
struct Globals {
    arena: Arc<Allocation>,
    managed: Vec<ManagedVariable>,
}

/// Modules whose variables were made, on all devices: `hipDeviceReset` initialises them anew.
static WITH_GLOBALS: LazyLock<Mutex<Vec<Weak<Code>>>> = LazyLock::new(|| Mutex::new(Rank::Device, Vec::new()));

impl Registered for Module {
    const KIND: u8 = 0x53;
    const NAME: &'static str = "module";
    /// hip-tests: anything but a loaded one is hipErrorInvalidHandle.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Module> {
        static ALL: Registry<Module> = Registry::new();
        &ALL
    }
}

impl Module {
    /// Loads the bundle for a device. No lock of `hip::register` may be held.
    pub fn new(device: &Arc<Device>, bundle: Arc<Bundle>, managed: Managed) -> Module {
        dialect::check(bundle.warp_size);
        let code = Code {
            device: Arc::clone(device),
            bundle,
            managed,
            globals: OnceLock::new(),
            making: Mutex::new(Rank::Module, ()),
            unused: AtomicBool::new(false),
        };
        Module { code: Arc::new(code), kernels: Mutex::new(Rank::Module, HashMap::new()) }
    }

    /// Its device and bundle.
    pub fn code(&self) -> &Arc<Code> {
        &self.code
    }

    /// The kernel of this (mangled) name. HIP: "hipErrorNotFound" if there is none.
    pub fn kernel(&self, name: &str) -> HipResult<Arc<Kernel>> {
        let mut all = self.code.bundle.kernels.iter();
        let index = all
            .position(|kernel| kernel.metadata.name == name)
            .ok_or_else(|| HipError::NotFound.because(format_args!("the module has no kernel named '{name}'")))?;
        let mut kernels = self.kernels.lock();
        let kernel = kernels.entry(index).or_insert_with(|| Arc::new(Kernel::new(Arc::clone(&self.code), index)));
        Ok(Arc::clone(kernel))
    }

    /// The handles that C got of its kernels; they end with the module.
    pub fn kernel_handles(&self) -> Vec<Id<Kernel>> {
        let kernels: Vec<_> = self.kernels.lock().values().cloned().collect();
        kernels.iter().filter_map(|kernel| *kernel.handle.lock()).collect()
    }

    /// Whether the variable of this name is a `__managed__` one.
    pub fn is_managed(&self, name: &str) -> bool {
        variable(&self.code.bundle.globals, &format!("{name}{MANAGED}")).is_some()
    }

    /// Address and size in bytes of the global variable of this name; of a managed one, its memory's.
    pub fn global(&self, name: &str) -> HipResult<(u64, u64)> {
        let variable = variable(&self.code.bundle.globals, name)
            .ok_or_else(|| HipError::NotFound.because(format_args!("the module has no variable named '{name}'")))?;
        let globals = self.code.globals()?;
        let managed = globals.managed.iter().find(|managed| managed.name == name);
        Ok(match managed {
            Some(managed) => (managed.memory.base, managed.memory.size),
            None => (globals.arena.device_address() + variable.offset, variable.size),
        })
    }
}

impl Code {
    /// No work uses it, and none will: nothing is waited for when it goes.
    pub fn set_unused(&self) {
        self.unused.store(true, Ordering::Release);
    }

    /// Address of the globals arena, made on first use; 0 for a module without variables.
    pub fn globals_base(self: &Arc<Code>) -> HipResult<u64> {
        if self.bundle.globals.size == 0 {
            return Ok(0);
        }
        Ok(self.globals()?.arena.device_address())
    }

    fn globals(self: &Arc<Code>) -> HipResult<&Globals> {
        if let Some(globals) = self.globals.get() {
            return Ok(globals);
        }
        let _only_one = self.making.lock();
        if self.globals.get().is_none() {
            let made = self.make_globals()?;
            // Nobody else sets it while `making` is held.
            let _ = self.globals.set(made);
            let mut all = WITH_GLOBALS.lock();
            all.retain(|code| code.strong_count() > 0);
            all.push(Arc::downgrade(self));
        }
        self.globals.get().ok_or(HipError::Unknown)
    }

    fn make_globals(&self) -> HipResult<Globals> {
        let arena = memory::allocate(&self.device, self.bundle.globals.size, Kind::Module, 0)?;
        let mut globals = Globals { arena, managed: Vec::new() };
        match self.fill(&mut globals) {
            Ok(()) => Ok(globals),
            Err(error) => {
                self.forget(&globals);
                Err(error)
            }
        }
    }

    fn fill(&self, globals: &mut Globals) -> HipResult {
        let layout = &self.bundle.globals;
        match &self.managed {
            Managed::OfProgram(managed) => globals.managed.clone_from(managed),
            Managed::OfModule => self.allocate_managed(&mut globals.managed)?,
        }
        let image = globals.initial_image(layout)?;
        memory::copy::initialise(&self.device, &globals.arena, &image)?;
        if matches!(self.managed, Managed::OfModule) {
            globals.initialise_managed(layout, &image);
        }
        Ok(())
    }

    fn allocate_managed(&self, all: &mut Vec<ManagedVariable>) -> HipResult {
        for initial in &self.bundle.globals.variables {
            let name = initial.name.strip_suffix(MANAGED).filter(|name| variable(&self.bundle.globals, name).is_some());
            let Some(name) = name else { continue };
            let memory = host::allocate_variable(&self.device, initial.size)?;
            all.push(ManagedVariable { name: name.to_owned(), memory });
        }
        Ok(())
    }

    /// Gives back what it has allocated.
    fn forget(&self, globals: &Globals) {
        memory::forget(&globals.arena);
        if matches!(self.managed, Managed::OfModule) {
            globals.managed.iter().for_each(|managed| memory::forget(&managed.memory));
        }
    }

    fn reset_globals(&self) -> HipResult {
        let Some(globals) = self.globals.get() else { return Ok(()) };
        bound::unbind_in(globals.range());
        let image = globals.initial_image(&self.bundle.globals)?;
        memory::copy::initialise(&self.device, &globals.arena, &image)?;
        globals.initialise_managed(&self.bundle.globals, &image);
        Ok(())
    }
}

/// `hipDeviceReset`, behind the device's work: CUDA's documentation says that it "destroys all allocations and resets all state on the
/// current device", so variables have their initial values again.
pub fn reset(device: &Arc<Device>) -> HipResult {
    let all: Vec<Arc<Code>> = WITH_GLOBALS.lock().iter().filter_map(Weak::upgrade).collect();
    all.iter().filter(|code| code.device.index == device.index).try_for_each(|code| code.reset_globals())
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(globals) = self.globals.take() {
            // A kernel may still use them. If the device is lost they go all the same.
            if !*self.unused.get_mut() {
                self.device.outlast();
            }
            self.forget(&globals);
            bound::module_unloaded(globals.range());
        }
    }
}

/// What clang calls a managed variable's initial value, behind its name.
const MANAGED: &str = ".managed";

fn variable<'a>(layout: &'a GlobalsArena, name: &str) -> Option<&'a GlobalInfo> {
    layout.variables.iter().find(|variable| variable.name == name)
}

impl Globals {
    fn range(&self) -> std::ops::Range<u64> {
        self.arena.device_address()..self.arena.device_address() + self.arena.size
    }

    /// The arena's first contents, with the addresses of managed variables. One that device code does not use is not in the arena.
    fn initial_image(&self, layout: &GlobalsArena) -> HipResult<Vec<u8>> {
        let mut image = initial_image(layout, self.arena.device_address())?;
        for managed in &self.managed {
            if let Some(pointer) = variable(layout, &managed.name) {
                put(&mut image, pointer.offset, &managed.memory.device_address().to_ne_bytes())?;
            }
        }
        Ok(image)
    }

    /// Gives managed variables the values that `image` has for them. All their memory is the host's.
    fn initialise_managed(&self, layout: &GlobalsArena, image: &[u8]) {
        for managed in &self.managed {
            let initial = variable(layout, &format!("{}{MANAGED}", managed.name));
            let bytes = initial.and_then(|initial| {
                image.get(initial.offset as usize..)?.get(..initial.size.min(managed.memory.size) as usize)
            });
            bytes.map(|bytes| managed.memory.memory.write_host(0, bytes));
        }
    }
}

fn corrupt() -> HipError {
    HipError::InvalidImage.because("a global variable lies outside its module's memory")
}

fn put(image: &mut [u8], place: u64, bytes: &[u8]) -> HipResult {
    let place = usize::try_from(place).map_err(|_| corrupt())?;
    let slot = image.get_mut(place..).and_then(|rest| rest.get_mut(..bytes.len())).ok_or_else(corrupt)?;
    slot.copy_from_slice(bytes);
    Ok(())
}

/// The arena's first contents: the bundle's image, zeros behind it, and addresses where the image refers to itself.
fn initial_image(arena: &GlobalsArena, base: u64) -> HipResult<Vec<u8>> {
    let size = usize::try_from(arena.size).map_err(|_| HipError::OutOfMemory)?;
    if arena.image.len() > size {
        return Err(corrupt());
    }
    let mut image = arena.image.clone();
    image.resize(size, 0);
    for &(place, offset) in &arena.relocations {
        put(&mut image, place, &base.wrapping_add(offset).to_ne_bytes())?;
    }
    Ok(image)
}

#[cfg(test)]
mod tests {
    use super::{GlobalsArena, HipError, initial_image};

    #[test]
    fn the_image_is_padded_with_zeros_and_its_own_addresses_filled_in() {
        let arena = GlobalsArena { size: 24, image: vec![1, 2], relocations: vec![(8, 3)], ..GlobalsArena::default() };
        let image = initial_image(&arena, 0x1000).expect("a sound arena");
        assert_eq!(image[..3], [1, 2, 0]);
        assert_eq!(image[8..16], 0x1003u64.to_ne_bytes());
        assert_eq!(image.len(), 24);
    }

    #[test]
    fn a_relocation_outside_the_arena_is_a_corrupt_image() {
        for place in [17, 24, u64::MAX] {
            let arena = GlobalsArena { size: 24, relocations: vec![(place, 0)], ..GlobalsArena::default() };
            assert_eq!(initial_image(&arena, 0), Err(HipError::InvalidImage));
        }
    }
}
