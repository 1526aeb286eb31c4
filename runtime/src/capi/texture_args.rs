//! Reads and writes the structures that describe textures, in both APIs' forms. Used by `texture.rs`, `texture_reference.rs`.
//!
//! C's resource descriptions are unions of structures of 64-bit words (two 32-bit numbers in some): `resType` says which.
//! As words they can be read without believing it:
//!
//! ```text
//!   runtime API   array, mipmap: 0 handle   linear: 0 address, 1..3 channel description, 4 bytes
//!                 pitch2D: 0 address, 1..3 channel description, 4 width, 5 height, 6 pitch
//!   driver API    array, mipmap: 0 handle   linear: 0 address, 1 format | channels << 32, 2 bytes
//!                 pitch2D: 0 address, 1 format | channels << 32, 2 width, 3 height, 4 pitch
//! ```

use super::array::{channel_desc, format};
use super::types::{
    HIP_RESOURCE_DESC, HIP_RESOURCE_VIEW_DESC, HIP_TEXTURE_DESC, hipChannelFormatDesc, hipResourceDesc,
    hipResourceViewDesc, hipTextureDesc,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::handle::Id;
use crate::hip::image::format::Format;
use crate::hip::image::texture::{Resource, Sampling, View};
use crate::hip::runtime;

const READ_AS_INTEGER: u32 = 0x01;
const NORMALIZED_COORDINATES: u32 = 0x02;
const SRGB: u32 = 0x10;

/// HIP: an array that is null or freed is hipErrorInvalidValue here.
fn of_array(raw: u64) -> HipResult<Resource> {
    let array = runtime::find(Id::from_raw(raw)).map_err(|_| HipError::InvalidValue.because("no such array"))?;
    Ok(Resource::Array(array, raw))
}

fn of_mipmapped(raw: u64) -> HipResult<Resource> {
    let array = runtime::find(Id::from_raw(raw));
    let array = array.map_err(|_| HipError::InvalidValue.because("no such mipmapped array"))?;
    Ok(Resource::Mipmapped(array, raw))
}

fn unknown(kind: u32) -> HipError {
    HipError::InvalidValue.because(format_args!("resource type {kind}"))
}

fn low(word: u64) -> u32 {
    word as u32
}

fn high(word: u64) -> u32 {
    (word >> 32) as u32
}

fn pair(low: u32, high: u32) -> u64 {
    u64::from(low) | u64::from(high) << 32
}

/// `hipResourceDesc`.
pub(super) fn resource(desc: &hipResourceDesc) -> HipResult<Resource> {
    let res = &desc.res;
    let texels = || {
        let [x, y, z, w] = [low(res[1]), high(res[1]), low(res[2]), high(res[2])].map(|bits| bits as i32);
        format(&hipChannelFormatDesc { x, y, z, w, f: low(res[3]) })
    };
    match desc.resType {
        0 => of_array(res[0]),
        1 => of_mipmapped(res[0]),
        2 => Ok(Resource::Linear(res[0], texels()?, res[4])),
        3 => Ok(Resource::Pitch2D(res[0], texels()?, [res[4], res[5], res[6]])),
        other => Err(unknown(other)),
    }
}

/// `HIP_RESOURCE_DESC`.
pub(super) fn driver_resource(desc: &HIP_RESOURCE_DESC) -> HipResult<Resource> {
    let res = &desc.res;
    let texels = || Format::from_driver(low(res[1]), high(res[1]));
    match desc.resType {
        0 => of_array(res[0]),
        1 => of_mipmapped(res[0]),
        2 => Ok(Resource::Linear(res[0], texels()?, res[2])),
        3 => Ok(Resource::Pitch2D(res[0], texels()?, [res[2], res[3], res[4]])),
        other => Err(unknown(other)),
    }
}

/// The way back.
pub(super) fn resource_desc(resource: &Resource) -> hipResourceDesc {
    let texels = |format: &Format| {
        let desc = channel_desc(*format);
        let [x, y, z, w] = [desc.x, desc.y, desc.z, desc.w].map(|bits| bits as u32);
        [pair(x, y), pair(z, w), u64::from(desc.f)]
    };
    let (kind, res) = match resource {
        Resource::Array(_, raw) => (0, [*raw, 0, 0, 0, 0, 0, 0]),
        Resource::Mipmapped(_, raw) => (1, [*raw, 0, 0, 0, 0, 0, 0]),
        Resource::Linear(address, format, bytes) => {
            let [a, b, c] = texels(format);
            (2, [*address, a, b, c, *bytes, 0, 0])
        }
        Resource::Pitch2D(address, format, [width, height, pitch]) => {
            let [a, b, c] = texels(format);
            (3, [*address, a, b, c, *width, *height, *pitch])
        }
    };
    hipResourceDesc { resType: kind, res }
}

/// The way back, in the driver API's form.
pub(super) fn driver_resource_desc(resource: &Resource) -> HIP_RESOURCE_DESC {
    let texels = |format: &Format| pair(format.driver(), format.channels);
    let mut res = [0; 16];
    let kind = match resource {
        Resource::Array(_, raw) => {
            res[0] = *raw;
            0
        }
        Resource::Mipmapped(_, raw) => {
            res[0] = *raw;
            1
        }
        Resource::Linear(address, format, bytes) => {
            res[..3].copy_from_slice(&[*address, texels(format), *bytes]);
            2
        }
        Resource::Pitch2D(address, format, [width, height, pitch]) => {
            res[..5].copy_from_slice(&[*address, texels(format), *width, *height, *pitch]);
            3
        }
    };
    HIP_RESOURCE_DESC { resType: kind, res, flags: 0 }
}

/// `hipTextureDesc`.
pub(super) fn sampling(desc: &hipTextureDesc) -> Sampling {
    Sampling {
        address: desc.addressMode,
        filter: desc.filterMode,
        read: desc.readMode,
        srgb: desc.sRGB != 0,
        border: desc.borderColor,
        normalized: desc.normalizedCoords != 0,
        max_anisotropy: desc.maxAnisotropy,
        mip_filter: desc.mipmapFilterMode,
        bias: desc.mipmapLevelBias,
        clamp: [desc.minMipmapLevelClamp, desc.maxMipmapLevelClamp],
    }
}

/// `HIP_TEXTURE_DESC`. HIP: without HIP_TRSF_READ_AS_INTEGER, integers are read as floats.
pub(super) fn driver_sampling(desc: &HIP_TEXTURE_DESC) -> Sampling {
    let has = |flag: u32| desc.flags & flag != 0;
    Sampling {
        address: desc.addressMode,
        filter: desc.filterMode,
        read: u32::from(!has(READ_AS_INTEGER)),
        srgb: has(SRGB),
        border: desc.borderColor,
        normalized: has(NORMALIZED_COORDINATES),
        max_anisotropy: desc.maxAnisotropy,
        mip_filter: desc.mipmapFilterMode,
        bias: desc.mipmapLevelBias,
        clamp: [desc.minMipmapLevelClamp, desc.maxMipmapLevelClamp],
    }
}

/// The way back.
pub(super) fn texture_desc(sampling: &Sampling) -> hipTextureDesc {
    hipTextureDesc {
        addressMode: sampling.address,
        filterMode: sampling.filter,
        readMode: sampling.read,
        sRGB: sampling.srgb.into(),
        borderColor: sampling.border,
        normalizedCoords: sampling.normalized.into(),
        maxAnisotropy: sampling.max_anisotropy,
        mipmapFilterMode: sampling.mip_filter,
        mipmapLevelBias: sampling.bias,
        minMipmapLevelClamp: sampling.clamp[0],
        maxMipmapLevelClamp: sampling.clamp[1],
    }
}

/// The way back, in the driver API's form.
pub(super) fn driver_texture_desc(sampling: &Sampling) -> HIP_TEXTURE_DESC {
    let flag = |on: bool, flag: u32| if on { flag } else { 0 };
    HIP_TEXTURE_DESC {
        addressMode: sampling.address,
        filterMode: sampling.filter,
        flags: flag(sampling.read == 0, READ_AS_INTEGER)
            | flag(sampling.normalized, NORMALIZED_COORDINATES)
            | flag(sampling.srgb, SRGB),
        maxAnisotropy: sampling.max_anisotropy,
        mipmapFilterMode: sampling.mip_filter,
        mipmapLevelBias: sampling.bias,
        minMipmapLevelClamp: sampling.clamp[0],
        maxMipmapLevelClamp: sampling.clamp[1],
        borderColor: sampling.border,
        reserved: [0; 12],
    }
}

/// `hipResourceViewDesc`.
pub(super) fn view(desc: &hipResourceViewDesc) -> View {
    View {
        format: desc.format,
        size: [desc.width as u64, desc.height as u64, desc.depth as u64],
        levels: [desc.firstMipmapLevel, desc.lastMipmapLevel],
        layers: [desc.firstLayer, desc.lastLayer],
    }
}

/// The way back.
pub(super) fn view_desc(view: &View) -> hipResourceViewDesc {
    hipResourceViewDesc {
        format: view.format,
        width: view.size[0] as usize,
        height: view.size[1] as usize,
        depth: view.size[2] as usize,
        firstMipmapLevel: view.levels[0],
        lastMipmapLevel: view.levels[1],
        firstLayer: view.layers[0],
        lastLayer: view.layers[1],
    }
}

/// The way back, in the driver API's form.
pub(super) fn driver_view_desc(view: &View) -> HIP_RESOURCE_VIEW_DESC {
    HIP_RESOURCE_VIEW_DESC { view: view_desc(view), reserved: [0; 16] }
}

#[cfg(test)]
mod tests {
    use super::{
        Resource, Sampling, driver_resource, driver_resource_desc, driver_sampling, driver_texture_desc, resource,
        resource_desc, sampling, texture_desc,
    };
    use crate::hip::image::format::{Channel, Format};

    #[test]
    fn resources_survive_both_apis_forms() {
        let format = Format { channel: Channel::F16, channels: 2 };
        let linear = Resource::Linear(0x1000, format, 640);
        let pitched = Resource::Pitch2D(0x2000, format, [10, 20, 64]);
        for original in [linear, pitched] {
            for copy in [resource(&resource_desc(&original)), driver_resource(&driver_resource_desc(&original))] {
                let copy = copy.expect("a sound description");
                assert_eq!(format!("{copy:?}"), format!("{original:?}"));
            }
        }
    }

    #[test]
    fn sampling_survives_both_apis_forms() {
        let original = Sampling {
            address: [0, 1, 3],
            filter: 1,
            read: 1,
            srgb: true,
            border: [0.5, 1.0, 2.0, 4.0],
            normalized: true,
            max_anisotropy: 3,
            mip_filter: 1,
            bias: 0.5,
            clamp: [1.0, 2.0],
        };
        assert_eq!(sampling(&texture_desc(&original)), original);
        assert_eq!(driver_sampling(&driver_texture_desc(&original)), original);
    }
}
