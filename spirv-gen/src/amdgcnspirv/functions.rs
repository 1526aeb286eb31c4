//! Functions: heads, and blocks one instruction after the other. Called by `mod.rs`.

use rspirv::spirv::{Decoration, FunctionParameterAttribute, LinkageType, Op};

use super::words::Inst;
use super::{Reader, Result, malformed, types, unknown};
use crate::ir::print;

/// LLVM's attributes that matter after the front end, of those that come with a value.
const VALUED: &[&str] = &["denormal-fp-math-f32", "amdgpu-flat-work-group-size"];

impl<'a> Reader<'a> {
    pub(super) fn functions(&mut self, code: &'a [Inst<'a>]) -> Result<()> {
        let mut rest = code;
        while let Some(first) = rest.iter().position(|inst| inst.op == Op::Function) {
            let end = rest[first..].iter().position(|inst| inst.op == Op::FunctionEnd);
            let end = first + end.ok_or_else(|| malformed(&rest[first], "it has no end"))?;
            let name = self.facts.symbol(rest[first].id).to_owned();
            self.function(&rest[first..end]).map_err(|error| error.in_function(&name))?;
            rest = &rest[end + 1..];
        }
        Ok(())
    }

    fn function(&mut self, code: &'a [Inst<'a>]) -> Result<()> {
        let (head, inside) = code.split_first().expect("it begins with OpFunction");
        let body = inside.iter().position(|inst| inst.op == Op::Label).unwrap_or(inside.len());
        let (params, body) = inside.split_at(body);
        let kernel = self.facts.entries.contains_key(&head.id);
        let ret = self.ty(head.ty)?;
        let (mut texts, mut loads) = (Vec::new(), Vec::new());
        for param in params.iter().filter(|inst| inst.op == Op::FunctionParameter) {
            texts.push(self.parameter(param, kernel, body, &mut loads)?);
        }
        let (symbol, params) = (self.symbol(head.id), texts.join(", "));
        if body.is_empty() {
            // By name: a translator may import a function twice, and we may call it too.
            self.declared.entry(symbol.clone()).or_insert(format!("declare {ret} {symbol}({params})\n"));
            return Ok(());
        }
        let words = match self.facts.linkage(head.id) {
            _ if kernel => "amdgpu_kernel ",
            None => "internal ",
            Some(LinkageType::LinkOnceODR) => "linkonce_odr ",
            Some(_) => "",
        };
        let attributes = self.function_attributes(head.id);
        self.line(&format!("define {words}{ret} {symbol}({params}){attributes} {{"))?;
        for inst in body {
            self.instruction(inst)?;
            if inst.op == Op::Label {
                loads.drain(..).try_for_each(|load| self.line(&load))?;
            }
        }
        self.line("}")
    }

    /// A parameter. `loads` gets the lines that read what kernels have in their argument block and SPIR-V has as values.
    fn parameter(
        &mut self,
        param: &'a Inst<'a>,
        kernel: bool,
        body: &[Inst<'_>],
        loads: &mut Vec<String>,
    ) -> Result<String> {
        let (id, ty) = (param.id, self.ty(param.ty)?);
        if kernel && matches!(self.definition(param.ty)?.op, Op::TypeStruct | Op::TypeArray) {
            loads.push(format!("  %v{id} = load {ty}, ptr addrspace(4) %p{id}"));
            return Ok(format!("ptr addrspace(4) byref({ty}) %p{id}"));
        }
        let is = |kind: FunctionParameterAttribute| {
            self.facts.operands(id, Decoration::FuncParamAttr).any(|known| known == kind as u32)
        };
        let mut text = ty;
        if is(FunctionParameterAttribute::NoAlias) {
            text.push_str(" noalias");
        }
        if is(FunctionParameterAttribute::NoWrite) || is(FunctionParameterAttribute::NoReadWrite) {
            text.push_str(" readonly");
        }
        let by_value = is(FunctionParameterAttribute::ByVal);
        let in_block = kernel && text.starts_with(&types::pointer(4));
        if by_value || in_block {
            let pointee = match self.pointee(param.ty)? {
                Some(pointee) => self.ty(pointee)?,
                None => self.copied_from(param, body)?,
            };
            let align = self.facts.operands(id, Decoration::Alignment).next();
            let align = align.map_or(String::new(), |bytes| format!(" align {bytes}"));
            text.push_str(&format!(" {}({pointee}){align}", if kernel { "byref" } else { "byval" }));
        }
        Ok(format!("{text} %v{id}"))
    }

    /// What a parameter without a pointee's type points to. Translators write no `byref`; clang begins by copying all of it.
    fn copied_from(&self, param: &Inst<'_>, body: &[Inst<'_>]) -> Result<String> {
        let copies = body.iter().filter(|inst| inst.op == Op::CopyMemorySized && inst.args.get(1) == Some(&param.id));
        let sizes = copies.filter_map(|inst| self.integer(*inst.args.get(2)?));
        sizes
            .max()
            .map(|bytes| format!("[{bytes} x i8]"))
            .ok_or_else(|| unknown(param, "an argument whose size nothing tells"))
    }

    fn function_attributes(&self, id: u32) -> String {
        let mut text = String::new();
        for (name, value) in self.facts.attributes(id) {
            if VALUED.contains(&name) {
                text.push_str(&format!(" \"{name}\"=\"{}\"", print::escape(value.bytes())));
            } else if name == "noreturn" {
                text.push_str(" noreturn");
            }
        }
        if let Some(threads) = self.facts.largest_block(id) {
            text.push_str(&format!(" \"amdgpu-flat-work-group-size\"=\"1,{threads}\""));
        }
        text
    }
}
