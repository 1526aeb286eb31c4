//! Which kernels are compiled, in which shapes. Called by `mod`.

use std::collections::HashSet;
use std::sync::Arc;

use spirv_gen::bundle::metadata::KernelMetadata;
use spirv_gen::{Bundle, LaunchShape};

use super::options::Options;
use crate::hip::shapes;

/// Threads of a block where nobody says.
const THREADS: u32 = 256;
/// Launch bounds of a kernel that has none (`KernelMetadata::max_block`).
const NO_BOUNDS: u32 = 1024;

/// One kernel in one shape.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Job {
    /// The number of its bundle, and its own in that.
    pub place: [usize; 2],
    /// Its name.
    pub name: String,
    /// For which blocks.
    pub block: [u32; 3],
    /// Bytes of dynamic shared memory.
    pub shared: u32,
}

impl Job {
    /// `name (16x16x1)`, for messages.
    pub fn title(&self) -> String {
        let [x, y, z] = self.block;
        let shared = if self.shared > 0 { format!(", {} bytes of shared memory", self.shared) } else { String::new() };
        format!("{} ({x}x{y}x{z}{shared})", self.name)
    }
}

/// The jobs that the options ask for, the largest kernels first, so that no long one is left for the end. Of kernels that several units have alike
/// there is one.
///
/// # Errors
/// There is nothing to do, or the folder of `--like` cannot be read.
pub fn of(bundles: &[Arc<Bundle>], options: &Options) -> Result<Vec<Job>, String> {
    let launched = match &options.like {
        Some(folder) => {
            let found = shapes::launched(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
            if found.is_empty() {
                return Err(format!("{}: no compiled kernels of a run in it", folder.display()));
            }
            Some(found)
        }
        None => None,
    };
    let wanted = |name: &str| options.kernels.is_empty() || options.kernels.iter().any(|part| name.contains(part));
    let (mut jobs, mut seen) = (Vec::new(), HashSet::new());
    for (at, bundle) in bundles.iter().enumerate() {
        for (index, kernel) in bundle.kernels.iter().enumerate().filter(|(_, kernel)| wanted(&kernel.metadata.name)) {
            let metadata = &kernel.metadata;
            if !seen.insert((metadata.name.clone(), metadata.warp_size, kernel.code_digest())) {
                continue;
            }
            let shapes = match &launched {
                Some(launched) => {
                    launched.iter().filter(|(name, _)| *name == metadata.name).map(|(_, shape)| *shape).collect()
                }
                None => shapes_of(metadata, options),
            };
            let job = |shape: LaunchShape| Job {
                place: [at, index],
                name: metadata.name.clone(),
                block: shape.block,
                shared: shape.dynamic_shared,
            };
            jobs.extend(shapes.into_iter().map(|shape| (kernel.code_size(), job(shape))));
        }
    }
    if jobs.is_empty() {
        return Err("no kernel to compile".to_owned());
    }
    jobs.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    Ok(jobs.into_iter().map(|(_, job)| job).collect())
}

/// The blocks asked for, as far as the kernel's launch bounds allow them; else as many threads as those say.
fn shapes_of(kernel: &KernelMetadata, options: &Options) -> Vec<LaunchShape> {
    let fits = |block: &&[u32; 3]| block.iter().fold(1, |all: u32, &side| all.saturating_mul(side)) <= kernel.max_block;
    let mut blocks: Vec<[u32; 3]> = options.blocks.iter().filter(fits).copied().collect();
    if blocks.is_empty() {
        let bounds = if kernel.max_block == NO_BOUNDS { THREADS } else { kernel.max_block };
        blocks.push([bounds, 1, 1]);
    }
    let dynamic_shared = if kernel.dynamic_shared { options.shared } else { 0 };
    blocks.into_iter().map(|block| LaunchShape { block, dynamic_shared }).collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::{Bundle, KernelMetadata, Options, of};
    use spirv_gen::bundle::BundleKernel;

    fn bundle(kernels: &[(&str, u32)]) -> Arc<Bundle> {
        let kernel = |&(name, max_block): &(&str, u32)| {
            let metadata = KernelMetadata { name: name.into(), max_block, ..KernelMetadata::default() };
            BundleKernel::new(metadata, &Default::default())
        };
        Arc::new(Bundle { kernels: kernels.iter().map(kernel).collect(), ..Bundle::default() })
    }

    fn blocks(options: &Options) -> Vec<(String, [u32; 3])> {
        let bundles = [bundle(&[("plain", 1024), ("bounded", 128)]), bundle(&[("plain", 1024)])];
        let jobs = of(&bundles, options).unwrap_or_default();
        jobs.into_iter().map(|job| (job.name, job.block)).collect()
    }

    #[test]
    fn launch_bounds_decide_where_nobody_says_and_equal_kernels_are_one() {
        let (plain, bounded) = ("plain".to_owned(), "bounded".to_owned());
        assert_eq!(blocks(&Options::default()), [(plain.clone(), [256, 1, 1]), (bounded.clone(), [128, 1, 1])]);
        let asked = Options { blocks: vec![[16, 16, 1], [64, 1, 1]], ..Options::default() };
        let all = [(plain.clone(), [16, 16, 1]), (plain.clone(), [64, 1, 1]), (bounded, [64, 1, 1])];
        assert_eq!(blocks(&asked), all);
        let some = Options { kernels: vec!["lai".into()], ..Options::default() };
        assert_eq!(blocks(&some), [(plain, [256, 1, 1])]);
    }

    #[test]
    fn nothing_to_do_is_an_error() {
        let none = Options { kernels: vec!["absent".into()], ..Options::default() };
        assert_eq!(of(&[bundle(&[("k", 1024)])], &none), Err("no kernel to compile".to_owned()));
        let nowhere = Options { like: Some("/nonexistent".into()), ..Options::default() };
        assert!(of(&[bundle(&[("k", 1024)])], &nowhere).is_err_and(|error| error.contains("/nonexistent")));
    }
}
