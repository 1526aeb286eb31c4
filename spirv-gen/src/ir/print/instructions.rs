//! Instructions in text.

use std::fmt::Write;

use super::{Printer, name};
use crate::ir::function::Block;
use crate::ir::instruction::{Atomicity, Callee, Flags, Inst, Merge, Op, Ordering, Scope, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{AddressSpace, Type, TypeKind};

impl Printer<'_> {
    pub(super) fn merge(&mut self, block: Block) {
        let text = match self.func.blocks[block].merge {
            None => return,
            Some(Merge::Selection(merge)) => format!("selection(label %{})", self.label(merge)),
            Some(Merge::Loop { merge, continue_ }) => {
                format!("loop(label %{}, label %{})", self.label(merge), self.label(continue_))
            }
        };
        let _ = writeln!(self.out, "  call void @hip.merge.{text}");
    }

    pub(super) fn inst(&mut self, inst: Inst) {
        let Some(data) = self.func.insts.get(inst) else {
            let _ = writeln!(self.out, "  ; instruction {} does not exist", inst.0);
            return;
        };
        self.out.push_str("  ");
        if data.ty != Type::VOID {
            let _ = write!(self.out, "{} = ", self.value(Value::Inst(inst)));
        }
        let text = self.op(&data.op, data.ty);
        self.out.push_str(&text);
        if let Some(place) = self.place(data.loc) {
            let _ = write!(self.out, ", !dbg {place}");
        }
        self.out.push('\n');
    }

    fn op(&self, op: &Op, ty: Type) -> String {
        match op {
            Op::Ret(None) => "ret void".into(),
            Op::Ret(Some(value)) => format!("ret {}", self.typed(*value)),
            Op::Br(block) => format!("br label %{}", self.label(*block)),
            Op::CondBr { cond, then_, else_ } => {
                format!("br {}, label %{}, label %{}", self.typed(*cond), self.label(*then_), self.label(*else_))
            }
            Op::Switch { value, default, cases } => {
                let mut text = format!("switch {}, label %{} [\n", self.typed(*value), self.label(*default));
                for (case, block) in cases {
                    let _ = writeln!(text, "    {}, label %{}", self.typed(Value::Const(*case)), self.label(*block));
                }
                text + "  ]"
            }
            Op::Unreachable => "unreachable".into(),
            Op::Phi(incoming) => {
                let edge = |(v, b): &(Value, Block)| format!("[ {}, %{} ]", self.value(*v), self.label(*b));
                format!("phi {} {}", self.display(ty), incoming.iter().map(edge).collect::<Vec<_>>().join(", "))
            }
            Op::Alloca { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Gep { .. }
            | Op::AtomicRmw { .. }
            | Op::CmpXchg { .. }
            | Op::Fence(_) => self.memory(op, ty),
            Op::Intrinsic { id, flags, args } => {
                format!("call {}{} @{}({})", words(*flags), self.display(ty), self.intrinsic(*id, ty), self.list(args))
            }
            Op::Call { callee, flags, args } => {
                let mut space = String::new();
                let callee = match callee {
                    Callee::Func(id) => match self.module.functions.get(*id) {
                        Some(func) => format!("@{}", name(&func.name)),
                        None => format!("@?{}", id.0),
                    },
                    Callee::Indirect(value) => {
                        let pointer = self.display(self.type_of(*value));
                        space = pointer.strip_prefix("ptr ").map(|space| format!("{space} ")).unwrap_or_default();
                        self.value(*value)
                    }
                };
                format!("call {}{space}{} {callee}({})", words(*flags), self.display(ty), self.list(args))
            }
            _ => self.arithmetic(op, ty),
        }
    }

    fn arithmetic(&self, op: &Op, ty: Type) -> String {
        let pair = |a: Value, b: Value| format!("{}, {}", self.typed(a), self.value(b));
        match op {
            Op::Binary { op, flags, lhs, rhs } => format!("{} {}{}", op.name(), words(*flags), pair(*lhs, *rhs)),
            Op::FNeg { flags, value } => format!("fneg {}{}", words(*flags), self.typed(*value)),
            Op::ICmp { pred, lhs, rhs } => format!("icmp {} {}", pred.name(), pair(*lhs, *rhs)),
            Op::FCmp { pred, flags, lhs, rhs } => format!("fcmp {}{} {}", words(*flags), pred.name(), pair(*lhs, *rhs)),
            Op::Cast { op, flags, value } => {
                format!("{} {}{} to {}", op.name(), words(*flags), self.typed(*value), self.display(ty))
            }
            Op::Select { flags, cond, then_, else_ } => {
                let values = self.list(&[*cond, *then_, *else_]);
                format!("select {}{values}", words(*flags))
            }
            Op::Freeze(value) => format!("freeze {}", self.typed(*value)),
            Op::ExtractElement { vector, index } => format!("extractelement {}", self.list(&[*vector, *index])),
            Op::InsertElement { vector, value, index } => {
                format!("insertelement {}", self.list(&[*vector, *value, *index]))
            }
            Op::ShuffleVector { lhs, rhs, mask } => {
                let lane = |&i: &i32| if i < 0 { "i32 poison".into() } else { format!("i32 {i}") };
                let lanes = mask.iter().map(lane).collect::<Vec<_>>().join(", ");
                format!("shufflevector {}, <{} x i32> <{lanes}>", self.list(&[*lhs, *rhs]), mask.len())
            }
            Op::ExtractValue { aggregate, indices } => {
                format!("extractvalue {}{}", self.typed(*aggregate), positions(indices))
            }
            Op::InsertValue { aggregate, value, indices } => {
                format!("insertvalue {}{}", self.list(&[*aggregate, *value]), positions(indices))
            }
            other => format!("; {other:?}"),
        }
    }

    fn memory(&self, op: &Op, ty: Type) -> String {
        match op {
            Op::Alloca { elem, count, align } => {
                let count = count.map(|n| format!(", {}", self.typed(n))).unwrap_or_default();
                format!(
                    "alloca {}{count}, align {align}, addrspace({})",
                    self.display(*elem),
                    AddressSpace::Private.number()
                )
            }
            Op::Load { ptr, align, volatile, atomic } => {
                let (head, tail) = access(*volatile, *atomic);
                format!("load {head}{}, {}{tail}, align {align}", self.display(ty), self.typed(*ptr))
            }
            Op::Store { value, ptr, align, volatile, atomic } => {
                let (head, tail) = access(*volatile, *atomic);
                format!("store {head}{}{tail}, align {align}", self.list(&[*value, *ptr]))
            }
            Op::Gep { elem, flags, base, indices } => {
                let indices: String = indices.iter().map(|&i| format!(", {}", self.typed(i))).collect();
                format!("getelementptr {}{}, {}{indices}", words(*flags), self.display(*elem), self.typed(*base))
            }
            Op::AtomicRmw { op, ptr, value, align, volatile, atomic } => {
                let volatile = if *volatile { "volatile " } else { "" };
                let operands = self.list(&[*ptr, *value]);
                format!("atomicrmw {volatile}{} {operands}{}, align {align}", op.name(), order(atomic))
            }
            Op::CmpXchg { ptr, expected, desired, align, weak, volatile, success, failure, scope } => {
                let weak = if *weak { "weak " } else { "" };
                let volatile = if *volatile { "volatile " } else { "" };
                let operands = self.list(&[*ptr, *expected, *desired]);
                let order = order(&Atomicity { ordering: *success, scope: *scope });
                format!("cmpxchg {weak}{volatile}{operands}{order} {}, align {align}", failure.name())
            }
            Op::Fence(atomic) => format!("fence{}", order(atomic)),
            other => format!("; {other:?}"),
        }
    }

    fn list(&self, values: &[Value]) -> String {
        values.iter().map(|&v| self.typed(v)).collect::<Vec<_>>().join(", ")
    }

    /// `llvm.fma.v2f32`: LLVM's overloaded names carry the result type, ours do not.
    fn intrinsic(&self, id: Intrinsic, ty: Type) -> String {
        let name = id.name();
        match self.suffix(ty) {
            Some(suffix) if name.starts_with("llvm.") => format!("{name}.{suffix}"),
            _ => name.to_owned(),
        }
    }

    fn suffix(&self, ty: Type) -> Option<String> {
        Some(match self.module.ctx.types.kind(ty) {
            TypeKind::Int(bits) => format!("i{bits}"),
            TypeKind::Half => "f16".into(),
            TypeKind::BFloat => "bf16".into(),
            TypeKind::Float => "f32".into(),
            TypeKind::Double => "f64".into(),
            TypeKind::Ptr(space) => format!("p{}", space.number()),
            TypeKind::Vector { elem, len } => format!("v{len}{}", self.suffix(*elem)?),
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Struct { .. } => return None,
        })
    }
}

fn positions(indices: &[u32]) -> String {
    indices.iter().map(|i| format!(", {i}")).collect()
}

/// What stands behind `load` or `store`, and behind its pointer.
fn access(volatile: bool, atomic: Option<Atomicity>) -> (String, String) {
    let head = format!("{}{}", if atomic.is_some() { "atomic " } else { "" }, if volatile { "volatile " } else { "" });
    (head, atomic.map(|a| order(&a)).unwrap_or_default())
}

fn order(atomic: &Atomicity) -> String {
    let ordering: Ordering = atomic.ordering;
    match atomic.scope {
        Scope::System => format!(" {}", ordering.name()),
        scope => format!(" syncscope(\"{}\") {}", scope.name(), ordering.name()),
    }
}

/// The flags with a space behind each, in LLVM's order.
fn words(flags: Flags) -> String {
    const WORDS: [(Flags, &str); 13] = [
        (Flags::REASSOC, "reassoc "),
        (Flags::NNAN, "nnan "),
        (Flags::NINF, "ninf "),
        (Flags::NSZ, "nsz "),
        (Flags::ARCP, "arcp "),
        (Flags::CONTRACT, "contract "),
        (Flags::AFN, "afn "),
        (Flags::INBOUNDS, "inbounds "),
        (Flags::NUW, "nuw "),
        (Flags::NSW, "nsw "),
        (Flags::EXACT, "exact "),
        (Flags::DISJOINT, "disjoint "),
        (Flags::NNEG, "nneg "),
    ];
    let fast = flags.contains(Flags::FAST);
    let rest = if fast { flags - Flags::FAST } else { flags };
    let mut text = String::from(if fast { "fast " } else { "" });
    for (flag, word) in WORDS {
        text.push_str(if rest.contains(flag) { word } else { "" });
    }
    text
}
