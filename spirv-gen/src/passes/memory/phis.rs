//! What phis take goes through private memory, in kernels with many, for a CPU.
//!
//! ```text
//! before  a: br m     b: br m     m: %x = phi [ %p, a ], [ %q, b ]
//! after   a: store %p, words[0]   br m     b: store %q, words[0]   br m     m: %x = load words[0]
//! ```
//! llvmpipe gives each phi a variable, which it writes for the lanes that are there and leaves alone for the others. So it seems to be needed everywhere
//! in front of that, and round all loops around it, and LLVM, which makes phis of variables, puts one into every block where ways meet:
//! its time goes with the square of a kernel's size. An array that is somewhere indexed by what nobody knows stays memory. A place is needed
//! from the end of one block to the start of the next, so all blocks share theirs.
//!
//! Behind the structuriser, which makes most of the phis. Called by the device list.

use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::rewrite::take_function;
use crate::passes::util::walk::kernel_of;
use crate::passes::util::words::{SHORT, Words, words};

/// Kernels with fewer phis keep them.
const MANY: usize = 2000;

/// Words of phis that share their places.
const SHARING: u32 = 200;

/// See the module's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    run_from(module, device, std::env::var("PHIS").ok().and_then(|v| v.parse().ok()).unwrap_or(MANY))
}

/// The same for kernels of so `many` phis.
///
/// # Errors
/// The module has no kernel.
pub fn run_from(module: &mut Module, device: &DeviceContext<'_>, many: usize) -> Result<(), CompileError> {
    let id = kernel_of(module, "memory/phis")?;
    if !device.target.cpu || count(&module.functions[id]) < many {
        return Ok(());
    }
    let mut func = take_function(module, id);
    let Module { ctx, globals, .. } = module;
    let (places, size) = places(ctx, &func);
    let memory = Words::new(ctx, globals, &mut func, size, device);
    let mut replaced = HashMap::default();
    for block in func.layout.clone() {
        if let Some(&place) = places.get(&block) {
            through_memory(ctx, &mut func, &memory, block, place, &mut replaced);
        }
    }
    func.replace_uses(&replaced);
    module.functions[id] = func;
    Ok(())
}

fn count(func: &Function) -> usize {
    func.layout.iter().map(|&block| func.phis(block).count()).sum()
}

/// The words that a block's phis take; those of other types stay what they are.
fn size(ctx: &Context, func: &Function, block: Block) -> u32 {
    func.phis(block).filter_map(|phi| words(ctx, func.insts[phi].ty)).sum()
}

/// Where the words of each block's phis begin, and how many there are in all. Blocks share them, but for those that the same block goes to, which writes
/// both's, and by no more than [`SHARING`] at a time.
fn places(ctx: &Context, func: &Function) -> (HashMap<Block, u32>, u32) {
    let mut places: HashMap<Block, u32> = HashMap::default();
    let beside = beside(func);
    let (mut first, mut all, mut sharing) = (0, 0, 0);
    for &block in &func.layout {
        let size = size(ctx, func, block);
        if size == 0 {
            continue;
        }
        sharing += size;
        if sharing > SHARING {
            (first, sharing) = (u32::next_multiple_of(all, SHORT), size);
        }
        let others = beside.get(&block).into_iter().flatten();
        let ends = others.filter_map(|other| Some(places.get(other)? + self::size(ctx, func, *other)));
        let place = ends.max().unwrap_or(0).max(first);
        places.insert(block, place);
        all = all.max(place + size);
    }
    (places, all)
}

/// The other blocks that those go to which go to a block.
fn beside(func: &Function) -> HashMap<Block, Vec<Block>> {
    let mut beside: HashMap<Block, Vec<Block>> = HashMap::default();
    for &block in &func.layout {
        let successors = func.successors(block);
        for &next in &successors {
            beside.entry(next).or_default().extend(successors.iter().filter(|&&other| other != next));
        }
    }
    beside
}

fn through_memory(
    ctx: &mut Context,
    func: &mut Function,
    memory: &Words,
    block: Block,
    mut place: u32,
    replaced: &mut HashMap<Value, Value>,
) {
    let phis: Vec<Inst> = func.phis(block).collect();
    let mut loaded: Vec<(Inst, Type, u32)> = Vec::new();
    for &phi in &phis {
        let ty = func.insts[phi].ty;
        let (Some(size), Op::Phi(incoming)) = (words(ctx, ty), func.op(phi).clone()) else { continue };
        for (value, from) in incoming {
            if !ctx.is_undefined(value) {
                memory.store(&mut Cursor::before_terminator(ctx, func, from), value, place);
            }
        }
        loaded.push((phi, ty, place));
        place += size;
    }
    func.blocks[block].insts.retain(|inst| !loaded.iter().any(|(phi, ..)| phi == inst));
    let at = func.phis(block).count();
    let mut cursor = Cursor::before(ctx, func, block, at);
    for (phi, ty, place) in loaded {
        replaced.insert(Value::Inst(phi), memory.load(&mut cursor, ty, place));
    }
}
