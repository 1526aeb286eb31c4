//! A call of a builtin, as the function that expands it sees it. Made by `builtins`, taken by each family.

use crate::error::CompileError;
use crate::ir::cursor::Cursor;
use crate::ir::entity::PrimaryMap;
use crate::ir::instruction::{Flags, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Global, GlobalId};
use crate::ir::types::Type;

/// The pass's name in errors.
pub const PASS: &str = "device/builtins";

/// A call that is being expanded; the cursor stands in its place.
#[derive(Debug)]
pub struct Site<'c, 'a> {
    pub cur: &'c mut Cursor<'a>,
    /// The function's name with suffixes.
    pub name: &'c str,
    pub args: &'c [Value],
    /// The call's result type.
    pub ty: Type,
    pub flags: Flags,
    /// The module's globals, for expansions that need shared memory or a table.
    pub globals: &'c mut PrimaryMap<GlobalId, Global>,
}

impl Site<'_, '_> {
    /// Argument `index`; an error if the call has fewer.
    ///
    /// # Errors
    /// The prototype is not the one we know.
    pub fn arg(&self, index: usize) -> Result<Value, CompileError> {
        self.args.get(index).copied().ok_or_else(|| self.error("has too few arguments"))
    }
    /// Argument `index` as a constant.
    ///
    /// # Errors
    /// It is computed at run time.
    pub fn const_arg(&self, index: usize) -> Result<u128, CompileError> {
        let value = self.arg(index)?;
        self.cur.ctx.as_int(value).ok_or_else(|| self.error("needs a constant argument"))
    }
    /// "`name` `what`", unsupported.
    pub fn error(&self, what: &str) -> CompileError {
        CompileError::unsupported(PASS, format!("{} {what}", self.name))
    }
    /// An intrinsic of the call's arguments and type.
    pub fn same(&mut self, id: Intrinsic) -> Value {
        self.cur.inst(Op::Intrinsic { id, flags: self.flags, args: self.args.to_vec() }, self.ty)
    }
}

/// What an expansion gives: the value that the call's result becomes, nothing for void calls.
pub type Expanded = Result<Option<Value>, CompileError>;
/// Builds the replacement of a call.
pub type Expand = fn(&mut Site<'_, '_>) -> Expanded;
/// A family's names.
pub type Table = &'static [(&'static str, Expand)];
