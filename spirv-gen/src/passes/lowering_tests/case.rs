//! A kernel, the way to run it, and the check that lowering keeps its meaning.
//!
//! Used by every file of this folder, by `lowering_fuzz` and by `float/division_tests`.

use crate::error::CompileError;
use crate::interp::{Flush, Launch, Machine};
use crate::ir::module::Module;
use crate::ir::parse::parse_module;
use crate::ir::print::print_module;
use crate::ir::verify::verify_emittable;
use crate::passes::abi::kernel_metadata::describe;
use crate::passes::util::walk::kernel_of;
use crate::passes::{DeviceContext, LaunchShape, run_device};
use crate::target::Target;

/// HIP's lanes per warp.
const WARP: u32 = 32;

/// A kernel and how to run it.
pub(crate) struct Case {
    pub text: String,
    pub target: Target,
    pub grid: [u32; 3],
    pub block: [u32; 3],
    pub dynamic_shared: u32,
    /// Initial contents of the buffer.
    pub input: Vec<u8>,
    /// Arguments behind the buffer's address.
    pub args: Vec<u8>,
    /// What the device that runs it flushes.
    pub flush: Flush,
}

impl Case {
    pub fn new(text: &str) -> Self {
        Self {
            text: text.into(),
            target: Target::baseline(),
            grid: [1; 3],
            block: [1; 3],
            dynamic_shared: 0,
            input: vec![0; 1024],
            args: Vec::new(),
            flush: Flush::default(),
        }
    }

    pub fn lowered(&self) -> Result<Module, CompileError> {
        let mut module = parse_module(&self.text).expect("the test's text parses");
        let metadata = describe(&module, &module.functions[kernel_of(&module, "test")?], WARP)?;
        let shape = LaunchShape { block: self.block, dynamic_shared: self.dynamic_shared };
        run_device(&mut module, &DeviceContext { target: &self.target, shape, metadata: &metadata })?;
        Ok(module)
    }

    pub fn run(&self, module: &Module) -> Vec<u8> {
        let mut machine = Machine::new(module).expect("globals");
        machine.flush = self.flush;
        let buffer = machine.device.allocate(self.input.len() as u64);
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().copy_from_slice(&self.input);
        let mut args = buffer.to_le_bytes().to_vec();
        args.extend(&self.args);
        let kernel = kernel_of(module, "test").unwrap();
        let launch =
            Launch { args, dynamic_shared: self.dynamic_shared, warp_size: WARP, ..Launch::new(self.grid, self.block) };
        machine.launch(kernel, &launch).unwrap_or_else(|f| panic!("{f}\n{}", print_module(module)));
        machine.device.bytes(buffer, self.input.len() as u64).unwrap().to_vec()
    }

    /// Runs both forms; returns what they agree on.
    pub fn check(&self) -> Vec<u8> {
        let before = self.run(&parse_module(&self.text).expect("the test's text parses"));
        let module = self.lowered().unwrap_or_else(|e| panic!("{e}"));
        verify_emittable(&module).unwrap_or_else(|e| panic!("{e}\n{}", print_module(&module)));
        let after = self.run(&module);
        if before != after {
            let at = before.iter().zip(&after).position(|(a, b)| a != b).unwrap_or(0);
            let range = at / 128 * 128..(at / 128 * 128 + 128).min(before.len());
            panic!(
                "lowering changed byte {at}\n{:x?}\n{:x?}\n{}",
                &before[range.clone()],
                &after[range],
                print_module(&module)
            );
        }
        after
    }
}

pub(crate) fn words(bytes: &[u8]) -> Vec<u32> {
    bytes.as_chunks().0.iter().map(|&word| u32::from_le_bytes(word)).collect()
}
