//! Where the thread stands: thread, block and grid indices, barriers and fences.
//!
//! `__ockl_get_*` take the dimension as an argument and return `size_t`; a dimension above 2 reads as 0 (sizes: 1), as
//! OpenCL defines it.

use crate::ir::instruction::{Atomicity, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};

use Intrinsic as I;

const THREAD: [I; 3] = [I::ThreadIdX, I::ThreadIdY, I::ThreadIdZ];
const BLOCK: [I; 3] = [I::BlockIdX, I::BlockIdY, I::BlockIdZ];
const BLOCK_DIM: [I; 3] = [I::BlockDimX, I::BlockDimY, I::BlockDimZ];
const GRID_DIM: [I; 3] = [I::GridDimX, I::GridDimY, I::GridDimZ];

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.workitem.id.x", |s| index(s, I::ThreadIdX)),
    ("llvm.amdgcn.workitem.id.y", |s| index(s, I::ThreadIdY)),
    ("llvm.amdgcn.workitem.id.z", |s| index(s, I::ThreadIdZ)),
    ("llvm.amdgcn.workgroup.id.x", |s| index(s, I::BlockIdX)),
    ("llvm.amdgcn.workgroup.id.y", |s| index(s, I::BlockIdY)),
    ("llvm.amdgcn.workgroup.id.z", |s| index(s, I::BlockIdZ)),
    ("__ockl_get_local_id", |s| by_dimension(s, 0, |s, d| value(s, THREAD[d]))),
    ("__ockl_get_group_id", |s| by_dimension(s, 0, |s, d| value(s, BLOCK[d]))),
    ("__ockl_get_local_size", |s| by_dimension(s, 1, |s, d| value(s, BLOCK_DIM[d]))),
    ("__ockl_get_enqueued_local_size", |s| by_dimension(s, 1, |s, d| value(s, BLOCK_DIM[d]))),
    ("__ockl_get_num_groups", |s| by_dimension(s, 1, |s, d| value(s, GRID_DIM[d]))),
    ("__ockl_get_global_id", |s| by_dimension(s, 0, global_id)),
    ("__ockl_get_global_size", |s| by_dimension(s, 1, global_size)),
    ("__ockl_get_global_offset", |s| Ok(Some(s.cur.ctx.int(s.ty, 0)))),
    ("__ockl_get_work_dim", |s| Ok(Some(s.cur.ctx.int(s.ty, 3)))),
    ("__ockl_get_local_linear_id", local_linear),
    ("llvm.amdgcn.s.barrier", barrier),
    ("llvm.amdgcn.barrier", barrier),
    ("llvm.amdgcn.wave.barrier", warp_barrier),
    ("llvm.amdgcn.sched.barrier", nothing),
    ("llvm.amdgcn.sched.group.barrier", nothing),
    ("llvm.amdgcn.iglp.opt", nothing),
    ("llvm.amdgcn.s.setprio", nothing),
    ("llvm.amdgcn.s.waitcnt", system_fence),
    ("llvm.amdgcn.s.dcache.inv", system_fence),
    ("llvm.amdgcn.s.dcache.wb", system_fence),
    ("llvm.amdgcn.s.icache.inv", nothing),
    ("llvm.amdgcn.buffer.wbinvl1", system_fence),
    ("__atomic_work_item_fence", opencl_fence),
    ("llvm.amdgcn.groupstaticsize", |s| Err(s.error("(the block's static shared memory size)"))),
];

fn index(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    Ok(Some(site.cur.intrinsic(id, Vec::new(), Type::I32)))
}

/// An index or size as i64.
fn value(site: &mut Site<'_, '_>, id: Intrinsic) -> Value {
    let narrow = site.cur.intrinsic(id, Vec::new(), Type::I32);
    site.cur.resize_unsigned(narrow, Type::I64)
}

fn global_id(site: &mut Site<'_, '_>, dim: usize) -> Value {
    let (block, size, thread) = (value(site, BLOCK[dim]), value(site, BLOCK_DIM[dim]), value(site, THREAD[dim]));
    let first = site.cur.mul(block, size);
    site.cur.add(first, thread)
}

fn global_size(site: &mut Site<'_, '_>, dim: usize) -> Value {
    let (blocks, size) = (value(site, GRID_DIM[dim]), value(site, BLOCK_DIM[dim]));
    site.cur.mul(blocks, size)
}

fn local_linear(site: &mut Site<'_, '_>) -> Expanded {
    let narrow = site.cur.intrinsic(I::ThreadLinear, Vec::new(), Type::I32);
    Ok(Some(site.cur.resize_unsigned(narrow, site.ty)))
}

/// `get` of the dimension in argument 0, `beyond` for dimensions above 2; in the call's type.
fn by_dimension(site: &mut Site<'_, '_>, beyond: u128, get: fn(&mut Site<'_, '_>, usize) -> Value) -> Expanded {
    let dim = site.arg(0)?;
    let outside = site.cur.ctx.i64(beyond as u64);
    let wide = match site.cur.ctx.as_int(dim) {
        Some(dim @ 0..=2) => get(site, dim as usize),
        Some(_) => outside,
        None => {
            let mut chosen = outside;
            for i in (0..3).rev() {
                let here = get(site, i as usize);
                let ty = site.cur.ty(dim);
                let which = site.cur.ctx.int(ty, i);
                let hit = site.cur.icmp(IntPredicate::Eq, dim, which);
                chosen = site.cur.select(hit, here, chosen);
            }
            chosen
        }
    };
    Ok(Some(site.cur.resize_unsigned(wide, site.ty)))
}

fn barrier(site: &mut Site<'_, '_>) -> Expanded {
    site.cur.intrinsic(I::Barrier, Vec::new(), Type::VOID);
    Ok(None)
}

fn warp_barrier(site: &mut Site<'_, '_>) -> Expanded {
    site.cur.intrinsic(I::WarpBarrier, Vec::new(), Type::VOID);
    Ok(None)
}

/// Scheduling and priority hints.
fn nothing(_: &mut Site<'_, '_>) -> Expanded {
    Ok(None)
}

/// Waiting for outstanding accesses, and cache control: a fence that everybody sees is the nearest promise.
fn system_fence(site: &mut Site<'_, '_>) -> Expanded {
    site.cur.inst(Op::Fence(Atomicity { ordering: Ordering::SeqCst, scope: Scope::System }), Type::VOID);
    Ok(None)
}

/// (kinds of memory, order, scope) of OpenCL C, which AMD's headers up to ROCm 5 call: order as C's `__ATOMIC_*`, scope
/// 0 to 4 for work item, work group, device, everything and subgroup.
fn opencl_fence(site: &mut Site<'_, '_>) -> Expanded {
    let ordering = match site.const_arg(1)? {
        0 => return Ok(None),
        1 | 2 => Ordering::Acquire,
        3 => Ordering::Release,
        4 => Ordering::AcqRel,
        _ => Ordering::SeqCst,
    };
    let scope = match site.const_arg(2)? {
        0 => return Ok(None),
        1 => Scope::Workgroup,
        2 => Scope::Agent,
        4 => Scope::Wavefront,
        _ => Scope::System,
    };
    site.cur.inst(Op::Fence(Atomicity { ordering, scope }), Type::VOID);
    Ok(None)
}
