//! The form that `emit` takes: what the device half must have reached before control flow is structured.
//!
//! One kernel and no other body; scalars of emittable width, short vectors only around memory; device memory through
//! integer addresses, shared and private memory through typed arrays; a closed list of operations and intrinsics.
//! It is the property oracle of the lowering passes' tests (`check=emittable`), so that their exact output may change freely.

use super::{Checker, Fault, verify_module};
use crate::error::CompileError;
use crate::ir::constant::ConstData;
use crate::ir::instruction::{AtomicOp, BinaryOp, CastOp, Inst, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;
use crate::ir::types::{AddressSpace, Type, TypeKind};

/// Checks `module` as [`verify_module`] does, and that it is in the emittable form.
///
/// # Errors
/// `Internal`, naming the instruction, for the first rule that is broken.
pub fn verify_emittable(module: &Module) -> Result<(), CompileError> {
    verify_module(module)?;
    let mut bodies = module.functions.values().filter(|f| !f.is_declaration());
    let (Some(kernel), None) = (bodies.next(), bodies.next()) else {
        return Err(CompileError::internal("verify", "the emittable form is one kernel and no other body"));
    };
    let check = || -> Result<(), Fault> {
        if !kernel.is_kernel {
            return Err("the one body is no kernel".into());
        }
        globals(module)?;
        let checker = Checker { module, func: kernel };
        kernel.linked_insts().try_for_each(|(_, inst)| checker.emittable(inst).map_err(|f| checker.at(inst, &f)))
    };
    check().map_err(|fault| CompileError::internal("verify_emittable", fault).in_function(&kernel.name))
}

/// Shared and private arrays of scalars.
fn globals(module: &Module) -> Result<(), Fault> {
    for global in module.globals.values() {
        let elem = match module.ctx.types.kind(global.ty) {
            TypeKind::Array { elem, .. } => *elem,
            _ => return Err(format!("@{} is no array", global.name)),
        };
        let lane = module.ctx.types.scalar(elem);
        if !is_scalar(module, lane) || !matches!(global.space, AddressSpace::Shared | AddressSpace::Private) {
            return Err(format!("@{} is no shared or private array of scalars", global.name));
        }
    }
    Ok(())
}

fn is_scalar(module: &Module, ty: Type) -> bool {
    let fixed = [Type::I1, Type::I8, Type::I16, Type::I32, Type::I64, Type::HALF, Type::FLOAT, Type::DOUBLE];
    fixed.contains(&ty) || matches!(module.ctx.types.kind(ty), TypeKind::Int(1 | 8 | 16 | 32 | 64))
}

fn rule(holds: bool, text: &str) -> Result<(), Fault> {
    if holds { Ok(()) } else { Err(text.to_owned()) }
}

impl Checker<'_> {
    fn emittable(&self, inst: Inst) -> Result<(), Fault> {
        let (op, ty) = (self.func.op(inst), self.func.insts[inst].ty);
        self.result_type(op, ty)?;
        self.operand_types(op)?;
        match op {
            Op::Switch { .. } => rule(false, "a switch is left"),
            Op::Call { .. } => rule(false, "a call is left"),
            Op::Alloca { .. } => rule(false, "an alloca is left"),
            Op::ShuffleVector { .. } | Op::InsertValue { .. } | Op::Freeze(_) => {
                rule(false, "vector shuffles, aggregates and freezes are lowered")
            }
            Op::Binary { op, .. } => rule(*op != BinaryOp::FRem, "frem is lowered"),
            Op::Cast { op, .. } => {
                let pointers = [CastOp::PtrToInt, CastOp::IntToPtr, CastOp::AddrSpaceCast];
                rule(!pointers.contains(op), "a pointer cast is left")
            }
            Op::ExtractValue { aggregate, .. } => {
                let from = matches!(aggregate, Value::Inst(i) if matches!(self.func.op(*i), Op::CmpXchg { .. }));
                rule(from, "values are taken out of a cmpxchg's result only")
            }
            Op::ExtractElement { index, .. } | Op::InsertElement { index, .. } => {
                rule(matches!(index, Value::Const(_)), "a vector is indexed by constants")
            }
            Op::Gep { elem, base, indices, .. } => self.array_element(*elem, *base, indices),
            Op::Load { ptr, .. } => self.access(*ptr, ty),
            Op::Store { value, ptr, .. } => self.access(*ptr, self.type_of(*value)),
            Op::AtomicRmw { op, ptr, value, .. } => {
                let of = self.type_of(*value);
                let float = matches!(op, AtomicOp::FAdd | AtomicOp::FMax | AtomicOp::FMin);
                let never = matches!(op, AtomicOp::Nand | AtomicOp::FSub | AtomicOp::UIncWrap | AtomicOp::UDecWrap);
                let fits =
                    if float { self.module.ctx.types.is_float(of) } else { [Type::I32, Type::I64].contains(&of) };
                rule(fits && !never, "the atomic operation does not exist on this type")?;
                self.access(*ptr, of)
            }
            Op::CmpXchg { ptr, expected, .. } => {
                let of = self.type_of(*expected);
                rule([Type::I32, Type::I64].contains(&of), "cmpxchg is on i32 and i64")?;
                self.access(*ptr, of)
            }
            Op::Intrinsic { id, args, .. } => self.emittable_intrinsic(*id, args),
            _ => Ok(()),
        }
    }

    /// Vectors exist around memory only, pointers as accesses to arrays only.
    fn result_type(&self, op: &Op, ty: Type) -> Result<(), Fault> {
        if ty == Type::VOID || is_scalar(self.module, ty) {
            return Ok(());
        }
        let vector = self
            .module
            .ctx
            .types
            .vector_parts(ty)
            .is_some_and(|(e, n)| is_scalar(self.module, e) && e != Type::I1 && (2..=4).contains(&n));
        let fits = match op {
            Op::Load { .. } | Op::InsertElement { .. } => vector,
            Op::Gep { .. } => [Type::PTR_SHARED, Type::PTR_PRIVATE].contains(&ty),
            Op::CmpXchg { .. } => true,
            _ => false,
        };
        rule(fits, "a value of a type that is no emittable scalar")
    }

    fn operand_types(&self, op: &Op) -> Result<(), Fault> {
        let mut fits = true;
        let vectors = matches!(op, Op::Store { .. } | Op::InsertElement { .. } | Op::ExtractElement { .. });
        let places = matches!(
            op,
            Op::Load { .. } | Op::Store { .. } | Op::AtomicRmw { .. } | Op::CmpXchg { .. } | Op::Gep { .. }
        ) || matches!(op, Op::Intrinsic { id, .. } if id.matrix_address().is_some());
        op.for_each_operand(|value| {
            let ty = self.type_of(value);
            let known = is_scalar(self.module, ty)
                || (vectors && self.module.ctx.types.vector_parts(ty).is_some())
                || (places && self.module.ctx.types.pointee_space(ty).is_some())
                || matches!(op, Op::ExtractValue { .. });
            fits &= known && !matches!(value, Value::Param(_));
        });
        rule(fits, "an operand of a type that is no emittable scalar, or a parameter that is not read by hip.param")
    }

    /// `Gep { [N x T], var, [0, index] }`.
    fn array_element(&self, elem: Type, base: Value, indices: &[Value]) -> Result<(), Fault> {
        let ctx = &self.module.ctx;
        let Value::Const(id) = base else { return rule(false, "an array access starts at its variable") };
        let &ConstData::GlobalAddr { global, offset: 0, .. } = ctx.consts.data(id) else {
            return rule(false, "an array access starts at its variable");
        };
        rule(self.module.globals[global].ty == elem, "an array access is of the variable's type")?;
        let fits = indices.len() == 2
            && ctx.as_int(indices[0]) == Some(0)
            && indices.iter().all(|&i| self.type_of(i) == Type::I32);
        rule(fits, "an array access has the indices i32 0, i32 n")
    }

    /// A device access by integer address, or an access to an array's element.
    fn access(&self, ptr: Value, of: Type) -> Result<(), Fault> {
        if self.type_of(ptr) == Type::I64 {
            let scalar = self.module.ctx.types.scalar(of);
            return rule(scalar != Type::I1 && is_scalar(self.module, scalar), "memory holds no values of this type");
        }
        let Value::Inst(inst) = ptr else { return rule(false, "an address is an i64 or an array's element") };
        let Op::Gep { elem, .. } = self.func.op(inst) else {
            return rule(false, "an address is an i64 or an array's element");
        };
        let held = match self.module.ctx.types.kind(*elem) {
            TypeKind::Array { elem, .. } => *elem,
            _ => Type::VOID,
        };
        rule(held == of, "an array is accessed by its element's type")
    }

    fn emittable_intrinsic(&self, id: Intrinsic, args: &[Value]) -> Result<(), Fault> {
        use Intrinsic as I;
        let listed = matches!(
            id,
            I::Fma
                | I::Sqrt
                | I::FAbs
                | I::Floor
                | I::Ceil
                | I::FTrunc
                | I::RoundEven
                | I::MinNum
                | I::MaxNum
                | I::SMax
                | I::SMin
                | I::UMax
                | I::UMin
                | I::Ctpop
                | I::BitReverse
                | I::Ldexp
        );
        let bits = !matches!(id, I::Ctpop | I::BitReverse) || args.iter().all(|&a| self.type_of(a) == Type::I32);
        let ours = id.name().starts_with("hip.");
        rule((listed || ours) && bits, "an intrinsic is left that emit does not know")
    }
}
