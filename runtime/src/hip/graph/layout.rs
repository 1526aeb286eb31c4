//! How an executable graph's steps lie in recordings: which of them make a run, and where barriers stand.
//!
//! ```text
//!   steps    kernel  kernel  copy  host function  kernel  kernel  kernel
//!   parts    [run: 0, 1 | 2      ] [each: 3     ] [run: 4 | 5, 6        ]      | a barrier
//! ```
//! A run is recorded; what lies between runs, stream order keeps. Within one, a barrier stands in front of a step that depends on one behind the
//! last barrier, and nowhere else: an *epoch* is what lies between two of them. Steps of no work pass on what they come behind.
//! Pure: knows classes and edges. Called by `plan`.

use std::ops::Range;

use super::step::Step;
use super::tape::Class;
use crate::vk::OperationKind;

/// Recorded steps of a recording: few enough that a change is soon recorded, many enough that a launch has few to execute.
const CHUNK: usize = 64;

/// A part of a launch.
#[derive(PartialEq, Eq, Debug)]
pub enum Part {
    /// Steps that are done one by one.
    Each(Range<usize>),
    /// Steps that are recorded.
    Run {
        /// Those of each recording.
        chunks: Vec<Range<usize>>,
        /// What is in the first epoch and in the last.
        kinds: (OperationKind, OperationKind),
        /// It is a long row of kernels of one block, and nothing else.
        small: bool,
    },
}

/// A launch's parts, and the barrier in front of each step.
#[derive(PartialEq, Eq, Debug)]
pub struct Layout {
    /// In order.
    pub parts: Vec<Part>,
    /// By the steps' places: what lies before a barrier and behind it.
    pub barriers: Vec<Option<(OperationKind, OperationKind)>>,
}

/// The steps of a run that is under way.
struct Open {
    steps: Vec<usize>,
    first: usize,
    small: bool,
}

/// Goes through the steps once.
struct Builder {
    parts: Vec<Part>,
    /// What is in each epoch.
    kinds: Vec<OperationKind>,
    /// The epoch that begins with a step, by a barrier.
    begins: Vec<Option<usize>>,
    open: Option<Open>,
}

/// Lays out steps of these classes; long rows of one-block kernels are runs of their own if `row` says how long that is.
pub fn lay_out(steps: &[Step], classes: &[Class], row: Option<usize>) -> Layout {
    let small = small_rows(classes, row);
    // Epoch 0 is before everything.
    let mut builder =
        Builder { parts: Vec::new(), kinds: vec![OperationKind::Both], begins: vec![None; steps.len()], open: None };
    let mut done = vec![0; steps.len()];
    let mut graphs = vec![Within { child: None, end: steps.len(), own: Vec::new() }];
    for (place, step) in steps.iter().enumerate() {
        while graphs.last().is_some_and(|graph| graph.end <= place) {
            leave(&mut graphs, &mut done);
        }
        let Some(graph) = graphs.last_mut() else { break };
        graph.own.push(place);
        let before = step.before.iter().map(|&other| done[graph.own[other as usize]]);
        // A child graph's first nodes come behind what its node comes behind.
        let behind = before.chain(graph.child.map(|child| done[child])).max().unwrap_or(0);
        done[place] = match classes[place] {
            Class::Nothing => behind,
            Class::Each => builder.each(place),
            class => builder.recorded(place, class, small[place], behind),
        };
        if step.nested > 0 {
            graphs.push(Within { child: Some(place), end: place + 1 + step.nested as usize, own: Vec::new() });
        }
    }
    builder.finish()
}

/// A graph that is being gone through: the node that it is the child graph of, where it ends, and the places of its own nodes.
struct Within {
    child: Option<usize>,
    end: usize,
    own: Vec<usize>,
}

/// Who depends on a child graph depends on all of it.
fn leave(graphs: &mut Vec<Within>, done: &mut [usize]) {
    if let Some(Within { child: Some(child), end, .. }) = graphs.pop() {
        done[child] = done[child..end].iter().copied().max().unwrap_or(0);
    }
}

/// Which steps are in long rows of one-block kernels; those of no work count for nothing.
fn small_rows(classes: &[Class], row: Option<usize>) -> Vec<bool> {
    let mut small = vec![false; classes.len()];
    let Some(row) = row else { return small };
    let mut places: Vec<usize> = Vec::new();
    for (place, &class) in classes.iter().enumerate() {
        match class {
            Class::OneBlock => places.push(place),
            Class::Nothing => {}
            _ => places.clear(),
        }
        if places.len() == row {
            places.iter().for_each(|&place| small[place] = true);
        } else if places.len() > row {
            small[place] = class == Class::OneBlock;
        }
    }
    small
}

impl Builder {
    fn epoch(&mut self, kind: OperationKind) -> usize {
        self.kinds.push(kind);
        self.kinds.len() - 1
    }

    /// A step on its own: everything before it is over for what follows.
    fn each(&mut self, place: usize) -> usize {
        self.close();
        match self.parts.last_mut() {
            Some(Part::Each(range)) => range.end = place + 1,
            _ => self.parts.push(Part::Each(place..place + 1)),
        }
        0
    }

    fn recorded(&mut self, place: usize, class: Class, small: bool, behind: usize) -> usize {
        if self.open.as_ref().is_none_or(|open| open.small != small) {
            self.close();
            let first = self.epoch(class.kind());
            self.open = Some(Open { steps: Vec::new(), first, small });
        } else if behind == self.kinds.len() - 1 {
            self.begins[place] = Some(self.epoch(class.kind()));
        }
        if let Some(open) = &mut self.open {
            open.steps.push(place);
        }
        let epoch = self.kinds.len() - 1;
        if self.kinds[epoch] != class.kind() {
            self.kinds[epoch] = OperationKind::Both;
        }
        epoch
    }

    fn close(&mut self) {
        let Some(Open { steps, first, small }) = self.open.take() else { return };
        let kinds = (self.kinds[first], self.kinds[self.kinds.len() - 1]);
        let chunks = steps.chunks(CHUNK).map(|steps| steps[0]..steps[steps.len() - 1] + 1).collect();
        self.parts.push(Part::Run { chunks, kinds, small });
    }

    fn finish(mut self) -> Layout {
        self.close();
        let barrier = |epoch: usize| (self.kinds[epoch - 1], self.kinds[epoch]);
        Layout { parts: self.parts, barriers: self.begins.iter().map(|epoch| epoch.map(barrier)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::{Class, Layout, OperationKind, Part, lay_out};
    use crate::hip::graph::node::Work;
    use crate::hip::graph::step::Step;
    use Class::{Each, Grid, Nothing, OneBlock, Transfer};
    use OperationKind::{Both, Compute};

    fn step(before: &[u32], nested: u32) -> Step {
        Step { node: 0, before: before.to_vec(), work: Work::Empty.into(), enabled: true, nested }
    }

    fn laid(steps: &[(Class, &[u32])]) -> Layout {
        let (classes, steps): (Vec<_>, Vec<_>) = steps.iter().map(|&(class, before)| (class, step(before, 0))).unzip();
        lay_out(&steps, &classes, None)
    }

    fn barriers(layout: &Layout) -> Vec<usize> {
        (0..layout.barriers.len()).filter(|&place| layout.barriers[place].is_some()).collect()
    }

    /// Kernels in one recording.
    fn run(steps: std::ops::Range<usize>) -> Part {
        Part::Run { chunks: Vec::from([steps]), kinds: (Compute, Compute), small: false }
    }

    #[test]
    fn barriers_stand_where_an_edge_needs_one() {
        let chain = laid(&[(Grid, &[]), (Grid, &[0]), (Grid, &[1])]);
        assert_eq!(barriers(&chain), [1, 2]);
        let apart = laid(&[(Grid, &[]), (Grid, &[]), (Grid, &[])]);
        assert!(barriers(&apart).is_empty() && apart.parts.len() == 1);
        let two_chains = laid(&[(Grid, &[]), (Grid, &[]), (Grid, &[0]), (Grid, &[1])]);
        assert_eq!(barriers(&two_chains), [2]);
    }

    #[test]
    fn steps_of_no_work_pass_on_what_they_come_behind() {
        let joined = laid(&[(Grid, &[]), (Grid, &[]), (Nothing, &[0, 1]), (Grid, &[2]), (Grid, &[])]);
        assert_eq!(barriers(&joined), [3]);
        assert!(barriers(&laid(&[(Nothing, &[]), (Grid, &[0]), (Grid, &[0])])).is_empty());
    }

    #[test]
    fn a_barrier_names_what_is_on_its_sides() {
        let copied = laid(&[(Grid, &[]), (Transfer, &[0]), (Grid, &[0]), (Grid, &[1])]);
        assert_eq!(copied.barriers[1], Some((Compute, Both)));
        assert_eq!(copied.barriers[3], Some((Both, Compute)));
        assert_eq!(copied.parts, [run(0..4)]);
    }

    #[test]
    fn what_is_not_recorded_splits_runs_and_orders_them() {
        let split = laid(&[(Grid, &[]), (Each, &[0]), (Each, &[]), (Grid, &[0]), (Grid, &[1])]);
        assert_eq!(split.parts, [run(0..1), Part::Each(1..3), run(3..5)]);
        assert!(barriers(&split).is_empty());
    }

    #[test]
    fn a_child_graph_comes_behind_its_node_and_before_what_depends_on_it() {
        // The child graph's two steps do not count among the places of the others.
        let steps = [step(&[], 0), step(&[0], 2), step(&[], 0), step(&[], 0), step(&[1], 0), step(&[0], 0)];
        let layout = lay_out(&steps, &[Grid, Nothing, Grid, Grid, Grid, Grid], None);
        assert_eq!(barriers(&layout), [2, 4]);
    }

    #[test]
    fn long_rows_of_one_block_are_runs_of_their_own() {
        let steps: Vec<Step> = (0..7).map(|_| step(&[], 0)).collect();
        let classes = [OneBlock, Grid, OneBlock, Nothing, OneBlock, OneBlock, Transfer];
        let runs = lay_out(&steps, &classes, Some(3)).parts;
        let small: Vec<bool> = runs.iter().map(|part| matches!(part, Part::Run { small: true, .. })).collect();
        assert_eq!(small, [false, true, false]);
        assert_eq!(lay_out(&steps, &classes, Some(4)).parts.len(), 1);
    }
}
