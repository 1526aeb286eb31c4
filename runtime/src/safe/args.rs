//! Kernel arguments from Rust values: a tuple of numbers and buffers, checked against what the kernel takes.

use spirv_gen::bundle::metadata::{KernelMetadata, ParamKind};

use super::buffer::{DeviceBuffer, Plain};
use crate::hip::error::{HipError, HipResult};
use crate::vk;

/// One argument on its way to a kernel.
#[derive(Debug)]
pub(super) enum Value<'a> {
    /// The bytes of a number or structure.
    Bytes(Vec<u8>),
    /// A buffer: its address for HIP kernels, a binding for shaders.
    Buffer { address: u64, place: Option<vk::At<'a>>, size: u64, device: usize },
}

/// Collects a launch's arguments.
#[derive(Debug, Default)]
pub struct ArgumentList<'a> {
    pub(super) values: Vec<Value<'a>>,
}

/// A value that can be a kernel argument: numbers, arrays of numbers, `&DeviceBuffer`.
pub trait KernelArg {
    /// Adds it to the list.
    fn add<'a>(&'a self, list: &mut ArgumentList<'a>);
}

impl<T: Plain> KernelArg for T {
    fn add<'a>(&'a self, list: &mut ArgumentList<'a>) {
        list.values.push(Value::Bytes(super::buffer::bytes(std::slice::from_ref(self)).to_vec()));
    }
}

impl<T: Plain> KernelArg for &DeviceBuffer<T> {
    fn add<'a>(&'a self, list: &mut ArgumentList<'a>) {
        let allocation = self.allocation.as_ref();
        list.values.push(Value::Buffer {
            address: self.address(),
            place: allocation.map(|allocation| allocation.memory.at(0)),
            size: allocation.map_or(0, |allocation| allocation.size),
            device: self.device().inner.index,
        });
    }
}

/// A kernel's arguments: a tuple of [`KernelArg`]s.
pub trait KernelArgs {
    /// Adds all of them in order.
    fn add_all<'a>(&'a self, list: &mut ArgumentList<'a>);
}

macro_rules! tuples {
    ($($name:ident $index:tt),*) => {
        impl<$($name: KernelArg),*> KernelArgs for ($($name,)*) {
            #[allow(unused_variables, reason = "the empty tuple adds nothing")]
            fn add_all<'a>(&'a self, list: &mut ArgumentList<'a>) {
                $(self.$index.add(list);)*
            }
        }
    };
}
tuples!();
tuples!(A 0);
tuples!(A 0, B 1);
tuples!(A 0, B 1, C 2);
tuples!(A 0, B 1, C 2, D 3);
tuples!(A 0, B 1, C 2, D 3, E 4);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10);
tuples!(A 0, B 1, C 2, D 3, E 4, F 5, G 6, H 7, I 8, J 9, K 10, L 11);

impl ArgumentList<'_> {
    /// The arguments laid out as a HIP kernel has its parameters. `InvalidValue`, naming the argument, where number, size
    /// or kind differ.
    pub(super) fn pack(&self, kernel: &KernelMetadata) -> HipResult<Vec<u8>> {
        let refuse = |why: String| HipError::InvalidValue.because(format_args!("{}: {why}", kernel.name));
        if self.values.len() != kernel.params.len() {
            return Err(refuse(format!("{} arguments, it takes {}", self.values.len(), kernel.params.len())));
        }
        let mut packed = vec![0; kernel.params_size as usize];
        for (index, (value, param)) in self.values.iter().zip(&kernel.params).enumerate() {
            let address;
            let bytes = match value {
                Value::Bytes(bytes) => &bytes[..],
                Value::Buffer { .. } if param.kind == ParamKind::Value => {
                    return Err(refuse(format!("argument {index} is a buffer, it takes a number there")));
                }
                Value::Buffer { address: start, .. } => {
                    address = start.to_ne_bytes();
                    &address[..]
                }
            };
            if bytes.len() != param.size as usize {
                return Err(refuse(format!("argument {index} has {} bytes, not {}", bytes.len(), param.size)));
            }
            packed[param.offset as usize..][..bytes.len()].copy_from_slice(bytes);
        }
        Ok(packed)
    }

    /// True if every buffer belongs to this device.
    pub(super) fn all_on(&self, index: usize) -> bool {
        self.values.iter().all(|value| !matches!(value, Value::Buffer { device, .. } if *device != index))
    }
}

#[cfg(test)]
mod tests {
    use super::{ArgumentList, HipError, KernelArgs, KernelMetadata, ParamKind};
    use spirv_gen::bundle::metadata::ParamInfo;

    fn kernel(sizes: &[u32]) -> KernelMetadata {
        let mut offset = 0;
        let mut params = Vec::new();
        for &size in sizes {
            offset = u32::next_multiple_of(offset, size);
            params.push(ParamInfo { name: String::new(), offset, size, align: size, kind: ParamKind::Value });
            offset += size;
        }
        KernelMetadata { params, params_size: offset, ..KernelMetadata::default() }
    }

    fn packed(args: impl KernelArgs, sizes: &[u32]) -> Result<Vec<u8>, HipError> {
        let mut list = ArgumentList::default();
        args.add_all(&mut list);
        list.pack(&kernel(sizes))
    }

    #[test]
    fn values_are_laid_out_with_the_kernels_padding() {
        assert_eq!(packed((7u8, 0x0102_0304u32), &[1, 4]), Ok(vec![7, 0, 0, 0, 4, 3, 2, 1]));
        assert_eq!(packed((), &[]), Ok(vec![]));
    }

    #[test]
    fn a_wrong_number_or_size_of_arguments_is_refused() {
        assert_eq!(packed((1u32,), &[4, 4]), Err(HipError::InvalidValue));
        assert_eq!(packed((1u64,), &[4]), Err(HipError::InvalidValue));
    }
}
