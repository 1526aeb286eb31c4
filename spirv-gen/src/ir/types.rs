//! The types of the IR: LLVM's, with opaque pointers, interned so that equality is an integer comparison.
//!
//! The common types have fixed ids (`Type::I32`), so most code needs no table to name them. Sizes and alignments follow
//! clang's AMDGPU data layout, because that is what the front end compiled for: pointers to shared (3) and private (5)
//! memory are 32 bits wide, all others 64. Used by everything in the crate.

use serde::{Deserialize, Serialize};

use crate::entity;
use crate::hash::HashMap;

entity! {
    /// An interned type.
    Type, "ty"
}

/// AMDGPU's address spaces, by the numbers that clang writes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum AddressSpace {
    /// 0, "flat": may point to global, shared or private memory.
    Generic,
    /// 1: device memory.
    Global,
    /// 3: the block's shared memory ("LDS").
    Shared,
    /// 4: device memory that the kernel only reads.
    Constant,
    /// 5: the thread's own memory ("scratch").
    Private,
}

impl AddressSpace {
    /// The space with LLVM's number `n`, if HIP programs use it.
    pub fn from_number(n: u32) -> Option<Self> {
        Some(match n {
            0 => Self::Generic,
            1 => Self::Global,
            3 => Self::Shared,
            4 => Self::Constant,
            5 => Self::Private,
            _ => return None,
        })
    }
    /// LLVM's number.
    pub fn number(self) -> u32 {
        match self {
            Self::Generic => 0,
            Self::Global => 1,
            Self::Shared => 3,
            Self::Constant => 4,
            Self::Private => 5,
        }
    }
    /// Width of a pointer into it, in bits.
    pub fn pointer_bits(self) -> u32 {
        if matches!(self, Self::Shared | Self::Private) { 32 } else { 64 }
    }
    /// The bits of its null pointer, AMDGPU's: an object may lie at offset 0 of shared and of private memory.
    pub fn null(self) -> u64 {
        if self.pointer_bits() == 32 { u32::MAX.into() } else { 0 }
    }
    /// Whether its pointers are plain device addresses.
    pub fn is_device_memory(self) -> bool {
        matches!(self, Self::Global | Self::Constant)
    }
}

/// Bits of the widest integer. Clang makes integers as long as runs of packed bit-fields.
pub const MOST_BITS: u32 = 4096;

/// What a [`Type`] is.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum TypeKind {
    /// No value.
    Void,
    /// `iN`. In front of `integer/limbs` there may be more than 128 bits.
    Int(u32),
    /// IEEE binary16.
    Half,
    /// bfloat16.
    BFloat,
    /// IEEE binary32.
    Float,
    /// IEEE binary64.
    Double,
    /// Opaque pointer.
    Ptr(AddressSpace),
    /// `[len x elem]`.
    Array { elem: Type, len: u64 },
    /// `<len x elem>`, any length that clang emits.
    Vector { elem: Type, len: u32 },
    /// `{..}`, or `<{..}>` when packed.
    Struct { fields: Vec<Type>, packed: bool },
}

macro_rules! common_types {
    ($($id:literal $name:ident $kind:expr;)*) => {
        impl Type {
            $(#[doc = concat!("Fixed id of `", stringify!($kind), "`.")] pub const $name: Type = Type($id);)*
        }
        fn common() -> Vec<TypeKind> {
            vec![$($kind),*]
        }
    };
}

common_types! {
    0 VOID TypeKind::Void;
    1 I1 TypeKind::Int(1);
    2 I8 TypeKind::Int(8);
    3 I16 TypeKind::Int(16);
    4 I32 TypeKind::Int(32);
    5 I64 TypeKind::Int(64);
    6 I128 TypeKind::Int(128);
    7 HALF TypeKind::Half;
    8 BFLOAT TypeKind::BFloat;
    9 FLOAT TypeKind::Float;
    10 DOUBLE TypeKind::Double;
    11 PTR TypeKind::Ptr(AddressSpace::Generic);
    12 PTR_GLOBAL TypeKind::Ptr(AddressSpace::Global);
    13 PTR_SHARED TypeKind::Ptr(AddressSpace::Shared);
    14 PTR_CONSTANT TypeKind::Ptr(AddressSpace::Constant);
    15 PTR_PRIVATE TypeKind::Ptr(AddressSpace::Private);
}

impl Type {
    /// The pointer type into `space`.
    pub fn ptr(space: AddressSpace) -> Self {
        match space {
            AddressSpace::Generic => Self::PTR,
            AddressSpace::Global => Self::PTR_GLOBAL,
            AddressSpace::Shared => Self::PTR_SHARED,
            AddressSpace::Constant => Self::PTR_CONSTANT,
            AddressSpace::Private => Self::PTR_PRIVATE,
        }
    }
}

/// The interner. One per [`Module`](super::module::Module).
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<TypeKind>", into = "Vec<TypeKind>")]
pub struct Types {
    kinds: Vec<TypeKind>,
    ids: HashMap<TypeKind, Type>,
}

impl Default for Types {
    fn default() -> Self {
        common().into()
    }
}

impl From<Vec<TypeKind>> for Types {
    fn from(kinds: Vec<TypeKind>) -> Self {
        let ids = kinds.iter().enumerate().map(|(i, k)| (k.clone(), Type(i as u32))).collect();
        Self { kinds, ids }
    }
}

impl From<Types> for Vec<TypeKind> {
    fn from(types: Types) -> Self {
        types.kinds
    }
}

impl Types {
    /// The id of `kind`, new or old.
    pub fn intern(&mut self, kind: TypeKind) -> Type {
        if let Some(&id) = self.ids.get(&kind) {
            return id;
        }
        let id = Type(self.kinds.len() as u32);
        self.kinds.push(kind.clone());
        self.ids.insert(kind, id);
        id
    }
    /// `iN`.
    pub fn int(&mut self, bits: u32) -> Type {
        self.intern(TypeKind::Int(bits))
    }
    /// `[len x elem]`.
    pub fn array(&mut self, elem: Type, len: u64) -> Type {
        self.intern(TypeKind::Array { elem, len })
    }
    /// `<len x elem>`.
    pub fn vector(&mut self, elem: Type, len: u32) -> Type {
        self.intern(TypeKind::Vector { elem, len })
    }
    /// `{fields}`.
    pub fn structure(&mut self, fields: Vec<Type>, packed: bool) -> Type {
        self.intern(TypeKind::Struct { fields, packed })
    }
    /// The id of `<len x elem>`, if the module uses that type.
    pub fn find_vector(&self, elem: Type, len: u32) -> Option<Type> {
        self.ids.get(&TypeKind::Vector { elem, len }).copied()
    }
    /// What `ty` is. Panics on an id of another module (a bug of ours, never of the input).
    pub fn kind(&self, ty: Type) -> &TypeKind {
        &self.kinds[ty.0 as usize]
    }
    /// Every type.
    pub fn iter(&self) -> impl Iterator<Item = &TypeKind> {
        self.kinds.iter()
    }
    /// How many types there are.
    pub fn len(&self) -> usize {
        self.kinds.len()
    }
    /// Never: the common types are always there.
    pub fn is_empty(&self) -> bool {
        self.kinds.is_empty()
    }

    /// Bits of an integer type.
    pub fn int_bits(&self, ty: Type) -> Option<u32> {
        if let TypeKind::Int(bits) = self.kind(ty) { Some(*bits) } else { None }
    }
    /// Whether `ty` is half, bfloat, float or double.
    pub fn is_float(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Half | TypeKind::BFloat | TypeKind::Float | TypeKind::Double)
    }
    /// The space a pointer type points into.
    pub fn pointee_space(&self, ty: Type) -> Option<AddressSpace> {
        if let TypeKind::Ptr(space) = self.kind(ty) { Some(*space) } else { None }
    }
    /// Element type and count of a vector.
    pub fn vector_parts(&self, ty: Type) -> Option<(Type, u32)> {
        if let TypeKind::Vector { elem, len } = self.kind(ty) { Some((*elem, *len)) } else { None }
    }
    /// The element of a vector, or the type itself.
    pub fn scalar(&self, ty: Type) -> Type {
        self.vector_parts(ty).map_or(ty, |(elem, _)| elem)
    }
    /// Whether `ty` is an array or a structure.
    pub fn is_aggregate(&self, ty: Type) -> bool {
        matches!(self.kind(ty), TypeKind::Array { .. } | TypeKind::Struct { .. })
    }

    /// Width in bits of a scalar or vector value (not of aggregates).
    pub fn value_bits(&self, ty: Type) -> u32 {
        match self.kind(ty) {
            TypeKind::Int(bits) => *bits,
            TypeKind::Half | TypeKind::BFloat => 16,
            TypeKind::Float => 32,
            TypeKind::Double => 64,
            TypeKind::Ptr(space) => space.pointer_bits(),
            TypeKind::Vector { elem, len } => self.value_bits(*elem) * len,
            TypeKind::Void | TypeKind::Array { .. } | TypeKind::Struct { .. } => 0,
        }
    }
    /// Bytes a store of `ty` writes (LLVM's store size).
    pub fn store_size(&self, ty: Type) -> u64 {
        match self.kind(ty) {
            TypeKind::Array { .. } | TypeKind::Struct { .. } => self.size(ty),
            _ => u64::from(self.value_bits(ty)).div_ceil(8),
        }
    }
    /// Bytes between two elements of an array of `ty` (LLVM's alloc size).
    pub fn size(&self, ty: Type) -> u64 {
        match self.kind(ty) {
            TypeKind::Array { elem, len } => self.size(*elem) * len,
            TypeKind::Struct { .. } => self.struct_layout(ty).1,
            _ => self.store_size(ty).next_multiple_of(self.align(ty)),
        }
    }
    /// ABI alignment in bytes.
    pub fn align(&self, ty: Type) -> u64 {
        match self.kind(ty) {
            TypeKind::Void => 1,
            // AMDGPU names no alignment for wider ones than i64.
            TypeKind::Int(bits) => u64::from(*bits).div_ceil(8).next_power_of_two().min(8),
            TypeKind::Half | TypeKind::BFloat => 2,
            TypeKind::Float => 4,
            TypeKind::Double => 8,
            TypeKind::Ptr(space) => u64::from(space.pointer_bits() / 8),
            TypeKind::Array { elem, .. } => self.align(*elem),
            TypeKind::Vector { .. } => self.store_size(ty).next_power_of_two().max(1),
            TypeKind::Struct { packed: true, .. } => 1,
            TypeKind::Struct { fields, packed: false } => fields.iter().map(|&f| self.align(f)).max().unwrap_or(1),
        }
    }
    /// Field offsets and total size of a structure, in bytes.
    pub fn struct_layout(&self, ty: Type) -> (Vec<u64>, u64) {
        let TypeKind::Struct { fields, packed } = self.kind(ty) else { return (Vec::new(), 0) };
        let mut end = 0u64;
        let mut offsets = Vec::with_capacity(fields.len());
        for &field in fields {
            if !packed {
                end = end.next_multiple_of(self.align(field));
            }
            offsets.push(end);
            end += self.size(field);
        }
        let align = if *packed { 1 } else { self.align(ty) };
        (offsets, end.next_multiple_of(align))
    }

    /// The text form, e.g. `<4 x float>` or `ptr addrspace(1)`.
    pub fn display(&self, ty: Type) -> String {
        match self.kind(ty) {
            TypeKind::Void => "void".into(),
            TypeKind::Int(bits) => format!("i{bits}"),
            TypeKind::Half => "half".into(),
            TypeKind::BFloat => "bfloat".into(),
            TypeKind::Float => "float".into(),
            TypeKind::Double => "double".into(),
            TypeKind::Ptr(AddressSpace::Generic) => "ptr".into(),
            TypeKind::Ptr(space) => format!("ptr addrspace({})", space.number()),
            TypeKind::Array { elem, len } => format!("[{len} x {}]", self.display(*elem)),
            TypeKind::Vector { elem, len } => format!("<{len} x {}>", self.display(*elem)),
            TypeKind::Struct { fields, packed } => {
                let inner = fields.iter().map(|&f| self.display(f)).collect::<Vec<_>>().join(", ");
                let body = if fields.is_empty() { "{}".into() } else { format!("{{ {inner} }}") };
                if *packed { format!("<{body}>") } else { body }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interning_the_same_kind_twice_gives_one_id() {
        let mut types = Types::default();
        assert_eq!(types.int(32), Type::I32);
        let a = types.vector(Type::FLOAT, 4);
        assert_eq!(types.vector(Type::FLOAT, 4), a);
    }

    #[test]
    fn struct_layout_follows_alignment_unless_packed() {
        let mut types = Types::default();
        let fields = vec![Type::I8, Type::DOUBLE, Type::I16];
        let natural = types.structure(fields.clone(), false);
        let packed = types.structure(fields, true);
        assert_eq!(types.struct_layout(natural), (vec![0, 8, 16], 24));
        assert_eq!(types.struct_layout(packed), (vec![0, 1, 9], 11));
    }

    #[test]
    fn integers_of_128_bits_are_aligned_to_eight_bytes() {
        let mut types = Types::default();
        let bits = types.structure(vec![Type::I128], false);
        let nested = types.structure(vec![Type::I64, bits, Type::I64], false);
        assert_eq!(types.struct_layout(nested), (vec![0, 8, 24], 32));
        let odd = types.int(65);
        assert_eq!((types.size(odd), types.align(odd)), (16, 8));
    }

    #[test]
    fn shared_and_private_pointers_are_32_bits_wide() {
        let types = Types::default();
        assert_eq!(types.size(Type::PTR_SHARED), 4);
        assert_eq!(types.size(Type::PTR_PRIVATE), 4);
        assert_eq!(types.size(Type::PTR), 8);
    }
}
