//! Constants in text.

use super::{ConstantPrinter, escape, name};
use crate::ir::constant::{Const, ConstData};
use crate::ir::instruction::Value;
use crate::ir::module::GlobalId;
use crate::ir::types::{Type, TypeKind};

impl ConstantPrinter<'_> {
    pub(super) fn constant(&self, id: Const) -> String {
        if id.0 as usize >= self.module.ctx.consts.len() {
            return format!("?const{}", id.0);
        }
        let types = &self.module.ctx.types;
        match self.module.ctx.consts.data(id) {
            ConstData::Int { ty, bits } if types.int_bits(*ty) > Some(128) => format!("u0x{bits:X}"),
            ConstData::Int { ty, bits } => int(*bits, types.int_bits(*ty).unwrap_or(128)),
            ConstData::Float { ty, bits } => float(*bits, types.kind(*ty)),
            ConstData::Zero(ty) => match types.kind(*ty) {
                TypeKind::Ptr(_) => "null".into(),
                TypeKind::Int(bits) => int(0, *bits),
                kind if types.is_float(*ty) => float(0, kind),
                _ => "zeroinitializer".into(),
            },
            ConstData::Address { ty, bits } => match types.pointee_space(*ty) {
                Some(space) if space.null() == *bits => format!("addrspacecast (ptr null to {})", types.display(*ty)),
                _ => format!("inttoptr (i64 {} to {})", *bits as i64, types.display(*ty)),
            },
            ConstData::Undef(_) => "undef".into(),
            ConstData::Poison(_) => "poison".into(),
            ConstData::Bytes { data, .. } => format!("c\"{}\"", escape(data.iter().copied())),
            ConstData::Aggregate { ty, elems } => self.aggregate(*ty, elems),
            ConstData::GlobalAddr { ty, global, offset } => self.address(*ty, *global, *offset),
            ConstData::Function { ty, func } => match self.module.functions.get(*func) {
                Some(func) => self.function(*ty, &func.name),
                None => format!("@?{}", func.0),
            },
        }
    }

    fn aggregate(&self, ty: Type, elems: &[Const]) -> String {
        let types = &self.module.ctx.types;
        if types.int_bits(ty).is_some() {
            let limb = |&id: &Const| format!("{:016X}", self.module.ctx.as_int(Value::Const(id)).unwrap_or_default());
            return format!("u0x{}", elems.iter().rev().map(limb).collect::<String>());
        }
        let inner = elems.iter().map(|&id| self.typed(id)).collect::<Vec<_>>().join(", ");
        match types.kind(ty) {
            TypeKind::Vector { .. } => format!("<{inner}>"),
            TypeKind::Array { .. } => format!("[{inner}]"),
            TypeKind::Struct { packed: true, .. } => format!("<{{ {inner} }}>"),
            _ => format!("{{ {inner} }}"),
        }
    }

    fn function(&self, ty: Type, called: &str) -> String {
        let types = &self.module.ctx.types;
        match types.kind(ty) {
            _ if ty == Type::PTR => format!("@{}", name(called)),
            TypeKind::Ptr(_) => format!("addrspacecast (ptr @{} to {})", name(called), types.display(ty)),
            _ => format!("ptrtoint (ptr @{} to {})", name(called), types.display(ty)),
        }
    }

    fn typed(&self, id: Const) -> String {
        let known = (id.0 as usize) < self.module.ctx.consts.len();
        let ty = if known { self.module.ctx.consts.data(id).ty() } else { Type::VOID };
        format!("{} {}", self.module.ctx.types.display(ty), self.constant(id))
    }

    fn address(&self, ty: Type, id: GlobalId, offset: i64) -> String {
        let types = &self.module.ctx.types;
        let Some(global) = self.module.globals.get(id) else { return format!("@?{}", id.0) };
        let own = Type::ptr(global.space);
        let (own_text, ty_text) = (types.display(own), types.display(ty));
        let mut text = format!("@{}", name(&global.name));
        if offset != 0 {
            let bits = global.space.pointer_bits();
            text = format!("getelementptr (i8, {own_text} {text}, i{bits} {offset})");
        }
        match types.kind(ty) {
            _ if ty == own => text,
            TypeKind::Ptr(_) => format!("addrspacecast ({own_text} {text} to {ty_text})"),
            _ => format!("ptrtoint ({own_text} {text} to {ty_text})"),
        }
    }
}

/// Signed, as LLVM writes it; `true` and `false` for i1.
fn int(bits: u128, width: u32) -> String {
    if width == 1 {
        return if bits & 1 == 1 { "true" } else { "false" }.into();
    }
    let shift = 128 - width.clamp(1, 128);
    (((bits << shift) as i128) >> shift).to_string()
}

/// Decimal where that is exact in seven digits, else the bits.
fn float(bits: u64, kind: &TypeKind) -> String {
    let double = match kind {
        TypeKind::Half => return format!("0xH{bits:04X}"),
        TypeKind::BFloat => return format!("0xR{bits:04X}"),
        TypeKind::Float => widen(bits as u32),
        _ => f64::from_bits(bits),
    };
    let text = format!("{double:.6e}");
    if double.is_finite() && text.parse::<f64>().is_ok_and(|back| back.to_bits() == double.to_bits()) {
        // Rust writes `1.5e0`, LLVM `1.5e+00`.
        let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
        let (sign, exponent) = exponent.strip_prefix('-').map_or(('+', exponent), |e| ('-', e));
        return format!("{digits}e{sign}{exponent:0>2}");
    }
    format!("0x{:016X}", double.to_bits())
}

/// The double of a float's bits; a NaN keeps its payload.
pub(crate) fn widen(bits: u32) -> f64 {
    let single = f32::from_bits(bits);
    if !single.is_nan() {
        return f64::from(single);
    }
    let sign = u64::from(bits >> 31) << 63;
    f64::from_bits(sign | 0x7ff0_0000_0000_0000 | u64::from(bits & 0x007f_ffff) << 29)
}
