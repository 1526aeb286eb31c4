//! Data objects, and sets of them. Semantics: `hip::comgr::data`.

use std::ffi::{CStr, c_char, c_int};
use std::sync::Arc;

use super::{amd_comgr_data_set_t, amd_comgr_data_t, comgr_api, copy_out, copy_text, object};
use crate::capi::convert::{FromC, Out};
use crate::hip::comgr::data::{Data, DataSet, Kind};
use crate::hip::comgr::status::{Failure, Status};
use crate::hip::error::HipResult;
use crate::hip::handle::{Id, Registered};

impl FromC<amd_comgr_data_t> for Arc<Data> {
    unsafe fn from_c(value: amd_comgr_data_t) -> HipResult<Arc<Data>> {
        object(value.handle)
    }
}

impl FromC<amd_comgr_data_set_t> for Arc<DataSet> {
    unsafe fn from_c(value: amd_comgr_data_set_t) -> HipResult<Arc<DataSet>> {
        object(value.handle)
    }
}

fn handle(id: Id<Data>) -> amd_comgr_data_t {
    amd_comgr_data_t { handle: id.raw() }
}

/// A part of an open file.
#[cfg(unix)]
fn slice(descriptor: c_int, offset: u64, size: u64) -> Status<Vec<u8>> {
    use std::os::fd::BorrowedFd;
    use std::os::unix::fs::FileExt;
    if descriptor < 0 {
        return Err(Failure::InvalidArgument.because("no file is open as a negative number"));
    }
    // SAFETY: AMD's contract: an open file, for the duration of the call.
    let file = unsafe { BorrowedFd::borrow_raw(descriptor) };
    let wrong = |error| Failure::InvalidArgument.because(format_args!("the file cannot be read: {error}"));
    let file = std::fs::File::from(file.try_clone_to_owned().map_err(wrong)?);
    let there = file.metadata().map_err(wrong)?.len();
    if offset.checked_add(size).is_none_or(|end| end > there) {
        return Err(Failure::InvalidArgument.because("the file is shorter than that"));
    }
    let mut bytes = vec![0; usize::try_from(size).map_err(|_| Failure::OutOfResources)?];
    file.read_exact_at(&mut bytes, offset).map_err(wrong)?;
    Ok(bytes)
}

#[cfg(not(unix))]
fn slice(_descriptor: c_int, _offset: u64, _size: u64) -> Status<Vec<u8>> {
    crate::hip::comgr::status::missing("part of an open file on this system")
}

comgr_api! {
    /// Makes an empty data object. INVALID_ARGUMENT: no such kind, or no place for it.
    fn amd_comgr_create_data(kind: u32, data: *mut amd_comgr_data_t) => |kind: u32, out: Out<amd_comgr_data_t>| {
        let kind = Kind::of(kind)?;
        Ok(out.set(handle(Data::create(kind)))?)
    };

    /// The caller holds it no more. INVALID_ARGUMENT, as of all that follow: no data object there.
    fn amd_comgr_release_data(data: amd_comgr_data_t) => |data: amd_comgr_data_t| Data::release(Id::from_raw(data.handle));

    /// Its kind.
    fn amd_comgr_get_data_kind(data: amd_comgr_data_t, kind: *mut u32) =>
        |data: Arc<Data>, out: Out<u32>| Ok(out.set(data.kind as u32)?);

    /// Sets its contents, which are copied.
    fn amd_comgr_set_data(data: amd_comgr_data_t, size: usize, bytes: *const c_char) =>
        |data: Arc<Data>, size: usize, bytes: *const c_char| {
            if bytes.is_null() || size == 0 {
                return Err(Failure::InvalidArgument.because("there is nothing to set"));
            }
            // SAFETY: not null, so of `size` bytes by AMD's contract.
            data.set(unsafe { std::slice::from_raw_parts(bytes.cast::<u8>(), size) }.to_vec());
            Ok(())
        };

    /// Sets its contents to those of a part of a file. INVALID_ARGUMENT: it cannot be read.
    fn amd_comgr_set_data_from_file_slice(data: amd_comgr_data_t, descriptor: c_int, offset: u64, size: u64) =>
        |data: Arc<Data>, descriptor: c_int, offset: u64, size: u64| {
            data.set(slice(descriptor, offset, size)?);
            Ok(())
        };

    /// Sets its name; null is none.
    fn amd_comgr_set_data_name(data: amd_comgr_data_t, name: *const c_char) => |data: Arc<Data>, name: *const c_char| {
        // SAFETY: not null, so a string by AMD's contract.
        let name = (!name.is_null()).then(|| unsafe { CStr::from_ptr(name) }.to_string_lossy().into_owned());
        data.set_name(name.unwrap_or_default());
        Ok(())
    };

    /// Its contents, or without a place for them how many bytes they are.
    fn amd_comgr_get_data(data: amd_comgr_data_t, size: *mut usize, bytes: *mut c_char) =>
        |data: Arc<Data>, size: Out<usize>, place: *mut c_char|
            // SAFETY: AMD's contract: room for what stands at `size`.
            unsafe { copy_out(&data.bytes(), size, place) };

    /// Its name.
    fn amd_comgr_get_data_name(data: amd_comgr_data_t, size: *mut usize, name: *mut c_char) =>
        |data: Arc<Data>, size: Out<usize>, place: *mut c_char|
            // SAFETY: as above.
            unsafe { copy_text(&data.name(), size, place) };

    /// The processor that it is for. INVALID_ARGUMENT: such data is for none. ERROR: it did not come of an action.
    fn amd_comgr_get_data_isa_name(data: amd_comgr_data_t, size: *mut usize, name: *mut c_char) =>
        |data: Arc<Data>, size: Out<usize>, place: *mut c_char|
            // SAFETY: as above.
            unsafe { copy_text(&data.isa()?, size, place) };

    /// Makes an empty set.
    fn amd_comgr_create_data_set(set: *mut amd_comgr_data_set_t) => |out: Out<amd_comgr_data_set_t>| {
        Ok(out.set(amd_comgr_data_set_t { handle: DataSet::registry().insert(DataSet::new()).raw() })?)
    };

    /// Ends a set, which holds its data no more.
    fn amd_comgr_destroy_data_set(set: amd_comgr_data_set_t) => |set: amd_comgr_data_set_t| {
        DataSet::registry().end(Id::from_raw(set.handle))?.remove(None);
        Ok(())
    };

    /// Adds data, unless it is there. INVALID_ARGUMENT: a header without a name.
    fn amd_comgr_data_set_add(set: amd_comgr_data_set_t, data: amd_comgr_data_t) =>
        |set: Arc<DataSet>, data: amd_comgr_data_t| set.add(Id::from_raw(data.handle));

    /// Removes data of a kind; of all, if that is AMD_COMGR_DATA_KIND_UNDEF.
    fn amd_comgr_data_set_remove(set: amd_comgr_data_set_t, kind: u32) => |set: Arc<DataSet>, kind: u32| {
        set.remove(if kind == 0 { None } else { Some(Kind::of(kind)?) });
        Ok(())
    };

    /// How many of a kind are in it.
    fn amd_comgr_action_data_count(set: amd_comgr_data_set_t, kind: u32, count: *mut usize) =>
        |set: Arc<DataSet>, kind: u32, out: Out<usize>| Ok(out.set(set.of(Kind::of(kind)?).len())?);

    /// One of a kind, which the caller then holds too.
    fn amd_comgr_action_data_get_data(set: amd_comgr_data_set_t, kind: u32, index: usize, data: *mut amd_comgr_data_t) =>
        |set: Arc<DataSet>, kind: u32, index: usize, out: Out<amd_comgr_data_t>| {
            Ok(out.set(handle(set.get(Kind::of(kind)?, index)?))?)
        };
}
