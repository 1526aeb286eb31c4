//! Literals of integers of more than 128 bits, which packed bit-fields make (`integer/limbs` takes them apart).
//!
//! Decimal as LLVM writes them, `u0x...` as we do. What fits 128 bits is a plain integer constant, all else is made of its 64-bit limbs.
//! Called by `constants.rs`.

use super::{Parser, Result};
use crate::ir::constant::ConstData;
use crate::ir::instruction::Value;
use crate::ir::types::Type;

impl Parser<'_> {
    /// Whether `ty` is an integer of more than 128 bits.
    pub(super) fn is_wide(&self, ty: Type) -> bool {
        self.module.ctx.types.int_bits(ty).is_some_and(|bits| bits > 128)
    }

    /// The integer `text`, of a type that [`Self::is_wide`].
    pub(super) fn wide_literal(&mut self, text: &str, ty: Type) -> Result<Value> {
        let bits = self.module.ctx.types.int_bits(ty).unwrap_or_default();
        let negative = text.starts_with('-');
        let (digits, radix) =
            text.strip_prefix("u0x").map_or((text.trim_start_matches(['-', '+']), 10), |hex| (hex, 16));
        let mut limbs = vec![0u64; bits.div_ceil(64) as usize];
        for digit in digits.chars() {
            let digit = digit.to_digit(radix).ok_or_else(|| self.error(format!("'{text}' is no integer")))?;
            if multiply_add(&mut limbs, radix.into(), digit.into()) != 0 {
                return Err(self.error(format!("integer too large for i{bits}")));
            }
        }
        if negative {
            limbs.iter_mut().for_each(|limb| *limb = !*limb);
            multiply_add(&mut limbs, 1, 1);
        }
        if let Some(last) = limbs.last_mut() {
            *last &= u64::MAX >> (limbs_end(bits) - bits);
        }
        if limbs[2..].iter().all(|&limb| limb == 0) {
            let bits = u128::from(limbs[0]) | u128::from(limbs[1]) << 64;
            return Ok(self.constant(ConstData::Int { ty, bits }));
        }
        let limb = |bits: &u64| self.module.ctx.consts.intern(ConstData::Int { ty: Type::I64, bits: (*bits).into() });
        let elems = limbs.iter().map(limb).collect();
        Ok(self.constant(ConstData::Aggregate { ty, elems }))
    }
}

fn limbs_end(bits: u32) -> u32 {
    bits.next_multiple_of(64)
}

/// `limbs = limbs * factor + more`; what does not fit.
fn multiply_add(limbs: &mut [u64], factor: u64, more: u64) -> u64 {
    limbs.iter_mut().fold(more, |carry, limb| {
        let product = u128::from(*limb) * u128::from(factor) + u128::from(carry);
        *limb = product as u64;
        (product >> 64) as u64
    })
}
