//! Products of matrices that a subgroup holds together, which C++ has no values for: device code names them by numbers.
//!
//! ```text
//! before  call void @__hip_vk_matrix_multiply(i32 %shape, i32 %sums, i32 %a, i32 %b)
//! after   call void @hip.matrix.multiply(i32 %shape, i32 %sums, i32 %a, i32 %b)
//! ```
//! `runtime/blas/matrices.h` declares them and says what the numbers mean ([`Shape`] takes them apart). All are constants, once loops are unrolled:
//! each slot becomes a variable of SPIR-V, which drivers keep in registers.

use crate::error::CompileError;
use crate::ir::intrinsic::Intrinsic;

use super::site::{Expanded, Site, Table};

/// Strides, and where a matrix begins, are multiples of this many bytes, so that elements of any type fit.
const GRANULE: u128 = 16;

/// The family's names.
pub const TABLE: Table = &[
    ("__hip_vk_matrix_zero", |s| operation(s, Intrinsic::MatrixZero)),
    ("__hip_vk_matrix_load", |s| operation(s, Intrinsic::MatrixLoad)),
    ("__hip_vk_matrix_store", |s| operation(s, Intrinsic::MatrixStore)),
    ("__hip_vk_matrix_multiply", |s| operation(s, Intrinsic::MatrixMultiply)),
    ("__hip_vk_subgroup_broadcast", broadcast),
    ("__hip_vk_subgroup_broadcast64", broadcast),
];

/// What matrices a kernel asks for, and the lanes of the subgroup that it counts on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Rows and columns.
    pub side: u32,
    /// Lanes of a subgroup.
    pub lanes: u32,
    /// Of bfloat16, not of half floats.
    pub bfloat: bool,
}

impl Shape {
    /// From an intrinsic's first argument.
    pub fn from_bits(bits: u128) -> Self {
        Self { side: (bits & 0xff) as u32, lanes: (bits >> 8 & 0xff) as u32, bfloat: bits >> 16 & 1 == 1 }
    }
}

/// `(value, lanes, lane)`.
fn broadcast(site: &mut Site<'_, '_>) -> Expanded {
    let (lanes, lane) = (site.const_arg(1)?, site.const_arg(2)?);
    if lane >= lanes {
        return Err(site.error("of a lane that is none"));
    }
    Ok(Some(site.same(Intrinsic::SubgroupBroadcast)))
}

fn operation(site: &mut Site<'_, '_>, id: Intrinsic) -> Expanded {
    let address = id.matrix_address();
    for at in (0..site.args.len()).filter(|&at| Some(at) != address) {
        site.const_arg(at)?;
    }
    if let Some(address) = address
        && !site.const_arg(address + 1)?.is_multiple_of(GRANULE)
    {
        return Err(CompileError::unsupported(super::site::PASS, "a matrix whose stride is no multiple of 16 bytes"));
    }
    Ok(Some(site.same(id)))
}
