//! What `emit` makes of a kernel, and what the runtime must know of it to launch it. Read by the runtime's `hip::kernel`, which keeps it on disk.

use serde::{Deserialize, Serialize};

/// Where the kernel finds the parameter block (see [`crate::bundle::metadata`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ParamPlacement {
    /// The push constants are the block.
    Push,
    /// The push constants hold the block's address (u64).
    Memory,
}

/// A kernel compiled for one device and one block shape.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompiledKernel {
    #[serde(with = "words")]
    pub spirv: Vec<u32>,
    pub params: ParamPlacement,
    /// Bytes of push constants.
    pub push_size: u32,
    /// The SPIR-V LocalSize: `[threads, 1, 1]`, or one subgroup's where it runs the whole block.
    pub local_size: [u32; 3],
    /// Blocks along x that a workgroup runs one after the other.
    pub blocks: u32,
    /// Full subgroups of [`Target::subgroup_size`](crate::target::Target::subgroup_size) must be required of the pipeline.
    pub full_subgroups: bool,
    /// The texture table must be bound.
    pub textures: bool,
    /// Bytes of shared memory, static and dynamic.
    pub shared_bytes: u32,
    /// Bytes of scratch memory that each running block needs (`passes::warp::fission`); 0 for none.
    pub scratch_bytes: u32,
    /// Threads wait in loops for what others write: another block, of this kernel or another, or the host. (Maybe: it may be their own block.)
    pub waits: bool,
    /// Threads wait in loops for others. If those are of their own block, it may be for ever: its warps could not be made to take turns.
    pub waits_alone: bool,
}

/// SPIR-V as bytes in one piece: as numbers, one by one, it would take longer to read than all else.
mod words {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    pub(super) fn serialize<S: Serializer>(words: &[u32], serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(bytemuck::cast_slice(words))
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<u32>, D::Error> {
        let bytes = <&[u8]>::deserialize(deserializer)?;
        match bytes.as_chunks() {
            (words, []) => Ok(words.iter().map(|&word| u32::from_ne_bytes(word)).collect()),
            _ => Err(Error::custom("SPIR-V ends within a word")),
        }
    }
}
