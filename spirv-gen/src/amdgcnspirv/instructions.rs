//! Instructions of functions: control flow, arithmetic, comparisons, conversions. The rest is in `memory`, `composites`, `atomics` and
//! `calls`. Called by `functions.rs`.

use rspirv::spirv::{Decoration, FPFastMathMode, FPRoundingMode, Op};

use super::words::Inst;
use super::{Reader, Result, malformed, unknown};

impl<'a> Reader<'a> {
    pub(super) fn instruction(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        let done = self.control_flow(inst)?
            || self.binary(inst)?
            || self.comparison(inst)?
            || self.conversion(inst)?
            || self.plain(inst)?
            || self.memory(inst)?
            || self.parts(inst)?
            || self.atomic(inst)?
            || self.call(inst)?;
        if done { Ok(()) } else { Err(unknown(inst, "")) }
    }

    /// What leads from block to block, and what says nothing to us.
    fn control_flow(&mut self, inst: &Inst<'_>) -> Result<bool> {
        match inst.op {
            Op::Label => self.line(&format!("b{}:", inst.id))?,
            Op::Branch => self.line(&format!("  br label %b{}", inst.arg(0)?))?,
            Op::BranchConditional => {
                let cond = self.typed(inst.arg(0)?)?;
                self.line(&format!("  br {cond}, label %b{}, label %b{}", inst.arg(1)?, inst.arg(2)?))?;
            }
            Op::Switch => self.switch(inst)?,
            Op::Return => self.line("  ret void")?,
            Op::ReturnValue => {
                let value = self.typed(inst.arg(0)?)?;
                self.line(&format!("  ret {value}"))?;
            }
            Op::Unreachable => self.line("  unreachable")?,
            Op::Phi => {
                let ty = self.ty(inst.ty)?;
                let mut incoming = Vec::new();
                for pair in inst.args.chunks(2) {
                    let [value, block] = *pair else { return Err(malformed(inst, "a value without its block")) };
                    incoming.push(format!("[ {}, %b{block} ]", self.value(value)?));
                }
                self.define(inst, &format!("phi {ty} {}", incoming.join(", ")))?;
            }
            // What the code means for structured languages, for debuggers and for optimisers.
            Op::LoopMerge
            | Op::SelectionMerge
            | Op::Line
            | Op::NoLine
            | Op::Nop
            | Op::LifetimeStart
            | Op::LifetimeStop => {}
            Op::AssumeTrueKHR | Op::Undef => {}
            _ if self.is_renaming(inst)? => {}
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn switch(&mut self, inst: &Inst<'_>) -> Result<()> {
        let selector = inst.arg(0)?;
        let ty = self.type_of(selector)?;
        let (bits, value) = (self.bits(ty)?, self.typed(selector)?);
        let (words, ty) = ((bits as usize).div_ceil(32).max(1), self.ty(ty)?);
        let mut cases = String::new();
        for case in inst.args.get(2..).unwrap_or_default().chunks(words + 1) {
            let Some((&block, literal)) = case.split_last().filter(|_| case.len() == words + 1 && bits <= 64) else {
                return Err(malformed(inst, "a case without its block"));
            };
            let literal = literal.iter().rev().fold(0u64, |all, &word| all << 32 | u64::from(word));
            cases.push_str(&format!(" {ty} {}, label %b{block}", literal & (u64::MAX >> (64 - bits))));
        }
        self.line(&format!("  switch {value}, label %b{} [{cases} ]", inst.arg(1)?))
    }

    fn binary(&mut self, inst: &Inst<'_>) -> Result<bool> {
        let name = match inst.op {
            Op::IAdd => "add",
            Op::ISub => "sub",
            Op::IMul => "mul",
            Op::UDiv => "udiv",
            Op::SDiv => "sdiv",
            Op::UMod => "urem",
            Op::SRem => "srem",
            Op::ShiftLeftLogical => "shl",
            Op::ShiftRightLogical => "lshr",
            Op::ShiftRightArithmetic => "ashr",
            Op::BitwiseAnd | Op::LogicalAnd => "and",
            Op::BitwiseOr | Op::LogicalOr => "or",
            Op::BitwiseXor | Op::LogicalNotEqual => "xor",
            Op::FAdd => "fadd",
            Op::FSub => "fsub",
            Op::FMul => "fmul",
            Op::FDiv => "fdiv",
            Op::FRem => "frem",
            _ => return Ok(false),
        };
        let float = name.starts_with('f');
        let flags = if float { self.fast_math(inst.id) } else { self.wrapping(inst.id) };
        let (lhs, rhs) = (self.typed(inst.arg(0)?)?, self.value(inst.arg(1)?)?);
        self.define(inst, &format!("{name} {flags}{lhs}, {rhs}"))?;
        Ok(true)
    }

    fn wrapping(&self, id: u32) -> String {
        let mut flags = String::new();
        for (kind, word) in [(Decoration::NoUnsignedWrap, "nuw "), (Decoration::NoSignedWrap, "nsw ")] {
            if self.facts.has(id, kind) {
                flags.push_str(word);
            }
        }
        flags
    }

    /// LLVM's fast-math flags, each with a blank behind it.
    pub(super) fn fast_math(&self, id: u32) -> String {
        let bits = self.facts.operands(id, Decoration::FPFastMathMode).fold(0, |all, bits| all | bits);
        let bits = FPFastMathMode::from_bits_retain(bits);
        if bits.contains(FPFastMathMode::FAST) {
            return "fast ".into();
        }
        let words = [
            (FPFastMathMode::NOT_NAN, "nnan "),
            (FPFastMathMode::NOT_INF, "ninf "),
            (FPFastMathMode::NSZ, "nsz "),
            (FPFastMathMode::ALLOW_RECIP, "arcp "),
            (FPFastMathMode::ALLOW_CONTRACT, "contract "),
            (FPFastMathMode::ALLOW_REASSOC, "reassoc "),
        ];
        words.into_iter().filter(|(bit, _)| bits.contains(*bit)).map(|(_, word)| word).collect()
    }

    fn comparison(&mut self, inst: &Inst<'_>) -> Result<bool> {
        let name = match inst.op {
            Op::IEqual | Op::LogicalEqual | Op::PtrEqual => "icmp eq",
            Op::INotEqual | Op::PtrNotEqual => "icmp ne",
            Op::UGreaterThan => "icmp ugt",
            Op::SGreaterThan => "icmp sgt",
            Op::UGreaterThanEqual => "icmp uge",
            Op::SGreaterThanEqual => "icmp sge",
            Op::ULessThan => "icmp ult",
            Op::SLessThan => "icmp slt",
            Op::ULessThanEqual => "icmp ule",
            Op::SLessThanEqual => "icmp sle",
            Op::FOrdEqual => "fcmp oeq",
            Op::FUnordEqual => "fcmp ueq",
            Op::FOrdNotEqual | Op::LessOrGreater => "fcmp one",
            Op::FUnordNotEqual => "fcmp une",
            Op::FOrdLessThan => "fcmp olt",
            Op::FUnordLessThan => "fcmp ult",
            Op::FOrdGreaterThan => "fcmp ogt",
            Op::FUnordGreaterThan => "fcmp ugt",
            Op::FOrdLessThanEqual => "fcmp ole",
            Op::FUnordLessThanEqual => "fcmp ule",
            Op::FOrdGreaterThanEqual => "fcmp oge",
            Op::FUnordGreaterThanEqual => "fcmp uge",
            Op::Ordered => "fcmp ord",
            Op::Unordered => "fcmp uno",
            _ => return Ok(false),
        };
        let flags = if name.starts_with('f') { self.fast_math(inst.id) } else { String::new() };
        let (kind, predicate) = name.split_once(' ').unwrap_or_default();
        let (lhs, rhs) = (self.typed(inst.arg(0)?)?, self.value(inst.arg(1)?)?);
        self.define(inst, &format!("{kind} {flags}{predicate} {lhs}, {rhs}"))?;
        Ok(true)
    }

    fn conversion(&mut self, inst: &Inst<'_>) -> Result<bool> {
        let wider = |reader: &Self| -> Result<std::cmp::Ordering> {
            Ok(reader.bits(inst.ty)?.cmp(&reader.bits(reader.type_of(inst.arg(0)?)?)?))
        };
        let by_width = |reader: &Self, narrow, wide| {
            wider(reader).map(|order| match order {
                std::cmp::Ordering::Less => narrow,
                std::cmp::Ordering::Equal => "bitcast",
                std::cmp::Ordering::Greater => wide,
            })
        };
        let name = match inst.op {
            Op::UConvert => by_width(self, "trunc", "zext")?,
            Op::SConvert => by_width(self, "trunc", "sext")?,
            Op::FConvert => match by_width(self, "fptrunc", "fpext")? {
                // Half and bfloat are of one width, and not the same.
                "bitcast" if inst.ty != self.type_of(inst.arg(0)?)? => {
                    return Err(unknown(inst, "formats of one width"));
                }
                name => name,
            },
            Op::ConvertFToU => "fptoui",
            Op::ConvertFToS => "fptosi",
            Op::ConvertUToF => "uitofp",
            Op::ConvertSToF => "sitofp",
            Op::ConvertPtrToU => "ptrtoint",
            Op::ConvertUToPtr => "inttoptr",
            Op::PtrCastToGeneric | Op::GenericCastToPtr => "addrspacecast",
            Op::CrossWorkgroupCastToPtrALTERA | Op::PtrCastToCrossWorkgroupALTERA => "addrspacecast",
            Op::Bitcast | Op::CopyObject | Op::CopyLogical => self.reinterpretation(inst)?,
            _ => return Ok(false),
        };
        let rounding = self.facts.operands(inst.id, Decoration::FPRoundingMode).next();
        if rounding.is_some_and(|mode| mode != FPRoundingMode::RTE as u32) {
            return Err(unknown(inst, "a rounding that is not to the nearest"));
        }
        let (value, to) = (self.typed(inst.arg(0)?)?, self.ty(inst.ty)?);
        if self.facts.has(inst.id, Decoration::SaturatedConversion) {
            if !name.starts_with("fpto") {
                return Err(unknown(inst, "saturation"));
            }
            let from = self.type_of(inst.arg(0)?)?;
            let name = format!("llvm.{name}.sat.{}.{}", self.suffix(inst.ty)?, self.suffix(from)?);
            let from = self.ty(from)?;
            let callee = self.intrinsic(&name, &to, &[&from]);
            self.define(inst, &format!("call {callee}({value})"))?;
            return Ok(true);
        }
        self.define(inst, &format!("{name} {value} to {to}"))?;
        Ok(true)
    }

    /// `OpBitcast` also stands between pointers and integers.
    fn reinterpretation(&self, inst: &Inst<'_>) -> Result<&'static str> {
        let from = self.type_of(inst.arg(0)?)?;
        Ok(match (self.is_pointer(from)?, self.is_pointer(inst.ty)?) {
            (true, false) => "ptrtoint",
            (false, true) => "inttoptr",
            _ => "bitcast",
        })
    }

    /// What has no family.
    fn plain(&mut self, inst: &Inst<'_>) -> Result<bool> {
        let operation = match inst.op {
            Op::Select => {
                let (cond, a, b) = (self.typed(inst.arg(0)?)?, self.typed(inst.arg(1)?)?, self.typed(inst.arg(2)?)?);
                format!("select {}{cond}, {a}, {b}", self.fast_math(inst.id))
            }
            Op::SNegate => {
                let (ty, value) = (self.ty(inst.ty)?, self.value(inst.arg(0)?)?);
                let zero = if self.is_vector(inst.ty)? { "zeroinitializer" } else { "0" };
                format!("sub {}{ty} {zero}, {value}", self.wrapping(inst.id))
            }
            Op::FNegate => format!("fneg {}{}", self.fast_math(inst.id), self.typed(inst.arg(0)?)?),
            Op::Not | Op::LogicalNot => {
                let one = if inst.op == Op::Not { "-1" } else { "true" };
                let ones = match self.definition(inst.ty)? {
                    ty if ty.op == Op::TypeVector => format!("splat ({} {one})", self.ty(ty.arg(0)?)?),
                    _ => one.to_owned(),
                };
                format!("xor {}, {ones}", self.typed(inst.arg(0)?)?)
            }
            Op::IsNan => {
                let value = inst.arg(0)?;
                format!("fcmp uno {}, {}", self.typed(value)?, self.value(value)?)
            }
            Op::ExpectKHR => format!("freeze {}", self.typed(inst.arg(0)?)?),
            _ => return Ok(false),
        };
        self.define(inst, &operation)?;
        Ok(true)
    }
}
