//! `HipError`: HIP's error codes, one variant each, with HIP's own names and texts.
//!
//! Values, names and texts are those of HIP 7 (`hipError_t`), because programs print and compare them. A code says
//! little, so whoever returns one may add a sentence with [`HipError::because`]: it is logged, and kept per thread for
//! [`last_detail`]. Other layers' errors become a `HipError` in the `From` impls below and nowhere else.

use std::cell::RefCell;

use spirv_gen::bundle::fatbin::BundleError;
use spirv_gen::{CompileError, CompileErrorKind};

use crate::vk::VkError;

macro_rules! hip_errors {
    ($($(#[doc = $doc:literal])* $variant:ident = $value:literal, $name:literal, $text:literal;)*) => {
        /// A HIP error code (`hipError_t` without `hipSuccess`).
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, thiserror::Error)]
        #[non_exhaustive]
        #[repr(u32)]
        pub enum HipError {
            $($(#[doc = $doc])* #[error($text)] $variant = $value,)*
        }

        impl HipError {
            /// Every code, in the order of its value.
            pub const ALL: &'static [HipError] = &[$(HipError::$variant,)*];

            /// The error with this `hipError_t` value; `None` for 0 (`hipSuccess`) and for values HIP does not define.
            pub fn from_code(code: u32) -> Option<HipError> {
                match code {
                    $($value => Some(HipError::$variant),)*
                    _ => None,
                }
            }

            /// HIP's enumerator name as a C string, e.g. `hipErrorInvalidValue`.
            pub fn name(self) -> &'static std::ffi::CStr {
                match self {
                    $(HipError::$variant => $name,)*
                }
            }

            /// HIP's text for the code as a C string, e.g. `invalid argument`.
            pub fn text(self) -> &'static std::ffi::CStr {
                match self {
                    $(HipError::$variant => const {
                        match std::ffi::CStr::from_bytes_with_nul(concat!($text, "\0").as_bytes()) {
                            Ok(text) => text,
                            Err(_) => panic!("an error text holds a zero byte"),
                        }
                    },)*
                }
            }
        }
    };
}

hip_errors! {
    /// One or more of the parameters is null or out of range.
    InvalidValue = 1, c"hipErrorInvalidValue", "invalid argument";
    /// The device or the host has no memory left for the request.
    OutOfMemory = 2, c"hipErrorOutOfMemory", "out of memory";
    /// No runtime could be started, for example because no Vulkan loader is there.
    NotInitialized = 3, c"hipErrorNotInitialized", "initialization error";
    /// The runtime is shutting down.
    Deinitialized = 4, c"hipErrorDeinitialized", "driver shutting down";
    /// Profiling is not enabled for this run.
    ProfilerDisabled = 5, c"hipErrorProfilerDisabled", "profiler disabled while using external profiling tool";
    /// The profiler was not initialised.
    ProfilerNotInitialized = 6, c"hipErrorProfilerNotInitialized", "profiler is not initialized";
    /// The profiler runs already.
    ProfilerAlreadyStarted = 7, c"hipErrorProfilerAlreadyStarted", "profiler already started";
    /// The profiler is stopped already.
    ProfilerAlreadyStopped = 8, c"hipErrorProfilerAlreadyStopped", "profiler already stopped";
    /// The launch asks for a grid, block or shared memory size that the device cannot satisfy.
    InvalidConfiguration = 9, c"hipErrorInvalidConfiguration", "invalid configuration argument";
    /// The pitch is smaller than the width of a row.
    InvalidPitchValue = 12, c"hipErrorInvalidPitchValue", "invalid pitch argument";
    /// The symbol is not a registered `__device__` or `__constant__` variable.
    InvalidSymbol = 13, c"hipErrorInvalidSymbol", "invalid device symbol";
    /// The pointer is not device memory of this runtime.
    InvalidDevicePointer = 17, c"hipErrorInvalidDevicePointer", "invalid device pointer";
    /// The `hipMemcpyKind` does not exist or does not fit the pointers.
    InvalidMemcpyDirection = 21, c"hipErrorInvalidMemcpyDirection", "invalid copy direction for memcpy";
    /// The Vulkan driver is too old, or is one that computes wrong results.
    InsufficientDriver = 35, c"hipErrorInsufficientDriver", "driver version is insufficient for runtime version";
    /// A kernel was launched without a preceding configuration call.
    MissingConfiguration = 52, c"hipErrorMissingConfiguration", "__global__ function call is not configured";
    /// An earlier launch failed, so this one was not started.
    PriorLaunchFailure = 53, c"hipErrorPriorLaunchFailure", "unspecified launch failure in prior launch";
    /// The host function is not a registered kernel, or its code cannot be compiled for this device.
    InvalidDeviceFunction = 98, c"hipErrorInvalidDeviceFunction", "invalid device function";
    /// No usable device.
    NoDevice = 100, c"hipErrorNoDevice", "no ROCm-capable device is detected";
    /// The device number is out of range.
    InvalidDevice = 101, c"hipErrorInvalidDevice", "invalid device ordinal";
    /// The module image is not one of ours, or is truncated or corrupt.
    InvalidImage = 200, c"hipErrorInvalidImage", "device kernel image is invalid";
    /// No context is current, or the context handle is unknown.
    InvalidContext = 201, c"hipErrorInvalidContext", "invalid device context";
    /// The context is current already.
    ContextAlreadyCurrent = 202, c"hipErrorContextAlreadyCurrent", "context is already current context";
    /// A mapping failed.
    MapFailed = 205, c"hipErrorMapFailed", "mapping of buffer object failed";
    /// An unmapping failed.
    UnmapFailed = 206, c"hipErrorUnmapFailed", "unmapping of buffer object failed";
    /// The array is mapped and cannot be destroyed.
    ArrayIsMapped = 207, c"hipErrorArrayIsMapped", "array is mapped";
    /// The resource is mapped already.
    AlreadyMapped = 208, c"hipErrorAlreadyMapped", "resource already mapped";
    /// The module holds no code that this device can run.
    NoBinaryForGpu = 209, c"hipErrorNoBinaryForGpu", "no kernel image is available for execution on the device";
    /// The resource is acquired already.
    AlreadyAcquired = 210, c"hipErrorAlreadyAcquired", "resource already acquired";
    /// The resource is not mapped.
    NotMapped = 211, c"hipErrorNotMapped", "resource not mapped";
    /// The mapped resource is not an array.
    NotMappedAsArray = 212, c"hipErrorNotMappedAsArray", "resource not mapped as array";
    /// The mapped resource is not a pointer.
    NotMappedAsPointer = 213, c"hipErrorNotMappedAsPointer", "resource not mapped as pointer";
    /// An uncorrectable memory error.
    EccNotCorrectable = 214, c"hipErrorECCNotCorrectable", "uncorrectable ECC error encountered";
    /// The device does not know this limit.
    UnsupportedLimit = 215, c"hipErrorUnsupportedLimit", "limit is not supported on this architecture";
    /// The context is in use by another thread.
    ContextAlreadyInUse = 216, c"hipErrorContextAlreadyInUse", "exclusive-thread device already in use by a different thread";
    /// The two devices cannot reach each other's memory.
    PeerAccessUnsupported = 217, c"hipErrorPeerAccessUnsupported", "peer access is not supported between these two devices";
    /// The kernel file is malformed.
    InvalidKernelFile = 218, c"hipErrorInvalidKernelFile", "invalid kernel file";
    /// The graphics context is invalid.
    InvalidGraphicsContext = 219, c"hipErrorInvalidGraphicsContext", "invalid OpenGL or DirectX context";
    /// The kernel source is invalid.
    InvalidSource = 300, c"hipErrorInvalidSource", "device kernel image is invalid";
    /// The file does not exist or cannot be read.
    FileNotFound = 301, c"hipErrorFileNotFound", "file not found";
    /// A symbol of a shared object did not resolve.
    SharedObjectSymbolNotFound = 302, c"hipErrorSharedObjectSymbolNotFound", "shared object symbol not found";
    /// A shared object could not be loaded.
    SharedObjectInitFailed = 303, c"hipErrorSharedObjectInitFailed", "shared object initialization failed";
    /// The operating system refused something.
    OperatingSystem = 304, c"hipErrorOperatingSystem", "OS call failed or operation not supported on this OS";
    /// The handle is null, destroyed, or of another kind.
    InvalidHandle = 400, c"hipErrorInvalidHandle", "invalid resource handle";
    /// The object is not in a state that allows this.
    IllegalState = 401, c"hipErrorIllegalState", "the operation cannot be performed in the present state";
    /// The module has no function or variable of this name.
    NotFound = 500, c"hipErrorNotFound", "named symbol not found";
    /// The work is still running: an answer, not a failure.
    NotReady = 600, c"hipErrorNotReady", "device not ready";
    /// A kernel touched memory it does not own. Sticky.
    IllegalAddress = 700, c"hipErrorIllegalAddress", "an illegal memory access was encountered";
    /// The launch needs more threads, registers or shared memory than the device or the kernel's bounds allow.
    LaunchOutOfResources = 701, c"hipErrorLaunchOutOfResources", "too many resources requested for launch";
    /// The kernel ran longer than the device permits. Sticky.
    LaunchTimeOut = 702, c"hipErrorLaunchTimeOut", "the launch timed out and was terminated";
    /// Peer access is enabled already.
    PeerAccessAlreadyEnabled = 704, c"hipErrorPeerAccessAlreadyEnabled", "peer access is already enabled";
    /// Peer access was not enabled.
    PeerAccessNotEnabled = 705, c"hipErrorPeerAccessNotEnabled", "peer access has not been enabled";
    /// The device is in use, so this can no longer be set.
    SetOnActiveProcess = 708, c"hipErrorSetOnActiveProcess", "cannot set while device is active in this process";
    /// The context, or what belonged to it, is destroyed.
    ContextIsDestroyed = 709, c"hipErrorContextIsDestroyed", "context is destroyed";
    /// An `assert` failed in a kernel. Sticky.
    Assert = 710, c"hipErrorAssert", "device-side assert triggered";
    /// The host range, or a part of it, is registered already.
    HostMemoryAlreadyRegistered = 712, c"hipErrorHostMemoryAlreadyRegistered", "part or all of the requested memory range is already mapped";
    /// The host pointer is not the start of a registered range.
    HostMemoryNotRegistered = 713, c"hipErrorHostMemoryNotRegistered", "pointer does not correspond to a registered memory region";
    /// The device was lost while a kernel ran. Sticky.
    LaunchFailure = 719, c"hipErrorLaunchFailure", "unspecified launch failure";
    /// A cooperative launch asks for more blocks than can be resident at once.
    CooperativeLaunchTooLarge = 720, c"hipErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch";
    /// This runtime, or this device, does not offer the operation.
    NotSupported = 801, c"hipErrorNotSupported", "operation not supported";
    /// The operation is not permitted while the stream captures.
    StreamCaptureUnsupported = 900, c"hipErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing";
    /// The capture was invalidated by an earlier error.
    StreamCaptureInvalidated = 901, c"hipErrorStreamCaptureInvalidated", "operation failed due to a previous error during capture";
    /// The operation would merge two captures.
    StreamCaptureMerge = 902, c"hipErrorStreamCaptureMerge", "operation would result in a merge of separate capture sequences";
    /// The capture was not begun on this stream.
    StreamCaptureUnmatched = 903, c"hipErrorStreamCaptureUnmatched", "capture was not ended in the same stream as it began";
    /// The capture forked and was not joined.
    StreamCaptureUnjoined = 904, c"hipErrorStreamCaptureUnjoined", "capturing stream has unjoined work";
    /// A dependency would cross the capture's boundary.
    StreamCaptureIsolation = 905, c"hipErrorStreamCaptureIsolation", "dependency created on uncaptured work in another stream";
    /// The operation would depend on the capturing legacy stream.
    StreamCaptureImplicit = 906, c"hipErrorStreamCaptureImplicit", "operation would make the legacy stream depend on a capturing blocking stream";
    /// The event was recorded in a capture.
    CapturedEvent = 907, c"hipErrorCapturedEvent", "operation not permitted on an event last recorded in a capturing stream";
    /// The capture was begun by another thread.
    StreamCaptureWrongThread = 908, c"hipErrorStreamCaptureWrongThread", "attempt to terminate a thread-local capture sequence from another thread";
    /// The graph cannot be updated in place.
    GraphExecUpdateFailure = 910, c"hipErrorGraphExecUpdateFailure", "the graph update was not performed because it included changes which violated constraints specific to instantiated graph update";
    /// The channel descriptor is not supported.
    InvalidChannelDescriptor = 911, c"hipErrorInvalidChannelDescriptor", "invalid channel descriptor";
    /// The texture is unbound or malformed.
    InvalidTexture = 912, c"hipErrorInvalidTexture", "invalid texture";
    /// The resource is of the wrong type.
    InvalidResourceType = 914, c"hipErrorInvalidResourceType", "invalid resource type";
    /// The resource cannot be split or combined this way.
    InvalidResourceConfiguration = 915, c"hipErrorInvalidResourceConfiguration", "invalid resource configuration";
    /// The stream is detached from its context.
    StreamDetached = 916, c"hipErrorStreamDetached", "stream is detached";
    /// Nothing more is known.
    Unknown = 999, c"hipErrorUnknown", "unknown error";
    /// An internal memory call failed.
    RuntimeMemory = 1052, c"hipErrorRuntimeMemory", "runtime memory call returned error";
    /// Another internal call failed.
    RuntimeOther = 1053, c"hipErrorRuntimeOther", "runtime call other than memory returned error";
    /// The cluster size is not possible.
    InvalidClusterSize = 1054, c"hipErrorInvalidClusterSize", "invalid cluster size";
    /// HIP's placeholder value.
    Tbd = 1055, c"hipErrorTbd", "unknown error";
}

/// What every function of the `hip` layer returns.
pub type HipResult<T = ()> = Result<T, HipError>;

thread_local! {
    static DETAIL: RefCell<String> = const { RefCell::new(String::new()) };
}

impl HipError {
    /// The `hipError_t` value.
    pub fn code(self) -> u32 {
        self as u32
    }

    /// Says why: logs the sentence and keeps it as this thread's last detail. Returns the code unchanged.
    #[cold]
    pub fn because(self, why: impl std::fmt::Display) -> HipError {
        let why = why.to_string();
        log::info!("{}: {why}", self.name().to_string_lossy());
        // In exit handlers the text is gone; the log has it.
        let _ = DETAIL.try_with(|detail| *detail.borrow_mut() = why);
        self
    }

    /// True for errors that poison the device: every later call reports them until `hipDeviceReset`.
    pub fn is_sticky(self) -> bool {
        matches!(self, HipError::IllegalAddress | HipError::LaunchTimeOut | HipError::Assert | HipError::LaunchFailure)
    }
}

impl From<VkError> for HipError {
    fn from(error: VkError) -> HipError {
        let code = match &error {
            VkError::NoLoader { .. } | VkError::NoDevice { .. } => HipError::NoDevice,
            VkError::Unsupported { .. } => HipError::NotSupported,
            VkError::Limit { .. } | VkError::Invalid(_) => HipError::InvalidValue,
            VkError::OutOfDeviceMemory { .. } | VkError::OutOfHostMemory { .. } => HipError::OutOfMemory,
            VkError::DeviceLost { .. } => HipError::LaunchFailure,
            VkError::InvalidShader { .. } => HipError::InvalidDeviceFunction,
            VkError::System { .. } => HipError::OperatingSystem,
            _ => HipError::Unknown,
        };
        code.because(error)
    }
}

impl From<CompileError> for HipError {
    fn from(error: CompileError) -> HipError {
        let code = match &error.kind {
            CompileErrorKind::Unsupported(_) => HipError::NotSupported,
            CompileErrorKind::MissingFeature { .. } => HipError::NoBinaryForGpu,
            CompileErrorKind::LimitExceeded(_) => HipError::LaunchOutOfResources,
            CompileErrorKind::NoSuchKernel(_) => HipError::NotFound,
            CompileErrorKind::Syntax { .. } => HipError::InvalidKernelFile,
            _ => HipError::InvalidDeviceFunction,
        };
        code.because(error)
    }
}

impl From<BundleError> for HipError {
    fn from(error: BundleError) -> HipError {
        let code = match &error {
            BundleError::Version { .. } => HipError::NoBinaryForGpu,
            _ => HipError::InvalidImage,
        };
        code.because(error)
    }
}

/// The sentence given with the last error of this thread; empty if there was none.
pub fn last_detail() -> String {
    DETAIL.try_with(|detail| detail.borrow().clone()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::HipError;

    #[test]
    fn every_code_converts_to_its_variant_and_back() {
        for &error in HipError::ALL {
            assert_eq!(HipError::from_code(error.code()), Some(error));
        }
    }

    #[test]
    fn codes_ascend_and_names_are_unique() {
        for pair in HipError::ALL.windows(2) {
            assert!(pair[0].code() < pair[1].code(), "{:?} before {:?}", pair[0], pair[1]);
            assert_ne!(pair[0].name(), pair[1].name());
        }
    }

    #[test]
    fn success_and_undefined_values_are_no_error() {
        assert_eq!(HipError::from_code(0), None);
        assert_eq!(HipError::from_code(12345), None);
    }

    #[test]
    fn because_keeps_the_code_and_stores_the_sentence() {
        assert_eq!(HipError::InvalidValue.because("the count is zero"), HipError::InvalidValue);
        assert_eq!(super::last_detail(), "the count is zero");
    }
}
