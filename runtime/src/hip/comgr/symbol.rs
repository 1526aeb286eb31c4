//! The symbols of code: kernels, what AMD's loader calls their descriptors, and variables.
//!
//! They have no addresses: those are the device's compiler's business.

use spirv_gen::Bundle;

use super::about::bundle;
use super::data::Data;
use super::status::{Failure, Status};
use crate::hip::error::HipError;
use crate::hip::handle::{Registered, Registry};

/// `AMD_COMGR_SYMBOL_TYPE_OBJECT` and `…_FUNC`.
const OBJECT: i32 = 1;
const FUNCTION: i32 = 2;
/// Bytes of a kernel's descriptor, as AMD's has.
const DESCRIPTOR: u64 = 64;

/// A symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Symbol {
    /// Its name.
    pub name: String,
    /// `amd_comgr_symbol_type_t`.
    pub kind: i32,
    /// Bytes, of a variable.
    pub size: u64,
}

impl Registered for Symbol {
    const KIND: u8 = 0x7c;
    const NAME: &'static str = "symbol";
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Symbol> {
        static ALL: Registry<Symbol> = Registry::new();
        &ALL
    }
}

/// The symbols of an executable.
pub fn all(data: &Data) -> Status<Vec<Symbol>> {
    Ok(of(&bundle(data)?))
}

/// The one of this name. "the symbol is not present": AMD_COMGR_STATUS_ERROR.
pub fn named(data: &Data, name: &str) -> Status<Symbol> {
    let found = all(data)?.into_iter().find(|symbol| symbol.name == name);
    found.ok_or_else(|| Failure::Error.because(format_args!("the code has no symbol '{name}'")))
}

fn of(bundle: &Bundle) -> Vec<Symbol> {
    let kernels = bundle.kernels.iter().flat_map(|kernel| {
        let name = &kernel.metadata.name;
        let code = Symbol { name: name.clone(), kind: FUNCTION, size: kernel.code_size() as u64 };
        [code, Symbol { name: format!("{name}.kd"), kind: OBJECT, size: DESCRIPTOR }]
    });
    let variables = bundle.globals.variables.iter();
    let variables = variables.map(|it| Symbol { name: it.name.clone(), kind: OBJECT, size: it.size });
    kernels.chain(variables).collect()
}
