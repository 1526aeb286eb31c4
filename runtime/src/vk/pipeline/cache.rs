//! A small cache on disk: bytes under a key, for one device and driver, or for no device.
//!
//! Holds the SPIR-V that the compiler's device half made (the caller builds the key) and Vulkan's own pipeline-cache
//! data. One file per entry, written beside its place and renamed, with its key and a digest inside: a torn, foreign
//! or corrupt file reads as absent, and is written anew. Nothing here can fail a launch.
//!
//! ```text
//! $XDG_CACHE_HOME/hipvk/<device and driver>/<digest of key>     magic, key length, key, digest of the payload, payload
//! $XDG_CACHE_HOME/hipvk/hiprtc/<digest of key>                  the same: what hipRTC compiled (`hip/rtc`)
//! $XDG_CACHE_HOME/hipvk/headers                                 precompiled headers of hipcc and hipRTC (spirv-gen's `driver/precompiled`)
//! ```

use std::path::{Path, PathBuf};

use spirv_gen::cache_folder::{cache_folder, write_atomically};
use spirv_gen::digest::digest;

use crate::vk::device::select::DeviceInfo;

const MAGIC: &[u8; 8] = b"hipvk\0c2";

/// The cache of one device.
#[derive(Debug, Clone)]
pub struct DiskCache {
    /// None: caching is off, or no directory can be had.
    directory: Option<PathBuf>,
}

impl DiskCache {
    pub(in crate::vk) fn open(info: &DeviceInfo) -> Self {
        let driver = &info.driver;
        let name = digest(&[
            &info.uuid,
            &driver.uuid,
            driver.info.as_bytes(),
            &driver.version.to_le_bytes(),
            // lavapipe's subgroup width is an environment variable; what was compiled for one is wrong for another.
            &info.limits.max_subgroup.to_le_bytes(),
        ]);
        Self { directory: cache_folder().map(|base| base.join(format!("{name:032x}"))) }
    }

    /// The cache of this name, for what is no device's.
    pub fn named(name: &str) -> Self {
        Self { directory: cache_folder().map(|base| base.join(name)) }
    }

    /// A cache in `directory`, or none.
    pub fn at(directory: Option<PathBuf>) -> Self {
        Self { directory }
    }

    /// The payload stored under `key`, if it is there and intact.
    pub fn get(&self, key: &[u8]) -> Option<Vec<u8>> {
        let path = self.path(key)?;
        let file = std::fs::read(path).ok()?;
        decode(&file, key).map(<[u8]>::to_vec)
    }

    /// Stores `payload` under `key`. Failure is logged and otherwise ignored: the cache is a convenience.
    pub fn put(&self, key: &[u8], payload: &[u8]) {
        let Some(path) = self.path(key) else { return };
        if let Err(error) = write_atomically(&path, &encode(key, payload)) {
            log::debug!("cannot cache in {}: {error}", path.display());
        }
    }

    /// The keys of all entries in a folder that is or was a cache and in those below it, of whatever device or driver.
    pub fn keys_below(folder: &Path) -> std::io::Result<Vec<Vec<u8>>> {
        let mut keys = Vec::new();
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            match entry.file_type()? {
                kind if kind.is_dir() => keys.extend(Self::keys_below(&entry.path())?),
                kind if kind.is_file() => keys.extend(key_of(&std::fs::read(entry.path())?).map(<[u8]>::to_vec)),
                _ => {}
            }
        }
        Ok(keys)
    }

    fn path(&self, key: &[u8]) -> Option<PathBuf> {
        let directory = self.directory.as_ref()?;
        Some(directory.join(format!("{:032x}", digest(&[key]))))
    }
}

fn encode(key: &[u8], payload: &[u8]) -> Vec<u8> {
    let mut file = Vec::with_capacity(MAGIC.len() + 20 + key.len() + payload.len());
    file.extend_from_slice(MAGIC);
    file.extend_from_slice(&(key.len() as u32).to_le_bytes());
    file.extend_from_slice(key);
    file.extend_from_slice(&digest(&[payload]).to_le_bytes());
    file.extend_from_slice(payload);
    file
}

/// The key of an entry, if it is one.
fn key_of(file: &[u8]) -> Option<&[u8]> {
    let (length, rest) = file.strip_prefix(MAGIC)?.split_first_chunk::<4>()?;
    rest.get(..u32::from_le_bytes(*length) as usize)
}

fn decode<'a>(file: &'a [u8], key: &[u8]) -> Option<&'a [u8]> {
    let rest = file.strip_prefix(MAGIC)?;
    let (length, rest) = rest.split_first_chunk::<4>()?;
    if u32::from_le_bytes(*length) as usize != key.len() {
        return None;
    }
    let rest = rest.strip_prefix(key)?;
    let (written, payload) = rest.split_first_chunk::<16>()?;
    (digest(&[payload]) == u128::from_le_bytes(*written)).then_some(payload)
}

#[cfg(test)]
mod tests {
    use super::{DiskCache, decode, encode};

    /// A cache in a folder that goes with the second value.
    fn scratch() -> (DiskCache, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a temporary folder");
        (DiskCache::at(Some(folder.path().into())), folder)
    }

    #[test]
    fn what_was_put_is_got_back_under_its_own_key_only() {
        let (cache, _folder) = scratch();
        cache.put(b"key", b"payload");
        assert_eq!(cache.get(b"key").as_deref(), Some(&b"payload"[..]));
        assert_eq!(cache.get(b"other"), None);
    }

    #[test]
    fn the_keys_of_a_folder_and_those_below_are_listed_and_other_files_are_none() {
        let (cache, folder) = scratch();
        cache.put(b"key", b"payload");
        DiskCache::at(Some(folder.path().join("device"))).put(b"other", b"");
        std::fs::write(folder.path().join("text"), "no entry").unwrap();
        let mut keys = DiskCache::keys_below(folder.path()).unwrap();
        keys.sort();
        assert_eq!(keys, [b"key".to_vec(), b"other".to_vec()]);
        assert!(DiskCache::keys_below(&folder.path().join("none")).is_err());
    }

    #[test]
    fn every_truncation_and_every_flipped_byte_reads_as_absent() {
        let file = encode(b"key", b"some payload");
        assert!(decode(&file, b"key").is_some());
        for length in 0..file.len() {
            assert_eq!(decode(&file[..length], b"key"), None, "length {length}");
        }
        for position in 0..file.len() {
            let mut bad = file.clone();
            bad[position] ^= 0x40;
            assert_eq!(decode(&bad, b"key"), None, "byte {position}");
        }
    }

    #[test]
    fn a_damaged_file_is_absent_until_it_is_written_anew() {
        let (cache, _folder) = scratch();
        cache.put(b"key", b"some payload");
        let path = cache.path(b"key").unwrap();
        let whole = std::fs::read(&path).unwrap();
        for damaged in [&whole[..whole.len() - 1], &whole[..9], b"", b"something else"] {
            std::fs::write(&path, damaged).unwrap();
            assert_eq!(cache.get(b"key"), None);
            cache.put(b"key", b"some payload");
            assert_eq!(cache.get(b"key").as_deref(), Some(&b"some payload"[..]));
        }
        // What another key left in this place is not this key's.
        std::fs::write(&path, encode(b"other", b"some payload")).unwrap();
        assert_eq!(cache.get(b"key"), None);
    }

    #[test]
    fn a_cache_without_a_directory_is_silently_empty() {
        let cache = DiskCache::at(None);
        cache.put(b"key", b"payload");
        assert_eq!(cache.get(b"key"), None);
    }
}
