//! The messages that chains of OCKL calls put together.
//!
//! clang may make one call of the ends of several chains, on whose value it puts a phi:
//!
//!   x: %a = append_string_n(.., "left %d", ..)     y: %b = append_string_n(.., "right %d", ..)
//!   z: %c = phi [ %a, x ], [ %b, y ]               append_args(%c, 1, %n, ..)
//!
//! AMD's chain is the address of a record that is being written; ours is not there before it ends. So phis stand for the pieces: messages
//! of as many pieces of the same kinds, as here, become one, and of others one more phi says which was begun, for who writes it to choose.

use super::PASS;
use crate::error::CompileError;
use crate::hash::HashMap;
use crate::ir::constant::ConstData;
use crate::ir::cursor::Cursor;
use crate::ir::entity::{Entity, PrimaryMap};
use crate::ir::function::{Block, Function};
use crate::ir::instruction::{Callee, CastOp, Inst, IntPredicate, Op, Value};
use crate::ir::module::{Context, FuncId, Global, GlobalId};
use crate::ir::types::Type;

/// More messages than that do not end in one call.
const MOST_WAYS: usize = 64;

/// What a function of OCKL does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Begin { to_stderr: bool },
    Text,
    Arguments,
}

pub(super) const STEPS: &[(&str, Step)] = &[
    ("__ockl_printf_begin", Step::Begin { to_stderr: false }),
    ("__ockl_fprintf_stdout_begin", Step::Begin { to_stderr: false }),
    ("__ockl_fprintf_stderr_begin", Step::Begin { to_stderr: true }),
    ("__ockl_printf_append_string_n", Step::Text),
    ("__ockl_fprintf_append_string_n", Step::Text),
    ("__ockl_printf_append_args", Step::Arguments),
    ("__ockl_fprintf_append_args", Step::Arguments),
];

/// A piece of a message.
#[derive(Clone, Copy, Debug)]
pub(super) enum Piece {
    /// 64 bits.
    Word(Value),
    /// A pointer to a constant.
    Constant(Value),
    /// A pointer and a number of bytes.
    Text(Value, Value),
}

impl Piece {
    fn first(&self) -> Value {
        let (Self::Word(value) | Self::Constant(value) | Self::Text(value, _)) = *self;
        value
    }

    fn bytes(&self) -> Value {
        if let Self::Text(_, bytes) = *self { bytes } else { self.first() }
    }
}

/// Whether a message goes to stderr, and of what kind and type its pieces are.
type Form = (bool, Vec<(u8, Type)>);

#[derive(Clone, Debug, Default)]
pub(super) struct Message {
    pub to_stderr: bool,
    pub pieces: Vec<Piece>,
}

/// What a chain may have put together.
#[derive(Clone, Debug)]
pub(super) struct Ways {
    /// The message's number (i32), if there are several, each of another form.
    pub way: Option<Value>,
    pub messages: Vec<Message>,
}

/// The chains of a function, which gets the phis for their paths.
pub(super) struct Chains<'a> {
    ctx: &'a mut Context,
    globals: &'a PrimaryMap<GlobalId, Global>,
    func: &'a mut Function,
    steps: &'a HashMap<FuncId, Step>,
    homes: Vec<Option<Block>>,
    /// By phi of chains; nothing while it is being looked at.
    joins: HashMap<Inst, Option<Ways>>,
}

impl<'a> Chains<'a> {
    pub fn new(
        ctx: &'a mut Context,
        globals: &'a PrimaryMap<GlobalId, Global>,
        func: &'a mut Function,
        steps: &'a HashMap<FuncId, Step>,
    ) -> Self {
        let homes = func.homes();
        Self { ctx, globals, func, steps, homes, joins: HashMap::default() }
    }

    /// The phis of chains, of which nothing is left to use.
    pub fn into_joins(self) -> HashMap<Inst, Option<Ways>> {
        self.joins
    }

    /// The messages that `last`, a call or a phi, may end.
    pub fn ways(&mut self, last: Inst) -> Result<Ways, CompileError> {
        let mut pieces = Vec::new();
        let mut at = last;
        let mut ways = loop {
            match step_at(self.func, at, self.steps) {
                Some((Step::Begin { to_stderr }, _)) => {
                    break Ways { way: None, messages: vec![Message { to_stderr, pieces: Vec::new() }] };
                }
                Some((step, args)) => {
                    let args = args.to_vec();
                    let newer = self.pieces(step, &args)?;
                    pieces.extend(newer.into_iter().rev());
                    at = args.first().copied().and_then(inst_of).ok_or_else(broken)?;
                }
                None => break self.joined(at)?,
            }
        };
        pieces.reverse();
        ways.messages.iter_mut().for_each(|message| message.pieces.extend_from_slice(&pieces));
        Ok(ways)
    }

    /// What one call appends.
    fn pieces(&self, step: Step, args: &[Value]) -> Result<Vec<Piece>, CompileError> {
        match (step, args) {
            // A call that ends one message and not another is not made of two of clang's.
            (_, [.., last]) if self.ctx.as_int(*last).is_none() => Err(broken()),
            (Step::Text, &[_, text, bytes, _]) => {
                let constant = is_constant(self.ctx, self.globals, self.func, text, 8);
                Ok(vec![if constant { Piece::Constant(text) } else { Piece::Text(text, bytes) }])
            }
            (Step::Arguments, [_, count, words @ .., _]) => {
                let count = self.ctx.as_int(*count).ok_or_else(broken)? as usize;
                Ok(words.iter().take(count).map(|&word| Piece::Word(word)).collect())
            }
            _ => Err(broken()),
        }
    }

    /// The messages of all chains that meet in `phi`; of each form one.
    fn joined(&mut self, phi: Inst) -> Result<Ways, CompileError> {
        match self.joins.get(&phi) {
            Some(Some(ways)) => return Ok(ways.clone()),
            Some(None) => return Err(broken()),
            None => {}
        }
        let (Op::Phi(incoming), Some(block)) = (self.func.op(phi).clone(), self.homes[phi.index()]) else {
            return Err(broken());
        };
        self.joins.insert(phi, None);
        let edges = self.edges(&incoming)?;
        let mut forms: Vec<(Form, Vec<Option<&Message>>)> = Vec::new();
        let mut numbers = Vec::new();
        for (at, (ways, from)) in edges.iter().enumerate() {
            let mut here = Vec::new();
            for message in &ways.messages {
                let form = self.form(message);
                let number = forms.iter().position(|(other, _)| *other == form).unwrap_or_else(|| {
                    forms.push((form, vec![None; edges.len()]));
                    forms.len() - 1
                });
                forms[number].1[at] = Some(message);
                here.push(number);
            }
            if forms.len() > MOST_WAYS {
                return Err(broken());
            }
            numbers.push((self.renumbered(ways.way, &here, *from), *from));
        }
        let froms: Vec<Block> = incoming.iter().map(|(_, from)| *from).collect();
        let messages: Vec<Message> = forms.iter().map(|(_, on)| self.met(block, &edges, on, &froms)).collect();
        let several = messages.len() > 1;
        let way = several.then(|| self.met_value(block, &numbers, &froms, Type::I32));
        let ways = Ways { way, messages };
        self.joins.insert(phi, Some(ways.clone()));
        Ok(ways)
    }

    /// The messages on each edge, of edges from one block one.
    fn edges(&mut self, incoming: &[(Value, Block)]) -> Result<Vec<(Ways, Block)>, CompileError> {
        let mut edges: Vec<(Ways, Block)> = Vec::new();
        for &(chain, from) in incoming {
            if edges.iter().all(|(_, other)| *other != from) {
                edges.push((self.ways(inst_of(chain).ok_or_else(broken)?)?, from));
            }
        }
        Ok(edges)
    }

    /// Messages of one form are one, whose pieces depend on the way.
    fn form(&self, message: &Message) -> Form {
        let kind = |piece: &Piece| match *piece {
            Piece::Word(_) => (0, Type::I64),
            Piece::Constant(text) => (1, self.ctx.type_of(self.func, text)),
            Piece::Text(text, _) => (2, self.ctx.type_of(self.func, text)),
        };
        (message.to_stderr, message.pieces.iter().map(kind).collect())
    }

    /// The number, behind `from`, of the form of the way taken there; `here` has each way's.
    fn renumbered(&mut self, way: Option<Value>, here: &[usize], from: Block) -> Value {
        let constant = |ctx: &mut Context, number: usize| ctx.i32(number as u32);
        let Some(way) = way else { return constant(self.ctx, here[0]) };
        if here.iter().enumerate().all(|(before, now)| before == *now) {
            return way;
        }
        let mut cur = Cursor::before_terminator(self.ctx, self.func, from);
        let mut result = constant(cur.ctx, here[here.len() - 1]);
        for (before, &now) in here.iter().enumerate().rev().skip(1) {
            let (before, now) = (constant(cur.ctx, before), constant(cur.ctx, now));
            let this = cur.icmp(IntPredicate::Eq, way, before);
            result = cur.select(this, now, result);
        }
        result
    }

    /// In `block`, the message that is `on` some of the edges.
    fn met(&mut self, block: Block, edges: &[(Ways, Block)], on: &[Option<&Message>], froms: &[Block]) -> Message {
        let there: Vec<(&Message, Block)> =
            on.iter().zip(edges).filter_map(|(message, (_, from))| Some(((*message)?, *from))).collect();
        let mut met = there[0].0.clone();
        for (at, piece) in met.pieces.iter_mut().enumerate() {
            let value = |this: &mut Self, of: fn(&Piece) -> Value| {
                let values: Vec<_> = there.iter().map(|(message, from)| (of(&message.pieces[at]), *from)).collect();
                let ty = this.ctx.type_of(this.func, values[0].0);
                this.met_value(block, &values, froms, ty)
            };
            match piece {
                Piece::Word(word) | Piece::Constant(word) => *word = value(self, Piece::first),
                Piece::Text(text, bytes) => {
                    *text = value(self, Piece::first);
                    *bytes = value(self, Piece::bytes);
                }
            }
        }
        met
    }

    /// In `block`, the value that control brings from some of the blocks `froms`.
    fn met_value(&mut self, block: Block, values: &[(Value, Block)], froms: &[Block], ty: Type) -> Value {
        let everywhere = froms.iter().all(|from| values.iter().any(|(_, there)| there == from));
        let (first, _) = values[0];
        if values.iter().all(|(value, _)| *value == first) && (everywhere || inst_of(first).is_none()) {
            return first;
        }
        let nothing = self.ctx.zero(ty);
        let from = |from: &Block| values.iter().find(|(_, there)| there == from).map_or(nothing, |(value, _)| *value);
        let incoming = froms.iter().map(|block| (from(block), *block)).collect();
        self.phi_in(block, incoming, ty)
    }

    fn phi_in(&mut self, block: Block, incoming: Vec<(Value, Block)>, ty: Type) -> Value {
        Cursor::before(self.ctx, self.func, block, 0).phi(incoming, ty)
    }
}

fn inst_of(value: Value) -> Option<Inst> {
    if let Value::Inst(inst) = value { Some(inst) } else { None }
}

fn broken() -> CompileError {
    CompileError::unsupported(PASS, "a message put together in a loop")
}

/// What `inst` does, if it is a call of OCKL's, and with what.
pub(super) fn step_at<'f>(
    func: &'f Function,
    inst: Inst,
    steps: &HashMap<FuncId, Step>,
) -> Option<(Step, &'f [Value])> {
    let Op::Call { callee: Callee::Func(callee), args, .. } = func.op(inst) else { return None };
    Some((*steps.get(callee)?, args))
}

/// Whether `value` can only point to constants of the program (or be null): looks through `depth` instructions.
fn is_constant(
    ctx: &Context,
    globals: &PrimaryMap<GlobalId, Global>,
    func: &Function,
    value: Value,
    depth: u32,
) -> bool {
    let again = |v: Value| depth > 0 && is_constant(ctx, globals, func, v, depth - 1);
    match value {
        Value::Const(id) => match ctx.consts.data(id) {
            // What the host may write (`__constant__`) may change before the host reads it.
            ConstData::GlobalAddr { global, .. } => {
                globals[*global].constant && !globals[*global].externally_initialized
            }
            ConstData::Zero(_) => true,
            _ => false,
        },
        Value::Inst(inst) => match func.op(inst) {
            Op::Cast { op: CastOp::AddrSpaceCast, value, .. } => again(*value),
            Op::Select { then_, else_, .. } => again(*then_) && again(*else_),
            Op::Phi(incoming) => incoming.iter().all(|(text, _)| again(*text)),
            _ => false,
        },
        Value::Param(_) => false,
    }
}
