//! The built-in shaders, `shaders/builtin/*.wgsl`, as SPIR-V: constants that `build.rs` writes. Used by `builtin` and `vk::lavapipe::denormal_probe`.

/// One of them.
pub(crate) struct BuiltinShader {
    pub(crate) name: &'static str,
    pub(crate) entry: &'static str,
    pub(crate) bindings: &'static [u32],
    pub(crate) spirv: &'static [u32],
}

include!(concat!(env!("OUT_DIR"), "/builtin_shaders.rs"));
