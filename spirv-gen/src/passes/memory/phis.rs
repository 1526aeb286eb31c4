//! What phis take goes through private memory, in kernels with many that are a loop over states (`calls::states`), for a CPU.
//!
//! ```text
//! before  a: br m     b: br m     m: %x = phi [ %p, a ], [ %q, b ]
//! after   a: store %p, words[0]   br m     b: store %q, words[0]   br m     m: %x = load words[0]
//! ```
//! llvmpipe gives each phi a variable, which it writes for the lanes that are there and leaves alone for the others. So it seems to be needed everywhere
//! in front of that, and round all loops around it, and LLVM, which makes phis of variables, puts one into every block where ways meet:
//! its time goes with the square of a kernel's size. What lies in `util::words` stays memory: Cycles' `eval_displace` takes LLVM 19 (Mesa 26.1) 44 s
//! instead of 117, and `shade_shadow`, unoptimised, 33 instead of 160. NVIDIA's compiler (580.159) takes six times as long so, and keeps its phis.
//! A place is needed from the end of one block to the start of the next only, so blocks share theirs.
//! (Others with many phis were not looked at: those that `warp::fission` makes loops of, which would pay when they run.)
//!
//! Behind the structuriser, which makes most of the phis. Called by the device list.

use std::ops::Range;

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

const PASS: &str = "memory/phis";

/// Kernels with fewer phis keep them. (Cycles' `eval_displace` has some 4,600, its `shade_shadow` 17,000.)
const MANY: usize = 4000;

/// Words of phis that share their places at most: not many, as an array with many accesses is slow to compile as well (`util::words`).
const SHARING: u32 = 200;

/// See the module's description.
///
/// # Errors
/// The module has no kernel.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if module.functions[id].attrs.states { run_from(module, device, MANY) } else { Ok(()) }
}

/// The same for any kernel of so `many` phis.
///
/// # Errors
/// The module has no kernel.
pub fn run_from(module: &mut Module, device: &DeviceContext<'_>, many: usize) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    if !device.target.cpu || count(&module.functions[id]) < many {
        return Ok(());
    }
    let mut func = take_function(module, id);
    let Module { ctx, globals, .. } = module;
    let (places, size) = places(ctx, &func);
    let memory = Words::new(ctx, globals, &mut func, size, (device.target.cpu, device.metadata.hidden_offset()));
    let mut replaced = HashMap::default();
    for block in func.layout.clone() {
        if let Some(place) = places.get(&block) {
            through_memory(ctx, &mut func, &memory, block, place.start, &mut replaced);
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

/// Where the words of each block's phis are, and how many there are in all. Blocks share them, but for those that the same block goes to, which writes
/// both's, and by no more than [`SHARING`] at a time.
fn places(ctx: &Context, func: &Function) -> (HashMap<Block, Range<u32>>, u32) {
    let mut places: HashMap<Block, Range<u32>> = HashMap::default();
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
        let ends = beside.get(&block).into_iter().flatten().filter_map(|other| Some(places.get(other)?.end));
        let place = ends.max().unwrap_or(0).max(first);
        places.insert(block, place..place + size);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundle::metadata::KernelMetadata;
    use crate::ir::parse::parse_module;
    use crate::ir::verify::verify_module;
    use crate::passes::LaunchShape;
    use crate::target::Target;

    const LOOP: &str = "define amdgpu_kernel void @k(i32 %n) {
        a:
          br label %l
        l:
          %i = phi i32 [ 0, %a ], [ %j, %l ]
          %d = phi double [ undef, %a ], [ %e, %l ]
          %j = add i32 %i, 1
          %e = uitofp i32 %i to double
          %c = icmp ult i32 %j, %n
          br i1 %c, label %l, label %m
        m:
          %x = phi i32 [ %i, %l ]
          %y = add i32 %x, 1
          ret void
        }";

    fn run_on(target: &Target, many: usize) -> Module {
        let mut module = parse_module(LOOP).unwrap();
        let shape = LaunchShape { block: [8, 1, 1], dynamic_shared: 0 };
        let device = DeviceContext { target, shape, metadata: &KernelMetadata::default() };
        run_from(&mut module, &device, many).unwrap();
        verify_module(&module).unwrap();
        module
    }

    fn phis(module: &Module) -> usize {
        module.functions.values().map(count).sum()
    }

    fn stores(module: &Module, block: usize) -> usize {
        let func = module.functions.values().next().unwrap();
        let insts = &func.blocks[func.layout[block]].insts;
        insts.iter().filter(|&&i| matches!(func.op(i), Op::Store { .. })).count()
    }

    #[test]
    fn on_a_cpu_many_phis_become_words() {
        let module = run_on(&Target::lavapipe(), 3);
        assert_eq!(phis(&module), 0);
        assert_eq!(
            stores(&module, 0),
            2,
            "one that says nothing, and the first number: what is undefined is not written"
        );
        assert_eq!(
            stores(&module, 1),
            4,
            "a block writes for all that it goes to: a number and a double for itself, and a number"
        );
    }

    #[test]
    fn blocks_that_one_block_goes_to_have_places_of_their_own() {
        let module = parse_module(LOOP).unwrap();
        let func = module.functions.values().next().unwrap();
        let (places, all) = places(&module.ctx, func);
        assert_eq!((places[&func.layout[1]].clone(), places[&func.layout[2]].clone(), all), (0..3, 3..4, 4));
    }

    #[test]
    fn few_phis_and_those_of_gpus_stay() {
        assert_eq!(phis(&run_on(&Target::lavapipe(), 4)), 3);
        assert_eq!(phis(&run_on(&Target::nvidia(), 1)), 3);
    }
}
