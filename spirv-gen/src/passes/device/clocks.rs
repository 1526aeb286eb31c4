//! Clocks and sleeping.

use crate::ir::instruction::{Atomicity, Op};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.s.memtime", |s| clock(s, Intrinsic::ClockDevice)),
    ("__ockl_memtime_u64", |s| clock(s, Intrinsic::ClockDevice)),
    ("__ockl_clktopc_u64", |s| clock(s, Intrinsic::ClockDevice)),
    ("llvm.readcyclecounter", |s| clock(s, Intrinsic::ClockDevice)),
    ("llvm.amdgcn.s.memrealtime", |s| clock(s, Intrinsic::ClockWall)),
    ("__ockl_memrealtime_u64", |s| clock(s, Intrinsic::ClockWall)),
    ("__ockl_steadyctr_u64", |s| clock(s, Intrinsic::ClockWall)),
    ("llvm.readsteadycounter", |s| clock(s, Intrinsic::ClockWall)),
    ("llvm.amdgcn.s.sleep", sleep),
    ("__ockl_rtcwait_u32", sleep),
];

fn clock(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    Ok(Some(site.cur.intrinsic(id, Vec::new(), Type::I64)))
}

/// Who sleeps waits for others, and looks again at what they write: to LLVM, too, `s_sleep` may access any memory.
fn sleep(site: &mut Site<'_, '_>) -> Expanded {
    site.cur.inst(Op::Fence(Atomicity::COMPILER), Type::VOID);
    let ticks = site.arg(0)?;
    let ticks = site.cur.resize_unsigned(ticks, Type::I32);
    site.cur.intrinsic(Intrinsic::Sleep, vec![ticks], Type::VOID);
    Ok(None)
}
