//! `hipGraphExecUpdate`: the work of a graph of the same structure takes the place of what there is. One pass over the nodes.

use std::sync::Arc;

use super::Graph;
use super::exec::{Exec, Inner, Step, laid_out};
use super::node::{Node, Work};
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

impl Exec {
    /// All or nothing. HIP: hipErrorGraphExecUpdateFailure with the reason.
    pub fn update(&self, graph: &Graph) -> Updated {
        let Ok(new) = laid_out(graph) else { return Updated { outcome: Outcome::Error, node: 0 } };
        let mut inner = self.inner.lock();
        if new.len() != inner.steps.len() {
            return Updated { outcome: Outcome::TopologyChanged, node: 0 };
        }
        for (old, new) in inner.steps.iter().zip(&new) {
            if let Some(outcome) = difference(old, new) {
                return Updated { outcome, node: new.handle };
            }
        }
        let Inner { steps, changed, .. } = &mut *inner;
        for (place, (old, new)) in (0..).zip(steps.iter_mut().zip(new)) {
            if !old.work.is_as(&new.work) {
                changed.push(place);
            }
            old.work = new.work;
        }
        Updated { outcome: Outcome::Success, node: 0 }
    }

    /// `hipGraphExecChildGraphNodeSetParams`. AMD's runtime: hipErrorUnknown if the structure differs.
    pub fn update_child(&self, node: &Node, graph: &Graph) -> HipResult {
        let refused = || HipError::Unknown.because("the child graph has another structure");
        let new = laid_out(graph).map_err(|_| refused())?;
        self.with_nested(node, |steps| {
            let same =
                steps.len() == new.len() && steps.iter().zip(&new).all(|(old, new)| difference(old, new).is_none());
            if !same {
                return Err(refused());
            }
            for (old, new) in steps.iter_mut().zip(new) {
                old.work = new.work;
            }
            Ok(())
        })
    }
}

/// Why one step cannot become another.
fn difference(old: &Step, new: &Step) -> Option<Outcome> {
    if old.work.kind() != new.work.kind() {
        return Some(Outcome::NodeTypeChanged);
    }
    if old.before != new.before || old.nested != new.nested {
        return Some(Outcome::TopologyChanged);
    }
    match (&old.work, &new.work) {
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
