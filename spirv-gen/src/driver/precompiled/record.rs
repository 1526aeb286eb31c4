//! What a precompiled header was made of: its files as they were, every name in them, and what they include.
//!
//! Lies beside the header (`store`). Used by [`super`], to tell whether the header is good for a program.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use serde::{Deserialize, Serialize};

use crate::digest::short;
use crate::driver::clang::WRAPPER;
use crate::driver::files::{Stamp, dependencies};

/// Beside a header.
#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Clang made it.
    made: bool,
    files: Vec<Stamp>,
    /// Hashes of the identifiers in the files, sorted.
    names: Vec<u64>,
    /// The files' includes, as they are written.
    includes: BTreeSet<String>,
    /// Where clang looks for them by itself, as it said.
    searched: BTreeSet<PathBuf>,
}

impl Record {
    /// Of the files in clang's rule, read from `started` on, and what it `said` of what it did; none if a file was written since.
    pub fn of(rule: &Path, said: &str, started: SystemTime) -> Option<Self> {
        let paths = dependencies(&std::fs::read_to_string(rule).ok()?);
        let mut record = Self { made: true, searched: searched(said), ..Self::default() };
        // Found by its name, as nobody includes it.
        record.includes.insert(WRAPPER.to_owned());
        let mut names = BTreeSet::new();
        for path in paths {
            let text = std::fs::read(&path).ok()?;
            record.files.push(Stamp::of_text(&path, &text, started)?);
            record.includes.extend(includes(&text));
            names.extend(identifiers(&text).map(|name| short([name])));
        }
        record.names = names.into_iter().collect();
        (!record.files.is_empty()).then_some(record)
    }

    /// Of options that clang made none with: holds as long as clang is this one.
    pub fn of_failure(clang: &Path, started: SystemTime) -> Option<Self> {
        Some(Self { files: vec![Stamp::of(clang, started)?], ..Self::default() })
    }

    /// None if damaged, or if a file was touched since: clang goes by that too.
    pub fn from_bytes(bytes: &[u8]) -> Option<Self> {
        let record: Self = postcard::from_bytes(bytes).ok()?;
        record.files.iter().all(Stamp::is_untouched).then_some(record)
    }

    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        postcard::to_stdvec(self).ok()
    }

    pub fn is_made(&self) -> bool {
        self.made
    }

    /// Whether `name` is written in one of the files.
    pub fn mentions(&self, name: &str) -> bool {
        self.names.binary_search(&short([name.as_bytes()])).is_ok()
    }

    /// Whether an include of the files would find, or look for, another file in `folder`.
    pub fn is_shadowed_by(&self, folder: &Path) -> bool {
        if !folder.is_dir() {
            return false;
        }
        let others = self.includes.iter().map(|name| folder.join(name)).filter(|path| path.is_file());
        let mut unknown = others.filter(|path| !self.has(path));
        unknown.next().is_some()
    }

    /// Whether clang looks in `folder` by itself: it passes over `-I` of such a one, and looks there in its turn.
    pub fn is_searched(&self, folder: &Path) -> bool {
        self.searched.contains(&real(folder))
    }

    /// Whether it is one of the files, by whatever name.
    fn has(&self, path: &Path) -> bool {
        let sought = real(path);
        self.files.iter().any(|file| file.path().file_name() == sought.file_name() && real(file.path()) == sought)
    }
}

/// What a path leads to.
fn real(path: &Path) -> PathBuf {
    path.canonicalize().unwrap_or_else(|_| PathBuf::from(path))
}

/// The folders that clang lists with `-v`.
fn searched(said: &str) -> BTreeSet<PathBuf> {
    let list = said.lines().skip_while(|line| !line.starts_with("#include <...>")).skip(1);
    list.take_while(|line| line.starts_with(' ')).map(|line| real(Path::new(line.trim()))).collect()
}

/// The identifiers of a C++ text, in comments too.
fn identifiers(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let of_one = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'_' || *byte == b'$' || !byte.is_ascii();
    let words = text.split(move |byte| !of_one(byte));
    words.filter(|word| word.first().is_some_and(|first| !first.is_ascii_digit()))
}

/// What a text includes, or asks for with `__has_include`.
fn includes(text: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(text);
    let mut found = Vec::new();
    for line in text.lines() {
        let directive = line.trim_start().strip_prefix('#').map(str::trim_start);
        let direct =
            directive.and_then(|rest| rest.strip_prefix("include_next").or_else(|| rest.strip_prefix("include")));
        let asked = line.split("__has_include").skip(1).map(|rest| rest.trim_start_matches("_next").trim_start());
        let asked = asked.filter_map(|rest| rest.strip_prefix('('));
        found.extend(direct.into_iter().chain(asked).filter_map(quoted));
    }
    found
}

/// `<a/b.h>` or `"a/b.h"` at the beginning of `text`.
fn quoted(text: &str) -> Option<String> {
    let text = text.trim_start();
    let end = match text.chars().next()? {
        '<' => '>',
        '"' => '"',
        _ => return None,
    };
    text[1..].split_once(end).map(|(name, _)| name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::{Record, identifiers, includes};
    use std::path::Path;
    use std::time::{Duration, SystemTime};

    #[test]
    fn every_identifier_counts_wherever_it_stands() {
        let found: Vec<&[u8]> = identifiers(b"#ifdef A_1 // B\n a+=0x1fUL*2c; $d\xc3\xa9").collect();
        assert_eq!(found, ["ifdef".as_bytes(), b"A_1", b"B", b"a", b"$d\xc3\xa9"]);
    }

    #[test]
    fn includes_are_found_as_they_are_written() {
        let text = "#include <a/b.h>\n  #  include \"c.h\" // x\n#include_next <d>\n#if __has_include(<e.h>) && __has_include( \"f\" )\n#include MACRO\n";
        assert_eq!(includes(text.as_bytes()), ["a/b.h", "c.h", "d", "e.h", "f"]);
    }

    /// A record of one file, in a folder.
    fn record(folder: &Path, text: &str) -> Record {
        std::fs::write(folder.join("a.h"), text).expect("written");
        std::fs::write(folder.join("rule"), format!("header: {}\n", folder.join("a.h").display())).expect("written");
        let said = format!("x\n#include <...> search starts here:\n {}\nEnd of search list.\n /\n", folder.display());
        Record::of(&folder.join("rule"), &said, SystemTime::now() + Duration::from_secs(9)).expect("its file is there")
    }

    #[test]
    fn a_folder_with_another_file_of_an_includes_name_shadows_it() {
        let (folder, other) = (tempfile::tempdir().expect("a folder"), tempfile::tempdir().expect("a folder"));
        let record = record(folder.path(), "#include \"a.h\"\n#if __has_include(<sub/b.h>)\n");
        assert!(!record.is_shadowed_by(folder.path()), "it is the same file");
        assert!(!record.is_shadowed_by(other.path()) && !record.is_shadowed_by(&other.path().join("none")));
        std::fs::create_dir(other.path().join("sub")).expect("made");
        std::fs::write(other.path().join("sub/b.h"), "").expect("written");
        assert!(record.is_shadowed_by(other.path()));
    }

    #[test]
    fn where_clang_looks_is_known_by_any_name() {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::create_dir(folder.path().join("sub")).expect("made");
        let record = record(folder.path(), "");
        assert!(record.is_searched(folder.path()) && record.is_searched(&folder.path().join("sub/..")));
        assert!(!record.is_searched(&folder.path().join("sub")) && !record.is_searched(Path::new("/")));
    }

    #[test]
    fn it_holds_until_a_file_is_touched_and_damage_reads_as_absent() {
        let folder = tempfile::tempdir().expect("a folder");
        let record = record(folder.path(), "int name;");
        assert!(record.mentions("name") && record.mentions("int") && !record.mentions("nam"));
        let bytes = record.to_bytes().expect("it can be kept");
        assert_eq!(Record::from_bytes(&bytes).as_ref(), Some(&record));
        assert!((0..bytes.len()).all(|length| Record::from_bytes(&bytes[..length]).is_none()));
        let file = std::fs::File::options().write(true).open(folder.path().join("a.h")).expect("it is there");
        file.set_modified(SystemTime::UNIX_EPOCH).expect("its time can be set");
        assert_eq!(Record::from_bytes(&bytes), None);
    }
}
