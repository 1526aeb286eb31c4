//! A kernel on a device, and its compiled variants: one per block shape and dynamic shared size.
//!
//! ```text
//! launch ─> variant(shape) ─> in memory? ── yes ──────────────────────────────> pipeline
//!                               no ─> SPIR-V on disk? ── yes ─> vk pipeline ──> pipeline
//!                                       no ─> spirv_gen::compile_kernel ─> disk
//! ```
//! A shape that cannot be compiled is remembered too: the reason is printed once, and every launch of it fails alike.

use std::ffi::{CStr, CString};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use spirv_gen::bundle::metadata::KernelMetadata;
use spirv_gen::bundle::{Bundle, BundleKernel};
use spirv_gen::target::{HostWindow, Target, TexturePath};
use spirv_gen::{CompiledKernel, ParamPlacement};

use super::device::Device;
use super::device_log::logs::Speaker;
use super::error::{HipError, HipResult};
use super::handle::{Id, Registered, Registry};
use super::kernel_settings::Settings;
use super::launch::LaunchShape;
use super::locks::{Mutex, Rank, RwLock};
use super::memory::copy;
use super::module::Code;
use super::shapes;
use crate::config;
use crate::trace;
use crate::vk;

/// Dynamic shared memory is rounded up to this many bytes, so that near sizes share a pipeline.
const SHARED_STEP: u32 = 256;

/// A kernel of a loaded module.
#[derive(Debug)]
pub struct Kernel {
    code: Arc<Code>,
    index: usize,
    variants: RwLock<Vec<(VariantKey, HipResult<Arc<Variant>>)>>,
    /// Held while a variant is compiled, so that threads that want the same one do not all compile it.
    compiling: Mutex<()>,
    /// Threads' registers in cooperative launches, as far as somebody asked.
    registers: Mutex<Vec<(VariantKey, Option<u32>)>>,
    /// What a program has set.
    pub settings: Settings,
    /// The handle C got, once it asked for one.
    pub handle: Mutex<Option<Id<Kernel>>>,
    c_name: CString,
}

/// NVIDIA's name for them among a pipeline's statistics.
const NVIDIA_REGISTERS: &str = "Register Count";

/// What a variant is compiled for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct VariantKey {
    shape: spirv_gen::LaunchShape,
    /// Host memory that kernels must translate addresses of: `None` on most devices, and elsewhere until there is any.
    window: Option<HostWindow>,
    /// Bytes of stack of each thread: `hipLimitStackSize` at the launch.
    stack: u32,
    /// For the device on which cooperative kernels run.
    cooperative: bool,
    /// How it samples textures.
    textures: TexturePath,
}

/// A kernel compiled for a block shape.
#[derive(Debug)]
pub struct Variant {
    /// The pipeline.
    pub pipeline: Arc<vk::Pipeline>,
    /// How parameters reach it.
    pub params: ParamPlacement,
    /// Bytes of scratch memory that each running block needs; 0 for none.
    pub scratch_bytes: u32,
    /// It reads the texture table.
    pub textures: bool,
    /// What making it took.
    pub took: Took,
}

/// What making a variant took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Took {
    /// Its SPIR-V was found on the disk.
    pub found: bool,
    /// Our compiler, or reading the disk.
    pub spirv: Duration,
    /// The driver's pipeline.
    pub pipeline: Duration,
}

impl Variant {
    /// A launch of `grid` blocks with the parameters in `block`.
    pub fn dispatch<'a>(&'a self, block: &'a [u8], grid: [u32; 3]) -> vk::Dispatch<'a> {
        let arguments = match self.params {
            ParamPlacement::Push => vk::Arguments::Push(block),
            ParamPlacement::Memory => vk::Arguments::Block(block),
        };
        vk::Dispatch::new(&self.pipeline, grid, arguments)
    }
}

impl Speaker for Kernel {
    fn name(&self) -> &str {
        &self.metadata().name
    }

    fn formats(&self) -> &[(u64, Vec<u8>)] {
        &self.bundle().printf_formats
    }

    fn text_at(&self, address: u64, longest: usize) -> Option<Vec<u8>> {
        copy::read_string(address, longest)
    }
}

impl Registered for Kernel {
    const KIND: u8 = 0x54;
    const NAME: &'static str = "function";
    /// hip-tests: null is hipErrorInvalidResourceHandle; so is the function of a module that is not loaded.
    const MISSING: HipError = HipError::InvalidHandle;

    fn registry() -> &'static Registry<Kernel> {
        static ALL: Registry<Kernel> = Registry::new();
        &ALL
    }
}

impl Kernel {
    /// The kernel of this index in the bundle.
    pub fn new(code: Arc<Code>, index: usize) -> Kernel {
        let shared = code.device.properties.shared_per_block;
        let metadata = &code.bundle.kernels[index].metadata;
        let fixed = metadata.static_shared;
        let c_name = CString::new(metadata.name.replace('\0', "")).unwrap_or_default();
        Kernel {
            code,
            index,
            variants: RwLock::new(Rank::Kernel, Vec::new()),
            compiling: Mutex::new(Rank::Module, ()),
            registers: Mutex::new(Rank::Module, Vec::new()),
            settings: Settings::new(shared.saturating_sub(fixed)),
            handle: Mutex::new(Rank::Kernel, None),
            c_name,
        }
    }

    fn bundled(&self) -> &BundleKernel {
        &self.code.bundle.kernels[self.index]
    }

    /// What the compiler says of it.
    pub fn metadata(&self) -> &KernelMetadata {
        &self.bundled().metadata
    }

    /// What it was loaded from.
    pub fn bundle(&self) -> &Bundle {
        &self.code.bundle
    }

    /// Its name for C.
    pub fn c_name(&self) -> &CStr {
        &self.c_name
    }

    /// Its device.
    pub fn device(&self) -> &Arc<Device> {
        &self.code.device
    }

    /// Address of its module's global variables; 0 if there are none.
    pub fn globals_base(&self) -> HipResult<u64> {
        self.code.globals_base()
    }

    /// Largest block it can be launched with, in threads.
    pub fn max_threads(&self) -> u32 {
        self.metadata().max_block.min(self.device().properties.max_threads)
    }

    /// The variant for a launch, compiled if this is the first of its shape.
    pub fn variant(&self, launch: &LaunchShape, cooperative: bool) -> HipResult<Arc<Variant>> {
        let key = self.key(launch, cooperative);
        if let Some(found) = self.find(&key) {
            return found;
        }
        let _only_one = self.compiling.lock();
        if let Some(found) = self.find(&key) {
            return found;
        }
        let result = self.compile(key);
        // What there was no memory for may do another time.
        if result.as_ref().err() != Some(&HipError::OutOfMemory) {
            self.variants.write().push((key, result.clone()));
        }
        result
    }

    fn key(&self, launch: &LaunchShape, cooperative: bool) -> VariantKey {
        VariantKey {
            shape: self.compiled_shape(launch),
            window: self.device().vk.host_window(),
            stack: self.device().stack_bytes.load(Ordering::Relaxed),
            cooperative,
            textures: self.texture_path(cooperative),
        }
    }

    /// Which of the ways to sample textures a launch needs now.
    fn texture_path(&self, cooperative: bool) -> TexturePath {
        let device = self.device();
        // lavapipe's second device has no images of ours.
        if !self.metadata().textures || cooperative && device.properties.cooperative_on_crew {
            return TexturePath::Software;
        }
        device.textures.path()
    }

    fn find(&self, key: &VariantKey) -> Option<HipResult<Arc<Variant>>> {
        self.variants.read().iter().find(|(other, _)| other == key).map(|(_, variant)| variant.clone())
    }

    fn compiled_shape(&self, launch: &LaunchShape) -> spirv_gen::LaunchShape {
        let dynamic_shared = if self.metadata().dynamic_shared {
            let device = &self.device().properties;
            let fixed = self.metadata().static_shared;
            // What fits Vulkan's workgroup memory is not rounded out of it.
            let quick = fixed + launch.shared_bytes <= device.quick_shared;
            let room = if quick { device.quick_shared } else { device.shared_per_block } - fixed;
            launch.shared_bytes.next_multiple_of(SHARED_STEP).min(room)
        } else {
            0
        };
        spirv_gen::LaunchShape { block: launch.block, dynamic_shared }
    }

    fn compile(&self, key: VariantKey) -> HipResult<Arc<Variant>> {
        let built = trace::within("compile a kernel", &self.metadata().name, || self.build(key));
        built.map(Arc::new).map_err(|failure| {
            let device = &self.device().properties.name;
            // Whatever the log level: a program that ignores launch errors computes nothing, and its user must see why.
            eprintln!("hipvk: cannot launch '{}' on '{device}': {failure}", self.metadata().name);
            HipError::from(failure)
        })
    }

    fn build(&self, key: VariantKey) -> Result<Variant, BuildError> {
        let start = Instant::now();
        let (compiled, found) = self.spirv(key)?;
        let spirv = start.elapsed();
        dump(&self.metadata().name, &compiled.spirv);
        let desc = self.pipeline_desc(&compiled);
        let vk = match key.cooperative {
            true => self.device().cooperative.vk(self.device()).map_err(BuildError::Crew)?,
            false => &self.device().vk,
        };
        if compiled.waits_alone {
            self.explain_endless_wait(vk);
        }
        let shared = self.metadata().static_shared + key.shape.dynamic_shared;
        if shared > self.device().properties.quick_shared {
            log::info!("shared memory of '{}' lies in device memory: {shared} bytes a block", self.metadata().name);
        }
        let start = Instant::now();
        let pipeline = vk.create_pipeline(&desc)?;
        let took = Took { found, spirv, pipeline: start.elapsed() };
        pipeline.note_block(key.shape.block, self.metadata().location.as_deref());
        vk.save_pipeline_cache();
        Ok(Variant {
            pipeline,
            params: compiled.params,
            scratch_bytes: compiled.scratch_bytes,
            textures: compiled.textures,
            took,
        })
    }

    fn pipeline_desc<'a>(&'a self, compiled: &'a CompiledKernel) -> vk::PipelineDesc<'a> {
        let target = &self.device().vk.info().target;
        vk::PipelineDesc {
            name: &self.metadata().name,
            spirv: &compiled.spirv,
            entry: "main",
            subgroup_size: compiled.full_subgroups.then_some(target.subgroup_size),
            full_subgroups: compiled.full_subgroups,
            bindings: &[],
            textures: compiled.textures,
            statistics: false,
            waits: compiled.waits,
            blocks: compiled.blocks,
        }
    }

    /// Registers of a thread in cooperative launches of this shape. Only the driver's compiler knows, and it compiles anew for whoever asks, once for
    /// each shape. NVIDIA's tells; others are not asked.
    pub fn thread_registers(&self, launch: &LaunchShape) -> Option<u32> {
        if self.device().vk.info().driver.kind != vk::DriverKind::Nvidia {
            return None;
        }
        let key = self.key(launch, true);
        let mut asked = self.registers.lock();
        if let Some((_, registers)) = asked.iter().find(|(other, _)| *other == key) {
            return *registers;
        }
        let registers = self.count_registers(key).unwrap_or_else(|error| {
            log::info!("registers of '{}' are not known: {error}", self.metadata().name);
            None
        });
        asked.push((key, registers));
        registers
    }

    fn count_registers(&self, key: VariantKey) -> Result<Option<u32>, BuildError> {
        let (compiled, _) = self.spirv(key)?;
        let desc = vk::PipelineDesc { statistics: true, ..self.pipeline_desc(&compiled) };
        let reports = self.device().vk.create_pipeline(&desc)?.statistics()?;
        let mut statistics = reports.iter().flat_map(|report| &report.statistics);
        Ok(statistics.find(|one| one.name == NVIDIA_REGISTERS).map(|one| one.value as u32))
    }

    /// A wait of this kernel may have no end, and who waits for that is to know why.
    fn explain_endless_wait(&self, vk: &vk::Device) {
        let text = format!(
            "kernel '{}' has loops in which threads wait for others; if for some of their own block, they wait for ever, as '{}' does \
             not let its warps take turns (README: waiting in kernels)",
            self.metadata().name,
            vk.info().name
        );
        log::warn!("{text}");
        vk.explain_long_waits(&self.metadata().name, text);
    }

    /// From the disk (true), or compiled and put there.
    fn spirv(
        &self,
        VariantKey { shape, window, stack, textures, .. }: VariantKey,
    ) -> Result<(CompiledKernel, bool), BuildError> {
        let info = self.device().vk.info();
        let target = Target { host_window: window, stack_bytes: stack, texture_path: textures, ..info.target.clone() };
        let key = format!(
            "{} warp{} {:032x} {:?} {}",
            shapes::key_begins(&self.metadata().name, &shape),
            self.metadata().warp_size, // the code may be the same for both widths
            self.bundled().code_digest(),
            target,
            spirv_gen::BUILD_ID
        );
        let cache = self.device().vk.cache();
        if let Some(found) = cache.get(key.as_bytes()).and_then(|bytes| decode(&bytes)) {
            return Ok((found, true));
        }
        let compiled = spirv_gen::compile_kernel(self.bundled(), &target, shape)?;
        if let Some(bytes) = encode(&compiled) {
            cache.put(key.as_bytes(), &bytes);
        }
        Ok((compiled, false))
    }
}

/// Why a variant could not be made.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// The compiler's device half refused.
    #[error("{0}")]
    Compile(#[from] spirv_gen::CompileError),
    /// The driver refused.
    #[error("{0}")]
    Vulkan(#[from] vk::VkError),
    /// There is no device for cooperative launches.
    #[error("no second lavapipe for cooperative launches: {0:?}")]
    Crew(HipError),
}

impl From<BuildError> for HipError {
    fn from(error: BuildError) -> HipError {
        match error {
            BuildError::Compile(error) => error.into(),
            BuildError::Vulkan(error) => error.into(),
            BuildError::Crew(error) => error,
        }
    }
}

fn dump(name: &str, spirv: &[u32]) {
    let Some(folder) = config::value("HIPVK_DUMP") else { return };
    let bytes: Vec<u8> = spirv.iter().flat_map(|word| word.to_le_bytes()).collect();
    let path = std::path::Path::new(&folder).join(dump_name(name));
    if let Err(error) = std::fs::write(&path, bytes) {
        log::warn!("cannot write {}: {error}", path.display());
    }
}

/// `NAME.spv`; of names too long for a file, as header libraries' kernels have, the beginning and a hash of all.
fn dump_name(name: &str) -> String {
    const LONGEST: usize = 200;
    if name.len() <= LONGEST {
        return format!("{name}.spv");
    }
    let kept: String = name
        .chars()
        .scan(0, |bytes, c| {
            *bytes += c.len_utf8();
            (*bytes <= LONGEST).then_some(c)
        })
        .collect();
    format!("{kept}-{:016x}.spv", spirv_gen::digest::short([name.as_bytes()]))
}

/// For the disk cache. Its key names the compiler's build, so nobody reads what another build wrote.
fn encode(kernel: &CompiledKernel) -> Option<Vec<u8>> {
    postcard::to_stdvec(kernel).ok()
}

/// Nothing for a file that was damaged.
fn decode(bytes: &[u8]) -> Option<CompiledKernel> {
    const MAGIC: u32 = 0x0723_0203;
    let (kernel, rest) = postcard::take_from_bytes::<CompiledKernel>(bytes).ok()?;
    (rest.is_empty() && kernel.spirv.first() == Some(&MAGIC)).then_some(kernel)
}

#[cfg(test)]
mod tests {
    use super::{CompiledKernel, ParamPlacement, decode, dump_name, encode};

    #[test]
    fn kernels_with_long_names_get_files_of_their_own() {
        let (one, other) = ("k".repeat(300) + "a", "k".repeat(300) + "b");
        assert!(dump_name(&one).len() < 255 && dump_name(&one) != dump_name(&other));
        assert!(dump_name(&"é".repeat(300)).len() < 255);
        assert_eq!(dump_name("saxpy"), "saxpy.spv");
    }

    fn sample() -> CompiledKernel {
        CompiledKernel {
            spirv: vec![0x0723_0203, 0x0001_0300, 7],
            params: ParamPlacement::Memory,
            push_size: 8,
            local_size: [256, 1, 1],
            blocks: 1,
            full_subgroups: true,
            shared_bytes: 512,
            scratch_bytes: 4096,
            textures: true,
            waits_alone: true,
            waits: true,
        }
    }

    #[test]
    fn a_cached_kernel_reads_back_as_it_was() {
        assert_eq!(encode(&sample()).and_then(|bytes| decode(&bytes)), Some(sample()));
    }

    #[test]
    fn damaged_cache_entries_read_as_absent() {
        let mut bytes = encode(&sample()).expect("plain values");
        for length in 0..bytes.len() {
            assert_eq!(decode(&bytes[..length]), None, "{length} bytes");
        }
        bytes.push(0);
        assert_eq!(decode(&bytes), None, "one byte more");
    }
}
