//! The symbols of code. Semantics: `hip::comgr::symbol`.

use std::ffi::{c_char, c_void};
use std::sync::Arc;

use super::{amd_comgr_data_t, amd_comgr_status_t, amd_comgr_symbol_t, comgr_api, object};
use crate::capi::convert::{FromC, Out};
use crate::hip::comgr::data::Data;
use crate::hip::comgr::status::{Failure, Status, missing};
use crate::hip::comgr::symbol::{self, Symbol};
use crate::hip::error::HipResult;
use crate::hip::handle::Registered;

/// What is called for each symbol.
type Visitor = Option<unsafe extern "C" fn(amd_comgr_symbol_t, *mut c_void) -> amd_comgr_status_t>;

/// `amd_comgr_symbol_info_t`.
const NAME_LENGTH: u32 = 0;
const NAME: u32 = 1;
const TYPE: u32 = 2;
const SIZE: u32 = 3;
const IS_UNDEFINED: u32 = 4;
const VALUE: u32 = 5;

impl FromC<amd_comgr_symbol_t> for Arc<Symbol> {
    unsafe fn from_c(value: amd_comgr_symbol_t) -> HipResult<Arc<Symbol>> {
        object(value.handle)
    }
}

/// Calls it for each, whose handle is good that long.
///
/// # Safety
/// `visitor` is such a function, and takes `data`.
unsafe fn visit(symbols: Vec<Symbol>, visitor: Visitor, data: *mut c_void) -> Status {
    let visitor = visitor.ok_or_else(|| Failure::InvalidArgument.because("there is nothing to call"))?;
    for symbol in symbols {
        let id = Symbol::registry().insert(symbol);
        // SAFETY: the caller's promise; no lock is held.
        let status = unsafe { visitor(amd_comgr_symbol_t { handle: id.raw() }, data) };
        Symbol::registry().remove(id);
        match status {
            0 => {}
            2 => return Err(Failure::InvalidArgument),
            3 => return Err(Failure::OutOfResources),
            _ => return Err(Failure::Error),
        }
    }
    Ok(())
}

/// # Safety
/// `place` has room for what is asked.
unsafe fn tell(symbol: &Symbol, what: u32, place: *mut c_void) -> Status {
    if place.is_null() {
        return Err(Failure::InvalidArgument.because("there is no place for it"));
    }
    // SAFETY: the caller's promise, for each type that AMD documents.
    unsafe {
        match what {
            NAME_LENGTH => place.cast::<u64>().write_unaligned(symbol.name.len() as u64),
            NAME => {
                let place = place.cast::<u8>();
                place.copy_from_nonoverlapping(symbol.name.as_ptr(), symbol.name.len());
                place.add(symbol.name.len()).write(0);
            }
            TYPE => place.cast::<i32>().write_unaligned(symbol.kind),
            SIZE => place.cast::<u64>().write_unaligned(symbol.size),
            IS_UNDEFINED => place.cast::<u8>().write(0),
            VALUE => return missing("the address of a symbol, which its device's compiler decides,"),
            _ => return Err(Failure::InvalidArgument),
        }
    }
    Ok(())
}

comgr_api! {
    /// Calls a function for each symbol, until it fails. INVALID_ARGUMENT: no executable.
    fn amd_comgr_iterate_symbols(data: amd_comgr_data_t, callback: Visitor, user: *mut c_void) =>
        |data: Arc<Data>, callback: Visitor, user: *mut c_void|
            // SAFETY: AMD's contract.
            unsafe { visit(symbol::all(&data)?, callback, user) };

    /// The symbol of a name, which lives as long as the data. ERROR: there is none.
    fn amd_comgr_symbol_lookup(data: amd_comgr_data_t, name: *const c_char, symbol: *mut amd_comgr_symbol_t) =>
        |data: Arc<Data>, name: String, out: Out<amd_comgr_symbol_t>| {
            let found = symbol::named(&data, &name)?;
            Ok(out.set(amd_comgr_symbol_t { handle: data.keep(found).raw() })?)
        };

    /// What is known of a symbol. ERROR: its address, which is not known.
    fn amd_comgr_symbol_get_info(symbol: amd_comgr_symbol_t, attribute: u32, value: *mut c_void) =>
        |symbol: Arc<Symbol>, attribute: u32, value: *mut c_void|
            // SAFETY: AMD's contract: room for what is asked.
            unsafe { tell(&symbol, attribute, value) };
}
