//! Texture references, which HIP deprecates: binding, and the driver API's getters and setters. Semantics:
//! `hip::image::reference`.
//!
//! A reference is the program's own variable, so these functions read and write its fields directly. The setters of the driver
//! API may come before or after the memory is set; a reference that is bound is bound anew after each.

use std::ffi::{c_int, c_uint, c_void};
use std::sync::Arc;

use super::array::format;
use super::convert::{Address, FromC, In, MaybeOut, Out, pointer};
use super::guard::hip_api;
use super::types::{
    HIP_ARRAY_DESCRIPTOR, hipArray_t, hipChannelFormatDesc, hipDeviceptr_t, hipMipmappedArray_t, hipModule_t,
    hipTextureObject_t, textureReference,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::array::{Array, Mipmapped};
use crate::hip::image::format::Format;
use crate::hip::image::reference::{self, Bound};
use crate::hip::image::texture::{self, Resource, Sampling, TEXTURE_ALIGNMENT};
use crate::hip::module::Module;
use crate::hip::{register, runtime};

/// `HIP_TRSF_*`.
const READ_AS_INTEGER: u32 = 0x01;
const NORMALIZED_COORDINATES: u32 = 0x02;
const SRGB: u32 = 0x10;

/// The program's variable, there for the duration of the call.
#[derive(Clone, Copy, Debug)]
struct Reference(*mut textureReference);

impl FromC<*mut textureReference> for Reference {
    unsafe fn from_c(value: *mut textureReference) -> HipResult<Reference> {
        if value.is_null() {
            Err(HipError::InvalidValue.because("the texture reference is null"))
        } else {
            Ok(Reference(value))
        }
    }
}

impl FromC<*const textureReference> for Reference {
    unsafe fn from_c(value: *const textureReference) -> HipResult<Reference> {
        // SAFETY: the same contract; HIP writes `textureObject` of references it takes as const, so they are variables.
        unsafe { Reference::from_c(value.cast_mut()) }
    }
}

impl Reference {
    fn host(self) -> u64 {
        self.0 as u64
    }

    fn read(self) -> textureReference {
        // SAFETY: not null (`from_c`), so the program's variable by the entry points' contract.
        unsafe { self.0.read() }
    }

    fn write(self, value: textureReference) {
        // SAFETY: as in `read`; HIP lets nobody else touch it during the call.
        unsafe { self.0.write(value) }
    }

    fn bind(self, resource: Resource, address: u64, offset: u64) -> HipResult {
        let mut fields = self.read();
        let object = reference::bind(self.host(), resource, sampling(&fields), address, offset)?;
        fields.textureObject = hipTextureObject_t(pointer(object));
        self.write(fields);
        Ok(())
    }

    /// Changes fields, and binds anew what was bound with the old ones.
    fn change(self, change: impl FnOnce(&mut textureReference) -> HipResult) -> HipResult {
        let mut fields = self.read();
        change(&mut fields)?;
        self.write(fields);
        let Ok(Bound { object, address, offset, .. }) = reference::bound(self.host()) else { return Ok(()) };
        let resource = texture::find(object, false)?.resource.clone();
        self.bind(resource, address, offset)
    }
}

fn sampling(fields: &textureReference) -> Sampling {
    Sampling {
        address: fields.addressMode,
        filter: fields.filterMode,
        read: fields.readMode,
        srgb: fields.sRGB != 0,
        border: [0.0; 4],
        normalized: fields.normalized != 0,
        max_anisotropy: fields.maxAnisotropy,
        mip_filter: fields.mipmapFilterMode,
        bias: fields.mipmapLevelBias,
        clamp: level_clamp(fields),
    }
}

/// hip-tests: a reference whose clamps nobody has set (they begin as 0) reads all levels of its array.
fn level_clamp(fields: &textureReference) -> [f32; 2] {
    match [fields.minMipmapLevelClamp, fields.maxMipmapLevelClamp] {
        [0.0, 0.0] => [0.0, f32::MAX],
        clamp => clamp,
    }
}

/// The texture's start below an address: HIP gives the difference back for kernels to add.
fn aligned(address: u64, offset: &MaybeOut<usize>) -> HipResult<(u64, u64)> {
    let misaligned = address % TEXTURE_ALIGNMENT;
    if misaligned != 0 && offset.is_null() {
        return Err(HipError::InvalidValue.because("the address is not aligned, and there is no place for the offset"));
    }
    Ok((address - misaligned, misaligned))
}

/// HIP: the size may be left out (UINT_MAX): the allocation's rest.
fn linear(address: u64, format: Format, size: u64) -> Resource {
    let rest = crate::hip::memory::find(address).map_or(0, |(allocation, offset)| allocation.size - offset);
    Resource::Linear(address, format, size.min(rest))
}

fn check_format(array: &Array, desc: &hipChannelFormatDesc) -> HipResult {
    if format(desc)? == array.desc.format {
        Ok(())
    } else {
        Err(HipError::InvalidValue.because("another format than the array's"))
    }
}

fn reference_flags(fields: &textureReference) -> u32 {
    let flag = |on: bool, flag: u32| if on { flag } else { 0 };
    flag(fields.readMode == 0, READ_AS_INTEGER)
        | flag(fields.normalized != 0, NORMALIZED_COORDINATES)
        | flag(fields.sRGB != 0, SRGB)
}

fn reference_format(fields: &textureReference) -> HipResult<Format> {
    Format::from_driver(fields.format, fields.numChannels as u32)
}

fn bound_resource(reference: Reference) -> HipResult<Resource> {
    Ok(texture::find(reference::bound(reference.host())?.object, false)?.resource.clone())
}

fn axis(dimension: c_int) -> HipResult<usize> {
    usize::try_from(dimension).ok().filter(|&axis| axis < 3).ok_or(HipError::InvalidValue)
}

/// The reference of a module: the host's half is made here and, like the variable it stands for, never freed.
fn of_module(module: &Module, name: &str) -> HipResult<*mut textureReference> {
    let (device, size) = module.global(name)?;
    if size < size_of::<textureReference>() as u64 {
        return Err(HipError::NotFound.because(format_args!("'{name}' is not a texture reference")));
    }
    if let Some(host) = reference::host_of_module(device)? {
        return Ok(pointer(host).cast());
    }
    // SAFETY: zeros are a value of each of its fields: numbers, and a null handle.
    let mut fields: textureReference = unsafe { std::mem::zeroed() };
    // hipAddressModeClamp, as CUDA's references begin; HIP_AD_FORMAT_FLOAT.
    fields.addressMode = [1; 3];
    (fields.format, fields.numChannels) = (32, 1);
    let host = Box::into_raw(Box::new(fields));
    reference::of_module(host as u64, device)?;
    Ok(host)
}

hip_api! {
    /// Binds linear memory. hipErrorInvalidValue: null or not device memory; hipErrorInvalidSymbol: not a reference.
    fn hipBindTexture(
        offset: *mut usize, reference: *const textureReference, address: *const c_void, desc: *const hipChannelFormatDesc,
        size: usize,
    ) => |offset: MaybeOut<usize>, reference: Reference, address: Address, desc: In<hipChannelFormatDesc>, size: usize| {
        let (start, misaligned) = aligned(address.0, &offset)?;
        let size = (size as u64).saturating_add(misaligned);
        reference.bind(linear(start, format(&desc.0)?, size), address.0, misaligned)?;
        offset.set(misaligned as usize);
        Ok(())
    };

    /// Binds pitched memory. hipErrorInvalidValue: null, not device memory, or a pitch that is not aligned.
    fn hipBindTexture2D(
        offset: *mut usize, reference: *const textureReference, address: *const c_void, desc: *const hipChannelFormatDesc,
        width: usize, height: usize, pitch: usize,
    ) => |offset: MaybeOut<usize>, reference: Reference, address: Address, desc: In<hipChannelFormatDesc>, width: usize,
          height: usize, pitch: usize| {
        let (start, misaligned) = aligned(address.0, &offset)?;
        let size = [width as u64, height as u64, pitch as u64];
        reference.bind(Resource::Pitch2D(start, format(&desc.0)?, size), address.0, misaligned)?;
        offset.set(misaligned as usize);
        Ok(())
    };

    /// Binds an array. hipErrorInvalidValue: another format; hipErrorInvalidHandle: no array.
    fn hipBindTextureToArray(
        reference: *const textureReference, array: hipArray_t, desc: *const hipChannelFormatDesc,
    ) => |reference: Reference, handle: Id<Array>, desc: In<hipChannelFormatDesc>| {
        let array = runtime::find(handle)?;
        check_format(&array, &desc.0)?;
        reference.bind(Resource::Array(array, handle.raw()), 0, 0)
    };

    /// Binds a mipmapped array. hipErrorInvalidHandle: no such array.
    fn hipBindTextureToMipmappedArray(
        reference: *const textureReference, array: hipMipmappedArray_t, desc: *const hipChannelFormatDesc,
    ) => |reference: Reference, handle: Id<Mipmapped>, _desc: In<hipChannelFormatDesc>|
        reference.bind(Resource::Mipmapped(runtime::find(handle)?, handle.raw()), 0, 0);

    /// Ends a binding.
    fn hipUnbindTexture(reference: *const textureReference) => |reference: Reference| {
        reference::unbind(reference.host())?;
        let mut fields = reference.read();
        fields.textureObject = hipTextureObject_t(std::ptr::null_mut());
        reference.write(fields);
        Ok(())
    };

    /// The offset that binding gave. hipErrorInvalidTexture: not bound.
    fn hipGetTextureAlignmentOffset(offset: *mut usize, reference: *const textureReference) =>
        |out: Out<usize>, reference: Reference| out.set(reference::bound(reference.host())?.offset as usize);

    /// The reference that a symbol names: itself. hipErrorInvalidSymbol: not a registered reference.
    fn hipGetTextureReference(reference: *mut *const textureReference, symbol: *const c_void) =>
        |out: Out<*const textureReference>, symbol: Address| {
            register::texture(symbol.0)?;
            out.set(pointer(symbol.0).cast_const().cast())
        };

    /// A reference of a module. hipErrorNotFound.
    fn hipModuleGetTexRef(reference: *mut *mut textureReference, module: hipModule_t, name: *const std::ffi::c_char) =>
        |out: Out<*mut textureReference>, module: Arc<Module>, name: String| {
            if name.is_empty() {
                // hip-tests "Name is empty string": as hipModuleGetFunction.
                return Err(HipError::InvalidValue.because("the texture reference's name is empty"));
            }
            out.set(of_module(&module, &name)?)
        };

    /// Binds an array. hipErrorInvalidHandle.
    fn hipTexRefSetArray(reference: *mut textureReference, array: hipArray_t, flags: c_uint) =>
        |reference: Reference, handle: Id<Array>, _flags: u32| {
            let array = runtime::find(handle)?;
            let format = array.desc.format;
            let mut fields = reference.read();
            (fields.format, fields.numChannels) = (format.driver(), format.channels as c_int);
            reference.write(fields);
            reference.bind(Resource::Array(array, handle.raw()), 0, 0)
        };

    /// Binds a mipmapped array. hipErrorInvalidHandle.
    fn hipTexRefSetMipmappedArray(reference: *mut textureReference, array: hipMipmappedArray_t, flags: c_uint) =>
        |reference: Reference, handle: Id<Mipmapped>, _flags: u32|
            reference.bind(Resource::Mipmapped(runtime::find(handle)?, handle.raw()), 0, 0);

    /// Binds linear memory. hipErrorInvalidValue: not device memory, or no format set.
    fn hipTexRefSetAddress(offset: *mut usize, reference: *mut textureReference, address: hipDeviceptr_t, bytes: usize) =>
        |offset: MaybeOut<usize>, reference: Reference, address: Address, bytes: usize| {
            let (start, misaligned) = aligned(address.0, &offset)?;
            let size = (bytes as u64).saturating_add(misaligned);
            reference.bind(linear(start, reference_format(&reference.read())?, size), address.0, misaligned)?;
            offset.set(misaligned as usize);
            Ok(())
        };

    /// Binds pitched memory. hipErrorInvalidValue: not device memory, or an address or pitch that is not aligned.
    fn hipTexRefSetAddress2D(
        reference: *mut textureReference, desc: *const HIP_ARRAY_DESCRIPTOR, address: hipDeviceptr_t, pitch: usize,
    ) => |reference: Reference, desc: In<HIP_ARRAY_DESCRIPTOR>, address: Address, pitch: usize| {
        let HIP_ARRAY_DESCRIPTOR { Width, Height, Format, NumChannels } = desc.0;
        let format = self::Format::from_driver(Format, NumChannels)?;
        reference.bind(Resource::Pitch2D(address.0, format, [Width as u64, Height as u64, pitch as u64]), address.0, 0)
    };

    /// Sets the format of linear memory. hipErrorInvalidValue: not a format.
    fn hipTexRefSetFormat(reference: *mut textureReference, format: c_uint, channels: c_int) =>
        |reference: Reference, format: u32, channels: i32| {
            Format::from_driver(format, channels as u32)?;
            let mut fields = reference.read();
            (fields.format, fields.numChannels) = (format, channels);
            reference.write(fields);
            Ok(())
        };

    /// Sets an axis's address mode. hipErrorInvalidValue: no such axis or mode.
    fn hipTexRefSetAddressMode(reference: *mut textureReference, dimension: c_int, mode: c_uint) =>
        |reference: Reference, dimension: i32, mode: u32| {
            let axis = axis(dimension)?;
            if mode > 3 {
                return Err(HipError::InvalidValue.because(format_args!("address mode {mode}")));
            }
            reference.change(|fields| { fields.addressMode[axis] = mode; Ok(()) })
        };

    /// Sets the filter. hipErrorInvalidValue: no such filter.
    fn hipTexRefSetFilterMode(reference: *mut textureReference, mode: c_uint) => |reference: Reference, mode: u32| {
        if mode > 1 {
            return Err(HipError::InvalidValue.because(format_args!("filter mode {mode}")));
        }
        reference.change(|fields| { fields.filterMode = mode; Ok(()) })
    };

    /// Sets HIP_TRSF_* flags.
    fn hipTexRefSetFlags(reference: *mut textureReference, flags: c_uint) => |reference: Reference, flags: u32|
        reference.change(|fields| {
            fields.readMode = u32::from(flags & READ_AS_INTEGER == 0);
            fields.normalized = c_int::from(flags & NORMALIZED_COORDINATES != 0);
            fields.sRGB = c_int::from(flags & SRGB != 0);
            Ok(())
        });

    /// Kept; filtering is isotropic.
    fn hipTexRefSetMaxAnisotropy(reference: *mut textureReference, most: c_uint) => |reference: Reference, most: u32|
        reference.change(|fields| { fields.maxAnisotropy = most; Ok(()) });

    /// hipErrorNotSupported: `textureReference` has no place for a border colour; texture objects have.
    fn hipTexRefSetBorderColor(reference: *mut textureReference, colour: *mut f32) =>
        |_reference: Reference, _colour: *mut f32|
            Err(HipError::NotSupported.because("a border colour of a texture reference"));

    /// Sets the filter between levels. hipErrorInvalidValue: no such filter.
    fn hipTexRefSetMipmapFilterMode(reference: *mut textureReference, mode: c_uint) => |reference: Reference, mode: u32| {
        if mode > 1 {
            return Err(HipError::InvalidValue.because(format_args!("filter mode {mode}")));
        }
        reference.change(|fields| { fields.mipmapFilterMode = mode; Ok(()) })
    };

    /// Sets what is added to levels of detail.
    fn hipTexRefSetMipmapLevelBias(reference: *mut textureReference, bias: f32) => |reference: Reference, bias: f32|
        reference.change(|fields| { fields.mipmapLevelBias = bias; Ok(()) });

    /// Sets the least and greatest level of detail.
    fn hipTexRefSetMipmapLevelClamp(reference: *mut textureReference, least: f32, greatest: f32) =>
        |reference: Reference, least: f32, greatest: f32| reference.change(|fields| {
            (fields.minMipmapLevelClamp, fields.maxMipmapLevelClamp) = (least, greatest);
            Ok(())
        });

    /// The bound address. hipErrorInvalidTexture: not bound.
    fn hipTexRefGetAddress(address: *mut hipDeviceptr_t, reference: *const textureReference) =>
        |out: Out<*mut c_void>, reference: Reference| out.set(pointer(reference::bound(reference.host())?.address));

    /// The bound array. hipErrorInvalidTexture: not bound; hipErrorInvalidValue: to something else.
    fn hipTexRefGetArray(array: *mut hipArray_t, reference: *const textureReference) =>
        |out: Out<hipArray_t>, reference: Reference| match bound_resource(reference)? {
            Resource::Array(_, raw) => out.set(hipArray_t(pointer(raw))),
            _ => Err(HipError::InvalidValue.because("not bound to an array")),
        };

    /// The bound mipmapped array. hipErrorInvalidTexture: not bound; hipErrorInvalidValue: to something else.
    fn hipTexRefGetMipMappedArray(array: *mut hipMipmappedArray_t, reference: *const textureReference) =>
        |out: Out<hipMipmappedArray_t>, reference: Reference| match bound_resource(reference)? {
            Resource::Mipmapped(_, raw) => out.set(hipMipmappedArray_t(pointer(raw))),
            _ => Err(HipError::InvalidValue.because("not bound to a mipmapped array")),
        };

    /// An axis's address mode. hipErrorInvalidValue: no such axis.
    fn hipTexRefGetAddressMode(mode: *mut c_uint, reference: *const textureReference, dimension: c_int) =>
        |out: Out<u32>, reference: Reference, dimension: i32| out.set(reference.read().addressMode[axis(dimension)?]);

    /// The filter.
    fn hipTexRefGetFilterMode(mode: *mut c_uint, reference: *const textureReference) =>
        |out: Out<u32>, reference: Reference| out.set(reference.read().filterMode);

    /// HIP_TRSF_* flags.
    fn hipTexRefGetFlags(flags: *mut c_uint, reference: *const textureReference) =>
        |out: Out<u32>, reference: Reference| out.set(reference_flags(&reference.read()));

    /// The format of linear memory.
    fn hipTexRefGetFormat(format: *mut c_uint, channels: *mut c_int, reference: *const textureReference) =>
        |format: Out<u32>, channels: Out<c_int>, reference: Reference| {
            let fields = reference.read();
            format.set(fields.format)?;
            channels.set(fields.numChannels)
        };

    /// The anisotropy that was set.
    fn hipTexRefGetMaxAnisotropy(most: *mut c_int, reference: *const textureReference) =>
        |out: Out<c_int>, reference: Reference| out.set(reference.read().maxAnisotropy as c_int);

    /// The filter between levels.
    fn hipTexRefGetMipmapFilterMode(mode: *mut c_uint, reference: *const textureReference) =>
        |out: Out<u32>, reference: Reference| out.set(reference.read().mipmapFilterMode);

    /// What is added to levels of detail.
    fn hipTexRefGetMipmapLevelBias(bias: *mut f32, reference: *const textureReference) =>
        |out: Out<f32>, reference: Reference| out.set(reference.read().mipmapLevelBias);

    /// The least and greatest level of detail.
    fn hipTexRefGetMipmapLevelClamp(least: *mut f32, greatest: *mut f32, reference: *const textureReference) =>
        |least: Out<f32>, greatest: Out<f32>, reference: Reference| {
            let fields = reference.read();
            least.set(fields.minMipmapLevelClamp)?;
            greatest.set(fields.maxMipmapLevelClamp)
        };

    /// hipErrorNotSupported: `textureReference` has no place for a border colour.
    fn hipTexRefGetBorderColor(colour: *mut f32, reference: *const textureReference) =>
        |_colour: *mut f32, _reference: Reference|
            Err(HipError::NotSupported.because("a border colour of a texture reference"));
}

#[cfg(test)]
mod tests {
    use super::{reference, textureReference};

    #[test]
    fn binding_writes_the_devices_copy_where_kernels_read_it() {
        assert_eq!(std::mem::offset_of!(textureReference, textureObject) as u64, reference::OBJECT_OFFSET);
    }
}
