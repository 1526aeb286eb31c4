//! Which kernels are too large with a copy of each function at each call, and which functions share a body then.
//!
//! Sizes are instructions as clang leaves them. Called by `shared::run`.

use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::instruction::{Callee, Op};
use crate::ir::intrinsic::{Effect, Intrinsic};
use crate::ir::module::{FuncId, Module};
use crate::passes::device::work_items;

const PASS: &str = "calls/one_body";

/// Says [`Budget::kernel`] to `hipcc` and hipRTC.
pub const VARIABLE: &str = "HIPVK_INLINE_LIMIT";

/// When bodies are shared, and until when.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    /// Instructions that a kernel may have with everything inlined.
    pub kernel: u64,
    /// What sharing one more function must save at least, as a part of the kernel: one in so many instructions.
    pub worthwhile: u64,
}

impl Budget {
    /// Compilers' time goes with the square of it: NVIDIA's (580.159) takes 113 s for 305,000 instructions, and 46 for the 102,000 that they are so; lavapipe
    /// 25.0 20 s for 170,000, and 0.9 for 3,000. What clang leaves to be inlined, its author has said not to inline.
    pub const DRIVERS: Self = Self { kernel: 50_000, worthwhile: 64 };

    /// The drivers', or what [`VARIABLE`] says instead of their number of instructions.
    ///
    /// # Errors
    /// It says something else.
    pub fn of_environment() -> Result<Self, CompileError> {
        Self::said(std::env::var(VARIABLE).ok().as_deref())
    }

    /// The same, by the variable's value.
    fn said(value: Option<&str>) -> Result<Self, CompileError> {
        let Some(text) = value.map(str::trim).filter(|text| !text.is_empty()) else { return Ok(Self::DRIVERS) };
        match text.parse() {
            Ok(kernel) => Ok(Self { kernel, ..Self::DRIVERS }),
            Err(_) => {
                Err(CompileError::unsupported(PASS, format!("{VARIABLE}={text}: a number of instructions is wanted")))
            }
        }
    }
}

/// What is to be done with a kernel.
#[derive(Clone, Debug)]
pub struct Choice {
    /// The kernel and all that it calls.
    pub callees_first: Vec<FuncId>,
    /// The functions among them that get one body.
    pub shared: HashSet<FuncId>,
}

/// The choice for `kernel`; none if it is small enough, or its threads wait for each other.
pub fn of(module: &Module, kernel: FuncId, budget: &Budget) -> Option<Choice> {
    let graph = Graph::of(module, kernel);
    let mut shared = HashSet::default();
    let mut total = graph.total(&shared);
    if total <= budget.kernel || graph.waits {
        return None;
    }
    while total > budget.kernel / 2 {
        let Some((best, saved)) = graph.best(&shared) else { break };
        if saved < total / budget.worthwhile {
            break;
        }
        shared.insert(best);
        total = graph.total(&shared);
    }
    (!shared.is_empty()).then(|| Choice { callees_first: graph.callees_first(), shared })
}

/// One function of the graph.
struct Node {
    id: FuncId,
    /// Instructions of its own.
    size: u64,
    /// Positions of the functions that it calls, once for each call.
    calls: Vec<usize>,
}

/// The functions that a kernel reaches.
struct Graph {
    /// Callees first, the kernel last.
    nodes: Vec<Node>,
    /// Whether threads wait for each other, or ask each other.
    waits: bool,
}

impl Graph {
    fn of(module: &Module, kernel: FuncId) -> Self {
        let mut graph = Self { nodes: Vec::new(), waits: false };
        let mut known: HashMap<FuncId, usize> = HashMap::default();
        let mut open = vec![(kernel, graph.callees(module, kernel), 0)];
        let mut entered = HashSet::default();
        entered.insert(kernel);
        while let Some((id, callees, next)) = open.last_mut() {
            if let Some(&callee) = callees.get(*next) {
                *next += 1;
                if entered.insert(callee) {
                    open.push((callee, graph.callees(module, callee), 0));
                }
                continue;
            }
            let size = module.functions[*id].linked_insts().count() as u64;
            // A function that calls itself through others is not known yet: `calls::inline` says so.
            let calls = callees.iter().filter_map(|f| known.get(f).copied()).collect();
            known.insert(*id, graph.nodes.len());
            graph.nodes.push(Node { id: *id, size, calls });
            open.pop();
        }
        graph
    }

    /// The functions with bodies that `id` calls, once for each call; notes what waits.
    fn callees(&mut self, module: &Module, id: FuncId) -> Vec<FuncId> {
        let mut callees = Vec::new();
        for (_, inst) in module.functions[id].linked_insts() {
            match module.functions[id].op(inst) {
                Op::Call { callee: Callee::Func(callee), .. } => {
                    let func = &module.functions[*callee];
                    if !func.is_declaration() {
                        callees.push(*callee);
                    }
                    self.waits |= func.is_declaration() && asks_others(&func.name, func.attrs.convergent);
                }
                Op::Call { callee: Callee::Indirect(_), .. } => self.waits = true,
                Op::Intrinsic { id, .. } => {
                    self.waits |= *id == Intrinsic::Barrier || id.effect() == Effect::Convergent
                }
                _ => {}
            }
        }
        callees
    }

    fn callees_first(&self) -> Vec<FuncId> {
        self.nodes.iter().map(|n| n.id).collect()
    }

    /// Of each function, its size with all that is inlined into it.
    fn inlined(&self, shared: &HashSet<FuncId>) -> Vec<u64> {
        let mut sizes: Vec<u64> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let inside = node.calls.iter().filter(|&&c| !shared.contains(&self.nodes[c].id)).map(|&c| sizes[c]);
            sizes.push(inside.fold(node.size, u64::saturating_add));
        }
        sizes
    }

    /// The size of the kernel with the bodies that are shared.
    fn total(&self, shared: &HashSet<FuncId>) -> u64 {
        let sizes = self.inlined(shared);
        let roots =
            self.nodes.iter().enumerate().filter(|(at, n)| *at + 1 == self.nodes.len() || shared.contains(&n.id));
        roots.fold(0, |sum: u64, (at, _)| sum.saturating_add(sizes[at]))
    }

    /// The function that saves most if it is shared too, and how much.
    fn best(&self, shared: &HashSet<FuncId>) -> Option<(FuncId, u64)> {
        let sizes = self.inlined(shared);
        let mut copies = vec![0_u64; self.nodes.len()];
        let mut best: Option<(FuncId, u64)> = None;
        for (at, node) in self.nodes.iter().enumerate().rev() {
            if at + 1 == self.nodes.len() || shared.contains(&node.id) {
                copies[at] = 1;
            } else {
                let saved = copies[at].saturating_sub(1).saturating_mul(sizes[at]);
                if saved > best.map_or(0, |(_, most)| most) {
                    best = Some((node.id, saved));
                }
            }
            for &call in &node.calls {
                copies[call] = copies[call].saturating_add(copies[at]);
            }
        }
        best
    }
}

/// Whether a function without a body asks other threads something or waits for them.
fn asks_others(name: &str, convergent: bool) -> bool {
    let of_threads = name.starts_with("llvm.amdgcn.") || name.starts_with("__ockl_");
    of_threads && convergent && !work_items::TABLE.iter().any(|(known, _)| *known == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_variable_says_is_a_number_or_an_error_that_names_it() {
        assert_eq!(Budget::said(None).unwrap().kernel, Budget::DRIVERS.kernel);
        assert_eq!(Budget::said(Some("")).unwrap().kernel, Budget::DRIVERS.kernel);
        assert_eq!(Budget::said(Some(" 7 ")).unwrap().kernel, 7);
        let error = Budget::said(Some("many")).unwrap_err().to_string();
        assert!(error.contains("HIPVK_INLINE_LIMIT=many"), "{error}");
    }
}
