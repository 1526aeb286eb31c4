//! The order in which a graph's nodes run: each behind all it depends on, else as they were made.
//!
//! The order depends on the structure alone, so that two graphs of one structure have their nodes in the same places: `update` relies on it.
//! A graph keeps its order until its structure changes.

/// A node and its edges, as indices into its graph's slots.
#[derive(Clone, Debug)]
pub struct Slot<N> {
    /// The node.
    pub node: N,
    /// Those it depends on.
    pub before: Vec<u32>,
    /// Those that depend on it.
    pub after: Vec<u32>,
}

/// A graph's nodes in order.
#[derive(Debug)]
pub struct Order<N> {
    nodes: Vec<N>,
    /// The places of those before each node, one node's behind the other's, and where each node's end.
    before: Vec<u32>,
    ends: Vec<usize>,
}

impl<N: Clone> Order<N> {
    /// Nodes, each with the places of those before it, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (&N, &[u32])> {
        let begins = std::iter::once(0).chain(self.ends.iter().copied());
        let before = begins.zip(&self.ends).map(|(begin, &end)| &self.before[begin..end]);
        self.nodes.iter().zip(before)
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Of what a graph has; none if its edges form a circle.
    pub fn of(slots: &[Option<Slot<N>>]) -> Option<Order<N>> {
        let mut missing: Vec<u32> =
            slots.iter().map(|slot| slot.as_ref().map_or(0, |slot| slot.before.len() as u32)).collect();
        let live = |index: &u32| slots[*index as usize].is_some();
        let mut queue: Vec<u32> = (0..slots.len() as u32).filter(live).collect();
        let all = queue.len();
        queue.retain(|&index| missing[index as usize] == 0);
        let mut places = vec![0; slots.len()];
        let mut order = Order { nodes: Vec::with_capacity(all), before: Vec::new(), ends: Vec::with_capacity(all) };
        let mut next = 0;
        while let Some(&index) = queue.get(next) {
            places[index as usize] = next as u32;
            next += 1;
            let Some(slot) = &slots[index as usize] else { continue };
            let begin = order.before.len();
            order.before.extend(slot.before.iter().map(|&other| places[other as usize]));
            order.before[begin..].sort_unstable();
            order.ends.push(order.before.len());
            order.nodes.push(slot.node.clone());
            for &other in &slot.after {
                missing[other as usize] -= 1;
                if missing[other as usize] == 0 {
                    queue.push(other);
                }
            }
        }
        (order.len() == all).then_some(order)
    }
}

#[cfg(test)]
mod tests {
    use super::{Order, Slot};

    fn graph(edges: &[(u32, u32)], nodes: u32) -> Vec<Option<Slot<u32>>> {
        let ends = |node, of: fn(&(u32, u32)) -> (u32, u32)| {
            edges.iter().map(of).filter(|&(end, _)| end == node).map(|(_, other)| other).collect()
        };
        let slot = |node| Slot { node, before: ends(node, |&(from, to)| (to, from)), after: ends(node, |&edge| edge) };
        (0..nodes).map(|node| Some(slot(node))).collect()
    }

    #[test]
    fn nodes_come_behind_those_they_depend_on_and_else_as_they_were_made() {
        let order = Order::of(&graph(&[(2, 0), (2, 3), (0, 3)], 4)).expect("no circle");
        let places: Vec<(u32, &[u32])> = order.iter().map(|(&node, before)| (node, before)).collect();
        assert_eq!(places, [(1, &[][..]), (2, &[]), (0, &[1]), (3, &[1, 2])]);
    }

    #[test]
    fn a_circle_has_no_order_and_destroyed_nodes_have_no_place() {
        assert!(Order::of(&graph(&[(0, 1), (1, 0)], 2)).is_none());
        let mut slots = graph(&[], 3);
        slots[1] = None;
        assert_eq!(Order::of(&slots).expect("no circle").iter().map(|(&node, _)| node).collect::<Vec<_>>(), [0, 2]);
    }
}
