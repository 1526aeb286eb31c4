//! Elementary functions that a device has not, or not accurately enough: expanded into arithmetic.

use crate::ir::cursor::Cursor;
use crate::ir::instruction::{Flags, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::types::Type;

/// The replacement of a function on scalars; nothing if we do not know it on this type.
pub fn expand(_: &mut Cursor<'_>, _: Intrinsic, _: Flags, _: &[Value], _: Type) -> Option<Value> {
    None
}
