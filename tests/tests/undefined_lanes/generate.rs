//! Makes programs: leaders' atomics and what becomes of their results, values that few lanes set and others read, in branches and loops.

use super::program::{COUNTERS, GUARDS, Gather, HOLDERS, INPUTS, Move, Number, Operation, Program, Step, Vote, WORDS};
use super::random::Rng;

/// The program of a seed.
pub fn program(seed: u64) -> Program {
    let mut rng = Rng(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1);
    // The first few of neighbouring seeds are alike.
    for _ in 0..8 {
        rng.next();
    }
    let mut maker = Maker { rng, guards: 0, counters: 0, depth: 0 };
    let steps = maker.steps(9, 0);
    // One warp, two, or two and a part of one.
    Program { threads: [32, 64, 75][seed as usize % 3], steps }
}

struct Maker {
    rng: Rng,
    guards: usize,
    counters: usize,
    /// Loops around the place.
    depth: usize,
}

impl Maker {
    fn steps(&mut self, count: usize, nesting: usize) -> Vec<Step> {
        (0..count).flat_map(|_| self.some(nesting)).collect()
    }

    /// A few steps that belong together.
    fn some(&mut self, nesting: usize) -> Vec<Step> {
        match self.rng.below(if nesting < 3 { 10 } else { 7 }) {
            0 => self.aggregate(),
            1 | 2 => self.set_by_some(),
            3 => vec![self.carry(), self.keep()],
            4 => vec![self.vote(), self.set_word()],
            5 => vec![self.gather(), self.keep()],
            6 => vec![self.carry(), self.set_word()],
            7 | 8 => vec![self.branch(nesting)],
            _ => vec![self.round(nesting)],
        }
    }

    /// The textbook's: a leader adds for all, and each learns its own part.
    fn aggregate(&mut self) -> Vec<Step> {
        let (holder, word) = (self.holder(), self.rng.below(WORDS));
        let leader = if self.rng.below(2) == 0 { Number::First } else { Number::Last };
        let by = match self.rng.below(4) {
            0 => Move::Shfl(leader.clone(), 32),
            1 => Move::Bpermute(leader.clone()),
            2 if matches!(leader, Number::First) => Move::ReadFirst,
            2 => Move::ShflSync(leader.clone()),
            _ => Move::Wrapped(leader.clone()),
        };
        let amount = if self.rng.below(2) == 0 { Number::Active } else { self.number(1) };
        let mut steps = Vec::new();
        if let Some(counter) = self.counter() {
            steps.push(Step::Lead { to: holder, leader, counter, amount });
        }
        steps.push(Step::Carry { to: holder, from: holder, by });
        steps.push(Step::SetHolder(holder, Number::Below, Some(holder)));
        steps.push(self.keep_of(word, holder));
        steps
    }

    /// Some lanes give a holder a value, the others none.
    fn set_by_some(&mut self) -> Vec<Step> {
        let to = self.holder();
        let set = match self.rng.below(3) {
            0 => Step::SetHolder(to, self.number(2), None),
            1 => Step::SetHolder(to, self.number(1), Some(self.holder())),
            _ => Step::Ticket { to, amount: self.number(1) },
        };
        let condition = self.condition();
        vec![Step::If { condition, fresh: Vec::new(), then_: vec![set], else_: Vec::new() }]
    }

    fn branch(&mut self, nesting: usize) -> Step {
        let condition = self.condition();
        let fresh = self.fresh();
        let (then_, others) = (2 + self.rng.below(2), self.rng.below(3));
        Step::If { condition, fresh, then_: self.steps(then_, nesting + 1), else_: self.steps(others, nesting + 1) }
    }

    fn round(&mut self, nesting: usize) -> Step {
        let (rounds, fresh, depth) = (self.number(1), self.fresh(), self.depth);
        self.depth += 1;
        let body = self.steps(2, nesting + 1);
        self.depth -= 1;
        Step::Loop { depth, rounds, fresh, body }
    }

    fn set_word(&mut self) -> Step {
        Step::SetWord(self.rng.below(WORDS), self.number(2))
    }

    fn carry(&mut self) -> Step {
        Step::Carry { to: self.holder(), from: self.holder(), by: self.movement() }
    }

    fn keep(&mut self) -> Step {
        let (word, holder) = (self.rng.below(WORDS), self.holder());
        self.keep_of(word, holder)
    }

    fn keep_of(&mut self, word: usize, from: usize) -> Step {
        match self.guard() {
            Some(guard) => Step::Keep { word, from, guard },
            None => self.set_word(),
        }
    }

    fn vote(&mut self) -> Step {
        let Some(guard) = self.guard() else { return self.set_word() };
        let by = self.rng.pick(&[Vote::Ballot, Vote::BallotSync, Vote::BallotBuiltin, Vote::Any]);
        Step::Vote { word: self.rng.below(WORDS), from: self.holder(), bit: self.rng.below(5) as u32, guard, by }
    }

    fn gather(&mut self) -> Step {
        let Some(guard) = self.guard() else { return self.carry() };
        let by = self.rng.pick(&[Gather::MatchAny, Gather::ReduceAdd, Gather::PartitionReduce, Gather::PartitionScan]);
        Step::Gather { to: self.holder(), from: self.holder(), guard, by }
    }

    fn movement(&mut self) -> Move {
        let (width, small) = (self.rng.pick(&[32, 32, 16, 8]), 1 + self.rng.below(9) as u32);
        match self.rng.below(14) {
            0 => Move::Shfl(self.number(1), width),
            1 => Move::ShflXor(small, width),
            2 => Move::ShflUp(small, width),
            3 => Move::ShflDown(small, width),
            4 => Move::ShflSync(self.number(1)),
            5 => Move::TileShfl(self.number(1), width),
            6 => Move::TileXor(small % width as u32, width),
            7 => Move::Ranked(self.number(1)),
            8 => Move::Wrapped(self.number(1)),
            9 => Move::Bpermute(self.number(1)),
            10 => Move::ReadFirst,
            11 => Move::ReadLane(small),
            12 => Move::Swizzle(1 + self.rng.below(31) as u32),
            _ => Move::Quad(self.rng.below(4) as u32),
        }
    }

    /// Whose lowest bit parts the lanes: few of them, many, or what the input says.
    fn condition(&mut self) -> Number {
        let few = Number::Constant(1 + self.rng.below(12) as u32);
        let (left, op, right) = match self.rng.below(5) {
            0 => (Number::Lane, Operation::Less, few),
            1 => (Number::Lane, Operation::Equal, Number::First),
            2 => (binary(Operation::Remainder, Number::Lane, few), Operation::Equal, Number::Constant(0)),
            3 => (Number::Input(self.rng.below(INPUTS)), Operation::And, Number::Constant(1)),
            _ => (self.number(1), Operation::Less, self.number(1)),
        };
        binary(op, left, right)
    }

    fn number(&mut self, size: usize) -> Number {
        if size > 0 && self.rng.below(3) > 0 {
            let op = self.rng.pick(&[
                Operation::Add,
                Operation::Sub,
                Operation::Mul,
                Operation::And,
                Operation::Or,
                Operation::Xor,
                Operation::Remainder,
            ]);
            let (a, b) = (self.number(size - 1), self.number(size - 1));
            return binary(op, a, b);
        }
        match self.rng.below(8) {
            0 | 1 => Number::Constant(self.rng.below(40) as u32),
            2 => Number::Lane,
            3 => Number::Input(self.rng.below(INPUTS)),
            4 if self.depth > 0 => Number::Round(self.rng.below(self.depth)),
            5 => Number::Below,
            6 => Number::First,
            _ => Number::Word(self.rng.below(WORDS)),
        }
    }

    fn fresh(&mut self) -> Vec<usize> {
        (0..HOLDERS).filter(|_| self.rng.below(4) == 0).collect()
    }

    fn holder(&mut self) -> usize {
        self.rng.below(HOLDERS)
    }

    /// A guard that no other place has.
    fn guard(&mut self) -> Option<usize> {
        self.guards += 1;
        (self.guards <= GUARDS).then_some(self.guards - 1)
    }

    /// A counter that no other place has: which of two branches comes first nobody says.
    fn counter(&mut self) -> Option<usize> {
        self.counters += 1;
        (self.counters <= COUNTERS).then_some(self.counters - 1)
    }
}

fn binary(op: Operation, a: Number, b: Number) -> Number {
    Number::Binary(op, Box::new(a), Box::new(b))
}
