//! A device to run test kernels on, and the interpreter as their oracle.
//!
//! A kernel is IR text that goes the whole way (portable half, device half, driver) and, unlowered, through
//! `interp`. Used by tests/ops.rs and tests/floats.rs.

use std::num::NonZero;
use std::sync::{Arc, Mutex};

use hipvk::vk::{Arguments, Device, Dispatch, DriverKind, Instance, Memory, MemoryUse, PipelineDesc, Stream};
use spirv_gen::bundle::BundleKernel;
use spirv_gen::bundle::metadata::{hidden, scratch};
use spirv_gen::interp::{Flush, Launch, Machine};
use spirv_gen::ir::parse::parse_module;
use spirv_gen::{LaunchShape, Options, ParamPlacement, Target, compile_bundle, compile_kernel};

/// A kernel in text form, called `k`, whose parameters are all `ptr addrspace(1)`: its buffers, in order.
#[derive(Debug, Clone)]
pub struct Kernel {
    pub text: String,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
}

/// An open device with one stream.
#[derive(Debug)]
pub struct TestDevice {
    device: Arc<Device>,
    stream: Arc<Stream>,
}

impl TestDevice {
    /// The default device. Panics with the reason if there is none: a device test without a device proves nothing.
    pub fn open() -> Self {
        let instance = Instance::open().unwrap_or_else(|e| panic!("no Vulkan: {e}"));
        let info = instance.default_device().unwrap_or_else(|e| panic!("no Vulkan device: {e}"));
        let device = Device::open(&instance, info).unwrap_or_else(|e| panic!("{}: {e}", info.name));
        let stream = device.create_stream().unwrap_or_else(|e| panic!("no stream: {e}"));
        Self { device, stream }
    }

    /// What code is generated for.
    pub fn target(&self) -> &Target {
        &self.device.info().target
    }

    /// Whose driver it is.
    pub fn driver(&self) -> DriverKind {
        self.device.info().driver.kind
    }

    /// Whether it takes denormal floats of `bits` bits for zero: a multiplication by one tells. Vulkan leaves it to devices without
    /// DenormPreserve, and not all flush.
    ///
    /// # Panics
    /// The device runs no kernel.
    pub fn flushes(&self, bits: usize) -> bool {
        let (ty, one) = if bits == 32 { ("float", "f") } else { ("double", "d") };
        let text = format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %p) {{\n%x = load {ty}, ptr addrspace(1) %p, align 8\n\
             %q = getelementptr i8, ptr addrspace(1) %p, i64 8\n%{one} = load {ty}, ptr addrspace(1) %q, align 8\n\
             %r = fmul {ty} %x, %{one}\nstore {ty} %r, ptr addrspace(1) %p, align 8\nret void\n}}\n"
        );
        let kernel = Kernel { text, grid: [1; 3], block: [1; 3], dynamic_shared: 0 };
        let denormal = 1u64 << 20;
        let unit = if bits == 32 { u64::from(1f32.to_bits()) } else { 1f64.to_bits() };
        let buffer = [denormal.to_le_bytes(), unit.to_le_bytes()].concat();
        let results = self.run(&kernel, &[buffer]).unwrap_or_else(|e| panic!("no probe of denormals: {e}"));
        results[0][..bits / 8].iter().all(|&byte| byte == 0)
    }

    /// Runs `kernel` on the device and returns the buffers' contents after it.
    ///
    /// # Errors
    /// The text does not compile, or the device refuses it; the message says which.
    pub fn run(&self, kernel: &Kernel, buffers: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
        let bundle = compile_bundle(&kernel.text, &Options { warp_size: 32 }).map_err(|e| e.to_string())?;
        let code = bundle.kernel("k").ok_or("the text has no kernel 'k'")?;
        let shape = LaunchShape { block: kernel.block, dynamic_shared: kernel.dynamic_shared };
        self.run_code(code, kernel.grid, shape, buffers)
    }

    /// The same for a bundle's kernel.
    ///
    /// # Errors
    /// The device refuses it; the message says why.
    pub fn run_code(
        &self,
        code: &BundleKernel,
        grid: [u32; 3],
        shape: LaunchShape,
        buffers: &[Vec<u8>],
    ) -> Result<Vec<Vec<u8>>, String> {
        let text = |e: &dyn std::fmt::Display| e.to_string();
        let compiled = compile_kernel(code, self.target(), shape).map_err(|e| text(&e))?;
        let desc = PipelineDesc {
            name: "k",
            spirv: &compiled.spirv,
            entry: "main",
            subgroup_size: Some(self.target().subgroup_size),
            full_subgroups: compiled.full_subgroups,
            bindings: &[],
            textures: compiled.textures,
            statistics: false,
            waits: false,
            blocks: compiled.blocks,
        };
        let pipeline = self.device.create_pipeline(&desc).map_err(|e| text(&e))?;
        let mut memories = Vec::new();
        for bytes in buffers {
            let memory = self.device.allocate(MemoryUse::Device, bytes.len() as u64).map_err(|e| text(&e))?;
            self.stream.upload(memory.at(0), bytes).map_err(|e| text(&e))?;
            memories.push(memory);
        }
        let mut block = vec![0u8; code.metadata.block_size() as usize];
        for (i, memory) in memories.iter().enumerate() {
            block[i * 8..i * 8 + 8].copy_from_slice(&memory.address().to_le_bytes());
        }
        let grid_at = (code.metadata.hidden_offset() + hidden::GRID_DIM) as usize;
        for (i, n) in grid.iter().enumerate() {
            block[grid_at + i * 4..grid_at + i * 4 + 4].copy_from_slice(&n.to_le_bytes());
        }
        let slots: u32 = grid.iter().product();
        let scratch = self.scratch(slots, compiled.scratch_bytes).map_err(|e| text(&e))?;
        let scratch_at = (code.metadata.hidden_offset() + hidden::SCRATCH) as usize;
        let address = scratch.as_ref().map_or(0, |memory| memory.address());
        block[scratch_at..scratch_at + 8].copy_from_slice(&address.to_le_bytes());
        let arguments = match compiled.params {
            ParamPlacement::Push => Arguments::Push(&block),
            ParamPlacement::Memory => Arguments::Block(&block),
        };
        let dispatch = Dispatch::new(&pipeline, grid, arguments);
        self.stream.dispatch(&dispatch).map_err(|e| text(&e))?;
        let mut results = Vec::new();
        for (memory, bytes) in memories.iter().zip(buffers) {
            let mut result = vec![0u8; bytes.len()];
            self.stream.download(&mut result, memory.at(0)).map_err(|e| text(&e))?;
            results.push(result);
        }
        Ok(results)
    }

    /// Scratch memory with a slot of `bytes` bytes for each block, in the layout of `metadata::scratch`; nothing if none is needed.
    fn scratch(&self, slots: u32, bytes: u32) -> Result<Option<Arc<Memory>>, hipvk::vk::VkError> {
        if bytes == 0 {
            return Ok(None);
        }
        let size = u64::from(bytes).next_multiple_of(u64::from(scratch::LINE));
        let behind = scratch::header_bytes(slots);
        let memory = self.device.allocate(MemoryUse::Device, behind + u64::from(slots) * size)?;
        let start = scratch::header(slots, size, memory.address() + behind);
        self.stream.upload(memory.at(0), &start)?;
        Ok(Some(memory))
    }
}

/// The default device, opened as often as tests run on it at once.
#[derive(Debug)]
pub struct TestDevices {
    free: Mutex<Vec<TestDevice>>,
    /// How many there are.
    pub count: usize,
}

impl TestDevices {
    /// Nearly all the time of such tests is lavapipe's compiler's, which runs on a thread of its device: there is one for each core. A GPU is
    /// opened once. `first` is one of them.
    pub fn with(first: TestDevice) -> Arc<Self> {
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        let count = if first.driver() == DriverKind::Lavapipe { cores } else { 1 };
        let all = std::iter::once(first).chain((1..count).map(|_| TestDevice::open()));
        Arc::new(Self { free: Mutex::new(all.collect()), count })
    }

    /// Calls `test` with one that nobody else has; a further one is opened where a test has panicked and kept its.
    ///
    /// # Panics
    /// There is no device.
    pub fn on_one<T>(&self, test: impl FnOnce(&TestDevice) -> T) -> T {
        let free = self.free.lock().expect("nobody panics with it").pop();
        let device = free.unwrap_or_else(TestDevice::open);
        let result = test(&device);
        self.free.lock().expect("nobody panics with it").push(device);
        result
    }
}

/// Runs `kernel` in the interpreter, as written, and returns the buffers' contents after it.
///
/// # Errors
/// The text does not parse, or does something undefined.
pub fn interpret(kernel: &Kernel, buffers: &[Vec<u8>]) -> Result<Vec<Vec<u8>>, String> {
    interpreted(kernel, buffers, Flush::default())
}

/// The same on a machine that flushes denormal floats.
///
/// # Errors
/// The text does not parse, or does something undefined.
pub fn interpret_flushing(kernel: &Kernel, buffers: &[Vec<u8>], flush: Flush) -> Result<Vec<Vec<u8>>, String> {
    interpreted(kernel, buffers, flush)
}

fn interpreted(kernel: &Kernel, buffers: &[Vec<u8>], flush: Flush) -> Result<Vec<Vec<u8>>, String> {
    let module = parse_module(&kernel.text).map_err(|e| e.to_string())?;
    let id = module.function_named("k").ok_or("the text has no kernel 'k'")?;
    let mut machine = Machine::new(&module).map_err(|e| e.to_string())?;
    machine.flush = flush;
    let mut addresses = Vec::new();
    for bytes in buffers {
        let address = machine.device.allocate(bytes.len() as u64);
        machine.device.bytes(address, bytes.len() as u64).map_err(|e| e.to_string())?.copy_from_slice(bytes);
        addresses.push(address);
    }
    let args = addresses.iter().flat_map(|a| a.to_le_bytes()).collect();
    let launch = Launch { args, dynamic_shared: kernel.dynamic_shared, ..Launch::new(kernel.grid, kernel.block) };
    machine.launch(id, &launch).map_err(|e| e.to_string())?;
    let read = |(address, bytes): (&u64, &Vec<u8>)| {
        machine.device.bytes(*address, bytes.len() as u64).map(|b| b.to_vec()).map_err(|e| e.to_string())
    };
    addresses.iter().zip(buffers).map(read).collect()
}
