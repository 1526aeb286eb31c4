//! What `--offload-arch=` means here: how many lanes a warp has. Called by [`super::parse`] when all options are known.

use super::command_line::Wave;

/// gfx9 and older run waves of 64, gfx10 and newer of 32; one narrow architecture in the list decides for narrow.
pub(super) fn wave_of(archs: &[String]) -> Option<Wave> {
    let widths: Vec<Wave> = archs.iter().filter_map(|arch| arch_wave(arch)).collect();
    if widths.is_empty() {
        None
    } else if widths.contains(&Wave::W32) {
        Some(Wave::W32)
    } else {
        Some(Wave::W64)
    }
}

fn arch_wave(arch: &str) -> Option<Wave> {
    let digits = arch.split(':').next()?.strip_prefix("gfx")?;
    let generation = digits.split('-').next()?;
    // gfx906, gfx90a, gfx942 have three digits; gfx1030 has four; gfx9-generic names only the generation.
    let narrow = generation.len() >= 4 || (generation.len() == 2 && generation.starts_with('1'));
    Some(if narrow { Wave::W32 } else { Wave::W64 })
}
