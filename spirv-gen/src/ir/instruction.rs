//! Instructions: LLVM's, one result at most, operands inside the operation.
//!
//! [`Op::for_each_operand`] and [`Op::map_operands`] are the only code that knows where operands sit; passes use them instead of
//! matching. Calls of `llvm.*` and `hip.*` functions that we know are [`Op::Intrinsic`]; all other calls are [`Op::Call`].

use bitflags::bitflags;
use serde::{Deserialize, Serialize};

use super::constant::Const;
use super::function::Block;
use super::intrinsic::Intrinsic;
use super::module::FuncId;
use super::types::{AddressSpace, Type};
use crate::entity;

entity! {
    /// An instruction of one function, and its result.
    Inst, "%"
}

/// An operand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Value {
    /// The result of an instruction.
    Inst(Inst),
    /// A parameter of the function, by position.
    Param(u32),
    /// A constant of the module.
    Const(Const),
}

bitflags! {
    /// Poison-generating and fast-math flags, as LLVM spells them.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub struct Flags: u32 {
        const NUW = 1;
        const NSW = 1 << 1;
        const EXACT = 1 << 2;
        const DISJOINT = 1 << 3;
        const NNEG = 1 << 4;
        const INBOUNDS = 1 << 5;
        const NNAN = 1 << 6;
        const NINF = 1 << 7;
        const NSZ = 1 << 8;
        const ARCP = 1 << 9;
        const CONTRACT = 1 << 10;
        const AFN = 1 << 11;
        const REASSOC = 1 << 12;
        /// All of the fast-math flags: `fast`.
        const FAST = 0x7f << 6;
    }
}

// By hand: bitflags' own keeps the bits that have no name, which only a corrupt bundle has.
impl Serialize for Flags {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        self.bits().serialize(s)
    }
}

impl<'de> Deserialize<'de> for Flags {
    fn deserialize<D: serde::Deserializer<'de>>(d: D) -> Result<Self, D::Error> {
        Ok(Self::from_bits_truncate(u32::deserialize(d)?))
    }
}

/// Declares an enum whose variants have LLVM's spelling.
macro_rules! spelled {
    ($(#[$doc:meta])* $name:ident { $($variant:ident = $text:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
        #[allow(missing_docs)]
        pub enum $name { $($variant,)* }

        impl $name {
            /// Every variant.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            /// LLVM's spelling.
            pub fn name(self) -> &'static str {
                match self { $(Self::$variant => $text,)* }
            }
            /// The variant that LLVM spells `text`.
            pub fn from_name(text: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|v| v.name() == text)
            }
        }
    };
}

spelled! {
    /// Two operands of the result's type.
    BinaryOp {
        Add = "add", Sub = "sub", Mul = "mul", UDiv = "udiv", SDiv = "sdiv", URem = "urem", SRem = "srem",
        Shl = "shl", LShr = "lshr", AShr = "ashr", And = "and", Or = "or", Xor = "xor",
        FAdd = "fadd", FSub = "fsub", FMul = "fmul", FDiv = "fdiv", FRem = "frem",
    }
}
spelled! {
    /// Integer and pointer comparison.
    IntPredicate {
        Eq = "eq", Ne = "ne", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule",
        Sgt = "sgt", Sge = "sge", Slt = "slt", Sle = "sle",
    }
}
impl IntPredicate {
    /// The predicate that compares offsets where this one compares pointers of `space`. Shared and private memory begin at 0, so what lies a little before
    /// their first object is a negative offset: it is smaller than the object, as in every other memory. C++ has no such pointers; Kokkos' reductions do.
    pub fn of_pointers(self, space: AddressSpace) -> Self {
        match (space, self) {
            (AddressSpace::Shared | AddressSpace::Private, Self::Ugt) => Self::Sgt,
            (AddressSpace::Shared | AddressSpace::Private, Self::Uge) => Self::Sge,
            (AddressSpace::Shared | AddressSpace::Private, Self::Ult) => Self::Slt,
            (AddressSpace::Shared | AddressSpace::Private, Self::Ule) => Self::Sle,
            _ => self,
        }
    }
}
spelled! {
    /// Float comparison, ordered (`o`) or unordered (`u`).
    FloatPredicate {
        False = "false", Oeq = "oeq", Ogt = "ogt", Oge = "oge", Olt = "olt", Ole = "ole", One = "one", Ord = "ord",
        Ueq = "ueq", Ugt = "ugt", Uge = "uge", Ult = "ult", Ule = "ule", Une = "une", Uno = "uno", True = "true",
    }
}
spelled! {
    /// Conversions.
    CastOp {
        Trunc = "trunc", ZExt = "zext", SExt = "sext", FPTrunc = "fptrunc", FPExt = "fpext",
        FPToUI = "fptoui", FPToSI = "fptosi", UIToFP = "uitofp", SIToFP = "sitofp",
        PtrToInt = "ptrtoint", IntToPtr = "inttoptr", BitCast = "bitcast", AddrSpaceCast = "addrspacecast",
    }
}
spelled! {
    /// Read-modify-write operations.
    AtomicOp {
        Xchg = "xchg", Add = "add", Sub = "sub", And = "and", Nand = "nand", Or = "or", Xor = "xor",
        Max = "max", Min = "min", UMax = "umax", UMin = "umin",
        FAdd = "fadd", FSub = "fsub", FMax = "fmax", FMin = "fmin", UIncWrap = "uinc_wrap", UDecWrap = "udec_wrap",
    }
}
spelled! {
    /// Memory orderings, weakest first.
    Ordering {
        Unordered = "unordered", Monotonic = "monotonic", Acquire = "acquire", Release = "release",
        AcqRel = "acq_rel", SeqCst = "seq_cst",
    }
}
spelled! {
    /// Who an atomic access or fence is ordered with; AMDGPU's sync scopes. The `-one-as` forms read as the same scope.
    Scope {
        SingleThread = "singlethread", Wavefront = "wavefront", Workgroup = "workgroup", Agent = "agent", System = "",
    }
}

/// Ordering and scope of an atomic access.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Atomicity {
    pub ordering: Ordering,
    pub scope: Scope,
}

impl Atomicity {
    /// A fence for the compiler: nothing to do on an AMD GPU, which has a wavefront's accesses in order.
    pub const COMPILER: Self = Self { ordering: Ordering::AcqRel, scope: Scope::Wavefront };
}

/// What a call calls.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Callee {
    /// A function of the module, defined or only declared.
    Func(FuncId),
    /// A function pointer.
    Indirect(Value),
}

/// What SPIR-V calls a merge instruction: it stands in front of the terminator of a structured function.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Merge {
    /// The branch's arms meet again at this block.
    Selection(Block),
    /// The block heads a loop: control leaves to `merge`, and repeats from `continue_`.
    Loop { merge: Block, continue_: Block },
}

/// An operation with its operands.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Op {
    Ret(Option<Value>),
    Br(Block),
    CondBr {
        cond: Value,
        then_: Block,
        else_: Block,
    },
    /// `cases` hold constants of the value's type.
    Switch {
        value: Value,
        default: Block,
        cases: Vec<(Const, Block)>,
    },
    Unreachable,

    Phi(Vec<(Value, Block)>),
    Binary {
        op: BinaryOp,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    FNeg {
        flags: Flags,
        value: Value,
    },
    ICmp {
        pred: IntPredicate,
        lhs: Value,
        rhs: Value,
    },
    FCmp {
        pred: FloatPredicate,
        flags: Flags,
        lhs: Value,
        rhs: Value,
    },
    Cast {
        op: CastOp,
        flags: Flags,
        value: Value,
    },
    Select {
        flags: Flags,
        cond: Value,
        then_: Value,
        else_: Value,
    },
    Freeze(Value),

    /// Always in private memory; the result is `ptr addrspace(5)`.
    Alloca {
        elem: Type,
        count: Option<Value>,
        align: u32,
    },
    Load {
        ptr: Value,
        align: u32,
        volatile: bool,
        atomic: Option<Atomicity>,
    },
    Store {
        value: Value,
        ptr: Value,
        align: u32,
        volatile: bool,
        atomic: Option<Atomicity>,
    },
    Gep {
        elem: Type,
        flags: Flags,
        base: Value,
        indices: Vec<Value>,
    },
    AtomicRmw {
        op: AtomicOp,
        ptr: Value,
        value: Value,
        align: u32,
        volatile: bool,
        atomic: Atomicity,
    },
    /// Result is `{ T, i1 }`.
    CmpXchg {
        ptr: Value,
        expected: Value,
        desired: Value,
        align: u32,
        weak: bool,
        volatile: bool,
        success: Ordering,
        failure: Ordering,
        scope: Scope,
    },
    Fence(Atomicity),

    ExtractElement {
        vector: Value,
        index: Value,
    },
    InsertElement {
        vector: Value,
        value: Value,
        index: Value,
    },
    /// `-1` in the mask is poison.
    ShuffleVector {
        lhs: Value,
        rhs: Value,
        mask: Vec<i32>,
    },
    ExtractValue {
        aggregate: Value,
        indices: Vec<u32>,
    },
    InsertValue {
        aggregate: Value,
        value: Value,
        indices: Vec<u32>,
    },

    Intrinsic {
        id: Intrinsic,
        flags: Flags,
        args: Vec<Value>,
    },
    Call {
        callee: Callee,
        flags: Flags,
        args: Vec<Value>,
    },
}

/// An instruction: operation, result type (`Type::VOID` for none) and where it came from.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct InstData {
    pub op: Op,
    pub ty: Type,
    pub loc: Option<super::module::Loc>,
}

impl Ordering {
    /// What is left for a load, or for an exchange that fails: neither writes, so neither has anything to release, and SPIR-V forbids to
    /// ask for it.
    pub fn without_release(self) -> Self {
        match self {
            Self::AcqRel | Self::SeqCst => Self::Acquire,
            Self::Release => Self::Monotonic,
            other => other,
        }
    }
}

impl Op {
    /// Lets an access go to `address` instead; does nothing to what is no access.
    pub fn set_address(&mut self, address: Value) {
        if let Self::Load { ptr, .. }
        | Self::Store { ptr, .. }
        | Self::AtomicRmw { ptr, .. }
        | Self::CmpXchg { ptr, .. } = self
        {
            *ptr = address;
        }
    }
    /// Whether it ends a block.
    pub fn is_terminator(&self) -> bool {
        matches!(self, Self::Ret(_) | Self::Br(_) | Self::CondBr { .. } | Self::Switch { .. } | Self::Unreachable)
    }

    /// Whether it is a barrier of the block's threads.
    pub fn is_barrier(&self) -> bool {
        matches!(self, Self::Intrinsic { id: Intrinsic::Barrier, .. })
    }

    /// Whether removing it, when nobody uses the result, could change what the program does.
    pub fn has_side_effects(&self) -> bool {
        match self {
            Self::Store { .. } | Self::AtomicRmw { .. } | Self::CmpXchg { .. } | Self::Fence(_) | Self::Call { .. } => {
                true
            }
            Self::Load { volatile, atomic, .. } => *volatile || atomic.is_some(),
            Self::Intrinsic { id, .. } => id.has_side_effects(),
            op => op.is_terminator(),
        }
    }

    /// The blocks a terminator may go to, in order, duplicates kept.
    pub fn successors(&self) -> Vec<Block> {
        let mut found = Vec::new();
        self.for_each_successor(|block| found.push(block));
        found
    }

    /// Calls `f` with each of [`Self::successors`].
    pub fn for_each_successor(&self, mut f: impl FnMut(Block)) {
        match self {
            Self::Br(block) => f(*block),
            Self::CondBr { then_, else_, .. } => {
                f(*then_);
                f(*else_);
            }
            Self::Switch { default, cases, .. } => {
                f(*default);
                cases.iter().for_each(|(_, block)| f(*block));
            }
            _ => {}
        }
    }

    /// Replaces each block a terminator may go to. Leaves phis alone.
    pub fn map_successors(&mut self, mut f: impl FnMut(Block) -> Block) {
        match self {
            Self::Br(block) => *block = f(*block),
            Self::CondBr { then_, else_, .. } => {
                *then_ = f(*then_);
                *else_ = f(*else_);
            }
            Self::Switch { default, cases, .. } => {
                *default = f(*default);
                cases.iter_mut().for_each(|(_, b)| *b = f(*b));
            }
            _ => {}
        }
    }

    /// Calls `f` with each value operand, in the order of the text form.
    pub fn for_each_operand(&self, mut f: impl FnMut(Value)) {
        match self {
            // Those whose copy would allocate.
            Self::Phi(incoming) => incoming.iter().for_each(|(v, _)| f(*v)),
            Self::Gep { base, indices, .. } => std::iter::once(base).chain(indices).for_each(|v| f(*v)),
            Self::Intrinsic { args, .. } => args.iter().for_each(|v| f(*v)),
            Self::Switch { value, .. } => f(*value),
            // `map_operands` is the list of operands; a copy is cheap beside a second list that could drift.
            _ => {
                self.clone().map_operands(|v| {
                    f(v);
                    v
                });
            }
        }
    }

    /// Replaces each value operand by `f` of it.
    pub fn map_operands(&mut self, mut f: impl FnMut(Value) -> Value) {
        let mut each = |v: &mut Value| *v = f(*v);
        match self {
            Self::Ret(value) => value.iter_mut().for_each(each),
            Self::Br(_) | Self::Unreachable | Self::Fence(_) => {}
            Self::CondBr { cond, .. } => each(cond),
            Self::Switch { value, .. } => each(value),
            Self::Phi(incoming) => incoming.iter_mut().for_each(|(v, _)| each(v)),
            Self::Binary { lhs, rhs, .. }
            | Self::ICmp { lhs, rhs, .. }
            | Self::FCmp { lhs, rhs, .. }
            | Self::ShuffleVector { lhs, rhs, .. } => {
                each(lhs);
                each(rhs);
            }
            Self::FNeg { value, .. } | Self::Cast { value, .. } | Self::Freeze(value) => each(value),
            Self::Select { cond, then_, else_, .. } => {
                each(cond);
                each(then_);
                each(else_);
            }
            Self::Alloca { count, .. } => count.iter_mut().for_each(each),
            Self::Load { ptr, .. } => each(ptr),
            Self::Store { value, ptr, .. } => {
                each(value);
                each(ptr);
            }
            Self::Gep { base, indices, .. } => {
                each(base);
                indices.iter_mut().for_each(each);
            }
            Self::AtomicRmw { ptr, value, .. } => {
                each(ptr);
                each(value);
            }
            Self::CmpXchg { ptr, expected, desired, .. } => {
                each(ptr);
                each(expected);
                each(desired);
            }
            Self::ExtractElement { vector, index } => {
                each(vector);
                each(index);
            }
            Self::InsertElement { vector, value, index } => {
                each(vector);
                each(value);
                each(index);
            }
            Self::ExtractValue { aggregate, .. } => each(aggregate),
            Self::InsertValue { aggregate, value, .. } => {
                each(aggregate);
                each(value);
            }
            Self::Intrinsic { args, .. } => args.iter_mut().for_each(each),
            Self::Call { callee, args, .. } => {
                if let Callee::Indirect(value) = callee {
                    each(value);
                }
                args.iter_mut().for_each(each);
            }
        }
    }
}
