//! Gives every class of shared and private objects one typed variable.
//!
//! Vulkan cannot cast pointers into these memories, so a variable's element type must fit all accesses of its class:
//! - one scalar type throughout: that type (`[N x float]`); vectors of one shape, always aligned: that vector, of integers if types differ;
//! - otherwise an integer of the width that costs least: wider accesses are composed of several, narrower ones take part of
//!   one (`memory/access.rs`); atomics force at least their own width.
//!
//! Where no offset in a class needs bytes, its pointers count units, and `a[i]` needs no arithmetic at all.
//! Called by `pointers/physical.rs`.

use std::collections::BTreeSet;

use super::objects::{Access, Flow, Object, is_dynamic, made_in_rounds};
use super::registers::{self, Array};
use crate::error::{CompileError, CompileErrorKind};
use crate::hash::HashMap;
use crate::ir::entity::PrimaryMap;
use crate::ir::function::Function;
use crate::ir::instruction::{Inst, Op, Value};
use crate::ir::module::{Context, FuncId, Global, GlobalId, Module};
use crate::ir::types::{AddressSpace, Type, TypeKind};
use crate::passes::DeviceContext;
use crate::target::Target;

const PASS: &str = "memory/layout";
/// Where dynamic shared memory starts: as AMDGPU aligns it for the largest vector.
const DYNAMIC_ALIGN: u64 = 16;

/// The element of a class's variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// Scalar or vector type of an element.
    pub ty: Type,
    /// Scalar type of it.
    pub scalar: Type,
    pub lanes: u32,
    /// Bytes of the whole element, a power of two.
    pub bytes: u64,
}

/// One class: a variable and how its pointers count.
#[derive(Clone, Copy, Debug)]
pub struct Class {
    pub space: AddressSpace,
    pub unit: Unit,
    /// Pointers count units instead of bytes.
    pub scaled: bool,
    /// Some offset may have wrapped: cut indices to what bytes would give.
    pub wraps: bool,
    /// The variable; nothing if the class is never accessed.
    pub variable: Option<GlobalId>,
    /// `[N x unit]`.
    pub array: Type,
}

impl Class {
    /// What one step of a pointer of this class means, in bytes.
    pub fn step(&self) -> u64 {
        if self.scaled { self.unit.bytes } else { 1 }
    }
}

/// The classes of a kernel.
#[derive(Debug, Default)]
pub struct Layout {
    classes: Vec<Class>,
    of_inst: HashMap<Inst, usize>,
    of_access: HashMap<Inst, usize>,
    of_global: HashMap<GlobalId, usize>,
    places: HashMap<Object, u64>,
}

impl Layout {
    /// The class of the local pointer that `inst` makes.
    pub fn of_pointer(&self, inst: Inst) -> Option<&Class> {
        self.of_inst.get(&inst).map(|&c| &self.classes[c])
    }
    /// The class that `inst` reads or writes, if its address is a local pointer.
    pub fn of_access(&self, inst: Inst) -> Option<&Class> {
        self.of_access.get(&inst).map(|&c| &self.classes[c])
    }
    /// Class of a shared global, and its offset in bytes.
    pub fn of_global(&self, global: GlobalId) -> Option<(&Class, u64)> {
        let class = &self.classes[*self.of_global.get(&global)?];
        Some((class, self.places[&Object::Global(global)]))
    }
    /// Offset of an alloca in bytes.
    pub fn alloca_offset(&self, inst: Inst) -> u64 {
        self.places.get(&Object::Alloca(inst)).copied().unwrap_or(0)
    }
}

/// A part of a GEP's offset.
#[derive(Clone, Copy, Debug)]
pub enum Term {
    /// Bytes.
    Constant(i64),
    /// `index * stride` bytes.
    Scaled { index: Value, stride: u64 },
}

/// The terms of a GEP's offset, in order.
pub fn for_each_term(ctx: &Context, elem: Type, indices: &[Value], mut f: impl FnMut(Term)) {
    let mut ty = elem;
    for (nth, &index) in indices.iter().enumerate() {
        if nth > 0 {
            match ctx.types.kind(ty) {
                TypeKind::Struct { fields, .. } => {
                    let field = ctx.as_int(index).unwrap_or(0) as usize;
                    f(Term::Constant(ctx.types.struct_layout(ty).0[field] as i64));
                    ty = fields[field];
                    continue;
                }
                TypeKind::Array { elem, .. } | TypeKind::Vector { elem, .. } => ty = *elem,
                _ => return,
            }
        }
        let stride = ctx.types.size(ty);
        match (ctx.as_int(index), index) {
            (Some(bits), Value::Const(id)) => {
                let width = ctx.types.value_bits(ctx.consts.data(id).ty());
                let index = crate::passes::util::build::sign_extend(bits, width) as i64;
                f(Term::Constant(index.wrapping_mul(stride as i64)));
            }
            _ => f(Term::Scaled { index, stride }),
        }
    }
}

/// Analyses kernel `id`, replaces the module's globals by the class variables, and says where everything is.
///
/// # Errors
/// More shared memory than the device has; a dynamically sized alloca, or one that a loop repeats.
pub fn lay_out(module: &mut Module, id: FuncId, device: &DeviceContext<'_>) -> Result<Layout, CompileError> {
    let func = &module.functions[id];
    if let Some(&inst) = made_in_rounds(func).first() {
        let what = "a local variable that every round of a loop makes anew (alloca), whose address outlives the round";
        let place = func.insts[inst].loc.map(|l| module.describe(l));
        return Err(CompileError::unsupported(PASS, what).in_function(&func.name).at(place));
    }
    let mut flow = Flow::of(module, func);
    let mut layout = Layout::default();
    let mut class_of_root: HashMap<usize, usize> = HashMap::default();
    let mut members: Vec<Vec<Object>> = Vec::new();
    for (object, space) in flow.objects.clone() {
        let node = flow.object_node(object);
        let root = flow.find(node);
        let class = *class_of_root.entry(root).or_insert_with(|| {
            members.push(Vec::new());
            layout.classes.push(empty_class(space));
            members.len() - 1
        });
        members[class].push(object);
        if let Object::Global(global) = object {
            layout.of_global.insert(global, class);
        }
    }
    let accesses = assign(&mut flow, module, id, &mut class_of_root, &mut layout);
    let holds_matrices = assign_matrices(&mut flow, &class_of_root, &mut layout);
    members.resize(layout.classes.len(), Vec::new());
    for (class, accesses) in accesses.iter().enumerate() {
        let space = layout.classes[class].space;
        layout.classes[class].unit = choose_unit(&mut module.ctx, device.target, space, accesses);
    }
    choose_scaling(&mut flow, &class_of_root, &mut layout, &accesses, &module.ctx);
    let mut bytes = Vec::with_capacity(members.len());
    for (class, objects) in members.iter().enumerate() {
        bytes.push(place(module, id, device, &mut layout, class, objects)?);
    }
    if let Some(budget) = device.target.array_registers {
        let arrays = run_time_arrays(&mut flow, &class_of_root, &layout, &accesses, &bytes);
        for class in registers::too_many(&arrays, budget) {
            let shift = registers::shift(bytes[class]);
            bytes[class] += shift;
            for object in &members[class] {
                *layout.places.entry(*object).or_default() += shift;
            }
        }
    }
    let mut variables = PrimaryMap::new();
    for (class, &bytes) in bytes.iter().enumerate() {
        if !accesses[class].is_empty() || holds_matrices.contains(&class) {
            declare(module, &mut layout.classes[class], bytes, &mut variables);
        }
    }
    module.globals = variables;
    check_shared(module, id, device)?;
    Ok(layout)
}

fn empty_class(space: AddressSpace) -> Class {
    let unit = Unit { ty: Type::I32, scalar: Type::I32, lanes: 1, bytes: 4 };
    Class { space, unit, scaled: false, wraps: false, variable: None, array: Type::I32 }
}

/// Sorts pointers and accesses into classes; classes that hold no object (addresses made up) are added.
fn assign(
    flow: &mut Flow,
    module: &Module,
    id: FuncId,
    class_of_root: &mut HashMap<usize, usize>,
    layout: &mut Layout,
) -> Vec<Vec<Access>> {
    let func = &module.functions[id];
    for (_, inst) in func.linked_insts() {
        if let Some(space) = super::objects::local_space(&module.ctx, func.insts[inst].ty) {
            let node = flow.inst_node(inst);
            let root = flow.find(node);
            let class = *class_of_root.entry(root).or_insert_with(|| {
                layout.classes.push(empty_class(space));
                layout.classes.len() - 1
            });
            layout.of_inst.insert(inst, class);
        }
    }
    let mut accesses = vec![Vec::new(); layout.classes.len()];
    for access in flow.accesses.clone() {
        let root = flow.find(access.node);
        if let Some(&class) = class_of_root.get(&root) {
            layout.of_access.insert(access.inst, class);
            accesses[class].push(access);
        }
    }
    accesses
}

/// Finds the classes that matrices are loaded from and stored to. They take elements of any type, and are as aligned as the widest.
fn assign_matrices(flow: &mut Flow, class_of_root: &HashMap<usize, usize>, layout: &mut Layout) -> BTreeSet<usize> {
    let mut classes = BTreeSet::new();
    for (inst, node) in flow.matrices.clone() {
        let root = flow.find(node);
        if let Some(&class) = class_of_root.get(&root).filter(|&&c| layout.classes[c].space == AddressSpace::Shared) {
            layout.of_access.insert(inst, class);
            classes.insert(class);
        }
    }
    classes
}

/// The element type that fits all accesses best: see the file's description.
fn choose_unit(ctx: &mut Context, target: &Target, space: AddressSpace, accesses: &[Access]) -> Unit {
    let scalar_unit = |ctx: &Context, ty: Type| Unit { ty, scalar: ty, lanes: 1, bytes: ctx.types.store_size(ty) };
    let Some(first) = accesses.first() else { return scalar_unit(ctx, Type::I32) };
    let one_type = accesses.iter().all(|a| a.ty == first.ty);
    let scalar_bytes = ctx.types.store_size(first.ty);
    let aligned = accesses.iter().all(|a| u64::from(a.align) >= ctx.types.store_size(a.ty));
    let narrow_ok = match scalar_bytes {
        1 => target.int8,
        2 => target.int16,
        _ => true,
    };
    let any_atomic = accesses.iter().any(|a| a.atomic);
    if one_type && aligned && narrow_ok && !(any_atomic && scalar_bytes < 4) {
        let lanes = first.lanes;
        let bytes = scalar_bytes * u64::from(lanes);
        let one_shape = accesses.iter().all(|a| a.lanes == lanes && u64::from(a.align) >= bytes);
        if one_shape && !any_atomic && matches!(lanes, 2 | 4) {
            return Unit { ty: ctx.types.vector(first.ty, lanes), scalar: first.ty, lanes, bytes };
        }
        return scalar_unit(ctx, first.ty);
    }
    // Vectors of one shape that are integers here and floats there.
    let lanes = first.lanes;
    let whole = scalar_bytes * u64::from(lanes);
    let like_first = |a: &Access| ctx.types.store_size(a.ty) == scalar_bytes && a.lanes == lanes && !a.atomic;
    if narrow_ok && matches!(lanes, 2 | 4) && accesses.iter().all(|a| like_first(a) && u64::from(a.align) >= whole) {
        let scalar = ctx.types.int(scalar_bytes as u32 * 8);
        return Unit { ty: ctx.types.vector(scalar, lanes), scalar, lanes, bytes: whole };
    }
    let forced = accesses.iter().filter(|a| a.atomic).map(|a| ctx.types.store_size(a.ty).max(4)).max().unwrap_or(1);
    let least = if target.int8 {
        1
    } else if target.int16 {
        2
    } else {
        4
    };
    let cost = |bytes: u64| accesses.iter().map(|a| access_cost(ctx, a, bytes, space)).sum::<u64>();
    // Part of a word is taken of 32 bits, for which there are atomics, or of what other atomics force.
    let whole = |bytes: u64| {
        accesses.iter().all(|a| ctx.types.store_size(a.ty).min(lowest_bit(a.align)) >= bytes) || bytes == forced.max(4)
    };
    let fitting = [8, 4, 2, 1].into_iter().filter(|&bytes| bytes >= forced.max(least) && whole(bytes));
    let bytes = fitting.min_by_key(|&bytes| cost(bytes)).unwrap_or(forced.max(4));
    let ty = ctx.types.int(bytes as u32 * 8);
    scalar_unit(ctx, ty)
}

/// Roughly, the instructions that an access takes in an array of `unit`-byte integers: several elements are joined, part of
/// one is shifted and masked, and to write part of one in shared memory takes two atomics.
fn access_cost(ctx: &Context, access: &Access, unit: u64, space: AddressSpace) -> u64 {
    let bytes = ctx.types.store_size(access.ty);
    let piece = bytes.min(lowest_bit(access.align));
    let each = if piece >= unit {
        4 * (bytes / unit) - 3
    } else {
        let part = match (access.store, space) {
            (false, _) => 4,
            (true, AddressSpace::Private) => 8,
            (true, _) => 40,
        };
        part * (bytes / piece)
    };
    each * u64::from(access.lanes)
}

fn lowest_bit(align: u32) -> u64 {
    1 << align.max(1).trailing_zeros()
}

/// Decides which classes count units: those where every offset, access and use allows it.
fn choose_scaling(
    flow: &mut Flow,
    class_of_root: &HashMap<usize, usize>,
    layout: &mut Layout,
    accesses: &[Vec<Access>],
    ctx: &Context,
) {
    let escaped = [AddressSpace::Shared, AddressSpace::Private].map(|s| {
        let node = flow.escaped_node(s);
        flow.find(node)
    });
    for (&root, &class) in class_of_root {
        let unit = layout.classes[class].unit;
        let narrow = accesses[class]
            .iter()
            .any(|a| (ctx.types.store_size(a.ty) * u64::from(a.lanes)).min(lowest_bit(a.align)) < unit.bytes);
        layout.classes[class].scaled = !escaped.contains(&root) && !narrow;
    }
    for step in flow.steps.clone() {
        let root = flow.find(step.node);
        let class = &mut layout.classes[class_of_root[&root]];
        class.scaled &= step.granule >= class.unit.bytes;
        class.wraps |= !step.inbounds;
    }
    for node in flow.bytewise.clone() {
        let root = flow.find(node);
        layout.classes[class_of_root[&root]].scaled = false;
    }
    for node in flow.compared.clone() {
        let root = flow.find(node);
        if let Some(&class) = class_of_root.get(&root) {
            let class = &mut layout.classes[class];
            class.scaled &= !class.wraps;
        }
    }
}

/// The private classes that are indexed at run time.
fn run_time_arrays(
    flow: &mut Flow,
    class_of_root: &HashMap<usize, usize>,
    layout: &Layout,
    accesses: &[Vec<Access>],
    bytes: &[u64],
) -> Vec<Array> {
    let mut indexed = BTreeSet::new();
    for step in flow.steps.clone().iter().filter(|step| step.run_time) {
        let root = flow.find(step.node);
        indexed.insert(class_of_root[&root]);
    }
    let array = |class: usize| {
        let Unit { bytes: unit, lanes, .. } = layout.classes[class].unit;
        let lanes = u64::from(lanes);
        let registers = bytes[class].div_ceil(unit) * lanes * (unit / lanes).div_ceil(4);
        Array { class, registers, accesses: accesses[class].len() as u64 }
    };
    let private = |class: &usize| layout.classes[*class].space == AddressSpace::Private;
    indexed.into_iter().filter(private).map(array).collect()
}

/// Places the objects of one class behind each other; returns the bytes of the whole.
fn place(
    module: &Module,
    id: FuncId,
    device: &DeviceContext<'_>,
    layout: &mut Layout,
    class: usize,
    objects: &[Object],
) -> Result<u64, CompileError> {
    let unit = layout.classes[class].unit.bytes;
    let mut end = 0u64;
    for &object in objects {
        let (size, align) = match object {
            Object::Global(global) if is_dynamic(module, global) => continue,
            Object::Global(global) => {
                let global = &module.globals[global];
                (module.ctx.types.size(global.ty), u64::from(global.align).max(module.ctx.types.align(global.ty)))
            }
            Object::Alloca(inst) => alloca_size(module, &module.functions[id], inst)?,
        };
        end = end.next_multiple_of(align.max(unit));
        layout.places.insert(object, end);
        end += size;
    }
    let mut dynamic = objects.iter().filter(|o| matches!(o, Object::Global(g) if is_dynamic(module, *g))).peekable();
    if dynamic.peek().is_some() {
        end = end.next_multiple_of(DYNAMIC_ALIGN.max(unit));
        dynamic.for_each(|&object| {
            layout.places.insert(object, end);
        });
        end += u64::from(device.shape.dynamic_shared);
    }
    Ok(end)
}

/// Size and alignment of an alloca.
fn alloca_size(module: &Module, func: &Function, inst: Inst) -> Result<(u64, u64), CompileError> {
    let Op::Alloca { elem, count, align } = *func.op(inst) else { return Ok((0, 1)) };
    let count = match count {
        None => 1,
        Some(count) => module.ctx.as_int(count).and_then(|n| u64::try_from(n).ok()).ok_or_else(|| {
            CompileError::unsupported(PASS, "a local array whose size is only known at run time (alloca)")
                .in_function(&func.name)
                .at(func.insts[inst].loc.map(|l| module.describe(l)))
        })?,
    };
    let size = module.ctx.types.size(elem).saturating_mul(count);
    Ok((size, u64::from(align).max(module.ctx.types.align(elem))))
}

/// Makes the variable of a class.
fn declare(module: &mut Module, class: &mut Class, bytes: u64, variables: &mut PrimaryMap<GlobalId, Global>) {
    let space = if class.space == AddressSpace::Shared { "shared" } else { "private" };
    let len = bytes.div_ceil(class.unit.bytes).max(1);
    class.array = module.ctx.types.array(class.unit.ty, len);
    class.variable = Some(variables.push(Global {
        name: format!("hip.{space}.{}", variables.len()),
        ty: class.array,
        space: class.space,
        init: None,
        align: class.unit.bytes as u32,
        constant: false,
        internal: true,
        externally_initialized: false,
    }));
}

fn check_shared(module: &Module, id: FuncId, device: &DeviceContext<'_>) -> Result<(), CompileError> {
    let shared = module.globals.values().filter(|g| g.space == AddressSpace::Shared);
    let bytes: u64 = shared.map(|g| module.ctx.types.size(g.ty)).sum();
    let limit = u64::from(device.target.max_shared);
    if bytes > limit {
        let text = format!("{bytes} bytes of shared memory per block, but device '{}' has {limit}", device.target.name);
        let name = &module.functions[id].name;
        return Err(CompileError::new(PASS, CompileErrorKind::LimitExceeded(text)).in_function(name));
    }
    Ok(())
}
