//! What a program must compute, lane by lane: warps in lockstep, lanes that part meet again behind the `if` or loop, and a value that a lane
//! never got is `None`.

use super::program::{
    COUNTERS, GUARDS, Gather, HOLDERS, INPUTS, Move, Number, Operation, Program, Step, Vote, WARP, WORDS,
};

/// What the host gives the kernel and expects of it.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub input: Vec<u32>,
    pub guards: Vec<u32>,
    pub out: Vec<u32>,
    pub tickets: Vec<u32>,
    pub counters: Vec<u32>,
    /// How often a lane kept a value, and how often it had none to keep.
    pub kept: usize,
    pub withheld: usize,
}

/// The program's outcome for the input of `seed`. A thread's guard is taken away where it would let in what has no value, until none does.
pub fn simulate(program: &Program, seed: u64) -> Outcome {
    let input = input(program.threads, seed);
    let mut guards = vec![u32::MAX; program.threads];
    loop {
        match attempt(program, &input, &guards) {
            Ok(outcome) => return outcome,
            Err((thread, guard)) => guards[thread] &= !(1 << guard),
        }
    }
}

fn input(threads: usize, seed: u64) -> Vec<u32> {
    let mix = |i: usize| {
        let x = (i as u64 + 1).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ seed.wrapping_mul(0xbf58_476d_1ce4_e5b9);
        ((x ^ x >> 29).wrapping_mul(0x94d0_49bb_1331_11eb) >> 32) as u32
    };
    (0..threads * INPUTS).map(mix).collect()
}

/// A thread and a guard of it that must go.
type Unguarded = (usize, usize);

fn attempt(program: &Program, input: &[u32], guards: &[u32]) -> Result<Outcome, Unguarded> {
    let warps = program.threads.div_ceil(WARP);
    let mut outcome = Outcome {
        input: input.to_vec(),
        guards: guards.to_vec(),
        out: Vec::new(),
        tickets: vec![0; program.threads],
        counters: vec![0; warps * COUNTERS],
        kept: 0,
        withheld: 0,
    };
    for first in (0..program.threads).step_by(WARP) {
        let lanes = WARP.min(program.threads - first);
        let mut warp = Warp { first, outcome: &mut outcome, lanes: Vec::new(), rounds: Vec::new() };
        for lane in 0..lanes {
            let words = std::array::from_fn(|i| input[(first + lane) * INPUTS + i % INPUTS].wrapping_add(i as u32));
            warp.lanes.push(Lane { words, holders: [None; HOLDERS] });
        }
        warp.steps(&program.steps, if lanes == WARP { u32::MAX } else { (1 << lanes) - 1 })?;
        let words: Vec<u32> = warp.lanes.iter().flat_map(|lane| lane.words).collect();
        outcome.out.extend(words);
    }
    Ok(outcome)
}

struct Lane {
    words: [u32; WORDS],
    holders: [Option<u32>; HOLDERS],
}

struct Warp<'a> {
    first: usize,
    outcome: &'a mut Outcome,
    lanes: Vec<Lane>,
    rounds: Vec<u32>,
}

/// The lanes of a mask, from the lowest.
fn each(active: u32) -> impl Iterator<Item = usize> {
    (0..WARP).filter(move |lane| active >> lane & 1 == 1)
}

impl Warp<'_> {
    fn steps(&mut self, steps: &[Step], active: u32) -> Result<(), Unguarded> {
        steps.iter().try_for_each(|step| self.step(step, active))
    }

    fn step(&mut self, step: &Step, active: u32) -> Result<(), Unguarded> {
        match step {
            Step::SetWord(word, value) => {
                each(active).for_each(|l| self.lanes[l].words[*word] = self.number(value, l, active));
            }
            Step::SetHolder(to, value, from) => {
                for l in each(active) {
                    let added = from.map_or(Some(0), |from| self.lanes[l].holders[from]);
                    let value = self.number(value, l, active);
                    self.lanes[l].holders[*to] = added.map(|a| value.wrapping_add(a));
                }
            }
            Step::Ticket { to, amount } => {
                for l in each(active) {
                    let amount = self.number(amount, l, active);
                    let ticket = &mut self.outcome.tickets[self.first + l];
                    self.lanes[l].holders[*to] = Some(*ticket);
                    *ticket = ticket.wrapping_add(amount);
                }
            }
            Step::Lead { to, leader, counter, amount } => {
                let leads = self.mask(active, |w, l| w.number(leader, l, active) == l as u32);
                for l in each(leads) {
                    let amount = self.number(amount, l, active);
                    let counter = &mut self.outcome.counters[self.first / WARP * COUNTERS + counter];
                    self.lanes[l].holders[*to] = Some(*counter);
                    *counter = counter.wrapping_add(amount);
                }
            }
            Step::Carry { to, from, by } => {
                let got: Vec<_> = each(active).map(|l| (l, self.carried(*from, by, l, active))).collect();
                got.into_iter().for_each(|(l, value)| self.lanes[l].holders[*to] = value);
            }
            Step::Keep { word, from, guard } => {
                for l in each(active) {
                    if let Some(value) = self.guarded(l, *from, *guard)? {
                        self.lanes[l].words[*word] = value;
                    }
                }
            }
            Step::Vote { word, from, bit, guard, by } => self.vote(*word, *from, *bit, *guard, *by, active)?,
            Step::Gather { to, from, guard, by } => self.gather(*to, *from, *guard, *by, active)?,
            Step::If { condition, fresh, then_, else_ } => {
                let taken = self.mask(active, |w, l| w.number(condition, l, active) & 1 == 1);
                self.scope(fresh, taken, |warp, taken| warp.steps(then_, taken))?;
                if active & !taken != 0 {
                    self.steps(else_, active & !taken)?;
                }
            }
            Step::Loop { rounds, fresh, body, .. } => {
                let counts: Vec<u32> =
                    (0..self.lanes.len()).map(|l| 1 + (self.number(rounds, l, active) & 3)).collect();
                for round in 0..4 {
                    self.rounds.push(round);
                    let still = self.mask(active, |_, l| round < counts[l]);
                    self.scope(fresh, still, |warp, still| warp.steps(body, still))?;
                    self.rounds.pop();
                }
            }
        }
        Ok(())
    }

    /// Runs `inside`, unless no lane is active, with holders of its own in place of `fresh`.
    fn scope(
        &mut self,
        fresh: &[usize],
        active: u32,
        inside: impl FnOnce(&mut Self, u32) -> Result<(), Unguarded>,
    ) -> Result<(), Unguarded> {
        if active == 0 {
            return Ok(());
        }
        let outside: Vec<_> = each(active).map(|l| (l, self.lanes[l].holders)).collect();
        for l in each(active) {
            fresh.iter().for_each(|&h| self.lanes[l].holders[h] = None);
        }
        inside(self, active)?;
        for (l, holders) in outside {
            fresh.iter().for_each(|&h| self.lanes[l].holders[h] = holders[h]);
        }
        Ok(())
    }

    fn mask(&self, active: u32, holds: impl Fn(&Self, usize) -> bool) -> u32 {
        each(active).filter(|&l| holds(self, l)).fold(0, |mask, l| mask | 1 << l)
    }

    /// The holder's value, if the guard is there; then it must have one.
    fn guarded(&mut self, lane: usize, holder: usize, guard: usize) -> Result<Option<u32>, Unguarded> {
        assert!(guard < GUARDS);
        let thread = self.first + lane;
        if self.outcome.guards[thread] >> guard & 1 == 0 {
            self.outcome.withheld += 1;
            return Ok(None);
        }
        self.outcome.kept += 1;
        self.lanes[lane].holders[holder].map(Some).ok_or((thread, guard))
    }

    /// The guarded lanes and their values.
    fn all_guarded(&mut self, holder: usize, guard: usize, active: u32) -> Result<Vec<(usize, u32)>, Unguarded> {
        let mut found = Vec::new();
        for l in each(active) {
            found.extend(self.guarded(l, holder, guard)?.map(|value| (l, value)));
        }
        Ok(found)
    }

    fn vote(
        &mut self,
        word: usize,
        from: usize,
        bit: u32,
        guard: usize,
        by: Vote,
        active: u32,
    ) -> Result<(), Unguarded> {
        let votes = self.all_guarded(from, guard, active)?;
        let bits = votes.iter().fold(0, |bits, (l, value)| bits | (value >> bit & 1) << l);
        for l in each(active) {
            let word = &mut self.lanes[l].words[word];
            *word = if matches!(by, Vote::Any) { word.wrapping_add(u32::from(bits != 0)) } else { bits };
        }
        Ok(())
    }

    /// Lanes without the guard have no value behind it.
    fn gather(&mut self, to: usize, from: usize, guard: usize, by: Gather, active: u32) -> Result<(), Unguarded> {
        let values = self.all_guarded(from, guard, active)?;
        each(active).for_each(|l| self.lanes[l].holders[to] = None);
        let sum =
            |until: usize| values.iter().filter(|(l, _)| *l <= until).fold(0u32, |sum, (_, v)| sum.wrapping_add(*v));
        for &(lane, value) in &values {
            let result = match by {
                Gather::MatchAny => {
                    values.iter().filter(|(_, v)| v & 3 == value & 3).fold(0, |mask, (l, _)| mask | 1 << l)
                }
                Gather::ReduceAdd | Gather::PartitionReduce => sum(WARP),
                Gather::PartitionScan => sum(lane),
            };
            self.lanes[lane].holders[to] = Some(result);
        }
        Ok(())
    }

    /// What `lane` gets of the others' holders.
    fn carried(&self, from: usize, by: &Move, lane: usize, active: u32) -> Option<u32> {
        let of = |source: usize| (active >> source & 1 == 1).then(|| self.lanes[source].holders[from]).flatten();
        let within = |source: Option<usize>, width: usize| {
            source.filter(|s| *s < WARP && s / width == lane / width).unwrap_or(lane)
        };
        // A structure goes by tiles of 32.
        let cut = |width: usize| if from == HOLDERS - 1 { WARP } else { width };
        let number = |n: &Number| self.number(n, lane, active) as usize;
        match by {
            Move::Shfl(n, width) => {
                let width = cut(*width);
                of(lane / width * width + number(n) % WARP % width)
            }
            Move::ShflXor(mask, width) => {
                let (source, width) = (lane ^ *mask as usize, cut(*width));
                // HIP's: the next part may not be read, the parts before may.
                of(if source >= (lane / width + 1) * width { lane } else { source })
            }
            Move::ShflUp(n, width) => of(within(lane.checked_sub(*n as usize), cut(*width))),
            Move::ShflDown(n, width) => of(within(Some(lane + *n as usize), cut(*width))),
            Move::ShflSync(n) | Move::Wrapped(n) | Move::Bpermute(n) => of(number(n) % WARP),
            Move::TileShfl(n, size) => of(lane / size * size + number(n) % size),
            Move::TileXor(mask, size) => of(within(Some(lane ^ *mask as usize), *size)),
            Move::Ranked(n) => of(each(active).nth(number(n) % active.count_ones() as usize).expect("a rank")),
            Move::ReadFirst => of(active.trailing_zeros() as usize),
            Move::ReadLane(n) => of(*n as usize),
            Move::Swizzle(mask) => of(lane ^ *mask as usize),
            Move::Quad(n) => of(lane / 4 * 4 + *n as usize),
        }
    }

    fn number(&self, n: &Number, lane: usize, active: u32) -> u32 {
        let of = |n: &Number| self.number(n, lane, active);
        match n {
            Number::Constant(c) => *c,
            Number::Lane => lane as u32,
            Number::Input(i) => self.outcome.input[(self.first + lane) * INPUTS + i],
            Number::Word(i) => self.lanes[lane].words[*i],
            Number::Round(depth) => self.rounds[*depth],
            Number::Binary(op, a, b) => {
                let (a, b) = (of(a), of(b));
                match op {
                    Operation::Add => a.wrapping_add(b),
                    Operation::Sub => a.wrapping_sub(b),
                    Operation::Mul => a.wrapping_mul(b),
                    Operation::And => a & b,
                    Operation::Or => a | b,
                    Operation::Xor => a ^ b,
                    Operation::Less => (a < b).into(),
                    Operation::Equal => (a == b).into(),
                    Operation::Remainder => a % (b % 7 + 1),
                }
            }
            Number::First => active.trailing_zeros(),
            Number::Last => 31 - active.leading_zeros(),
            Number::Below => (active & ((1 << lane) - 1)).count_ones(),
            Number::Active => active.count_ones(),
        }
    }
}
