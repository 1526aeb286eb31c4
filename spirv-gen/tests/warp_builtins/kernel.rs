//! The kernel that one use of a builtin becomes, and the lanes it runs on. Also included by tests/tests/warps.rs, which runs it on a device.

use super::model::{Lane, Warp};

/// What an active lane gets.
pub type Expected = Box<dyn Fn(&Warp, usize) -> u64 + Send>;

/// One use of a builtin.
pub struct Case {
    pub name: String,
    /// IR that computes `i64 %r` from `i32 %a` and `i32 %b`.
    pub body: String,
    pub expected: Expected,
}

impl Case {
    /// The text of kernel `k(ptr out, ptr a, ptr b, ptr on)`.
    pub fn kernel(&self) -> String {
        let load = |name: &str| {
            format!(
                "  %g{name} = getelementptr i32, ptr addrspace(1) %p{name}, i32 %t\n  %{name} = load i32, ptr addrspace(1) %g{name}\n"
            )
        };
        format!(
            "define amdgpu_kernel void @k(ptr addrspace(1) %out, ptr addrspace(1) %pa, ptr addrspace(1) %pb, ptr addrspace(1) %pon) {{\n  \
             %t = call i32 @llvm.amdgcn.workitem.id.x()\n{}{}{}  %c = trunc i32 %on to i1\n  br i1 %c, label %go, label %end\ngo:\n\
             {}\n  %go.at = getelementptr i64, ptr addrspace(1) %out, i32 %t\n  store i64 %r, ptr addrspace(1) %go.at\n  br label %end\n\
             end:\n  ret void\n}}\ndeclare i32 @llvm.amdgcn.workitem.id.x()\n{}",
            load("a"),
            load("b"),
            load("on"),
            self.body,
            declarations(&self.body)
        )
    }
}

/// A `declare` for every function that the body calls, from its first call's text.
fn declarations(body: &str) -> String {
    let mut text = String::new();
    let mut known = Vec::new();
    for (_, call) in body.match_indices("call ").map(|(at, _)| body.split_at(at + 5)) {
        let (ret, rest) = call.split_once(" @").expect("a call");
        let (name, args) = rest.split_once('(').expect("arguments");
        if known.contains(&name) {
            continue;
        }
        known.push(name);
        let args = args.split_once(')').expect("an end").0;
        let types: Vec<&str> = args.split(", ").filter_map(|a| a.rsplit_once(' ')).map(|(ty, _)| ty).collect();
        text += &format!("declare {ret} @{name}({})\n", types.join(", "));
    }
    text
}

/// The lanes of a block, from a seed: which are active, and their two values.
pub fn lanes(threads: u32, seed: u64, every: bool) -> Vec<Lane> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 32) as u32
    };
    (0..threads).map(|_| Lane { a: next(), b: next() % 256, active: every || next() % 3 != 0 }).collect()
}
