//! The words of neighbouring lanes are loaded as what they are together, on a CPU whose driver makes a scalar load of a load from one address
//! (`Target::scalar_loads`): a vector of addresses is a gather, which costs by the lane, and eight scalar loads side by side are one vector's to LLVM.
//!
//! ```text
//! before  %x = load float, %p + 4 * lane
//! after   %a = load float, %p;  %b = load float, %p + 4;  ...   %x = lane == 0 ? %a : lane == 1 ? %b : ...
//! before  store float %a, %p + 4 * lane;  store float %b, %p + 4 * (lane + lanes)
//! after   store i64 %c, %p + 8 * lane                           %c of the first half of the lanes: %a's words 2 * lane and 2 * lane + 1
//! ```
//! There is no scalar store, so stores of two rows become one of 64 bits. Only in kernels whose subgroups run a warp each in straight code
//! (`warp/fission/streaming`), where all lanes come: no byte is touched that was not touched before.
//! Called by the device list, behind `optimize/cse`; `optimize/dce` sweeps up behind it.

use crate::analysis::cfg::Cfg;
use crate::analysis::divergence::Divergence;
use crate::analysis::sums::{Sum, Sums};
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::cursor::Cursor;
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{BinaryOp, CastOp, Flags, Inst, IntPredicate, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, Module};
use crate::ir::types::Type;
use crate::passes::DeviceContext;
use crate::passes::util::build::{Build, bits_of, concat_bits};

/// Bytes of a word.
const WORD: u32 = 4;
/// What the driver is told of two words' address (`pairs`).
const PAIR_ALIGNMENT: u32 = 8;

/// What becomes of an access.
#[derive(Clone, Copy, Debug)]
enum Becomes {
    /// Loads of each lane's word.
    Loads,
    /// Nothing: it is part of a later store.
    Nothing,
    /// A store of this one's value too, which is of the lower addresses.
    Both(Inst),
}

/// See the file's description.
///
/// # Errors
/// None.
pub fn run(module: &mut Module, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if !device.target.cpu || !device.target.scalar_loads {
        return Ok(());
    }
    let Module { ctx, functions, .. } = module;
    for func in functions.values_mut().filter(|f| !f.is_declaration()) {
        let Some(fission) = func.attrs.fission.filter(|f| f.by_rows) else { continue };
        let Some(lane) = lane_id(func) else { continue };
        let divergence = Divergence::of_subgroups(ctx, func, &Cfg::new(func));
        let found = find(ctx, func, &divergence, (lane, fission.lanes));
        if !found.is_empty() {
            rewrite(ctx, func, (&divergence, &found), (lane, fission.lanes));
        }
    }
    Ok(())
}

/// The lane's number, of which there is one behind `cse`.
fn lane_id(func: &Function) -> Option<Value> {
    let is_lane = |&(_, i): &(Block, Inst)| matches!(func.op(i), Op::Intrinsic { id: Intrinsic::LaneId, .. });
    func.linked_insts().find(is_lane).map(|(_, i)| Value::Inst(i))
}

/// The accesses that become something else.
fn find(
    ctx: &Context,
    func: &Function,
    divergence: &Divergence,
    (lane, lanes): (Value, u32),
) -> HashMap<Inst, Becomes> {
    let (mut sums, mut firsts) = (Sums::new(ctx, func), Sums::of_first(ctx, func, lane));
    let mut found = HashMap::default();
    let is_word = |ty| matches!(ty, Type::I32 | Type::FLOAT);
    let row = u64::from(WORD * lanes);
    for &block in func.layout.iter().filter(|&&b| !divergence.block(b)) {
        // The last access, if it is a row's store.
        let mut before: Option<(Sum, Inst)> = None;
        for &inst in &func.blocks[block].insts {
            let (ptr, ty, stores) = match *func.op(inst) {
                Op::Load { ptr, volatile: false, atomic: None, .. } => (ptr, func.insts[inst].ty, false),
                Op::Store { ptr, value, volatile: false, atomic: None, .. } => (ptr, ctx.type_of(func, value), true),
                ref op if !op.has_side_effects() => continue,
                _ => {
                    before = None;
                    continue;
                }
            };
            let last = before.take();
            let same = |v| !divergence.value(v);
            let fits = is_word(ty) && ctx.type_of(func, ptr) == Type::I64;
            if !fits || sums.step(ptr, (lane, lanes.into()), &same) != Some(WORD.into()) {
                continue;
            }
            if !stores {
                found.insert(inst, Becomes::Loads);
                continue;
            }
            let at = firsts.of(ptr);
            match last.filter(|(below, _)| below.behind(row) == at) {
                Some((_, first)) => found.extend([(first, Becomes::Nothing), (inst, Becomes::Both(first))]),
                None => before = Some((at, inst)),
            }
        }
    }
    found
}

fn rewrite(
    ctx: &mut Context,
    func: &mut Function,
    (divergence, found): (&Divergence, &HashMap<Inst, Becomes>),
    (lane, lanes): (Value, u32),
) {
    let mut loaded = HashMap::default();
    for block in func.layout.clone() {
        let mut firsts = Firsts { divergence, lane, known: HashMap::default() };
        let mut at = 0;
        while let Some(&inst) = func.blocks[block].insts.get(at) {
            let Some(&becomes) = found.get(&inst) else {
                at += 1;
                continue;
            };
            let op = func.op(inst).clone();
            let low = if let Becomes::Both(first) = becomes { Some(func.op(first).clone()) } else { None };
            let ty = func.insts[inst].ty;
            func.blocks[block].insts.remove(at);
            let mut cursor = Cursor::before(ctx, func, block, at);
            match (op, low) {
                (Op::Load { ptr, align, .. }, _) => {
                    let start = firsts.of(&mut cursor, ptr);
                    let row = load_row(&mut cursor, (start, align), ty, (lane, lanes));
                    loaded.insert(Value::Inst(inst), row);
                }
                (Op::Store { value: high, .. }, Some(Op::Store { ptr, value: low, .. })) => {
                    let start = firsts.of(&mut cursor, ptr);
                    store_rows(&mut cursor, start, [low, high], (lane, lanes));
                }
                _ => {}
            }
            at = cursor.index;
        }
    }
    func.replace_uses(&loaded);
}

/// The words from `start` on, one a lane.
fn load_row(cursor: &mut Cursor<'_>, (start, align): (Value, u32), ty: Type, (lane, lanes): (Value, u32)) -> Value {
    let words: Vec<Value> = (0..lanes)
        .map(|nth| {
            let at = cursor.fold_const(BinaryOp::Add, start, (nth * WORD).into());
            cursor.load(ty, at, align)
        })
        .collect();
    let mut row = words[0];
    for (nth, &word) in words.iter().enumerate().skip(1) {
        let own = cursor.compare_const(IntPredicate::Eq, lane, nth as u128);
        row = cursor.select(own, word, row);
    }
    row
}

/// Stores two rows from `start` on, two words a lane.
fn store_rows(cursor: &mut Cursor<'_>, start: Value, rows: [Value; 2], (lane, lanes): (Value, u32)) {
    let twice = cursor.fold_const(BinaryOp::Shl, lane, 1);
    let first = cursor.fold_const(BinaryOp::And, twice, (lanes - 1).into());
    let second = cursor.fold_const(BinaryOp::Or, first, 1);
    let low = cursor.compare_const(IntPredicate::Ult, lane, (lanes / 2).into());
    let rows = rows.map(|row| bits_of(cursor, row));
    let words = [first, second].map(|from| {
        let [a, b] = rows.map(|row| cursor.intrinsic(Intrinsic::Shuffle, vec![row, from], Type::I32));
        cursor.select(low, a, b)
    });
    let both = concat_bits(cursor, &words, Type::I64);
    let offset = cursor.fold_const(BinaryOp::Mul, lane, (2 * WORD).into());
    let offset = cursor.to_unsigned(offset, Type::I64);
    let at = cursor.add(start, offset);
    cursor.store(both, at, PAIR_ALIGNMENT);
}

/// What values are in the first lane, computed from what is the same for all.
struct Firsts<'a> {
    divergence: &'a Divergence,
    lane: Value,
    /// In this block.
    known: HashMap<Value, Value>,
}

impl Firsts<'_> {
    /// Of `value`, which is a sum of the lane's number and what is the same for all.
    fn of(&mut self, cursor: &mut Cursor<'_>, value: Value) -> Value {
        let Value::Inst(inst) = value else { return value };
        if let Some(&known) = self.known.get(&value) {
            return known;
        }
        let ty = cursor.func.insts[inst].ty;
        let first = match *cursor.func.op(inst) {
            _ if value == self.lane => cursor.ctx.i32(0),
            _ if !self.divergence.value(value) => return value,
            Op::Binary { op, lhs, rhs, .. } => {
                let [lhs, rhs] = [lhs, rhs].map(|v| self.of(cursor, v));
                cursor.fold(op, Flags::empty(), lhs, rhs)
            }
            Op::Cast { op: CastOp::SExt, value, .. } => {
                let value = self.of(cursor, value);
                cursor.to_signed(value, ty)
            }
            Op::Cast { value, .. } => {
                let value = self.of(cursor, value);
                cursor.to_unsigned(value, ty)
            }
            _ => value,
        };
        self.known.insert(value, first);
        first
    }
}

#[cfg(test)]
mod tests {
    use crate::interp::{Launch, Machine};
    use crate::ir::module::Module;
    use crate::ir::print::print_module;
    use crate::passes::warp::fission::lowered::{lowered, streaming_kernel};
    use crate::target::Target;

    /// A kernel in blocks of `threads`, as lavapipe gets it since it has scalar registers.
    fn kernel(index: &str, guard: &str, threads: u32) -> Module {
        let target = Target { scalar_loads: true, ..Target::lavapipe() };
        lowered(&streaming_kernel(index, guard, threads), threads, &target).unwrap_or_else(|e| panic!("{e}"))
    }

    /// How many loads and stores of words and of two words there are, and shuffles.
    fn accesses(index: &str, guard: &str) -> [usize; 5] {
        let text = print_module(&kernel(index, guard, 64));
        let counted = ["load i32, i64", "load i64, i64", "store i32 ", "store i64 ", "@hip.shuffle("];
        counted.map(|what| text.matches(what).count())
    }

    #[test]
    fn rows_of_neighbouring_words_are_scalar_loads_and_stores_of_two_words() {
        // Four rows of eight words, two stores of two rows; and a row as it is for other blocks.
        let all = [4 * 8 + 1, 0, 1, 2, 2 * 4];
        assert_eq!(accesses("  %i = add i32 %g, 0", "icmp ult i32 %g, %n"), all);
        assert_eq!(accesses("  %i = add i32 %g, -1", "icmp ult i32 %g, %n"), all, "if it does not wrap");
        assert_eq!(accesses("  %m = mul i32 %n, %block\n  %i = add i32 %g, %m", "icmp slt i32 %g, %n"), all);
        assert_eq!(accesses("  %i = add i32 %g, 0", "icmp eq i32 0, 0"), [4 * 8, 0, 0, 2, 2 * 4], "without a bound");
    }

    #[test]
    fn words_that_lie_apart_are_loaded_by_each_lane() {
        for index in ["mul i32 %g, 2", "sub i32 %n, %g", "xor i32 %g, %n"] {
            assert_eq!(accesses(&format!("  %i = {index}"), "icmp ult i32 %g, %n"), [1, 0, 1, 0, 0], "{index}");
        }
        // It may wrap between lanes, for all that is known.
        let unbounded = accesses("  %i = add i32 %g, %n", "icmp eq i32 0, 0");
        assert_eq!((unbounded[0], unbounded[4]), (4, 0));
    }

    #[test]
    fn each_warp_has_a_subgroup_and_every_thread_is_run_once() {
        const BLOCKS: u32 = 3;
        for (threads, n) in [(32, 96), (64, 192), (64, 100), (96, 287), (256, 513), (256, 0)] {
            let module = kernel("  %i = add i32 %g, 0", "icmp ult i32 %g, %n", threads);
            let id = module.function_named("k").unwrap();
            let fission = module.functions[id].attrs.fission.unwrap();
            assert_eq!((fission.invocations, fission.lanes, fission.by_rows), (threads / 4, 8, true));
            let mut machine = Machine::new(&module).unwrap();
            let bytes = u64::from(threads * BLOCKS * 4);
            let [from, to] = [(); 2].map(|()| machine.device.allocate(bytes));
            for (nth, word) in machine.device.bytes(from, bytes).unwrap().as_chunks_mut::<4>().0.iter_mut().enumerate()
            {
                word.copy_from_slice(&(nth as u32 * 7).to_le_bytes());
            }
            machine.device.bytes(to, bytes).unwrap().fill(0);
            let args = [&from.to_le_bytes()[..], &to.to_le_bytes(), &u32::to_le_bytes(n)].concat();
            machine.launch(id, &Launch { args, ..Launch::new([BLOCKS, 1, 1], [threads, 1, 1]) }).unwrap();
            for (nth, word) in machine.device.bytes(to, bytes).unwrap().as_chunks().0.iter().enumerate() {
                let expected = if (nth as u32) < n { nth as u32 * 7 + 1 } else { 0 };
                assert_eq!(u32::from_le_bytes(*word), expected, "{nth} of {n}, blocks of {threads}");
            }
        }
    }
}
