//! Random kernels through the whole device list: integers of many widths, vectors, branches, and memory of all kinds
//! punned at random offsets. Each must leave the same bytes as in the interpreter.
//!
//! `HIPVK_FUZZ_SEEDS=N` runs N kernels instead of a few; a failure names its seed.

use super::lowering_tests::bodies::noise;
use super::lowering_tests::case::Case;
use crate::target::Target;

const WIDTHS: &[u32] = &[1, 7, 8, 16, 24, 32, 33, 48, 64, 100, 128];
/// Bytes that each thread owns in each memory.
const REGION: u32 = 64;

struct Generator {
    state: u64,
    text: String,
    /// Integer values in reach: name and width.
    pool: Vec<(String, u32)>,
    next: u32,
    block: String,
}

impl Generator {
    fn new(seed: u64) -> Self {
        let state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
        let pool = vec![("%t".into(), 32), ("%a".into(), 64), ("%b".into(), 64)];
        Self { state, text: String::new(), pool, next: 0, block: "entry".into() }
    }
    fn below(&mut self, n: u32) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 7;
        self.state ^= self.state << 17;
        ((self.state >> 33) as u32) % n
    }
    fn pick<'a>(&mut self, from: &[&'a str]) -> &'a str {
        from[self.below(from.len() as u32) as usize]
    }
    fn width(&mut self) -> u32 {
        WIDTHS[self.below(WIDTHS.len() as u32) as usize]
    }
    fn line(&mut self, code: String) -> String {
        let name = format!("%v{}", self.next);
        self.next += 1;
        self.text += &format!("  {name} = {code}\n");
        name
    }
    /// Some value, cast to `width`.
    fn value(&mut self, width: u32) -> String {
        if self.below(8) == 0 {
            let small = self.below(100);
            return if width == 1 { ["0", "1"][small as usize % 2].into() } else { (small % 60).to_string() };
        }
        let at = self.below(self.pool.len() as u32) as usize;
        let (name, from) = self.pool[at].clone();
        let extend = self.pick(&["zext", "sext"]);
        match from.cmp(&width) {
            std::cmp::Ordering::Equal => name,
            std::cmp::Ordering::Less => self.line(format!("{extend} i{from} {name} to i{width}")),
            std::cmp::Ordering::Greater => self.line(format!("trunc i{from} {name} to i{width}")),
        }
    }
    fn keep(&mut self, name: String, width: u32) {
        self.pool.push((name, width));
    }

    fn step(&mut self) {
        match self.below(9) {
            0 | 1 => self.arithmetic(),
            2 => self.divide_or_shift(),
            3 => self.compare(),
            4 => self.intrinsic(),
            5 => self.vector(),
            6 | 7 => self.memory(),
            _ => self.branch(),
        }
    }
    fn arithmetic(&mut self) {
        let w = self.width();
        let op = self.pick(&["add", "sub", "mul", "and", "or", "xor"]);
        let (a, b) = (self.value(w), self.value(w));
        let r = self.line(format!("{op} i{w} {a}, {b}"));
        self.keep(r, w);
    }
    fn divide_or_shift(&mut self) {
        let w = self.width();
        let a = self.value(w);
        let r = if self.below(2) == 0 && w > 1 {
            let op = self.pick(&["udiv", "urem", "sdiv", "srem"]);
            let b = self.value(w);
            let b = self.line(format!("and i{w} {b}, 31"));
            let b = self.line(format!("or i{w} {b}, 1"));
            // Not the one overflowing quotient: a divisor of 7 bits may be -1.
            if w == 7 || w == 1 {
                self.line(format!("udiv i{w} {a}, {b}"))
            } else {
                self.line(format!("{op} i{w} {a}, {b}"))
            }
        } else {
            let op = self.pick(&["shl", "lshr", "ashr"]);
            let by = self.below(w);
            self.line(format!("{op} i{w} {a}, {by}"))
        };
        self.keep(r, w);
    }
    fn compare(&mut self) {
        let w = self.width();
        let pred = self.pick(&["eq", "ne", "ult", "ule", "ugt", "uge", "slt", "sle", "sgt", "sge"]);
        let (a, b) = (self.value(w), self.value(w));
        let c = self.line(format!("icmp {pred} i{w} {a}, {b}"));
        let r = self.line(format!("select i1 {c}, i{w} {a}, i{w} {b}"));
        self.keep(c, 1);
        self.keep(r, w);
    }
    fn intrinsic(&mut self) {
        let w = self.width();
        let a = self.value(w);
        let r = match self.below(4) {
            0 => self.line(format!("call i{w} @llvm.ctlz.i{w}(i{w} {a}, i1 false)")),
            1 => self.line(format!("call i{w} @llvm.ctpop.i{w}(i{w} {a})")),
            2 => self.line(format!("call i{w} @llvm.bitreverse.i{w}(i{w} {a})")),
            _ => {
                let name = self.pick(&["smax", "smin", "umax", "umin"]);
                let b = self.value(w);
                self.line(format!("call i{w} @llvm.{name}.i{w}(i{w} {a}, i{w} {b})"))
            }
        };
        self.keep(r, w);
    }
    fn vector(&mut self) {
        let (count, w) = [(2, 64), (4, 32), (8, 16), (16, 8), (4, 16), (8, 8)][self.below(6) as usize];
        let ty = format!("<{count} x i{w}>");
        let whole = count * w;
        let (a, b) = (self.value(whole), self.value(whole));
        let a = self.line(format!("bitcast i{whole} {a} to {ty}"));
        let b = self.line(format!("bitcast i{whole} {b} to {ty}"));
        let op = self.pick(&["add", "sub", "mul", "xor"]);
        let sum = self.line(format!("{op} {ty} {a}, {b}"));
        let mask: Vec<String> = (0..count).map(|_| format!("i32 {}", self.below(2 * count))).collect();
        let mixed = self.line(format!("shufflevector {ty} {sum}, {ty} {a}, <{count} x i32> <{}>", mask.join(", ")));
        let index = self.value(32);
        let index = self.line(format!("and i32 {index}, {}", count - 1));
        let lane = self.line(format!("extractelement {ty} {mixed}, i32 {index}"));
        let changed = self.line(format!("insertelement {ty} {sum}, i{w} {lane}, i32 {index}"));
        let r = self.line(format!("bitcast {ty} {changed} to i{whole}"));
        self.keep(r, whole);
    }
    /// A pointer into one of the regions, aligned to `align`, with room for 16 bytes.
    fn pointer(&mut self, align: u32) -> (String, String) {
        let (space, base) = [(" addrspace(5)", "%own"), (" addrspace(3)", "%slice"), (" addrspace(1)", "%mine")]
            [self.below(3) as usize];
        let index = if self.below(2) == 0 {
            (self.below((REGION - 16) / align) * align).to_string()
        } else {
            let x = self.value(32);
            let x = self.line(format!("and i32 {x}, {}", 31 / align));
            self.line(format!("mul i32 {x}, {align}"))
        };
        let flags = self.pick(&["inbounds ", ""]);
        let p = self.line(format!("getelementptr {flags}i8, ptr{space} {base}, i32 {index}"));
        if self.below(6) == 0 && space != " addrspace(1)" {
            let g = self.line(format!("addrspacecast ptr{space} {p} to ptr"));
            return (String::new(), g);
        }
        (space.into(), p)
    }
    fn memory(&mut self) {
        let align = 1 << self.below(4);
        let (space, p) = self.pointer(align);
        if self.below(4) == 0 && align >= 4 {
            let op = self.pick(&["add", "xor", "umax", "nand", "xchg"]);
            let w = if align == 8 { self.pick(&["32", "64"]).parse().unwrap_or(32) } else { 32 };
            let x = self.value(w);
            let r = self.line(format!("atomicrmw {op} ptr{space} {p}, i{w} {x} syncscope(\"agent\") monotonic"));
            self.keep(r, w);
            return;
        }
        let w = [8, 16, 24, 32, 48, 64, 128][self.below(7) as usize];
        if self.below(2) == 0 {
            let x = self.value(w);
            self.text += &format!("  store i{w} {x}, ptr{space} {p}, align {align}\n");
        } else {
            let r = self.line(format!("load i{w}, ptr{space} {p}, align {align}"));
            self.keep(r, w);
        }
    }
    fn branch(&mut self) {
        let w = self.width();
        let c = self.value(1);
        let (before, id) = (self.block.clone(), self.next);
        let other = self.value(w);
        self.text += &format!("  br i1 {c}, label %then{id}, label %join{id}\nthen{id}:\n");
        self.block = format!("then{id}");
        let outside = self.pool.len();
        self.memory();
        self.arithmetic();
        let inner = self.value(w);
        self.pool.truncate(outside);
        let then_end = self.block.clone();
        self.text += &format!("  br label %join{id}\njoin{id}:\n");
        self.block = format!("join{id}");
        let r = self.line(format!("phi i{w} [ {other}, %{before} ], [ {inner}, %{then_end} ]"));
        self.keep(r, w);
    }

    fn kernel(mut self, steps: u32) -> String {
        (0..steps).for_each(|_| self.step());
        let mut sum = "%a".to_owned();
        for (name, w) in self.pool.clone() {
            let wide = match w {
                64 => name,
                w if w < 64 => self.line(format!("zext i{w} {name} to i64")),
                w => self.line(format!("trunc i{w} {name} to i64")),
            };
            sum = self.line(format!("mul i64 {sum}, 31"));
            sum = self.line(format!("add i64 {sum}, {wide}"));
        }
        let fill: String = (0..REGION / 8)
            .map(|i| {
                format!(
                    "  %f{i} = getelementptr i8, ptr addrspace(5) %own, i32 {0}\n  store i64 %b, ptr addrspace(5) %f{i}, align 8
  %h{i} = getelementptr i8, ptr addrspace(3) %slice, i32 {0}\n  store i64 %a, ptr addrspace(3) %h{i}, align 8\n",
                    i * 8
                )
            })
            .collect();
        format!(
            "@s = internal addrspace(3) global [{} x i8] undef, align 16
define amdgpu_kernel void @k(ptr addrspace(1) %buf) {{
entry:
  %t = call i32 @hip.thread.id.x()
  %w = zext i32 %t to i64
  %pa = getelementptr [128 x i8], ptr addrspace(1) %buf, i64 %w
  %mine = getelementptr i8, ptr addrspace(1) %pa, i64 64
  %pb = getelementptr i8, ptr addrspace(1) %pa, i64 16
  %a = load i64, ptr addrspace(1) %pa
  %b = load i64, ptr addrspace(1) %pb
  %own = alloca [{REGION} x i8], align 16, addrspace(5)
  %o = mul i32 %t, {REGION}
  %slice = getelementptr inbounds i8, ptr addrspace(3) @s, i32 %o
{fill}{}  %out = getelementptr i8, ptr addrspace(1) %pa, i64 32
  store i64 {sum}, ptr addrspace(1) %out
  ret void
}}",
            REGION * 4,
            self.text
        )
    }
}

#[test]
fn random_kernels_leave_the_same_bytes_before_and_after_lowering() {
    let seeds = std::env::var("HIPVK_FUZZ_SEEDS").ok().and_then(|n| n.parse().ok()).unwrap_or(24u64);
    let targets = [
        Target::baseline(),
        Target::lavapipe(),
        Target { scalar_loads: true, ..Target::lavapipe() },
        Target { max_workgroup: 8, name: "no workgroup memory".into(), ..Target::nvidia() },
        Target { int8: false, int16: false, name: "no small integers".into(), ..Target::baseline() },
    ];
    for seed in 1..=seeds {
        let mut generator = Generator::new(seed);
        let steps = 4 + generator.below(30);
        let mut case = Case::new(&generator.kernel(steps));
        case.block = [4, 1, 1];
        case.input = noise(4 * 128, seed);
        case.target = targets[seed as usize % targets.len()].clone();
        let outcome = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case.check()));
        assert!(outcome.is_ok(), "seed {seed} ({}):\n{}", case.target.name, case.text);
    }
}
