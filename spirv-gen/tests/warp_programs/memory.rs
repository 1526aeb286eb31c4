//! Random programs whose lanes pass each other values through memory without barriers, as lanes in lockstep may: by volatile accesses, by
//! atomic operations and plain accesses, and by plain accesses with fences between, in common and in parted code.
//!
//! What they mean to lanes in step, they must mean behind the device half to lanes that run apart from each other, the lowest or the highest
//! first. No two arms of a branch have variables in common: which arm comes first is nobody's promise.

use std::fmt::Write;

use spirv_gen::bundle::BundleKernel;
use spirv_gen::interp::{Launch, Machine, Pace};
use spirv_gen::ir::module::Module;
use spirv_gen::ir::parse::parse_module;
use spirv_gen::ir::print::print_module;
use spirv_gen::passes::{DeviceContext, LaunchShape, run_device};
use spirv_gen::{Options, Target, compile_bundle};

use crate::random::Rng;
use crate::{WARP, seeds};

const THREADS: u32 = 64;
/// Sets of variables: one for common code, one for each arm.
const SETS: usize = 5;

#[test]
fn lanes_that_run_apart_see_what_lanes_in_step_see() {
    seeds::try_seeds(60, one);
}

#[test]
fn without_meetings_most_programs_would_be_wrong() {
    let differs = |seed: &u64| {
        let module = parse_module(&kernel(*seed)).expect("the generator writes IR");
        run(&module, Pace::InStep) != run(&module, Pace::LowestFirst)
    };
    let found = (0..20).filter(differs).count();
    assert!(found >= 15, "only {found} of 20 programs show whether lanes are in step");
}

fn one(seed: u64) -> Result<(), String> {
    let text = kernel(seed);
    let module = parse_module(&text).map_err(|e| format!("the generator wrote what is not IR: {e}\n{text}"))?;
    let expected = run(&module, Pace::InStep);
    let bundle = compile_bundle(&text, &Options { warp_size: WARP }).map_err(|e| format!("portable half: {e}"))?;
    let kernel = bundle.kernel("test").ok_or("the bundle lacks the kernel")?;
    let narrow = Target { subgroup_size: 16, name: "16 lanes".into(), ..Target::baseline() };
    let far = Target { max_workgroup: 8, name: "no workgroup memory".into(), ..Target::nvidia() };
    for target in [Target::nvidia(), far, Target::baseline(), narrow, Target::lavapipe(), Target::radv()] {
        let lowered = lowered(kernel, &target)?;
        let apart = [Pace::LowestFirst, Pace::HighestFirst];
        let paces: &[Pace] = if target.cpu || target.lanes_in_step { &[Pace::InStep] } else { &apart };
        for &pace in paces {
            if run(&lowered, pace) != expected {
                let shown = std::env::var_os("HIPVK_RANDOM_SHOW").map_or(String::new(), |_| print_module(&lowered));
                return Err(format!("for {}, {pace:?}: another result\n{text}\n{shown}", target.name));
            }
        }
    }
    Ok(())
}

fn lowered(kernel: &BundleKernel, target: &Target) -> Result<Module, String> {
    let mut lowered = kernel.module().map_err(|e| e.to_string())?;
    let shape = LaunchShape { block: [THREADS, 1, 1], dynamic_shared: 0 };
    let cx = DeviceContext { target, shape, metadata: &kernel.metadata };
    run_device(&mut lowered, &cx).map_err(|e| format!("device half for {}: {e}", target.name))?;
    Ok(lowered)
}

/// What the threads leave; or why they do not come to their end.
fn run(module: &Module, pace: Pace) -> Result<Vec<u8>, String> {
    let size = u64::from(THREADS) * 4;
    let mut machine = Machine::new(module).map_err(|f| f.to_string())?;
    let places: Vec<u64> = (0..3).map(|_| machine.device.allocate(size)).collect();
    let input: Vec<u8> = (0..THREADS).flat_map(|t| (t.wrapping_mul(0x9e37_79b9) ^ t << 7).to_le_bytes()).collect();
    machine.device.bytes(places[1], size).map_err(|f| f.to_string())?.copy_from_slice(&input);
    let kernel = module.function_named("test").ok_or("no kernel 'test'")?;
    let args = places.iter().flat_map(|at| at.to_le_bytes()).collect();
    let launch = Launch { args, warp_size: WARP, pace, fuel: 60_000_000, ..Launch::new([1; 3], [THREADS, 1, 1]) };
    machine.launch(kernel, &launch).map_err(|f| f.to_string())?;
    Ok(machine.device.bytes(places[0], size).map_err(|f| f.to_string())?.to_vec())
}

struct Generator {
    rng: Rng,
    text: String,
    next: usize,
    /// The set of variables that code may touch here, and how many are taken.
    set: usize,
    sets: usize,
    counters: usize,
}

/// `test(ptr out, ptr in, ptr room)`: each thread reads one i32 and writes one.
fn kernel(seed: u64) -> String {
    let mut g = Generator {
        rng: Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1),
        text: String::new(),
        next: 0,
        set: 0,
        sets: 1,
        counters: 0,
    };
    for _ in 0..8 {
        g.rng.next();
    }
    g.statements(0);
    let mut text = String::new();
    for set in 0..SETS {
        for kind in ["volatile", "fenced", "counted"] {
            let _ = writeln!(text, "@{kind}{set} = internal addrspace(3) global [{THREADS} x i32] undef, align 4");
        }
    }
    text += "define amdgpu_kernel void @test(ptr addrspace(1) %out, ptr addrspace(1) %in, ptr addrspace(1) %room) {\n";
    let counters = (0..g.counters).map(|n| format!("n{n}"));
    for name in counters.chain(["v".to_owned()]) {
        let _ = writeln!(text, "  %{name} = alloca i32, align 4, addrspace(5)");
    }
    text += "  %t = call i32 @hip.thread.linear()\n  %lane = and i32 %t, 31\n  %first = and i32 %t, -32\n";
    text += "  %in.at = getelementptr i32, ptr addrspace(1) %in, i32 %t\n  %x = load i32, ptr addrspace(1) %in.at\n";
    text += "  store i32 %x, ptr addrspace(5) %v\n";
    for set in 0..SETS {
        for kind in ["volatile", "fenced", "counted"] {
            let _ = writeln!(text, "  %{kind}{set}.at = getelementptr i32, ptr addrspace(3) @{kind}{set}, i32 %t");
            let _ = writeln!(text, "  store i32 %t, ptr addrspace(3) %{kind}{set}.at");
        }
    }
    text +=
        "  %room.at = getelementptr i32, ptr addrspace(1) %room, i32 %t\n  store i32 %t, ptr addrspace(1) %room.at\n";
    text += "  call void @hip.barrier()\n";
    text += &g.text;
    text += "  br label %finish\nfinish:\n";
    text += "  %end = load i32, ptr addrspace(5) %v\n  %out.at = getelementptr i32, ptr addrspace(1) %out, i32 %t\n";
    text + "  store i32 %end, ptr addrspace(1) %out.at\n  ret void\n}\n"
}

impl Generator {
    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "  {text}");
    }
    fn reg(&mut self, text: &str) -> String {
        self.next += 1;
        let name = format!("%r{}", self.next);
        self.line(&format!("{name} = {text}"));
        name
    }
    fn label(&mut self) -> String {
        self.next += 1;
        format!("b{}", self.next)
    }
    fn start(&mut self, label: &str) {
        let _ = writeln!(self.text, "{label}:");
    }
    fn value(&mut self) -> String {
        self.reg("load i32, ptr addrspace(5) %v")
    }
    /// What the thread has seen goes into its value.
    fn saw(&mut self, value: &str) {
        let sum = self.value();
        let sum = self.reg(&format!("mul i32 {sum}, 31"));
        let sum = self.reg(&format!("add i32 {sum}, {value}"));
        self.line(&format!("store i32 {sum}, ptr addrspace(5) %v"));
    }
    /// The place of another thread of the warp, a different one for each lane.
    fn other(&mut self, variable: &str, space: u32) -> String {
        let by = self.rng.below(32);
        let lane = match self.rng.below(3) {
            0 => self.reg(&format!("xor i32 %lane, {by}")),
            1 => self.reg(&format!("add i32 %lane, {by}")),
            _ => {
                let turned = self.reg("mul i32 %lane, 5");
                self.reg(&format!("add i32 {turned}, {by}"))
            }
        };
        let lane = self.reg(&format!("and i32 {lane}, 31"));
        let at = self.reg(&format!("or i32 {lane}, %first"));
        self.reg(&format!("getelementptr i32, ptr addrspace({space}) {variable}, i32 {at}"))
    }

    fn statements(&mut self, depth: usize) {
        for _ in 0..2 + self.rng.below(3) {
            match self.rng.below(9) {
                0 | 1 => self.written(&format!("@volatile{}", self.set), 3),
                2 if self.set == 0 => self.written("%room", 1),
                2 | 3 => self.fenced(),
                4 => self.counted(),
                5 if depth < 3 && self.sets + 2 <= SETS => self.branch(depth),
                6 if depth < 3 => self.repeat(depth),
                7 => self.voted(),
                _ => self.shuffled(),
            }
        }
    }

    /// Volatile accesses.
    fn written(&mut self, variable: &str, space: u32) {
        for _ in 0..1 + self.rng.below(3) {
            let (value, place) = (self.value(), self.other(variable, space));
            let own = if space == 1 { "%room.at".into() } else { format!("%volatile{}.at", self.set) };
            match self.rng.below(4) {
                0 => self.line(&format!("store volatile i32 {value}, ptr addrspace({space}) {own}")),
                1 => self.line(&format!("store volatile i32 {value}, ptr addrspace({space}) {place}")),
                2 if space == 3 => {
                    self.reg(&format!("atomicrmw add ptr addrspace(3) {place}, i32 {value} monotonic"));
                }
                _ => {
                    let seen = self.reg(&format!("load volatile i32, ptr addrspace({space}) {place}"));
                    self.saw(&seen);
                }
            }
        }
    }

    /// Plain accesses with fences between.
    fn fenced(&mut self) {
        let set = self.set;
        let fence = "fence syncscope(\"workgroup\") seq_cst";
        let (value, place) = (self.value(), self.other(&format!("@fenced{set}"), 3));
        self.line(fence);
        self.line(&format!("store i32 {value}, ptr addrspace(3) %fenced{set}.at"));
        self.line(fence);
        let seen = self.reg(&format!("load i32, ptr addrspace(3) {place}"));
        self.saw(&seen);
        self.line(fence);
    }

    /// Words are cleared, counted up by others, and read.
    fn counted(&mut self) {
        let set = self.set;
        let (value, place) = (self.value(), self.other(&format!("@counted{set}"), 3));
        self.line(&format!("store i32 {value}, ptr addrspace(3) %counted{set}.at"));
        self.reg(&format!("atomicrmw add ptr addrspace(3) {place}, i32 {value} monotonic"));
        let seen = self.reg(&format!("load i32, ptr addrspace(3) %counted{set}.at"));
        self.saw(&seen);
    }

    /// A word of the warp that all lanes clear, some set, and all read.
    fn voted(&mut self) {
        let [set_, join] = std::array::from_fn(|_| self.label());
        let word = self.reg(&format!("getelementptr i32, ptr addrspace(3) @volatile{}, i32 %first", self.set));
        self.line(&format!("store volatile i32 0, ptr addrspace(3) {word}"));
        let cond = self.condition();
        self.line(&format!("br i1 {cond}, label %{set_}, label %{join}"));
        self.start(&set_);
        self.line(&format!("store volatile i32 1, ptr addrspace(3) {word}"));
        self.line(&format!("br label %{join}"));
        self.start(&join);
        let seen = self.reg(&format!("load volatile i32, ptr addrspace(3) {word}"));
        self.saw(&seen);
    }

    fn shuffled(&mut self) {
        let value = self.value();
        let mask = self.rng.pick(&[1, 2, 5, 16]);
        let moved = self.reg(&format!("call i32 @hip.shuffle.xor.i32(i32 {value}, i32 {mask})"));
        self.saw(&moved);
    }

    /// An i1 that differs between lanes.
    fn condition(&mut self) -> String {
        let value = self.value();
        let mixed = self.reg(&format!("xor i32 {value}, %lane"));
        let mask = self.rng.pick(&[1, 2, 3, 6]);
        let masked = self.reg(&format!("and i32 {mixed}, {mask}"));
        self.reg(&format!("icmp eq i32 {masked}, 0"))
    }

    fn branch(&mut self, depth: usize) {
        let [then_, else_, join] = std::array::from_fn(|_| self.label());
        let (outer, first) = (self.set, self.sets);
        self.sets += 2;
        let cond = self.condition();
        self.line(&format!("br i1 {cond}, label %{then_}, label %{else_}"));
        // One of the arms may touch what common code does.
        let then_set = if self.rng.below(2) == 0 { outer } else { first };
        for (set, arm) in [(then_set, &then_), (first + 1, &else_)] {
            self.set = set;
            self.start(arm);
            self.statements(depth + 1);
            self.line(&format!("br label %{join}"));
        }
        self.set = outer;
        self.start(&join);
    }

    /// Some lanes go to `label`, the others go on here.
    fn leave(&mut self, label: &str) {
        let next = self.label();
        let cond = self.condition();
        self.line(&format!("br i1 {cond}, label %{label}, label %{next}"));
        self.start(&next);
        self.statements(2);
    }

    /// A loop of one to four rounds, each lane its own number, or all the same.
    fn repeat(&mut self, depth: usize) {
        let [body, exit] = std::array::from_fn(|_| self.label());
        let counter = format!("%n{}", self.counters);
        self.counters += 1;
        let rounds = if self.rng.below(2) == 0 { "3".into() } else { self.value() };
        let rounds = self.reg(&format!("and i32 {rounds}, 3"));
        self.line(&format!("store i32 {rounds}, ptr addrspace(5) {counter}"));
        self.line(&format!("br label %{body}"));
        self.start(&body);
        self.statements(depth + 1);
        // Some lanes leave in the middle of a round, or for good.
        match self.rng.below(6) {
            0 | 1 => self.leave(&exit),
            2 => self.leave("finish"),
            _ => {}
        }
        let left = self.reg(&format!("load i32, ptr addrspace(5) {counter}"));
        let less = self.reg(&format!("sub i32 {left}, 1"));
        self.line(&format!("store i32 {less}, ptr addrspace(5) {counter}"));
        let more = self.reg(&format!("icmp sgt i32 {less}, 0"));
        self.line(&format!("br i1 {more}, label %{body}, label %{exit}"));
        self.start(&exit);
    }
}
