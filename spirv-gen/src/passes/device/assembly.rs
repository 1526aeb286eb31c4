//! The AMDGCN assembly statements that real libraries write: waits and no-ops, loads and stores with a cache modifier
//! (rocPRIM's `thread_load`), and single arithmetic instructions.
//!
//!   before  %r = call float asm sideeffect "v_add_f32_e32 $0, $1, $2", "=v,v,v"(float %a, float %b)
//!   after   %r = fadd float %a, %b
//!
//! A statement is one instruction, with any waits before and behind it, or waits alone, or several that all write one register (MIGraphX's reductions of a
//! warp: `v_max_f32 $0 $0 $0 row_shr:1`, an operand of another lane's). Anything else stays a call and is reported with its text, kernel and line by
//! `calls::externals`. Hints that clobber memory are the compiler's fence, and sleeping is. Empty statements never get here: `ir::parse` has them. Called by `device/builtins.rs`.

use crate::error::CompileError;
use crate::ir::instruction::{Atomicity, BinaryOp, CastOp, IntPredicate, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, TypeKind};
use crate::passes::util::floats::FloatCode;

use super::assembly_dpp::Modifiers;
use super::site::{Expand, Expanded, Site};
use super::{int_ops, packed, warp_dpp};

use BinaryOp as B;

/// Instructions that only wait, pace or schedule.
const HINTS: &[&str] = &[
    "s_nop",
    "s_sleep",
    "s_setprio",
    "s_sethalt",
    "s_clause",
    "s_delay_alu",
    "s_inst_prefetch",
    "s_set_inst_prefetch_distance",
    "s_ttracedata",
    "v_nop",
];
/// Instructions that make caches coherent. Theirs and the promise of all that wait for memory is a fence.
const FENCES: &[&str] = &[
    "buffer_wbinvl1",
    "buffer_wbinvl1_vol",
    "buffer_gl0_inv",
    "buffer_gl1_inv",
    "buffer_inv",
    "buffer_wbl2",
    "buffer_invl2",
    "s_dcache_wb",
    "s_dcache_inv",
    "s_gl1_inv",
    "s_icache_inv",
];

/// `asm "text", "constraints"`, the parser's name of a statement, as its two parts.
fn parts(name: &str) -> Option<(&str, &str)> {
    name.strip_prefix("asm \"")?.strip_suffix('"')?.rsplit_once("\", \"")
}

/// The instructions of a statement, one a line, without comments.
fn instructions(text: &str) -> impl Iterator<Item = &str> {
    text.lines()
        .map(|line| line.split("//").next().unwrap_or("").split(';').next().unwrap_or("").trim())
        .filter(|code| !code.is_empty())
}

/// Whether [`expand`] knows the statement.
pub fn known(name: &str) -> bool {
    let Some((text, _)) = parts(name) else { return false };
    let text = text.to_ascii_lowercase(); // hashcat writes V_PERM_B32
    let (waiting, others): (Vec<&str>, Vec<&str>) = instructions(&text).partition(|code| waits_or_hints(code));
    match others[..] {
        [] => !waiting.is_empty(),
        [code] => operation(mnemonic(code)).is_some(),
        _ => others.iter().all(|code| operation(mnemonic(code)).is_some_and(Operation::is_arithmetic)),
    }
}

/// The number of a statement that is one `s_trap`: `device/traps.rs` makes what it is of it.
pub fn trap(name: &str) -> Option<u32> {
    let text = parts(name)?.0.to_ascii_lowercase();
    let mut codes = instructions(&text).filter(|code| !waits_or_hints(code));
    let number = codes.next()?.strip_prefix("s_trap")?.trim();
    let hexadecimal = number.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    hexadecimal.or_else(|| number.parse().ok()).filter(|_| codes.next().is_none())
}

fn waits_or_hints(code: &str) -> bool {
    HINTS.contains(&mnemonic(code)) || fences(code)
}

/// Whether the instruction is one of [`FENCES`] or `s_wait...`; rocPRIM writes `s_waitcntvmcnt(0)` too.
fn fences(code: &str) -> bool {
    mnemonic(code).starts_with("s_wait") || FENCES.contains(&mnemonic(code))
}

/// The instruction's name without the encoding that it asks for.
fn mnemonic(code: &str) -> &str {
    // hipCUB writes `"s_waitcnt"vmcnt(0)`: a name in quotes is a name to LLVM's assembler.
    if let Some((name, _)) = code.strip_prefix('"').and_then(|code| code.split_once('"')) {
        return name;
    }
    // rocPRIM writes `s_waitcnt(0)`.
    let name = code.split(|c: char| c.is_whitespace() || c == '(').next().unwrap_or("");
    ["_e32", "_e64", "_dpp"].iter().find_map(|suffix| name.strip_suffix(suffix)).unwrap_or(name)
}

/// How an instruction computes.
#[derive(Clone, Copy)]
enum Operation {
    Move,
    /// On values of the type.
    Binary(BinaryOp, Type),
    /// The operands the other way around: the shifts' `rev` forms.
    Reversed(BinaryOp, Type),
    Pair(Intrinsic, Type),
    Unary(Intrinsic, Type),
    Fma(Type),
    /// `a*b + c` of integers, as a shift where the first operation is one.
    Combined(BinaryOp, BinaryOp),
    /// `a*b + c`, 32 bits by 32 bits plus 64 bits, and a mask of the lanes that carry (rocRAND's generators).
    WideFma,
    /// Two products of halves and a float (llama.cpp).
    DotOfHalves,
    /// Of three operands, as the builtin of that instruction.
    Builtin(Expand),
    /// Bits in memory, and whether the sign fills the register.
    Load(u32, bool),
    Store(u32),
}

impl Operation {
    /// Whether it writes one register, of its operands' values alone.
    fn is_arithmetic(self) -> bool {
        !matches!(self, Self::WideFma | Self::Load(_, _) | Self::Store(_))
    }
}

fn operation(name: &str) -> Option<Operation> {
    use Operation as O;
    let (f, d, i, h) = (Type::FLOAT, Type::DOUBLE, Type::I32, Type::HALF);
    Some(match name {
        "v_mov_b32" | "s_mov_b32" | "s_mov_b64" => O::Move,
        "v_add_f32" => O::Binary(B::FAdd, f),
        "v_sub_f32" => O::Binary(B::FSub, f),
        "v_mul_f32" => O::Binary(B::FMul, f),
        "v_max_f32" => O::Pair(Intrinsic::MaxNum, f),
        "v_min_f32" => O::Pair(Intrinsic::MinNum, f),
        "v_add_f16" => O::Binary(B::FAdd, h),
        "v_mul_f16" => O::Binary(B::FMul, h),
        "v_max_f16" => O::Pair(Intrinsic::MaxNum, h),
        "v_min_f16" => O::Pair(Intrinsic::MinNum, h),
        "v_fma_f32" => O::Fma(f),
        "v_sqrt_f32" => O::Unary(Intrinsic::NativeSqrt, f),
        "v_rcp_f32" => O::Unary(Intrinsic::NativeRcp, f),
        "v_add_f64" => O::Binary(B::FAdd, d),
        "v_mul_f64" => O::Binary(B::FMul, d),
        "v_fma_f64" => O::Fma(d),
        "v_add_u32" | "v_add_nc_u32" => O::Binary(B::Add, i),
        "v_sub_u32" | "v_sub_nc_u32" => O::Binary(B::Sub, i),
        "v_mul_lo_u32" => O::Binary(B::Mul, i),
        "v_and_b32" | "s_and_b32" => O::Binary(B::And, i),
        "v_or_b32" | "s_or_b32" => O::Binary(B::Or, i),
        "v_xor_b32" | "s_xor_b32" => O::Binary(B::Xor, i),
        "v_lshlrev_b32" => O::Reversed(B::Shl, i),
        "v_lshrrev_b32" => O::Reversed(B::LShr, i),
        "v_ashrrev_i32" => O::Reversed(B::AShr, i),
        "v_add3_u32" => O::Combined(B::Add, B::Add),
        "v_lshl_add_u32" => O::Combined(B::Shl, B::Add),
        "v_lshl_or_b32" => O::Combined(B::Shl, B::Or),
        "v_and_or_b32" => O::Combined(B::And, B::Or),
        "v_or3_b32" => O::Combined(B::Or, B::Or),
        "v_perm_b32" => O::Builtin(packed::permute),
        "v_bfe_u32" => O::Builtin(|site| int_ops::bit_field(site, false)),
        "v_bfe_i32" => O::Builtin(|site| int_ops::bit_field(site, true)),
        "v_alignbit_b32" => O::Builtin(int_ops::align_bit),
        "v_alignbyte_b32" => O::Builtin(int_ops::align_byte),
        "v_mad_u64_u32" => O::WideFma,
        "v_dot2_f32_f16" | "v_dot2c_f32_f16" => O::DotOfHalves,
        "v_max_u32" => O::Pair(Intrinsic::UMax, i),
        "v_min_u32" => O::Pair(Intrinsic::UMin, i),
        "v_max_i32" => O::Pair(Intrinsic::SMax, i),
        "v_min_i32" => O::Pair(Intrinsic::SMin, i),
        "flat_load_ubyte" | "global_load_ubyte" => O::Load(8, false),
        "flat_load_sbyte" | "global_load_sbyte" => O::Load(8, true),
        "flat_load_ushort" | "global_load_ushort" => O::Load(16, false),
        "flat_load_sshort" | "global_load_sshort" => O::Load(16, true),
        "flat_load_dword" | "global_load_dword" => O::Load(32, false),
        "flat_load_dwordx2" | "global_load_dwordx2" => O::Load(64, false),
        "flat_store_byte" | "global_store_byte" => O::Store(8),
        "flat_store_short" | "global_store_short" => O::Store(16),
        "flat_store_dword" | "global_store_dword" => O::Store(32),
        "flat_store_dwordx2" | "global_store_dwordx2" => O::Store(64),
        _ => return None,
    })
}

/// Replaces a statement that is [`known`].
pub fn expand(site: &mut Site<'_, '_>) -> Expanded {
    let Some((text, constraints)) = parts(site.name) else { return Err(site.error("is no statement")) };
    let text = text.to_ascii_lowercase();
    let codes: Vec<&str> = instructions(&text).collect();
    if codes.iter().all(|code| waits_or_hints(code)) {
        let sleeps = codes.iter().any(|code| mnemonic(code) == "s_sleep");
        if (sleeps || constraints.contains("~{memory}")) && !codes.iter().any(|code| fences(code)) {
            site.cur.inst(Op::Fence(Atomicity::COMPILER), Type::VOID);
        }
        return waits(site, &codes);
    }
    let (mut register, mut done) = (None, 0);
    for (place, code) in codes.iter().enumerate().filter(|(_, code)| !waits_or_hints(code)) {
        waits(site, &codes[done..place])?;
        register = instruction(site, code, constraints, register)?;
        done = place + 1;
    }
    waits(site, &codes[done..])?;
    Ok(register)
}

/// One that computes; `register` is what those before it left in the destination, and the result what it leaves there.
fn instruction(site: &mut Site<'_, '_>, code: &str, constraints: &str, register: Option<Value>) -> Expanded {
    let Some(operation) = operation(mnemonic(code)) else { return Err(site.error("is not known")) };
    let outputs = constraints.split(',').filter(|constraint| constraint.starts_with('=')).count();
    if outputs > 1 && !(outputs == 2 && matches!(operation, Operation::WideFma)) {
        return Err(site.error("has several results"));
    }
    let mut operands = Operands::new(site, code, constraints, outputs, register)?;
    let Some(control) = operands.modifiers.control() else { return compute(site, operation, &operands) };
    let first = operands.get(site, 0)?;
    let Some((moved, writes)) = warp_dpp::operand(site.cur, control, first) else {
        return Err(site.error("has operands that hipvk does not know"));
    };
    operands.values[0] = moved;
    let Some(computed) = compute(site, operation, &operands)? else {
        return Err(site.error("takes no operands of other lanes"));
    };
    let Some(writes) = writes else { return Ok(Some(computed)) };
    // Lanes that write nothing keep what the register had.
    let Some(old) = operands.register else { return Err(site.error("keeps what it never had")) };
    Ok(Some(site.cur.select(writes, computed, old)))
}

/// Waits and hints; fences among them are one fence.
fn waits(site: &mut Site<'_, '_>, codes: &[&str]) -> Expanded {
    if codes.iter().any(|code| fences(code)) {
        site.cur.inst(Op::Fence(Atomicity { ordering: Ordering::SeqCst, scope: Scope::Agent }), Type::VOID);
    }
    Ok(None)
}

/// The operands behind the mnemonic; the destinations, which come first, left out.
struct Operands {
    values: Vec<Value>,
    modifiers: Modifiers,
    /// What the destination has before.
    register: Option<Value>,
}

impl Operands {
    /// Of an instruction behind which `register` is what those before it left in the destination.
    fn new(
        site: &mut Site<'_, '_>,
        code: &str,
        constraints: &str,
        outputs: usize,
        register: Option<Value>,
    ) -> Result<Self, CompileError> {
        let inputs: Vec<&str> = constraints.split(',').skip(outputs).collect();
        // "+v": an input that shares the destination's register.
        let shared = |number: usize| inputs.iter().position(|&input| input == number.to_string());
        let register = match (register, shared(0)) {
            (None, Some(input)) if outputs == 1 => Some(site.arg(input)?),
            _ => register,
        };
        let list = code.split_once(char::is_whitespace).map_or("", |(_, rest)| rest);
        let (mut values, mut modifiers, mut position) = (Vec::new(), Modifiers::default(), 0);
        // MIGraphX leaves the commas out. Behind the last operand stand modifiers: off, glc, slc, offset, row_shr...
        for word in list.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty()) {
            if is_cache_modifier(word) || modifiers.take(word) {
                continue;
            }
            let number: Option<usize> =
                word.strip_prefix('$').map(|n| n.trim_matches(['{', '}'])).and_then(|n| n.parse().ok());
            match number {
                Some(1..) if position == 0 && outputs == 1 => return Err(site.error("writes an operand")),
                Some(number) if number >= outputs => values.push(site.arg(number - outputs)?),
                // The destination.
                Some(_) if position < outputs.max(1) => {}
                Some(0) if register.is_some() => values.extend(register),
                Some(number) => {
                    let shared = shared(number).ok_or_else(|| site.error("reads a result"))?;
                    values.push(site.arg(shared)?);
                }
                None => values.push(literal(site, word)?),
            }
            position += 1;
        }
        if modifiers.is_incomplete() {
            return Err(site.error("has operands that hipvk does not know"));
        }
        Ok(Self { values, modifiers, register })
    }

    fn get(&self, site: &Site<'_, '_>, index: usize) -> Result<Value, CompileError> {
        self.values.get(index).copied().ok_or_else(|| site.error("has too few operands"))
    }

    /// The operand as a value of `ty`: registers have no types.
    fn typed(&self, site: &mut Site<'_, '_>, index: usize, ty: Type) -> Result<Value, CompileError> {
        let value = self.get(site, index)?;
        let from = site.cur.ty(value);
        if from == ty {
            return Ok(value);
        }
        if site.cur.ctx.types.value_bits(from) != site.cur.ctx.types.value_bits(ty) {
            return Err(site.error("has an operand of another size"));
        }
        Ok(site.cur.bitcast(value, ty))
    }
}

/// Cache modifiers change no value, only how long one may be remembered; the accesses are volatile here.
fn is_cache_modifier(word: &str) -> bool {
    matches!(word, "off" | "glc" | "slc" | "dlc" | "sc0" | "sc1" | "nt" | "offset:0")
}

/// An inline constant: an integer, or a float written with a point.
fn literal(site: &mut Site<'_, '_>, word: &str) -> Result<Value, CompileError> {
    let hexadecimal = word.strip_prefix("0x").and_then(|digits| u32::from_str_radix(digits, 16).ok());
    let integer = hexadecimal.or_else(|| word.parse::<i64>().ok().map(|n| n as u32));
    if let Some(bits) = integer {
        return Ok(site.cur.ctx.i32(bits));
    }
    let number = word.parse::<f32>().map_err(|_| site.error("has operands that hipvk does not know"))?;
    Ok(site.cur.ctx.i32(number.to_bits()))
}

fn compute(site: &mut Site<'_, '_>, operation: Operation, operands: &Operands) -> Expanded {
    use Operation as O;
    let result = match operation {
        O::Load(bits, signed) => return load(site, operands, bits, signed).map(Some),
        O::WideFma => return wide_fma(site, operands).map(Some),
        O::DotOfHalves => {
            let pair = site.cur.ctx.types.vector(Type::HALF, 2);
            let (a, b) = (operands.typed(site, 0, pair)?, operands.typed(site, 1, pair)?);
            let c = operands.typed(site, 2, Type::FLOAT)?;
            packed::dot_of_halves(site.cur, a, b, c)
        }
        O::Store(bits) => return store(site, operands, bits).map(|()| None),
        O::Move => operands.get(site, 0)?,
        O::Binary(op, ty) => {
            let (a, b) = (operands.typed(site, 0, ty)?, operands.typed(site, 1, ty)?);
            site.cur.binary(op, a, b)
        }
        O::Reversed(op, ty) => {
            let (amount, value) = (operands.typed(site, 0, ty)?, operands.typed(site, 1, ty)?);
            shift(site, op, value, amount)
        }
        O::Pair(id, ty) => {
            let (a, b) = (operands.typed(site, 0, ty)?, operands.typed(site, 1, ty)?);
            site.cur.pair(id, a, b)
        }
        O::Unary(id, ty) => {
            let a = operands.typed(site, 0, ty)?;
            site.cur.unary(id, a)
        }
        O::Fma(ty) => {
            let (a, b) = (operands.typed(site, 0, ty)?, operands.typed(site, 1, ty)?);
            let c = operands.typed(site, 2, ty)?;
            site.cur.fma(a, b, c)
        }
        O::Builtin(expand) => {
            let args = [0, 1, 2].map(|i| operands.typed(site, i, Type::I32));
            let args = args.into_iter().collect::<Result<Vec<_>, _>>()?;
            let Site { name, flags, .. } = *site;
            let mut builtin = Site { cur: site.cur, name, args: &args, ty: Type::I32, flags, globals: site.globals };
            match expand(&mut builtin)? {
                Some(value) => value,
                None => return Ok(None),
            }
        }
        O::Combined(first, second) => {
            let (a, b) = (operands.typed(site, 0, Type::I32)?, operands.typed(site, 1, Type::I32)?);
            let c = operands.typed(site, 2, Type::I32)?;
            let inner = if first == B::Shl { shift(site, first, a, b) } else { site.cur.binary(first, a, b) };
            site.cur.binary(second, inner, c)
        }
    };
    as_result(site, result).map(Some)
}

/// The sum, and the ballot of the lanes in which it wraps; nobody asks for that one, and then it goes.
fn wide_fma(site: &mut Site<'_, '_>, operands: &Operands) -> Result<Value, CompileError> {
    let (a, b) = (operands.typed(site, 0, Type::I32)?, operands.typed(site, 1, Type::I32)?);
    let c = operands.typed(site, 2, Type::I64)?;
    let fields = match site.cur.ctx.types.kind(site.ty) {
        TypeKind::Struct { fields, .. } if fields.len() == 2 && fields[0] == Type::I64 => fields.clone(),
        _ => return Err(site.error("has a result of another size")),
    };
    let (a, b) = (site.cur.resize_unsigned(a, Type::I64), site.cur.resize_unsigned(b, Type::I64));
    let product = site.cur.mul(a, b);
    let sum = site.cur.add(product, c);
    let wraps = site.cur.icmp(IntPredicate::Ult, sum, product);
    let mask = site.cur.intrinsic(Intrinsic::Ballot, vec![wraps], Type::I64);
    let mask = site.cur.resize_unsigned(mask, fields[1]);
    let mut pair = site.cur.ctx.undef(site.ty);
    for (i, value) in [sum, mask].into_iter().enumerate() {
        pair = site.cur.inst(Op::InsertValue { aggregate: pair, value, indices: vec![i as u32] }, site.ty);
    }
    Ok(pair)
}

/// The hardware counts shifts modulo 32.
fn shift(site: &mut Site<'_, '_>, op: BinaryOp, value: Value, amount: Value) -> Value {
    let amount = site.cur.binary_const(B::And, amount, 31);
    site.cur.binary(op, value, amount)
}

/// A register's value as the type that the statement declares.
fn as_result(site: &mut Site<'_, '_>, value: Value) -> Result<Value, CompileError> {
    let from = site.cur.ty(value);
    if from == site.ty {
        return Ok(value);
    }
    let types = &site.cur.ctx.types;
    let (has, wants) = (types.value_bits(from), types.value_bits(site.ty));
    if has == wants {
        return Ok(site.cur.bitcast(value, site.ty));
    }
    match types.int_bits(site.ty) {
        // The low part of a register.
        Some(_) if types.int_bits(from).is_some() => Ok(site.cur.resize_unsigned(value, site.ty)),
        _ => Err(site.error("has a result of another size")),
    }
}

fn load(site: &mut Site<'_, '_>, operands: &Operands, bits: u32, signed: bool) -> Result<Value, CompileError> {
    let ptr = operands.get(site, 0)?;
    let ty = site.cur.ctx.types.int(bits);
    let loaded = site.cur.inst(Op::Load { ptr, align: bits / 8, volatile: true, atomic: None }, ty);
    let register = match bits {
        8 | 16 => site.cur.cast(if signed { CastOp::SExt } else { CastOp::ZExt }, loaded, Type::I32),
        _ => loaded,
    };
    as_result(site, register)
}

fn store(site: &mut Site<'_, '_>, operands: &Operands, bits: u32) -> Result<(), CompileError> {
    let (ptr, value) = (operands.get(site, 0)?, operands.get(site, 1)?);
    let from = site.cur.ty(value);
    let has = site.cur.ctx.types.value_bits(from);
    let register = site.cur.ctx.types.int(has);
    let mut value = if from == register { value } else { site.cur.bitcast(value, register) };
    if has != bits {
        let ty = site.cur.ctx.types.int(bits);
        value = site.cur.resize_unsigned(value, ty);
    }
    site.cur.inst(Op::Store { value, ptr, align: bits / 8, volatile: true, atomic: None }, Type::VOID);
    Ok(())
}
