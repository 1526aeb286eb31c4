//! SPIR-V assembly, as spirv-dis prints it, to words: so that the tests of AMD's portable code hold text and no binaries.
//!
//! Only what those texts have. rspirv's grammar says what an operand is; enumerants are looked up in the kinds that they can be of. Called by
//! `tests/portable_code.rs`.

use std::collections::HashMap;
use std::str::FromStr;

use rspirv::grammar::{INSTRUCTION_TABLE, Instruction, OPENCL_STD_100_INSTRUCTION_TABLE, OperandKind};
use rspirv::spirv::{self, Op};

const HEADER: [u32; 5] = [0x0723_0203, 0x0001_0600, 0, 0, 0];

/// The module's words.
///
/// # Errors
/// The line that says what is not known.
pub fn assemble(text: &str) -> Result<Vec<u32>, String> {
    let mut assembler = Assembler { words: HEADER.to_vec(), ..Assembler::default() };
    for line in text.lines() {
        let tokens = tokens(line);
        if !tokens.is_empty() {
            assembler.line(&tokens).map_err(|why| format!("{why}: {line}"))?;
        }
    }
    assembler.words[3] = assembler.ids.len() as u32 + 1;
    Ok(assembler.words)
}

#[derive(Default)]
struct Assembler<'a> {
    words: Vec<u32>,
    ids: HashMap<&'a str, u32>,
    /// Bits of the number types, and the types of values.
    widths: HashMap<u32, (u32, bool)>,
    types: HashMap<u32, u32>,
}

/// Words, strings with their first quote, `%ids`.
fn tokens(line: &str) -> Vec<&str> {
    let (mut found, mut rest) = (Vec::new(), line.trim_start());
    while !rest.is_empty() && !rest.starts_with(';') {
        let end = match rest.strip_prefix('"') {
            Some(inner) => {
                let mut escaped = false;
                let closing = inner.find(|c| {
                    let closes = c == '"' && !escaped;
                    escaped = c == '\\' && !escaped;
                    closes
                });
                closing.map_or(rest.len(), |at| at + 1)
            }
            None => rest.find(char::is_whitespace).unwrap_or(rest.len()),
        };
        found.push(&rest[..end]);
        rest = rest[end..].trim_start_matches('"').trim_start();
    }
    found
}

impl<'a> Assembler<'a> {
    fn id(&mut self, name: &'a str) -> u32 {
        let next = self.ids.len() as u32 + 1;
        *self.ids.entry(name).or_insert(next)
    }

    fn line(&mut self, tokens: &[&'a str]) -> Result<(), String> {
        let (result, tokens) = match tokens {
            [id, "=", rest @ ..] => (Some(self.id(id)), rest),
            all => (None, all),
        };
        let (name, mut operands) = tokens.split_first().ok_or("no instruction")?;
        let grammar = name.strip_prefix("Op").and_then(called).ok_or("no such instruction")?;
        let op = grammar.opcode;
        let mut body = Vec::new();
        if grammar.operands.iter().any(|operand| operand.kind == OperandKind::IdResultType) {
            let (ty, rest) = operands.split_first().ok_or("no type")?;
            let ty = self.id(ty);
            body.push(ty);
            self.types.extend(result.map(|id| (id, ty)));
            operands = rest;
        }
        body.extend(result);
        for (index, token) in operands.iter().enumerate() {
            self.operand(op, body.first().copied(), operands, index, token, &mut body)?;
        }
        if let (Op::TypeInt | Op::TypeFloat, Some(id)) = (op, result) {
            let bits = operands.first().and_then(|bits| bits.parse().ok()).ok_or("no width")?;
            self.widths.insert(id, (bits, op == Op::TypeFloat));
        }
        self.words.push((body.len() as u32 + 1) << 16 | op as u32);
        self.words.extend(body);
        Ok(())
    }

    fn operand(
        &mut self,
        op: Op,
        ty: Option<u32>,
        operands: &[&'a str],
        index: usize,
        token: &'a str,
        body: &mut Vec<u32>,
    ) -> Result<(), String> {
        if token.starts_with('%') {
            body.push(self.id(token));
        } else if let Some(text) = token.strip_prefix('"') {
            let mut bytes = text.replace("\\\"", "\"").replace("\\\\", "\\").into_bytes();
            bytes.resize(bytes.len() / 4 * 4 + 4, 0);
            body.extend(bytes.chunks(4).map(|four| u32::from_le_bytes(four.try_into().expect("four bytes"))));
        } else if op == Op::Constant {
            self.number(ty, token, body)?;
        } else if op == Op::Switch {
            let selector = self.ids.get(operands[0]).and_then(|id| self.types.get(id)).copied();
            self.number(selector, token, body)?;
        } else if let Ok(number) = token.parse::<u32>() {
            body.push(number);
        } else if op == Op::SpecConstantOp && index == 0 {
            body.push(called(token).ok_or("no such operation")?.opcode as u32);
        } else if op == Op::ExtInst {
            body.push(opencl(token).ok_or("no such extended instruction")?);
        } else {
            body.push(enumerant(op, token)?);
        }
        Ok(())
    }

    /// A literal of a number type.
    fn number(&self, ty: Option<u32>, token: &str, body: &mut Vec<u32>) -> Result<(), String> {
        let (bits, float) = ty.and_then(|ty| self.widths.get(&ty)).copied().ok_or("a literal of no number type")?;
        let value = match (float, bits, token.parse::<i128>()) {
            (false, _, Ok(value)) => value as u64,
            (true, 32, _) => u64::from(token.parse::<f32>().map_err(|_| "no float")?.to_bits()),
            (true, 64, _) => token.parse::<f64>().map_err(|_| "no double")?.to_bits(),
            _ => return Err("no number".into()),
        };
        body.push(value as u32);
        if bits > 32 {
            body.push((value >> 32) as u32);
        }
        Ok(())
    }
}

/// The instruction of this name, without its `Op`.
fn called(name: &str) -> Option<&'static Instruction<'static>> {
    INSTRUCTION_TABLE.iter().find(|inst| inst.opname == name)
}

fn opencl(name: &str) -> Option<u32> {
    OPENCL_STD_100_INSTRUCTION_TABLE.iter().find(|inst| inst.opname == name).map(|inst| u32::from(inst.opcode))
}

/// `Aligned|Volatile`: the bits, or a value of the kinds that the instruction's operands have.
fn enumerant(op: Op, token: &str) -> Result<u32, String> {
    token.split('|').try_fold(0, |all, word| Ok(all | one(op, word).ok_or_else(|| format!("what is {word}"))?))
}

fn one(op: Op, word: &str) -> Option<u32> {
    fn value<T: FromStr>(word: &str, number: impl Fn(T) -> u32) -> Option<u32> {
        T::from_str(word).ok().map(number)
    }
    match op {
        Op::Capability => value(word, |v: spirv::Capability| v as u32),
        Op::MemoryModel => {
            value(word, |v: spirv::AddressingModel| v as u32).or_else(|| value(word, |v: spirv::MemoryModel| v as u32))
        }
        Op::EntryPoint => value(word, |v: spirv::ExecutionModel| v as u32),
        Op::ExecutionMode => value(word, |v: spirv::ExecutionMode| v as u32),
        Op::Decorate => value(word, |v: spirv::Decoration| v as u32)
            .or_else(|| value(word, |v: spirv::LinkageType| v as u32))
            .or_else(|| value(word, |v: spirv::FunctionParameterAttribute| v as u32))
            .or_else(|| bits(word)),
        Op::TypePointer | Op::TypeUntypedPointerKHR | Op::Variable | Op::UntypedVariableKHR => {
            value(word, |v: spirv::StorageClass| v as u32)
        }
        Op::Source => value(word, |v: spirv::SourceLanguage| v as u32),
        _ => bits(word),
    }
}

/// Of bit sets.
fn bits(word: &str) -> Option<u32> {
    Some(match word {
        "None" => 0,
        "Inline" | "Unroll" | "Volatile" | "NotNaN" => 1,
        "Aligned" | "DontInline" | "DontUnroll" | "NotInf" => 2,
        "Nontemporal" | "Pure" | "NSZ" => 4,
        "Const" | "AllowRecip" => 8,
        "Fast" => 0x10,
        "AllowContract" => 0x1_0000,
        "AllowReassoc" => 0x2_0000,
        "AllowTransform" => 0x4_0000,
        _ => return None,
    })
}
