//! Atomic accesses, fences and barriers. Called by `instructions.rs`.

use rspirv::spirv::{MemorySemantics, Op, Scope};

use super::words::Inst;
use super::{Reader, Result, malformed, unknown};

impl<'a> Reader<'a> {
    /// A line for `inst`, if it is atomic or a fence.
    pub(super) fn atomic(&mut self, inst: &'a Inst<'a>) -> Result<bool> {
        let operation = match inst.op {
            Op::AtomicExchange => "xchg",
            Op::AtomicIAdd | Op::AtomicIIncrement => "add",
            Op::AtomicISub | Op::AtomicIDecrement => "sub",
            Op::AtomicSMin => "min",
            Op::AtomicUMin => "umin",
            Op::AtomicSMax => "max",
            Op::AtomicUMax => "umax",
            Op::AtomicAnd => "and",
            Op::AtomicOr => "or",
            Op::AtomicXor => "xor",
            Op::AtomicFAddEXT => "fadd",
            Op::AtomicFMinEXT => "fmin",
            Op::AtomicFMaxEXT => "fmax",
            Op::AtomicLoad => {
                let (ty, pointer) = (self.ty(inst.ty)?, self.typed(inst.arg(0)?)?);
                let how = self.order(inst, 1, 2)?;
                let align = self.alignment(inst.ty)?;
                return self.define(inst, &format!("load atomic {ty}, {pointer} {how}{align}")).map(|()| true);
            }
            Op::AtomicStore => {
                let (pointer, value) = (self.typed(inst.arg(0)?)?, self.typed(inst.arg(3)?)?);
                let how = self.order(inst, 1, 2)?;
                let align = self.alignment(self.type_of(inst.arg(3)?)?)?;
                return self.line(&format!("  store atomic {value}, {pointer} {how}{align}")).map(|()| true);
            }
            Op::AtomicCompareExchange | Op::AtomicCompareExchangeWeak => return self.exchange(inst).map(|()| true),
            Op::MemoryBarrier => return self.fence(inst, 0, 1).map(|()| true),
            Op::ControlBarrier => return self.barrier(inst).map(|()| true),
            _ => return Ok(false),
        };
        let value = match inst.args.get(3) {
            Some(&value) => self.typed(value)?,
            None => format!("{} 1", self.ty(inst.ty)?),
        };
        let (pointer, how) = (self.typed(inst.arg(0)?)?, self.order(inst, 1, 2)?);
        self.define(inst, &format!("atomicrmw {operation} {pointer}, {value} {how}"))?;
        Ok(true)
    }

    /// The natural one, which atomic accesses have.
    fn alignment(&self, ty: u32) -> Result<String> {
        let bits = if self.is_pointer(ty)? { 64 } else { self.bits(ty)? };
        Ok(format!(", align {}", (bits / 8).max(1)))
    }

    /// `(pointer, scope, semantics if equal, semantics if not, new value, expected value)`; the result is the value that was there.
    fn exchange(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (pointer, new, expected) =
            (self.typed(inst.arg(0)?)?, self.typed(inst.arg(4)?)?, self.typed(inst.arg(5)?)?);
        let (how, ty) = (self.order(inst, 1, 2)?, self.ty(inst.ty)?);
        let otherwise = self.ordering(inst, 3)?;
        // An exchange that fails releases nothing.
        let otherwise = if matches!(otherwise, "release" | "acq_rel") { "acquire" } else { otherwise };
        let pair = self.make(&format!("cmpxchg {pointer}, {expected}, {new} {how} {otherwise}"))?;
        self.define(inst, &format!("extractvalue {{ {ty}, i1 }} {pair}, 0"))
    }

    fn fence(&mut self, inst: &Inst<'_>, scope: usize, semantics: usize) -> Result<()> {
        match (self.scope(inst, scope)?, self.ordering(inst, semantics)?) {
            (_, "monotonic") => Ok(()),
            (scope, ordering) => self.line(&format!("  fence {scope}{ordering}")),
        }
    }

    /// `(who waits, who sees, what)`: AMD's barrier orders no memory, so fences stand around it.
    fn barrier(&mut self, inst: &Inst<'_>) -> Result<()> {
        let name = match self.scope_of(inst, 0)? {
            Scope::Workgroup => "llvm.amdgcn.s.barrier",
            Scope::Subgroup => "llvm.amdgcn.wave.barrier",
            scope => return Err(unknown(inst, &format!("scope {scope:?}"))),
        };
        self.fence(inst, 1, 2)?;
        let callee = self.intrinsic(name, "void", &[]);
        self.line(&format!("  call {callee}()"))?;
        self.fence(inst, 1, 2)
    }

    /// `syncscope("agent") acquire`, from operands that name constants.
    fn order(&self, inst: &Inst<'_>, scope: usize, semantics: usize) -> Result<String> {
        Ok(format!("{}{}", self.scope(inst, scope)?, self.ordering(inst, semantics)?))
    }

    fn scope_of(&self, inst: &Inst<'_>, index: usize) -> Result<Scope> {
        let number = self.integer(inst.arg(index)?).and_then(|number| u32::try_from(number).ok());
        number.and_then(Scope::from_u32).ok_or_else(|| malformed(inst, "a scope that is no constant"))
    }

    fn scope(&self, inst: &Inst<'_>, index: usize) -> Result<&'static str> {
        Ok(match self.scope_of(inst, index)? {
            Scope::CrossDevice => "",
            Scope::Device | Scope::QueueFamily => "syncscope(\"agent\") ",
            Scope::Workgroup => "syncscope(\"workgroup\") ",
            Scope::Subgroup => "syncscope(\"wavefront\") ",
            Scope::Invocation => "syncscope(\"singlethread\") ",
            scope => return Err(unknown(inst, &format!("scope {scope:?}"))),
        })
    }

    fn ordering(&self, inst: &Inst<'_>, index: usize) -> Result<&'static str> {
        let bits = self.integer(inst.arg(index)?).ok_or_else(|| malformed(inst, "semantics that are no constant"))?;
        let bits = MemorySemantics::from_bits_retain(bits as u32);
        let strongest = [
            (MemorySemantics::SEQUENTIALLY_CONSISTENT, "seq_cst"),
            (MemorySemantics::ACQUIRE_RELEASE, "acq_rel"),
            (MemorySemantics::RELEASE, "release"),
            (MemorySemantics::ACQUIRE, "acquire"),
        ];
        Ok(strongest.into_iter().find(|(bit, _)| bits.contains(*bit)).map_or("monotonic", |(_, name)| name))
    }
}
