//! Makes one record of each printf.
//!
//! clang lowers printf (`-mprintf-kind=hostcall`), and AMD's headers write some messages by hand, as a chain of OCKL calls, each of
//! which takes the one before it:
//!
//!   %a = __ockl_printf_begin(0)      %b = __ockl_printf_append_string_n(%a, format, bytes, 0)
//!   %c = __ockl_printf_append_args(%b, 2, x, y, 0, 0, 0, 0, 0, 0)      %r = __ockl_printf_append_string_n(%c, text, bytes, 1)
//!
//! The last call becomes the whole message: room in the log, and the pieces in it. Its result, the number of characters, is
//! computed by the device library where somebody looks at it; -1 says that there was no room. Where clang has made one last call of
//! several messages', their pieces meet there, too (`chains.rs`).
//!
//!   record   0: size*4+1   4: kind 5   8: pieces*2 + to stderr   12: a bit per piece, set for text   ...: pieces
//!   piece    8 bytes; for text: its length with the zero, then the bytes, filled up to 8
//!
//! Against the log's limit counts what AMD's own record would take: a hash in place of the mask and the format.
//! Text that is a constant of the program is given by its address, like any pointer: the host reads it there. Runs before
//! inlining, as it adds calls of the device library. Read by `runtime/src/hip/device_log/record.rs`.

mod chains;

use self::chains::{Chains, Message, Piece, STEPS, Step, Ways, step_at};
use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::cursor::Cursor;
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Function;
use crate::ir::instruction::{Callee, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, FuncId, Global, GlobalId, Module};
use crate::ir::types::Type;
use crate::passes::util::rewrite::{Rewrite, locate, rewrite_function, take_function};

const PASS: &str = "device/printf";
const KIND: u32 = 5;
/// No log is larger, so no record is.
const LARGEST: u64 = 1 << 30;

/// The device library's functions.
#[derive(Clone, Copy)]
struct Library {
    alloc: FuncId,
    length: FuncId,
}

/// See the module's description.
///
/// # Errors
/// A chain that is longer on some paths than on others in a way that nobody can count, as in a loop.
pub fn run(module: &mut Module) -> Result<(), CompileError> {
    let step = |f: &Function| STEPS.iter().find(|(name, _)| *name == f.name).map(|(_, step)| *step);
    let steps: HashMap<FuncId, Step> = module.functions.iter().filter_map(|(id, f)| Some((id, step(f)?))).collect();
    let body = |name: &str| module.function_named(name).filter(|&id| !module.functions[id].is_declaration());
    let (Some(alloc), Some(length), false) =
        (body("__hip_vk_record_alloc"), body("__hip_vk_printf_length"), steps.is_empty())
    else {
        return Ok(());
    };
    let library = Library { alloc, length };
    for id in module.functions.keys().filter(|&f| !module.functions[f].is_declaration()).collect::<Vec<_>>() {
        let mut func = take_function(module, id);
        let result = in_function(&mut module.ctx, &module.globals, &mut func, &steps, library);
        module.functions[id] = func;
        result.map_err(|(error, inst)| locate(module, id, inst, error))?;
    }
    Ok(())
}

fn in_function(
    ctx: &mut Context,
    globals: &PrimaryMap<GlobalId, Global>,
    func: &mut Function,
    steps: &HashMap<FuncId, Step>,
    library: Library,
) -> Result<(), (CompileError, Inst)> {
    let mut used = HashSet::default();
    let mut last_calls = Vec::new();
    for (_, inst) in func.linked_insts() {
        func.op(inst).for_each_operand(|v| {
            used.insert(v);
        });
        if let Some((Step::Text | Step::Arguments, args)) = step_at(func, inst, steps)
            && args.last().and_then(|&last| ctx.as_int(last)) != Some(0)
        {
            last_calls.push(inst);
        }
    }
    let mut chains = Chains::new(ctx, globals, func, steps);
    let mut messages = HashMap::default();
    for inst in last_calls {
        messages.insert(inst, chains.ways(inst).map_err(|e| (e, inst))?);
    }
    let joins = chains.into_joins();
    rewrite_function(ctx, func, |cur, inst| {
        if let Some(ways) = messages.get(&inst) {
            let wanted = used.contains(&Value::Inst(inst));
            let result = write_one_of(cur, ways, wanted.then_some(library.length), library.alloc);
            return Ok(result.map_or(Rewrite::Drop, Rewrite::Replace));
        }
        let gone = joins.contains_key(&inst) || step_at(cur.func, inst, steps).is_some();
        Ok(if gone { Rewrite::Drop } else { Rewrite::Keep })
    })
    .map(|_| ())
}

/// Writes the message that the way here has put together. The result, if `length` computes one: i64.
fn write_one_of(cur: &mut Cursor<'_>, ways: &Ways, length: Option<FuncId>, alloc: FuncId) -> Option<Value> {
    let (Some(way), Some((last, others))) = (ways.way, ways.messages.split_last()) else {
        return write(cur, &ways.messages[0], length, alloc);
    };
    let after = cur.split();
    let mut results = Vec::new();
    let mut write_here = |cur: &mut Cursor<'_>, message| {
        let result = write(cur, message, length, alloc);
        results.extend(result.map(|result| (result, cur.block)));
        cur.br(after);
    };
    for (number, message) in others.iter().enumerate() {
        let number = cur.ctx.i32(number as u32);
        let this = cur.icmp(IntPredicate::Eq, way, number);
        let (other, chosen) = (cur.new_block(), cur.new_block());
        cur.cond_br(this, chosen, other);
        cur.goto_end(chosen);
        write_here(cur, message);
        cur.goto_end(other);
    }
    write_here(cur, last);
    cur.goto_start(after);
    let result = length.map(|_| cur.phi(results, Type::I64));
    cur.goto_end(after);
    result
}

/// Writes the message at the cursor. The result, if `length` computes one: i64.
fn write(cur: &mut Cursor<'_>, message: &Message, length: Option<FuncId>, alloc: FuncId) -> Option<Value> {
    let masks = masks(&message.pieces);
    let fixed = 12 + 8 * (masks.len() + message.pieces.len()) as u64;
    let mut size = cur.ctx.i64(fixed);
    for piece in &message.pieces {
        if let Piece::Text(_, bytes) = *piece {
            let filled = filled_up(cur, bytes);
            size = cur.add(size, filled);
        }
    }
    let most = cur.ctx.i64(LARGEST + 4);
    let size = cur.intrinsic(Intrinsic::UMin, vec![size, most], Type::I64);
    let size = cur.resize_unsigned(size, Type::I32);
    let call = |func, args| Op::Call { callee: Callee::Func(func), args, flags: Flags::empty() };
    let overhead = cur.ctx.i32(8 + 8 * masks.len() as u32);
    let counted = cur.sub(size, overhead);
    let record = cur.inst(call(alloc, vec![size, counted]), Type::PTR_GLOBAL);
    let null = cur.ctx.zero(Type::PTR_GLOBAL);
    let full = cur.icmp(IntPredicate::Eq, record, null);
    let after = cur.split();
    let before = cur.block;
    let fill = cur.new_block();
    cur.cond_br(full, after, fill);
    cur.goto_end(fill);
    fill_record(cur, message, &masks, record, size);
    let result = length.map(|length| {
        let count = cur.inst(call(length, vec![record]), Type::I32);
        cur.resize_signed(count, Type::I64)
    });
    let filled = cur.block;
    cur.br(after);
    cur.goto_start(after);
    let none = cur.ctx.i64(u64::MAX);
    let result = result.map(|count| cur.phi(vec![(none, before), (count, filled)], Type::I64));
    cur.goto_end(after);
    result
}

/// A bit per piece: text with its bytes in the record.
fn masks(pieces: &[Piece]) -> Vec<u64> {
    let mut masks = vec![0; pieces.len().div_ceil(64)];
    for (i, _) in pieces.iter().enumerate().filter(|(_, piece)| matches!(piece, Piece::Text(..))) {
        masks[i / 64] |= 1u64 << (i % 64);
    }
    masks
}

fn filled_up(cur: &mut Cursor<'_>, bytes: Value) -> Value {
    let seven = cur.ctx.i64(7);
    let more = cur.add(bytes, seven);
    let mask = cur.ctx.i64(!7);
    cur.and(more, mask)
}

fn fill_record(cur: &mut Cursor<'_>, message: &Message, masks: &[u64], record: Value, size: Value) {
    let two = cur.ctx.i32(2);
    let words = cur.shl(size, two);
    let ours = cur.ctx.i32(1);
    let control = cur.or(words, ours);
    let kind = cur.ctx.i32(KIND);
    let count = cur.ctx.i32((message.pieces.len() as u32) << 1 | u32::from(message.to_stderr));
    for (offset, value) in [(0, control), (4, kind), (8, count)] {
        let place = at(cur, record, offset);
        cur.store(value, place, 4);
    }
    for (i, &mask) in masks.iter().enumerate() {
        let place = at(cur, record, 12 + 8 * i as u64);
        let mask = cur.ctx.i64(mask);
        cur.store(mask, place, 8);
    }
    let mut place = at(cur, record, 12 + 8 * masks.len() as u64);
    for piece in &message.pieces {
        let word = match *piece {
            Piece::Word(word) => word,
            Piece::Constant(ptr) => cur.cast(CastOp::PtrToInt, ptr, Type::I64),
            Piece::Text(_, bytes) => bytes,
        };
        cur.store(word, place, 8);
        place = at(cur, place, 8);
        if let Piece::Text(text, bytes) = *piece {
            let args = vec![place, text, bytes, cur.ctx.bool(false), cur.ctx.i32(8), cur.ctx.i32(1)];
            cur.intrinsic(Intrinsic::MemCpy, args, Type::VOID);
            let filled = filled_up(cur, bytes);
            place = cur.byte_offset(place, filled);
        }
    }
}

fn at(cur: &mut Cursor<'_>, base: Value, offset: u64) -> Value {
    let offset = cur.ctx.i64(offset);
    cur.byte_offset(base, offset)
}
