//! The programs: what they consist of, and their HIP source. Made by `generate`, given a meaning by `simulate`.
//!
//! A program has *words*, which every lane always gives a value, and *holders*, variables of several types that lanes may leave
//! uninitialised. A holder's value becomes a word only under a *guard*, a bit for each thread and place that the host computes: it
//! says whether the thread's holder has a value there each time the thread comes by.

use std::fmt::Write;

/// Words of a program, written out at its end.
pub const WORDS: usize = 6;
/// A holder of each type of [`TYPES`].
pub const HOLDERS: usize = TYPES.len();
pub const TYPES: [&str; 6] = ["unsigned", "int", "float", "unsigned long long", "double", "Two"];
/// Bits of a thread's guards.
pub const GUARDS: usize = 32;
/// Counters of a warp.
pub const COUNTERS: usize = 16;
/// Inputs of a thread.
pub const INPUTS: usize = 4;
pub const WARP: usize = 32;

/// A number that every lane has.
#[derive(Clone, Debug)]
pub enum Number {
    Constant(u32),
    Lane,
    Input(usize),
    Word(usize),
    /// How often the loop at this depth has gone round.
    Round(usize),
    Binary(Operation, Box<Number>, Box<Number>),
    /// The lowest, or the highest, active lane.
    First,
    Last,
    /// How many active lanes there are below this one, or in all.
    Below,
    Active,
}

#[derive(Clone, Copy, Debug)]
pub enum Operation {
    Add,
    Sub,
    Mul,
    And,
    Or,
    Xor,
    Less,
    Equal,
    Remainder,
}

/// How values go from lane to lane. Numbers are cut to what the form takes.
#[derive(Clone, Debug)]
pub enum Move {
    Shfl(Number, usize),
    ShflXor(u32, usize),
    ShflUp(u32, usize),
    ShflDown(u32, usize),
    ShflSync(Number),
    TileShfl(Number, usize),
    TileXor(u32, usize),
    /// The active lane of this rank, modulo their number.
    Ranked(Number),
    Wrapped(Number),
    Bpermute(Number),
    ReadFirst,
    ReadLane(u32),
    Swizzle(u32),
    /// The lane of this number in each group of four.
    Quad(u32),
}

/// What all guarded lanes make of their holders together.
#[derive(Clone, Copy, Debug)]
pub enum Gather {
    MatchAny,
    ReduceAdd,
    PartitionReduce,
    PartitionScan,
}

/// A vote on a bit of a holder, of the guarded lanes.
#[derive(Clone, Copy, Debug)]
pub enum Vote {
    Ballot,
    BallotSync,
    BallotBuiltin,
    Any,
}

#[derive(Clone, Debug)]
pub enum Step {
    SetWord(usize, Number),
    /// A number, to which the holder of the third place's value is added if there is one.
    SetHolder(usize, Number, Option<usize>),
    /// The thread's own counter is read and raised: no two lanes have one.
    Ticket {
        to: usize,
        amount: Number,
    },
    /// One lane adds to the warp's counter; the others' holder stays as it is.
    Lead {
        to: usize,
        leader: Number,
        counter: usize,
        amount: Number,
    },
    Carry {
        to: usize,
        from: usize,
        by: Move,
    },
    Keep {
        word: usize,
        from: usize,
        guard: usize,
    },
    Vote {
        word: usize,
        from: usize,
        bit: u32,
        guard: usize,
        by: Vote,
    },
    Gather {
        to: usize,
        from: usize,
        guard: usize,
        by: Gather,
    },
    If {
        condition: Number,
        fresh: Vec<usize>,
        then_: Vec<Step>,
        else_: Vec<Step>,
    },
    /// 1 to 4 rounds, each lane its own number of them.
    Loop {
        depth: usize,
        rounds: Number,
        fresh: Vec<usize>,
        body: Vec<Step>,
    },
}

#[derive(Clone, Debug)]
pub struct Program {
    pub threads: usize,
    pub steps: Vec<Step>,
}

/// What stands in front of all kernels of a file.
pub const PRELUDE: &str = "#include <hip/hip_cooperative_groups.h>\n#include <hip/hip_runtime.h>\nnamespace cg = cooperative_groups;
#define DEVICE static __device__ __forceinline__
struct Two { unsigned a, b; };
DEVICE void set(unsigned &v, unsigned x) { v = x; }
DEVICE void set(int &v, unsigned x) { v = (int)x; }
DEVICE void set(float &v, unsigned x) { v = __uint_as_float(x); }
DEVICE void set(unsigned long long &v, unsigned x) { v = (unsigned long long)x << 7; }
DEVICE void set(double &v, unsigned x) { v = x; }
DEVICE void set(Two &v, unsigned x) { v.a = x & 0xffff; v.b = x & 0xffff0000; }
DEVICE unsigned word(unsigned v) { return v; }
DEVICE unsigned word(int v) { return (unsigned)v; }
DEVICE unsigned word(float v) { return __float_as_uint(v); }
DEVICE unsigned word(unsigned long long v) { return (unsigned)(v >> 7); }
DEVICE unsigned word(double v) { return (unsigned)v; }
DEVICE unsigned word(Two v) { return v.a | v.b; }
template <class T> DEVICE T shfl(T v, int lane, int width) { return __shfl(v, lane, width); }
template <class T> DEVICE T shfl_xor(T v, int mask, int width) { return __shfl_xor(v, mask, width); }
template <class T> DEVICE T shfl_up(T v, unsigned by, int width) { return __shfl_up(v, by, width); }
template <class T> DEVICE T shfl_down(T v, unsigned by, int width) { return __shfl_down(v, by, width); }
template <class T> DEVICE T shfl_sync(T v, int lane) { return __shfl_sync(__activemask(), v, lane); }
template <int size> DEVICE auto tile() { return cg::tiled_partition<size>(cg::this_thread_block()); }
DEVICE Two shfl(Two v, int lane, int) { return tile<32>().shfl(v, lane); }
DEVICE Two shfl_xor(Two v, int mask, int) { return tile<32>().shfl_xor(v, mask); }
DEVICE Two shfl_up(Two v, unsigned by, int) { return tile<32>().shfl_up(v, by); }
DEVICE Two shfl_down(Two v, unsigned by, int) { return tile<32>().shfl_down(v, by); }
DEVICE Two shfl_sync(Two v, int lane) { return tile<32>().shfl(v, lane); }
static __device__ __noinline__ unsigned wrapped(unsigned v, int lane) { return __shfl(v, lane); }
DEVICE unsigned ballot(bool v) { return (unsigned)__ballot(v); }
DEVICE unsigned long long own_part(bool in) { unsigned long long m = __ballot(in); return in ? m : __activemask() & ~m; }
DEVICE cg::coalesced_group own_group(bool in) { return cg::binary_partition(cg::coalesced_threads(), in); }
";

impl Program {
    /// The kernel `name`.
    pub fn source(&self, name: &str) -> String {
        let mut text = format!(
            "extern \"C\" __global__ void {name}(unsigned *out, const unsigned *in, const unsigned *guards, unsigned *tickets, unsigned *counters) {{\n\
             const unsigned t = threadIdx.x, lane = t % 32, guard = guards[t];\nunsigned "
        );
        let words: Vec<String> =
            (0..WORDS).map(|i| format!("w{i} = in[t * {INPUTS} + {}] + {i}", i % INPUTS)).collect();
        let _ = writeln!(text, "{};", words.join(", "));
        (0..HOLDERS).for_each(|i| declare(&mut text, i));
        print_steps(&mut text, &self.steps);
        for i in 0..WORDS {
            let _ = writeln!(text, "out[t * {WORDS} + {i}] = w{i};");
        }
        text + "}\n"
    }
}

fn declare(text: &mut String, holder: usize) {
    let _ = writeln!(text, "{} h{holder};", TYPES[holder]);
}

fn print_steps(text: &mut String, steps: &[Step]) {
    for step in steps {
        print_step(text, step);
    }
}

fn print_step(text: &mut String, step: &Step) {
    let _ = match step {
        Step::SetWord(word, value) => writeln!(text, "w{word} = {};", number(value)),
        Step::SetHolder(to, value, None) => writeln!(text, "set(h{to}, {});", number(value)),
        Step::SetHolder(to, value, Some(from)) => writeln!(text, "set(h{to}, {} + word(h{from}));", number(value)),
        Step::Ticket { to, amount } => writeln!(text, "set(h{to}, atomicAdd(&tickets[t], {}));", number(amount)),
        Step::Lead { to, leader, counter, amount } => {
            let _ = writeln!(text, "{{ const unsigned amount = {}, leader = {};", number(amount), number(leader));
            writeln!(
                text,
                "if (lane == leader) set(h{to}, atomicAdd(&counters[t / 32 * {COUNTERS} + {counter}], amount)); }}"
            )
        }
        Step::Carry { to, from, by } => writeln!(text, "set(h{to}, word({}));", moved(*from, by)),
        Step::Keep { word, from, guard } => writeln!(text, "if (guard >> {guard} & 1) w{word} = word(h{from});"),
        Step::Vote { word, from, bit, guard, by } => {
            let (asked, guard) = (format!("(word(h{from}) >> {bit} & 1)"), format!("(guard >> {guard} & 1)"));
            match by {
                Vote::Ballot => writeln!(text, "w{word} = ballot({asked}) & ballot({guard});"),
                Vote::BallotSync => {
                    writeln!(text, "w{word} = (unsigned)__ballot_sync(__activemask(), {asked}) & ballot({guard});")
                }
                Vote::BallotBuiltin => {
                    writeln!(text, "w{word} = __builtin_amdgcn_ballot_w32({asked}) & ballot({guard});")
                }
                Vote::Any => writeln!(text, "w{word} += (unsigned)__any({guard} && {asked});"),
            }
        }
        Step::Gather { to, from, guard, by } => {
            let (value, guard) = (format!("word(h{from})"), format!("(guard >> {guard} & 1)"));
            match by {
                Gather::MatchAny => writeln!(text, "set(h{to}, (unsigned)__match_any({value} & 3) & ballot({guard}));"),
                Gather::ReduceAdd => writeln!(text, "set(h{to}, __reduce_add_sync(own_part({guard}), {value}));"),
                Gather::PartitionReduce => {
                    writeln!(text, "set(h{to}, cg::reduce(own_group({guard}), {value}, cg::plus<unsigned>()));")
                }
                Gather::PartitionScan => writeln!(text, "set(h{to}, cg::inclusive_scan(own_group({guard}), {value}));"),
            }
        }
        Step::If { condition, fresh, then_, else_ } => {
            let _ = writeln!(text, "if ({} & 1) {{", number(condition));
            fresh.iter().for_each(|&h| declare(text, h));
            print_steps(text, then_);
            let _ = writeln!(text, "}} else {{");
            print_steps(text, else_);
            writeln!(text, "}}")
        }
        Step::Loop { depth, rounds, fresh, body } => {
            let _ = writeln!(
                text,
                "for (unsigned r{depth} = 0, n{depth} = 1 + ({} & 3); r{depth} < n{depth}; r{depth}++) {{",
                number(rounds)
            );
            fresh.iter().for_each(|&h| declare(text, h));
            print_steps(text, body);
            writeln!(text, "}}")
        }
    };
}

fn moved(from: usize, by: &Move) -> String {
    let own = format!("h{from}");
    let lane = |n: &Number| format!("(int)({} & 31)", number(n));
    match by {
        Move::Shfl(n, width) => format!("shfl({own}, {}, {width})", lane(n)),
        Move::ShflXor(mask, width) => format!("shfl_xor({own}, {mask}, {width})"),
        Move::ShflUp(n, width) => format!("shfl_up({own}, {n}, {width})"),
        Move::ShflDown(n, width) => format!("shfl_down({own}, {n}, {width})"),
        Move::ShflSync(n) => format!("shfl_sync({own}, {})", lane(n)),
        Move::TileShfl(n, size) => format!("tile<{size}>().shfl({own}, (int)({} & {}))", number(n), size - 1),
        Move::TileXor(mask, size) => format!("tile<{size}>().shfl_xor({own}, {mask})"),
        Move::Ranked(n) => {
            format!("cg::coalesced_threads().shfl({own}, (int)({} % (unsigned)__popcll(__activemask())))", number(n))
        }
        Move::Wrapped(n) => format!("wrapped(word({own}), {})", lane(n)),
        Move::Bpermute(n) => format!("__builtin_amdgcn_ds_bpermute(4 * {}, (int)word({own}))", lane(n)),
        Move::ReadFirst => format!("__builtin_amdgcn_readfirstlane((int)word({own}))"),
        Move::ReadLane(n) => format!("__builtin_amdgcn_readlane((int)word({own}), {n})"),
        Move::Swizzle(mask) => format!("__builtin_amdgcn_ds_swizzle((int)word({own}), {})", mask << 10 | 0x1f),
        Move::Quad(n) => format!("__builtin_amdgcn_mov_dpp((int)word({own}), {}, 15, 15, true)", n * 0b0101_0101),
    }
}

fn number(n: &Number) -> String {
    match n {
        Number::Constant(c) => format!("{c}u"),
        Number::Lane => "lane".into(),
        Number::Input(i) => format!("in[t * {INPUTS} + {i}]"),
        Number::Word(i) => format!("w{i}"),
        Number::Round(depth) => format!("r{depth}"),
        Number::Binary(op, a, b) => {
            let sign = match op {
                Operation::Add => "+",
                Operation::Sub => "-",
                Operation::Mul => "*",
                Operation::And => "&",
                Operation::Or => "|",
                Operation::Xor => "^",
                Operation::Less => "<",
                Operation::Equal => "==",
                Operation::Remainder => return format!("({} % ({} % 7 + 1))", number(a), number(b)),
            };
            format!("(unsigned)({} {sign} {})", number(a), number(b))
        }
        Number::First => "(unsigned)__builtin_ctzll(__activemask())".into(),
        Number::Last => "(63u - (unsigned)__builtin_clzll(__activemask()))".into(),
        Number::Below => "(unsigned)__popcll(__activemask() & ((1ull << lane) - 1))".into(),
        Number::Active => "(unsigned)__popcll(__activemask())".into(),
    }
}
