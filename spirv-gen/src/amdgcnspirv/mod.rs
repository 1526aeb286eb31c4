//! AMD's portable device code (`--offload-arch=amdgcnspirv`) to the IR text that clang prints for an AMD processor.
//!
//! Such an object is SPIR-V of LLVM's flavour: Kernel and Physical64, made of clang's IR before any optimisation. What SPIR-V has no word
//! for (AMD's builtins, the device libraries' functions) are calls of imported functions under LLVM's names, and AMD's own runtime turns the
//! object back into IR. So do we, as text: types, checks and all that follows are `ir::parse`'s and the portable half's.
//!
//! ```text
//! words   the instructions               types, constants, globals   what stands outside functions
//! facts   names, decorations, ...        functions                   heads and blocks
//!                                        instructions, memory, composites, atomics, calls   what stands in them
//! ```
//! Never panics, and writes text in proportion to the words. What is not known is an error that names instruction and function. Called by
//! `portable`.

mod atomics;
mod calls;
mod composites;
mod constants;
mod facts;
mod functions;
mod globals;
mod instructions;
mod memory;
mod types;
mod words;

use std::collections::BTreeMap;

use rspirv::spirv::Op;

use crate::error::CompileError;
use crate::hash::HashMap;
use facts::Facts;
use words::{Inst, MAGIC};

/// In errors.
const PASS: &str = "amdgcnspirv";
/// How deep constants may nest.
const MAX_DEPTH: u32 = 100;
/// Bytes of text for each word, on the average: shared parts of constants are written out at each use, and a few words could say a lot so.
const MAX_EXPANSION: usize = 1 << 10;

type Result<T, E = CompileError> = std::result::Result<T, E>;

/// Whether these bytes begin a SPIR-V module.
pub fn is_spirv(bytes: &[u8]) -> bool {
    bytes.starts_with(&MAGIC.to_le_bytes())
}

/// The module's IR.
///
/// # Errors
/// Bytes that are no SPIR-V, or use what is not known; the error names the instruction, and the function where it stands in one.
pub fn ir_text(bytes: &[u8]) -> Result<String> {
    let words = words::words(bytes)?;
    let code = words::split(&words)?;
    let mut reader = Reader::new(&code, words.len().saturating_mul(MAX_EXPANSION))?;
    reader.module()?;
    Ok(reader.text)
}

/// All that is known while text is written.
struct Reader<'a> {
    code: &'a [Inst<'a>],
    /// By id, the place of its definition.
    places: HashMap<u32, usize>,
    facts: Facts,
    text: String,
    longest: usize,
    /// Declarations of functions that are not in the module, by name: those that it imports, and LLVM's own.
    declared: BTreeMap<String, String>,
    /// How many values have been made that no id stands for.
    made: u32,
}

impl<'a> Reader<'a> {
    fn new(code: &'a [Inst<'a>], longest: usize) -> Result<Self> {
        let mut places = HashMap::default();
        for (place, inst) in code.iter().enumerate().filter(|(_, inst)| inst.id != 0) {
            if places.insert(inst.id, place).is_some() {
                return Err(malformed(inst, "its id is defined already"));
            }
        }
        let facts = Facts::of(code)?;
        Ok(Self { code, places, facts, text: String::new(), longest, declared: BTreeMap::new(), made: 0 })
    }

    fn module(&mut self) -> Result<()> {
        self.type_definitions()?;
        let bodies = self.code.iter().position(|inst| inst.op == Op::Function).unwrap_or(self.code.len());
        for inst in &self.code[..bodies] {
            self.global(inst)?;
        }
        self.functions(&self.code[bodies..])?;
        for declaration in self.declared.values() {
            self.text.push_str(declaration);
        }
        Ok(())
    }

    /// The instruction that defines `id`.
    fn definition(&self, id: u32) -> Result<&'a Inst<'a>> {
        let place = self.places.get(&id);
        place.map(|&place| &self.code[place]).ok_or_else(|| {
            CompileError::unsupported(PASS, format!("malformed SPIR-V: id {id} is used and never defined"))
        })
    }

    /// The type's id of a value.
    fn type_of(&self, id: u32) -> Result<u32> {
        let inst = self.definition(id)?;
        if inst.ty == 0 { Err(malformed(inst, "it is no value")) } else { Ok(inst.ty) }
    }

    /// A value as operands name it.
    fn value(&mut self, id: u32) -> Result<String> {
        let mut inst = self.definition(id)?;
        for _ in 0..MAX_DEPTH {
            if !self.is_renaming(inst)? {
                return if self.is_constant(inst) { self.constant(inst.id, 0) } else { Ok(format!("%v{}", inst.id)) };
            }
            inst = self.definition(inst.arg(0)?)?;
        }
        Err(malformed(inst, "one value under too many names"))
    }

    /// Whether it gives a pointer another pointee, or SPIR-V's name for a part of its memory, and nothing else: LLVM's pointers have neither.
    fn is_renaming(&self, inst: &Inst<'_>) -> Result<bool> {
        let same_memory = matches!(inst.op, Op::CrossWorkgroupCastToPtrALTERA | Op::PtrCastToCrossWorkgroupALTERA);
        if !(same_memory || matches!(inst.op, Op::Bitcast | Op::CopyObject)) || !self.is_pointer(inst.ty)? {
            return Ok(false);
        }
        let from = self.type_of(inst.arg(0)?)?;
        Ok(self.is_pointer(from)? && self.space(from)? == self.space(inst.ty)?)
    }

    /// A value behind its type.
    fn typed(&mut self, id: u32) -> Result<String> {
        let ty = self.ty(self.type_of(id)?)?;
        Ok(format!("{ty} {}", self.value(id)?))
    }

    /// One line of text.
    fn line(&mut self, line: &str) -> Result<()> {
        if self.text.len() + line.len() > self.longest {
            return Err(CompileError::unsupported(
                PASS,
                "constants that share so much that they are too long written out",
            ));
        }
        self.text.push_str(line);
        self.text.push('\n');
        Ok(())
    }

    /// The line that gives `inst` its value.
    fn define(&mut self, inst: &Inst<'_>, operation: &str) -> Result<()> {
        self.line(&format!("  %v{} = {operation}", inst.id))
    }

    /// A value that no id stands for.
    fn make(&mut self, operation: &str) -> Result<String> {
        self.made += 1;
        let name = format!("%m{}", self.made);
        self.line(&format!("  {name} = {operation}"))?;
        Ok(name)
    }

    /// Declares a function of LLVM's own, and returns its name for a call.
    fn intrinsic(&mut self, name: &str, result: &str, params: &[&str]) -> String {
        let symbol = format!("@{name}");
        let text = format!("declare {result} {symbol}({})\n", params.join(", "));
        self.declared.entry(symbol).or_insert(text);
        format!("{result} @{name}")
    }
}

/// What SPIR-V does not allow.
fn malformed(inst: &Inst<'_>, what: &str) -> CompileError {
    CompileError::unsupported(PASS, format!("malformed SPIR-V: Op{:?} at word {}: {what}", inst.op, inst.at))
}

/// What we do not know.
fn unknown(inst: &Inst<'_>, what: &str) -> CompileError {
    let with = if what.is_empty() { String::new() } else { format!(" with {what}") };
    CompileError::unsupported(PASS, format!("SPIR-V instruction Op{:?}{with} (at word {})", inst.op, inst.at))
}
