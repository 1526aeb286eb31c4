//! What each operation demands of its operands' types.

use super::{Checker, Fault};
use crate::ir::instruction::{BinaryOp, Callee, CastOp, Inst, Op, Value};
use crate::ir::types::{Type, TypeKind, Types};

/// A rule that does not hold.
fn fault(text: &str) -> Result<(), Fault> {
    Err(text.to_owned())
}

fn ensure(holds: bool, text: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { fault(text) }
}

impl Checker<'_> {
    fn types(&self) -> &Types {
        &self.module.ctx.types
    }

    /// Checks `inst`'s operands and result.
    pub(super) fn inst_types(&self, inst: Inst) -> Result<(), Fault> {
        let data = &self.func.insts[inst];
        let ty = data.ty;
        let no_result = matches!(data.op, Op::Store { .. } | Op::Fence(_)) || data.op.is_terminator();
        if no_result {
            ensure(ty == Type::VOID, "an operation without result has a type")?;
        } else if !matches!(data.op, Op::Call { .. } | Op::Intrinsic { .. }) {
            ensure(ty != Type::VOID, "an operation with a result has none")?;
        }
        match &data.op {
            Op::Ret(_) | Op::Br(_) | Op::CondBr { .. } | Op::Switch { .. } | Op::Unreachable => {
                self.terminator(&data.op)
            }
            Op::Phi(incoming) => {
                ensure(incoming.iter().all(|(v, _)| self.type_of(*v) == ty), "a phi's values are of its type")
            }
            Op::Alloca { .. }
            | Op::Load { .. }
            | Op::Store { .. }
            | Op::Gep { .. }
            | Op::AtomicRmw { .. }
            | Op::CmpXchg { .. }
            | Op::Fence(_) => self.memory(&data.op, ty),
            Op::ExtractElement { .. }
            | Op::InsertElement { .. }
            | Op::ShuffleVector { .. }
            | Op::ExtractValue { .. }
            | Op::InsertValue { .. } => self.parts(&data.op, ty),
            Op::Intrinsic { id, args, .. } => self.intrinsic(*id, args, ty),
            Op::Call { callee, args, .. } => self.call(callee, args, ty),
            op => self.arithmetic(op, ty),
        }
    }

    fn terminator(&self, op: &Op) -> Result<(), Fault> {
        match op {
            Op::Ret(value) => {
                let ty = value.map_or(Type::VOID, |v| self.type_of(v));
                ensure(ty == self.func.ret, "a return of another type than the function's")
            }
            Op::CondBr { cond, .. } => ensure(self.type_of(*cond) == Type::I1, "a condition is an i1"),
            Op::Switch { value, cases, .. } => {
                let ty = self.type_of(*value);
                ensure(self.types().int_bits(ty).is_some(), "a switch is over integers")?;
                ensure(cases.iter().all(|(c, _)| self.type_of(Value::Const(*c)) == ty), "a case of another type")
            }
            _ => Ok(()),
        }
    }

    fn arithmetic(&self, op: &Op, ty: Type) -> Result<(), Fault> {
        let types = self.types();
        let scalar = types.scalar(ty);
        match op {
            Op::Binary { op, lhs, rhs, .. } => {
                ensure(self.type_of(*lhs) == ty && self.type_of(*rhs) == ty, "operands and result have one type")?;
                let float =
                    matches!(op, BinaryOp::FAdd | BinaryOp::FSub | BinaryOp::FMul | BinaryOp::FDiv | BinaryOp::FRem);
                let fits = if float { types.is_float(scalar) } else { types.int_bits(scalar).is_some() };
                ensure(fits, "integer operations take integers, float operations floats")
            }
            Op::FNeg { value, .. } => {
                ensure(self.type_of(*value) == ty && types.is_float(scalar), "fneg takes and gives one float type")
            }
            Op::Freeze(value) => ensure(self.type_of(*value) == ty, "freeze gives its operand's type"),
            Op::ICmp { lhs, rhs, .. } => {
                let (of, elem) = (self.type_of(*lhs), types.scalar(self.type_of(*lhs)));
                ensure(self.type_of(*rhs) == of, "a comparison of two types")?;
                let fits = types.int_bits(elem).is_some() || types.pointee_space(elem).is_some();
                ensure(fits, "icmp takes integers or pointers")?;
                ensure(self.same_shape(ty, of) && scalar == Type::I1, "a comparison gives i1")
            }
            Op::FCmp { lhs, rhs, .. } => {
                let of = self.type_of(*lhs);
                ensure(self.type_of(*rhs) == of, "a comparison of two types")?;
                ensure(types.is_float(types.scalar(of)), "fcmp takes floats")?;
                ensure(self.same_shape(ty, of) && scalar == Type::I1, "a comparison gives i1")
            }
            Op::Select { cond, then_, else_, .. } => {
                ensure(self.type_of(*then_) == ty && self.type_of(*else_) == ty, "a select of two types")?;
                let cond = self.type_of(*cond);
                let fits = cond == Type::I1 || (self.same_shape(cond, ty) && types.scalar(cond) == Type::I1);
                ensure(fits, "a select's condition is i1, or a vector of it like the values")
            }
            Op::Cast { op, value, .. } => self.cast(*op, self.type_of(*value), ty),
            _ => Ok(()),
        }
    }

    fn same_shape(&self, a: Type, b: Type) -> bool {
        self.types().vector_parts(a).map(|p| p.1) == self.types().vector_parts(b).map(|p| p.1)
    }

    fn cast(&self, op: CastOp, from: Type, to: Type) -> Result<(), Fault> {
        let types = self.types();
        if op == CastOp::BitCast {
            let pointers = [from, to].map(|t| types.pointee_space(types.scalar(t)).is_some());
            let fits = types.value_bits(from) == types.value_bits(to) && types.value_bits(from) != 0;
            return ensure(fits && pointers[0] == pointers[1], "a bitcast is between values of one width");
        }
        ensure(self.same_shape(from, to), "a cast keeps the number of elements")?;
        let (from, to) = (types.scalar(from), types.scalar(to));
        let (a, b) = (types.value_bits(from), types.value_bits(to));
        let int = |t: Type| types.int_bits(t).is_some();
        let float = |t: Type| types.is_float(t);
        let ptr = |t: Type| types.pointee_space(t).is_some();
        let fits = match op {
            CastOp::Trunc => int(from) && int(to) && a > b,
            CastOp::ZExt | CastOp::SExt => int(from) && int(to) && a < b,
            CastOp::FPTrunc => float(from) && float(to) && a > b,
            CastOp::FPExt => float(from) && float(to) && a < b,
            CastOp::FPToUI | CastOp::FPToSI => float(from) && int(to),
            CastOp::UIToFP | CastOp::SIToFP => int(from) && float(to),
            CastOp::PtrToInt => ptr(from) && int(to),
            CastOp::IntToPtr => int(from) && ptr(to),
            CastOp::AddrSpaceCast => ptr(from) && ptr(to) && from != to,
            CastOp::BitCast => true,
        };
        ensure(fits, "the cast does not exist between these types")
    }

    /// A pointer; or an i64, the address that lowered device accesses use.
    fn address(&self, ptr: Value) -> Result<(), Fault> {
        let ty = self.type_of(ptr);
        ensure(self.types().pointee_space(ty).is_some() || ty == Type::I64, "an address is a pointer or an i64")
    }

    fn memory(&self, op: &Op, ty: Type) -> Result<(), Fault> {
        let align = match op {
            Op::Load { align, .. }
            | Op::Store { align, .. }
            | Op::AtomicRmw { align, .. }
            | Op::CmpXchg { align, .. }
            | Op::Alloca { align, .. } => *align,
            _ => 1,
        };
        ensure(align.is_power_of_two(), "an alignment is a power of two")?;
        match op {
            Op::Alloca { count, .. } => {
                ensure(ty == Type::PTR_PRIVATE, "an alloca gives a private pointer")?;
                let integer = count.is_none_or(|n| self.types().int_bits(self.type_of(n)).is_some());
                ensure(integer, "an alloca's count is an integer")
            }
            Op::Load { ptr, .. } => self.address(*ptr),
            Op::Store { value, ptr, .. } => {
                ensure(self.type_of(*value) != Type::VOID, "nothing is stored")?;
                self.address(*ptr)
            }
            Op::AtomicRmw { ptr, value, .. } => {
                ensure(self.type_of(*value) == ty, "an atomic operation gives its operand's type")?;
                self.address(*ptr)
            }
            Op::CmpXchg { ptr, expected, desired, .. } => {
                let of = self.type_of(*expected);
                ensure(self.type_of(*desired) == of, "cmpxchg of two types")?;
                let fits =
                    matches!(self.types().kind(ty), TypeKind::Struct { fields, .. } if fields[..] == [of, Type::I1]);
                ensure(fits, "cmpxchg gives { T, i1 }")?;
                self.address(*ptr)
            }
            Op::Gep { elem, base, indices, .. } => self.gep(*elem, *base, indices, ty),
            _ => Ok(()),
        }
    }

    fn gep(&self, elem: Type, base: Value, indices: &[Value], ty: Type) -> Result<(), Fault> {
        let types = self.types();
        let base = types.scalar(self.type_of(base));
        ensure(types.pointee_space(base).is_some(), "a getelementptr starts at a pointer")?;
        ensure(types.scalar(ty) == base, "a getelementptr gives its base's type")?;
        let mut at = elem;
        for (i, &index) in indices.iter().enumerate() {
            let integer = types.int_bits(types.scalar(self.type_of(index))).is_some();
            ensure(integer, "an index is an integer")?;
            if i == 0 {
                continue;
            }
            at = match types.kind(at) {
                TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => *elem,
                TypeKind::Struct { fields, .. } => {
                    let field = self.module.ctx.as_int(index).and_then(|n| usize::try_from(n).ok());
                    match field.and_then(|n| fields.get(n)) {
                        Some(&field) => field,
                        None => return fault("a structure is indexed by a constant within it"),
                    }
                }
                _ => return fault("an index goes into something that has no parts"),
            };
        }
        Ok(())
    }

    fn parts(&self, op: &Op, ty: Type) -> Result<(), Fault> {
        let types = self.types();
        let integer = |v: Value| types.int_bits(self.type_of(v)).is_some();
        match op {
            Op::ExtractElement { vector, index } => {
                let elem = types.vector_parts(self.type_of(*vector)).map(|p| p.0);
                ensure(elem == Some(ty) && integer(*index), "extractelement gives an element of a vector")
            }
            Op::InsertElement { vector, value, index } => {
                let elem = types.vector_parts(ty).map(|p| p.0);
                let fits = self.type_of(*vector) == ty && elem == Some(self.type_of(*value)) && integer(*index);
                ensure(fits, "insertelement puts an element into a vector")
            }
            Op::ShuffleVector { lhs, rhs, mask } => {
                let of = self.type_of(*lhs);
                ensure(self.type_of(*rhs) == of, "a shuffle of two types")?;
                let (Some((elem, len)), Some((out, lanes))) = (types.vector_parts(of), types.vector_parts(ty)) else {
                    return fault("a shuffle is of vectors");
                };
                ensure(elem == out && lanes as usize == mask.len(), "a shuffle gives a lane for each of its mask")?;
                let bound = i64::from(len) * 2;
                ensure(mask.iter().all(|&m| m >= -1 && i64::from(m) < bound), "a shuffle's mask is within its operands")
            }
            Op::ExtractValue { aggregate, indices } => {
                let part = self.part(self.type_of(*aggregate), indices);
                ensure(part == Some(ty), "extractvalue gives the type at its position")
            }
            Op::InsertValue { aggregate, value, indices } => {
                let part = self.part(ty, indices);
                let fits = self.type_of(*aggregate) == ty && part == Some(self.type_of(*value));
                ensure(fits, "insertvalue puts a value where one of its type is")
            }
            _ => Ok(()),
        }
    }

    fn part(&self, whole: Type, indices: &[u32]) -> Option<Type> {
        indices.iter().try_fold(whole, |at, &index| match self.types().kind(at) {
            TypeKind::Struct { fields, .. } => fields.get(index as usize).copied(),
            TypeKind::Array { elem, len } => (u64::from(index) < *len).then_some(*elem),
            _ => None,
        })
    }

    fn call(&self, callee: &Callee, args: &[Value], ty: Type) -> Result<(), Fault> {
        match callee {
            Callee::Indirect(value) => {
                ensure(self.types().pointee_space(self.type_of(*value)).is_some(), "a callee is a pointer")
            }
            Callee::Func(id) => {
                let func = &self.module.functions[*id];
                // Inline assembly and register reads stand for functions of many types.
                if func.is_declaration() {
                    return Ok(());
                }
                ensure(func.ret == ty, "a call gives the callee's type")?;
                let enough = args.len() == func.params.len() || (func.variadic && args.len() > func.params.len());
                ensure(enough, "a call has as many arguments as the callee parameters")?;
                let fits = args.iter().zip(&func.params).all(|(&arg, p)| self.type_of(arg) == p.ty);
                ensure(fits, "an argument is of another type than the parameter")
            }
        }
    }
}
