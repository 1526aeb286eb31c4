//! Writes the text form: LLVM's syntax, values numbered and blocks called `bN` in layout order.
//!
//! What the parser reads back is the same module up to numbering. Source places trail as `, !dbg "file:line:column"`, merges stand as
//! calls of `@hip.merge.*` in front of the terminator. Broken IR prints too (`%?7`), as dumps are for finding out what
//! is broken. Called by the pass driver (`HIPVK_DUMP_IR`), `hipvk-opt`, `verify` and the tests.

mod constants;
pub(crate) use constants::widen;
mod instructions;

use std::fmt::Write;

use super::constant::Const;
use super::function::{Block, Function, Param};
use super::instruction::{Inst, Value};
use super::module::{Global, Loc, Module};
use super::types::{AddressSpace, Type};
use crate::hash::{HashMap, HashSet};

/// The text of a whole module.
pub fn print_module(module: &Module) -> String {
    let mut out = String::new();
    for global in module.globals.values() {
        print_global(module, global, &mut out);
    }
    for func in module.functions.values() {
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&print_function(module, func));
    }
    out
}

/// The text of one function of `module`.
pub fn print_function(module: &Module, func: &Function) -> String {
    let mut printer = Printer::new(module, func);
    printer.head();
    if func.is_declaration() {
        printer.out.push('\n');
        return printer.out;
    }
    printer.out.push_str(" {\n");
    for (i, &block) in func.layout.iter().enumerate() {
        if i > 0 {
            printer.out.push('\n');
        }
        printer.block(block);
    }
    printer.out.push_str("}\n");
    printer.out
}

/// The text of one instruction, as it stands in [`print_function`].
pub fn print_inst(module: &Module, func: &Function, inst: Inst) -> String {
    let mut printer = Printer::new(module, func);
    printer.inst(inst);
    printer.out.trim().to_owned()
}

fn print_global(module: &Module, global: &Global, out: &mut String) {
    let printer = ConstantPrinter { module };
    let linkage = match (&global.init, global.internal) {
        (None, _) => "external ",
        (_, true) => "internal ",
        _ if module.weak.contains(&global.name) => "weak ",
        _ => "",
    };
    let space = match global.space {
        AddressSpace::Generic => String::new(),
        space => format!("addrspace({}) ", space.number()),
    };
    let written = if global.externally_initialized { "externally_initialized " } else { "" };
    let kind = if global.constant { "constant" } else { "global" };
    let ty = module.ctx.types.display(global.ty);
    let _ = write!(out, "@{} = {linkage}{space}{written}{kind} {ty}", name(&global.name));
    if let Some(init) = global.init {
        let _ = write!(out, " {}", printer.constant(init));
    }
    if global.align != 0 {
        let _ = write!(out, ", align {}", global.align);
    }
    out.push('\n');
}

/// What is needed to spell the values of one function.
struct Printer<'a> {
    module: &'a Module,
    func: &'a Function,
    out: String,
    params: Vec<String>,
    numbers: HashMap<Inst, usize>,
    blocks: HashMap<Block, usize>,
}

/// Spells constants, outside any function.
struct ConstantPrinter<'a> {
    module: &'a Module,
}

impl<'a> Printer<'a> {
    fn new(module: &'a Module, func: &'a Function) -> Self {
        let mut next = 0;
        let mut used = HashSet::default();
        let mut params = Vec::new();
        for param in &func.params {
            if !param.name.is_empty() && used.insert(&param.name) {
                params.push(name(&param.name));
            } else {
                params.push(next.to_string());
                next += 1;
            }
        }
        let mut numbers = HashMap::default();
        for (_, inst) in func.linked_insts() {
            if func.insts.get(inst).is_some_and(|data| data.ty != Type::VOID) {
                numbers.insert(inst, next);
                next += 1;
            }
        }
        let blocks = func.layout.iter().enumerate().map(|(i, &b)| (b, i)).collect();
        Self { module, func, out: String::new(), params, numbers, blocks }
    }

    fn head(&mut self) {
        let func = self.func;
        let mut text = String::from(if func.is_declaration() { "declare " } else { "define " });
        let weak = !func.is_declaration() && !func.internal && self.module.weak.contains(&func.name);
        for (set, word) in [(weak, "weak "), (func.internal, "internal "), (func.is_kernel, "amdgpu_kernel ")] {
            text.push_str(if set { word } else { "" });
        }
        let mut params: Vec<String> = func.params.iter().enumerate().map(|(i, p)| self.param(i, p)).collect();
        if func.variadic {
            params.push("...".into());
        }
        let _ = write!(text, "{} @{}({})", self.display(func.ret), name(&func.name), params.join(", "));
        let attrs = &func.attrs;
        for (set, word) in [(attrs.convergent, " convergent"), (attrs.no_return, " noreturn")] {
            text.push_str(if set { word } else { "" });
        }
        if attrs.max_block != 0 {
            let _ = write!(text, " \"amdgpu-flat-work-group-size\"=\"1,{}\"", attrs.max_block);
        }
        if attrs.flush_f32_denormals {
            text.push_str(" \"denormal-fp-math-f32\"=\"preserve-sign\"");
        }
        if let Some(place) = self.place(func.loc) {
            let _ = write!(text, " !dbg {place}");
        }
        self.out.push_str(&text);
    }

    fn param(&self, index: usize, param: &Param) -> String {
        let mut text = self.display(param.ty);
        if let Some(by_ref) = param.by_ref {
            let _ = write!(text, " byref({})", self.display(by_ref));
        }
        if param.align != 0 {
            let _ = write!(text, " align {}", param.align);
        }
        for (set, word) in [(param.noalias, " noalias"), (param.readonly, " readonly")] {
            text.push_str(if set { word } else { "" });
        }
        let _ = write!(text, " %{}", self.params[index]);
        text
    }

    fn block(&mut self, block: Block) {
        let label = self.label(block);
        let _ = writeln!(self.out, "{label}:");
        let Some(data) = self.func.blocks.get(block) else { return };
        for (i, &inst) in data.insts.iter().enumerate() {
            if i + 1 == data.insts.len() {
                self.merge(block);
            }
            self.inst(inst);
        }
    }

    // Spelling.

    fn display(&self, ty: Type) -> String {
        self.module.ctx.types.display(ty)
    }
    fn label(&self, block: Block) -> String {
        self.blocks.get(&block).map_or_else(|| format!("b?{}", block.0), |n| format!("b{n}"))
    }
    fn type_of(&self, value: Value) -> Type {
        match value {
            Value::Inst(inst) => self.func.insts.get(inst).map_or(Type::VOID, |data| data.ty),
            Value::Param(index) => self.func.params.get(index as usize).map_or(Type::VOID, |p| p.ty),
            Value::Const(id) if (id.0 as usize) < self.module.ctx.consts.len() => self.module.ctx.consts.data(id).ty(),
            Value::Const(_) => Type::VOID,
        }
    }
    fn value(&self, value: Value) -> String {
        match value {
            Value::Inst(inst) => {
                self.numbers.get(&inst).map_or_else(|| format!("%?{}", inst.0), |number| format!("%{number}"))
            }
            Value::Param(index) => {
                self.params.get(index as usize).map_or_else(|| format!("%?param{index}"), |text| format!("%{text}"))
            }
            Value::Const(id) => self.constant(id),
        }
    }
    /// `type value`.
    fn typed(&self, value: Value) -> String {
        format!("{} {}", self.display(self.type_of(value)), self.value(value))
    }
    fn constant(&self, id: Const) -> String {
        ConstantPrinter { module: self.module }.constant(id)
    }
    /// `"file:line:column"`.
    fn place(&self, loc: Option<Loc>) -> Option<String> {
        let loc = loc?;
        let file = self.module.files.get(loc.file as usize)?;
        Some(format!("\"{}:{}:{}\"", escape(file.bytes()), loc.line, loc.column))
    }
}

/// A name as it stands behind its sigil: quoted if it must be.
pub(crate) fn name(text: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'$' | b'.' | b'_');
    if !text.is_empty() && text.bytes().all(plain) && !text.as_bytes()[0].is_ascii_digit() {
        return text.to_owned();
    }
    format!("\"{}\"", escape(text.bytes()))
}

/// The inside of a string.
pub(crate) fn escape(bytes: impl Iterator<Item = u8>) -> String {
    let mut out = String::new();
    for byte in bytes {
        if matches!(byte, b' '..=b'~') && byte != b'"' && byte != b'\\' {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "\\{byte:02X}");
        }
    }
    out
}
