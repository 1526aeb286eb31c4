//! An interpreter of the IR, for tests: the meaning that passes must keep.
//!
//! A kernel runs block after block, a block's warps take turns, and the lanes of a warp run in lockstep (`schedule` says how they part and meet
//! again). It reads every stage of the pipeline: parameters as function parameters or as `hip.param`, pointers as pointers or as
//! integers. Poison flows as in LLVM; branching on it, or using it as an address, is a fault, and so is an access outside every
//! allocation.
//!
//! ```text
//! let mut machine = Machine::new(&module)?;
//! let buffer = machine.device.allocate(64);
//! machine.launch(kernel, &Launch { args: buffer.to_le_bytes().to_vec(), ..Launch::new([1, 1, 1], [16, 1, 1]) })?;
//! machine.device.bytes(buffer, 64)?
//! ```

mod atomic;
mod flush;
mod launch;
mod memory;
mod schedule;
mod thread;
mod warp;

pub use flush::Flush;

use crate::bundle::metadata::scratch::{header, header_bytes};
use crate::ir::constant::{Const, ConstData};
use crate::ir::fold::{self, Datum};
use crate::ir::function::Param;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{FuncId, GlobalId, Module};
use crate::ir::types::AddressSpace;
pub use launch::{Fault, Launch, Pace};
pub use memory::{DeviceMemory, PRIVATE_APERTURE, Place, SHARED_APERTURE};
use schedule::Schedule;
use thread::Thread;

/// What an event did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventKind {
    Store,
    Atomic,
}

/// Something that others can see: a write to device or shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    pub block: [u32; 3],
    pub thread: u32,
    pub kind: EventKind,
    pub place: Place,
    /// What was written; poison compares equal to poison only.
    pub value: Datum,
}

/// A block of threads while it runs.
#[derive(Clone, Debug)]
pub struct Group {
    index: [u32; 3],
    shape: [u32; 3],
    grid: [u32; 3],
    warp_size: u32,
    pace: Pace,
    dynamic_shared: u32,
    globals_base: u64,
    shared: Vec<u8>,
}

/// The machine: a module and its memory.
#[derive(Debug)]
pub struct Machine<'m> {
    module: &'m Module,
    pub device: DeviceMemory,
    /// Writes to device and shared memory, in order, if asked for.
    pub trace: Option<Vec<Event>>,
    /// The bits (the lowest, as many as it has) of a value that has none of its own where it must have some: stored, frozen, voted with.
    /// A program that only passes such values on computes the same with any.
    pub undefined: u128,
    /// Which denormal floats count as zero in every operation on floats.
    pub flush: Flush,
    /// Instructions executed so far.
    pub executed: u64,
    /// Address of each global within its space.
    placed: Vec<u64>,
    shared_size: u64,
    private_image: Vec<u8>,
    /// Address of the running kernel's parameter block.
    params: u64,
    schedule: Schedule,
}

impl<'m> Machine<'m> {
    /// A machine with the module's globals in memory.
    ///
    /// # Errors
    /// An initialiser that is no constant.
    pub fn new(module: &'m Module) -> Result<Self, Fault> {
        let mut machine = Self {
            module,
            device: DeviceMemory::default(),
            trace: None,
            undefined: 0,
            flush: Flush::default(),
            executed: 0,
            placed: Vec::new(),
            shared_size: 0,
            private_image: Vec::new(),
            params: 0,
            schedule: Schedule::new(module),
        };
        machine.place_globals();
        machine.initialise_globals()?;
        Ok(machine)
    }

    fn place_globals(&mut self) {
        let types = &self.module.ctx.types;
        let mut dynamic = Vec::new();
        for (id, global) in self.module.globals.iter() {
            let (size, align) = (types.size(global.ty), types.align(global.ty).max(global.align.into()).max(1));
            self.placed.push(match global.space {
                AddressSpace::Shared if size == 0 => {
                    dynamic.push(id);
                    0
                }
                AddressSpace::Shared => {
                    let at = self.shared_size.next_multiple_of(align);
                    self.shared_size = at + size;
                    at
                }
                AddressSpace::Private => {
                    let at = (self.private_image.len() as u64).next_multiple_of(align);
                    self.private_image.resize((at + size) as usize, 0);
                    at
                }
                _ => self.device.allocate(size),
            });
        }
        let end = self.shared_size.next_multiple_of(16);
        dynamic.into_iter().for_each(|id: GlobalId| self.placed[id.0 as usize] = end);
        if self.module.globals.values().any(|g| g.space == AddressSpace::Shared) {
            self.shared_size = end;
        }
    }

    fn initialise_globals(&mut self) -> Result<(), Fault> {
        let module = self.module;
        for (id, global) in module.globals.iter() {
            let Some(init) =
                global.init.filter(|_| global.space.is_device_memory() || global.space == AddressSpace::Generic)
            else {
                continue;
            };
            let value = self.constant(init)?;
            let bytes = self.device.bytes(self.placed[id.0 as usize], module.ctx.types.size(global.ty))?;
            memory::encode(&module.ctx.types, global.ty, &value, 0, bytes);
        }
        Ok(())
    }

    /// Where a global of device memory was placed.
    pub fn address_of(&self, global: GlobalId) -> u64 {
        self.placed[global.0 as usize]
    }

    fn constant(&self, id: Const) -> Result<Datum, Fault> {
        let ctx = &self.module.ctx;
        match ctx.consts.data(id) {
            ConstData::Function { func, .. } => Ok(Datum::bits(self.module.function_address(*func).into())),
            ConstData::GlobalAddr { ty, global, offset } => {
                let space = self.module.globals[*global].space;
                let to = ctx.types.pointee_space(*ty).unwrap_or(AddressSpace::Generic);
                let address = self.placed[global.0 as usize].wrapping_add_signed(*offset);
                let bits =
                    if ctx.types.value_bits(*ty) < 64 { address } else { memory::cast_pointer(space, to, address) };
                Ok(Datum::bits(u128::from(bits) & fold::int::mask(ctx.types.value_bits(*ty))))
            }
            ConstData::Aggregate { elems, .. } => {
                Ok(Datum::Many(elems.iter().map(|&e| self.constant(e)).collect::<Result<_, _>>()?))
            }
            _ => fold::constant(ctx, id).ok_or_else(|| Fault::Unsupported("the address of a function".into())),
        }
    }

    /// Runs `kernel` over the grid.
    ///
    /// # Errors
    /// The first fault of any thread.
    pub fn launch(&mut self, kernel: FuncId, launch: &Launch) -> Result<(), Fault> {
        let attrs = &self.module.functions[kernel].attrs;
        let (fission, scratch) = (attrs.fission, attrs.scratch);
        let scratch = if scratch > 0 { self.scratch(scratch.into())? } else { 0 };
        let block = launch.parameter_block(scratch);
        // Few subgroups run the whole block then.
        let launch = &Launch {
            block: fission.map_or(launch.block, |f| [f.invocations, 1, 1]),
            warp_size: fission.map_or(launch.warp_size, |f| f.lanes),
            ..launch.clone()
        };
        self.params = self.device.allocate(block.len() as u64);
        self.device.bytes(self.params, block.len() as u64)?.copy_from_slice(&block);
        let params = self.kernel_arguments(&self.module.functions[kernel].params)?;
        let mut fuel = launch.fuel;
        let [x, y, z] = launch.grid;
        for index in coordinates([x.div_ceil(fission.map_or(1, |f| f.blocks)), y, z]) {
            let mut group = self.group(index, launch);
            let threads = launch.block.iter().product();
            let mut threads: Vec<Thread> =
                (0..threads).map(|linear| Thread::new(self, linear, kernel, params.clone())).collect();
            self.run(&mut group, &mut threads, &mut fuel)?;
        }
        Ok(())
    }

    /// Scratch memory of two slots, laid out as the runtime does it. What was in it before must not matter.
    fn scratch(&mut self, bytes: u64) -> Result<u64, Fault> {
        const SLOTS: u32 = 2;
        let behind = header_bytes(SLOTS);
        let all = behind + u64::from(SLOTS) * bytes;
        let address = self.device.allocate(all);
        let memory = self.device.bytes(address, all)?;
        memory.fill(0xa5);
        memory[..behind as usize].copy_from_slice(&header(SLOTS, bytes, address + behind));
        Ok(address)
    }

    /// Calls `func` in a single thread and returns its result.
    ///
    /// # Errors
    /// The thread's fault.
    pub fn call(&mut self, func: FuncId, args: Vec<Datum>) -> Result<Option<Datum>, Fault> {
        let mut launch = Launch::new([1; 3], [1; 3]);
        let mut group = self.group([0; 3], &launch);
        let mut threads = [Thread::new(self, 0, func, args)];
        self.run(&mut group, &mut threads, &mut launch.fuel)?;
        let [thread] = threads;
        Ok(thread.result)
    }

    fn group(&self, index: [u32; 3], launch: &Launch) -> Group {
        let shared = vec![0; self.shared_size as usize + launch.dynamic_shared as usize];
        let Launch { grid, block: shape, warp_size, pace, dynamic_shared, globals_base, .. } = *launch;
        Group { index, shape, grid, warp_size, pace, dynamic_shared, globals_base, shared }
    }

    /// Function parameters, read from the parameter block at their natural offsets.
    fn kernel_arguments(&mut self, params: &[Param]) -> Result<Vec<Datum>, Fault> {
        let types = &self.module.ctx.types;
        let mut offset = 0u64;
        let mut values = Vec::new();
        for param in params {
            let ty = param.by_ref.unwrap_or(param.ty);
            let (size, align) =
                (types.size(ty), types.align(ty).max(if param.by_ref.is_some() { param.align.into() } else { 1 }));
            offset = offset.next_multiple_of(align);
            let address = self.params + offset;
            values.push(if param.by_ref.is_some() {
                Datum::bits(address.into())
            } else {
                memory::decode(types, ty, self.device.bytes(address, size)?)
            });
            offset += size;
        }
        Ok(values)
    }

    /// The value of an intrinsic that says where the thread stands, or what surrounds it.
    fn coordinate(&self, group: &Group, linear: u32, id: Intrinsic) -> Option<u64> {
        let [x, y, _] = group.shape;
        Some(match id {
            Intrinsic::ThreadLinear => linear.into(),
            Intrinsic::ThreadIdX => (linear % x).into(),
            Intrinsic::ThreadIdY => (linear / x % y).into(),
            Intrinsic::ThreadIdZ => (linear / x / y).into(),
            Intrinsic::BlockIdX => group.index[0].into(),
            Intrinsic::BlockIdY => group.index[1].into(),
            Intrinsic::BlockIdZ => group.index[2].into(),
            Intrinsic::BlockDimX => group.shape[0].into(),
            Intrinsic::BlockDimY => group.shape[1].into(),
            Intrinsic::BlockDimZ => group.shape[2].into(),
            Intrinsic::GridDimX => group.grid[0].into(),
            Intrinsic::GridDimY => group.grid[1].into(),
            Intrinsic::GridDimZ => group.grid[2].into(),
            Intrinsic::LaneId => (linear % group.warp_size).into(),
            Intrinsic::WarpSize => group.warp_size.into(),
            Intrinsic::ParamAddress => self.params,
            Intrinsic::GlobalsBase => group.globals_base,
            Intrinsic::PrintfBuffer | Intrinsic::HeapBase | Intrinsic::GridState => 0,
            Intrinsic::StackSize => crate::target::DEFAULT_STACK_BYTES.into(),
            Intrinsic::DynamicSharedSize => group.dynamic_shared.into(),
            _ => return None,
        })
    }

    fn record(&mut self, group: &Group, thread: u32, kind: EventKind, place: Place, value: Datum) {
        if let Some(trace) = self.trace.as_mut().filter(|_| place.space != AddressSpace::Private) {
            trace.push(Event { block: group.index, thread, kind, place, value });
        }
    }
}

fn coordinates(grid: [u32; 3]) -> impl Iterator<Item = [u32; 3]> {
    (0..grid[2]).flat_map(move |z| (0..grid[1]).flat_map(move |y| (0..grid[0]).map(move |x| [x, y, z])))
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod warp_tests;
