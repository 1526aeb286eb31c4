//! Which kernels are too large with a copy of each function at each call, and which functions share a body then.
//!
//! Sizes are instructions as clang leaves them. Called by `one_body::run`.

use crate::error::CompileError;
use crate::hash::{HashMap, HashSet};
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Function;
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
pub fn of(functions: &Functions, kernel: FuncId, budget: &Budget) -> Option<Choice> {
    let graph = Graph::of(functions, kernel);
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

/// What a choice needs to know of a function.
#[derive(Default)]
struct Facts {
    /// Instructions of its own.
    size: u64,
    /// The functions with bodies that it calls, once for each call.
    callees: Vec<FuncId>,
    /// Whether its threads wait for each other, or ask each other.
    waits: bool,
}

/// Those of all functions of a module: kernels have most of them in common.
pub struct Functions(PrimaryMap<FuncId, Facts>);

impl Functions {
    pub fn of(module: &Module) -> Self {
        let mut all = PrimaryMap::new();
        module.functions.values().for_each(|func| {
            all.push(Facts::of(module, func));
        });
        Self(all)
    }
}

impl Facts {
    fn of(module: &Module, func: &Function) -> Self {
        let mut facts = Self::default();
        for (_, inst) in func.linked_insts() {
            facts.size += 1;
            match func.op(inst) {
                Op::Call { callee: Callee::Func(callee), .. } => {
                    let called = &module.functions[*callee];
                    if called.is_declaration() {
                        facts.waits |= asks_others(&called.name, called.attrs.convergent);
                    } else {
                        facts.callees.push(*callee);
                    }
                }
                Op::Call { callee: Callee::Indirect(_), .. } => facts.waits = true,
                Op::Intrinsic { id, .. } => {
                    facts.waits |= *id == Intrinsic::Barrier || id.effect() == Effect::Convergent;
                }
                _ => {}
            }
        }
        facts
    }
}

/// One function of the graph.
struct Node {
    id: FuncId,
    size: u64,
    /// Positions of the functions that it calls, once for each call.
    calls: Vec<usize>,
}

/// The functions that a kernel reaches.
struct Graph {
    /// Callees first, the kernel last.
    nodes: Vec<Node>,
    /// Whether any of them waits.
    waits: bool,
}

impl Graph {
    fn of(Functions(functions): &Functions, kernel: FuncId) -> Self {
        let mut graph = Self { nodes: Vec::new(), waits: false };
        let mut known: HashMap<FuncId, usize> = HashMap::default();
        let mut open = vec![(kernel, 0)];
        let mut entered = HashSet::default();
        entered.insert(kernel);
        while let Some((id, next)) = open.last_mut() {
            let (id, facts) = (*id, &functions[*id]);
            if let Some(&callee) = facts.callees.get(*next) {
                *next += 1;
                if entered.insert(callee) {
                    open.push((callee, 0));
                }
                continue;
            }
            graph.waits |= facts.waits;
            // A function that calls itself through others is not known yet: `calls::inline` says so.
            let calls = facts.callees.iter().filter_map(|f| known.get(f).copied()).collect();
            known.insert(id, graph.nodes.len());
            graph.nodes.push(Node { id, size: facts.size, calls });
            open.pop();
        }
        graph
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
