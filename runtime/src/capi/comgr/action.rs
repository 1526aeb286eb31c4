//! What an action is to know, and doing it. Semantics: `hip::comgr::{action, run}`.

use std::ffi::{CStr, c_char};
use std::sync::Arc;

use super::{amd_comgr_action_info_t, amd_comgr_data_set_t, comgr_api, copy_text, object, texts};
use crate::capi::convert::{FromC, Out};
use crate::capi::rtc::own_folder;
use crate::hip::comgr::action::{ActionInfo, Language};
use crate::hip::comgr::data::DataSet;
use crate::hip::comgr::run::run;
use crate::hip::comgr::status::{Failure, Status};
use crate::hip::error::HipResult;
use crate::hip::handle::{Id, Registered};

impl FromC<amd_comgr_action_info_t> for Arc<ActionInfo> {
    unsafe fn from_c(value: amd_comgr_action_info_t) -> HipResult<Arc<ActionInfo>> {
        object(value.handle)
    }
}

/// A string, or nothing.
///
/// # Safety
/// `text` is null or a zero-terminated string.
unsafe fn text(text: *const c_char) -> String {
    if text.is_null() {
        return String::new();
    }
    // SAFETY: the caller's promise.
    unsafe { CStr::from_ptr(text) }.to_string_lossy().into_owned()
}

/// One of a list. INVALID_ARGUMENT: there are fewer.
fn at(list: &[String], index: usize) -> Status<&str> {
    let found = list.get(index).map(String::as_str);
    found.ok_or_else(|| Failure::InvalidArgument.because(format_args!("there are {} of them", list.len())))
}

comgr_api! {
    /// Makes an empty one.
    fn amd_comgr_create_action_info(info: *mut amd_comgr_action_info_t) => |out: Out<amd_comgr_action_info_t>| {
        let id = ActionInfo::registry().insert(ActionInfo::new());
        Ok(out.set(amd_comgr_action_info_t { handle: id.raw() })?)
    };

    /// Ends it. INVALID_ARGUMENT, as of all that follow: there is none.
    fn amd_comgr_destroy_action_info(info: amd_comgr_action_info_t) => |info: amd_comgr_action_info_t| {
        ActionInfo::registry().end(Id::from_raw(info.handle))?;
        Ok(())
    };

    /// Names the processor; null or nothing is none. INVALID_ARGUMENT: there is no such.
    fn amd_comgr_action_info_set_isa_name(info: amd_comgr_action_info_t, name: *const c_char) =>
        |info: Arc<ActionInfo>, name: *const c_char|
            // SAFETY: AMD's contract: null or a string.
            info.set_isa(unsafe { text(name) });

    /// The processor, or without a place for it how long its name is.
    fn amd_comgr_action_info_get_isa_name(info: amd_comgr_action_info_t, size: *mut usize, name: *mut c_char) =>
        |info: Arc<ActionInfo>, size: Out<usize>, place: *mut c_char|
            // SAFETY: AMD's contract: room for what stands at `size`.
            unsafe { copy_text(&info.wanted().isa, size, place) };

    /// Says which language sources are in.
    fn amd_comgr_action_info_set_language(info: amd_comgr_action_info_t, language: u32) =>
        |info: Arc<ActionInfo>, language: u32| {
            let language = Language::of(language)?;
            info.change(|wanted| wanted.language = language);
            Ok(())
        };

    /// The language.
    fn amd_comgr_action_info_get_language(info: amd_comgr_action_info_t, language: *mut u32) =>
        |info: Arc<ActionInfo>, out: Out<u32>| Ok(out.set(info.wanted().language as u32)?);

    /// Sets the compiler's options.
    fn amd_comgr_action_info_set_option_list(
        info: amd_comgr_action_info_t, options: *const *const c_char, count: usize,
    ) => |info: Arc<ActionInfo>, options: *const *const c_char, count: usize| {
        // SAFETY: AMD's contract: `count` strings.
        let options = unsafe { texts(options, count) }?;
        info.change(|wanted| wanted.options = options);
        Ok(())
    };

    /// How many options there are.
    fn amd_comgr_action_info_get_option_list_count(info: amd_comgr_action_info_t, count: *mut usize) =>
        |info: Arc<ActionInfo>, out: Out<usize>| Ok(out.set(info.wanted().options.len())?);

    /// One of them.
    fn amd_comgr_action_info_get_option_list_item(
        info: amd_comgr_action_info_t, index: usize, size: *mut usize, option: *mut c_char,
    ) => |info: Arc<ActionInfo>, index: usize, size: Out<usize>, place: *mut c_char|
        // SAFETY: as above.
        unsafe { copy_text(at(&info.wanted().options, index)?, size, place) };

    /// Names the entries of bundles that are asked for.
    fn amd_comgr_action_info_set_bundle_entry_ids(
        info: amd_comgr_action_info_t, entries: *const *const c_char, count: usize,
    ) => |info: Arc<ActionInfo>, entries: *const *const c_char, count: usize| {
        // SAFETY: AMD's contract: `count` strings.
        let entries = unsafe { texts(entries, count) }?;
        info.change(|wanted| wanted.entries = entries);
        Ok(())
    };

    /// How many entries there are.
    fn amd_comgr_action_info_get_bundle_entry_id_count(info: amd_comgr_action_info_t, count: *mut usize) =>
        |info: Arc<ActionInfo>, out: Out<usize>| Ok(out.set(info.wanted().entries.len())?);

    /// One of them.
    fn amd_comgr_action_info_get_bundle_entry_id(
        info: amd_comgr_action_info_t, index: usize, size: *mut usize, entry: *mut c_char,
    ) => |info: Arc<ActionInfo>, index: usize, size: Out<usize>, place: *mut c_char|
        // SAFETY: as above.
        unsafe { copy_text(at(&info.wanted().entries, index)?, size, place) };

    /// Whether the compiler is to keep its files in memory: nobody sees where they are.
    fn amd_comgr_action_info_set_vfs(info: amd_comgr_action_info_t, wanted: u8) =>
        |info: Arc<ActionInfo>, _wanted: u8| { drop(info); Ok(()) };

    /// Whether sources are linked with AMD's device libraries in actions that would not.
    fn amd_comgr_action_info_set_device_lib_linking(info: amd_comgr_action_info_t, libraries: u8) =>
        |info: Arc<ActionInfo>, libraries: u8| {
            info.change(|wanted| wanted.libraries = libraries != 0);
            Ok(())
        };

    /// Where relative names begin; null or nothing is nowhere.
    fn amd_comgr_action_info_set_working_directory_path(info: amd_comgr_action_info_t, path: *const c_char) =>
        |info: Arc<ActionInfo>, path: *const c_char| {
            // SAFETY: AMD's contract: null or a string.
            let path = unsafe { text(path) };
            info.change(|wanted| wanted.folder = path);
            Ok(())
        };

    /// The same, asked.
    fn amd_comgr_action_info_get_working_directory_path(
        info: amd_comgr_action_info_t, size: *mut usize, path: *mut c_char,
    ) => |info: Arc<ActionInfo>, size: Out<usize>, place: *mut c_char|
        // SAFETY: as above.
        unsafe { copy_text(&info.wanted().folder, size, place) };

    /// Whether results have a log.
    fn amd_comgr_action_info_set_logging(info: amd_comgr_action_info_t, logging: u8) =>
        |info: Arc<ActionInfo>, logging: u8| {
            info.change(|wanted| wanted.logging = logging != 0);
            Ok(())
        };

    /// The same, asked.
    fn amd_comgr_action_info_get_logging(info: amd_comgr_action_info_t, logging: *mut u8) =>
        |info: Arc<ActionInfo>, out: Out<u8>| Ok(out.set(info.wanted().logging.into())?);

    /// Does an action. INVALID_ARGUMENT: there is no such, or what it must know is not said; ERROR: it failed, and the log says why.
    fn amd_comgr_do_action(
        kind: u32, info: amd_comgr_action_info_t, input: amd_comgr_data_set_t, result: amd_comgr_data_set_t,
    ) => |kind: u32, info: Arc<ActionInfo>, input: Arc<DataSet>, result: Arc<DataSet>|
        run(kind, &info.wanted(), &input, &result, own_folder());
}
