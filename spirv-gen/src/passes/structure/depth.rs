//! How deep a structured function's constructs nest, and what is too deep for a device.
//!
//! llvmpipe keeps the conditions and the loops around an instruction in stacks of 80 each (gallivm's `LP_MAX_TGSI_NESTING`, Mesa 25.0 to 26.2): what
//! is deeper runs as if its condition held, and crashes its compiler soon. `selections` keeps chains of exits from nesting so deep; what a
//! program nests itself, nothing does. Called by `structure::run`.

use crate::error::{CompileError, CompileErrorKind};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::Merge;
use crate::passes::DeviceContext;

/// Selections around each other that llvmpipe has room for, and loops.
const LLVMPIPE: usize = 80;

/// Checks that the device's compiler has room for `func`.
///
/// # Errors
/// It has not.
pub fn check(func: &Function, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    if !device.target.cpu {
        return Ok(());
    }
    let deepest = deepest(func);
    if deepest <= LLVMPIPE {
        return Ok(());
    }
    let device = device.target.name.clone();
    let feature =
        format!("room for {deepest} selections or loops within each other (its compiler has it for {LLVMPIPE})");
    Err(CompileError::new("structure", CompileErrorKind::MissingFeature { device, feature }).in_function(&func.name))
}

/// The most selections around each other, or loops if those are more.
pub fn deepest(func: &Function) -> usize {
    let mut open: Vec<(Block, bool)> = Vec::new(); // the merge blocks of the constructs around the block at hand, and whether they are loops'
    let mut deepest = 0;
    for &block in &func.layout {
        if let Some(outermost) = open.iter().position(|(merge, _)| *merge == block) {
            open.truncate(outermost);
        }
        match func.blocks[block].merge {
            Some(Merge::Selection(merge)) => open.push((merge, false)),
            Some(Merge::Loop { merge, .. }) => open.push((merge, true)),
            None => continue,
        }
        let loops = open.iter().filter(|(_, is_loop)| *is_loop).count();
        deepest = deepest.max(loops).max(open.len() - loops);
    }
    deepest
}
