//! Data-parallel primitives: moves by a pattern that the instruction names, within rows of 16 lanes or over the whole warp.
//!
//! All patterns of gfx8, gfx9 and gfx10 upwards are known, whatever the architecture of the dialect. A lane keeps the old value
//! if its row (`row_mask`) or its four lanes of the row (`bank_mask`) are masked off; where the pattern has no source lane, or that lane
//! is not active, it gets 0 if `bound_ctrl` is set, and keeps the old value if not.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{BinaryOp, IntPredicate, Value};
use crate::ir::types::Type;

use super::site::{Expanded, Site, Table};
use super::warp_lanes::{self as lanes, From};
use super::warp_moves::quad_permutation;

/// The family's names.
pub const TABLE: Table = &[
    ("llvm.amdgcn.update.dpp", |s| {
        let (old, value) = (s.arg(0)?, s.arg(1)?);
        apply(s, old, value, 2)
    }),
    ("llvm.amdgcn.mov.dpp", |s| {
        let (old, value) = (s.cur.ctx.zero(s.ty), s.arg(0)?);
        apply(s, old, value, 1)
    }),
    ("llvm.amdgcn.mov.dpp8", |s| {
        let (value, table) = (s.arg(0)?, s.const_arg(1)?);
        let from = eighths(s.cur, table as u32);
        let zero = s.cur.ctx.zero(s.ty);
        Ok(Some(from.carry_or(s.cur, value, zero)))
    }),
];

/// A pattern, and the lanes that have a source in it (all if nothing).
struct Pattern {
    from: From,
    inside: Option<Value>,
}

/// How an instruction of AMD's assembly takes its first operand from other lanes (`assembly`).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Control {
    /// dpp_ctrl.
    pub pattern: u32,
    pub rows: u32,
    pub banks: u32,
    /// bound_ctrl: lanes without a source take 0 for it. Else they write nothing.
    pub zeroes: bool,
}

/// The operand as each lane takes it, and which lanes write, if not all; nothing if there is no such pattern.
pub fn operand(cur: &mut Cursor<'_>, control: Control, value: Value) -> Option<(Value, Option<Value>)> {
    let Pattern { from, inside } = pattern(cur, control.pattern)?;
    let mut moved = from.carry(cur, value);
    let no = cur.ctx.int(Type::I1, 0);
    let (active, number) = (lanes::active_mask(cur), from.number(cur));
    let mut sourced = lanes::contains(cur, active, number);
    if let Some(inside) = inside {
        // The number of a lane that there is not shifts by more than there are bits.
        sourced = cur.select(inside, sourced, no);
    }
    let mut writes = Some(sourced);
    if control.zeroes {
        let ty = cur.ty(value);
        let zero = cur.ctx.zero(ty);
        moved = cur.select(sourced, moved, zero);
        writes = None;
    }
    for (mask, shift) in [(control.rows, 4), (control.banks, 2)] {
        if mask != 15 {
            let on = enabled(cur, mask, shift);
            writes = Some(writes.map_or(on, |writes| cur.select(on, writes, no)));
        }
    }
    Some((moved, writes))
}

/// The arguments from `first` on: dpp_ctrl, row_mask, bank_mask, bound_ctrl.
fn apply(site: &mut Site<'_, '_>, old: Value, value: Value, first: usize) -> Expanded {
    let control = site.const_arg(first)? as u32;
    let (rows, banks) = (site.const_arg(first + 1)? as u32 & 15, site.const_arg(first + 2)? as u32 & 15);
    let zeroes = site.const_arg(first + 3)? != 0;
    let Some(pattern) = pattern(site.cur, control) else {
        return Err(site.error(&format!("with the unknown dpp_ctrl {control:#x}")));
    };
    let cur = &mut *site.cur;
    // What an old value of undef means is ours to choose; 0 is what is expected of it.
    let old = if cur.ctx.is_undefined(old) { cur.ctx.zero(site.ty) } else { old };
    let otherwise = if zeroes { cur.ctx.zero(site.ty) } else { old };
    let mut moved = pattern.from.carry_or(cur, value, otherwise);
    if let Some(inside) = pattern.inside {
        moved = cur.select(inside, moved, otherwise);
    }
    for (mask, shift) in [(rows, 4), (banks, 2)] {
        if mask != 15 {
            let on = enabled(cur, mask, shift);
            moved = cur.select(on, moved, old);
        }
    }
    Ok(Some(moved))
}

/// Whether the own lane's bit of a four-bit mask is set, by bits `shift` and `shift + 1` of its number.
fn enabled(cur: &mut Cursor<'_>, mask: u32, shift: u32) -> Value {
    let own = lanes::lane_id(cur);
    let index = cur.binary_const(BinaryOp::LShr, own, shift.into());
    let index = cur.binary_const(BinaryOp::And, index, 3);
    let mask = cur.ctx.i32(mask);
    let bit = cur.lshr(mask, index);
    cur.resize_unsigned(bit, Type::I1)
}

fn pattern(cur: &mut Cursor<'_>, control: u32) -> Option<Pattern> {
    let own = lanes::lane_id(cur);
    let n = control & 15;
    let all = |from| Some(Pattern { from, inside: None });
    match control {
        0x000..=0x0ff => all(quad_permutation(cur, control)),
        0x101..=0x10f => {
            let place = cur.binary_const(BinaryOp::And, own, 15);
            Some(Pattern { from: From::Above(n), inside: Some(below(cur, place, 16 - n)) })
        }
        0x111..=0x11f => {
            let place = cur.binary_const(BinaryOp::And, own, 15);
            Some(Pattern { from: From::Below(n), inside: Some(at_least(cur, place, n)) })
        }
        0x121..=0x12f => {
            let turned = cur.binary_const(BinaryOp::Sub, own, n.into());
            all(in_row(cur, own, turned))
        }
        0x130 => {
            let size = lanes::warp_size(cur);
            let last = cur.binary_const(BinaryOp::Sub, size, 1);
            let inside = cur.icmp(IntPredicate::Ult, own, last);
            Some(Pattern { from: From::Above(1), inside: Some(inside) })
        }
        0x138 => Some(Pattern { from: From::Below(1), inside: Some(at_least(cur, own, 1)) }),
        0x134 | 0x13c => {
            let step = if control == 0x134 { 1 } else { u32::MAX };
            let next = cur.binary_const(BinaryOp::Add, own, step.into());
            all(From::Lane(lanes::wrapped(cur, next)))
        }
        0x140 => all(From::Xor(15)),
        0x141 => all(From::Xor(7)),
        // The last lane of a row is broadcast to the next one.
        0x142 => {
            let row = cur.binary_const(BinaryOp::And, own, 0xffff_fff0);
            let last = cur.binary_const(BinaryOp::Sub, row, 1);
            let from = From::Lane(lanes::wrapped(cur, last));
            Some(Pattern { from, inside: Some(at_least(cur, own, 16)) })
        }
        // Lane 31 is broadcast to the upper half.
        0x143 => Some(Pattern { from: From::Lane(cur.ctx.i32(31)), inside: Some(at_least(cur, own, 32)) }),
        0x150..=0x15f => {
            let shared = cur.ctx.i32(n);
            all(in_row(cur, own, shared))
        }
        0x160..=0x16f => all(From::Xor(n)),
        _ => None,
    }
}

/// The lane of the own row whose last four bits are those of `place`.
fn in_row(cur: &mut Cursor<'_>, own: Value, place: Value) -> From {
    let row = cur.binary_const(BinaryOp::And, own, 0xffff_fff0);
    let place = cur.binary_const(BinaryOp::And, place, 15);
    From::Lane(cur.or(row, place))
}

/// Eight fields of three bits: the source of each lane among its eight.
fn eighths(cur: &mut Cursor<'_>, table: u32) -> From {
    let own = lanes::lane_id(cur);
    let within = cur.binary_const(BinaryOp::And, own, 7);
    let shift = cur.binary_const(BinaryOp::Mul, within, 3);
    let table = cur.ctx.i32(table);
    let picked = cur.lshr(table, shift);
    let picked = cur.binary_const(BinaryOp::And, picked, 7);
    let first = cur.binary_const(BinaryOp::And, own, 0xffff_fff8);
    From::Lane(cur.or(first, picked))
}

fn below(cur: &mut Cursor<'_>, value: Value, limit: u32) -> Value {
    let limit = cur.ctx.i32(limit);
    cur.icmp(IntPredicate::Ult, value, limit)
}

fn at_least(cur: &mut Cursor<'_>, value: Value, limit: u32) -> Value {
    let limit = cur.ctx.i32(limit);
    cur.icmp(IntPredicate::Uge, value, limit)
}
