//! Calls: of functions, of intrinsics, through pointers, and inline assembly.
//!
//! Empty inline assembly is a fence if it clobbers memory, and the operand whose register its result has. Any other becomes a call of a declaration
//! whose name is the statement, which the portable half reports if it survives. A register or rounding mode named by a metadata
//! string becomes part of the callee's name. Called by `instructions.rs`.

use super::lexer::{Lexer, Name, Token, unescape};
use super::{Parser, Result, Symbol, spell};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Atomicity, Callee, Flags, Merge, Op, Value};
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::FuncId;
use crate::ir::types::{AddressSpace, Type};

/// A call's arguments.
#[derive(Default)]
struct Arguments<'a> {
    values: Vec<Value>,
    /// `align N` of each value; 0 when not given.
    aligns: Vec<u32>,
    /// `label %b`, in our merges.
    labels: Vec<Block>,
    /// The string of a metadata argument.
    text: Option<&'a str>,
}

/// What stands behind `call type`.
enum Target<'a> {
    Named(Name<'a>),
    Pointer(Value),
    Asm { text: &'a str, constraints: &'a str },
}

impl<'a> Parser<'a> {
    /// Behind `call`.
    pub(super) fn call(&mut self) -> Result<Option<(Op, Type)>> {
        let flags = self.flags()?;
        // `addrspace(1)`: virtual functions are called through pointers of their table's space.
        let space = self.attributes()?.space;
        let ty = self.ty()?;
        if self.at_punct(b'(') {
            // The parameters of the callee's type, written for variadic callees only.
            self.skip_group()?;
        }
        let target = self.call_target(space)?;
        let arguments = self.arguments()?;
        // Only groups stand here; words are the next instruction, `#dbg_value` the next line.
        while matches!(self.token, Token::Hash(name) if name.starts_with(|c: char| c.is_ascii_digit())) {
            self.bump();
        }
        if self.at_punct(b'[') {
            self.skip_group()?;
        }
        let op = match target {
            Target::Asm { text, constraints } => return self.asm(text, constraints, arguments.values, ty),
            Target::Pointer(value) => Op::Call { callee: Callee::Indirect(value), flags, args: arguments.values },
            Target::Named(name) => return self.named_call(name, flags, arguments, ty),
        };
        Ok(Some((op, ty)))
    }

    fn call_target(&mut self, space: AddressSpace) -> Result<Target<'a>> {
        match self.token {
            Token::Global(name) => {
                self.bump();
                Ok(Target::Named(name))
            }
            Token::Word("asm") => {
                self.bump();
                while matches!(self.token, Token::Word("sideeffect" | "alignstack" | "inteldialect" | "unwind")) {
                    self.bump();
                }
                let Token::Str(text) = self.token else { return Err(self.expected("an assembly string")) };
                self.bump();
                self.expect(b',')?;
                let Token::Str(constraints) = self.token else { return Err(self.expected("constraints")) };
                self.bump();
                Ok(Target::Asm { text, constraints })
            }
            _ => self.value(Type::ptr(space)).map(Target::Pointer),
        }
    }

    fn arguments(&mut self) -> Result<Arguments<'a>> {
        let mut found = Arguments::default();
        self.expect(b'(')?;
        while !self.at_punct(b')') {
            if self.eat_word("metadata") {
                found.text = self.metadata_argument()?.or(found.text);
            } else if self.token == Token::Word("label") {
                let label = self.label()?;
                found.labels.push(label);
            } else {
                let ty = self.value_type()?;
                let attributes = self.attributes()?;
                found.aligns.push(attributes.align);
                found.values.push(self.value(ty)?);
            }
            if !self.eat(b',') {
                break;
            }
        }
        self.expect(b')')?;
        Ok(found)
    }

    /// Behind `metadata`: the string, if the node is one or holds one alone.
    fn metadata_argument(&mut self) -> Result<Option<&'a str>> {
        match self.token {
            Token::Meta(node) => {
                self.bump();
                if self.at_punct(b'(') {
                    self.skip_group()?;
                }
                Ok(node.parse().ok().and_then(|number| self.string_node(number)))
            }
            Token::Punct(b'!') => {
                self.bump();
                if self.at_punct(b'{') {
                    self.skip_group()?;
                    return Ok(None);
                }
                match self.bump() {
                    Token::Str(text) => Ok(Some(text)),
                    _ => Err(self.expected("metadata")),
                }
            }
            _ => {
                // A value as metadata: `metadata ptr %x`, `metadata i32 poison`.
                self.typed_value()?;
                Ok(None)
            }
        }
    }

    /// The string of `!N = !{!"string"}`.
    fn string_node(&self, number: u32) -> Option<&'a str> {
        let mut lex = Lexer::at(self.text, *self.metadata.get(&number)?);
        let expected = [Token::Punct(b'='), Token::Punct(b'!'), Token::Punct(b'{'), Token::Punct(b'!')];
        lex.next();
        if expected.into_iter().any(|token| lex.next() != token) {
            return None;
        }
        match lex.next() {
            Token::Str(text) => Some(text),
            _ => None,
        }
    }

    fn named_call(
        &mut self,
        name: Name<'a>,
        flags: Flags,
        arguments: Arguments<'a>,
        ty: Type,
    ) -> Result<Option<(Op, Type)>> {
        let spelled = spell(name);
        if spelled.starts_with("llvm.dbg.") {
            return Ok(None);
        }
        if let Some(merge) = self.merge(&spelled, &arguments.labels)? {
            let body = self.body();
            if let Some(block) = body.block {
                body.func.blocks[block].merge = Some(merge);
            }
            return Ok(None);
        }
        let mut args = arguments.values;
        let callee = match self.symbol(name) {
            Some(Symbol::Intrinsic(id)) => {
                self.keep_alignments(id, &mut args, &arguments.aligns);
                self.remember(spelled, id);
                return Ok(Some((Op::Intrinsic { id, flags, args }, ty)));
            }
            Some(Symbol::Function(func)) => match arguments.text {
                Some(text) => Callee::Func(self.declared(format!("{spelled}.{text}"), func)),
                None => Callee::Func(func),
            },
            Some(Symbol::Alias(_) | Symbol::Global(_)) => match self.called_alias(name)? {
                (_, Some(func)) => Callee::Func(func),
                (value, None) => Callee::Indirect(value),
            },
            None => return Err(self.error(format!("'@{spelled}' is not declared"))),
        };
        Ok(Some((Op::Call { callee, flags, args }, ty)))
    }

    /// Block operations carry the alignments of their addresses as further arguments: nothing else in the IR would know them.
    fn keep_alignments(&mut self, id: Intrinsic, args: &mut Vec<Value>, aligns: &[u32]) {
        let addresses = match id {
            Intrinsic::MemCpy | Intrinsic::MemCpyInline | Intrinsic::MemMove => 2,
            Intrinsic::MemSet => 1,
            _ => return,
        };
        if args.len() == 4 {
            args.extend(aligns[..addresses].iter().map(|&align| self.module.ctx.i32(align.max(1))));
        }
    }

    /// So that the table of intrinsics is searched once per name.
    fn remember(&mut self, name: std::borrow::Cow<'a, str>, id: Intrinsic) {
        self.symbols.entry(name).or_insert(Symbol::Intrinsic(id));
    }

    /// The value an alias stands for, and the function if it is one.
    fn called_alias(&mut self, name: Name<'a>) -> Result<(Value, Option<FuncId>)> {
        use crate::ir::constant::ConstData;
        let Some(Symbol::Alias(at)) = self.symbol(name) else {
            return Err(self.error(format!("'@{}' is no function", spell(name))));
        };
        let (_, value) = self.nested(|p| p.detour(at, Self::typed_value))?;
        let func = match value {
            Value::Const(id) => match self.module.ctx.consts.data(id) {
                ConstData::Function { func, .. } => Some(*func),
                _ => None,
            },
            _ => None,
        };
        Ok((value, func))
    }

    /// A declaration called `name` with the type of `like`.
    fn declared(&mut self, name: String, like: FuncId) -> FuncId {
        if let Some(Symbol::Function(func)) = self.symbols.get(name.as_str()) {
            return *func;
        }
        let mut function = self.module.functions[like].clone();
        function.name.clone_from(&name);
        let func = self.module.functions.push(function);
        self.symbols.insert(name.into(), Symbol::Function(func));
        func
    }

    fn merge(&mut self, name: &str, labels: &[Block]) -> Result<Option<Merge>> {
        match (name, labels) {
            ("hip.merge.selection", &[block]) => Ok(Some(Merge::Selection(block))),
            ("hip.merge.loop", &[merge, continue_]) => Ok(Some(Merge::Loop { merge, continue_ })),
            ("hip.merge.selection" | "hip.merge.loop", _) => Err(self.error("wrong number of labels")),
            _ if labels.is_empty() => Ok(None),
            _ => Err(self.error("only merges take labels")),
        }
    }

    fn asm(&mut self, text: &'a str, constraints: &'a str, args: Vec<Value>, ty: Type) -> Result<Option<(Op, Type)>> {
        let statement = String::from_utf8_lossy(&unescape(text)).into_owned();
        let is_empty = statement.lines().all(|line| {
            let code = line.split([';', '#']).next().unwrap_or("").trim();
            code.is_empty() || code.starts_with("//")
        });
        // What may write memory keeps accesses in their order, and those of a wavefront are then in order for its lanes too.
        let fence = constraints
            .split(',')
            .any(|constraint| constraint == "~{memory}")
            .then_some(Op::Fence(Atomicity::COMPILER));
        if is_empty && ty == Type::VOID {
            return Ok(fence.map(|fence| (fence, Type::VOID)));
        }
        if let Some(arg) = tied(constraints, &args).filter(|&arg| is_empty && self.type_of(arg) == ty) {
            if let Some(fence) = fence {
                self.in_front(fence, Type::VOID)?;
            }
            return Ok(Some((Op::Freeze(arg), ty)));
        }
        let name = format!("asm \"{statement}\", \"{constraints}\"");
        let func = match self.symbols.get(name.as_str()) {
            Some(Symbol::Function(func)) => *func,
            _ => {
                let params = args.iter().map(|&arg| crate::ir::function::Param {
                    ty: self.type_of(arg),
                    name: String::new(),
                    by_ref: None,
                    align: 0,
                    noalias: false,
                    readonly: false,
                });
                let mut function = Function::declaration(name.clone(), ty, params.collect());
                function.attrs.convergent = true;
                let func = self.module.functions.push(function);
                self.symbols.insert(name.into(), Symbol::Function(func));
                func
            }
        };
        Ok(Some((Op::Call { callee: Callee::Func(func), flags: Flags::empty(), args }, ty)))
    }
}

/// The argument that an assembly statement of one result has in the result's register: `"=v,v,0"`, whose second one it is. A statement of one argument has no other.
fn tied(constraints: &str, args: &[Value]) -> Option<Value> {
    let mut results = constraints.split(',').filter(|constraint| constraint.starts_with('='));
    if let ([arg], Some(_)) = (args, results.next()) {
        return Some(*arg);
    }
    let operands = constraints.split(',').filter(|constraint| !constraint.starts_with(['=', '~']));
    operands
        .zip(args)
        .find(|&(constraint, _)| constraint == "0")
        .map(|(_, &arg)| arg)
        .filter(|_| results.next().is_none())
}
