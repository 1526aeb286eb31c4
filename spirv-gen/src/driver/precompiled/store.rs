//! The folder of precompiled headers: `headers` in the cache folder, with `KEY.pch`, `KEY.record`, and `KEY.asked` for one that was asked for
//! once.
//!
//! Files are written beside their place and renamed, the record last: who finds a record finds its header. Used by [`super`].

use std::fs;
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use tempfile::NamedTempFile;

use crate::cache_folder::{cache_folder, write_atomically};

use super::record::Record;

/// Headers that are kept: the newest.
const MOST: usize = 24;

/// The folder.
#[derive(Debug)]
pub struct Store {
    folder: PathBuf,
}

impl Store {
    /// Opens it; none if nothing is to be kept, or nothing can be.
    pub fn open() -> Option<Self> {
        Self::at(cache_folder()?.join("headers"))
    }

    fn at(folder: PathBuf) -> Option<Self> {
        fs::create_dir_all(&folder).ok()?;
        Some(Self { folder })
    }

    /// Where the header of a key lies, if it is there.
    pub fn header(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.pch"))
    }

    /// The record of a key, if what it tells of is as it was.
    pub fn get(&self, key: &str) -> Option<Record> {
        let record = Record::from_bytes(&fs::read(self.record(key)).ok()?)?;
        (!record.is_made() || self.header(key).is_file()).then_some(record)
    }

    /// Keeps a header and its record; none if they cannot be written.
    pub fn put(&self, key: &str, header: &[u8], record: &Record) -> Option<()> {
        if record.is_made() {
            write_atomically(&self.header(key), header).ok()?;
        }
        write_atomically(&self.record(key), &record.to_bytes()?).ok()?;
        remove(&self.asked(key));
        self.prune();
        Some(())
    }

    /// Whether this was asked of the same key before.
    pub fn asked_before(&self, key: &str) -> bool {
        let path = self.asked(key);
        path.is_file() || fs::write(path, "").is_err()
    }

    /// A file that goes when it is dropped.
    pub fn scratch(&self) -> Option<NamedTempFile> {
        NamedTempFile::new_in(&self.folder).ok()
    }

    fn record(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.record"))
    }

    fn asked(&self, key: &str) -> PathBuf {
        self.folder.join(format!("{key}.asked"))
    }

    /// Takes away the oldest beyond [`MOST`] of each kind of file.
    fn prune(&self) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let mut files: Vec<(SystemTime, PathBuf)> = entries
            .filter_map(|entry| {
                let entry = entry.ok()?;
                Some((entry.metadata().ok()?.modified().ok()?, entry.path()))
            })
            .collect();
        files.sort();
        for kind in ["pch", "record", "asked"] {
            let of_kind: Vec<&PathBuf> =
                files.iter().map(|(_, path)| path).filter(|path| path.extension().is_some_and(|e| e == kind)).collect();
            let surplus = of_kind.len().saturating_sub(MOST);
            of_kind[..surplus].iter().for_each(|path| remove(path));
        }
    }
}

/// Takes a file away, if it is there.
pub fn remove(path: &Path) {
    let _ = fs::remove_file(path);
}

#[cfg(test)]
mod tests {
    use super::{MOST, Record, Store};
    use std::time::SystemTime;

    /// Of a header, which holds whatever happens.
    fn made() -> Record {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let rule = folder.path().join("rule");
        std::fs::write(&rule, "header: /dev/null\n").expect("written");
        Record::of(&rule, "", SystemTime::now() + std::time::Duration::from_secs(9)).expect("it is there")
    }

    #[test]
    fn headers_are_found_by_their_key_until_newer_ones_are_many() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::at(folder.path().join("headers")).expect("a folder in it");
        assert_eq!(store.get("a"), None);
        for key in ["a", "b"] {
            store.put(key, b"header", &made()).expect("they can be written");
            assert_eq!(store.get(key), Some(made()));
            assert_eq!(std::fs::read(store.header(key)).ok().as_deref(), Some(&b"header"[..]));
        }
        for number in 0..MOST {
            store.put(&number.to_string(), b"", &made()).expect("they can be written");
        }
        assert_eq!((store.get("a"), store.header("b").exists()), (None, false));
        assert_eq!(std::fs::read_dir(&store.folder).expect("it is there").count(), 2 * MOST);
    }

    #[test]
    fn what_was_asked_for_once_is_known_the_second_time() {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let store = Store::at(folder.path().into()).expect("it is there");
        assert!(!store.asked_before("a") && store.asked_before("a") && !store.asked_before("b"));
        store.put("a", b"", &made()).expect("they can be written");
        assert!(!store.asked_before("a"), "it was made");
    }
}
