//! What the known functions demand of their arguments. Families of one shape share a row; what has no row is not checked.

use super::{Checker, Fault};
use crate::ir::instruction::Value;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

/// The shape of a family.
enum Shape {
    /// N floats of the result's type.
    Floats(usize),
    /// N integers of the result's type.
    Ints(usize),
    /// An integer of the result's type, and an i1.
    IntAndBool,
    /// No arguments, and this result.
    Nothing(Type),
    /// One i1, and this result.
    Vote(Type),
    /// A value of the result's type, and an i32.
    Lane,
    /// i32, float, float, a constant i32: a float.
    Sample,
}

fn shape(id: Intrinsic) -> Option<Shape> {
    use Intrinsic as I;
    Some(match id {
        I::Fma | I::FMulAdd => Shape::Floats(3),
        I::Sqrt | I::FAbs | I::Floor | I::Ceil | I::FTrunc | I::Rint | I::NearbyInt | I::Round | I::RoundEven => {
            Shape::Floats(1)
        }
        I::Canonicalize | I::Exp | I::Exp2 | I::Exp10 | I::Log | I::Log2 | I::Log10 | I::Sin | I::Cos => {
            Shape::Floats(1)
        }
        I::CopySign | I::MinNum | I::MaxNum | I::Minimum | I::Maximum | I::Pow => Shape::Floats(2),
        I::SMax | I::SMin | I::UMax | I::UMin | I::UAddSat | I::SAddSat | I::USubSat | I::SSubSat => Shape::Ints(2),
        I::FShl | I::FShr => Shape::Ints(3),
        I::Ctpop | I::BitReverse | I::BSwap => Shape::Ints(1),
        I::Ctlz | I::Cttz | I::Abs => Shape::IntAndBool,
        I::ThreadIdX | I::ThreadIdY | I::ThreadIdZ | I::ThreadLinear | I::BlockIdX | I::BlockIdY | I::BlockIdZ => {
            Shape::Nothing(Type::I32)
        }
        I::BlockDimX
        | I::BlockDimY
        | I::BlockDimZ
        | I::GridDimX
        | I::GridDimY
        | I::GridDimZ
        | I::LaneId
        | I::WarpSize
        | I::TexturePath => Shape::Nothing(Type::I32),
        I::SurfaceAddress => Shape::Ints(1),
        I::ImageSample2d => Shape::Sample,
        I::GlobalsBase | I::PrintfBuffer | I::HeapBase | I::GridState => Shape::Nothing(Type::PTR_GLOBAL),
        I::Barrier | I::WarpBarrier => Shape::Nothing(Type::VOID),
        I::ActiveMask => Shape::Nothing(Type::I64),
        I::Ballot => Shape::Vote(Type::I64),
        I::VoteAny | I::VoteAll => Shape::Vote(Type::I1),
        I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown => Shape::Lane,
        _ => return None,
    })
}

impl Checker<'_> {
    pub(super) fn intrinsic(&self, id: Intrinsic, args: &[Value], ty: Type) -> Result<(), Fault> {
        let Some(shape) = shape(id) else { return Ok(()) };
        let types = &self.module.ctx.types;
        let scalar = types.scalar(ty);
        let same = |args: &[Value]| args.iter().all(|&a| self.type_of(a) == ty);
        let is = |arg: Option<&Value>, wanted: Type| arg.is_some_and(|&a| self.type_of(a) == wanted);
        let fits = match shape {
            Shape::Floats(n) => args.len() == n && same(args) && types.is_float(scalar),
            Shape::Ints(n) => args.len() == n && same(args) && types.int_bits(scalar).is_some(),
            Shape::IntAndBool => args.len() == 2 && same(&args[..1]) && is(args.get(1), Type::I1),
            Shape::Nothing(result) => args.is_empty() && ty == result,
            Shape::Vote(result) => args.len() == 1 && is(args.first(), Type::I1) && ty == result,
            Shape::Sample => {
                let types: Vec<Type> = args.iter().map(|&a| self.type_of(a)).collect();
                types == [Type::I32, Type::FLOAT, Type::FLOAT, Type::I32]
                    && matches!(args[3], Value::Const(_))
                    && ty == Type::FLOAT
            }
            Shape::Lane => args.len() == 2 && same(&args[..1]) && is(args.get(1), Type::I32),
        };
        if fits { Ok(()) } else { Err(format!("{} does not take these arguments or give this result", id.name())) }
    }
}
