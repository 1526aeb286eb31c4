//! Modules: a bundle of kernels and global variables, loaded for one device.
//!
//! Loading reads the bundle's index and nothing else. Kernels are decoded and compiled at their first launch; the arena of
//! global variables is allocated, initialised and relocated when a kernel or the host first needs it.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock};

use spirv_gen::bundle::Bundle;
use spirv_gen::bundle::metadata::GlobalsArena;

use super::device::Device;
use super::dialect;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered};
use super::image::reference;
use super::kernel::Kernel;
use super::locks::{Mutex, Rank};
use super::memory::{self, Allocation, Kind};

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
    globals: OnceLock<Arc<Allocation>>,
    /// Held while the globals are made.
    making: Mutex<()>,
}

impl Registered for Module {
    const KIND: u8 = 0x53;
}

impl Module {
    /// Loads the bundle for a device. No lock of `hip::register` may be held.
    pub fn new(device: &Arc<Device>, bundle: Arc<Bundle>) -> Module {
        dialect::check(bundle.warp_size);
        let code =
            Code { device: Arc::clone(device), bundle, globals: OnceLock::new(), making: Mutex::new(Rank::Module, ()) };
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

    /// Address and size in bytes of the global variable of this name.
    pub fn global(&self, name: &str) -> HipResult<(u64, u64)> {
        let mut all = self.code.bundle.globals.variables.iter();
        let variable = all
            .find(|variable| variable.name == name)
            .ok_or_else(|| HipError::NotFound.because(format_args!("the module has no variable named '{name}'")))?;
        Ok((self.code.globals_base()? + variable.offset, variable.size))
    }
}

impl Code {
    /// Address of the globals arena, made on first use; 0 for a module without variables.
    pub fn globals_base(&self) -> HipResult<u64> {
        if self.bundle.globals.size == 0 {
            return Ok(0);
        }
        if let Some(globals) = self.globals.get() {
            return Ok(globals.device_address());
        }
        let _only_one = self.making.lock();
        if self.globals.get().is_none() {
            let made = self.make_globals(&self.bundle.globals)?;
            // Nobody else sets it while `making` is held.
            let _ = self.globals.set(made);
        }
        self.globals.get().map(|globals| globals.device_address()).ok_or(HipError::Unknown)
    }

    fn make_globals(&self, arena: &GlobalsArena) -> HipResult<Arc<Allocation>> {
        let allocation = memory::allocate(&self.device, arena.size, Kind::Module, 0)?;
        let image = initial_image(arena, allocation.device_address())?;
        memory::copy::initialise(&self.device, &allocation, &image)?;
        Ok(allocation)
    }
}

impl Drop for Code {
    fn drop(&mut self) {
        if let Some(globals) = self.globals.take() {
            // A kernel may still use them. If the device is lost they go all the same.
            let _ = self.device.synchronize();
            memory::forget(&globals);
            reference::module_unloaded(globals.device_address()..globals.device_address() + globals.size);
        }
    }
}

/// The arena's first contents: the bundle's image, zeros behind it, and addresses where the image refers to itself.
fn initial_image(arena: &GlobalsArena, base: u64) -> HipResult<Vec<u8>> {
    let corrupt = || HipError::InvalidImage.because("a global variable lies outside its module's memory");
    let size = usize::try_from(arena.size).map_err(|_| HipError::OutOfMemory)?;
    if arena.image.len() > size {
        return Err(corrupt());
    }
    let mut image = arena.image.clone();
    image.resize(size, 0);
    for &(place, offset) in &arena.relocations {
        let place = usize::try_from(place).map_err(|_| corrupt())?;
        let slot = image.get_mut(place..).and_then(|rest| rest.get_mut(..8)).ok_or_else(corrupt)?;
        slot.copy_from_slice(&base.wrapping_add(offset).to_ne_bytes());
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
