//! Texture and surface objects: what they are made from, their records, and what can be asked of them.
//!
//! The handle is the address of the object's record in device memory, and its slot in the texture table. HIP's rules for resources and sampling are checked when
//! the object is made, so that device code can trust every record.

use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, LazyLock};

use super::array::{Array, CUBEMAP, Level, Mipmapped, Size};
use super::format::Format;
use super::record::{
    MODE_ADDRESS_SHIFT, MODE_FLOAT, MODE_LINEAR, MODE_MIP_LINEAR, MODE_NORMALIZED, MODE_SRGB, Record, handle,
};
use super::unit::Counted;
use crate::hip::device::Device;
use crate::hip::error::{HipError, HipResult};
use crate::hip::locks::{Rank, RwLock};
use crate::hip::memory::{self, Allocation, Kind};
use crate::hip::runtime;

/// `hipDeviceProp_t::textureAlignment`, in bytes.
pub const TEXTURE_ALIGNMENT: u64 = 256;
/// `hipDeviceProp_t::texturePitchAlignment`, in bytes.
pub const PITCH_ALIGNMENT: u64 = 32;
/// `hipDeviceProp_t::maxTexture1DLinear`, in texels: linear memory is read by address, so only arithmetic limits it.
pub const MAX_LINEAR: u64 = 1 << 27;
/// The most texels in a row, and rows, of a texture in pitched memory. It is read by code, so no device's limit for images holds, and
/// CUDA's programs put the frames of a film below each other, as its own limit is 65000 rows.
pub const MAX_PITCHED: u64 = 1 << 16;

const ADDRESS_WRAP: u32 = 0;
const ADDRESS_CLAMP: u32 = 1;
const ADDRESS_MIRROR: u32 = 2;
const ADDRESS_BORDER: u32 = 3;

/// What an object reads or writes.
#[derive(Clone, Debug)]
pub enum Resource {
    /// `hipResourceTypeArray`, with the handle C knows.
    Array(Arc<Array>, u64),
    /// `hipResourceTypeMipmappedArray`, with the handle C knows.
    Mipmapped(Arc<Mipmapped>, u64),
    /// `hipResourceTypeLinear`: an address and bytes.
    Linear(u64, Format, u64),
    /// `hipResourceTypePitch2D`: an address, then width, height in texels, and bytes from row to row.
    Pitch2D(u64, Format, [u64; 3]),
}

/// `hipTextureDesc`, as numbers.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampling {
    /// `hipTextureAddressMode` of x, y, z.
    pub address: [u32; 3],
    /// `hipTextureFilterMode`.
    pub filter: u32,
    /// `hipTextureReadMode`.
    pub read: u32,
    /// 8-bit channels are sRGB.
    pub srgb: bool,
    /// Read outside in border mode.
    pub border: [f32; 4],
    /// Coordinates are 0 to 1.
    pub normalized: bool,
    /// Kept for the caller; filtering is isotropic.
    pub max_anisotropy: u32,
    /// `hipTextureFilterMode` between levels.
    pub mip_filter: u32,
    /// Added to the level of detail.
    pub bias: f32,
    /// Least and greatest level of detail.
    pub clamp: [f32; 2],
}

/// `hipResourceViewDesc`, as numbers.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct View {
    /// `hipResourceViewFormat`.
    pub format: u32,
    /// Width, height, depth as the caller gave them: AMD's runtime takes no notice of them, and programs fill in bytes.
    pub size: [u64; 3],
    /// First and last level.
    pub levels: [u32; 2],
    /// First and last layer.
    pub layers: [u32; 2],
}

/// A texture or surface object.
#[derive(Debug)]
pub struct Object {
    /// What it was made from; keeps the array alive.
    pub resource: Resource,
    /// None for a surface.
    pub sampling: Option<Sampling>,
    /// As the caller gave it.
    pub view: Option<View>,
    device: Arc<Device>,
    record: Arc<Allocation>,
    _live: Live,
}

/// That the object exists, for those who look at all of them.
#[derive(Debug)]
enum Live {
    Texture(Counted),
    Surface(Arc<AtomicU32>),
}

impl Live {
    fn slot(&self) -> u32 {
        match self {
            Live::Texture(counted) => counted.slot,
            Live::Surface(_) => 0,
        }
    }
}

impl Drop for Live {
    fn drop(&mut self) {
        if let Live::Surface(count) = self {
            count.fetch_sub(1, Ordering::AcqRel);
        }
    }
}

impl Drop for Object {
    fn drop(&mut self) {
        // Kernels may still read the record. If the device is lost the memory goes all the same.
        self.device.outlast();
        memory::forget(&self.record);
    }
}

/// Every live object, by its handle.
static OBJECTS: LazyLock<RwLock<HashMap<u64, Arc<Object>>>> =
    LazyLock::new(|| RwLock::new(Rank::Registry, HashMap::new()));

/// There is none before the runtime has started.
fn objects() -> HipResult<&'static RwLock<HashMap<u64, Arc<Object>>>> {
    runtime::get()?;
    Ok(&OBJECTS)
}

fn invalid<T>(why: impl std::fmt::Display) -> HipResult<T> {
    Err(HipError::InvalidValue.because(why))
}

/// `hipCreateTextureObject`: the handle. hipErrorInvalidValue for everything HIP's documentation forbids.
pub fn create(resource: Resource, sampling: Sampling, view: Option<View>) -> HipResult<u64> {
    sampling.check()?;
    if view.is_some() && !matches!(resource, Resource::Array(..) | Resource::Mipmapped(..)) {
        return invalid("only arrays have resource views");
    }
    if matches!(resource, Resource::Mipmapped(..)) && !sampling.normalized {
        return invalid("a mipmapped array is read with normalized coordinates");
    }
    let device = resource.device()?;
    let record = texture_record(&resource, &sampling, view.as_ref())?;
    let counted = Counted::new(&device, &resource, &record);
    enter(device, resource, (Some(sampling), view), &record, Live::Texture(counted))
}

/// `hipCreateSurfaceObject`: the handle. HIP: hipErrorInvalidValue for other resources than arrays.
pub fn create_surface(resource: Resource) -> HipResult<u64> {
    let Resource::Array(array, _) = &resource else { return invalid("a surface is made of an array") };
    let record = Record {
        format: array.desc.format,
        modes: 0,
        layers: layers(array.desc.is_layered(), &array.level),
        border: [0.0; 4],
        bias: 0.0,
        clamp: [0.0; 2],
        levels: vec![array.level],
    };
    let count = Arc::clone(array.surfaces());
    count.fetch_add(1, Ordering::AcqRel);
    enter(resource.device()?, resource, (None, None), &record, Live::Surface(count))
}

fn enter(
    device: Arc<Device>,
    resource: Resource,
    (sampling, view): (Option<Sampling>, Option<View>),
    record: &Record,
    live: Live,
) -> HipResult<u64> {
    let bytes = record.bytes();
    let allocation = memory::copy::allocate_initialised(&device, bytes.len() as u64, Kind::Array, &bytes)?;
    let Some(handle) = handle(allocation.device_address(), live.slot()) else {
        memory::forget(&allocation);
        return Err(HipError::NotSupported.because("texture and surface objects in more than 48 bits of address space"));
    };
    let object = Arc::new(Object { resource, sampling, view, device, record: allocation, _live: live });
    objects()?.write().insert(handle, object);
    Ok(handle)
}

/// `hipDestroyTextureObject`, `hipDestroySurfaceObject`. Null is no object and no error; hipErrorInvalidValue otherwise.
pub fn destroy(handle: u64, surface: bool) -> HipResult {
    if handle == 0 {
        return Ok(());
    }
    find(handle, surface)?;
    let removed = objects()?.write().remove(&handle);
    removed.map(drop).ok_or(HipError::InvalidValue)
}

/// A live object. HIP: hipErrorInvalidValue.
pub fn find(handle: u64, surface: bool) -> HipResult<Arc<Object>> {
    let objects = objects()?.read();
    let object = objects.get(&handle).filter(|object| object.sampling.is_none() == surface);
    object.cloned().ok_or_else(|| HipError::InvalidValue.because(format_args!("{handle:#x} is no such object")))
}

impl Resource {
    fn device(&self) -> HipResult<Arc<Device>> {
        Ok(match self {
            Resource::Array(array, _) => Arc::clone(array.device()),
            Resource::Mipmapped(array, _) => Arc::clone(array.device()),
            Resource::Linear(address, ..) | Resource::Pitch2D(address, ..) => {
                let (allocation, _) = memory::find(*address).ok_or(HipError::InvalidValue)?;
                Arc::clone(runtime::get()?.devices.get(allocation.device).ok_or(HipError::InvalidDevice)?)
            }
        })
    }

    fn format(&self) -> Format {
        match self {
            Resource::Array(array, _) => array.desc.format,
            Resource::Mipmapped(array, _) => array.desc.format,
            Resource::Linear(_, format, _) | Resource::Pitch2D(_, format, _) => *format,
        }
    }

    fn is_cube(&self) -> bool {
        let flags = match self {
            Resource::Array(array, _) => array.desc.flags,
            Resource::Mipmapped(array, _) => array.desc.flags,
            Resource::Linear(..) | Resource::Pitch2D(..) => 0,
        };
        flags & CUBEMAP != 0
    }

    /// The levels in memory, and the layers if the resource has any.
    fn levels(&self) -> HipResult<(Vec<Level>, u32)> {
        match self {
            Resource::Array(array, _) => Ok((vec![array.level], layers(array.desc.is_layered(), &array.level))),
            Resource::Mipmapped(array, _) => {
                Ok((array.levels.clone(), layers(array.desc.is_layered(), &array.levels[0])))
            }
            Resource::Linear(address, format, bytes) => {
                let width = bytes / format.bytes();
                if width == 0 || width > MAX_LINEAR {
                    return invalid(format_args!("{width} texels of linear memory"));
                }
                let size = Size { width, height: 0, depth: 0 };
                Ok((vec![Level { address: texels(*address, *bytes)?, pitch: *bytes, slice: *bytes, size }], 0))
            }
            Resource::Pitch2D(address, format, [width, height, pitch]) => {
                let (width, height, pitch) = (*width, *height, *pitch);
                if width == 0 || height == 0 || width > MAX_PITCHED || height > MAX_PITCHED {
                    return invalid(format_args!("{width} x {height} texels of pitched memory"));
                }
                let row = width * format.bytes();
                if pitch < row || pitch > i32::MAX as u64 || !pitch.is_multiple_of(PITCH_ALIGNMENT) {
                    return invalid(format_args!("a pitch of {pitch} bytes for rows of {row}"));
                }
                let size = Size { width, height, depth: 0 };
                let bytes = pitch * (height - 1) + row;
                Ok((vec![Level { address: texels(*address, bytes)?, pitch, slice: pitch * height, size }], 0))
            }
        }
    }
}

fn layers(layered: bool, level: &Level) -> u32 {
    if layered { level.slices() as u32 } else { 0 }
}

/// The device's address of texels in the program's memory. HIP: "aligned to hipDeviceProp_t::textureAlignment".
fn texels(address: u64, bytes: u64) -> HipResult<u64> {
    if !address.is_multiple_of(TEXTURE_ALIGNMENT) {
        return invalid(format_args!("{address:#x} is not aligned to {TEXTURE_ALIGNMENT} bytes"));
    }
    let Some((allocation, offset)) = memory::find(address) else {
        return invalid(format_args!("{address:#x} is not device memory"));
    };
    if bytes > allocation.size - offset {
        return invalid(format_args!("{bytes} bytes at {address:#x} leave their allocation"));
    }
    Ok(allocation.device_address() + offset)
}

impl Sampling {
    fn check(&self) -> HipResult {
        let known = self.address.iter().all(|&mode| mode <= ADDRESS_BORDER)
            && self.filter <= 1
            && self.mip_filter <= 1
            && self.read <= 1;
        if known { Ok(()) } else { invalid(format_args!("unknown modes in {self:?}")) }
    }

    fn modes(&self, resource: &Resource, format: Format) -> HipResult<u32> {
        // HIP: addressMode and filterMode are ignored for linear memory, and a read outside gives zeros.
        let linear_memory = matches!(resource, Resource::Linear(..));
        // HIP: "32-bit integer format will not be promoted" whatever the read mode.
        let promoted = self.read == 1 && format.is_normalizable();
        let floats = promoted || !format.is_integer();
        let filter = self.filter == 1 && !linear_memory;
        let mip_filter = self.mip_filter == 1 && matches!(resource, Resource::Mipmapped(..));
        if (filter || mip_filter) && !floats {
            return invalid("linear filtering of integers");
        }
        let srgb = self.srgb && promoted && format.desc().bits[0] == 8 && format.desc().kind == 1;
        let flag = |on: bool, bit: u32| if on { bit } else { 0 };
        // A direction has no units: cubes are always read with coordinates of 0 to 1 on a face.
        let normalized = self.normalized || resource.is_cube();
        let mut modes = flag(normalized, MODE_NORMALIZED)
            | flag(filter, MODE_LINEAR)
            | flag(mip_filter, MODE_MIP_LINEAR)
            | flag(promoted, MODE_FLOAT)
            | flag(srgb, MODE_SRGB);
        for (axis, &mode) in self.address.iter().enumerate() {
            let mode = match mode {
                // HIP: "hipAddressModeWrap and hipAddressModeMirror won't be supported and will be switched to
                // hipAddressModeClamp" without normalized coordinates.
                ADDRESS_WRAP | ADDRESS_MIRROR if !normalized => ADDRESS_CLAMP,
                // A face ends at its edge: what lies beyond is another face, not this one's other side.
                _ if resource.is_cube() => ADDRESS_CLAMP,
                mode => mode,
            };
            modes |= mode << (MODE_ADDRESS_SHIFT + 2 * axis as u32);
        }
        Ok(modes)
    }
}

fn texture_record(resource: &Resource, sampling: &Sampling, view: Option<&View>) -> HipResult<Record> {
    let (mut levels, mut layers) = resource.levels()?;
    let mut format = resource.format();
    if let Some(view) = view {
        format = view.apply(format, &mut levels, &mut layers)?;
    }
    Ok(Record {
        format,
        modes: sampling.modes(resource, format)?,
        layers,
        border: sampling.border,
        bias: sampling.bias,
        clamp: sampling.clamp,
        levels,
    })
}

impl View {
    /// Narrows levels and layers and reinterprets texels. CUDA: hipErrorInvalidValue for a format of another size, and
    /// for levels and layers that are not there.
    fn apply(&self, format: Format, levels: &mut Vec<Level>, layers: &mut u32) -> HipResult<Format> {
        let viewed = Format::from_view(self.format)?.unwrap_or(format);
        if viewed.bytes() != format.bytes() {
            return invalid(format_args!("a view of {viewed:?} onto {format:?}"));
        }
        let [low, high] = self.levels.map(|level| level as usize);
        if low > high || high >= levels.len() {
            return invalid(format_args!("levels {low} to {high} of {}", levels.len()));
        }
        levels.truncate(high + 1);
        levels.drain(..low);
        if *layers != 0 {
            let [low, high] = self.layers;
            if low > high || high >= *layers {
                return invalid(format_args!("layers {low} to {high} of {layers}"));
            }
            *layers = high - low + 1;
            for level in levels.iter_mut() {
                level.address += u64::from(low) * level.slice;
                level.size.depth = u64::from(*layers);
            }
        }
        Ok(viewed)
    }
}

#[cfg(test)]
mod tests {
    use super::super::array::{Level, Size};
    use super::super::format::{Channel, Format};
    use super::{HipError, MODE_FLOAT, MODE_LINEAR, MODE_NORMALIZED, MODE_SRGB, Resource, Sampling, View};

    const U8X4: Format = Format { channel: Channel::U8, channels: 4 };

    fn sampling() -> Sampling {
        Sampling {
            address: [0, 2, 3],
            filter: 0,
            read: 0,
            srgb: false,
            border: [0.0; 4],
            normalized: false,
            max_anisotropy: 0,
            mip_filter: 0,
            bias: 0.0,
            clamp: [0.0; 2],
        }
    }

    #[test]
    fn wrap_and_mirror_become_clamp_without_normalized_coordinates() {
        let resource = Resource::Pitch2D(0, U8X4, [1, 1, 32]);
        assert_eq!(sampling().modes(&resource, U8X4).map(|modes| modes >> 8), Ok(0b11_01_01));
        let normalized = Sampling { normalized: true, ..sampling() };
        assert_eq!(normalized.modes(&resource, U8X4), Ok(0b11_10_00 << 8 | MODE_NORMALIZED));
    }

    #[test]
    fn integers_are_filtered_only_when_read_as_floats() {
        let resource = Resource::Pitch2D(0, U8X4, [1, 1, 32]);
        let filtered = Sampling { filter: 1, srgb: true, ..sampling() };
        assert_eq!(filtered.modes(&resource, U8X4), Err(HipError::InvalidValue));
        let promoted = Sampling { read: 1, ..filtered };
        assert_eq!(promoted.modes(&resource, U8X4).map(|modes| modes & 0xff), Ok(MODE_LINEAR | MODE_FLOAT | MODE_SRGB));
        let wide = Format { channel: Channel::I32, channels: 1 };
        assert_eq!(promoted.modes(&resource, wide), Err(HipError::InvalidValue));
    }

    #[test]
    fn a_view_narrows_levels_and_layers_and_refuses_what_is_not_there() {
        let level = |address| Level { address, pitch: 64, slice: 1024, size: Size { width: 16, height: 16, depth: 6 } };
        let apply = |view: View| {
            let (mut levels, mut layers) = (vec![level(0x1000), level(0x9000)], 6);
            view.apply(U8X4, &mut levels, &mut layers).map(|format| (format, levels, layers))
        };
        let view = View { format: 13, levels: [1, 1], layers: [2, 4], ..View::default() };
        let (format, levels, layers) = apply(view).expect("a good view");
        assert_eq!(format, Format { channel: Channel::U32, channels: 1 });
        assert_eq!((levels.len(), levels[0].address, layers), (1, 0x9000 + 2 * 1024, 3));
        for bad in [View { format: 1, ..view }, View { levels: [0, 2], ..view }, View { layers: [5, 6], ..view }] {
            assert_eq!(apply(bad).map(drop), Err(HipError::InvalidValue), "{bad:?}");
        }
    }
}
