//! The order in which a graph's nodes run: each behind all it depends on, else as they were made.
//!
//! The order depends on the structure alone, so that two graphs of one structure have their nodes in the same places: `update` relies on it.

use std::sync::Arc;

use super::Graph;
use super::node::Node;
use crate::hip::error::{HipError, HipResult};

/// A node and the places, in the same list, of those before it.
#[derive(Debug)]
pub struct Placed {
    /// The node.
    pub node: Arc<Node>,
    /// Ascending.
    pub before: Vec<u32>,
}

impl Graph {
    /// All nodes in order. hip-tests, Unit_hipGraph…Cycle: hipErrorInvalidValue if there is none.
    pub fn ordered(&self) -> HipResult<Vec<Placed>> {
        let inner = self.inner.lock();
        let mut missing: Vec<u32> =
            inner.slots.iter().map(|slot| slot.as_ref().map_or(0, |slot| slot.before.len() as u32)).collect();
        let live = |index: &u32| inner.slots[*index as usize].is_some();
        let mut order: Vec<u32> = (0..inner.slots.len() as u32).filter(live).collect();
        let all = order.len();
        order.retain(|&index| missing[index as usize] == 0);
        let mut places = vec![0; inner.slots.len()];
        let mut placed = Vec::with_capacity(all);
        let mut next = 0;
        while let Some(&index) = order.get(next) {
            places[index as usize] = next as u32;
            next += 1;
            let Some(slot) = &inner.slots[index as usize] else { continue };
            let mut before: Vec<u32> = slot.before.iter().map(|&other| places[other as usize]).collect();
            before.sort_unstable();
            placed.push(Placed { node: Arc::clone(&slot.node), before });
            for &other in &slot.after {
                missing[other as usize] -= 1;
                if missing[other as usize] == 0 {
                    order.push(other);
                }
            }
        }
        match placed.len() == all {
            true => Ok(placed),
            false => Err(HipError::InvalidValue.because("the graph's edges form a circle")),
        }
    }
}
