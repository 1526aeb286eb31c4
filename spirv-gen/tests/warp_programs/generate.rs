//! Makes random programs of warps: lanes that part at branches, switches and loops, leave loops early, return, and talk to each other at every
//! level by ballots, votes, shuffles and masks. In half of them warps stay whole where lanes talk: there, only what a whole warp decides
//! leads to a warp operation. In a quarter, loops also look at memory each round, as loops do that wait for another thread. A third
//! of all run in two blocks behind bound checks, which parts of the second, or all of it, do not pass.
//!
//! The text is IR with its variables in private memory, as clang would write it before optimising. Every loop ends after at most eight
//! rounds; all else is arithmetic on i32, so there is no undefined behaviour, and what a lane computes depends only on which lanes are with it.

use std::fmt::Write;

use crate::random::Rng;

/// Variables of each thread.
const VARIABLES: usize = 5;

/// Where `break` and `continue` of a loop go.
#[derive(Clone, Copy)]
struct Loop {
    next: usize,
    exit: usize,
}

struct Generator {
    rng: Rng,
    text: String,
    /// Next register, next label.
    register: usize,
    label: usize,
    /// Loop counters so far; each has a variable of its own.
    counters: usize,
    loops: Vec<Loop>,
    /// Statements that may still be made.
    budget: usize,
    /// Block barriers may be made: nowhere inside a branch.
    barriers: bool,
    /// Warps are whole at every operation.
    whole: bool,
    /// The number of loops around the outermost branch that parted lanes, in a program of whole warps: lanes are parted, then.
    parted: Option<usize>,
    /// Lanes read active lanes only, and 0 otherwise: Vulkan does not say what a shuffle from another lane gives.
    guarded: bool,
    /// Loops look at memory each round, as if they waited for another thread.
    polls: bool,
}

/// Threads per block of a seed's program: three warps, of which in a quarter of all the last is not full.
pub fn threads(seed: u64) -> u32 {
    if seed.is_multiple_of(4) { 75 } else { 96 }
}

/// Blocks of a seed's program.
pub fn blocks(seed: u64) -> u32 {
    if seed % 3 == 1 { 2 } else { 1 }
}

/// Whether warps are whole wherever lanes talk in a seed's program.
pub fn is_whole(seed: u64) -> bool {
    seed % 4 >= 2
}

/// Whether the loops of a seed's program look as if they waited. Warps that wait in turns are not packed.
pub fn polls(seed: u64) -> bool {
    seed % 4 == 1
}

/// The text of kernel `test(ptr out, ptr in)`: each thread reads one i32 and writes one.
pub fn kernel(seed: u64, guarded: bool) -> String {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        register: 0,
        label: 0,
        counters: 0,
        loops: Vec::new(),
        budget: 40,
        barriers: seed.is_multiple_of(2),
        whole: is_whole(seed),
        parted: None,
        guarded,
        polls: polls(seed),
    };
    for _ in 0..8 {
        g.rng.next();
    }
    if blocks(seed) == 2 {
        g.guarded_statements(threads(seed));
    } else {
        g.statements(0);
    }
    let body = g.text;
    let mut text = "define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in) {\n".to_owned();
    let variables = (0..VARIABLES).map(|i| format!("v{i}")).chain(["sum".into(), "led".into()]);
    for name in variables.chain((0..g.counters).map(|i| format!("n{i}"))) {
        let _ = writeln!(text, "  %{name} = alloca i32, align 4, addrspace(5)");
        let _ = writeln!(text, "  store i32 0, ptr addrspace(5) %{name}");
    }
    text += "  %t = call i32 @hip.thread.linear()\n  %lane = call i32 @hip.lane.id()\n";
    text += "  %block = call i32 @hip.block.id.x()\n";
    let _ = writeln!(text, "  %first = mul i32 %block, {}\n  %i = add i32 %first, %t", threads(seed));
    text += "  %in.at = getelementptr i32, ptr addrspace(1) %in, i32 %i\n  %x = load i32, ptr addrspace(1) %in.at\n";
    text += "  %out.at = getelementptr i32, ptr addrspace(1) %out, i32 %i\n";
    for i in 0..VARIABLES {
        let _ = writeln!(text, "  %x{i} = lshr i32 %x, {}\n  store i32 %x{i}, ptr addrspace(5) %v{i}", i * 5);
    }
    text + &body + &finish(usize::MAX) + "}\n"
}

/// Writes the result and returns; `n` keeps the registers apart.
fn finish(n: usize) -> String {
    format!("  %end{n} = load i32, ptr addrspace(5) %sum\n  store i32 %end{n}, ptr addrspace(1) %out.at\n  ret void\n")
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }
    fn reg(&mut self, text: &str) -> String {
        let name = format!("%r{}", self.register);
        self.register += 1;
        self.line(&format!("{name} = {text}"));
        name
    }
    fn new_label(&mut self) -> usize {
        self.label += 1;
        self.label
    }
    fn start(&mut self, label: usize) {
        let _ = writeln!(self.text, "b{label}:");
    }
    fn load(&mut self) -> String {
        let i = self.rng.below(VARIABLES);
        self.reg(&format!("load i32, ptr addrspace(5) %v{i}"))
    }
    fn store(&mut self, value: &str) {
        let i = self.rng.below(VARIABLES);
        self.line(&format!("store i32 {value}, ptr addrspace(5) %v{i}"));
        // Everything that a lane sees goes into its sum.
        let sum = self.reg("load i32, ptr addrspace(5) %sum");
        let scaled = self.reg(&format!("mul i32 {sum}, 31"));
        let sum = self.reg(&format!("add i32 {scaled}, {value}"));
        self.line(&format!("store i32 {sum}, ptr addrspace(5) %sum"));
    }
    /// An i1 to branch on, and whether it may part lanes of a whole warp.
    fn decision(&mut self) -> (String, bool) {
        let cond = self.condition();
        if !self.whole || self.parted.is_some() || self.rng.below(2) == 0 {
            return (cond, self.whole);
        }
        let together = match self.rng.below(3) {
            0 => self.reg(&format!("call i1 @hip.vote.any(i1 {cond})")),
            1 => {
                let warp = self.reg("lshr i32 %t, 5");
                self.reg(&format!("icmp eq i32 {warp}, {}", self.label % 3))
            }
            _ => self.reg(&format!("icmp ult i32 %t, {}", 32 * (self.label % 3))),
        };
        (together, false)
    }

    /// Makes what `body` makes as code in which lanes are parted, if they are.
    fn parting(&mut self, parts: bool, body: impl FnOnce(&mut Self)) {
        let before = self.parted;
        if parts && before.is_none() {
            self.parted = Some(self.loops.len());
        }
        body(self);
        self.parted = before;
    }

    /// An i1 that differs between lanes more often than not.
    fn condition(&mut self) -> String {
        let value = self.load();
        let mixed = if self.rng.below(2) == 0 { self.reg(&format!("xor i32 {value}, %lane")) } else { value };
        let mask = self.rng.pick(&[1, 2, 3, 4, 7, 12]);
        let masked = self.reg(&format!("and i32 {mixed}, {mask}"));
        let pred = self.rng.pick(&["eq", "ne"]);
        self.reg(&format!("icmp {pred} i32 {masked}, {}", self.label as u32 & mask))
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.rng.below(4) {
            if self.budget == 0 {
                return;
            }
            self.budget -= 1;
            match self.rng.below(12) {
                0 => self.arithmetic(),
                1..=4 if self.parted.is_none() => self.together(),
                5 | 6 if depth < 4 => self.branch(depth),
                7 if depth < 4 => self.switch(depth),
                8 | 9 if depth < 4 => self.repeat(depth),
                10 if self.loops.len() > self.parted.unwrap_or(0) => self.leave_loop(depth),
                11 if depth > 0 && self.parted.is_none() && self.rng.below(3) == 0 => self.return_early(),
                _ if self.parted.is_some() => self.arithmetic(),
                11 if depth == 0 && self.barriers => self.line("call void @hip.barrier()"),
                _ => self.together(),
            }
        }
    }

    /// `if (i >= n) return; ...`, `if (i < n) { ... } ...`, or both, where the first block of `threads` threads passes.
    fn guarded_statements(&mut self, threads: u32) {
        if self.rng.below(3) == 0 {
            self.statements(0);
        }
        let way = self.rng.below(3);
        if way != 1 {
            let (stay, leave) = (self.guard(threads), self.label);
            self.start(leave);
            self.line("ret void");
            self.start(stay);
        }
        if way != 0 {
            let (inside, join) = (self.guard(threads), self.label);
            self.start(inside);
            self.budget = self.budget.max(8);
            self.statements(1);
            self.line(&format!("br label %b{join}"));
            self.start(join);
        }
        self.budget = self.budget.max(8);
        self.statements(0);
    }

    /// Branches on a bound; returns the label for threads that pass. That for the others is the last label.
    fn guard(&mut self, threads: u32) -> usize {
        let (pass, fail) = (self.new_label(), self.new_label());
        let more = self.rng.pick(&[0, 1, 40, threads - 8, threads]);
        if self.rng.below(2) == 0 {
            let cond = self.reg(&format!("icmp ult i32 %i, {}", threads + more));
            self.line(&format!("br i1 {cond}, label %b{pass}, label %b{fail}"));
        } else {
            let cond = self.reg(&format!("icmp sgt i32 %i, {}", threads + more - 1));
            self.line(&format!("br i1 {cond}, label %b{fail}, label %b{pass}"));
        }
        pass
    }

    fn arithmetic(&mut self) {
        if self.rng.below(4) == 0 {
            return self.look_up();
        }
        let (a, b) = (self.load(), self.load());
        let op = self.rng.pick(&["add", "xor", "mul", "sub"]);
        let value = self.reg(&format!("{op} i32 {a}, {b}"));
        self.store(&value);
    }

    /// A sum of words of the input, side by side; of the same words for all lanes where they are together.
    fn look_up(&mut self) {
        let mut at = self.load();
        if self.parted.is_none() {
            at = self.reg(&format!("call i32 @hip.read.first.lane.i32(i32 {at})"));
        }
        let at = self.reg(&format!("and i32 {at}, 63"));
        let first = self.reg(&format!("getelementptr i32, ptr addrspace(1) %in, i32 {at}"));
        let mut sum = "0".to_owned();
        for nth in 0..3 + self.rng.below(8) {
            let word = self.reg(&format!("getelementptr i32, ptr addrspace(1) {first}, i32 {nth}"));
            let word = self.reg(&format!("load i32, ptr addrspace(1) {word}"));
            let turned = self.reg(&format!("mul i32 {sum}, 5"));
            sum = self.reg(&format!("add i32 {turned}, {word}"));
        }
        self.store(&sum);
    }

    /// A warp operation.
    fn together(&mut self) {
        let value = self.load();
        // Where loops poll, few programs are packed as it is.
        let kinds = if self.polls { 9 } else { 10 };
        let result = match self.rng.below(kinds) {
            0 => {
                let cond = self.condition();
                let mask = self.reg(&format!("call i64 @hip.ballot(i1 {cond})"));
                self.folded(&mask)
            }
            1 => {
                let mask = self.reg("call i64 @hip.active.mask()");
                self.folded(&mask)
            }
            2 => {
                let at = self.load();
                let lane = self.reg(&format!("and i32 {at}, 31"));
                self.carried("", "i32", &value, &lane)
            }
            3 => {
                let mask = self.rng.pick(&[1, 2, 5, 16]);
                self.carried("xor", "i32", &value, &mask.to_string())
            }
            4 => {
                let name = self.rng.pick(&["up", "down"]);
                let delta = self.rng.pick(&[1, 3, 8]);
                self.carried(name, "i32", &value, &delta.to_string())
            }
            5 => {
                let wide = self.reg(&format!("zext i32 {value} to i64"));
                let wide = self.reg(&format!("mul i64 {wide}, 4294967299"));
                let moved = self.carried("xor", "i64", &wide, "1");
                self.folded(&moved)
            }
            6 => self.reg(&format!("call i32 @hip.read.first.lane.i32(i32 {value})")),
            9 => self.led(&value),
            _ => {
                let cond = self.condition();
                let name = self.rng.pick(&["any", "all"]);
                let vote = self.reg(&format!("call i1 @hip.vote.{name}(i1 {cond})"));
                self.reg(&format!("select i1 {vote}, i32 {value}, i32 77"))
            }
        };
        self.store(&result);
    }

    /// One lane of those here gives a variable a value that all read of it; the others leave it undefined.
    fn led(&mut self, value: &str) -> String {
        let undefined = self.rng.pick(&["undef", "poison"]);
        self.line(&format!("store i32 {undefined}, ptr addrspace(5) %led"));
        let mask = self.reg("call i64 @hip.active.mask()");
        let lowest = self.reg(&format!("call i64 @llvm.cttz.i64(i64 {mask}, i1 true)"));
        let leader = self.reg(&format!("trunc i64 {lowest} to i32"));
        let leads = self.reg(&format!("icmp eq i32 %lane, {leader}"));
        let (lead, join) = (self.new_label(), self.new_label());
        self.line(&format!("br i1 {leads}, label %b{lead}, label %b{join}"));
        self.start(lead);
        let doubled = self.reg(&format!("shl i32 {value}, 1"));
        self.line(&format!("store i32 {doubled}, ptr addrspace(5) %led"));
        self.line(&format!("br label %b{join}"));
        self.start(join);
        let mut mine = self.reg("load i32, ptr addrspace(5) %led");
        if self.rng.below(2) == 0 {
            mine = self.reg(&format!("freeze i32 {mine}"));
        }
        if self.rng.below(2) == 0 {
            return self.reg(&format!("call i32 @hip.read.first.lane.i32(i32 {mine})"));
        }
        self.reg(&format!("call i32 @hip.shuffle.i32(i32 {mine}, i32 {leader})"))
    }

    /// The shuffle `name` (nothing for the one by lane).
    fn carried(&mut self, name: &str, ty: &str, value: &str, operand: &str) -> String {
        let dot = if name.is_empty() { "" } else { "." };
        let moved = format!("call {ty} @hip.shuffle{dot}{name}.{ty}({ty} {value}, i32 {operand})");
        if !self.guarded {
            return self.reg(&moved);
        }
        let source = match name {
            "" => operand.to_owned(),
            "xor" => self.reg(&format!("xor i32 %lane, {operand}")),
            "up" => self.reg(&format!("sub i32 %lane, {operand}")),
            _ => self.reg(&format!("add i32 %lane, {operand}")),
        };
        // Outside the warp, the mask's upper half says no.
        let source = self.reg(&format!("and i32 {source}, 63"));
        let source = self.reg(&format!("zext i32 {source} to i64"));
        let active = self.reg("call i64 @hip.active.mask()");
        let there = self.reg(&format!("lshr i64 {active}, {source}"));
        let there = self.reg(&format!("trunc i64 {there} to i1"));
        let moved = self.reg(&moved);
        self.reg(&format!("select i1 {there}, {ty} {moved}, {ty} 0"))
    }

    /// Both halves of an i64 in one i32.
    fn folded(&mut self, wide: &str) -> String {
        let high = self.reg(&format!("lshr i64 {wide}, 32"));
        let both = self.reg(&format!("xor i64 {wide}, {high}"));
        self.reg(&format!("trunc i64 {both} to i32"))
    }

    fn branch(&mut self, depth: usize) {
        let (then_, else_, join) = (self.new_label(), self.new_label(), self.new_label());
        let one_sided = self.rng.below(2) == 0;
        let (cond, parts) = self.decision();
        let other = if one_sided { join } else { else_ };
        self.line(&format!("br i1 {cond}, label %b{then_}, label %b{other}"));
        self.parting(parts, |g| {
            g.start(then_);
            g.statements(depth + 1);
            g.line(&format!("br label %b{join}"));
            if !one_sided {
                g.start(else_);
                g.statements(depth + 1);
                g.line(&format!("br label %b{join}"));
            }
        });
        self.start(join);
    }

    /// Three cases; some run into the next.
    fn switch(&mut self, depth: usize) {
        let cases = [self.new_label(), self.new_label(), self.new_label()];
        let join = self.new_label();
        let value = self.load();
        let key = self.reg(&format!("and i32 {value}, 3"));
        let list: Vec<String> = cases.iter().enumerate().map(|(i, c)| format!("i32 {i}, label %b{c}")).collect();
        self.line(&format!("switch i32 {key}, label %b{join} [ {} ]", list.join(" ")));
        self.parting(self.whole, |g| {
            for (i, case) in cases.into_iter().enumerate() {
                g.start(case);
                g.statements(depth + 1);
                let through = g.rng.below(3) == 0;
                let next = cases.get(i + 1).copied().filter(|_| through).unwrap_or(join);
                g.line(&format!("br label %b{next}"));
            }
        });
        self.start(join);
    }

    /// A loop of one to eight rounds, as many as a variable says: each lane its own number.
    fn repeat(&mut self, depth: usize) {
        let (head, body, next, exit) = (self.new_label(), self.new_label(), self.new_label(), self.new_label());
        let counter = self.counters;
        self.counters += 1;
        let value = self.load();
        let limit = self.rng.pick(&[1, 3, 7]);
        let together = self.whole && self.parted.is_none() && self.rng.below(3) > 0;
        let value = match together {
            true => self.reg(&format!("call i32 @hip.read.first.lane.i32(i32 {value})")),
            false => value,
        };
        let parts = self.whole && !together;
        let rounds = self.reg(&format!("and i32 {value}, {limit}"));
        self.line(&format!("store i32 {rounds}, ptr addrspace(5) %n{counter}"));
        self.line(&format!("br label %b{head}"));
        self.start(head);
        let left = self.reg(&format!("load i32, ptr addrspace(5) %n{counter}"));
        let done = self.reg(&format!("icmp slt i32 {left}, 0"));
        self.line(&format!("br i1 {done}, label %b{exit}, label %b{body}"));
        self.start(body);
        if self.polls {
            let (changed, on) = (self.reg("load volatile i32, ptr addrspace(1) %in.at"), self.new_label());
            let gone = self.reg(&format!("icmp ne i32 {changed}, %x"));
            self.line(&format!("br i1 {gone}, label %b{exit}, label %b{on}"));
            self.start(on);
        }
        self.parting(parts, |g| {
            g.loops.push(Loop { next, exit });
            g.statements(depth + 1);
            g.loops.pop();
        });
        self.line(&format!("br label %b{next}"));
        self.start(next);
        let left = self.reg(&format!("load i32, ptr addrspace(5) %n{counter}"));
        let less = self.reg(&format!("sub i32 {left}, 1"));
        self.line(&format!("store i32 {less}, ptr addrspace(5) %n{counter}"));
        self.line(&format!("br label %b{head}"));
        self.start(exit);
    }

    /// `if (...) { ...; break; }` or `continue`, of any loop around.
    fn leave_loop(&mut self, depth: usize) {
        // Parted lanes stay in the loops that all are in.
        let inner = self.parted.unwrap_or(0);
        let around = self.loops[inner + self.rng.below(self.loops.len() - inner)];
        let to = self.rng.pick(&[around.next, around.exit]);
        let (leave, stay) = (self.new_label(), self.new_label());
        let cond = self.leaving();
        self.line(&format!("br i1 {cond}, label %b{leave}, label %b{stay}"));
        self.start(leave);
        if self.rng.below(2) == 0 && depth < 4 {
            self.statements(4);
        }
        self.line(&format!("br label %b{to}"));
        self.start(stay);
    }

    /// An i1 on which whole warps leave.
    fn leaving(&mut self) -> String {
        let cond = self.condition();
        let together = self.whole && self.parted.is_none();
        if together { self.reg(&format!("call i1 @hip.vote.all(i1 {cond})")) } else { cond }
    }

    fn return_early(&mut self) {
        let (leave, stay) = (self.new_label(), self.new_label());
        let cond = self.leaving();
        self.line(&format!("br i1 {cond}, label %b{leave}, label %b{stay}"));
        self.start(leave);
        let text = finish(leave);
        self.text += &text;
        self.start(stay);
    }
}
