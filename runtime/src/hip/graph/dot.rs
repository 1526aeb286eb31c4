//! `hipGraphDebugDotPrint`: a graph in Graphviz' language.

use std::fmt::Write;

use super::Graph;
use super::node::{Node, Work};
use crate::hip::error::{HipError, HipResult};
use crate::hip::memory::{self, Kind};

/// `hipGraphDebugDotFlagsVerbose`: all there is to say.
const VERBOSE: u32 = 1;
/// Kernel, copy, fill, host function, event parameters; kernel attributes; handles.
const KERNEL: u32 = 4;
const COPY: u32 = 8;
const FILL: u32 = 16;
const HOST: u32 = 32;
const EVENT: u32 = 64;
const SIGNALS: u32 = 128;
const WAITS: u32 = 256;
const ATTRIBUTES: u32 = 512;
const HANDLES: u32 = 1024;

/// Writes the file. AMD's runtime: hipErrorOperatingSystem if it cannot.
pub fn print(graph: &Graph, path: &str, flags: u32) -> HipResult {
    let mut text = String::from("digraph dot {\n");
    // Writing to a string does not fail.
    let _ = draw(graph, "graph_1", flags, &mut text);
    text.push_str("}\n");
    std::fs::write(path, text).map_err(|error| HipError::OperatingSystem.because(format_args!("{path}: {error}")))
}

fn draw(graph: &Graph, name: &str, flags: u32, out: &mut String) -> std::fmt::Result {
    writeln!(out, "subgraph cluster_{name} {{\nlabel=\"{name}\" graph[style=\"dashed\"];")?;
    let nodes = graph.nodes();
    let place = |handle: u64| nodes.iter().position(|node| node.handle() == handle).unwrap_or(0);
    for (index, node) in nodes.iter().enumerate() {
        let work = node.work();
        let shape = if matches!(*work, Work::Kernel(_)) { "octagon" } else { "rectangle" };
        let text = label(node, &work, flags)?.replace('\\', "\\\\").replace('"', "\\\"").replace('\n', "\\n");
        writeln!(out, "\"{name}_node_{index}\"[style=\"solid\" shape=\"{shape}\" label=\"{index}\\n{text}\"];")?;
    }
    for (from, to) in graph.edges() {
        writeln!(out, "\"{name}_node_{}\" -> \"{name}_node_{}\";", place(from), place(to))?;
    }
    out.push_str("}\n");
    for (index, node) in nodes.iter().enumerate() {
        if let Work::Child(child) = &*node.work() {
            draw(&child.graph, &format!("{name}_child_{index}"), flags, out)?;
        }
    }
    Ok(())
}

/// Host, device or array: what is at an address, in a letter.
fn place(address: u64) -> char {
    match memory::find(address) {
        Some((allocation, _)) if allocation.kind == Kind::Array => 'A',
        Some((allocation, _)) if !allocation.is_host() => 'D',
        _ => 'H',
    }
}

fn label(node: &Node, work: &Work, flags: u32) -> Result<String, std::fmt::Error> {
    let mut text = String::new();
    let wants = |flag: u32| flags & (flag | VERBOSE) != 0;
    match work {
        Work::Empty => text.push_str("EMPTY"),
        Work::Kernel(kernel) => {
            let launch = &kernel.work;
            write!(text, "{}", kernel.kernel().metadata().name)?;
            if wants(KERNEL) {
                let shape = launch.shape;
                write!(text, "\ngrid {:?} block {:?} shared {}", shape.grid, shape.block, shape.shared_bytes)?;
            }
            if wants(ATTRIBUTES) {
                write!(text, "\nKERNEL attributes: cooperative {}", u8::from(launch.cooperative))?;
            }
        }
        Work::Copy(copy) => {
            let (to, from, extent) = copy.areas();
            write!(text, "MEMCPY\n({}to{})", place(from.address), place(to.address))?;
            if wants(COPY) {
                write!(text, "\n{:#x} to {:#x}", from.address, to.address)?;
                write!(text, "\n{} x {} x {}", extent.width, extent.height, extent.depth)?;
            }
        }
        Work::Fill(fill, value) => {
            text.push_str("MEMSET");
            if wants(FILL) {
                write!(text, "\n{:#x} with {value:#x}", fill.address)?;
                write!(text, "\n{} x {} of {} bytes", fill.count, fill.rows, fill.pattern.width())?;
            }
        }
        Work::Host(host) => {
            text.push_str("HOST");
            if wants(HOST) {
                write!(text, "\n{host:?}")?;
            }
        }
        Work::Record(named) | Work::Wait(named) => {
            text.push_str(if matches!(work, Work::Record(_)) { "EVENT_RECORD" } else { "EVENT_WAIT" });
            if wants(EVENT) {
                write!(text, "\nevent {:?}", named.handle)?;
            }
        }
        Work::Child(_) => text.push_str("GRAPH"),
        Work::Alloc(alloc) => {
            text.push_str("MEM_ALLOC");
            if wants(VERBOSE) {
                write!(text, "\n{:#x}, {} bytes", alloc.memory.address(), alloc.size)?;
            }
        }
        Work::Free(memory) => {
            text.push_str("MEM_FREE");
            if wants(VERBOSE) {
                write!(text, "\n{:#x}", memory.address())?;
            }
        }
        Work::Batch(batch) => {
            text.push_str("BATCH_MEM_OP");
            if wants(VERBOSE) {
                write!(text, "\n{} operations", batch.operations.len())?;
            }
        }
        Work::Semaphores(semaphores) => {
            text.push_str(if semaphores.signals { "EXT_SEMAS_SIGNAL" } else { "EXT_SEMAS_WAIT" });
            if wants(if semaphores.signals { SIGNALS } else { WAITS }) {
                for (id, value, _) in semaphores.list.iter() {
                    write!(text, "\n{id:?}: {value}")?;
                }
            }
        }
    }
    if wants(HANDLES) {
        write!(text, "\nnode {:#x}", node.handle())?;
    }
    Ok(text)
}
