//! Questions about and conversions between address spaces.

use crate::ir::instruction::CastOp;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.is.shared", |s| ask(s, Intrinsic::IsShared)),
    ("llvm.amdgcn.is.private", |s| ask(s, Intrinsic::IsPrivate)),
    ("__ockl_is_local_addr", |s| ask(s, Intrinsic::IsShared)),
    ("__ockl_is_private_addr", |s| ask(s, Intrinsic::IsPrivate)),
    ("__ockl_to_global", |s| convert(s, Type::PTR_GLOBAL)),
    ("__ockl_to_local", |s| convert(s, Type::PTR_SHARED)),
    ("__ockl_to_private", |s| convert(s, Type::PTR_PRIVATE)),
];

fn ask(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    let ptr = site.arg(0)?;
    Ok(Some(site.cur.intrinsic(id, vec![ptr], Type::I1)))
}

fn convert(site: &mut Site<'_, '_>, ty: Type) -> Expanded {
    let ptr = site.arg(0)?;
    Ok(Some(site.cur.cast(CastOp::AddrSpaceCast, ptr, ty)))
}
