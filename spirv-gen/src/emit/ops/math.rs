//! Intrinsics that are one SPIR-V or GLSL.std.450 instruction.

use rspirv::dr::Operand;
use rspirv::spirv::{Capability, GlslStd450Op as GLOp, Op as SpvOp, PackedVectorFormat, Word};

use super::super::Emitter;
use super::convert::one_bits;
use crate::error::CompileError;
use crate::ir::instruction::{Inst, Op};
use crate::ir::intrinsic::Intrinsic;

impl Emitter<'_> {
    pub(in crate::emit) fn math(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let data = &func.insts[inst];
        let Op::Intrinsic { id: intrinsic, flags, args } = &data.op else { return Err(self.unexpected(inst)) };
        let id = self.insts[inst.0 as usize];
        let ty = self.ty(data.ty)?;
        let args = args.iter().map(|&a| self.value(a)).collect::<Result<Vec<_>, _>>()?;
        match intrinsic {
            Intrinsic::Ctpop => return self.op_ids(SpvOp::BitCount, ty, id, &args).map(|_| ()),
            Intrinsic::BitReverse => return self.op_ids(SpvOp::BitReverse, ty, id, &args).map(|_| ()),
            Intrinsic::NativeRcp => {
                let one = self.scalar_constant(data.ty, one_bits(data.ty, false))?;
                return self.op_ids(SpvOp::FDiv, ty, id, &[one, args[0]]).map(|_| ());
            }
            Intrinsic::ByteDotSigned => return self.byte_dot(SpvOp::SDot, ty, id, &args),
            Intrinsic::ByteDotUnsigned => return self.byte_dot(SpvOp::UDot, ty, id, &args),
            _ => {}
        }
        if *intrinsic == Intrinsic::Fma && self.target.promised_fma.of(data.ty) {
            self.capability(Capability::FMAKHR);
            self.extension("SPV_KHR_fma");
            self.op_ids(SpvOp::FmaKHR, ty, id, &args)?;
        } else {
            let Some(call) = glsl_call(*intrinsic) else { return Err(self.unexpected(inst)) };
            self.glsl(call, ty, id, &args)?;
        }
        self.exact(data.ty, *flags, id);
        Ok(())
    }
}

impl Emitter<'_> {
    /// `op` of words that hold four bytes each.
    fn byte_dot(&mut self, op: SpvOp, ty: Word, id: Word, words: &[Word]) -> Result<(), CompileError> {
        self.capability(Capability::DotProduct);
        self.capability(Capability::DotProductInput4x8BitPacked);
        let mut operands: Vec<Operand> = words.iter().map(|&w| Operand::IdRef(w)).collect();
        operands.push(Operand::PackedVectorFormat(PackedVectorFormat::PackedVectorFormat4x8Bit));
        self.op(op, ty, id, operands).map(|_| ())
    }
}

fn glsl_call(intrinsic: Intrinsic) -> Option<GLOp> {
    Some(match intrinsic {
        Intrinsic::Fma => GLOp::Fma,
        Intrinsic::Sqrt | Intrinsic::NativeSqrt => GLOp::Sqrt,
        Intrinsic::FAbs => GLOp::FAbs,
        Intrinsic::Floor => GLOp::Floor,
        Intrinsic::Ceil => GLOp::Ceil,
        Intrinsic::FTrunc => GLOp::Trunc,
        Intrinsic::RoundEven | Intrinsic::Rint | Intrinsic::NearbyInt => GLOp::RoundEven,
        Intrinsic::MinNum => GLOp::NMin,
        Intrinsic::MaxNum => GLOp::NMax,
        Intrinsic::Ldexp => GLOp::Ldexp,
        Intrinsic::SMax => GLOp::SMax,
        Intrinsic::SMin => GLOp::SMin,
        Intrinsic::UMax => GLOp::UMax,
        Intrinsic::UMin => GLOp::UMin,
        Intrinsic::FindMsb => GLOp::FindUMsb,
        Intrinsic::FindLsb => GLOp::FindILsb,
        Intrinsic::NativeSin => GLOp::Sin,
        Intrinsic::NativeCos => GLOp::Cos,
        Intrinsic::NativeExp2 => GLOp::Exp2,
        Intrinsic::NativeLog2 => GLOp::Log2,
        Intrinsic::NativeRsqrt => GLOp::InverseSqrt,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use rspirv::spirv::{Capability, Op};

    use crate::bundle::metadata::KernelMetadata;
    use crate::emit::emit_kernel;
    use crate::ir::parse::parse_module;
    use crate::passes::{DeviceContext, LaunchShape};
    use crate::target::{FusedFma, Target};

    #[test]
    fn a_promised_fma_is_asked_for_by_its_own_instruction() {
        let text = "define amdgpu_kernel void @k() {
b0:
  %p = call i64 @hip.param(i32 0)
  %x = load float, i64 %p, align 4
  %y = load double, i64 %p, align 8
  %f = call float @llvm.fma.f32(float %x, float %x, float %x)
  %d = call double @llvm.fma.f64(double %y, double %y, double %y)
  store float %f, i64 %p, align 4
  store double %d, i64 %p, align 8
  ret void
}";
        let module = parse_module(text).expect("a module");
        let metadata = KernelMetadata { name: "k".into(), params_size: 8, max_block: 1024, ..Default::default() };
        let shape = LaunchShape { block: [64, 1, 1], dynamic_shared: 0 };
        for (promised_fma, instructions) in
            [(FusedFma::NONE, 0), (FusedFma { double: false, ..FusedFma::ALL }, 1), (FusedFma::ALL, 2)]
        {
            let target = Target { promised_fma, ..Target::baseline() };
            let cx = DeviceContext { target: &target, shape, metadata: &metadata };
            let compiled = emit_kernel(&module, &cx).expect("it is emittable");
            let words = rspirv::dr::load_words(&compiled.spirv).expect("valid words");
            assert_eq!(words.all_inst_iter().filter(|i| i.class.opcode == Op::FmaKHR).count(), instructions);
            let declares = |i: &rspirv::dr::Instruction| i.operands.contains(&Capability::FMAKHR.into());
            assert_eq!(words.capabilities.iter().any(declares), instructions > 0);
        }
    }
}
