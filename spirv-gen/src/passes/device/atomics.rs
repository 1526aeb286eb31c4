//! Atomic builtins that older clangs and AMD's headers call by name; newer ones emit `atomicrmw`.

use crate::ir::instruction::{AtomicOp, Atomicity, Op, Ordering, Scope};
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.atomic.inc", |s| modify(s, AtomicOp::UIncWrap)),
    ("llvm.amdgcn.atomic.dec", |s| modify(s, AtomicOp::UDecWrap)),
    ("llvm.amdgcn.ds.fadd", |s| modify(s, AtomicOp::FAdd)),
    ("llvm.amdgcn.ds.fmin", |s| modify(s, AtomicOp::FMin)),
    ("llvm.amdgcn.ds.fmax", |s| modify(s, AtomicOp::FMax)),
    ("llvm.amdgcn.global.atomic.fadd", |s| modify(s, AtomicOp::FAdd)),
    ("llvm.amdgcn.global.atomic.fmin", |s| modify(s, AtomicOp::FMin)),
    ("llvm.amdgcn.global.atomic.fmax", |s| modify(s, AtomicOp::FMax)),
    ("llvm.amdgcn.flat.atomic.fadd", |s| modify(s, AtomicOp::FAdd)),
    ("llvm.amdgcn.flat.atomic.fmin", |s| modify(s, AtomicOp::FMin)),
    ("llvm.amdgcn.flat.atomic.fmax", |s| modify(s, AtomicOp::FMax)),
    ("__ockl_atomic_add_noret_f32", |s| modify(s, AtomicOp::FAdd)),
];

/// `(ptr, value, ...)`: relaxed, seen by the whole device. Ordering and scope arguments that follow are not stronger in what AMD's
/// back end makes of them.
fn modify(site: &mut Site<'_, '_>, op: AtomicOp) -> Expanded {
    let (ptr, value) = (site.arg(0)?, site.arg(1)?);
    let ty = site.cur.ty(value);
    if site.cur.ctx.types.vector_parts(ty).is_some() {
        return Err(site.error("on packed values"));
    }
    let align = site.cur.ctx.types.align(ty) as u32;
    let atomic = Atomicity { ordering: Ordering::Monotonic, scope: Scope::Agent };
    let old = site.cur.inst(Op::AtomicRmw { op, ptr, value, align, volatile: false, atomic }, ty);
    Ok((site.ty != Type::VOID).then_some(old))
}
