//! Texture and surface objects. Semantics: `hip::image::texture`; structures: `texture_args.rs`.

use super::convert::{In, Out, pointer};
use super::guard::hip_api;
use super::types::{
    HIP_RESOURCE_DESC, HIP_RESOURCE_VIEW_DESC, HIP_TEXTURE_DESC, hipResourceDesc, hipResourceViewDesc,
    hipSurfaceObject_t, hipTextureDesc, hipTextureObject_t,
};
use crate::hip::error::{HipError, HipResult};
use crate::hip::image::texture::{self, Object, Resource, Sampling, View};

use super::texture_args as args;

const TEXTURE: bool = false;
const SURFACE: bool = true;

fn make(out: Out<hipTextureObject_t>, resource: Resource, sampling: Sampling, view: Option<View>) -> HipResult {
    out.set(hipTextureObject_t(pointer(texture::create(resource, sampling, view)?)))
}

/// A pointer that may be null: no view.
///
/// # Safety
/// Null, or valid for reads.
unsafe fn optional<T: Copy>(pointer: *const T) -> Option<T> {
    // SAFETY: the caller's promise; C's pointers may be misaligned only if C broke its own rules, which costs nothing.
    if pointer.is_null() { None } else { Some(unsafe { pointer.read_unaligned() }) }
}

fn sampling_of(object: &Object) -> HipResult<&Sampling> {
    object.sampling.as_ref().ok_or(HipError::InvalidValue)
}

/// HIP: hipErrorInvalidValue for an object that has no view.
fn view_of(object: &Object) -> HipResult<&View> {
    object.view.as_ref().ok_or_else(|| HipError::InvalidValue.because("the texture was made without a resource view"))
}

hip_api! {
    /// Makes a texture object. hipErrorInvalidValue: null, or a description HIP's documentation forbids.
    fn hipCreateTextureObject(
        object: *mut hipTextureObject_t, resource: *const hipResourceDesc, texture: *const hipTextureDesc,
        view: *const hipResourceViewDesc,
    ) => |out: Out<hipTextureObject_t>, resource: In<hipResourceDesc>, texture: In<hipTextureDesc>,
          view: *const hipResourceViewDesc| {
        // SAFETY: null or valid by the function's contract.
        let view = unsafe { optional(view) };
        make(out, args::resource(&resource.0)?, args::sampling(&texture.0), view.as_ref().map(args::view))
    };

    /// Makes a texture object. hipErrorInvalidValue: null, or a description HIP's documentation forbids.
    fn hipTexObjectCreate(
        object: *mut hipTextureObject_t, resource: *const HIP_RESOURCE_DESC, texture: *const HIP_TEXTURE_DESC,
        view: *const HIP_RESOURCE_VIEW_DESC,
    ) => |out: Out<hipTextureObject_t>, resource: In<HIP_RESOURCE_DESC>, texture: In<HIP_TEXTURE_DESC>,
          view: *const HIP_RESOURCE_VIEW_DESC| {
        // SAFETY: null or valid by the function's contract.
        let view = unsafe { optional(view) }.map(|desc| args::view(&desc.view));
        make(out, args::driver_resource(&resource.0)?, args::driver_sampling(&texture.0), view)
    };

    /// Destroys a texture object; null is none. hipErrorInvalidValue: not a texture object.
    fn hipDestroyTextureObject(object: hipTextureObject_t) => |object: u64| texture::destroy(object, TEXTURE);

    /// Destroys a texture object; null is none. hipErrorInvalidValue: not a texture object.
    fn hipTexObjectDestroy(object: hipTextureObject_t) => |object: u64| texture::destroy(object, TEXTURE);

    /// What a texture object was made of. hipErrorInvalidValue: not a texture object.
    fn hipGetTextureObjectResourceDesc(desc: *mut hipResourceDesc, object: hipTextureObject_t) =>
        |out: Out<hipResourceDesc>, object: u64|
            out.set(args::resource_desc(&texture::find(object, TEXTURE)?.resource));

    /// What a texture object was made of. hipErrorInvalidValue: not a texture object.
    fn hipTexObjectGetResourceDesc(desc: *mut HIP_RESOURCE_DESC, object: hipTextureObject_t) =>
        |out: Out<HIP_RESOURCE_DESC>, object: u64|
            out.set(args::driver_resource_desc(&texture::find(object, TEXTURE)?.resource));

    /// How a texture object is sampled. hipErrorInvalidValue: not a texture object.
    fn hipGetTextureObjectTextureDesc(desc: *mut hipTextureDesc, object: hipTextureObject_t) =>
        |out: Out<hipTextureDesc>, object: u64|
            out.set(args::texture_desc(sampling_of(&*texture::find(object, TEXTURE)?)?));

    /// How a texture object is sampled. hipErrorInvalidValue: not a texture object.
    fn hipTexObjectGetTextureDesc(desc: *mut HIP_TEXTURE_DESC, object: hipTextureObject_t) =>
        |out: Out<HIP_TEXTURE_DESC>, object: u64|
            out.set(args::driver_texture_desc(sampling_of(&*texture::find(object, TEXTURE)?)?));

    /// The view a texture object was made with. hipErrorInvalidValue: none, or not a texture object.
    fn hipGetTextureObjectResourceViewDesc(desc: *mut hipResourceViewDesc, object: hipTextureObject_t) =>
        |out: Out<hipResourceViewDesc>, object: u64|
            out.set(args::view_desc(view_of(&*texture::find(object, TEXTURE)?)?));

    /// The view a texture object was made with. hipErrorInvalidValue: none, or not a texture object.
    fn hipTexObjectGetResourceViewDesc(desc: *mut HIP_RESOURCE_VIEW_DESC, object: hipTextureObject_t) =>
        |out: Out<HIP_RESOURCE_VIEW_DESC>, object: u64|
            out.set(args::driver_view_desc(view_of(&*texture::find(object, TEXTURE)?)?));

    /// Makes a surface object. hipErrorInvalidValue: null, or another resource than an array.
    fn hipCreateSurfaceObject(object: *mut hipSurfaceObject_t, resource: *const hipResourceDesc) =>
        |out: Out<hipSurfaceObject_t>, resource: In<hipResourceDesc>| {
            let surface = texture::create_surface(args::resource(&resource.0)?)?;
            out.set(hipSurfaceObject_t(pointer(surface)))
        };

    /// Destroys a surface object; null is none. hipErrorInvalidValue: not a surface object.
    fn hipDestroySurfaceObject(object: hipSurfaceObject_t) => |object: u64| texture::destroy(object, SURFACE);
}
