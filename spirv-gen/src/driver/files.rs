//! The files that a compilation read, as they were: what it left behind is good as long as they still are.
//!
//! A file counts as unchanged if its size and time are as they were, or else its contents. Used by `rtc` and `precompiled`.

use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use serde::{Deserialize, Serialize};

use crate::digest::digest;

/// A file as it was when it was read.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Stamp {
    path: String,
    size: u64,
    /// Nanoseconds since 1970.
    modified: u64,
    digest: u128,
}

impl Stamp {
    /// The file now. Nothing if it cannot be read, or was written after `started`: who read it in between may have seen it otherwise.
    pub fn of(path: &Path, started: SystemTime) -> Option<Self> {
        Self::of_text(path, &std::fs::read(path).ok()?, started)
    }

    /// The same for who has just read `text` in it.
    pub fn of_text(path: &Path, text: &[u8], started: SystemTime) -> Option<Self> {
        let path = std::path::absolute(path).ok()?;
        let (size, modified) = size_and_time(&path)?;
        if modified >= nanoseconds(started) {
            return None;
        }
        let digest = digest(&[text]);
        Some(Self { path: path.to_str()?.to_owned(), size, modified, digest })
    }

    pub fn path(&self) -> &Path {
        Path::new(&self.path)
    }

    /// Whether nobody wrote the file since, even the same.
    pub fn is_untouched(&self) -> bool {
        size_and_time(self.path()) == Some((self.size, self.modified))
    }

    /// Whether the file is as it was.
    pub fn holds(&self) -> bool {
        let path = self.path();
        match size_and_time(path) {
            Some((size, modified)) if size == self.size => {
                modified == self.modified || std::fs::read(path).is_ok_and(|text| digest(&[&text]) == self.digest)
            }
            _ => false,
        }
    }
}

fn size_and_time(path: &Path) -> Option<(u64, u64)> {
    let metadata = std::fs::metadata(path).ok()?;
    Some((metadata.len(), nanoseconds(metadata.modified().ok()?)))
}

fn nanoseconds(time: SystemTime) -> u64 {
    time.duration_since(UNIX_EPOCH).map_or(0, |since| since.as_nanos() as u64)
}

/// The files in a make rule as clang writes it: `target: a b\` and so on, with spaces in names as `\ `.
pub fn dependencies(rule: &str) -> Vec<PathBuf> {
    let rule = rule.replace("\\\n", " ");
    let (_, list) = rule.split_once(':').unwrap_or_default();
    let mut found = Vec::new();
    let mut name = String::new();
    let mut letters = list.chars().peekable();
    while let Some(letter) = letters.next() {
        match (letter, letters.peek()) {
            ('\\', Some(&next)) if next == ' ' || next == '#' || next == '\\' => name.extend(letters.next()),
            ('$', Some('$')) => name.extend(letters.next()),
            (' ' | '\n' | '\t', _) => found.push(std::mem::take(&mut name)),
            _ => name.push(letter),
        }
    }
    found.push(name);
    found.into_iter().filter(|name| !name.is_empty()).map(PathBuf::from).collect()
}

#[cfg(test)]
mod tests {
    use super::{Stamp, dependencies};
    use std::path::PathBuf;
    use std::time::{Duration, SystemTime};

    #[test]
    fn clangs_rules_are_read_with_their_escapes() {
        let rule = "program: /a/b.h \\\n  /a/with\\ space.h \\\n  /a/d$$.h /x\\#y\n";
        let expected = ["/a/b.h", "/a/with space.h", "/a/d$.h", "/x#y"].map(PathBuf::from);
        assert_eq!(dependencies(rule), expected);
        assert_eq!(dependencies(""), Vec::<PathBuf>::new());
    }

    #[test]
    fn a_file_holds_while_its_contents_are_the_same() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join("a.h");
        std::fs::write(&path, "one").expect("written");
        let later = SystemTime::now() + Duration::from_secs(1);
        assert_eq!(Stamp::of(&path, SystemTime::now() - Duration::from_secs(9)), None, "written since");
        let stamp = Stamp::of(&path, later).expect("it is there");
        assert!(stamp.holds());
        std::fs::write(&path, "two").expect("written");
        assert!(!stamp.holds(), "other contents of the same size");
        std::fs::write(&path, "one").expect("written");
        assert!(stamp.holds(), "the same contents at another time");
        std::fs::remove_file(&path).expect("it was there");
        assert!(!stamp.holds());
    }
}
