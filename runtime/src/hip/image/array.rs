//! Arrays and mipmapped arrays: memory with a shape and a texel format.
//!
//! An array is pitched device memory whose layout is our own: level after level, each in slices (or layers) of rows. What
//! C holds is a generational handle; a level of a mipmapped array gets a handle of its own and shares the memory.

use std::sync::Arc;
use std::sync::atomic::AtomicU32;

use super::format::Format;
use super::shadow::Shadow;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::{Id, Registered, Registry};
use crate::hip::memory::{self, Allocation, Kind};
use crate::hip::runtime;
use crate::vk;

/// `hipArrayLayered`.
pub const LAYERED: u32 = 1;
/// `hipArraySurfaceLoadStore`: allowed for every array here.
const SURFACE: u32 = 2;
/// `hipArrayCubemap`.
pub const CUBEMAP: u32 = 4;
/// `hipArrayTextureGather`: allowed for every 2D array here.
const GATHER: u32 = 8;

/// Rows start at multiples of this many bytes, so that the widest texel is aligned.
const ROW_ALIGNMENT: u64 = 16;
/// Levels start at multiples of this many bytes.
const LEVEL_ALIGNMENT: u64 = 256;
/// More levels than any array can have: 2^32 halved to 1.
pub const MAX_LEVELS: usize = 16;

/// Width, height and depth as HIP counts them: in texels; 0 for a dimension the array does not have; the layers of a
/// layered array are its depth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// Texels of a row.
    pub width: u64,
    /// Rows, or 0.
    pub height: u64,
    /// Slices or layers, or 0.
    pub depth: u64,
}

/// What an array is made from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrayDesc {
    /// Its texels.
    pub format: Format,
    /// Its extent.
    pub size: Size,
    /// `hipArray*` flags.
    pub flags: u32,
}

/// One level in memory.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Level {
    /// The first texel's address.
    pub address: u64,
    /// Bytes from row to row.
    pub pitch: u64,
    /// Bytes from slice to slice.
    pub slice: u64,
    /// Its extent.
    pub size: Size,
}

/// An array: one level of some memory.
#[derive(Debug)]
pub struct Array {
    memory: Arc<ArrayMemory>,
    /// Format, extent of this level, flags.
    pub desc: ArrayDesc,
    /// Where it is.
    pub level: Level,
}

/// A mipmapped array.
#[derive(Debug)]
pub struct Mipmapped {
    memory: Arc<ArrayMemory>,
    /// Format, extent of level 0, flags.
    pub desc: ArrayDesc,
    /// All levels, largest first.
    pub levels: Vec<Level>,
}

/// The memory of an array; goes when its last user has gone.
#[derive(Debug)]
struct ArrayMemory {
    device: Arc<Device>,
    allocation: Arc<Allocation>,
    levels: usize,
    /// Live surface objects.
    surfaces: Arc<AtomicU32>,
}

impl Drop for ArrayMemory {
    fn drop(&mut self) {
        // HIP: hipFreeArray waits for work that uses the array. If the device is lost the memory goes all the same.
        self.device.outlast();
        memory::forget(&self.allocation);
    }
}

impl Registered for Array {
    const KIND: u8 = 0x58;
    const NAME: &'static str = "array";
    /// HIP: hipErrorInvalidHandle.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Array> {
        static ALL: Registry<Array> = Registry::new();
        &ALL
    }
}

impl Registered for Mipmapped {
    const KIND: u8 = 0x59;
    const NAME: &'static str = "mipmapped array";
    /// HIP: hipErrorInvalidHandle.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Mipmapped> {
        static ALL: Registry<Mipmapped> = Registry::new();
        &ALL
    }
}

impl Level {
    /// Rows, at least 1.
    pub fn rows(&self) -> u64 {
        self.size.height.max(1)
    }

    /// Slices or layers, at least 1.
    pub fn slices(&self) -> u64 {
        self.size.depth.max(1)
    }
}

impl ArrayDesc {
    fn is(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    /// Slices are layers or faces, which levels keep.
    pub fn is_layered(&self) -> bool {
        self.is(LAYERED | CUBEMAP)
    }

    /// HIP's rules for extents and flags; all broken ones are hipErrorInvalidValue.
    fn check(&self, largest: [u32; 4]) -> HipResult {
        let Size { width, height, depth } = self.size;
        let [one, two, three, layers] = largest.map(u64::from);
        let invalid = |why: &str| Err(HipError::InvalidValue.because(format_args!("{why}: {self:?}")));
        if self.flags & !(LAYERED | SURFACE | CUBEMAP | GATHER) != 0 {
            return invalid("unknown array flags");
        }
        if width == 0 {
            return invalid("an array without width");
        }
        if self.is(GATHER) && (height == 0 || (depth != 0 && !self.is(LAYERED)) || self.is(SURFACE | CUBEMAP)) {
            return invalid("gather is for two-dimensional arrays");
        }
        if self.is(CUBEMAP) {
            let faces = if self.is(LAYERED) { depth != 0 && depth.is_multiple_of(6) } else { depth == 6 };
            if width != height || !faces {
                return invalid("a cubemap has six square faces, a layered one a multiple of six");
            }
            return if width > two || depth > layers.max(6) { invalid("too large") } else { Ok(()) };
        }
        let fits = if self.is(LAYERED) {
            depth != 0 && depth <= layers && if height == 0 { width <= one } else { width.max(height) <= two }
        } else {
            match (height, depth) {
                (0, 0) => width <= one,
                (_, 0) => width.max(height) <= two,
                (0, _) => false,
                _ => width.max(height).max(depth) <= three,
            }
        };
        if fits { Ok(()) } else { invalid("an extent HIP does not define, or larger than the device's maximum") }
    }

    /// Every level's place relative to the first, and the bytes of all.
    fn layout(&self, count: usize) -> Option<(Vec<Level>, u64)> {
        let mut end = 0u64;
        let mut levels = Vec::with_capacity(count);
        for index in 0..count {
            let half = |side: u64| if side == 0 { 0 } else { (side >> index).max(1) };
            let depth = if self.is_layered() { self.size.depth } else { half(self.size.depth) };
            let size = Size { width: half(self.size.width), height: half(self.size.height), depth };
            let pitch = size.width.checked_mul(self.format.bytes())?.checked_next_multiple_of(ROW_ALIGNMENT)?;
            let slice = pitch.checked_mul(size.height.max(1))?;
            levels.push(Level { address: end, pitch, slice, size });
            let bytes = slice.checked_mul(size.depth.max(1))?;
            end = end.checked_add(bytes)?.checked_next_multiple_of(LEVEL_ALIGNMENT)?;
        }
        Some((levels, end))
    }

    fn most_levels(&self) -> u32 {
        let Size { width, height, depth } = self.size;
        let depth = if self.is_layered() { 0 } else { depth };
        width.max(height).max(depth).max(1).ilog2() + 1
    }
}

fn make(desc: &ArrayDesc, count: usize) -> HipResult<(Arc<ArrayMemory>, Vec<Level>)> {
    let device = runtime::current_device()?;
    desc.check(device.properties.images)?;
    let too_large = || HipError::OutOfMemory.because(format_args!("{desc:?}"));
    let (mut levels, bytes) = desc.layout(count).ok_or_else(too_large)?;
    let allocation = memory::allocate(device, bytes, Kind::Array, desc.flags)?;
    for level in &mut levels {
        level.address += allocation.device_address();
    }
    let surfaces = Arc::default();
    Ok((Arc::new(ArrayMemory { device: Arc::clone(device), allocation, levels: count, surfaces }), levels))
}

/// `hipMallocArray`, `hipMalloc3DArray`, `hipArrayCreate`, `hipArray3DCreate`. hipErrorInvalidValue: see
/// [`ArrayDesc::check`]; hipErrorOutOfMemory.
pub fn create(desc: ArrayDesc) -> HipResult<Id<Array>> {
    let (memory, levels) = make(&desc, 1)?;
    Ok(runtime::live::<Array>()?.insert(Array { memory, desc, level: levels[0] }))
}

/// `hipMallocArray`: the same, but HIP takes neither layers nor cubes here.
pub fn create_2d(desc: ArrayDesc) -> HipResult<Id<Array>> {
    if desc.is_layered() {
        return Err(HipError::InvalidValue.because("hipMallocArray makes no layered arrays and no cubemaps"));
    }
    create(desc)
}

/// `hipMallocMipmappedArray`, `hipMipmappedArrayCreate`. CUDA: more levels than the extent has are cut off.
pub fn create_mipmapped(desc: ArrayDesc, levels: u32) -> HipResult<Id<Mipmapped>> {
    let most = desc.most_levels().min(MAX_LEVELS as u32);
    let (memory, levels) = make(&desc, levels.clamp(1, most) as usize)?;
    Ok(runtime::live::<Mipmapped>()?.insert(Mipmapped { memory, desc, levels }))
}

/// `hipFreeArray`, `hipArrayDestroy`. hip-tests: hipErrorInvalidValue for null, hipErrorContextIsDestroyed for an array
/// that was freed already.
pub fn free(id: Id<Array>) -> HipResult {
    runtime::live::<Array>()?.remove(id).map(drop).ok_or_else(|| no_such(id))
}

/// `hipFreeMipmappedArray`, `hipMipmappedArrayDestroy`; errors as [`free`].
pub fn free_mipmapped(id: Id<Mipmapped>) -> HipResult {
    runtime::live::<Mipmapped>()?.remove(id).map(drop).ok_or_else(|| no_such(id))
}

fn no_such<T: Registered>(id: Id<T>) -> HipError {
    match id.raw() {
        0 => HipError::InvalidValue.because("the array is null"),
        _ => id.missing(HipError::ContextIsDestroyed),
    }
}

/// `hipGetMipmappedArrayLevel`: a new handle for one level. hipErrorInvalidValue: no such level.
pub fn level(mipmapped: &Mipmapped, index: u32) -> HipResult<Id<Array>> {
    let level = *mipmapped
        .levels
        .get(index as usize)
        .ok_or_else(|| HipError::InvalidValue.because(format_args!("level {index} of {}", mipmapped.levels.len())))?;
    let desc = ArrayDesc { size: level.size, ..mipmapped.desc };
    Ok(runtime::live::<Array>()?.insert(Array { memory: Arc::clone(&mipmapped.memory), desc, level }))
}

impl Array {
    /// The device it is on.
    pub fn device(&self) -> &Arc<Device> {
        &self.memory.device
    }

    /// Two dimensions, no layers, and the only level of its memory.
    pub fn is_plain_2d(&self) -> bool {
        let Size { height, depth, .. } = self.desc.size;
        height != 0 && depth == 0 && !self.desc.is_layered() && self.memory.levels == 1
    }

    /// The memory that holds its texels.
    pub fn memory(&self) -> &Arc<vk::Memory> {
        &self.memory.allocation.memory
    }

    /// How many surface objects of it live.
    pub fn surfaces(&self) -> &Arc<AtomicU32> {
        &self.memory.surfaces
    }

    /// The texture unit's image of it, made by the first who asks; `None` if it could not be made then.
    pub fn shadow(&self, make: impl FnOnce() -> Option<Arc<Shadow>>) -> Option<Arc<Shadow>> {
        self.memory.allocation.shadow.get_or_init(make).clone()
    }
}

impl Mipmapped {
    /// The device it is on.
    pub fn device(&self) -> &Arc<Device> {
        &self.memory.device
    }
}

#[cfg(test)]
mod tests {
    use super::super::format::{Channel, Format};
    use super::{ArrayDesc, CUBEMAP, GATHER, HipError, LAYERED, Size};

    const LARGEST: [u32; 4] = [1000, 500, 100, 60];

    fn desc(width: u64, height: u64, depth: u64, flags: u32) -> ArrayDesc {
        let format = Format { channel: Channel::U8, channels: 1 };
        ArrayDesc { format, size: Size { width, height, depth }, flags }
    }

    #[test]
    fn extents_and_flags_are_checked_as_hip_says() {
        for (width, height, depth, flags, good) in [
            (1000, 0, 0, 0, true),
            (1001, 0, 0, 0, false),
            (0, 0, 0, 0, false),
            (500, 500, 0, 0, true),
            (501, 1, 0, 0, false),
            (100, 100, 100, 0, true),
            (100, 100, 101, 0, false),
            (10, 0, 10, 0, false),
            (10, 0, 60, LAYERED, true),
            (10, 10, 61, LAYERED, false),
            (10, 10, 0, LAYERED, false),
            (8, 8, 6, CUBEMAP, true),
            (8, 7, 6, CUBEMAP, false),
            (8, 8, 12, CUBEMAP, false),
            (8, 8, 12, CUBEMAP | LAYERED, true),
            (8, 8, 13, CUBEMAP | LAYERED, false),
            (8, 8, 0, GATHER, true),
            (8, 0, 0, GATHER, false),
            (8, 8, 8, GATHER, false),
            (8, 8, 0, 0x10, false),
        ] {
            let expected = if good { Ok(()) } else { Err(HipError::InvalidValue) };
            assert_eq!(desc(width, height, depth, flags).check(LARGEST), expected, "{width} {height} {depth} {flags}");
        }
    }

    #[test]
    fn levels_halve_to_one_and_layers_stay() {
        let (levels, bytes) = desc(20, 5, 3, LAYERED).layout(5).expect("a small array");
        let sizes: Vec<_> =
            levels.iter().map(|level| (level.size.width, level.size.height, level.size.depth)).collect();
        assert_eq!(sizes, [(20, 5, 3), (10, 2, 3), (5, 1, 3), (2, 1, 3), (1, 1, 3)]);
        assert_eq!((levels[0].pitch, levels[0].slice, levels[1].address), (32, 160, 512));
        assert_eq!(bytes, 512 + 4 * 256);
        assert_eq!(desc(20, 5, 3, LAYERED).most_levels(), 5);
    }

    #[test]
    fn an_absurd_size_is_no_layout_instead_of_an_overflow() {
        assert_eq!(desc(u64::MAX, u64::MAX, 0, 0).layout(1), None);
    }
}
