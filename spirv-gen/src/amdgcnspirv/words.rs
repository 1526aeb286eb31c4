//! A SPIR-V module's words as instructions: opcode, type and result, and the operands as they are. Called by `mod.rs`.
//!
//! rspirv's grammar says which operands are type and result; its parser is not used, since it refuses modules with a decoration or a
//! capability that it does not know, and translators add such ones faster than readers must know them.

use std::sync::OnceLock;

use rspirv::grammar::{INSTRUCTION_TABLE, Instruction, OperandKind};
use rspirv::spirv::Op;

use super::{PASS, Result};
use crate::error::CompileError;
use crate::hash::HashMap;

pub(super) const MAGIC: u32 = 0x0723_0203;
/// Words of the header.
const HEADER: usize = 5;

/// An instruction. `ty` and `id` are 0 where it has none: SPIR-V's ids begin at 1.
pub(super) struct Inst<'a> {
    pub op: Op,
    pub ty: u32,
    pub id: u32,
    pub args: &'a [u32],
    /// Where it begins.
    pub at: usize,
}

impl Inst<'_> {
    /// The operand at `index`.
    pub fn arg(&self, index: usize) -> Result<u32> {
        self.args.get(index).copied().ok_or_else(|| super::malformed(self, "it lacks an operand"))
    }
    /// The string that begins at operand `index`.
    pub fn string(&self, index: usize) -> String {
        string(self.args.get(index..).unwrap_or_default())
    }
}

/// A string, up to its zero.
fn string(words: &[u32]) -> String {
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).take_while(|&byte| byte != 0).collect();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// How many words a string takes that begins here.
pub(super) fn string_words(words: &[u32]) -> usize {
    let last = words.iter().position(|word| word.to_le_bytes().contains(&0));
    last.map_or(words.len(), |last| last + 1)
}

fn bad(what: impl Into<String>) -> CompileError {
    CompileError::unsupported(PASS, format!("malformed SPIR-V: {}", what.into()))
}

/// The module's words.
pub(super) fn words(bytes: &[u8]) -> Result<Vec<u32>> {
    let (words, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() || words.len() < HEADER {
        return Err(bad(format!("{} bytes", bytes.len())));
    }
    let words: Vec<u32> = words.iter().map(|word| u32::from_le_bytes(*word)).collect();
    if words[0] == MAGIC { Ok(words) } else { Err(bad("no SPIR-V's magic number")) }
}

/// The instructions behind the header.
pub(super) fn split(words: &[u32]) -> Result<Vec<Inst<'_>>> {
    let (mut code, mut at) = (Vec::new(), HEADER);
    while at < words.len() {
        let (number, length) = (words[at] & 0xffff, (words[at] >> 16) as usize);
        let op = Op::from_u32(number).ok_or_else(|| bad(format!("unknown opcode {number} at word {at}")))?;
        let mut args =
            words.get(at + 1..at + length).ok_or_else(|| bad(format!("Op{op:?} at word {at} is cut short")))?;
        let (has_type, has_result) = results(op);
        let mut take = |has: bool| match args.split_first() {
            _ if !has => Ok(0),
            Some((&id, rest)) if id != 0 => {
                args = rest;
                Ok(id)
            }
            _ => Err(bad(format!("Op{op:?} at word {at} lacks a result"))),
        };
        let (ty, id) = (take(has_type)?, take(has_result)?);
        code.push(Inst { op, ty, id, args, at });
        at += length;
    }
    Ok(code)
}

/// Whether the operation has a type, and a result.
fn results(op: Op) -> (bool, bool) {
    static TABLE: OnceLock<HashMap<u32, (bool, bool)>> = OnceLock::new();
    let table = TABLE.get_or_init(|| {
        let has = |inst: &Instruction<'_>, kind| inst.operands.iter().any(|operand| operand.kind == kind);
        let entry = |inst: &Instruction<'_>| (has(inst, OperandKind::IdResultType), has(inst, OperandKind::IdResult));
        INSTRUCTION_TABLE.iter().map(|inst| (inst.opcode as u32, entry(inst))).collect()
    });
    table.get(&(op as u32)).copied().unwrap_or_default()
}
