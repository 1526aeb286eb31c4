//! The binary digits of 2/pi, as a constant table of the module: what reducing large angles needs.

use crate::ir::constant::{ConstData, Consts};
use crate::ir::cursor::Cursor;
use crate::ir::entity::PrimaryMap;
use crate::ir::instruction::{BinaryOp, Value};
use crate::ir::module::{Context, Global, GlobalId};
use crate::ir::types::{AddressSpace, Type};

/// The table's name in the module.
const NAME: &str = "hip.two.over.pi";
/// Zeros in front of the first digit, so that a window may start before the point.
pub const LEADING_ZEROS: u32 = 64;

/// [`LEADING_ZEROS`] zeros, then the digits behind the point, the first in the top bit.
const DIGITS: [u32; 44] = [
    0x0000_0000,
    0x0000_0000,
    0xa2f9_836e,
    0x4e44_1529,
    0xfc27_57d1,
    0xf534_ddc0,
    0xdb62_9599,
    0x3c43_9041,
    0xfe51_63ab,
    0xdebb_c561,
    0xb724_6e3a,
    0x424d_d2e0,
    0x0649_2eea,
    0x09d1_921c,
    0xfe1d_eb1c,
    0xb129_a73e,
    0xe882_35f5,
    0x2ebb_4484,
    0xe99c_7026,
    0xb45f_7e41,
    0x3991_d639,
    0x8353_39f4,
    0x9c84_5f8b,
    0xbdf9_283b,
    0x1ff8_97ff,
    0xde05_980f,
    0xef2f_118b,
    0x5a0a_6d1f,
    0x6d36_7ecf,
    0x27cb_09b7,
    0x4f46_3f66,
    0x9e5f_ea2d,
    0x7527_bac7,
    0xebe5_f17b,
    0x3d07_39f7,
    0x8a52_92ea,
    0x6bfb_5fb1,
    0x1f8d_5d08,
    0x5603_3046,
    0xfc7b_6bab,
    0xf0cf_bc20,
    0x9af4_361d,
    0xa9e3_9161,
    0x5ee6_1b08,
];

/// The address of the table, which is made when first asked for.
pub fn table(ctx: &mut Context, globals: &mut PrimaryMap<GlobalId, Global>) -> Value {
    let found = globals.iter().find(|(_, g)| g.name == NAME).map(|(id, _)| id);
    let global = found.unwrap_or_else(|| {
        let ty = ctx.types.array(Type::I32, DIGITS.len() as u64);
        let word = |consts: &mut Consts, w: u32| consts.intern(ConstData::Int { ty: Type::I32, bits: w.into() });
        let elems = DIGITS.iter().map(|&w| word(&mut ctx.consts, w)).collect();
        let init = ctx.consts.intern(ConstData::Aggregate { ty, elems });
        globals.push(Global {
            name: NAME.into(),
            ty,
            space: AddressSpace::Constant,
            init: Some(init),
            align: 4,
            constant: true,
            internal: true,
            externally_initialized: false,
        })
    });
    Value::Const(ctx.consts.intern(ConstData::GlobalAddr { ty: Type::PTR_CONSTANT, global, offset: 0 }))
}

/// `count` words of digits from place `first` (an i32 that counts the leading zeros) on, most significant first, each in an i64.
pub fn digits(cur: &mut Cursor<'_>, table: Value, first: Value, count: u32) -> Vec<Value> {
    let word = cur.binary_const(BinaryOp::LShr, first, 5);
    // Behind the table's end there is nothing that could matter; but do not read it.
    let last = cur.ctx.i32(DIGITS.len() as u32 - count - 1);
    let word = cur.intrinsic(crate::ir::intrinsic::Intrinsic::UMin, vec![word, last], Type::I32);
    let within = cur.binary_const(BinaryOp::And, first, 31);
    let within = cur.resize_unsigned(within, Type::I64);
    let mut words = Vec::new();
    for i in 0..=count {
        let index = cur.binary_const(BinaryOp::Add, word, i.into());
        let index = cur.resize_unsigned(index, Type::I64);
        let offset = cur.binary_const(BinaryOp::Shl, index, 2);
        let ptr = cur.byte_offset(table, offset);
        let value = cur.load(Type::I32, ptr, 4);
        words.push(cur.resize_unsigned(value, Type::I64));
    }
    words
        .windows(2)
        .map(|pair| {
            let high = cur.binary_const(BinaryOp::Shl, pair[0], 32);
            let both = cur.or(high, pair[1]);
            let moved = cur.shl(both, within);
            cur.binary_const(BinaryOp::LShr, moved, 32)
        })
        .collect()
}
