//! Types. Arrays and structures are named in the text, so that it stays as long as the module. Called by everything here.

use rspirv::spirv::{Decoration, FPEncoding, Op, StorageClass};

use super::words::Inst;
use super::{Reader, Result, malformed, unknown};

/// AMDGPU's address spaces.
const SHARED: u32 = 3;
const CONSTANT: u32 = 4;
const PRIVATE: u32 = 5;

impl<'a> Reader<'a> {
    /// `%tN = type ...` of all that need a name.
    pub(super) fn type_definitions(&mut self) -> Result<()> {
        for inst in self.code {
            let text = match inst.op {
                Op::TypeArray => {
                    let elem = self.ty(inst.arg(0)?)?;
                    format!("[{} x {elem}]", self.length(inst)?)
                }
                Op::TypeStruct => {
                    let fields = inst.args.iter().map(|&field| self.ty(field)).collect::<Result<Vec<_>>>()?;
                    let body = format!("{{ {} }}", fields.join(", "));
                    if self.facts.has(inst.id, Decoration::CPacked) { format!("<{body}>") } else { body }
                }
                _ => continue,
            };
            self.line(&format!("%t{} = type {text}", inst.id))?;
        }
        Ok(())
    }

    /// How many elements an array type has.
    fn length(&self, array: &Inst<'_>) -> Result<u64> {
        self.integer(array.arg(1)?).ok_or_else(|| malformed(array, "its length is no constant"))
    }

    /// The bits of an integer constant of up to 64 bits.
    pub(super) fn integer(&self, id: u32) -> Option<u64> {
        let inst = self.definition(id).ok()?;
        match (inst.op, inst.args) {
            (Op::ConstantNull, _) => Some(0),
            (Op::Constant | Op::SpecConstant, &[low]) => Some(low.into()),
            (Op::Constant | Op::SpecConstant, &[low, high]) => Some(u64::from(low) | u64::from(high) << 32),
            _ => None,
        }
    }

    /// The type called `id`.
    pub(super) fn ty(&self, id: u32) -> Result<String> {
        let inst = self.definition(id)?;
        Ok(match inst.op {
            Op::TypeVoid => "void".into(),
            Op::TypeBool => "i1".into(),
            Op::TypeInt => format!("i{}", inst.arg(0)?),
            Op::TypeFloat => self.float(inst)?.into(),
            Op::TypePointer | Op::TypeUntypedPointerKHR => pointer(self.space(id)?),
            Op::TypeArray | Op::TypeStruct => format!("%t{id}"),
            Op::TypeVector => {
                let elem = self.definition(inst.arg(0)?)?;
                let scalar = [Op::TypeBool, Op::TypeInt, Op::TypeFloat, Op::TypePointer, Op::TypeUntypedPointerKHR];
                if !scalar.contains(&elem.op) {
                    return Err(malformed(inst, "a vector of what is no scalar"));
                }
                format!("<{} x {}>", inst.arg(1)?, self.ty(elem.id)?)
            }
            _ => return Err(unknown(inst, "")),
        })
    }

    fn float(&self, inst: &Inst<'_>) -> Result<&'static str> {
        match (inst.arg(0)?, inst.args.get(1).copied()) {
            (16, None) => Ok("half"),
            (16, Some(encoding)) if encoding == FPEncoding::BFloat16KHR as u32 => Ok("bfloat"),
            (32, None) => Ok("float"),
            (64, None) => Ok("double"),
            (bits, encoding) => Err(unknown(inst, &format!("{bits} bits, encoding {encoding:?}"))),
        }
    }

    /// The address space that a pointer type points into, AMDGPU's number.
    pub(super) fn space(&self, pointer: u32) -> Result<u32> {
        let inst = self.definition(pointer)?;
        if !matches!(inst.op, Op::TypePointer | Op::TypeUntypedPointerKHR) {
            return Err(malformed(inst, "it is no pointer's type"));
        }
        Ok(match StorageClass::from_u32(inst.arg(0)?) {
            Some(StorageClass::Generic | StorageClass::CodeSectionINTEL) => 0,
            Some(StorageClass::CrossWorkgroup | StorageClass::DeviceOnlyALTERA | StorageClass::HostOnlyALTERA) => 1,
            Some(StorageClass::Workgroup) => SHARED,
            Some(StorageClass::UniformConstant) => CONSTANT,
            Some(StorageClass::Function) => PRIVATE,
            class => return Err(unknown(inst, &format!("storage class {class:?}"))),
        })
    }

    /// What a typed pointer's type says of what it points to; nothing for an untyped one.
    pub(super) fn pointee(&self, pointer: u32) -> Result<Option<u32>> {
        let inst = self.definition(pointer)?;
        if inst.op == Op::TypePointer { inst.arg(1).map(Some) } else { Ok(None) }
    }

    /// The bits of a scalar integer or float type, or of a vector's elements.
    pub(super) fn bits(&self, ty: u32) -> Result<u32> {
        let inst = self.definition(ty)?;
        match inst.op {
            Op::TypeInt | Op::TypeFloat => inst.arg(0),
            Op::TypeBool => Ok(1),
            Op::TypeVector => {
                let elem = self.definition(inst.arg(0)?)?;
                if elem.op == Op::TypeVector { Err(malformed(inst, "a vector of vectors")) } else { self.bits(elem.id) }
            }
            _ => Err(malformed(inst, "it is no number's type")),
        }
    }

    pub(super) fn is_pointer(&self, ty: u32) -> Result<bool> {
        Ok(matches!(self.definition(ty)?.op, Op::TypePointer | Op::TypeUntypedPointerKHR))
    }

    pub(super) fn is_vector(&self, ty: u32) -> Result<bool> {
        Ok(self.definition(ty)?.op == Op::TypeVector)
    }

    /// As intrinsics' names end: `i32`, `f16`, `v4f32`, `p1`.
    pub(super) fn suffix(&self, ty: u32) -> Result<String> {
        let inst = self.definition(ty)?;
        Ok(match inst.op {
            Op::TypeFloat if self.float(inst)? == "bfloat" => "bf16".into(),
            Op::TypeFloat => format!("f{}", inst.arg(0)?),
            Op::TypeVector if !self.is_vector(inst.arg(0)?)? => {
                format!("v{}{}", inst.arg(1)?, self.suffix(inst.arg(0)?)?)
            }
            Op::TypePointer | Op::TypeUntypedPointerKHR => format!("p{}", self.space(ty)?),
            _ => self.ty(ty)?,
        })
    }
}

/// A pointer's type.
pub(super) fn pointer(space: u32) -> String {
    if space == 0 { "ptr".into() } else { format!("ptr addrspace({space})") }
}

/// The null pointer of a memory. In shared and private memory that has all bits set, and `null` none.
pub(super) fn null(space: u32) -> String {
    match space {
        SHARED | PRIVATE => format!("addrspacecast (ptr null to {})", pointer(space)),
        _ => "null".into(),
    }
}
