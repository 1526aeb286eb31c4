//! A copy node: a copy of bytes, of an area, or of a part of a variable.
//!
//! Where one side is the program's pageable memory, the host copies, when the node's turn comes: what a node before it has put there counts.
//! It does so in a host function, with a stream of its own, since its stream must not go on meanwhile. What is ours is looked up at the launch:
//! it may be freed before that turn, by hipFreeAsync behind the launch or, if it is the graph's, with the executable graph.

use std::any::Any;
use std::sync::Arc;

use crate::hip::error::HipResult;
use crate::hip::memory::copy::{LineCopy, Prepared, Wait, is_pageable};
use crate::hip::memory::elsewhere;
use crate::hip::memory::pitched::{Area, AreaCopy, Extent};
use crate::hip::runtime;
use crate::hip::stream::Stream;

/// What is copied.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Copied {
    /// Bytes.
    Line(LineCopy),
    /// Rows and slices.
    Area(AreaCopy),
}

/// What a copy node does.
#[derive(Clone, Debug)]
pub struct CopyNode {
    /// The copy.
    pub copied: Copied,
    /// The program's description; only `capi` reads it.
    pub described: Option<Arc<dyn Any + Send + Sync>>,
}

impl CopyNode {
    /// A copy of bytes.
    pub fn line(copy: LineCopy) -> CopyNode {
        CopyNode { copied: Copied::Line(copy), described: None }
    }

    /// `hipMemcpyKind`'s number as the program gave it.
    pub fn kind(&self) -> u32 {
        match self.copied {
            Copied::Line(copy) => copy.kind as u32,
            Copied::Area(copy) => copy.kind as u32,
        }
    }

    /// Both sides and how much, whatever it is.
    pub fn areas(&self) -> (Area, Area, Extent) {
        match self.copied {
            Copied::Line(LineCopy { to, from, size, .. }) => {
                let area = |address| Area { address, pitch: size, slice: size };
                (area(to), area(from), Extent { width: size, height: 1, depth: 1 })
            }
            Copied::Area(AreaCopy { to, from, extent, .. }) => (to, from, extent),
        }
    }

    /// Whether the host must copy.
    pub fn is_hosts(&self) -> bool {
        let (to, from, _) = self.areas();
        is_pageable(to.address) || is_pageable(from.address)
    }

    fn now(&self, stream: &Arc<Stream>) -> HipResult {
        match &self.copied {
            Copied::Line(copy) => copy.run(stream, Wait::Asynchronous),
            Copied::Area(copy) => copy.run(stream, Wait::Asynchronous),
        }
    }

    fn prepare(&self) -> HipResult<Prepared> {
        match &self.copied {
            Copied::Line(copy) => copy.prepare(),
            Copied::Area(copy) => copy.prepare(),
        }
    }

    /// Copies in a stream's order; `helper` is a stream that nobody else uses.
    pub fn run(&self, stream: &Arc<Stream>, helper: &mut Option<Arc<Stream>>) -> HipResult {
        if !self.is_hosts() {
            return self.now(stream);
        }
        let device = &runtime::get()?.devices[stream.device_index()];
        let helper = match helper {
            Some(helper) => Arc::clone(helper),
            None => Arc::clone(helper.insert(elsewhere::own_stream(device)?)),
        };
        let copy = self.prepare()?;
        elsewhere::in_turn(stream, move |_| copy(&helper).and_then(|()| helper.finish()))
    }
}
