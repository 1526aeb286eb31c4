//! One text through chosen passes: what `hipvk-opt` and the file tests do.
//!
//! Options are `key=value` words: on the command line behind `--`, in a file test in its first line.
//! ```text
//! passes=a,b     these passes, in this order, portable or device         portable  parse to bundle, as hipcc does
//! device         the whole device list                                   emit=ir|spirv|spirv-asm
//! target=NAME    block=X,Y,Z    shared=BYTES    warp=32|64               check=emittable
//! kernel=NAME    of several, this one
//! ```

use crate::bundle::metadata::KernelMetadata;
use crate::emit::{disassemble, emit_kernel};
use crate::error::CompileError;
use crate::ir::module::Module;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::ir::verify::{verify_emittable, verify_module};
use crate::passes::abi::kernel_metadata;
use crate::passes::driver::{Watch, is_called, run_one};
use crate::passes::{self, DeviceContext, LaunchShape};
use crate::portable::{Options, compile_bundle};
use crate::target::Target;

/// What comes out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    Ir,
    Spirv,
    SpirvAsm,
}

/// What to do with a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Request {
    pub passes: Vec<String>,
    pub portable: bool,
    pub device: bool,
    pub emit: Form,
    pub target: Target,
    pub shape: LaunchShape,
    pub warp_size: u32,
    pub check_emittable: bool,
    pub kernel: Option<String>,
}

impl Default for Request {
    fn default() -> Self {
        Self {
            passes: Vec::new(),
            portable: false,
            device: false,
            emit: Form::Ir,
            target: Target::baseline(),
            shape: LaunchShape { block: [64, 1, 1], dynamic_shared: 0 },
            warp_size: 32,
            check_emittable: false,
            kernel: None,
        }
    }
}

/// A result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// IR or assembly; empty for `emit=spirv`.
    pub text: String,
    /// By kernel, unless IR was asked for.
    pub spirv: Vec<(String, Vec<u32>)>,
}

impl Request {
    /// Takes one `key=value` or `key`.
    ///
    /// # Errors
    /// A message: there is no such option, or not with this value.
    pub fn set(&mut self, option: &str) -> Result<(), String> {
        let (key, value) = option.split_once('=').unwrap_or((option, ""));
        let bad = || format!("bad value in '{option}'");
        let number = |text: &str| text.parse::<u32>().map_err(|_| bad());
        match key {
            "passes" => self.passes = value.split(',').filter(|p| !p.is_empty()).map(str::to_owned).collect(),
            "portable" => self.portable = true,
            "device" => self.device = true,
            "emit" => {
                self.emit = match value {
                    "ir" => Form::Ir,
                    "spirv" => Form::Spirv,
                    "spirv-asm" => Form::SpirvAsm,
                    _ => return Err(bad()),
                }
            }
            "target" => {
                self.target = Target::preset(value)
                    .ok_or_else(|| format!("no target '{value}'; there are {}", Target::PRESETS.join(", ")))?;
            }
            "block" => {
                let sizes = value.split(',').map(number).collect::<Result<Vec<_>, _>>()?;
                self.shape.block = match sizes[..] {
                    [x] => [x, 1, 1],
                    [x, y] => [x, y, 1],
                    [x, y, z] => [x, y, z],
                    _ => return Err(bad()),
                };
                if self.shape.block.contains(&0) {
                    return Err(bad());
                }
            }
            "shared" => self.shape.dynamic_shared = number(value)?,
            "warp" => self.warp_size = number(value)?,
            "check" if value == "emittable" => self.check_emittable = true,
            "kernel" => self.kernel = Some(value.to_owned()),
            _ => return Err(format!("unknown option '{option}'")),
        }
        Ok(())
    }

    /// Does it.
    ///
    /// # Errors
    /// The text is not IR, a pass fails, or is not known.
    pub fn run(&self, text: &str) -> Result<Output, CompileError> {
        let mut output = Output { text: String::new(), spirv: Vec::new() };
        if self.portable {
            let bundle = compile_bundle(text, &Options { warp_size: self.warp_size })?;
            for kernel in &bundle.kernels {
                if self.kernel.as_ref().is_none_or(|name| *name == kernel.metadata.name) {
                    self.finish(kernel.module()?, &kernel.metadata, &mut output)?;
                }
            }
            return Ok(output);
        }
        let module = parse_module(text)?;
        verify_module(&module)?;
        let metadata = metadata_of(&module, self.kernel.as_deref(), self.warp_size)?;
        self.finish(module, &metadata, &mut output)?;
        Ok(output)
    }

    /// The chosen passes, the device list and the output of one module.
    fn finish(&self, mut module: Module, metadata: &KernelMetadata, output: &mut Output) -> Result<(), CompileError> {
        let cx = DeviceContext { target: &self.target, shape: self.shape, metadata };
        for name in &self.passes {
            self.pass(name, &mut module, &cx)?;
        }
        if self.device {
            passes::run_device(&mut module, &cx)?;
        }
        if self.check_emittable {
            verify_emittable(&module)?;
        }
        match self.emit {
            Form::Ir => output.text.push_str(&print_module(&module)),
            Form::Spirv | Form::SpirvAsm => {
                let compiled = emit_kernel(&module, &cx)?;
                if self.emit == Form::SpirvAsm {
                    output.text.push_str(&disassemble(&compiled.spirv)?);
                }
                output.spirv.push((metadata.name.clone(), compiled.spirv));
            }
        }
        Ok(())
    }

    fn pass(&self, name: &str, module: &mut Module, cx: &DeviceContext<'_>) -> Result<(), CompileError> {
        let watch = Watch::from_env();
        let mut all = [passes::PORTABLE, passes::DEVICE, passes::KERNEL].into_iter().flatten();
        if let Some((full, pass)) = all.find(|(pass, _)| is_called(pass, name)) {
            return run_one(full, module, &watch, |module| pass.run(module, Some(cx)));
        }
        Err(CompileError::unsupported("opt", format!("there is no pass '{name}'; passes/mod.rs lists them")))
    }
}

/// Metadata of the module's kernel (the first, or the one called `wanted`); of a module without one, nothing is said.
fn metadata_of(module: &Module, wanted: Option<&str>, warp_size: u32) -> Result<KernelMetadata, CompileError> {
    let kernels = module.functions.values().filter(|f| f.is_kernel && !f.is_declaration());
    match kernels.into_iter().find(|f| wanted.is_none_or(|name| name == f.name)) {
        Some(func) => kernel_metadata::describe(module, func, warp_size),
        None => Ok(KernelMetadata::default()),
    }
}
