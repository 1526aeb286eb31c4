//! hipexamine-perl.sh and hipconvertinplace-perl.sh: hipify-perl for every source of a folder.
//!
//! Called by [`super::main`].

use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};

use super::DriverError;

const CUDA: &[&str] = &["cu"];
const SOURCES: &[&str] = &["cpp", "cxx", "c", "cc"];
const HEADERS: &[&str] = &["cuh", "h", "hpp", "hh", "inc", "inl", "hxx", "hdl"];

/// `DIRNAME [-filter=all|headers|sources] [OPTION]...` as a command line of hipify-perl's that begins with `first`.
pub fn command_line(name: &str, args: Vec<OsString>, first: &[&str]) -> Result<Vec<OsString>, DriverError> {
    let mut args = args.into_iter().peekable();
    let Some(folder) = args.next() else {
        return Err(DriverError::MissingValue(format!("{name} DIRNAME [OPTION]...")));
    };
    let filter = args.next_if(|arg| arg.to_string_lossy().starts_with("-filter="));
    let kinds: &[&[&str]] = match filter.as_ref().map(|filter| filter.to_string_lossy()).as_deref() {
        None | Some("-filter=all") => &[CUDA, SOURCES, HEADERS],
        Some("-filter=headers") => &[HEADERS],
        Some("-filter=sources") => &[CUDA, SOURCES],
        Some("-filter=custom") => &[CUDA],
        Some(other) => {
            return Err(DriverError::BadValue {
                option: "-filter",
                value: other.to_owned(),
                allowed: "all, headers, sources or custom",
            });
        }
    };
    let mut line: Vec<OsString> = first.iter().map(Into::into).chain(args).collect();
    line.push("--".into());
    let mut files = Vec::new();
    sources(Path::new(&folder), kinds, &mut files)?;
    files.sort();
    line.extend(files.into_iter().map(PathBuf::into_os_string));
    Ok(line)
}

/// The files of a folder, and of those in it, that have one of the endings, in small letters or capitals.
fn sources(folder: &Path, kinds: &[&[&str]], found: &mut Vec<PathBuf>) -> Result<(), DriverError> {
    let error = |cause| DriverError::File { what: "cannot read the folder", path: folder.to_owned(), cause };
    for entry in fs::read_dir(folder).map_err(error)? {
        let entry = entry.map_err(error)?;
        let path = entry.path();
        if entry.file_type().map_err(error)?.is_dir() {
            sources(&path, kinds, found)?;
            continue;
        }
        let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        let one_case = ending == ending.to_ascii_lowercase() || ending == ending.to_ascii_uppercase();
        if one_case && kinds.iter().any(|kind| kind.contains(&ending.to_ascii_lowercase().as_str())) {
            found.push(path);
        }
    }
    Ok(())
}
