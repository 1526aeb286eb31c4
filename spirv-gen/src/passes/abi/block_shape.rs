//! Answers what a thread asks about the launch: its place in the block, the block's and grid's size, the hidden arguments.
//!
//! The physical workgroup is one-dimensional (a launch of any shape gets full subgroups then), so thread indices are computed
//! from the linear index; the block's size is a constant because a pipeline is made per block shape.
//!
//!   before  hip.thread.id.x / .y / .z             after  linear % bx,  linear / bx % by,  linear / (bx*by)
//!   before  hip.block.dim.x, hip.warp.size        after  constants
//!   before  hip.grid.dim.x, hip.globals.base      after  hip.param(offset in the hidden block)
//!   before  hip.texture.path                      after  the variant's constant;  hip.surface.address: its argument
//!
//! Runs first on the device. Leaves of the "where the thread stands" intrinsics only hip.thread.linear and hip.block.id.*.

use crate::bundle::metadata::hidden;
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, CastOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::Build;
use crate::passes::util::walk::{Visit, kernel_of, walk};

const PASS: &str = "abi/block_shape";

/// See the file's description.
///
/// # Errors
/// The block has more threads than the device allows.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let id = kernel_of(module, PASS)?;
    check_limits(&module.functions[id].name, device)?;
    let mut asked = Vec::new();
    for (_, inst) in module.functions[id].linked_insts() {
        if let Op::Intrinsic { id, .. } = module.functions[id].op(inst)
            && is_answered_here(*id)
            && !asked.contains(id)
        {
            asked.push(*id);
        }
    }
    let mut answers = HashMap::default();
    let entry = module.functions[id].entry();
    let mut cursor = Cursor::before(&mut module.ctx, &mut module.functions[id], entry, 0);
    cursor.loc = None;
    let mut linear = None;
    for &question in &asked {
        answers.insert(question, answer(&mut cursor, question, device, &mut linear));
    }
    walk(module, id, |cursor, inst| {
        Ok(match cursor.func.op(inst) {
            // Its work is done: `abi/kernel_metadata` has seen it.
            Op::Intrinsic { id: Intrinsic::SurfaceAddress, args, .. } => Visit::Replace(args[0]),
            Op::Intrinsic { id, .. } => answers.get(id).map_or(Visit::Keep, |&v| Visit::Replace(v)),
            _ => Visit::Keep,
        })
    })?;
    Ok(())
}

fn check_limits(kernel: &str, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let threads = device.shape.block.iter().map(|&n| u64::from(n)).product::<u64>();
    let limit = u64::from(device.target.max_block);
    if threads == 0 || threads > limit {
        let text = format!("blocks of {threads} threads: device '{}' runs 1 to {limit}", device.target.name);
        return Err(CompileError::new(PASS, CompileErrorKind::LimitExceeded(text)).in_function(kernel));
    }
    Ok(())
}

fn is_answered_here(id: Intrinsic) -> bool {
    use Intrinsic as I;
    matches!(
        id,
        I::ThreadIdX
            | I::ThreadIdY
            | I::ThreadIdZ
            | I::BlockDimX
            | I::BlockDimY
            | I::BlockDimZ
            | I::GridDimX
            | I::GridDimY
            | I::GridDimZ
            | I::WarpSize
            | I::GlobalsBase
            | I::PrintfBuffer
            | I::HeapBase
            | I::GridState
            | I::DynamicSharedSize
            | I::TexturePath
    )
}

/// The value of one question, computed at the cursor (the start of the kernel).
fn answer(cursor: &mut Cursor<'_>, id: Intrinsic, device: &DeviceContext<'_>, linear: &mut Option<Value>) -> Value {
    use Intrinsic as I;
    let [bx, by, bz] = device.shape.block;
    let hidden_at = device.metadata.hidden_offset();
    let mut thread = |cursor: &mut Cursor<'_>| {
        *linear.get_or_insert_with(|| cursor.intrinsic(Intrinsic::ThreadLinear, Vec::new(), Type::I32))
    };
    match id {
        I::ThreadIdX if bx == 1 => cursor.ctx.i32(0),
        I::ThreadIdY if by == 1 => cursor.ctx.i32(0),
        I::ThreadIdZ if bz == 1 => cursor.ctx.i32(0),
        I::ThreadIdX => {
            let all = thread(cursor);
            if by * bz == 1 { all } else { remainder(cursor, all, bx) }
        }
        I::ThreadIdY => {
            let all = thread(cursor);
            let rows = quotient(cursor, all, bx);
            if bz == 1 { rows } else { remainder(cursor, rows, by) }
        }
        I::ThreadIdZ => {
            let all = thread(cursor);
            quotient(cursor, all, bx * by)
        }
        I::BlockDimX => cursor.ctx.i32(bx),
        I::BlockDimY => cursor.ctx.i32(by),
        I::BlockDimZ => cursor.ctx.i32(bz),
        I::TexturePath => cursor.ctx.i32(device.target.texture_path as u32),
        I::WarpSize => cursor.ctx.i32(device.metadata.warp_size),
        I::GridDimX => param(cursor, hidden_at + hidden::GRID_DIM, Type::I32),
        I::GridDimY => param(cursor, hidden_at + hidden::GRID_DIM + 4, Type::I32),
        I::GridDimZ => param(cursor, hidden_at + hidden::GRID_DIM + 8, Type::I32),
        I::DynamicSharedSize => param(cursor, hidden_at + hidden::DYNAMIC_SHARED, Type::I32),
        I::GlobalsBase => pointer_param(cursor, hidden_at + hidden::GLOBALS_BASE),
        I::GridState => pointer_param(cursor, hidden_at + hidden::GRID_STATE),
        I::PrintfBuffer => pointer_param(cursor, hidden_at + hidden::PRINTF_BUFFER),
        _ => pointer_param(cursor, hidden_at + hidden::HEAP_BASE),
    }
}

fn param(cursor: &mut Cursor<'_>, offset: u32, ty: Type) -> Value {
    let offset = cursor.ctx.i32(offset);
    cursor.intrinsic(Intrinsic::Param, vec![offset], ty)
}

fn pointer_param(cursor: &mut Cursor<'_>, offset: u32) -> Value {
    let address = param(cursor, offset, Type::I64);
    cursor.cast(CastOp::IntToPtr, address, Type::PTR_GLOBAL)
}

fn quotient(cursor: &mut Cursor<'_>, value: Value, by: u32) -> Value {
    if by.is_power_of_two() {
        return cursor.fold_const(BinaryOp::LShr, value, by.trailing_zeros().into());
    }
    cursor.fold_const(BinaryOp::UDiv, value, by.into())
}

fn remainder(cursor: &mut Cursor<'_>, value: Value, by: u32) -> Value {
    if by.is_power_of_two() {
        return cursor.fold_const(BinaryOp::And, value, u128::from(by - 1));
    }
    cursor.fold_const(BinaryOp::URem, value, by.into())
}
