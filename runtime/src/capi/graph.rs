//! Graphs, their nodes and edges. Semantics: `hip::graph`.

use std::ffi::{c_char, c_uint};
use std::sync::Arc;

use super::convert::{Out, pointer};
use super::graph_args::{Nodes, Room, add, list, lists, other_kind};
use super::guard::hip_api;
use super::types::{hipGraph_t, hipGraphNode_t, hipGraphNodeType};
use crate::hip::error::HipError;
use crate::hip::graph::node::{ChildGraph, Node, Work};
use crate::hip::graph::{self, Graph, dot};
use crate::hip::handle::Id;

pub(super) fn handle(id: Id<Graph>) -> hipGraph_t {
    hipGraph_t(pointer(id.raw()))
}

hip_api! {
    /// Makes an empty graph. hipErrorInvalidValue: null, or flags, which must be 0.
    fn hipGraphCreate(graph: *mut hipGraph_t, flags: c_uint) => |out: Out<hipGraph_t>, flags: u32| {
        out.set(handle(graph::create(flags)?))
    };

    /// Destroys a graph and its nodes. hipErrorInvalidValue: null; hipErrorIllegalState: destroyed before.
    fn hipGraphDestroy(graph: hipGraph_t) => |graph: Id<Graph>| graph::destroy(graph);

    /// Copies a graph. hipErrorInvalidValue: not a graph.
    fn hipGraphClone(clone: *mut hipGraph_t, graph: hipGraph_t) => |out: Out<hipGraph_t>, graph: Arc<Graph>| {
        out.set(handle(ChildGraph::new(graph.duplicate()?)?.handle))
    };

    /// The copy of a node. hipErrorInvalidValue: the graph is no copy of the node's.
    fn hipGraphNodeFindInClone(copy: *mut hipGraphNode_t, node: hipGraphNode_t, graph: hipGraph_t) =>
        |out: Out<hipGraphNode_t>, node: Arc<Node>, graph: Arc<Graph>|
            out.set(hipGraphNode_t(pointer(graph.find_copy_of(&node)?)));

    /// The nodes, or their number.
    fn hipGraphGetNodes(graph: hipGraph_t, nodes: *mut hipGraphNode_t, count: *mut usize) =>
        |graph: Arc<Graph>, nodes: Room, count: Out<usize>|
            list(&graph.nodes().iter().map(|node| node.handle()).collect::<Vec<_>>(), nodes, count);

    /// The nodes that depend on none, or their number.
    fn hipGraphGetRootNodes(graph: hipGraph_t, nodes: *mut hipGraphNode_t, count: *mut usize) =>
        |graph: Arc<Graph>, nodes: Room, count: Out<usize>| list(&graph.roots(), nodes, count);

    /// The edges, or their number. hipErrorInvalidValue: room for one side only.
    fn hipGraphGetEdges(graph: hipGraph_t, from: *mut hipGraphNode_t, to: *mut hipGraphNode_t, count: *mut usize) =>
        |graph: Arc<Graph>, from: Room, to: Room, count: Out<usize>| {
            if from.is_null() != to.is_null() {
                return Err(HipError::InvalidValue.because("room for one side of the edges only"));
            }
            let (starts, ends): (Vec<u64>, Vec<u64>) = graph.edges().into_iter().unzip();
            lists(&[(&starts, from), (&ends, to)], count)
        };

    /// The nodes that a node depends on, or their number.
    fn hipGraphNodeGetDependencies(node: hipGraphNode_t, nodes: *mut hipGraphNode_t, count: *mut usize) =>
        |node: Arc<Node>, nodes: Room, count: Out<usize>| list(&node.graph()?.neighbours(&node).0, nodes, count);

    /// The nodes that depend on a node, or their number.
    fn hipGraphNodeGetDependentNodes(node: hipGraphNode_t, nodes: *mut hipGraphNode_t, count: *mut usize) =>
        |node: Arc<Node>, nodes: Room, count: Out<usize>| list(&node.graph()?.neighbours(&node).1, nodes, count);

    /// What a node does.
    fn hipGraphNodeGetType(node: hipGraphNode_t, kind: *mut hipGraphNodeType) =>
        |node: Arc<Node>, out: Out<u32>| out.set(node.work().kind());

    /// Takes a node out of its graph, with its edges.
    fn hipGraphDestroyNode(node: hipGraphNode_t) => |node: Arc<Node>| node.graph()?.remove(&node);

    /// Adds edges. hipErrorInvalidValue: one that there is, or from a node to itself, or nodes of other graphs.
    fn hipGraphAddDependencies(graph: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, count: usize) =>
        |graph: Arc<Graph>, from: Nodes, to: Nodes, count: usize| graph.connect(&from.get(count)?, &to.get(count)?);

    /// Removes edges. hipErrorInvalidValue: one that there is not.
    fn hipGraphRemoveDependencies(graph: hipGraph_t, from: *const hipGraphNode_t, to: *const hipGraphNode_t, count: usize) =>
        |graph: Arc<Graph>, from: Nodes, to: Nodes, count: usize| graph.disconnect(&from.get(count)?, &to.get(count)?);

    /// Adds a node that does nothing.
    fn hipGraphAddEmptyNode(node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize) =>
        |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize|
            add(out, &graph, (after, count), || Ok(Work::Empty));

    /// Adds a node that runs a copy of another graph.
    fn hipGraphAddChildGraphNode(
        node: *mut hipGraphNode_t, graph: hipGraph_t, after: *const hipGraphNode_t, count: usize, child: hipGraph_t,
    ) => |out: Out<hipGraphNode_t>, graph: Arc<Graph>, after: Nodes, count: usize, child: Arc<Graph>|
        add(out, &graph, (after, count), || Ok(Work::Child(ChildGraph::new(child.duplicate()?)?)));

    /// The graph that a node runs. hipErrorInvalidValue: it runs none.
    fn hipGraphChildGraphNodeGetGraph(node: hipGraphNode_t, graph: *mut hipGraph_t) =>
        |node: Arc<Node>, out: Out<hipGraph_t>| match &*node.work() {
            Work::Child(child) => out.set(handle(child.handle)),
            _ => other_kind(),
        };

    /// Draws a graph in Graphviz' language. hipErrorOperatingSystem: the file cannot be written.
    fn hipGraphDebugDotPrint(graph: hipGraph_t, path: *const c_char, flags: c_uint) =>
        |graph: Arc<Graph>, path: String, flags: u32| dot::print(&graph, &path, flags);
}
