//! Copies globals and functions from one module into another: types, constants, files and symbols get the other's ids.
//!
//! Called by [`Linker::add`](super::Linker::add), which has decided where each symbol goes and which version counts.

use crate::hash::HashMap;
use crate::ir::constant::{Const, ConstData};
use crate::ir::entity::Entity;
use crate::ir::function::Function;
use crate::ir::instruction::{Callee, Op, Value};
use crate::ir::module::{FuncId, GlobalId, Loc, Module};
use crate::ir::types::{Type, TypeKind};

pub(super) struct Import<'a> {
    from: &'a Module,
    /// Where each global goes, and whether this version is taken.
    pub(super) globals: Vec<(GlobalId, bool)>,
    /// The same for functions.
    pub(super) functions: Vec<(FuncId, bool)>,
    types: HashMap<Type, Type>,
    consts: HashMap<Const, Const>,
    files: HashMap<u32, u32>,
}

impl<'a> Import<'a> {
    pub(super) fn new(from: &'a Module) -> Self {
        Self {
            from,
            globals: Vec::new(),
            functions: Vec::new(),
            types: HashMap::default(),
            consts: HashMap::default(),
            files: HashMap::default(),
        }
    }

    /// Copies everything that is taken.
    pub(super) fn run(&mut self, to: &mut Module) {
        for ((_, global), (there, taken)) in self.from.globals.iter().zip(self.globals.clone()) {
            if !taken {
                continue;
            }
            let mut copy = global.clone();
            copy.name.clone_from(&to.globals[there].name);
            copy.ty = self.ty(to, global.ty);
            copy.init = global.init.map(|init| self.constant(to, init));
            to.globals[there] = copy;
        }
        for ((_, func), (there, taken)) in self.from.functions.iter().zip(self.functions.clone()) {
            if taken {
                let name = to.functions[there].name.clone();
                let mut copy = func.clone();
                copy.name = name;
                self.function(to, &mut copy);
                to.functions[there] = copy;
            }
        }
    }

    fn function(&mut self, to: &mut Module, func: &mut Function) {
        func.ret = self.ty(to, func.ret);
        func.loc = func.loc.map(|l| self.loc(to, l));
        for param in &mut func.params {
            param.ty = self.ty(to, param.ty);
            param.by_ref = param.by_ref.map(|ty| self.ty(to, ty));
        }
        for inst in func.insts.values_mut() {
            inst.ty = self.ty(to, inst.ty);
            inst.loc = inst.loc.map(|l| self.loc(to, l));
            inst.op.map_operands(|v| match v {
                Value::Const(id) => Value::Const(self.constant(to, id)),
                other => other,
            });
            match &mut inst.op {
                Op::Alloca { elem, .. } | Op::Gep { elem, .. } => *elem = self.ty(to, *elem),
                Op::Switch { cases, .. } => cases.iter_mut().for_each(|(c, _)| *c = self.constant(to, *c)),
                Op::Call { callee: Callee::Func(id), .. } => *id = self.functions[id.index()].0,
                _ => {}
            }
        }
    }

    fn loc(&mut self, to: &mut Module, loc: Loc) -> Loc {
        let from = self.from;
        let file = *self.files.entry(loc.file).or_insert_with(|| {
            to.files.push(from.files.get(loc.file as usize).cloned().unwrap_or_default());
            to.files.len() as u32 - 1
        });
        Loc { file, ..loc }
    }

    fn ty(&mut self, to: &mut Module, ty: Type) -> Type {
        if let Some(&known) = self.types.get(&ty) {
            return known;
        }
        let kind = match self.from.ctx.types.kind(ty).clone() {
            TypeKind::Array { elem, len } => TypeKind::Array { elem: self.ty(to, elem), len },
            TypeKind::Vector { elem, len } => TypeKind::Vector { elem: self.ty(to, elem), len },
            TypeKind::Struct { fields, packed } => {
                TypeKind::Struct { fields: fields.into_iter().map(|f| self.ty(to, f)).collect(), packed }
            }
            simple => simple,
        };
        let new = to.ctx.types.intern(kind);
        self.types.insert(ty, new);
        new
    }

    fn constant(&mut self, to: &mut Module, id: Const) -> Const {
        if let Some(&known) = self.consts.get(&id) {
            return known;
        }
        let mut data = self.from.ctx.consts.data(id).clone();
        match &mut data {
            ConstData::Int { ty, .. }
            | ConstData::Float { ty, .. }
            | ConstData::Bytes { ty, .. }
            | ConstData::Address { ty, .. }
            | ConstData::Zero(ty)
            | ConstData::Undef(ty)
            | ConstData::Poison(ty) => *ty = self.ty(to, *ty),
            ConstData::Aggregate { ty, elems } => {
                *ty = self.ty(to, *ty);
                elems.iter_mut().for_each(|e| *e = self.constant(to, *e));
            }
            ConstData::GlobalAddr { ty, global, .. } => {
                *ty = self.ty(to, *ty);
                *global = self.globals[global.index()].0;
            }
            ConstData::Function { ty, func } => {
                *ty = self.ty(to, *ty);
                *func = self.functions[func.index()].0;
            }
        }
        let new = to.ctx.consts.intern(data);
        self.consts.insert(id, new);
        new
    }
}
