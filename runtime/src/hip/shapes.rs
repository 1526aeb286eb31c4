//! Which kernels were launched in which shapes, as the cache on disk remembers it: the keys of its entries begin with that.
//!
//! So a cache of any machine, driver or version of ours says what a program will launch, though nothing else in it is of use here. Keys are
//! written by `kernel`, and read by `precompile`.

use std::path::Path;

use spirv_gen::LaunchShape;

use crate::vk;

/// How the key of a kernel's SPIR-V begins.
pub fn key_begins(name: &str, shape: &LaunchShape) -> String {
    let [x, y, z] = shape.block;
    format!("kernel {name} block {x}x{y}x{z} shared {}", shape.dynamic_shared)
}

/// The kernel and shape that a key begins with; nothing if it is of something else.
fn of_key(key: &[u8]) -> Option<(String, LaunchShape)> {
    let key = std::str::from_utf8(key).ok()?;
    let mut words = key.strip_prefix("kernel ")?.split(' ');
    let name = words.next()?.to_owned();
    let mut after = |word| words.next().filter(|&found| found == word).and_then(|_| words.next());
    let sides: Vec<u32> = after("block")?.split('x').map(str::parse).collect::<Result<_, _>>().ok()?;
    let dynamic_shared = after("shared")?.parse().ok()?;
    Some((name, LaunchShape { block: sides.try_into().ok()?, dynamic_shared }))
}

/// The kernels and shapes of all entries below a folder that is or was a cache, each once, in the order of their names.
///
/// # Errors
/// The folder cannot be read.
pub fn launched(folder: &Path) -> std::io::Result<Vec<(String, LaunchShape)>> {
    let mut found: Vec<_> = vk::DiskCache::keys_below(folder)?.iter().filter_map(|key| of_key(key)).collect();
    found.sort_by(|(a, x), (b, y)| (a, x.block, x.dynamic_shared).cmp(&(b, y.block, y.dynamic_shared)));
    found.dedup();
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::{LaunchShape, key_begins, of_key};

    #[test]
    fn a_keys_beginning_says_kernel_and_shape() {
        let shape = LaunchShape { block: [16, 8, 1], dynamic_shared: 512 };
        let key = key_begins("_Z5saxpyf", &shape) + " warp32 0123 Target { .. } 00ff";
        assert_eq!(of_key(key.as_bytes()), Some(("_Z5saxpyf".to_owned(), shape)));
    }

    #[test]
    fn other_keys_say_nothing() {
        for key in ["", "VkPipelineCache", "kernel", "kernel k", "kernel k block 1x1 shared 0", "kernel k warp32 00"] {
            assert_eq!(of_key(key.as_bytes()), None, "{key}");
        }
        assert_eq!(of_key(b"kernel \xff block 1x1x1 shared 0"), None);
    }
}
