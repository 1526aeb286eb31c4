//! A module: types, constants, globals, functions, and the source files that locations name.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use super::constant::{Const, ConstData, Consts};
use super::entity::PrimaryMap;
use super::function::Function;
use super::instruction::Value;
use super::types::{AddressSpace, Type, Types};
use crate::{digest, entity};

entity! {
    /// A function of the module.
    FuncId, "f"
}
entity! {
    /// A global variable of the module.
    GlobalId, "g"
}

/// Distance of two functions' addresses.
const FUNCTION_STEP: u64 = 16;

/// A place in the source: `file` indexes [`Module::files`]. Line and column count from 1; 0 is unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Loc {
    pub file: u32,
    pub line: u32,
    pub column: u32,
}

/// A global variable.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Global {
    pub name: String,
    pub ty: Type,
    pub space: AddressSpace,
    /// Nothing for a declaration (`external`), which for shared memory means dynamically sized.
    pub init: Option<Const>,
    /// `align N` in bytes; 0 when not given.
    pub align: u32,
    pub constant: bool,
    /// Not visible outside the module (`internal` or `private`).
    pub internal: bool,
    /// The host may write it by symbol (`externally_initialized`).
    pub externally_initialized: bool,
}

/// Types and constants: what passes need to make new values. Split from the functions so that both can be borrowed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Context {
    pub types: Types,
    pub consts: Consts,
}

impl Context {
    /// The integer constant `bits` of type `ty`, cut to its width.
    pub fn int(&mut self, ty: Type, bits: u128) -> Value {
        let width = self.types.int_bits(ty).expect("integer constant of a type that is no integer");
        let bits = if width >= 128 { bits } else { bits & ((1u128 << width) - 1) };
        Value::Const(self.consts.intern(ConstData::Int { ty, bits }))
    }
    /// `i1`.
    pub fn bool(&mut self, value: bool) -> Value {
        self.int(Type::I1, value.into())
    }
    /// `i32`.
    pub fn i32(&mut self, value: u32) -> Value {
        self.int(Type::I32, value.into())
    }
    /// `i64`.
    pub fn i64(&mut self, value: u64) -> Value {
        self.int(Type::I64, value.into())
    }
    /// The float constant with IEEE bits `bits`.
    pub fn float_bits(&mut self, ty: Type, bits: u64) -> Value {
        Value::Const(self.consts.intern(ConstData::Float { ty, bits }))
    }
    /// `float`.
    pub fn f32(&mut self, value: f32) -> Value {
        self.float_bits(Type::FLOAT, value.to_bits().into())
    }
    /// `double`.
    pub fn f64(&mut self, value: f64) -> Value {
        self.float_bits(Type::DOUBLE, value.to_bits())
    }
    /// `zeroinitializer` (an `Int` or `Float` constant for scalars, so that zero has one id).
    pub fn zero(&mut self, ty: Type) -> Value {
        if self.types.int_bits(ty).is_some() {
            self.int(ty, 0)
        } else if self.types.is_float(ty) {
            self.float_bits(ty, 0)
        } else {
            Value::Const(self.consts.intern(ConstData::Zero(ty)))
        }
    }
    /// The null pointer of type `ty`, which is a pointer.
    pub fn null(&mut self, ty: Type) -> Value {
        let space = self.types.pointee_space(ty).expect("only pointers can be null");
        self.address(ty, space.null()).expect("every memory has a null pointer")
    }
    /// The constant pointer of type `ty` with these bits. Nothing for places in shared and private memory: what lies where is not
    /// known before the device half.
    pub fn address(&mut self, ty: Type, bits: u64) -> Option<Value> {
        let space = self.types.pointee_space(ty)?;
        match bits & (u64::MAX >> (64 - space.pointer_bits())) {
            0 => Some(self.zero(ty)),
            bits if space.pointer_bits() == 64 || bits == space.null() => {
                Some(Value::Const(self.consts.intern(ConstData::Address { ty, bits })))
            }
            _ => None,
        }
    }
    /// Whether `value` is the null pointer of its memory.
    pub fn is_null(&self, value: Value) -> bool {
        let Value::Const(id) = value else { return false };
        let null = |ty| self.types.pointee_space(ty).map(AddressSpace::null);
        match *self.consts.data(id) {
            ConstData::Zero(ty) => null(ty) == Some(0),
            ConstData::Address { ty, bits } => null(ty) == Some(bits),
            _ => false,
        }
    }
    /// `undef`.
    pub fn undef(&mut self, ty: Type) -> Value {
        Value::Const(self.consts.intern(ConstData::Undef(ty)))
    }
    /// `poison`.
    pub fn poison(&mut self, ty: Type) -> Value {
        Value::Const(self.consts.intern(ConstData::Poison(ty)))
    }
    /// Whether `value` is `undef` or `poison`.
    pub fn is_undefined(&self, value: Value) -> bool {
        matches!(value, Value::Const(id) if matches!(self.consts.data(id), ConstData::Undef(_) | ConstData::Poison(_)))
    }
    /// The bits of an integer constant.
    pub fn as_int(&self, value: Value) -> Option<u128> {
        let Value::Const(id) = value else { return None };
        match self.consts.data(id) {
            ConstData::Int { bits, .. } => Some(*bits),
            ConstData::Zero(ty) if self.types.int_bits(*ty).is_some() => Some(0),
            _ => None,
        }
    }
    /// The type and bits of a float constant.
    pub fn as_float(&self, value: Value) -> Option<(Type, u64)> {
        let Value::Const(id) = value else { return None };
        match *self.consts.data(id) {
            ConstData::Float { ty, bits } => Some((ty, bits)),
            _ => None,
        }
    }
    /// The type of `value` as seen in `func`.
    pub fn type_of(&self, func: &Function, value: Value) -> Type {
        match value {
            Value::Inst(inst) => func.insts[inst].ty,
            Value::Param(index) => func.params[index as usize].ty,
            Value::Const(id) => self.consts.data(id).ty(),
        }
    }
}

/// A translation unit's device code.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Module {
    pub ctx: Context,
    pub globals: PrimaryMap<GlobalId, Global>,
    pub functions: PrimaryMap<FuncId, Function>,
    /// Source paths that [`Loc::file`] indexes.
    pub files: Vec<String>,
    /// Names of definitions that other translation units may have too (templates, inline functions): see `link`.
    pub weak: BTreeSet<String>,
}

impl Module {
    /// The function called `name`.
    pub fn function_named(&self, name: &str) -> Option<FuncId> {
        self.functions.iter().find(|(_, f)| f.name == name).map(|(id, _)| id)
    }
    /// What code sees as the address of function `id`: never zero, a multiple of 16 (C++ member pointers use the low bit), the
    /// same for the module's whole life, and another module's address in no module but by accident.
    pub fn function_address(&self, id: FuncId) -> u64 {
        // 31 bits of it, so that addresses stay positive.
        ((self.function_tag() & 0x7fff_ffff) << 32) + FUNCTION_STEP * (u64::from(id.0) + 1)
    }
    /// The function at `address`, if that is one's.
    pub fn function_at(&self, address: u64) -> Option<FuncId> {
        let index = (address & 0xffff_ffff) / FUNCTION_STEP;
        let id = FuncId(index.checked_sub(1)? as u32);
        (self.functions.get(id).is_some() && self.function_address(id) == address).then_some(id)
    }
    /// A hash of the translation units the module is made of (clang's `__hip_cuid_...`).
    fn function_tag(&self) -> u64 {
        let units = self.globals.values().map(|g| &g.name).filter(|name| name.starts_with("__hip_cuid"));
        digest::short(units.map(|name| name.as_bytes()))
    }
    /// `file:line:column` of `loc`.
    pub fn describe(&self, loc: Loc) -> String {
        let file = self.files.get(loc.file as usize).map_or("<unknown>", String::as_str);
        format!("{file}:{}:{}", loc.line, loc.column)
    }
}
