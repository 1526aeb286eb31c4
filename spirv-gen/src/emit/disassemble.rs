//! SPIR-V words to text, for `--emit=spirv-asm` and golden tests. Ids stay as they are: emission is deterministic.

use rspirv::binary::Disassemble;

use crate::error::CompileError;

/// The assembly text of a module's words.
///
/// # Errors
/// The words are no SPIR-V module.
pub fn disassemble(words: &[u32]) -> Result<String, CompileError> {
    let module = rspirv::dr::load_words(words)
        .map_err(|state| CompileError::internal("disassemble", format!("no SPIR-V module: {state:?}")))?;
    Ok(module.disassemble() + "\n")
}
