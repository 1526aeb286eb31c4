//! Arrays, and what textures and surfaces are made of. Read by `capi::texture_args` and `capi::array`.

use std::ffi::{c_int, c_uint};

use super::{hipChannelFormatKind, hipTextureObject_t};

/// Bits per channel and their kind.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipChannelFormatDesc {
    pub x: c_int,
    pub y: c_int,
    pub z: c_int,
    pub w: c_int,
    pub f: hipChannelFormatKind,
}

/// An array's width and height in the driver API, in texels.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_ARRAY_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Format: c_uint,
    pub NumChannels: c_uint,
}

/// An array in the driver API, in texels; layers are its depth.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_ARRAY3D_DESCRIPTOR {
    pub Width: usize,
    pub Height: usize,
    pub Depth: usize,
    pub Format: c_uint,
    pub NumChannels: c_uint,
    pub Flags: c_uint,
}

/// What a texture or surface is made of. C's union of four structures is here as words: see `capi::texture_args`.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipResourceDesc {
    pub resType: c_uint,
    pub res: [u64; 7],
}

/// The driver API's form; its union as words too.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_RESOURCE_DESC {
    pub resType: c_uint,
    pub res: [u64; 16],
    pub flags: c_uint,
}

/// A part of an array, seen in another format.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipResourceViewDesc {
    pub format: c_uint,
    pub width: usize,
    pub height: usize,
    pub depth: usize,
    pub firstMipmapLevel: c_uint,
    pub lastMipmapLevel: c_uint,
    pub firstLayer: c_uint,
    pub lastLayer: c_uint,
}

/// The driver API's form.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_RESOURCE_VIEW_DESC {
    pub view: hipResourceViewDesc,
    pub reserved: [c_uint; 16],
}

/// How a texture is sampled.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct hipTextureDesc {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub readMode: c_uint,
    pub sRGB: c_int,
    pub borderColor: [f32; 4],
    pub normalizedCoords: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
}

/// The driver API's form.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct HIP_TEXTURE_DESC {
    pub addressMode: [c_uint; 3],
    pub filterMode: c_uint,
    pub flags: c_uint,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub borderColor: [f32; 4],
    pub reserved: [c_int; 12],
}

/// A texture reference: a variable of the program, on the host and on the device.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct textureReference {
    pub normalized: c_int,
    pub readMode: c_uint,
    pub filterMode: c_uint,
    pub addressMode: [c_uint; 3],
    pub channelDesc: hipChannelFormatDesc,
    pub sRGB: c_int,
    pub maxAnisotropy: c_uint,
    pub mipmapFilterMode: c_uint,
    pub mipmapLevelBias: f32,
    pub minMipmapLevelClamp: f32,
    pub maxMipmapLevelClamp: f32,
    pub textureObject: hipTextureObject_t,
    pub numChannels: c_int,
    pub format: c_uint,
}
