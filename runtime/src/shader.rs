//! WGSL and GLSL to SPIR-V, by naga: at build time for `shaders/builtin`, at run time for a Rust user's own kernels.
//!
//! Knows nothing of Vulkan objects, so that `build.rs` can use the same file. What comes out is SPIR-V with the entry
//! point's name, local size and storage-buffer bindings, all that `vk::Pipeline` needs.

use naga::ShaderStage;
use naga::back::spv;
use naga::valid::{Capabilities, ValidationFlags, Validator};

/// A compute shader, compiled.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shader {
    /// The SPIR-V module.
    pub spirv: Vec<u32>,
    /// The entry point.
    pub entry: String,
    /// Invocations per workgroup, per dimension.
    pub local_size: [u32; 3],
    /// Binding numbers of the storage buffers in set 0, ascending.
    pub bindings: Vec<u32>,
    /// Bytes of push constants (WGSL's `var<immediate>`).
    pub push_bytes: u32,
}

/// Why a shader was refused; the text is naga's own, with the source line.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ShaderError(String);

/// Compiles the compute entry point `entry` of WGSL source (or its only one, if `None`).
pub fn wgsl(source: &str, entry: Option<&str>) -> Result<Shader, ShaderError> {
    let module = naga::front::wgsl::parse_str(source).map_err(|e| ShaderError(e.emit_to_string(source)))?;
    emit(&module, source, entry)
}

/// Compiles a GLSL compute shader; its entry point is `main`.
pub fn glsl(source: &str) -> Result<Shader, ShaderError> {
    let options = naga::front::glsl::Options::from(ShaderStage::Compute);
    let module = naga::front::glsl::Frontend::default()
        .parse(&options, source)
        .map_err(|e| ShaderError(e.emit_to_string(source)))?;
    emit(&module, source, Some("main"))
}

fn emit(module: &naga::Module, source: &str, entry: Option<&str>) -> Result<Shader, ShaderError> {
    let point = module
        .entry_points
        .iter()
        .find(|p| p.stage == ShaderStage::Compute && entry.is_none_or(|name| p.name == name))
        .ok_or_else(|| ShaderError(format!("no compute entry point {}", entry.unwrap_or(""))))?;
    let info = Validator::new(ValidationFlags::all(), Capabilities::all())
        .validate(module)
        .map_err(|e| ShaderError(e.emit_to_string(source)))?;
    let (bindings, push_bytes) = interface(module)?;
    let options = spv::Options {
        lang_version: (1, 6),
        flags: spv::WriterFlags::empty(),
        fake_missing_bindings: false,
        // Set and binding stay as the source says; naga renumbers only what the map names.
        ..spv::Options::default()
    };
    let options = spv::Options { binding_map: identity_map(module), ..options };
    let selected = spv::PipelineOptions { shader_stage: ShaderStage::Compute, entry_point: point.name.clone() };
    let spirv = spv::write_vec(module, &info, &options, Some(&selected)).map_err(|e| ShaderError(e.to_string()))?;
    Ok(Shader { spirv, entry: point.name.clone(), local_size: point.workgroup_size, bindings, push_bytes })
}

fn identity_map(module: &naga::Module) -> spv::BindingMap {
    module
        .global_variables
        .iter()
        .filter_map(|(_, variable)| variable.binding)
        .map(|b| (b, spv::BindingInfo { descriptor_set: b.group, binding: b.binding, binding_array_size: None }))
        .collect()
}

/// The storage buffers and the size of the push constants.
fn interface(module: &naga::Module) -> Result<(Vec<u32>, u32), ShaderError> {
    let mut bindings = Vec::new();
    let mut push_bytes = 0;
    for (_, variable) in module.global_variables.iter() {
        match (variable.space, variable.binding) {
            (naga::AddressSpace::Storage { .. }, Some(b)) if b.group == 0 => bindings.push(b.binding),
            (naga::AddressSpace::Immediate, _) => {
                push_bytes = module.types[variable.ty].inner.size(module.to_ctx());
            }
            (_, None) => {}
            (space, Some(b)) => {
                return Err(ShaderError(format!(
                    "@group({}) @binding({}) is {space:?}; only storage buffers in group 0 can be bound",
                    b.group, b.binding
                )));
            }
        }
    }
    bindings.sort_unstable();
    Ok((bindings, push_bytes))
}

#[cfg(test)]
mod tests {
    use super::{glsl, wgsl};

    const DOUBLE: &str = "
        @group(0) @binding(3) var<storage, read_write> data: array<u32>;
        struct Params { n: u32, m: u32 }
        var<immediate> params: Params;
        @compute @workgroup_size(64, 2) fn double(@builtin(global_invocation_id) id: vec3<u32>) {
            if id.x < params.n { data[id.x] = data[id.x] * 2u; }
        }";

    #[test]
    fn wgsl_yields_its_interface() {
        let shader = wgsl(DOUBLE, None).unwrap();
        assert_eq!(shader.spirv[0], 0x0723_0203);
        assert_eq!(shader.entry, "double");
        assert_eq!(shader.local_size, [64, 2, 1]);
        assert_eq!(shader.bindings, [3]);
        assert_eq!(shader.push_bytes, 8);
    }

    #[test]
    fn a_wrong_shader_is_refused_with_its_line() {
        let error = wgsl("@compute @workgroup_size(1) fn f() { let x = nothing; }", None).unwrap_err();
        assert!(error.to_string().contains("nothing"), "{error}");
    }

    #[test]
    fn glsl_yields_its_interface() {
        let shader = glsl(
            "#version 450\nlayout(local_size_x = 32) in;\n\
             layout(set = 0, binding = 1) buffer B { uint data[]; };\n\
             void main() { data[gl_GlobalInvocationID.x] += 1u; }",
        )
        .unwrap();
        assert_eq!((shader.local_size, shader.bindings), ([32, 1, 1], vec![1]));
    }
}
