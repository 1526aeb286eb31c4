//! Makes random kernels: valid IR, free of undefined behaviour, deterministic in its seed.
//!
//! Every thread works on its own bytes of all memories, so the order of threads does not matter. Control flow is any graph
//! (also irreducible) that a fuel counter ends. Values live in private variables between blocks, and in registers
//! inside; NaNs are made one NaN before their bits can be seen.

mod memory;

use std::fmt::Write;

use crate::random::Rng;

/// Integer widths: the usual, and odd ones to legalise.
const WIDTHS: [u32; 12] = [1, 8, 16, 32, 64, 32, 64, 7, 24, 33, 48, 128];
const FLOATS: [&str; 3] = ["half", "float", "double"];
/// Bytes that a thread owns in each memory.
pub const REGION: u32 = 64;

struct Generator {
    rng: Rng,
    text: String,
    next: u32,
    /// Registers of the current block: type and name.
    pool: Vec<(String, String)>,
    /// Floats and what follows from them; without, all targets must agree to the bit even where one has no such floats.
    floats: bool,
}

/// The text of kernel `test(ptr out, ptr in)` for `seed`.
pub fn kernel(seed: u64) -> String {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        next: 0,
        pool: Vec::new(),
        floats: !seed.is_multiple_of(3),
    };
    // Neighbouring seeds begin alike.
    for _ in 0..8 {
        g.rng.next();
    }
    g.kernel();
    g.text
}

fn is_float(ty: &str) -> bool {
    FLOATS.contains(&ty)
}

fn width(ty: &str) -> u32 {
    ty.trim_start_matches('i').parse().unwrap_or(0)
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }
    /// A new register holding `text`, of type `ty`.
    fn reg(&mut self, ty: &str, text: &str) -> String {
        let name = format!("%r{}", self.next);
        self.next += 1;
        self.line(&format!("{name} = {text}"));
        self.pool.push((ty.to_owned(), name.clone()));
        name
    }
    fn types(&self) -> Vec<String> {
        let mut types: Vec<String> = WIDTHS.iter().map(|w| format!("i{w}")).collect();
        types.sort();
        types.dedup();
        if self.floats {
            types.extend(FLOATS.map(str::to_owned));
        }
        types
    }
    fn int(&mut self) -> String {
        format!("i{}", self.rng.pick(&WIDTHS))
    }
    fn wide_int(&mut self) -> String {
        loop {
            let ty = self.int();
            if ty != "i1" {
                return ty;
            }
        }
    }

    /// A value of type `ty`: a register, a variable, a constant.
    fn value(&mut self, ty: &str) -> String {
        let known: Vec<String> = self.pool.iter().filter(|(t, _)| t == ty).map(|(_, n)| n.clone()).collect();
        match self.rng.below(10) {
            0..=5 if !known.is_empty() => known[self.rng.below(known.len())].clone(),
            6..=7 => self.constant(ty),
            _ => self.reg(ty, &format!("load {ty}, ptr addrspace(5) %var.{ty}")),
        }
    }
    fn constant(&mut self, ty: &str) -> String {
        if is_float(ty) {
            // Exact in half, so decimal everywhere: LLVM wants hexadecimal halves, our reader takes both.
            return self.rng.pick(&["0.0", "-0.0", "1.0", "-1.5", "0.25", "1024.0", "-3.0", "7.5"]).to_owned();
        }
        if ty == "i1" {
            return self.rng.pick(&["true", "false"]).to_owned();
        }
        let top = 1i128 << (width(ty).min(100) - 1);
        let small = self.rng.below(20) as i128 - 5;
        let any = (i128::from(self.rng.next() as i64)) % top;
        self.rng.pick(&[small % top, any, -top, top - 1, 0, 1]).to_string()
    }

    fn binary(&mut self) {
        let ty = self.int();
        let (a, b) = (self.value(&ty), self.value(&ty));
        let op = self.rng.pick(&["add", "sub", "mul", "and", "or", "xor", "shift", "divide"]);
        match op {
            "shift" if ty != "i1" => {
                let limit = (1u64 << width(&ty).ilog2()) - 1;
                let by = self.reg(&ty, &format!("and {ty} {b}, {limit}"));
                let op = self.rng.pick(&["shl", "lshr", "ashr"]);
                self.reg(&ty, &format!("{op} {ty} {a}, {by}"));
            }
            "divide" if width(&ty) > 2 => {
                // Odd and positive: neither zero nor the divisor that overflows.
                let by = self.reg(&ty, &format!("lshr {ty} {b}, 1"));
                let by = self.reg(&ty, &format!("or {ty} {by}, 1"));
                let op = self.rng.pick(&["udiv", "urem", "sdiv", "srem"]);
                self.reg(&ty, &format!("{op} {ty} {a}, {by}"));
            }
            "shift" | "divide" => {}
            op => {
                self.reg(&ty, &format!("{op} {ty} {a}, {b}"));
            }
        }
    }

    fn compare(&mut self) {
        let preds = ["eq", "ne", "ugt", "uge", "ult", "ule", "sgt", "sge", "slt", "sle"];
        let ty = self.int();
        let (a, b, pred) = (self.value(&ty), self.value(&ty), self.rng.pick(&preds));
        let cond = self.reg("i1", &format!("icmp {pred} {ty} {a}, {b}"));
        let types = self.types();
        let ty = types[self.rng.below(types.len())].clone();
        let (a, b) = (self.value(&ty), self.value(&ty));
        self.reg(&ty, &format!("select i1 {cond}, {ty} {a}, {ty} {b}"));
    }

    fn cast(&mut self) {
        let (from, to) = (self.int(), self.int());
        let value = self.value(&from);
        let op = match width(&from).cmp(&width(&to)) {
            std::cmp::Ordering::Less => self.rng.pick(&["zext", "sext"]),
            std::cmp::Ordering::Greater => "trunc",
            std::cmp::Ordering::Equal => return,
        };
        self.reg(&to, &format!("{op} {from} {value} to {to}"));
    }

    fn intrinsic(&mut self) {
        let ty = self.wide_int();
        let (a, b, c) = (self.value(&ty), self.value(&ty), self.value(&ty));
        match self.rng.below(6) {
            0 => {
                let name = self.rng.pick(&["ctlz", "cttz"]);
                self.reg(&ty, &format!("call {ty} @llvm.{name}.{ty}({ty} {a}, i1 false)"));
            }
            1 => {
                let name = self.rng.pick(&["ctpop", "bitreverse"]);
                self.reg(&ty, &format!("call {ty} @llvm.{name}.{ty}({ty} {a})"));
            }
            2 => {
                let names = ["smax", "smin", "umax", "umin", "uadd.sat", "sadd.sat", "usub.sat", "ssub.sat"];
                let name = self.rng.pick(&names);
                self.reg(&ty, &format!("call {ty} @llvm.{name}.{ty}({ty} {a}, {ty} {b})"));
            }
            3 if width(&ty).is_power_of_two() => {
                let name = self.rng.pick(&["fshl", "fshr"]);
                self.reg(&ty, &format!("call {ty} @llvm.{name}.{ty}({ty} {a}, {ty} {b}, {ty} {c})"));
            }
            4 if width(&ty) <= 64 => {
                let names = ["uadd", "sadd", "usub", "ssub", "umul", "smul"];
                let name = self.rng.pick(&names);
                let pair = format!("{{ {ty}, i1 }}");
                let call = format!("call {pair} @llvm.{name}.with.overflow.{ty}({ty} {a}, {ty} {b})");
                let both = self.reg(&pair, &call);
                self.reg(&ty, &format!("extractvalue {pair} {both}, 0"));
                self.reg("i1", &format!("extractvalue {pair} {both}, 1"));
            }
            _ if width(&ty).is_multiple_of(16) => {
                self.reg(&ty, &format!("call {ty} @llvm.bswap.{ty}({ty} {a})"));
            }
            _ => {
                self.reg(&ty, &format!("call {ty} @llvm.abs.{ty}({ty} {a}, i1 false)"));
            }
        }
    }

    /// `value` with every NaN made zero, so that its bits are the same everywhere.
    fn seen(&mut self, ty: &str, value: &str) -> String {
        if !is_float(ty) {
            return value.to_owned();
        }
        let nan = self.reg("i1", &format!("fcmp uno {ty} {value}, {value}"));
        self.reg(ty, &format!("select i1 {nan}, {ty} 1.0, {ty} {value}"))
    }

    fn float(&mut self) {
        let ty = self.rng.pick(&FLOATS);
        let (a, b) = (self.value(ty), self.value(ty));
        match self.rng.below(7) {
            0 | 1 => {
                let op = self.rng.pick(&["fadd", "fsub", "fmul"]);
                self.reg(ty, &format!("{op} {ty} {a}, {b}"));
            }
            2 => {
                let name = self.rng.pick(&["floor", "ceil", "trunc", "rint", "fabs"]);
                self.reg(ty, &format!("call {ty} @llvm.{name}.{ty}({ty} {a})"));
            }
            3 => {
                let preds = ["oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une"];
                let pred = self.rng.pick(&preds);
                self.reg("i1", &format!("fcmp {pred} {ty} {a}, {b}"));
            }
            4 => {
                let int = self.rng.pick(&["i8", "i16", "i32", "i64"]);
                let op = self.rng.pick(&["sitofp", "uitofp"]);
                let value = self.value(int);
                self.reg(ty, &format!("{op} {int} {value} to {ty}"));
                let name = self.rng.pick(&["fptosi", "fptoui"]);
                self.reg(int, &format!("call {int} @llvm.{name}.sat.{int}.{ty}({ty} {a})"));
            }
            5 => {
                let (int, of) = self.rng.pick(&[("i16", "half"), ("i32", "float"), ("i64", "double")]);
                let value = self.value(of);
                let value = self.seen(of, &value);
                self.reg(int, &format!("bitcast {of} {value} to {int}"));
            }
            _ => {
                let to = self.rng.pick(&FLOATS);
                let rank = |t: &str| FLOATS.iter().position(|&f| f == t);
                let op = match rank(ty).cmp(&rank(to)) {
                    std::cmp::Ordering::Less => "fpext",
                    std::cmp::Ordering::Greater => "fptrunc",
                    std::cmp::Ordering::Equal => return,
                };
                self.reg(to, &format!("{op} {ty} {a} to {to}"));
            }
        }
    }

    fn vector(&mut self) {
        let elem = self.rng.pick(&["i8", "i16", "i32", "i64", "i24"]);
        let len = self.rng.pick(&[2usize, 3, 4, 8]);
        let ty = format!("<{len} x {elem}>");
        let mut vectors = Vec::new();
        for _ in 0..2 {
            let mut vector = "poison".to_owned();
            for lane in 0..len {
                let value = self.value(elem);
                vector = self.reg(&ty, &format!("insertelement {ty} {vector}, {elem} {value}, i32 {lane}"));
            }
            vectors.push(vector);
        }
        let op = self.rng.pick(&["add", "mul", "xor", "sub"]);
        let sum = self.reg(&ty, &format!("{op} {ty} {}, {}", vectors[0], vectors[1]));
        let mask: Vec<String> = (0..len).map(|_| format!("i32 {}", self.rng.below(len * 2))).collect();
        let mask = format!("<{len} x i32> <{}>", mask.join(", "));
        let mixed = self.reg(&ty, &format!("shufflevector {ty} {sum}, {ty} {}, {mask}", vectors[0]));
        let lane = self.value("i32");
        let limit = if len == 3 { 1 } else { len - 1 };
        let lane = self.reg("i32", &format!("and i32 {lane}, {limit}"));
        self.reg(elem, &format!("extractelement {ty} {mixed}, i32 {lane}"));
        let value = self.value(elem);
        let changed = self.reg(&ty, &format!("insertelement {ty} {mixed}, {elem} {value}, i32 {lane}"));
        let name = self.rng.pick(&["add", "xor", "umax", "smin"]);
        self.reg(elem, &format!("call {elem} @llvm.vector.reduce.{name}.v{len}{elem}({ty} {changed})"));
    }

    fn statement(&mut self) {
        match self.rng.below(15) {
            14 => self.null(),
            0..=2 => self.binary(),
            3 => self.compare(),
            4 => self.cast(),
            5 => self.intrinsic(),
            6 if self.floats => self.float(),
            7 if self.floats => self.float(),
            8 => self.vector(),
            9 | 10 => self.memory(),
            _ => {
                let types = self.types();
                let ty = types[self.rng.below(types.len())].clone();
                let value = self.value(&ty);
                self.line(&format!("store {ty} {value}, ptr addrspace(5) %var.{ty}"));
            }
        }
    }

    fn kernel(&mut self) {
        let _ = writeln!(self.text, "@shared = internal addrspace(3) global [{} x i8] undef, align 16\n", REGION * 8);
        let _ = writeln!(
            self.text,
            "define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {{\nentry:"
        );
        self.line("%t = call i32 @hip.thread.id.x()");
        self.line(&format!("%mine = mul i32 %t, {REGION}"));
        self.line("%mine64 = zext i32 %mine to i64");
        self.line("%out.mine = getelementptr i8, ptr addrspace(1) %out, i64 %mine64");
        self.line("%in.mine = getelementptr i8, ptr addrspace(1) %in, i64 %mine64");
        self.line("%shared.mine = getelementptr i8, ptr addrspace(3) @shared, i32 %mine");
        self.line(&format!("%array = alloca [{REGION} x i8], align 16, addrspace(5)"));
        self.line("%fuel = alloca i32, align 4, addrspace(5)");
        self.line("%pointer = alloca ptr, align 8, addrspace(5)");
        self.line("store ptr null, ptr addrspace(5) %pointer");
        for ty in self.types() {
            self.line(&format!("%var.{ty} = alloca {ty}, addrspace(5)"));
        }
        self.line("store i32 24, ptr addrspace(5) %fuel");
        for memory in ["5(ptr addrspace(5) %array", "3(ptr addrspace(3) %shared.mine"] {
            let (space, rest) = memory.split_at(1);
            self.line(&format!(
                "call void @llvm.memcpy.p{space}.p1.i64{rest}, ptr addrspace(1) %in.mine, i64 {REGION}, i1 false)"
            ));
        }
        self.line("%seed = load i64, ptr addrspace(1) %in.mine, align 8");
        for ty in self.types() {
            let text = match width(&ty) {
                0 => format!("sitofp i64 %seed to {ty}"),
                64 => "xor i64 %seed, 0".to_owned(),
                w if w < 64 => format!("trunc i64 %seed to {ty}"),
                _ => format!("sext i64 %seed to {ty}"),
            };
            let value = self.reg(&ty, &text);
            self.line(&format!("store {ty} {value}, ptr addrspace(5) %var.{ty}"));
        }
        let blocks = 2 + self.rng.below(8);
        self.line("br label %b0");
        for block in 0..blocks {
            self.block(block, blocks);
        }
        self.exit();
    }

    fn block(&mut self, block: usize, blocks: usize) {
        let _ = writeln!(self.text, "\nb{block}:");
        self.pool.clear();
        let left = self.reg("i32", "load i32, ptr addrspace(5) %fuel");
        let less = self.reg("i32", &format!("sub i32 {left}, 1"));
        self.line(&format!("store i32 {less}, ptr addrspace(5) %fuel"));
        let empty = self.reg("i1", &format!("icmp eq i32 {less}, 0"));
        self.line(&format!("br i1 {empty}, label %exit, label %b{block}.body\n\nb{block}.body:"));
        for _ in 0..2 + self.rng.below(12) {
            self.statement();
        }
        let any = |rng: &mut Rng| match rng.below(blocks + 1) {
            n if n == blocks => "%exit".to_owned(),
            n => format!("%b{n}"),
        };
        match self.rng.below(4) {
            0 => {
                let to = any(&mut self.rng);
                self.line(&format!("br label {to}"));
            }
            1 => {
                let value = self.value("i8");
                let mut text = format!("switch i8 {value}, label {} [", any(&mut self.rng));
                for case in [0, 1, -1, 5, 77] {
                    let _ = write!(text, " i8 {case}, label {}", any(&mut self.rng));
                }
                self.line(&(text + " ]"));
            }
            _ => {
                let cond = self.value("i1");
                let (a, b) = (any(&mut self.rng), any(&mut self.rng));
                self.line(&format!("br i1 {cond}, label {a}, label {b}"));
            }
        }
    }

    /// Folds everything into the thread's output.
    fn exit(&mut self) {
        self.text.push_str("\nexit:\n");
        self.pool.clear();
        for (i, ty) in self.types().into_iter().enumerate() {
            let value = self.reg(&ty, &format!("load {ty}, ptr addrspace(5) %var.{ty}"));
            let value = self.seen(&ty, &value);
            let int = match &ty[..] {
                "half" => "i16".to_owned(),
                "float" => "i32".to_owned(),
                "double" => "i64".to_owned(),
                _ => ty.clone(),
            };
            let bits = if is_float(&ty) { self.reg(&int, &format!("bitcast {ty} {value} to {int}")) } else { value };
            let word = match width(&int) {
                64 => bits,
                w if w < 64 => self.reg("i64", &format!("zext {int} {bits} to i64")),
                _ => {
                    let high = self.reg(&int, &format!("lshr {int} {bits}, 64"));
                    let mixed = self.reg(&int, &format!("xor {int} {bits}, {high}"));
                    self.reg("i64", &format!("trunc {int} {mixed} to i64"))
                }
            };
            let slot = i * 8 % REGION as usize;
            let at = format!("%out.{i}");
            self.line(&format!("{at} = getelementptr i8, ptr addrspace(1) %out.mine, i64 {slot}"));
            let old = self.reg("i64", &format!("load i64, ptr addrspace(1) {at}, align 8"));
            let turned = self.reg("i64", &format!("mul i64 {old}, 31"));
            let new = self.reg("i64", &format!("add i64 {turned}, {word}"));
            self.line(&format!("store i64 {new}, ptr addrspace(1) {at}, align 8"));
        }
        self.line("ret void\n}");
    }
}
