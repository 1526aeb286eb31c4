//! Gives each device-memory global a place in the module's one arena, and turns its address into arithmetic.
//!
//! Vulkan has no global variables that the host can name; the runtime allocates the arena, fills it, and passes its address.
//!
//!   before  @table = addrspace(4) constant [4 x float] [...]       load float, ptr addrspace(4) @table
//!   after   %g = call ptr addrspace(1) @hip.globals.base()         %t = getelementptr i8, ptr %g, i64 offset
//!
//! Needs: `calls::inline` (dead globals are known).   Leaves: only shared-memory globals (checked by verify).
//! The arena is read off beforehand by [`layout`], once per translation unit.

use crate::bundle::metadata::{GlobalInfo, GlobalsArena};
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::cursor::Cursor;
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{CastOp, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::{Context, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};

const PASS: &str = "abi/globals";

/// Where each global lies in the arena; nothing for shared memory and for what nobody uses.
pub type Places = Vec<Option<u64>>;

/// Lays out the arena: every global that code uses or that the host may name, and what their initialisers point to.
///
/// # Errors
/// A used global is only declared, or an initialiser holds what cannot be known before run time.
pub fn layout(module: &Module) -> Result<(GlobalsArena, Places), CompileError> {
    let wanted = wanted(module);
    let stated = stated(module);
    let mut arena = GlobalsArena::default();
    let mut places: Places = vec![None; module.globals.len()];
    for (id, global) in module.globals.iter() {
        if !wanted[id.index()] || global.space == AddressSpace::Shared {
            continue;
        }
        if global.init.is_none() {
            let what = format!(
                "device variable '{}' is declared but not defined here (with -fgpu-rdc: in no linked file)",
                global.name
            );
            return Err(CompileError::unsupported(PASS, what));
        }
        let types = &module.ctx.types;
        let align = u64::from(global.align.max(stated[id.index()])).max(types.align(global.ty));
        let offset = arena.size.next_multiple_of(align);
        let size = types.size(global.ty);
        places[id.index()] = Some(offset);
        // Empty structures still have an address of their own.
        arena.size = offset + size.max(1);
        if is_host_visible(module, id) {
            arena.variables.push(GlobalInfo { name: global.name.clone(), offset, size });
        }
    }
    let mut image = Image { module, places: &places, bytes: Vec::new(), relocations: Vec::new() };
    for (id, global) in module.globals.iter() {
        if let (Some(offset), Some(init)) = (places[id.index()], global.init) {
            image.write(init, offset).map_err(|what| {
                CompileError::unsupported(PASS, format!("{what} in the initialiser of '{}'", global.name))
            })?;
        }
    }
    arena.image = image.bytes;
    arena.relocations = image.relocations;
    while arena.image.last() == Some(&0) {
        arena.image.pop();
    }
    Ok((arena, places))
}

/// By global, how far accesses say that it is aligned. clang (22 and older) reads the pointer to a managed variable as if it were aligned like the variable
/// (`@x` like `@x.managed`), but defines it without; two such pointers then make one access, which a GPU does elsewhere if that is not so.
fn stated(module: &Module) -> Vec<u32> {
    let mut stated = vec![0; module.globals.len()];
    let by_name: HashMap<&str, GlobalId> = module.globals.iter().map(|(id, global)| (&*global.name, id)).collect();
    for global in module.globals.values() {
        if let Some(&pointer) = global.name.strip_suffix(".managed").and_then(|name| by_name.get(name)) {
            stated[pointer.index()] = global.align;
        }
    }
    for func in module.functions.values() {
        for (_, inst) in func.linked_insts() {
            let (Op::Load { ptr, align, .. } | Op::Store { ptr, align, .. }) = *func.op(inst) else { continue };
            let Value::Const(address) = ptr else { continue };
            if let &ConstData::GlobalAddr { global, offset, .. } = module.ctx.consts.data(address)
                && offset % i64::from(align.max(1)) == 0
            {
                stated[global.index()] = stated[global.index()].max(align);
            }
        }
    }
    stated
}

/// Whether the host may name the global.
fn is_host_visible(module: &Module, id: GlobalId) -> bool {
    let global = &module.globals[id];
    !is_bookkeeping(&global.name) && (!global.internal || global.externally_initialized)
}

/// Variables that clang and the linker use among themselves.
fn is_bookkeeping(name: &str) -> bool {
    name.starts_with("llvm.") || name.starts_with("__hip_cuid") || name.starts_with("__oclc_")
}

/// Which globals are used by code, visible to the host, or pointed to by one of those.
fn wanted(module: &Module) -> Vec<bool> {
    let mut wanted = vec![false; module.globals.len()];
    let mut queue: Vec<GlobalId> =
        module.globals.keys().filter(|&id| is_host_visible(module, id) && module.globals[id].init.is_some()).collect();
    for func in module.functions.values() {
        for (_, inst) in func.linked_insts() {
            func.op(inst).for_each_operand(|v| {
                if let Value::Const(id) = v {
                    globals_in(&module.ctx, id, &mut queue);
                }
            });
        }
    }
    while let Some(id) = queue.pop() {
        if !std::mem::replace(&mut wanted[id.index()], true)
            && let Some(init) = module.globals[id].init
        {
            globals_in(&module.ctx, init, &mut queue);
        }
    }
    wanted
}

/// Adds the globals that `id` mentions to `out`.
fn globals_in(ctx: &Context, id: Const, out: &mut Vec<GlobalId>) {
    match ctx.consts.data(id) {
        ConstData::GlobalAddr { global, .. } => out.push(*global),
        ConstData::Aggregate { elems, .. } => elems.iter().for_each(|&e| globals_in(ctx, e, out)),
        _ => {}
    }
}

/// Whether a function's address is part of `id`.
fn holds_function(ctx: &Context, id: Const) -> bool {
    match ctx.consts.data(id) {
        ConstData::Function { .. } => true,
        ConstData::Aggregate { elems, .. } => elems.iter().any(|&e| holds_function(ctx, e)),
        _ => false,
    }
}

/// The arena's initial bytes while they are written.
struct Image<'a> {
    module: &'a Module,
    places: &'a Places,
    bytes: Vec<u8>,
    relocations: Vec<(u64, u64)>,
}

impl Image<'_> {
    /// Writes the constant at `offset`.
    fn write(&mut self, id: Const, offset: u64) -> Result<(), String> {
        let (ctx, types) = (&self.module.ctx, &self.module.ctx.types);
        match ctx.consts.data(id) {
            ConstData::Zero(_) | ConstData::Undef(_) | ConstData::Poison(_) => {}
            ConstData::Address { ty, bits } => self.put(offset, &bits.to_le_bytes()[..types.store_size(*ty) as usize]),
            ConstData::Int { ty, bits } => {
                let mut bytes = bits.to_le_bytes().to_vec();
                bytes.resize(types.store_size(*ty) as usize, 0);
                self.put(offset, &bytes);
            }
            ConstData::Float { ty, bits } => self.put(offset, &bits.to_le_bytes()[..types.store_size(*ty) as usize]),
            ConstData::Bytes { data, .. } => self.put(offset, data),
            ConstData::Aggregate { ty, elems } => match types.kind(*ty) {
                TypeKind::Struct { .. } => {
                    let offsets = types.struct_layout(*ty).0;
                    for (&elem, at) in elems.iter().zip(offsets) {
                        self.write(elem, offset + at)?;
                    }
                }
                TypeKind::Array { elem, .. } => {
                    let step = types.size(*elem);
                    for (i, &e) in elems.iter().enumerate() {
                        self.write(e, offset + i as u64 * step)?;
                    }
                }
                TypeKind::Int(_) => {
                    let limbs = elems.iter().map(|&e| ctx.as_int(Value::Const(e)).unwrap_or(0) as u64);
                    let bytes: Vec<u8> =
                        limbs.flat_map(u64::to_le_bytes).take(types.store_size(*ty) as usize).collect();
                    self.put(offset, &bytes);
                }
                _ => self.write_vector(*ty, elems, offset)?,
            },
            ConstData::GlobalAddr { ty, global, offset: within } => {
                let place = self.places[global.index()].ok_or("the address of shared memory")?;
                if types.size(*ty) != 8 {
                    return Err("a shortened address".into());
                }
                self.put(offset, &[0; 8]);
                self.relocations.push((offset, place.wrapping_add_signed(*within)));
            }
            ConstData::Function { func, .. } => {
                self.put(offset, &self.module.function_address(*func).to_le_bytes());
            }
        }
        Ok(())
    }

    /// Elements of a vector lie packed, bit by bit for `i1`.
    fn write_vector(&mut self, ty: Type, elems: &[Const], offset: u64) -> Result<(), String> {
        let (ctx, types) = (&self.module.ctx, &self.module.ctx.types);
        let bits = types.value_bits(types.scalar(ty));
        if bits % 8 == 0 {
            for (i, &e) in elems.iter().enumerate() {
                self.write(e, offset + i as u64 * u64::from(bits / 8))?;
            }
            return Ok(());
        }
        let mut packed = vec![0u8; types.store_size(ty) as usize];
        for (i, &e) in elems.iter().enumerate() {
            let value = ctx.as_int(Value::Const(e)).unwrap_or(0);
            for bit in (0..bits as usize).filter(|bit| value >> bit & 1 == 1) {
                let at = i * bits as usize + bit;
                packed[at / 8] |= 1 << (at % 8);
            }
        }
        self.put(offset, &packed);
        Ok(())
    }

    fn put(&mut self, offset: u64, data: &[u8]) {
        let (start, end) = (offset as usize, offset as usize + data.len());
        if self.bytes.len() < end {
            self.bytes.resize(end, 0);
        }
        self.bytes[start..end].copy_from_slice(data);
    }
}

/// Rewrites the uses in `func` (a kernel): the base once at the top, each address once below it.
///
/// # Errors
/// A global whose place is not known.
pub fn rewrite_uses(
    ctx: &mut Context,
    func: &mut Function,
    places: &Places,
    names: &Module,
) -> Result<(), CompileError> {
    let used = used_addresses(ctx, func);
    if used.is_empty() {
        return Ok(());
    }
    let entry = func.entry();
    let mut cursor = Cursor::before(ctx, func, entry, 0);
    cursor.loc = None;
    let mut map: HashMap<Const, Value> = HashMap::default();
    let mut base = None;
    for id in used {
        if let Some(value) = address(&mut cursor, id, places, names, &mut base)? {
            map.insert(id, value);
        }
    }
    for inst in func.insts.values_mut() {
        inst.op.map_operands(|v| match v {
            Value::Const(id) => map.get(&id).copied().unwrap_or(v),
            _ => v,
        });
    }
    Ok(())
}

/// The constants with addresses in them that linked instructions use, in order of first use.
fn used_addresses(ctx: &Context, func: &Function) -> Vec<Const> {
    let mut seen = vec![false; ctx.consts.len()];
    let mut used = Vec::new();
    for (_, inst) in func.linked_insts() {
        func.op(inst).for_each_operand(|v| {
            let Value::Const(id) = v else { return };
            if !std::mem::replace(&mut seen[id.index()], true) {
                let mut inside = Vec::new();
                globals_in(ctx, id, &mut inside);
                if !inside.is_empty() || holds_function(ctx, id) {
                    used.push(id);
                }
            }
        });
    }
    used
}

/// Code for the constant `id`; nothing if it is a shared-memory address, which stays.
fn address(
    cur: &mut Cursor<'_>,
    id: Const,
    places: &Places,
    names: &Module,
    base: &mut Option<Value>,
) -> Result<Option<Value>, CompileError> {
    match cur.ctx.consts.data(id).clone() {
        ConstData::GlobalAddr { ty, global, offset } => {
            let info = &names.globals[global];
            if info.space == AddressSpace::Shared {
                return Ok(None);
            }
            let place = places[global.index()].ok_or_else(|| CompileError::internal(PASS, "global without a place"))?;
            let base = *base.get_or_insert_with(|| cur.intrinsic(Intrinsic::GlobalsBase, Vec::new(), Type::PTR_GLOBAL));
            let step = cur.ctx.i64(place.wrapping_add_signed(offset));
            let ptr = cur.byte_offset(base, step);
            Ok(Some(convert(cur, ptr, ty)))
        }
        ConstData::Function { ty, func } => {
            let bits = cur.ctx.i64(names.function_address(func));
            let pointer = cur.ctx.types.pointee_space(ty).is_some();
            Ok(Some(if pointer { cur.cast(CastOp::IntToPtr, bits, ty) } else { bits }))
        }
        ConstData::Aggregate { ty, elems } => {
            let mut whole = cur.ctx.poison(ty);
            for (i, &elem) in elems.iter().enumerate() {
                let value = address(cur, elem, places, names, base)?.unwrap_or(Value::Const(elem));
                let op = if cur.ctx.types.vector_parts(ty).is_some() {
                    let index = cur.ctx.i32(i as u32);
                    Op::InsertElement { vector: whole, value, index }
                } else {
                    Op::InsertValue { aggregate: whole, value, indices: vec![i as u32] }
                };
                whole = cur.inst(op, ty);
            }
            Ok(Some(whole))
        }
        _ => Ok(None),
    }
}

/// A global-memory pointer as `ty`: another device pointer, a generic one, or an integer.
fn convert(cur: &mut Cursor<'_>, ptr: Value, ty: Type) -> Value {
    if cur.ctx.types.pointee_space(ty).is_some() {
        return cur.cast(CastOp::AddrSpaceCast, ptr, ty);
    }
    let whole = cur.cast(CastOp::PtrToInt, ptr, Type::I64);
    cur.resize_unsigned(whole, ty)
}

#[cfg(test)]
mod tests {
    use super::layout;
    use crate::ir::parse::parse_module;

    #[test]
    fn globals_are_aligned_as_accesses_say() {
        let text = "@x.managed = addrspace(1) externally_initialized global [21 x i16] zeroinitializer, align 16
@y.managed = addrspace(1) externally_initialized global [21 x i16] zeroinitializer, align 32
@n = addrspace(1) externally_initialized global i32 0
@x = addrspace(1) externally_initialized global ptr addrspace(1) null
@y = addrspace(1) externally_initialized global ptr addrspace(1) null
@z = addrspace(1) externally_initialized global i32 0
define amdgpu_kernel void @k() {
  store i32 1, ptr addrspace(1) @z, align 64
  ret void
}
";
        let (arena, _) = layout(&parse_module(text).unwrap()).unwrap();
        let aligned = |name: &str, to| {
            let place = arena.variables.iter().find(|variable| variable.name == name).map(|variable| variable.offset);
            place.is_some_and(|place| place % to == 0)
        };
        assert!(aligned("x", 16) && aligned("y", 32) && aligned("z", 64), "{:?}", arena.variables);
    }
}
