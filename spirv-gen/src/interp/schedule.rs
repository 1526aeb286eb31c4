//! Which lanes run next: warps in lockstep, as AMD's hardware and back end run them.
//!
//! Each step executes one instruction for all lanes that stand at the same place. Where lanes part at a branch, those that stand
//! earliest in the order of `analysis::convergence` go on and the others wait; they meet again wherever they come to stand at the same place. So
//! a store of all lanes is done before the next instruction, and a warp operation sees exactly the lanes that came to it together. A warp waits at a
//! block barrier as a whole, whichever of its lanes came to it, until every other warp waits at one or has ended: that is what
//! `s_barrier` does.
//!
//! Lanes that keep no step (`Pace`) run one by one, each to the next warp operation; there they are with the same lanes as others are, which is
//! what Vulkan's maximal reconvergence promises of hardware that schedules lanes by themselves.

use std::cell::OnceCell;
use std::cmp::Ordering;

use super::thread::{Frame, Status, Step, Thread};
use super::{Fault, Group, Machine, Pace, warp};
use crate::analysis::convergence;
use crate::ir::function::Block;
use crate::ir::instruction::Op;
use crate::ir::intrinsic::Intrinsic;
use crate::ir::module::Module;

/// Instructions that a warp executes before the next one has its turn.
const SLICE: u32 = 4096;

/// Each function's blocks in the order of convergence, and the loops around them, found when first asked for.
#[derive(Debug)]
pub struct Schedule {
    positions: Vec<OnceCell<Vec<usize>>>,
    loops: Vec<OnceCell<Vec<Vec<Block>>>>,
}

impl Schedule {
    pub fn new(module: &Module) -> Self {
        let positions = module.functions.keys().map(|_| OnceCell::new()).collect();
        let loops = module.functions.keys().map(|_| OnceCell::new()).collect();
        Self { positions, loops }
    }

    /// The headers of the loops around the place where `frame` stands.
    fn around(&self, module: &Module, frame: &Frame) -> &[Block] {
        let found = &self.loops[frame.func.0 as usize];
        &found.get_or_init(|| convergence::loops(&module.functions[frame.func]))[frame.block.0 as usize]
    }

    /// Which of two frames of one caller stands earlier.
    fn compare(&self, module: &Module, a: &Frame, b: &Frame) -> Ordering {
        let place = |frame: &Frame| {
            let found = &self.positions[frame.func.0 as usize];
            let positions = found.get_or_init(|| convergence::positions(&module.functions[frame.func]));
            (frame.func.0, positions[frame.block.0 as usize], frame.index)
        };
        if a.func == b.func && a.block == b.block {
            return a.index.cmp(&b.index);
        }
        place(a).cmp(&place(b))
    }
}

impl<'m> Machine<'m> {
    /// Runs the threads of a block to their ends.
    pub(super) fn run(&mut self, group: &mut Group, threads: &mut [Thread], fuel: &mut u64) -> Result<(), Fault> {
        loop {
            let mut progress = false;
            for warp in threads.chunks_mut(group.warp_size as usize) {
                if warp.iter().all(|t| t.status != Status::Barrier) {
                    progress |= self.run_warp(group, warp, fuel)?;
                }
            }
            if progress {
                continue;
            }
            if threads.iter().all(|t| t.status == Status::Done) {
                return Ok(());
            }
            threads.iter_mut().filter(|t| t.status == Status::Barrier).for_each(|t| t.status = Status::Running);
        }
    }

    /// Runs a warp until it ends, waits at a barrier, or has used up its slice. Returns whether it did anything.
    fn run_warp(&mut self, group: &mut Group, warp: &mut [Thread], fuel: &mut u64) -> Result<bool, Fault> {
        let mut left = SLICE;
        while left > 0 {
            if let Some(lane) = self.by_itself(group.pace, warp) {
                self.run_alone(group, &mut warp[lane], &mut left, fuel)?;
                continue;
            }
            let active = self.earliest(warp);
            let Some(&first) = active.first() else { return Ok(left < SLICE) };
            // Until the next place where lanes part or meet, all of them go on.
            loop {
                left = left.saturating_sub(1);
                let parts = self.parts(&warp[first]);
                for &lane in &active {
                    *fuel = fuel.checked_sub(1).ok_or(Fault::OutOfFuel)?;
                    self.executed += 1;
                    self.step(group, &mut warp[lane])?;
                }
                match warp[first].status {
                    Status::Barrier => return Ok(true),
                    Status::Collective(_, id, _) => self.collective(id, group.warp_size, warp, &active)?,
                    Status::Running | Status::Done => {}
                }
                if parts {
                    break;
                }
            }
        }
        Ok(true)
    }

    /// Which lane goes on alone, where lanes keep no step and some have yet to come to what they do together.
    fn by_itself(&self, pace: Pace, warp: &[Thread]) -> Option<usize> {
        let mut alone = (0..warp.len()).filter(|&l| warp[l].status == Status::Running && !self.is_collective(&warp[l]));
        match pace {
            Pace::InStep => None,
            Pace::LowestFirst => alone.next(),
            Pace::HighestFirst => alone.next_back(),
        }
    }

    /// Runs `thread` to the next place where it needs others, or until the slice is used up.
    fn run_alone(
        &mut self,
        group: &mut Group,
        thread: &mut Thread,
        left: &mut u32,
        fuel: &mut u64,
    ) -> Result<(), Fault> {
        while *left > 0 && thread.status == Status::Running && !self.is_collective(thread) {
            *left -= 1;
            *fuel = fuel.checked_sub(1).ok_or(Fault::OutOfFuel)?;
            self.executed += 1;
            self.step(group, thread)?;
        }
        Ok(())
    }

    /// Executes the thread's next instruction.
    fn step(&mut self, group: &mut Group, thread: &mut Thread) -> Result<(), Fault> {
        let jumps =
            group.pace != Pace::InStep && thread.frames.len() == 1 && self.at(thread).is_some_and(Op::is_terminator);
        let before = if jumps { self.schedule.around(self.module, &thread.frames[0]).to_vec() } else { Vec::new() };
        Step { machine: self, group, thread }.step()?;
        if let (true, Some(frame)) = (jumps, thread.frames.first()) {
            let to = frame.block;
            let again = before.contains(&to);
            thread.rounds.entry(to).and_modify(|rounds| *rounds = if again { *rounds + 1 } else { 0 }).or_insert(0);
        }
        Ok(())
    }

    /// The running lanes that stand earliest.
    fn earliest(&self, warp: &[Thread]) -> Vec<usize> {
        let mut active: Vec<usize> = Vec::with_capacity(warp.len());
        for (lane, thread) in warp.iter().enumerate().filter(|(_, t)| t.status == Status::Running) {
            match active.first().map_or(Ordering::Equal, |&first| self.compare(thread, &warp[first])) {
                Ordering::Less => active = vec![lane],
                Ordering::Equal => active.push(lane),
                Ordering::Greater => {}
            }
        }
        active
    }

    /// Lanes inside a function that was called come before those that have returned from it; of lanes that run apart, those that have gone round a
    /// loop less often come before the others.
    fn compare(&self, a: &Thread, b: &Thread) -> Ordering {
        let apart = !a.rounds.is_empty() || !b.rounds.is_empty();
        if let (true, [frame_a], [frame_b]) = (apart, &a.frames[..], &b.frames[..]) {
            let around = [frame_a, frame_b].map(|frame| self.schedule.around(self.module, frame));
            let common = around[0].iter().zip(around[1]).take_while(|(a, b)| a == b).map(|(header, _)| header);
            let rounds = |thread: &Thread, header| thread.rounds.get(header).copied().unwrap_or(0);
            let mut orders = common.map(|header| rounds(a, header).cmp(&rounds(b, header)));
            if let Some(order) = orders.find(|order| order.is_ne()) {
                return order;
            }
        }
        let frames = a.frames.iter().zip(&b.frames);
        let mut orders = frames.map(|(a, b)| self.schedule.compare(self.module, a, b));
        orders.find(|o| o.is_ne()).unwrap_or_else(|| b.frames.len().cmp(&a.frames.len()))
    }

    /// Whether lanes may stand apart behind the thread's next instruction, or meet others there.
    fn parts(&self, thread: &Thread) -> bool {
        self.at(thread).is_none_or(|op| op.is_terminator() || matches!(op, Op::Call { .. }))
    }

    /// Whether the thread's next instruction needs the other lanes, or the other warps.
    fn is_collective(&self, thread: &Thread) -> bool {
        let meets = |id: Intrinsic| id == Intrinsic::Barrier || warp::is_collective(id);
        matches!(self.at(thread), Some(Op::Intrinsic { id, .. }) if meets(*id))
    }

    /// The thread's next instruction.
    fn at(&self, thread: &Thread) -> Option<&'m Op> {
        let frame = thread.frames.last()?;
        let func = &self.module.functions[frame.func];
        func.blocks[frame.block].insts.get(frame.index).map(|&i| &func.insts[i].op)
    }

    /// The active lanes stand at one warp operation: executes it.
    fn collective(&self, id: Intrinsic, warp_size: u32, warp: &mut [Thread], active: &[usize]) -> Result<(), Fault> {
        let mut lanes = Vec::with_capacity(active.len());
        for &lane in active {
            let Status::Collective(_, _, args) = &mut warp[lane].status else {
                return Err(Fault::Malformed(format!("lane {lane} is not at the {} of its warp", id.name())));
            };
            lanes.push((lane as u32, std::mem::take(args)));
        }
        for (&lane, result) in active.iter().zip(warp::execute(id, warp_size, self.undefined, &lanes)?) {
            warp[lane].resume(result);
        }
        Ok(())
    }
}
