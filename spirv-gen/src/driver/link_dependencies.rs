//! The linker's dependency file, without files that are gone when hipcc is.
//!
//! CMake has the linker write down what it read (`--dependency-file=`, since 3.27) and links anew when one of those has changed or is missing.
//! Our own objects for the link lie in a temporary folder. Called by [`super::link`] behind the link.

use std::path::{Path, PathBuf};

use super::DriverError;

const OPTION: &str = "--dependency-file";

/// Takes what lies in `temp` out of the dependency file that `inputs`, objects and link options, ask for.
pub fn without(temp: &Path, inputs: &[String]) -> Result<(), DriverError> {
    let Some(path) = named(inputs) else { return Ok(()) };
    // Not written: the linker has said so, or knows no such option.
    let Ok(text) = std::fs::read_to_string(&path) else { return Ok(()) };
    std::fs::write(&path, filtered(&text, &temp.display().to_string())).map_err(|cause| DriverError::File {
        what: "cannot write",
        path,
        cause,
    })
}

/// The last one named, in any of the ways in which compilers pass linkers an option.
fn named(inputs: &[String]) -> Option<PathBuf> {
    let words = inputs.iter().filter(|word| *word != "-Xlinker").flat_map(|word| match word.strip_prefix("-Wl,") {
        Some(list) => list.split(',').collect(),
        None => vec![word.as_str()],
    });
    let words: Vec<&str> = words.collect();
    let attached = |word: &str| word.strip_prefix(OPTION)?.strip_prefix('=').map(PathBuf::from);
    (0..words.len()).rev().find_map(|at| {
        let separate = (words[at] == OPTION).then(|| words.get(at + 1).map(PathBuf::from)).flatten();
        attached(words[at]).or(separate)
    })
}

/// Linkers write one file a line.
fn filtered(text: &str, folder: &str) -> String {
    text.split_inclusive('\n').filter(|line| !line.trim_start().starts_with(folder)).collect()
}

#[cfg(test)]
mod tests {
    use super::{filtered, named};

    #[test]
    fn the_file_is_found_however_it_is_named() {
        for line in [
            "-Wl,--dependency-file=a/link.d",
            "-Xlinker --dependency-file=a/link.d",
            "-Wl,--dependency-file,a/link.d x.o",
        ] {
            let words: Vec<String> = line.split(' ').map(str::to_owned).collect();
            assert_eq!(named(&words).as_deref(), Some("a/link.d".as_ref()), "{line}");
        }
        assert_eq!(named(&["--dependency".to_owned(), "-Wl,--as-needed".to_owned()]), None);
    }

    #[test]
    fn only_lines_of_the_folder_go() {
        let text = "prog: \\\n  a.o \\\n  /tmp/h/device.o \\\n  libc.so\n\na.o:\n\n/tmp/h/device.o:\n";
        assert_eq!(filtered(text, "/tmp/h"), "prog: \\\n  a.o \\\n  libc.so\n\na.o:\n\n");
    }
}
