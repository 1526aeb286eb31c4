//! Vectors, arrays and structures as values. Called by `instructions.rs`.
//!
//! SPIR-V reaches into all of them with one instruction; LLVM has one for vectors and one for the others.

use rspirv::spirv::Op;

use super::words::Inst;
use super::{Reader, Result, malformed};

/// A lane of `OpVectorShuffle` that may be anything.
const NO_LANE: u32 = u32::MAX;

impl<'a> Reader<'a> {
    /// A line for `inst`, if it is about parts of values.
    pub(super) fn parts(&mut self, inst: &'a Inst<'a>) -> Result<bool> {
        match inst.op {
            Op::VectorExtractDynamic => {
                let (vector, index) = (self.typed(inst.arg(0)?)?, self.typed(inst.arg(1)?)?);
                self.define(inst, &format!("extractelement {vector}, {index}"))?;
            }
            Op::VectorInsertDynamic => {
                let vector = self.typed(inst.arg(0)?)?;
                let (value, index) = (self.typed(inst.arg(1)?)?, self.typed(inst.arg(2)?)?);
                self.define(inst, &format!("insertelement {vector}, {value}, {index}"))?;
            }
            Op::VectorShuffle => self.shuffle(inst)?,
            Op::CompositeExtract => self.extract(inst)?,
            Op::CompositeInsert => self.insert(inst)?,
            Op::CompositeConstruct => self.construct(inst)?,
            _ => return Ok(false),
        }
        Ok(true)
    }

    fn shuffle(&mut self, inst: &Inst<'_>) -> Result<()> {
        let (first, second) = (inst.arg(0)?, inst.arg(1)?);
        let lanes: Vec<String> = inst.args[2..].iter().map(|&lane| lane_text(lane)).collect();
        let (a, b) = (self.typed(first)?, self.typed(second)?);
        let (lengths, count) = ((self.lanes(first)?, self.lanes(second)?), lanes.len());
        if lengths.0 == lengths.1 {
            return self.define(inst, &format!("shufflevector {a}, {b}, <{count} x i32> <{}>", lanes.join(", ")));
        }
        // LLVM shuffles vectors of one length: the shorter is made as long, and the second one's lanes then begin elsewhere.
        let longer = lengths.0.max(lengths.1);
        let (a, b) = (self.lengthen(first, longer)?, self.lengthen(second, longer)?);
        let moved = |&lane: &u32| if lane != NO_LANE && lane >= lengths.0 { lane - lengths.0 + longer } else { lane };
        let lanes: Vec<String> = inst.args[2..].iter().map(moved).map(lane_text).collect();
        self.define(inst, &format!("shufflevector {a}, {b}, <{count} x i32> <{}>", lanes.join(", ")))
    }

    fn lanes(&self, vector: u32) -> Result<u32> {
        let ty = self.definition(self.type_of(vector)?)?;
        if ty.op == Op::TypeVector { ty.arg(1) } else { Err(malformed(ty, "it is no vector's type")) }
    }

    /// The vector with `length` lanes, the new ones anything.
    fn lengthen(&mut self, vector: u32, length: u32) -> Result<String> {
        let (typed, have) = (self.typed(vector)?, self.lanes(vector)?);
        if have == length {
            return Ok(typed);
        }
        let ty = self.definition(self.type_of(vector)?)?;
        let elem = self.ty(ty.arg(0)?)?;
        let short = self.ty(ty.id)?;
        // As many lanes as the module's words could name.
        if length as usize > self.longest {
            return Err(malformed(ty, "too many lanes"));
        }
        let lanes = (0..length).map(|lane| lane_text(if lane < have { lane } else { NO_LANE })).collect::<Vec<_>>();
        let mask = format!("<{length} x i32> <{}>", lanes.join(", "));
        let long = self.make(&format!("shufflevector {typed}, {short} poison, {mask}"))?;
        Ok(format!("<{length} x {elem}> {long}"))
    }

    /// Where `indices` lead into `ty`: those within arrays and structures, then the lane if a vector's is meant.
    fn path(&self, inst: &Inst<'_>, ty: u32, indices: &'a [u32]) -> Result<(&'a [u32], Option<u32>, u32)> {
        let mut at = ty;
        for (depth, &index) in indices.iter().enumerate() {
            let outer = self.definition(at)?;
            at = match outer.op {
                Op::TypeArray => outer.arg(0)?,
                Op::TypeStruct => outer.arg(index as usize)?,
                Op::TypeVector if depth + 1 == indices.len() => return Ok((&indices[..depth], Some(index), at)),
                _ => return Err(malformed(inst, "an index into what has no parts")),
            };
        }
        if indices.is_empty() { Err(malformed(inst, "it lacks an index")) } else { Ok((indices, None, at)) }
    }

    fn extract(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        let whole = inst.arg(0)?;
        let (outer, lane, inner) = self.path(inst, self.type_of(whole)?, &inst.args[1..])?;
        let mut from = self.typed(whole)?;
        let positions = positions(outer);
        let Some(lane) = lane else { return self.define(inst, &format!("extractvalue {from}{positions}")) };
        if !outer.is_empty() {
            from = format!("{} {}", self.ty(inner)?, self.make(&format!("extractvalue {from}{positions}"))?);
        }
        self.define(inst, &format!("extractelement {from}, i32 {lane}"))
    }

    fn insert(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        let (value, whole) = (inst.arg(0)?, inst.arg(1)?);
        let (outer, lane, inner) = self.path(inst, self.type_of(whole)?, &inst.args[2..])?;
        let (value, whole) = (self.typed(value)?, self.typed(whole)?);
        let positions = positions(outer);
        let Some(lane) = lane else { return self.define(inst, &format!("insertvalue {whole}, {value}{positions}")) };
        if outer.is_empty() {
            return self.define(inst, &format!("insertelement {whole}, {value}, i32 {lane}"));
        }
        let ty = self.ty(inner)?;
        let old = self.make(&format!("extractvalue {whole}{positions}"))?;
        let new = self.make(&format!("insertelement {ty} {old}, {value}, i32 {lane}"))?;
        self.define(inst, &format!("insertvalue {whole}, {ty} {new}{positions}"))
    }

    fn construct(&mut self, inst: &'a Inst<'a>) -> Result<()> {
        let ty = self.ty(inst.ty)?;
        let vector = self.is_vector(inst.ty)?;
        let mut values = Vec::new();
        for &part in inst.args {
            let typed = self.typed(part)?;
            if !vector || !self.is_vector(self.type_of(part)?)? {
                values.push(typed);
                continue;
            }
            // A vector may be made of smaller ones.
            let elem = self.ty(self.definition(inst.ty)?.arg(0)?)?;
            for lane in 0..self.lanes(part)?.min(1 << 16) {
                let value = self.make(&format!("extractelement {typed}, i32 {lane}"))?;
                values.push(format!("{elem} {value}"));
            }
        }
        let Some((last, rest)) = values.split_last() else { return Err(malformed(inst, "it has no parts")) };
        let step = |whole: &str, value: &str, index: usize| match vector {
            true => format!("insertelement {ty} {whole}, {value}, i32 {index}"),
            false => format!("insertvalue {ty} {whole}, {value}, {index}"),
        };
        let mut whole = "poison".to_owned();
        for (index, value) in rest.iter().enumerate() {
            whole = self.make(&step(&whole, value, index))?;
        }
        self.define(inst, &step(&whole, last, rest.len()))
    }
}

fn lane_text(lane: u32) -> String {
    if lane == NO_LANE { "i32 poison".into() } else { format!("i32 {lane}") }
}

fn positions(indices: &[u32]) -> String {
    indices.iter().map(|index| format!(", {index}")).collect()
}
