//! Variables of functions, loads, stores, copies and addresses. Called by `instructions.rs`.

use rspirv::spirv::{MemoryAccess, Op};

use super::globals::Variable;
use super::words::Inst;
use super::{Reader, Result, malformed, types, unknown};

/// An address computation: what it is made of, where `getelementptr` has one form.
pub(super) struct Chain {
    /// The type is an operand, in front of the pointer.
    pub untyped: bool,
    /// The first index is within the object; else it counts objects.
    from_object: bool,
    in_bounds: bool,
}

impl Chain {
    /// `getelementptr`'s operands: the element's type, then the pointer and the indices, each with its type.
    pub fn operands(&self, elem: &str, values: &[String]) -> String {
        let (pointer, indices) = values.split_first().map_or(("", &[][..]), |(first, rest)| (first.as_str(), rest));
        let zero = if self.from_object { ", i32 0" } else { "" };
        let indices: String = indices.iter().map(|index| format!(", {index}")).collect();
        format!("{elem}, {pointer}{zero}{indices}")
    }
}

pub(super) fn chain_of(op: Op) -> Option<Chain> {
    let (untyped, from_object, in_bounds) = match op {
        Op::AccessChain => (false, true, false),
        Op::InBoundsAccessChain => (false, true, true),
        Op::PtrAccessChain => (false, false, false),
        Op::InBoundsPtrAccessChain => (false, false, true),
        Op::UntypedAccessChainKHR => (true, true, false),
        Op::UntypedInBoundsAccessChainKHR => (true, true, true),
        Op::UntypedPtrAccessChainKHR => (true, false, false),
        Op::UntypedInBoundsPtrAccessChainKHR => (true, false, true),
        _ => return None,
    };
    Some(Chain { untyped, from_object, in_bounds })
}

/// What a memory operand says.
struct Access {
    volatile: &'static str,
    align: Option<u32>,
}

impl Access {
    fn of(operands: &[u32]) -> Self {
        let bits = MemoryAccess::from_bits_retain(operands.first().copied().unwrap_or_default());
        let volatile = if bits.contains(MemoryAccess::VOLATILE) { "volatile " } else { "" };
        let align = bits.contains(MemoryAccess::ALIGNED).then(|| operands.get(1).copied()).flatten();
        Self { volatile, align }
    }
    /// `, align N`, or nothing.
    fn alignment(&self) -> String {
        self.align.map_or(String::new(), |bytes| format!(", align {bytes}"))
    }
}

impl<'a> Reader<'a> {
    /// A line for `inst`, if it is about memory.
    pub(super) fn memory(&mut self, inst: &'a Inst<'a>) -> Result<bool> {
        match inst.op {
            Op::Variable | Op::UntypedVariableKHR => self.local(inst)?,
            Op::VariableLengthArrayINTEL | Op::UntypedVariableLengthArrayINTEL => self.array(inst)?,
            Op::Load => {
                let (ty, pointer) = (self.ty(inst.ty)?, self.typed(inst.arg(0)?)?);
                let access = Access::of(&inst.args[1..]);
                self.define(inst, &format!("load {}{ty}, {pointer}{}", access.volatile, access.alignment()))?;
            }
            Op::Store => {
                let (pointer, value) = (self.typed(inst.arg(0)?)?, self.stored(inst.arg(1)?)?);
                let access = Access::of(&inst.args[2..]);
                self.line(&format!("  store {}{value}, {pointer}{}", access.volatile, access.alignment()))?;
            }
            Op::CopyMemorySized => self.copy_bytes(inst)?,
            Op::CopyMemory => self.copy_object(inst)?,
            op => {
                let Some(chain) = chain_of(op) else { return Ok(false) };
                self.chain(inst, &chain)?;
            }
        }
        Ok(true)
    }

    /// A value to store, behind its type. Kernels' arguments point to device memory, and clang keeps them where it then loads generic pointers:
    /// the same bits, and passes see one type.
    fn stored(&mut self, id: u32) -> Result<String> {
        let (ty, typed) = (self.type_of(id)?, self.typed(id)?);
        if !self.is_pointer(ty)? || !typed.starts_with(&types::pointer(1)) {
            return Ok(typed);
        }
        Ok(format!("ptr {}", self.make(&format!("addrspacecast {typed} to ptr"))?))
    }

    fn local(&mut self, inst: &Inst<'_>) -> Result<()> {
        let Variable { ty, init } = self.variable(inst)?;
        let ty = self.ty(ty)?;
        self.define(inst, &format!("alloca {ty}{}, addrspace(5)", self.facts.align(inst.id)))?;
        if let Some(init) = init {
            let init = self.typed(init)?;
            self.line(&format!("  store {init}, ptr addrspace(5) %v{}", inst.id))?;
        }
        Ok(())
    }

    /// An array whose length is known at run time only.
    fn array(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (elem, length) = match self.pointee(inst.ty)? {
            Some(elem) => (elem, inst.arg(0)?),
            None => (inst.arg(0)?, inst.arg(1)?),
        };
        let (elem, length) = (self.ty(elem)?, self.typed(length)?);
        self.define(inst, &format!("alloca {elem}, {length}{}, addrspace(5)", self.facts.align(inst.id)))
    }

    fn copy_bytes(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (to, from) = (inst.arg(0)?, inst.arg(1)?);
        let size = self.typed(inst.arg(2)?)?;
        if !size.starts_with("i64 ") {
            return Err(unknown(inst, "a size that is no i64"));
        }
        let access = Access::of(&inst.args[3..]);
        // A second memory operand is the source's.
        let behind = 4 + usize::from(access.align.is_some());
        let source = inst.args.get(behind..).filter(|rest| !rest.is_empty()).map(Access::of);
        let align = |align: Option<u32>| align.map_or(String::new(), |bytes| format!(" align {bytes}"));
        let (to_align, from_align) = (align(access.align), align(source.map_or(access.align, |source| source.align)));
        let (to_space, from_space) = (self.space(self.type_of(to)?)?, self.space(self.type_of(from)?)?);
        let (to_type, from_type) = (types::pointer(to_space), types::pointer(from_space));
        let name = format!("llvm.memcpy.p{to_space}.p{from_space}.i64");
        let callee = self.intrinsic(&name, "void", &[&to_type, &from_type, "i64", "i1"]);
        let (to, from) = (self.value(to)?, self.value(from)?);
        let volatile = !access.volatile.is_empty();
        self.line(&format!(
            "  call {callee}({to_type}{to_align} {to}, {from_type}{from_align} {from}, {size}, i1 {volatile})"
        ))
    }

    fn copy_object(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (to, from) = (inst.arg(0)?, inst.arg(1)?);
        let ty = self.pointee(self.type_of(from)?)?.ok_or_else(|| malformed(inst, "of untyped pointers"))?;
        let (ty, from, to) = (self.ty(ty)?, self.typed(from)?, self.typed(to)?);
        let access = Access::of(&inst.args[2..]);
        let value = self.make(&format!("load {}{ty}, {from}{}", access.volatile, access.alignment()))?;
        self.line(&format!("  store {}{ty} {value}, {to}{}", access.volatile, access.alignment()))
    }

    fn chain(&mut self, inst: &Inst<'_>, chain: &Chain) -> Result<()> {
        let base = if chain.untyped { Some(inst.arg(0)?) } else { self.pointee(self.type_of(inst.arg(0)?)?)? };
        let base = base.ok_or_else(|| malformed(inst, "from an untyped pointer"))?;
        let elem = self.ty(base)?;
        let operands = &inst.args[usize::from(chain.untyped)..];
        if operands.is_empty() {
            return Err(malformed(inst, "it lacks an operand"));
        }
        let values = operands.iter().map(|&operand| self.typed(operand)).collect::<Result<Vec<_>>>()?;
        let flag = if chain.in_bounds { "inbounds " } else { "" };
        self.define(inst, &format!("getelementptr {flag}{}", chain.operands(&elem, &values)))
    }
}
