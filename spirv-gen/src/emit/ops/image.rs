//! The texture unit: reads of the device's texture table, an array of combined image samplers in set 0, binding 0.
//!
//! One read gives four channels, the intrinsic one of them: reads of the same place in one block share an instruction. The
//! slot may differ between threads (a handle is data), so the accesses are `NonUniform`.

use rspirv::dr::{Instruction, Operand};
use rspirv::spirv::{Capability, Decoration, Dim, ImageFormat, ImageOperands, Op as SpvOp, StorageClass, Word};

use super::super::Emitter;
use crate::error::CompileError;
use crate::ir::function::Block;
use crate::ir::instruction::{Inst, Op};
use crate::ir::types::Type;

/// What stands for the table in a module that reads it.
#[derive(Clone, Copy, Debug)]
pub(in crate::emit) struct TextureTable {
    variable: Word,
    sampled: Word,
}

/// A read: its block, slot and coordinates.
pub(in crate::emit) type ReadKey = (Block, [Word; 3]);

impl Emitter<'_> {
    pub(in crate::emit) fn image_sample(&mut self, inst: Inst) -> Result<(), CompileError> {
        let func = self.func;
        let Op::Intrinsic { args, .. } = func.op(inst) else { return Err(self.unexpected(inst)) };
        let Some(component) = self.module.ctx.as_int(args[3]).filter(|&n| n < 4) else {
            return Err(self.unexpected(inst));
        };
        let place = [self.value(args[0])?, self.value(args[1])?, self.value(args[2])?];
        let texel = match self.image_reads.get(&(self.current, place)) {
            Some(&texel) => texel,
            None => self.read(place)?,
        };
        self.image_reads.insert((self.current, place), texel);
        let (float, id) = (self.ty(Type::FLOAT)?, self.insts[inst.0 as usize]);
        let operands = vec![Operand::IdRef(texel), Operand::LiteralBit32(component as u32)];
        self.op(SpvOp::CompositeExtract, float, id, operands).map(|_| ())
    }

    fn read(&mut self, [slot, x, y]: [Word; 3]) -> Result<Word, CompileError> {
        let table = self.texture_table()?;
        let pointer = self.pointer(StorageClass::UniformConstant, table.sampled);
        let (pair, texel) = (self.short_vector(Type::FLOAT, 2)?, self.short_vector(Type::FLOAT, 4)?);
        let at = self.op_new(SpvOp::CompositeConstruct, pair, &[x, y])?;
        let element = self.op_new(SpvOp::AccessChain, pointer, &[table.variable, slot])?;
        let image = self.op_new(SpvOp::Load, table.sampled, &[element])?;
        for id in [element, image] {
            self.b.decorate(id, Decoration::NonUniform, []);
        }
        let level = self.scalar_constant(Type::FLOAT, 0)?;
        let operands = vec![
            Operand::IdRef(image),
            Operand::IdRef(at),
            Operand::ImageOperands(ImageOperands::LOD),
            Operand::IdRef(level),
        ];
        let id = self.b.id();
        self.op(SpvOp::ImageSampleExplicitLod, texel, id, operands)
    }

    /// Declares the table when it is first asked for.
    fn texture_table(&mut self) -> Result<TextureTable, CompileError> {
        if let Some(table) = self.interface.textures {
            return Ok(table);
        }
        let has = self.target.texture_slots > 0;
        self.require(has, Capability::SampledImageArrayNonUniformIndexing, "descriptorIndexing (textures)")?;
        self.capability(Capability::ShaderNonUniform);
        let (float, slots) = (self.ty(Type::FLOAT)?, self.uint(self.target.texture_slots)?);
        let [image, sampled, array] = [self.b.id(), self.b.id(), self.b.id()];
        let literal = Operand::LiteralBit32;
        // Two-dimensional, no depth, not arrayed, not multisampled, used with a sampler.
        let of_image = vec![
            Operand::IdRef(float),
            Operand::Dim(Dim::Dim2D),
            literal(0),
            literal(0),
            literal(0),
            literal(1),
            Operand::ImageFormat(ImageFormat::Unknown),
        ];
        let types = &mut self.b.module_mut().types_global_values;
        types.push(Instruction::new(SpvOp::TypeImage, None, Some(image), of_image));
        types.push(Instruction::new(SpvOp::TypeSampledImage, None, Some(sampled), vec![Operand::IdRef(image)]));
        let of_array = vec![Operand::IdRef(sampled), Operand::IdRef(slots)];
        types.push(Instruction::new(SpvOp::TypeArray, None, Some(array), of_array));
        let variable = self.global_variable(StorageClass::UniformConstant, array);
        self.b.decorate(variable, Decoration::DescriptorSet, [literal(0)]);
        self.b.decorate(variable, Decoration::Binding, [literal(0)]);
        let table = TextureTable { variable, sampled };
        self.interface.textures = Some(table);
        Ok(table)
    }
}
