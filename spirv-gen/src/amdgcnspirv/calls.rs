//! Calls: of functions, through pointers, of assembly, and SPIR-V's and OpenCL's own operations, which are intrinsics of LLVM or functions
//! of AMD's device library. Called by `instructions.rs`.

use rspirv::spirv::{Op, OpenclStd100Op as Cl};

use super::facts::Set;
use super::words::{Inst, string_words};
use super::{Reader, Result, malformed, unknown};
use crate::ir::print;

/// The classes of `llvm.is.fpclass`.
const INFINITE: u32 = 0x204;
const FINITE: u32 = 0x1f8;
const NORMAL: u32 = 0x108;

impl<'a> Reader<'a> {
    /// A line for `inst`, if it calls something.
    pub(super) fn call(&mut self, inst: &'a Inst<'a>) -> Result<bool> {
        match inst.op {
            Op::FunctionCall => {
                let callee = inst.arg(0)?;
                if self.definition(callee)?.op != Op::Function {
                    return Err(malformed(inst, "it calls what is no function"));
                }
                let name = self.symbol(callee);
                self.call_of(inst, &name, &inst.args[1..])?;
            }
            Op::FunctionPointerCallINTEL => {
                // Functions are in no memory; tables of them are, whose pointers may have its type.
                let mut pointer = self.value(inst.arg(0)?)?;
                if self.space(self.type_of(inst.arg(0)?)?)? != 0 {
                    let typed = self.typed(inst.arg(0)?)?;
                    pointer = self.make(&format!("addrspacecast {typed} to ptr"))?;
                }
                self.call_of(inst, &pointer, &inst.args[1..])?;
            }
            Op::AsmCallINTEL => {
                let statement = self.assembly(inst)?;
                self.call_of(inst, &statement, &inst.args[1..])?;
            }
            Op::ExtInst => return self.extended(inst),
            Op::BitReverse => self.same_type(inst, "llvm.bitreverse", inst.args, "")?,
            Op::BitCount => self.same_type(inst, "llvm.ctpop", inst.args, "")?,
            Op::FmaKHR => self.same_type(inst, "llvm.fma", inst.args, "")?,
            Op::IsInf => self.class(inst, INFINITE)?,
            Op::IsFinite => self.class(inst, FINITE)?,
            Op::IsNormal => self.class(inst, NORMAL)?,
            Op::IAddCarry => self.carry(inst, "add", "ult")?,
            Op::ISubBorrow => self.carry(inst, "sub", "ugt")?,
            Op::UMulExtended => self.product(inst, "zext")?,
            Op::SMulExtended => self.product(inst, "sext")?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn call_of(&mut self, inst: &Inst<'_>, callee: &str, args: &[u32]) -> Result<()> {
        let ret = self.ty(inst.ty)?;
        let args = args.iter().map(|&arg| self.typed(arg)).collect::<Result<Vec<_>>>()?.join(", ");
        // Calls of void functions have an id too.
        match &*ret {
            "void" => self.line(&format!("  call void {callee}({args})")),
            _ => self.define(inst, &format!("call {}{ret} {callee}({args})", self.fast_math(inst.id))),
        }
    }

    /// `asm "text", "constraints"`.
    fn assembly(&self, inst: &Inst<'_>) -> Result<String> {
        let asm = self.definition(inst.arg(0)?)?;
        if asm.op != Op::AsmINTEL {
            return Err(malformed(inst, "it calls what is no assembly"));
        }
        // (type of the function, target, text, constraints)
        let text = asm.args.get(2..).unwrap_or_default();
        let (statement, constraints) = (asm.string(2), asm.string(2 + string_words(text)));
        let quoted = |text: &str| format!("\"{}\"", print::escape(text.bytes()));
        Ok(format!("asm sideeffect {}, {}", quoted(&statement), quoted(&constraints)))
    }

    /// An intrinsic whose operands have the result's type, with what else it takes behind them.
    fn same_type(&mut self, inst: &Inst<'_>, name: &str, args: &[u32], more: &str) -> Result<()> {
        let (ty, suffix) = (self.ty(inst.ty)?, self.suffix(inst.ty)?);
        let values = args.iter().map(|&arg| self.typed(arg)).collect::<Result<Vec<_>>>()?;
        let types = args.iter().map(|&arg| self.ty(self.type_of(arg)?)).collect::<Result<Vec<_>>>()?;
        let behind = if more.is_empty() { Vec::new() } else { vec!["i1"] };
        let params: Vec<&str> = types.iter().map(String::as_str).chain(behind).collect();
        let callee = self.intrinsic(&format!("{name}.{suffix}"), &ty, &params);
        self.define(inst, &format!("call {}{callee}({}{more})", self.fast_math(inst.id), values.join(", ")))
    }

    fn class(&mut self, inst: &Inst<'_>, classes: u32) -> Result<()> {
        let value = inst.arg(0)?;
        let ty = self.type_of(value)?;
        let (name, result) = (format!("llvm.is.fpclass.{}", self.suffix(ty)?), self.ty(inst.ty)?);
        let (ty, value) = (self.ty(ty)?, self.typed(value)?);
        let callee = self.intrinsic(&name, &result, &[&ty, "i32"]);
        self.define(inst, &format!("call {callee}({value}, i32 {classes})"))
    }

    /// The pair of a sum (or difference) and its carry, both of the operands' type.
    fn carry(&mut self, inst: &Inst<'_>, operation: &str, predicate: &str) -> Result<()> {
        let (lhs, rhs) = (inst.arg(0)?, inst.arg(1)?);
        let (ty, pair) = (self.ty(self.type_of(lhs)?)?, self.ty(inst.ty)?);
        let (typed, lhs, rhs) = (self.typed(lhs)?, self.value(lhs)?, self.value(rhs)?);
        let result = self.make(&format!("{operation} {typed}, {rhs}"))?;
        let carry = self.make(&format!("icmp {predicate} {ty} {result}, {lhs}"))?;
        let carry = self.make(&format!("zext i1 {carry} to {ty}"))?;
        let first = self.make(&format!("insertvalue {pair} poison, {ty} {result}, 0"))?;
        self.define(inst, &format!("insertvalue {pair} {first}, {ty} {carry}, 1"))
    }

    /// The pair of a product's lower and upper half.
    fn product(&mut self, inst: &Inst<'_>, extension: &str) -> Result<()> {
        let (ty, pair) = (self.type_of(inst.arg(0)?)?, self.ty(inst.ty)?);
        let (low, high) = (self.halves(inst, extension, ty)?, self.ty(ty)?);
        let first = self.make(&format!("insertvalue {pair} poison, {high} {}, 0", low.0))?;
        self.define(inst, &format!("insertvalue {pair} {first}, {high} {}, 1", low.1))
    }

    /// Lower and upper half of the product of the first two operands, which are scalars.
    fn halves(&mut self, inst: &Inst<'_>, extension: &str, ty: u32) -> Result<(String, String)> {
        let skip = usize::from(inst.op == Op::ExtInst) * 2;
        let (bits, ty) = (self.bits(ty)?, self.ty(ty)?);
        if !ty.starts_with('i') || bits > 64 {
            return Err(unknown(inst, &format!("operands of type {ty}")));
        }
        let wide = format!("i{}", 2 * bits);
        let (lhs, rhs) = (self.typed(inst.arg(skip)?)?, self.typed(inst.arg(skip + 1)?)?);
        let lhs = self.make(&format!("{extension} {lhs} to {wide}"))?;
        let rhs = self.make(&format!("{extension} {rhs} to {wide}"))?;
        let product = self.make(&format!("mul {wide} {lhs}, {rhs}"))?;
        let low = self.make(&format!("trunc {wide} {product} to {ty}"))?;
        let upper = self.make(&format!("lshr {wide} {product}, {bits}"))?;
        Ok((low, self.make(&format!("trunc {wide} {upper} to {ty}"))?))
    }

    fn extended(&mut self, inst: &'a Inst<'a>) -> Result<bool> {
        match self.facts.sets.get(&inst.arg(0)?) {
            None => Err(malformed(inst, "of a set that is not imported")),
            Some(Set::AuxData | Set::NonSemantic) => Ok(true),
            Some(Set::OpenCl) => self.opencl(inst).map(|()| true),
        }
    }

    fn opencl(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        let number = inst.arg(1)?;
        let op = Cl::from_u32(number).ok_or_else(|| unknown(inst, &format!("OpenCL's function {number}")))?;
        let args = &inst.args[2..];
        let (name, more) = match op {
            Cl::fabs => ("llvm.fabs", ""),
            Cl::ceil => ("llvm.ceil", ""),
            Cl::floor => ("llvm.floor", ""),
            Cl::trunc => ("llvm.trunc", ""),
            Cl::rint => ("llvm.rint", ""),
            Cl::round => ("llvm.round", ""),
            Cl::copysign => ("llvm.copysign", ""),
            Cl::fma => ("llvm.fma", ""),
            Cl::mad => ("llvm.fmuladd", ""),
            Cl::fmax | Cl::fmax_common => ("llvm.maxnum", ""),
            Cl::fmin | Cl::fmin_common => ("llvm.minnum", ""),
            Cl::sqrt => ("llvm.sqrt", ""),
            Cl::exp => ("llvm.exp", ""),
            Cl::exp2 => ("llvm.exp2", ""),
            Cl::exp10 => ("llvm.exp10", ""),
            Cl::log => ("llvm.log", ""),
            Cl::log2 => ("llvm.log2", ""),
            Cl::log10 => ("llvm.log10", ""),
            Cl::sin => ("llvm.sin", ""),
            Cl::cos => ("llvm.cos", ""),
            Cl::pow | Cl::powr => ("llvm.pow", ""),
            Cl::pown => ("llvm.powi", ""),
            Cl::ldexp => ("llvm.ldexp", ""),
            Cl::s_max => ("llvm.smax", ""),
            Cl::u_max => ("llvm.umax", ""),
            Cl::s_min => ("llvm.smin", ""),
            Cl::u_min => ("llvm.umin", ""),
            Cl::s_add_sat => ("llvm.sadd.sat", ""),
            Cl::u_add_sat => ("llvm.uadd.sat", ""),
            Cl::s_sub_sat => ("llvm.ssub.sat", ""),
            Cl::u_sub_sat => ("llvm.usub.sat", ""),
            Cl::popcount => ("llvm.ctpop", ""),
            Cl::s_abs => ("llvm.abs", ", i1 false"),
            // Defined for zero, where LLVM's need not be.
            Cl::clz => ("llvm.ctlz", ", i1 false"),
            Cl::ctz => ("llvm.cttz", ", i1 false"),
            Cl::rotate => return self.rotation(inst),
            Cl::s_mul_hi | Cl::u_mul_hi => return self.upper_half(inst, op),
            Cl::prefetch => return Ok(()),
            op => return self.library_function(inst, op, args),
        };
        self.same_type(inst, name, args, more)
    }

    fn rotation(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (value, by) = (inst.arg(2)?, inst.arg(3)?);
        self.same_type(inst, "llvm.fshl", &[value, value, by], "")
    }

    fn upper_half(&mut self, inst: &Inst<'_>, op: Cl) -> Result<()> {
        let extension = if op == Cl::s_mul_hi { "sext" } else { "zext" };
        let (_, upper) = self.halves(inst, extension, inst.ty)?;
        let ty = self.ty(inst.ty)?;
        self.define(inst, &format!("bitcast {ty} {upper} to {ty}"))
    }

    /// The device library calls its mathematics as OpenCL does, with the type behind it.
    fn library_function(&mut self, inst: &Inst<'_>, op: Cl, args: &[u32]) -> Result<()> {
        let native = format!("{op:?}").starts_with("native_") || format!("{op:?}").starts_with("half_");
        let ty = self.ty(inst.ty)?;
        if native || !matches!(&*ty, "half" | "float" | "double") || op as u32 >= Cl::half_cos as u32 {
            return Err(unknown(inst, &format!("OpenCL's {op:?} of {ty}")));
        }
        let types = args.iter().map(|&arg| self.ty(self.type_of(arg)?)).collect::<Result<Vec<_>>>()?;
        let params: Vec<&str> = types.iter().map(String::as_str).collect();
        let callee = self.intrinsic(&format!("__ocml_{op:?}_{}", self.suffix(inst.ty)?), &ty, &params);
        let values = args.iter().map(|&arg| self.typed(arg)).collect::<Result<Vec<_>>>()?;
        self.define(inst, &format!("call {callee}({})", values.join(", ")))
    }
}
