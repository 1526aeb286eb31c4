//! What the known functions demand of their arguments: passes index them without looking. Families of one shape share a row.

use super::{Checker, Fault};
use crate::ir::instruction::Value;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::{Type, TypeKind};

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
    /// A float of the result's type, and an integer.
    FloatAndInt,
    /// A float of the result's first member's type: a pair.
    Frexp,
    /// A float, and a constant mask: whether it is of one of the classes.
    Class,
    /// A float: an integer.
    FloatToInt,
    /// Two integers of the result's first member's type: a pair with whether it overflowed.
    Overflow,
    /// Two integers of one type: an integer.
    Compare,
    /// A vector: its element's type.
    Reduction,
    /// A start of the result's type, and a vector.
    ReductionFrom,
    /// Two addresses, a size, a constant i1, and up to two alignments.
    Move,
    /// An address, a byte, a size, a constant i1, and possibly an alignment.
    Set,
    /// At least this many values, the first of the result's type.
    First(usize),
    /// An address.
    Address,
    /// A constant offset.
    Offset,
    /// N constant numbers, an address, a constant stride and a constant flag.
    Matrix(usize),
    /// An i32 or i64, and two constant numbers: the same.
    Broadcast,
    /// N constant numbers: nothing.
    Numbers(usize),
    /// Nothing looks at the arguments.
    Free,
}

fn shape(id: Intrinsic) -> Shape {
    use Intrinsic as I;
    match id {
        I::Fma | I::FMulAdd => Shape::Floats(3),
        I::Sqrt | I::FAbs | I::Floor | I::Ceil | I::FTrunc | I::Rint | I::NearbyInt | I::Round | I::RoundEven => {
            Shape::Floats(1)
        }
        I::Canonicalize | I::Exp | I::Exp2 | I::Exp10 | I::Log | I::Log2 | I::Log10 | I::Sin | I::Cos => {
            Shape::Floats(1)
        }
        I::NativeSin | I::NativeCos | I::NativeExp2 | I::NativeLog2 => Shape::Floats(1),
        I::NativeRcp | I::NativeRsqrt | I::NativeSqrt => Shape::Floats(1),
        I::CopySign | I::MinNum | I::MaxNum | I::Minimum | I::Maximum | I::Pow => Shape::Floats(2),
        I::Ldexp | I::Powi => Shape::FloatAndInt,
        I::Frexp => Shape::Frexp,
        I::IsFpClass => Shape::Class,
        I::FpToSiSat | I::FpToUiSat | I::LRint | I::LRound => Shape::FloatToInt,
        I::SMax | I::SMin | I::UMax | I::UMin | I::UAddSat | I::SAddSat | I::USubSat | I::SSubSat => Shape::Ints(2),
        I::UShlSat | I::SShlSat | I::ByteDotSigned | I::ByteDotUnsigned => Shape::Ints(2),
        I::FShl | I::FShr => Shape::Ints(3),
        I::Ctpop | I::BitReverse | I::BSwap | I::FindMsb | I::FindLsb | I::SurfaceAddress => Shape::Ints(1),
        I::Ctlz | I::Cttz | I::Abs => Shape::IntAndBool,
        I::UAddOverflow | I::SAddOverflow | I::USubOverflow | I::SSubOverflow | I::UMulOverflow | I::SMulOverflow => {
            Shape::Overflow
        }
        I::UCmp | I::SCmp => Shape::Compare,
        I::ReduceAdd | I::ReduceMul | I::ReduceAnd | I::ReduceOr | I::ReduceXor => Shape::Reduction,
        I::ReduceSMax | I::ReduceSMin | I::ReduceUMax | I::ReduceUMin | I::ReduceFMax | I::ReduceFMin => {
            Shape::Reduction
        }
        I::ReduceFAdd | I::ReduceFMul => Shape::ReductionFrom,
        I::MemCpy | I::MemCpyInline | I::MemMove => Shape::Move,
        I::MemSet => Shape::Set,
        I::PtrMask | I::Expect => Shape::First(2),
        I::LifetimeStart | I::LifetimeEnd | I::InvariantStart | I::InvariantEnd | I::Assume => Shape::Free,
        I::NoAliasScopeDecl | I::Prefetch | I::DoNothing | I::IsConstant | I::ObjectSize | I::Sleep => Shape::Free,
        I::Trap | I::DebugTrap | I::UbsanTrap => Shape::Free,
        I::ThreadIdX | I::ThreadIdY | I::ThreadIdZ | I::ThreadLinear | I::BlockIdX | I::BlockIdY | I::BlockIdZ => {
            Shape::Nothing(Type::I32)
        }
        I::BlockDimX | I::BlockDimY | I::BlockDimZ | I::GridDimX | I::GridDimY | I::GridDimZ => {
            Shape::Nothing(Type::I32)
        }
        I::LaneId | I::WarpSize | I::TexturePath | I::DynamicSharedSize | I::StackSize => Shape::Nothing(Type::I32),
        I::GlobalsBase | I::PrintfBuffer | I::HeapBase | I::GridState => Shape::Nothing(Type::PTR_GLOBAL),
        I::Barrier | I::WarpBarrier | I::WarpStep => Shape::Nothing(Type::VOID),
        I::ActiveMask | I::ClockDevice | I::ClockWall => Shape::Nothing(Type::I64),
        I::Param => Shape::Offset,
        I::ParamAddress => Shape::Free,
        I::IsShared | I::IsPrivate => Shape::Address,
        I::ImageSample2d => Shape::Sample,
        I::Ballot => Shape::Vote(Type::I64),
        I::VoteAny | I::VoteAll => Shape::Vote(Type::I1),
        I::Shuffle | I::ShuffleXor | I::ShuffleUp | I::ShuffleDown => Shape::Lane,
        I::ReadFirstLane | I::CallSite => Shape::First(1),
        I::SubgroupBroadcast => Shape::Broadcast,
        I::MatrixZero => Shape::Numbers(2),
        I::MatrixLoad => Shape::Matrix(3),
        I::MatrixStore => Shape::Matrix(2),
        I::MatrixMultiply => Shape::Numbers(4),
    }
}

impl Checker<'_> {
    pub(super) fn intrinsic(&self, id: Intrinsic, args: &[Value], ty: Type) -> Result<(), Fault> {
        if self.has_shape(&shape(id), args, ty) {
            return Ok(());
        }
        Err(format!("{} does not take these arguments or give this result", id.name()))
    }

    fn has_shape(&self, shape: &Shape, args: &[Value], ty: Type) -> bool {
        let types = &self.module.ctx.types;
        let is_float = |ty: Type| types.is_float(types.scalar(ty));
        let is_int = |ty: Type| types.int_bits(types.scalar(ty)).is_some();
        let is_address = |ty: Type| types.pointee_space(ty).is_some();
        let is_fixed = |value: Value| matches!(value, Value::Const(_));
        let given: Vec<Type> = args.iter().map(|&a| self.type_of(a)).collect();
        let same = |given: &[Type]| given.iter().all(|&t| t == ty);
        let member = |pair: Type, at: usize| match types.kind(pair) {
            TypeKind::Struct { fields, .. } => fields.get(at).copied(),
            _ => None,
        };
        match (shape, &given[..]) {
            (Shape::Floats(n), given) => given.len() == *n && same(given) && is_float(ty),
            (Shape::Ints(n), given) => given.len() == *n && same(given) && is_int(ty),
            (Shape::IntAndBool, [value, flag]) => *value == ty && is_int(ty) && *flag == Type::I1,
            (Shape::Nothing(result), []) => ty == *result,
            (Shape::Vote(result), [vote]) => *vote == Type::I1 && ty == *result,
            (Shape::Lane, [value, lane]) => *value == ty && *lane == Type::I32,
            (Shape::Sample, [Type::I32, Type::FLOAT, Type::FLOAT, Type::I32]) => is_fixed(args[3]) && ty == Type::FLOAT,
            (Shape::FloatAndInt, [float, int]) => *float == ty && is_float(ty) && is_int(*int),
            (Shape::Frexp, [float]) => {
                is_float(*float) && member(ty, 0) == Some(*float) && member(ty, 1).is_some_and(is_int)
            }
            (Shape::Class, [float, Type::I32]) => is_float(*float) && is_fixed(args[1]) && types.scalar(ty) == Type::I1,
            (Shape::FloatToInt, [float]) => is_float(*float) && is_int(ty),
            (Shape::Overflow, [a, b]) => {
                a == b && is_int(*a) && member(ty, 0) == Some(*a) && member(ty, 1).is_some_and(is_int)
            }
            (Shape::Compare, [a, b]) => a == b && is_int(*a) && is_int(ty),
            (Shape::Reduction, [vector]) => types.scalar(*vector) == ty && *vector != ty,
            (Shape::ReductionFrom, [start, vector]) => *start == ty && types.scalar(*vector) == ty && *vector != ty,
            (Shape::Move, [to, from, size, Type::I1, aligns @ ..]) => {
                is_address(*to) && is_address(*from) && is_int(*size) && is_fixed(args[3]) && aligns.len() <= 2
            }
            (Shape::Set, [to, Type::I8, size, Type::I1, aligns @ ..]) => {
                is_address(*to) && is_int(*size) && is_fixed(args[3]) && aligns.len() <= 1
            }
            (Shape::First(least), [first, ..]) => *first == ty && args.len() >= *least,
            (Shape::Address, [address]) => is_address(*address) && ty == Type::I1,
            (Shape::Offset, [Type::I32]) => is_fixed(args[0]),
            (Shape::Broadcast, [Type::I32 | Type::I64, Type::I32, Type::I32]) => {
                ty == given[0] && is_fixed(args[1]) && is_fixed(args[2])
            }
            (Shape::Numbers(n), given) => {
                given.len() == *n && given.iter().all(|&t| t == Type::I32) && args.iter().all(|&a| is_fixed(a))
            }
            (Shape::Matrix(n), given) => {
                let number = |at: usize| given[at] == Type::I32 && is_fixed(args[at]);
                let place = |ty: Type| is_address(ty) || is_int(ty);
                given.len() == n + 3 && (0..*n).chain([n + 1, n + 2]).all(number) && place(given[*n])
            }
            (Shape::Free, _) => true,
            _ => false,
        }
    }
}
