//! What HIP keeps per host thread: current device, last error, pending launch configuration, context stack.
//!
//! HIP: "the last error that has been returned by any of the runtime calls in the same host thread", and "hipSetDevice:
//! set default device to be used for subsequent hip API calls from this thread".

use std::cell::{Cell, RefCell};

use super::error::{HipError, HipResult};
use super::launch::LaunchShape;
use super::stream::StreamRef;

/// What `<<<grid, block, shared, stream>>>` pushes and the kernel's host stub pops.
#[derive(Debug)]
pub struct CallConfiguration {
    /// Grid, block and dynamic shared bytes.
    pub shape: LaunchShape,
    /// Where to launch.
    pub stream: StreamRef,
    /// What `hipSetupArgument` has put at its offsets.
    pub arguments: Vec<u8>,
}

/// More bytes of arguments than any kernel takes: a guard against wild offsets.
const MOST_ARGUMENTS: usize = 64 << 10;

impl CallConfiguration {
    /// No arguments yet.
    pub fn new(shape: LaunchShape, stream: StreamRef) -> CallConfiguration {
        CallConfiguration { shape, stream, arguments: Vec::new() }
    }
}

#[derive(Default)]
struct Thread {
    device: Cell<usize>,
    last_error: Cell<Option<HipError>>,
    last_call: Cell<Option<HipError>>,
    configurations: RefCell<Vec<CallConfiguration>>,
    contexts: RefCell<Vec<usize>>,
}

thread_local! {
    static THREAD: Thread = Thread::default();
}

/// Keeps what a call returned. HIP 7: the last error is the last one that happened, not the last call's result, and
/// `hipErrorNotReady` is no error.
pub fn record(error: HipError) {
    // During thread exit the state is gone, and so is anybody who could ask for it.
    let _ = THREAD.try_with(|thread| {
        thread.last_call.set(Some(error));
        if error != HipError::NotReady {
            thread.last_error.set(Some(error));
        }
    });
}

/// `hipGetLastError`: "Returns the last error … and resets it to hipSuccess."
pub fn take_last_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_error.take())
}

/// `hipPeekAtLastError`: the same without resetting.
pub fn peek_last_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_error.get())
}

/// `hipExtGetLastError`: the last failed call's code, `hipErrorNotReady` included; resets it.
pub fn take_last_call_error() -> Option<HipError> {
    THREAD.with(|thread| thread.last_call.take())
}

/// The number of this thread's current device; 0 until it chooses.
pub fn device_index() -> usize {
    THREAD.with(|thread| thread.device.get())
}

/// Makes a device current. The caller has checked that it exists.
pub fn set_device_index(index: usize) {
    THREAD.with(|thread| thread.device.set(index));
}

/// `__hipPushCallConfiguration`.
pub fn push_configuration(configuration: CallConfiguration) {
    THREAD.with(|thread| thread.configurations.borrow_mut().push(configuration));
}

/// `hipSetupArgument`: puts an argument at its offset in the configuration that was pushed last.
pub fn set_up_argument(bytes: &[u8], offset: usize) -> HipResult {
    THREAD.with(|thread| {
        let mut configurations = thread.configurations.borrow_mut();
        let Some(configuration) = configurations.last_mut() else {
            return Err(HipError::MissingConfiguration.because("no launch was configured"));
        };
        let end = offset.checked_add(bytes.len()).filter(|&end| end <= MOST_ARGUMENTS).ok_or_else(|| {
            HipError::InvalidValue.because(format_args!("an argument of {} bytes at offset {offset}", bytes.len()))
        })?;
        let arguments = &mut configuration.arguments;
        arguments.resize(arguments.len().max(end), 0);
        arguments[offset..end].copy_from_slice(bytes);
        Ok(())
    })
}

/// `__hipPopCallConfiguration`.
pub fn pop_configuration() -> Option<CallConfiguration> {
    THREAD.with(|thread| thread.configurations.borrow_mut().pop())
}

/// `hipCtxPushCurrent`: the device becomes current, the previous one comes back with [`pop_context`].
pub fn push_context(device: usize) {
    THREAD.with(|thread| {
        thread.contexts.borrow_mut().push(thread.device.get());
        thread.device.set(device);
    });
}

/// `hipCtxPopCurrent`: the device that was current, if one had been pushed.
pub fn pop_context() -> Option<usize> {
    THREAD.with(|thread| {
        let previous = thread.contexts.borrow_mut().pop()?;
        Some(thread.device.replace(previous))
    })
}

#[cfg(test)]
mod tests {
    use super::{HipError, peek_last_error, record, take_last_call_error, take_last_error};

    #[test]
    fn the_last_error_stays_until_taken_and_is_per_thread() {
        record(HipError::InvalidValue);
        assert_eq!(std::thread::spawn(peek_last_error).join().ok().flatten(), None);
        assert_eq!(peek_last_error(), Some(HipError::InvalidValue));
        assert_eq!(take_last_error(), Some(HipError::InvalidValue));
        assert_eq!(take_last_error(), None);
    }

    #[test]
    fn not_ready_is_an_answer_and_no_last_error() {
        record(HipError::NotReady);
        assert_eq!(peek_last_error(), None);
        assert_eq!(take_last_call_error(), Some(HipError::NotReady));
    }
}
