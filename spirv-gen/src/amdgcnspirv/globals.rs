//! Variables of the module. Called by `mod.rs`.

use rspirv::spirv::{Decoration, LinkageType, Op, StorageClass};

use super::words::Inst;
use super::{Reader, Result, malformed};

/// What LLVM keeps for itself.
const LLVMS_OWN: &str = "llvm.";

/// Clang's own constants. All others the host may write: LLVM's own back end gives no linkage to those it may.
const PRIVATE: [&str; 3] = [".str", "__const.", "switch.table"];

/// Whether a variable is a function's.
pub(super) fn is_local(inst: &Inst<'_>) -> bool {
    inst.args.first() == Some(&(StorageClass::Function as u32))
}

fn is_private(name: &str) -> bool {
    PRIVATE.iter().any(|start| name.starts_with(start))
}

/// A variable's type and initialiser: `OpUntypedVariableKHR` names the type, `OpVariable`'s pointer has it.
pub(super) struct Variable {
    pub ty: u32,
    pub init: Option<u32>,
}

impl<'a> Reader<'a> {
    pub(super) fn variable(&self, inst: &Inst<'_>) -> Result<Variable> {
        match inst.op {
            Op::UntypedVariableKHR => Ok(Variable { ty: inst.arg(1)?, init: inst.args.get(2).copied() }),
            _ => {
                let ty = self.pointee(inst.ty)?.ok_or_else(|| malformed(inst, "its pointer has no type"))?;
                Ok(Variable { ty, init: inst.args.get(1).copied() })
            }
        }
    }

    /// A line for `inst`, if that is a variable.
    pub(super) fn global(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        if !matches!(inst.op, Op::Variable | Op::UntypedVariableKHR)
            || self.facts.symbol(inst.id).starts_with(LLVMS_OWN)
        {
            return Ok(());
        }
        let Variable { ty, init } = self.variable(inst)?;
        let shared = inst.arg(0)? == StorageClass::Workgroup as u32;
        let linkage = self.facts.linkage(inst.id);
        let space = self.space(inst.ty)?;
        let (mut words, mut value) = (String::new(), String::new());
        if linkage == Some(LinkageType::Import) {
            words.push_str("external ");
        } else {
            let init = init.filter(|_| !shared);
            value = match init {
                Some(init) => format!(" {}", self.constant(init, 0)?),
                None if shared => " undef".into(),
                None => " zeroinitializer".into(),
            };
        }
        words.push_str(match linkage {
            None => "internal ",
            Some(LinkageType::LinkOnceODR) => "linkonce_odr ",
            Some(_) => "",
        });
        words.push_str(&format!("addrspace({space}) "));
        if !shared && !is_private(self.facts.symbol(inst.id)) && linkage != Some(LinkageType::Import) {
            words.push_str("externally_initialized ");
        }
        let kind = if self.facts.has(inst.id, Decoration::Constant) { "constant" } else { "global" };
        let dynamic = shared && linkage == Some(LinkageType::Import);
        let ty = if dynamic { self.dynamic(ty)? } else { self.ty(ty)? };
        let line = format!("{} = {words}{kind} {ty}{value}{}", self.symbol(inst.id), self.facts.align(inst.id));
        self.line(&line)
    }

    /// `extern __shared__ T x[]`: SPIR-V has no arrays of no elements, and translators write one of one.
    fn dynamic(&self, ty: u32) -> Result<String> {
        let inst = self.definition(ty)?;
        match inst.op {
            Op::TypeArray => Ok(format!("[0 x {}]", self.ty(inst.arg(0)?)?)),
            _ => self.ty(ty),
        }
    }
}
