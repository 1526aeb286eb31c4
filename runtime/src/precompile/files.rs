//! The bundles of the files that are to be compiled. Called by `mod`, and by each worker, which must number them alike.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use spirv_gen::Bundle;
use spirv_gen::bundle::embedded::bundles_in;

/// Files that cannot be used, and why.
pub type Bad = Vec<(PathBuf, String)>;

/// The bundles of all files, in their order, and the files that have none.
pub fn read(files: &[PathBuf]) -> (Vec<Arc<Bundle>>, Bad) {
    let (mut bundles, mut bad) = (Vec::new(), Vec::new());
    for file in files {
        match of_file(file) {
            Ok(found) => bundles.extend(found.into_iter().map(Arc::new)),
            Err(why) => bad.push((file.clone(), why)),
        }
    }
    (bundles, bad)
}

fn of_file(file: &Path) -> Result<Vec<Bundle>, String> {
    let bytes = std::fs::read(file).map_err(|error| error.to_string())?;
    bundles_in(&bytes).map_err(|error| error.to_string())
}
