//! Kernel arguments become the parameter block that the compiled kernel reads.
//!
//! C passes arguments in two ways: an array of pointers to values (`kernelParams`, `hipLaunchKernel`), or one buffer
//! already laid out (`HIP_LAUNCH_PARAM_BUFFER_POINTER`). [`KernelMetadata`] says where each value goes. The hidden block
//! with the grid's size and the module's addresses follows (`spirv_gen::bundle::metadata::hidden`).
//!
//! One of `hip`'s three files with `unsafe` (see `lib.rs`): nothing but the kernel's metadata tells how many bytes a `void*` points to.
//! A launch packs into a buffer on the stack; nothing is allocated.

use std::ffi::c_void;

use spirv_gen::bundle::metadata::KernelMetadata;

use crate::hip::error::{HipError, HipResult};
use crate::hip::shared_layout::Hidden;

/// The arguments of one launch, as the caller gave them.
#[derive(Clone, Copy, Debug)]
pub enum Arguments<'a> {
    /// An array with one pointer per kernel parameter; may be null for a kernel without parameters.
    ///
    /// Whoever makes one guarantees that each pointer reads as many bytes as the kernel's parameter has. C callers do by
    /// HIP's contract; the safe API by building the array from typed values.
    Pointers(ArgumentArray),
    /// All parameters laid out as the kernel has them.
    Packed(&'a [u8]),
}

/// A `void**` from C.
#[derive(Clone, Copy, Debug)]
pub struct ArgumentArray {
    first: *const *const c_void,
}

impl ArgumentArray {
    /// Wraps the array.
    ///
    /// # Safety
    /// Null, or an array with a pointer for each parameter of the kernel it is passed to; each pointer null or valid for
    /// reads of that parameter's size, until the launch returns.
    pub unsafe fn new(first: *const *const c_void) -> ArgumentArray {
        ArgumentArray { first }
    }
}

/// Fills `block` and returns the part that is the parameter block.
///
/// `InvalidValue` if an argument is missing or the packed buffer is too short.
pub fn pack<'b>(
    metadata: &KernelMetadata,
    arguments: Arguments<'_>,
    hidden: &Hidden,
    block: &'b mut [u8],
) -> HipResult<&'b [u8]> {
    let size = metadata.block_size() as usize;
    let block = block.get_mut(..size).ok_or_else(|| {
        HipError::InvalidValue
            .because(format_args!("{} takes {} bytes of arguments", metadata.name, metadata.params_size))
    })?;
    match arguments {
        Arguments::Pointers(array) => pack_pointers(metadata, array, block)?,
        Arguments::Packed(bytes) => pack_buffer(metadata, bytes, block)?,
    }
    block[metadata.hidden_offset() as usize..].copy_from_slice(bytemuck::bytes_of(hidden));
    Ok(block)
}

fn pack_pointers(metadata: &KernelMetadata, array: ArgumentArray, block: &mut [u8]) -> HipResult {
    if metadata.params.is_empty() {
        return Ok(());
    }
    if array.first.is_null() {
        return Err(HipError::InvalidValue.because(format_args!("{} takes arguments and got none", metadata.name)));
    }
    for (index, param) in metadata.params.iter().enumerate() {
        // SAFETY: whoever made the array guarantees a pointer per parameter (`ArgumentArray::new`).
        let source = unsafe { array.first.add(index).read() }.cast::<u8>();
        if source.is_null() {
            return Err(HipError::InvalidValue.because(format_args!("argument {index} of {} is null", metadata.name)));
        }
        let place = &mut block[param.offset as usize..][..param.size as usize];
        // SAFETY: the maker of the array guarantees `size` readable bytes; `place` is exactly that long, and is ours, so
        // the two do not overlap.
        unsafe { std::ptr::copy_nonoverlapping(source, place.as_mut_ptr(), place.len()) };
    }
    Ok(())
}

fn pack_buffer(metadata: &KernelMetadata, bytes: &[u8], block: &mut [u8]) -> HipResult {
    // Trailing padding may be missing: what counts is the end of the last parameter.
    // hip-tests: "no args, valid ptr, size > 0" is hipErrorInvalidConfiguration.
    if metadata.params.is_empty() && !bytes.is_empty() {
        return Err(HipError::InvalidConfiguration.because(format_args!("{} takes no arguments", metadata.name)));
    }
    let needed = metadata.params.iter().map(|param| (param.offset + param.size) as usize).max().unwrap_or(0);
    if bytes.len() < needed {
        return Err(HipError::InvalidValue.because(told_short(metadata, needed, bytes.len())));
    }
    block[..needed].copy_from_slice(&bytes[..needed]);
    Ok(())
}

/// Says, whatever the log level, whose arguments are too few: AMD's runtime does not look at their size and reads what lies behind them, so
/// that a program which forgets one (LAMMPS' `Neighbor::transpose`) may run there, by luck.
#[cold]
fn told_short(metadata: &KernelMetadata, needed: usize, given: usize) -> String {
    let text =
        format!("kernel '{}' takes {needed} bytes of arguments, and its launch hands over {given}", metadata.name);
    eprintln!("hipvk: {text}");
    text
}

#[cfg(test)]
mod tests {
    use super::{ArgumentArray, Arguments, Hidden, HipError, pack};
    use spirv_gen::bundle::metadata::{KernelMetadata, ParamInfo, ParamKind};

    fn metadata(params: &[(u32, u32)]) -> KernelMetadata {
        let info = |&(offset, size): &(u32, u32)| ParamInfo {
            name: String::new(),
            offset,
            size,
            align: size,
            kind: ParamKind::Value,
        };
        KernelMetadata {
            name: "k".into(),
            params: params.iter().map(info).collect(),
            params_size: params.iter().map(|(offset, size)| offset + size).max().unwrap_or(0),
            ..KernelMetadata::default()
        }
    }

    #[test]
    fn values_land_at_their_offsets_and_the_hidden_block_follows_aligned() {
        let metadata = metadata(&[(0, 4), (8, 8), (16, 1)]);
        let (a, b, c) = (0x0102_0304u32, 0x1112_1314_1516_1718u64, 0x7fu8);
        let pointers = [(&raw const a).cast(), (&raw const b).cast(), (&raw const c).cast()];
        // SAFETY: one pointer per parameter, to a value of its size.
        let arguments = Arguments::Pointers(unsafe { ArgumentArray::new(pointers.as_ptr()) });
        let hidden = Hidden {
            globals_base: 0xabcd,
            log: 0xef01,
            heap: 0x2345,
            scratch: 0x1234,
            grid: [7, 8, 9],
            dynamic_shared: 5,
            ..Hidden::default()
        };
        let mut block = [0xee; 128];
        let block = pack(&metadata, arguments, &hidden, &mut block).expect("valid arguments");
        assert_eq!(block.len(), 24 + 64);
        assert_eq!(block[0..4], a.to_ne_bytes());
        assert_eq!(block[8..16], b.to_ne_bytes());
        assert_eq!(block[16], c);
        assert_eq!(block[24..32], 0xabcdu64.to_ne_bytes());
        assert_eq!(block[32..40], 0xef01u64.to_ne_bytes());
        assert_eq!(block[40..48], 0x2345u64.to_ne_bytes());
        assert_eq!(block[48..52], 7u32.to_ne_bytes());
        assert_eq!(block[56..60], 9u32.to_ne_bytes());
        assert_eq!(block[60..64], 5u32.to_ne_bytes());
        assert_eq!(block[64..72], 0x1234u64.to_ne_bytes());
        assert!(block[72..].iter().all(|&byte| byte == 0));
    }

    #[test]
    fn a_null_argument_and_a_missing_array_are_invalid_values() {
        let metadata = metadata(&[(0, 4)]);
        let mut block = [0; 128];
        let null = [std::ptr::null()];
        for first in [std::ptr::null(), null.as_ptr()] {
            // SAFETY: null, or one null pointer for the one parameter.
            let arguments = Arguments::Pointers(unsafe { ArgumentArray::new(first) });
            assert_eq!(pack(&metadata, arguments, &Hidden::default(), &mut block), Err(HipError::InvalidValue));
        }
    }

    #[test]
    fn a_packed_buffer_may_lack_padding_but_not_values() {
        let metadata = metadata(&[(0, 8), (8, 4)]);
        let mut block = [0; 128];
        assert!(pack(&metadata, Arguments::Packed(&[1; 12]), &Hidden::default(), &mut block).is_ok());
        let short = pack(&metadata, Arguments::Packed(&[1; 11]), &Hidden::default(), &mut block);
        assert_eq!(short, Err(HipError::InvalidValue));
    }
}
