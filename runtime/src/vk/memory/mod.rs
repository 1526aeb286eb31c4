//! Device memory with addresses, and host memory that the device sees. Called by `Device::allocate`; streams hold what their batches touch.
//!
//! ```text
//! allocation                       what a program holds: a range, its owner, its host address
//! allocator ─ suballoc             blocks that many allocations share, and how they are divided
//! make ─ block                     one block, in the way its size wants: a buffer and its memory
//! large ─ neighbours               beyond the driver's limits;  at addresses side by side
//! backing ─ owner                  what blocks are made of: buffers, and memory of the right type; `gpu-allocator` where it can
//! buffers                          the buffers that cover a range of addresses: commands are cut at their borders
//! host_map ─ import                host memory at one address on both sides: placed maps, imported pages
//! reservation                      addresses of the process that nothing else comes to lie at
//! shared_host ─ host_pages         host memory that several GPUs see
//! host_copy                        copies by the host, on several threads
//! address_range ─ physical         addresses without memory, memory without addresses, and one put at the other
//! shared_pool ─ shared_file        a pool for other processes;  pages that several places map
//! ipc ─ external                   memory of another process;  the driver's memory of another API
//! exported ─ opened                a GPU's memory for other processes;  that of another process
//! giver ─ envelope                 gives it to who asks;  a descriptor to pass on
//! machine                          what the machine has left of memory, what of a range is mapped
//! usage ─ process                  what buffers are made for;  which process a handle names
//! word                             a word that the host reads while kernels write it
//! ```

pub(in crate::vk) mod address_range;
pub(in crate::vk) mod allocation;
pub(in crate::vk) mod allocator;
pub(in crate::vk) mod backing;
mod block;
pub(in crate::vk) mod buffers;
#[cfg(target_os = "linux")]
mod envelope;
pub(in crate::vk) mod exported;
pub(in crate::vk) mod external;
#[cfg(target_os = "linux")]
mod giver;
pub(in crate::vk) mod host_copy;
mod host_map;
pub(in crate::vk) mod host_pages;
mod import;
pub(in crate::vk) mod ipc;
mod large;
pub(in crate::vk) mod machine;
mod make;
mod neighbours;
#[cfg(target_os = "linux")]
mod opened;
pub(in crate::vk) mod owner;
pub(in crate::vk) mod physical;
#[cfg(target_os = "linux")]
mod process;
mod reservation;
pub(in crate::vk) mod shared_file;
pub(in crate::vk) mod shared_host;
pub(in crate::vk) mod shared_pool;
mod suballoc;
pub(in crate::vk) mod usage;
mod word;
