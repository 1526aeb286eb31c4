//! A folder for intermediate files that goes when its owner does.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};

use super::DriverError;

/// A fresh folder under the system's temporary directory, removed on drop.
#[derive(Debug)]
pub struct TempDir(PathBuf);

impl TempDir {
    pub fn new() -> Result<Self, DriverError> {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        loop {
            let serial = NEXT.fetch_add(1, Ordering::Relaxed);
            let path = std::env::temp_dir().join(format!("hipcc-{}-{serial}", std::process::id()));
            match std::fs::create_dir(&path) {
                Ok(()) => return Ok(Self(path)),
                // Left behind by a killed process that had our number.
                Err(cause) if cause.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(cause) => return Err(DriverError::File { what: "cannot create", path, cause }),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for TempDir {
    fn drop(&mut self) {
        // Nobody can act on a failure here; the system clears its temporary directory.
        let _ = std::fs::remove_dir_all(&self.0);
    }
}
