//! `hipGraphExecUpdate`: the work of a graph of the same structure takes the place of what there is. One pass over the nodes.

use std::ops::Range;
use std::sync::Arc;

use super::Graph;
use super::exec::{Exec, Inner};
use super::node::{Node, Work};
use super::step::{self, Place, Step};
use crate::hip::error::{HipError, HipResult};

/// `hipGraphExecUpdateResult`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u32)]
pub enum Outcome {
    /// Done.
    Success = 0,
    /// The graph has no order.
    Error = 1,
    /// Nodes or edges differ.
    TopologyChanged = 2,
    /// A node is of another kind.
    NodeTypeChanged = 3,
    /// A node's parameters cannot change so.
    ParametersChanged = 5,
    /// A kernel is another device's.
    UnsupportedFunctionChange = 7,
}

/// What became of an update: how it failed, and the handle of the node that differs, if it is one.
#[derive(Clone, Copy, Debug)]
pub struct Updated {
    /// How it failed, if it did.
    pub outcome: Outcome,
    /// The node.
    pub node: u64,
}

/// What a graph has in the places of an executable graph's steps.
struct News {
    steps: Vec<New>,
    /// Of each the places before it, one behind the other.
    before: Vec<u32>,
}

struct New {
    handle: u64,
    work: Arc<Work>,
    before: Range<usize>,
    nested: u32,
}

impl Place for New {
    fn nest(&mut self, count: u32) {
        self.nested = count;
    }
}

impl News {
    fn of(graph: &Graph) -> HipResult<News> {
        let (mut steps, mut before) = (Vec::new(), Vec::new());
        step::lay_out(graph, &mut steps, &mut |node, others, work| {
            let begin = before.len();
            before.extend_from_slice(others);
            New { handle: node.handle(), work, before: begin..before.len(), nested: 0 }
        })?;
        Ok(News { steps, before })
    }

    /// The first that cannot take its step's place, and why; no node if there are more or fewer than steps.
    fn difference(&self, steps: &[Step]) -> Option<Updated> {
        if self.steps.len() != steps.len() {
            return Some(Updated { outcome: Outcome::TopologyChanged, node: 0 });
        }
        steps.iter().zip(&self.steps).find_map(|(old, new)| {
            let outcome = difference(old, new, &self.before[new.before.clone()])?;
            Some(Updated { outcome, node: new.handle })
        })
    }
}

impl Exec {
    /// All or nothing. HIP: hipErrorGraphExecUpdateFailure with the reason.
    pub fn update(&self, graph: &Graph) -> Updated {
        let Ok(news) = News::of(graph) else { return Updated { outcome: Outcome::Error, node: 0 } };
        let mut inner = self.inner.lock();
        if let Some(refused) = news.difference(&inner.steps) {
            return refused;
        }
        let Inner { steps, changed, .. } = &mut *inner;
        for (place, (old, new)) in (0..).zip(steps.iter_mut().zip(news.steps)) {
            if !old.work.is_as(&new.work) {
                changed.push(place);
                old.work = new.work;
            }
        }
        Updated { outcome: Outcome::Success, node: 0 }
    }

    /// `hipGraphExecChildGraphNodeSetParams`. AMD's runtime: hipErrorUnknown if the structure differs.
    pub fn update_child(&self, node: &Node, graph: &Graph) -> HipResult {
        let refused = || HipError::Unknown.because("the child graph has another structure");
        let news = News::of(graph).map_err(|_| refused())?;
        self.with_nested(node, |steps| {
            if news.difference(steps).is_some() {
                return Err(refused());
            }
            for (old, new) in steps.iter_mut().zip(news.steps) {
                old.work = new.work;
            }
            Ok(())
        })
    }
}

/// Why one step cannot become another, which comes behind those of `before`.
fn difference(old: &Step, new: &New, before: &[u32]) -> Option<Outcome> {
    if old.work.kind() != new.work.kind() {
        return Some(Outcome::NodeTypeChanged);
    }
    if old.before != before || old.nested != new.nested {
        return Some(Outcome::TopologyChanged);
    }
    match (&*old.work, &*new.work) {
        (Work::Kernel(old), Work::Kernel(new)) if old.kernel().device().index != new.kernel().device().index => {
            Some(Outcome::UnsupportedFunctionChange)
        }
        (Work::Alloc(old), Work::Alloc(new)) if !Arc::ptr_eq(&old.memory, &new.memory) => {
            Some(Outcome::ParametersChanged)
        }
        (Work::Free(old), Work::Free(new)) if !Arc::ptr_eq(old, new) => Some(Outcome::ParametersChanged),
        (Work::Copy(old), Work::Copy(new)) if old.kind() != new.kind() => Some(Outcome::ParametersChanged),
        _ => None,
    }
}
