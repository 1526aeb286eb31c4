//! Metadata: texts, lists and maps. Each handle is given back on its own; what it stands for lives as long as any.

use std::sync::Arc;

use super::status::{Failure, Status};
use crate::hip::error::HipError;
use crate::hip::handle::{Registered, Registry};

/// A node.
#[derive(Debug, PartialEq, Eq)]
pub enum Node {
    /// There is none.
    Null,
    /// Text; numbers too.
    Text(String),
    /// By name, in the order of its making.
    Map(Vec<(&'static str, Arc<Node>)>),
    /// In order.
    List(Vec<Arc<Node>>),
}

impl Registered for Node {
    const KIND: u8 = 0x7b;
    const NAME: &'static str = "metadata node";
    const MISSING: HipError = HipError::InvalidValue;

    fn registry() -> &'static Registry<Node> {
        static ALL: Registry<Node> = Registry::new();
        &ALL
    }
}

impl Node {
    /// A text.
    pub fn text(value: impl ToString) -> Arc<Node> {
        Arc::new(Node::Text(value.to_string()))
    }

    /// `amd_comgr_metadata_kind_t`.
    pub fn kind(&self) -> u32 {
        match self {
            Node::Null => 0,
            Node::Text(_) => 1,
            Node::Map(_) => 2,
            Node::List(_) => 3,
        }
    }

    /// The text.
    pub fn as_text(&self) -> Status<&str> {
        match self {
            Node::Text(text) => Ok(text),
            _ => Err(Failure::InvalidArgument.because("the metadata is no text")),
        }
    }

    /// The map.
    pub fn as_map(&self) -> Status<&[(&'static str, Arc<Node>)]> {
        match self {
            Node::Map(entries) => Ok(entries),
            _ => Err(Failure::InvalidArgument.because("the metadata is no map")),
        }
    }

    /// The list.
    pub fn as_list(&self) -> Status<&[Arc<Node>]> {
        match self {
            Node::List(entries) => Ok(entries),
            _ => Err(Failure::InvalidArgument.because("the metadata is no list")),
        }
    }

    /// What a map has by this name. "the specified key is not present": AMD_COMGR_STATUS_ERROR.
    pub fn entry(&self, name: &str) -> Status<Arc<Node>> {
        let found = self.as_map()?.iter().find(|(key, _)| *key == name);
        let (_, value) = found.ok_or_else(|| Failure::Error.because(format_args!("the map has no '{name}'")))?;
        Ok(Arc::clone(value))
    }
}
