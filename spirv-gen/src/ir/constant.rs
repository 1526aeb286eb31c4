//! Constants, interned per module.
//!
//! LLVM's constant expressions do not exist here: the parser folds `getelementptr` and casts of globals to
//! [`ConstData::GlobalAddr`], and turns what it cannot fold into instructions. Used by everything in the crate.

use serde::{Deserialize, Serialize};

use super::module::{FuncId, GlobalId};
use super::types::Type;
use crate::entity;
use crate::hash::HashMap;

entity! {
    /// An interned constant.
    Const, "const"
}

/// What a [`Const`] is. Every variant carries its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum ConstData {
    /// An integer; bits above the type's width are zero.
    Int { ty: Type, bits: u128 },
    /// half, bfloat, float or double by its IEEE bits.
    Float { ty: Type, bits: u64 },
    /// `zeroinitializer` of any type: all bits are 0. In generic and device memory that is the null pointer.
    Zero(Type),
    /// A pointer with these bits, which are not 0: the null pointer of shared or private memory, or in 64-bit spaces an integer
    /// that is kept as a pointer (virtual tables do that with offsets).
    Address { ty: Type, bits: u64 },
    /// Any value, fixed nowhere.
    Undef(Type),
    /// The result of undefined behaviour.
    Poison(Type),
    /// An array, vector or structure, element by element; an integer of more than 128 bits by its `i64` limbs, lowest first.
    Aggregate { ty: Type, elems: Vec<Const> },
    /// An array of i8 (`c"..."`).
    Bytes { ty: Type, data: Vec<u8> },
    /// Address of a global plus `offset` bytes, as a pointer (in the global's own space, or cast to generic for device
    /// memory) or as an integer.
    GlobalAddr { ty: Type, global: GlobalId, offset: i64 },
    /// Address of a function.
    Function { ty: Type, func: FuncId },
}

impl ConstData {
    /// The constant's type.
    pub fn ty(&self) -> Type {
        match self {
            Self::Int { ty, .. }
            | Self::Float { ty, .. }
            | Self::Aggregate { ty, .. }
            | Self::Bytes { ty, .. }
            | Self::GlobalAddr { ty, .. }
            | Self::Address { ty, .. }
            | Self::Function { ty, .. }
            | Self::Zero(ty)
            | Self::Undef(ty)
            | Self::Poison(ty) => *ty,
        }
    }
}

/// The interner. One per [`Module`](super::module::Module).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<ConstData>", into = "Vec<ConstData>")]
pub struct Consts {
    data: Vec<ConstData>,
    ids: HashMap<ConstData, Const>,
}

impl From<Vec<ConstData>> for Consts {
    fn from(data: Vec<ConstData>) -> Self {
        let ids = data.iter().enumerate().map(|(i, c)| (c.clone(), Const(i as u32))).collect();
        Self { data, ids }
    }
}

impl From<Consts> for Vec<ConstData> {
    fn from(consts: Consts) -> Self {
        consts.data
    }
}

impl Consts {
    /// The id of `data`, new or old.
    pub fn intern(&mut self, data: ConstData) -> Const {
        if let Some(&id) = self.ids.get(&data) {
            return id;
        }
        let id = Const(self.data.len() as u32);
        self.data.push(data.clone());
        self.ids.insert(data, id);
        id
    }
    /// What `id` is. Panics on an id of another module (a bug of ours, never of the input).
    pub fn data(&self, id: Const) -> &ConstData {
        &self.data[id.0 as usize]
    }
    /// How many constants there are.
    pub fn len(&self) -> usize {
        self.data.len()
    }
    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.data.is_empty()
    }
}
