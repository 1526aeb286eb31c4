//! Copies one kernel into a module of its own, with the types, constants and shared variables it needs and no others.
//!
//! The runtime decodes one kernel at its first launch; nothing else should come along.

use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::function::Function;
use crate::ir::instruction::{Op, Value};
use crate::ir::module::{FuncId, GlobalId, Loc, Module};
use crate::ir::types::{Type, TypeKind};

/// The module of kernel `id` alone.
pub fn extract(module: &Module, id: FuncId) -> Module {
    let mut copy = Extract {
        from: module,
        to: Module::default(),
        types: HashMap::default(),
        consts: HashMap::default(),
        globals: HashMap::default(),
        files: HashMap::default(),
    };
    let mut func = module.functions[id].clone();
    func.compact();
    copy.function(&mut func);
    copy.to.functions.push(func);
    copy.to
}

struct Extract<'a> {
    from: &'a Module,
    to: Module,
    types: HashMap<Type, Type>,
    consts: HashMap<Const, Const>,
    globals: HashMap<GlobalId, GlobalId>,
    files: HashMap<u32, u32>,
}

impl Extract<'_> {
    fn function(&mut self, func: &mut Function) {
        func.ret = self.ty(func.ret);
        func.loc = func.loc.map(|l| self.loc(l));
        for param in &mut func.params {
            param.ty = self.ty(param.ty);
            param.by_ref = param.by_ref.map(|ty| self.ty(ty));
        }
        for inst in func.insts.values_mut() {
            inst.ty = self.ty(inst.ty);
            inst.loc = inst.loc.map(|l| self.loc(l));
            inst.op.map_operands(|v| match v {
                Value::Const(id) => Value::Const(self.constant(id)),
                other => other,
            });
            match &mut inst.op {
                Op::Alloca { elem, .. } | Op::Gep { elem, .. } => *elem = self.ty(*elem),
                Op::Switch { cases, .. } => cases.iter_mut().for_each(|(c, _)| *c = self.constant(*c)),
                _ => {}
            }
        }
    }

    fn loc(&mut self, loc: Loc) -> Loc {
        let (from, to) = (self.from, &mut self.to);
        let file = *self.files.entry(loc.file).or_insert_with(|| {
            to.files.push(from.files.get(loc.file as usize).cloned().unwrap_or_default());
            to.files.len() as u32 - 1
        });
        Loc { file, ..loc }
    }

    fn ty(&mut self, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let kind = match self.from.ctx.types.kind(ty).clone() {
            TypeKind::Array { elem, len } => TypeKind::Array { elem: self.ty(elem), len },
            TypeKind::Vector { elem, len } => TypeKind::Vector { elem: self.ty(elem), len },
            TypeKind::Struct { fields, packed } => {
                TypeKind::Struct { fields: fields.into_iter().map(|f| self.ty(f)).collect(), packed }
            }
            simple => simple,
        };
        let new = self.to.ctx.types.intern(kind);
        self.types.insert(ty, new);
        new
    }

    fn constant(&mut self, id: Const) -> Const {
        if let Some(&known) = self.consts.get(&id) {
            return known;
        }
        let data = match self.from.ctx.consts.data(id).clone() {
            ConstData::Int { ty, bits } => ConstData::Int { ty: self.ty(ty), bits },
            ConstData::Float { ty, bits } => ConstData::Float { ty: self.ty(ty), bits },
            ConstData::Zero(ty) => ConstData::Zero(self.ty(ty)),
            ConstData::Address { ty, bits } => ConstData::Address { ty: self.ty(ty), bits },
            ConstData::Undef(ty) => ConstData::Undef(self.ty(ty)),
            ConstData::Poison(ty) => ConstData::Poison(self.ty(ty)),
            ConstData::Bytes { ty, data } => ConstData::Bytes { ty: self.ty(ty), data },
            ConstData::Aggregate { ty, elems } => {
                ConstData::Aggregate { ty: self.ty(ty), elems: elems.into_iter().map(|e| self.constant(e)).collect() }
            }
            ConstData::GlobalAddr { ty, global, offset } => {
                ConstData::GlobalAddr { ty: self.ty(ty), global: self.global(global), offset }
            }
            // Function addresses have no meaning without the functions; `calls` has reported every use.
            ConstData::Function { ty, .. } => ConstData::Poison(self.ty(ty)),
        };
        let new = self.to.ctx.consts.intern(data);
        self.consts.insert(id, new);
        new
    }

    fn global(&mut self, id: GlobalId) -> GlobalId {
        if let Some(&known) = self.globals.get(&id) {
            return known;
        }
        let mut global = self.from.globals[id].clone();
        global.ty = self.ty(global.ty);
        // Shared memory starts undefined; that there is an initialiser says that it is no dynamically sized array.
        global.init = global.init.map(|_| self.to.ctx.consts.intern(ConstData::Undef(global.ty)));
        let new = self.to.globals.push(global);
        self.globals.insert(id, new);
        new
    }
}
