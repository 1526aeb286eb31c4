//! Modules and kernels: HIP bundles, and shaders in WGSL, GLSL or SPIR-V.

use std::sync::Arc;

use spirv_gen::Bundle;

use super::args::{ArgumentList, KernelArgs, Value};
use super::device::Device;
use super::stream::Stream;
use super::{Error, Result};
use crate::hip::error::{HipError, HipResult};
use crate::hip::launch::args::Arguments;
use crate::hip::launch::{Caller, Launch, LaunchShape};
use crate::hip::{kernel, module};
use crate::shader::{self, Shader};
use crate::{config, vk};

/// Grid, block and dynamic shared memory of a launch.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Shape {
    /// Blocks in x, y, z.
    pub grid: [u32; 3],
    /// Threads of a block in x, y, z. A shader has its own block size; this is ignored for it.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared_bytes: u32,
}

impl Shape {
    /// Enough blocks of `block` threads for `threads` threads in a row.
    pub fn linear(threads: u32, block: u32) -> Shape {
        Shape { grid: [threads.div_ceil(block.max(1)), 1, 1], block: [block, 1, 1], shared_bytes: 0 }
    }

    /// The same with dynamic shared memory.
    pub fn with_shared(self, bytes: u32) -> Shape {
        Shape { shared_bytes: bytes, ..self }
    }
}

/// What SPIR-V does not say in a form that can be read in a line: its interface.
#[derive(Clone, Copy, Debug)]
pub struct SpirvInterface<'a> {
    /// The entry point.
    pub entry: &'a str,
    /// Binding numbers of its storage buffers in set 0, in the order of the kernel's arguments.
    pub bindings: &'a [u32],
    /// Bytes of its push constants.
    pub push_bytes: u32,
}

/// Code loaded for a device.
#[derive(Clone, Debug)]
pub struct Module {
    code: Code,
}

#[derive(Clone, Debug)]
enum Code {
    Bundle(Arc<module::Module>),
    Shader(Kernel),
}

/// A kernel that can be launched. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Kernel {
    code: KernelCode,
}

#[derive(Clone, Debug)]
enum KernelCode {
    Hip(Arc<kernel::Kernel>),
    Shader(Arc<ShaderKernel>),
}

#[derive(Debug)]
struct ShaderKernel {
    device: Device,
    name: String,
    pipeline: Arc<vk::Pipeline>,
    bindings: Vec<u32>,
    push_bytes: u32,
}

impl Module {
    /// Loads what `hipcc --genco` made. `HipError::InvalidImage` for anything else.
    pub fn from_bundle(device: &Device, bytes: &[u8]) -> Result<Module> {
        let bundle = Bundle::from_bytes(bytes).map_err(HipError::from)?;
        Ok(Module {
            code: Code::Bundle(Arc::new(module::Module::new(
                &device.inner,
                Arc::new(bundle),
                module::Managed::OfModule,
            ))),
        })
    }

    /// Compiles a WGSL compute shader; `entry` may be left out if it has one entry point. `HipError::InvalidSource`.
    pub fn from_wgsl(device: &Device, source: &str, entry: Option<&str>) -> Result<Module> {
        Module::from_shader(device, shader::wgsl(source, entry))
    }

    /// Compiles a GLSL compute shader. `HipError::InvalidSource`.
    pub fn from_glsl(device: &Device, source: &str) -> Result<Module> {
        Module::from_shader(device, shader::glsl(source))
    }

    /// Takes a SPIR-V module whose storage buffers are in set 0.
    pub fn from_spirv(device: &Device, words: &[u32], interface: &SpirvInterface<'_>) -> Result<Module> {
        let shader = Shader {
            spirv: words.to_vec(),
            entry: interface.entry.to_owned(),
            local_size: [0; 3],
            bindings: interface.bindings.to_vec(),
            push_bytes: interface.push_bytes,
        };
        Module::from_shader(device, Ok(shader))
    }

    fn from_shader(device: &Device, shader: std::result::Result<Shader, shader::ShaderError>) -> Result<Module> {
        let shader = shader.map_err(|error| HipError::InvalidSource.because(error))?;
        let bindings: Vec<vk::Binding> = shader.bindings.iter().map(|&binding| vk::Binding(binding)).collect();
        let desc = vk::PipelineDesc {
            name: &shader.entry,
            spirv: &shader.spirv,
            entry: &shader.entry,
            subgroup_size: None,
            full_subgroups: false,
            bindings: &bindings,
            textures: false,
            statistics: false,
            waits: false,
            blocks: 1,
        };
        let pipeline = device.inner.vk.create_pipeline(&desc).map_err(HipError::from)?;
        let kernel = ShaderKernel {
            device: device.clone(),
            name: shader.entry,
            pipeline,
            bindings: shader.bindings,
            push_bytes: shader.push_bytes,
        };
        Ok(Module { code: Code::Shader(Kernel { code: KernelCode::Shader(Arc::new(kernel)) }) })
    }

    /// The names of its kernels.
    pub fn kernels(&self) -> Vec<&str> {
        match &self.code {
            Code::Bundle(module) => {
                module.code().bundle.program_kernels().map(|kernel| kernel.metadata.name.as_str()).collect()
            }
            Code::Shader(kernel) => vec![kernel.name()],
        }
    }

    /// The kernel of this name: as the compiler mangled it, or a shader's entry point. `HipError::NotFound`.
    pub fn kernel(&self, name: &str) -> Result<Kernel> {
        match &self.code {
            Code::Bundle(module) => Ok(Kernel { code: KernelCode::Hip(module.kernel(name)?) }),
            Code::Shader(kernel) if kernel.name() == name => Ok(kernel.clone()),
            Code::Shader(_) => Err(HipError::NotFound.because(format_args!("no entry point '{name}'")).into()),
        }
    }

    /// Address and size in bytes of a global variable. `HipError::NotFound`.
    pub fn global(&self, name: &str) -> Result<(u64, u64)> {
        match &self.code {
            Code::Bundle(module) => module.global(name).map_err(Error::from),
            Code::Shader(_) => Err(HipError::NotFound.because("a shader has no global variables").into()),
        }
    }
}

impl Kernel {
    /// Its name.
    pub fn name(&self) -> &str {
        match &self.code {
            KernelCode::Hip(kernel) => &kernel.metadata().name,
            KernelCode::Shader(kernel) => &kernel.name,
        }
    }

    /// Launches the kernel on a stream and returns at once.
    ///
    /// Arguments are a tuple of numbers and `&DeviceBuffer`s, in the kernel's order; for a shader, buffers go to its
    /// bindings in ascending order and numbers become its push constants. `HipError::InvalidValue` if they do not fit
    /// what the kernel takes, or for a wrong shape.
    ///
    /// # Safety
    /// The kernel must stay inside the buffers it is given, and these must live (dropping one waits for the device) and
    /// not be written by other work at the same time.
    pub unsafe fn launch(&self, stream: &Stream, shape: Shape, args: impl KernelArgs) -> Result {
        let mut list = ArgumentList::default();
        args.add_all(&mut list);
        if !list.all_on(stream.device().inner.index) {
            return Err(HipError::InvalidValue.because("a buffer belongs to another device than the stream").into());
        }
        match &self.code {
            KernelCode::Hip(kernel) => launch_hip(kernel, stream, shape, &list),
            KernelCode::Shader(kernel) => kernel.launch(stream, shape, &list),
        }
        .map_err(Error::from)
    }
}

fn launch_hip(kernel: &Arc<kernel::Kernel>, stream: &Stream, shape: Shape, list: &ArgumentList<'_>) -> HipResult {
    let packed = list.pack(kernel.metadata())?;
    let shape = LaunchShape { grid: shape.grid, block: shape.block, shared_bytes: shape.shared_bytes };
    Launch {
        stream: &stream.inner,
        kernel,
        shape,
        arguments: Arguments::Packed(&packed),
        caller: Caller::Module,
        cooperative: false,
    }
    .run()
}

impl ShaderKernel {
    fn launch(&self, stream: &Stream, shape: Shape, list: &ArgumentList<'_>) -> HipResult {
        if stream.device().inner.index != self.device.inner.index {
            return Err(HipError::InvalidHandle.because("shader and stream belong to different devices"));
        }
        let (mut bindings, mut push) = (Vec::new(), Vec::new());
        for value in &list.values {
            match value {
                Value::Bytes(bytes) => push.extend_from_slice(bytes),
                Value::Buffer { place: Some(at), size, .. } => {
                    let binding = *self.bindings.get(bindings.len()).ok_or_else(|| self.misfit(list))?;
                    bindings.push(vk::BufferBinding { binding, at: *at, size: *size });
                }
                Value::Buffer { .. } => return Err(HipError::InvalidValue.because("an empty buffer cannot be bound")),
            }
        }
        if bindings.len() != self.bindings.len() || push.len() != self.push_bytes as usize {
            return Err(self.misfit(list));
        }
        if shape.grid.contains(&0) {
            return Err(HipError::InvalidValue.because("the grid has a zero"));
        }
        if config::null_kernels() {
            return Ok(());
        }
        let dispatch = vk::Dispatch {
            bindings: &bindings,
            ..vk::Dispatch::new(&self.pipeline, shape.grid, vk::Arguments::Push(&push))
        };
        stream.inner.record(|vk| vk.dispatch(&dispatch))
    }

    fn misfit(&self, list: &ArgumentList<'_>) -> HipError {
        HipError::InvalidValue.because(format_args!(
            "{}: {} arguments for {} buffers and {} bytes of push constants",
            self.name,
            list.values.len(),
            self.bindings.len(),
            self.push_bytes
        ))
    }
}
