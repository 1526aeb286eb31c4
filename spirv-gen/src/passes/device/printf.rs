//! Makes one record of each printf.
//!
//! clang lowers printf (`-mprintf-kind=hostcall`), and AMD's headers write some messages by hand, as a chain of OCKL calls, each of
//! which takes the one before it:
//!
//!   %a = __ockl_printf_begin(0)      %b = __ockl_printf_append_string_n(%a, format, bytes, 0)
//!   %c = __ockl_printf_append_args(%b, 2, x, y, 0, 0, 0, 0, 0, 0)      %r = __ockl_printf_append_string_n(%c, text, bytes, 1)
//!
//! The last call becomes the whole message: room in the log, and the pieces in it. Its result, the number of characters, is
//! computed by the device library where somebody looks at it; -1 says that there was no room.
//!
//!   record   0: size*4+1   4: kind 5   8: pieces*2 + to stderr   12: a bit per piece, set for text   ...: pieces
//!   piece    8 bytes; for text: its length with the zero, then the bytes, filled up to 8
//!
//! Against the log's limit counts what AMD's own record would take: a hash in place of the mask and the format.
//! Text that is a constant of the program is given by its address, like any pointer: the host reads it there. Runs before
//! inlining, as it adds calls of the device library. Read by `runtime/src/hip/device_log/record.rs`.

use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::constant::ConstData;
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

/// What a function of OCKL does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    Begin { to_stderr: bool },
    Text,
    Arguments,
}

const STEPS: &[(&str, Step)] = &[
    ("__ockl_printf_begin", Step::Begin { to_stderr: false }),
    ("__ockl_fprintf_stdout_begin", Step::Begin { to_stderr: false }),
    ("__ockl_fprintf_stderr_begin", Step::Begin { to_stderr: true }),
    ("__ockl_printf_append_string_n", Step::Text),
    ("__ockl_fprintf_append_string_n", Step::Text),
    ("__ockl_printf_append_args", Step::Arguments),
    ("__ockl_fprintf_append_args", Step::Arguments),
];

/// A piece of a message.
#[derive(Clone, Copy, Debug)]
enum Piece {
    /// 64 bits.
    Word(Value),
    /// A pointer to a constant.
    Constant(Value),
    /// A pointer and a number of bytes.
    Text(Value, Value),
}

#[derive(Debug, Default)]
struct Message {
    to_stderr: bool,
    pieces: Vec<Piece>,
}

/// The device library's functions.
#[derive(Clone, Copy)]
struct Library {
    alloc: FuncId,
    length: FuncId,
}

/// See the module's description.
///
/// # Errors
/// A chain whose calls do not follow one another on one path.
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
    let mut messages = HashMap::default();
    let mut used = HashSet::default();
    for (_, inst) in func.linked_insts() {
        func.op(inst).for_each_operand(|v| {
            used.insert(v);
        });
        if let Some((Step::Text | Step::Arguments, args)) = step_at(func, inst, steps)
            && args.last().and_then(|&last| ctx.as_int(last)) != Some(0)
        {
            messages.insert(inst, message(ctx, globals, func, inst, steps).map_err(|e| (e, inst))?);
        }
    }
    rewrite_function(ctx, func, |cur, inst| {
        if let Some(message) = messages.get(&inst) {
            let wanted = used.contains(&Value::Inst(inst));
            let result = write(cur, message, wanted.then_some(library.length), library.alloc);
            return Ok(result.map_or(Rewrite::Drop, Rewrite::Replace));
        }
        Ok(if step_at(cur.func, inst, steps).is_some() { Rewrite::Drop } else { Rewrite::Keep })
    })
    .map(|_| ())
}

fn step_at<'f>(func: &'f Function, inst: Inst, steps: &HashMap<FuncId, Step>) -> Option<(Step, &'f [Value])> {
    let Op::Call { callee: Callee::Func(callee), args, .. } = func.op(inst) else { return None };
    Some((*steps.get(callee)?, args))
}

/// The message whose last call is `last`.
fn message(
    ctx: &Context,
    globals: &PrimaryMap<GlobalId, Global>,
    func: &Function,
    last: Inst,
    steps: &HashMap<FuncId, Step>,
) -> Result<Message, CompileError> {
    let broken = || CompileError::unsupported(PASS, "a message put together on several paths");
    let mut message = Message::default();
    let mut at = last;
    loop {
        let (step, args) = step_at(func, at, steps).ok_or_else(broken)?;
        match (step, args) {
            (Step::Begin { to_stderr }, _) => {
                message.to_stderr = to_stderr;
                message.pieces.reverse();
                return Ok(message);
            }
            (Step::Text, &[_, text, bytes, _]) => {
                let constant = is_constant(ctx, globals, func, text, 8);
                message.pieces.push(if constant { Piece::Constant(text) } else { Piece::Text(text, bytes) });
            }
            (Step::Arguments, [_, count, words @ .., _]) => {
                let count = ctx.as_int(*count).ok_or_else(broken)? as usize;
                message.pieces.extend(words.iter().take(count).rev().map(|&word| Piece::Word(word)));
            }
            _ => return Err(broken()),
        }
        let Some(&Value::Inst(before)) = args.first() else { return Err(broken()) };
        at = before;
    }
}

/// Whether `value` can only point to constants of the program (or be null): looks through `depth` instructions.
fn is_constant(
    ctx: &Context,
    globals: &PrimaryMap<GlobalId, Global>,
    func: &Function,
    value: Value,
    depth: u32,
) -> bool {
    let again = |v: Value| depth > 0 && is_constant(ctx, globals, func, v, depth - 1);
    match value {
        Value::Const(id) => match ctx.consts.data(id) {
            // What the host may write (`__constant__`) may change before the host reads it.
            ConstData::GlobalAddr { global, .. } => {
                globals[*global].constant && !globals[*global].externally_initialized
            }
            ConstData::Zero(_) => true,
            _ => false,
        },
        Value::Inst(inst) => match func.op(inst) {
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => again(*value),
            Op::Select { then_, else_, .. } => again(*then_) && again(*else_),
            _ => false,
        },
        Value::Param(_) => false,
    }
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
