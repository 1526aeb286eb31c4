//! Constants, as operands and initialisers write them. Called by `mod.rs` and `globals.rs`.

use rspirv::spirv::Op;

use super::words::Inst;
use super::{MAX_DEPTH, Reader, Result, malformed, types, unknown};
use crate::error::CompileError;
use crate::ir::print;

impl<'a> Reader<'a> {
    /// Whether an instruction outside functions gives this value, or one that reads like it.
    pub(super) fn is_constant(&self, inst: &Inst<'_>) -> bool {
        match inst.op {
            Op::ConstantTrue | Op::ConstantFalse | Op::Constant | Op::ConstantComposite | Op::ConstantNull => true,
            Op::SpecConstantTrue | Op::SpecConstantFalse | Op::SpecConstant | Op::SpecConstantComposite => true,
            Op::SpecConstantOp | Op::ConstantFunctionPointerINTEL | Op::Undef | Op::Function => true,
            Op::Variable | Op::UntypedVariableKHR => !super::globals::is_local(inst),
            _ => false,
        }
    }

    /// The constant `id`, without its type.
    pub(super) fn constant(&mut self, id: u32, depth: u32) -> Result<String> {
        let inst = self.definition(id)?;
        if depth > MAX_DEPTH {
            return Err(malformed(inst, "nested too deeply"));
        }
        Ok(match inst.op {
            Op::ConstantTrue | Op::SpecConstantTrue => "true".into(),
            // A specialisation constant has its default: what asks for features of one of AMD's processors is to get a no.
            Op::ConstantFalse | Op::SpecConstantFalse => "false".into(),
            Op::Constant | Op::SpecConstant => self.literal(inst)?,
            Op::ConstantComposite | Op::SpecConstantComposite => self.composite(inst, depth)?,
            Op::ConstantNull => self.null(inst)?,
            Op::Undef => "undef".into(),
            Op::SpecConstantOp => self.constant_expression(inst, depth)?,
            Op::ConstantFunctionPointerINTEL => self.symbol(inst.arg(0)?),
            Op::Variable | Op::UntypedVariableKHR | Op::Function => self.symbol(id),
            _ => return Err(malformed(inst, "it is no constant")),
        })
    }

    /// A constant behind its type.
    fn typed_constant(&mut self, id: u32, depth: u32) -> Result<String> {
        let ty = self.ty(self.type_of(id)?)?;
        let text = format!("{ty} {}", self.constant(id, depth)?);
        // Every part counts, or a few words could say a lot.
        match self.longest.checked_sub(text.len()) {
            Some(rest) => self.longest = rest,
            None => return Err(CompileError::unsupported(super::PASS, "constants that share too much")),
        }
        Ok(text)
    }

    /// A function's or variable's name.
    pub(super) fn symbol(&self, id: u32) -> String {
        format!("@{}", print::name(self.facts.symbol(id)))
    }

    fn literal(&self, inst: &Inst<'_>) -> Result<String> {
        let ty = self.definition(inst.ty)?;
        let bits = inst.args.iter().rev().fold(0u128, |bits, &word| bits << 32 | u128::from(word));
        let width = match ty.op {
            Op::TypeInt => ty.arg(0)?,
            Op::TypeFloat => return self.float_literal(inst.ty, bits as u64),
            _ => return Err(malformed(inst, "of a type that is no number's")),
        };
        match (width, inst.args.len()) {
            // Narrow ones are extended by their sign or not, as their type says.
            (1..=128, 1..=4) => Ok((bits & (u128::MAX >> (128 - width))).to_string()),
            _ => {
                let words = inst.args.iter().rev().map(|word| format!("{word:08X}"));
                Ok(format!("u0x{}", words.collect::<String>()))
            }
        }
    }

    fn float_literal(&self, ty: u32, bits: u64) -> Result<String> {
        Ok(match &*self.ty(ty)? {
            "half" => format!("0xH{:04X}", bits as u16),
            "bfloat" => format!("0xR{:04X}", bits as u16),
            "float" => format!("0x{:016X}", print::widen(bits as u32).to_bits()),
            _ => format!("0x{bits:016X}"),
        })
    }

    fn null(&self, inst: &Inst<'_>) -> Result<String> {
        let ty = self.definition(inst.ty)?;
        Ok(match ty.op {
            Op::TypeBool => "false".into(),
            Op::TypeInt => "0".into(),
            Op::TypeFloat => self.float_literal(inst.ty, 0)?,
            Op::TypePointer | Op::TypeUntypedPointerKHR => types::null(self.space(inst.ty)?),
            _ => "zeroinitializer".into(),
        })
    }

    fn composite(&mut self, inst: &'a Inst<'a>, depth: u32) -> Result<String> {
        let ty = self.definition(inst.ty)?;
        let parts = self.constituents(inst);
        if ty.op == Op::TypeArray && self.ty(ty.arg(0)?)? == "i8" {
            let byte = |&part: &u32| self.integer(part).map(|bits| bits as u8);
            if let Some(bytes) = parts.iter().map(byte).collect::<Option<Vec<_>>>() {
                return Ok(format!("c\"{}\"", print::escape(bytes.into_iter())));
            }
        }
        let mut texts = Vec::with_capacity(parts.len());
        for part in parts {
            texts.push(self.typed_constant(part, depth + 1)?);
        }
        let inner = texts.join(", ");
        Ok(match ty.op {
            Op::TypeVector => format!("<{inner}>"),
            Op::TypeArray => format!("[{inner}]"),
            Op::TypeStruct if self.facts.has(ty.id, rspirv::spirv::Decoration::CPacked) => format!("<{{ {inner} }}>"),
            Op::TypeStruct => format!("{{ {inner} }}"),
            _ => return Err(malformed(inst, "of a type that has no parts")),
        })
    }

    /// The parts of a composite, also those that did not fit into one instruction.
    fn constituents(&self, inst: &Inst<'_>) -> Vec<u32> {
        let mut parts = inst.args.to_vec();
        let behind = self.places.get(&inst.id).map_or(self.code.len(), |place| place + 1);
        let more = [Op::ConstantCompositeContinuedINTEL, Op::SpecConstantCompositeContinuedINTEL];
        for next in self.code[behind..].iter().take_while(|next| more.contains(&next.op)) {
            parts.extend(next.args);
        }
        parts
    }

    fn constant_expression(&mut self, inst: &'a Inst<'a>, depth: u32) -> Result<String> {
        let op = Op::from_u32(inst.arg(0)?);
        let to = self.ty(inst.ty)?;
        let operands = &inst.args[1..];
        let mut texts = Vec::new();
        let untyped = op.and_then(super::memory::chain_of).is_some_and(|chain| chain.untyped);
        for &operand in &operands[usize::from(untyped).min(operands.len())..] {
            texts.push(self.typed_constant(operand, depth + 1)?);
        }
        let first = texts.first().ok_or_else(|| malformed(inst, "it lacks an operand"))?;
        if let Some(chain) = op.and_then(super::memory::chain_of) {
            let base = if untyped { Some(operands[0]) } else { self.pointee(self.type_of(operands[0])?)? };
            let base = base.ok_or_else(|| malformed(inst, "a chain from an untyped pointer"))?;
            return Ok(format!("getelementptr ({})", chain.operands(&self.ty(base)?, &texts)));
        }
        Ok(match op {
            Some(Op::PtrCastToGeneric | Op::GenericCastToPtr) => format!("addrspacecast ({first} to {to})"),
            Some(Op::ConvertPtrToU) => format!("ptrtoint ({first} to {to})"),
            Some(Op::ConvertUToPtr) => format!("inttoptr ({first} to {to})"),
            Some(Op::Bitcast) => format!("bitcast ({first} to {to})"),
            Some(Op::IAdd) if texts.len() == 2 => format!("add ({})", texts.join(", ")),
            Some(Op::ISub) if texts.len() == 2 => format!("sub ({})", texts.join(", ")),
            op => return Err(unknown(inst, &format!("{op:?}"))),
        })
    }
}
