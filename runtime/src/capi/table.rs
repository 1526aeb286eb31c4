//! Every function of HIP 7, implemented or not: one list.
//!
//! From it come the stubs of what is missing (each returns hipErrorNotSupported, or a text where it returns text, and says so
//! once in the log), the table in README (`support`), and `hipGetProcAddress`. To implement a function: write it in its group's file, move
//! its name here, bless README.

use std::ffi::{c_char, c_void};
use std::sync::Mutex;

use crate::hip::error::HipError;
use crate::hip::thread;

/// A function's entry point, for `hipGetProcAddress`.
#[derive(Clone, Copy, Debug)]
pub struct EntryPoint(*const ());

// SAFETY: the address of a function, never written through.
unsafe impl Send for EntryPoint {}
// SAFETY: as above.
unsafe impl Sync for EntryPoint {}

/// One function of HIP.
#[derive(Clone, Copy, Debug)]
pub struct Function {
    /// The exported name.
    pub name: &'static str,
    /// The group of HIP's documentation.
    pub group: &'static str,
    /// False for a stub.
    pub implemented: bool,
    /// Why it is one; nothing for what is implemented.
    pub why: &'static str,
    entry: EntryPoint,
}

/// What a stub does.
fn missing(name: &'static str, why: &'static str, code: u32) -> u32 {
    static TOLD: Mutex<Vec<&str>> = Mutex::new(Vec::new());
    crate::trace::init();
    let mut told = TOLD.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    if !told.contains(&name) {
        told.push(name);
        log::warn!("{name} is not implemented: {why}");
    }
    if code == HipError::NotSupported.code() {
        thread::record(HipError::NotSupported.because(format_args!("{name} is not implemented: {why}")));
    }
    code
}

macro_rules! functions {
    ($($group:ident {
        $(implemented in $module:ident { $($done:ident)* })*
        $(missing because $why:literal { $($missing:ident)* })*
        $(missing_text because $text_why:literal { $($text:ident)* })?
    })*) => {
        /// Stubs. C's calling conventions let a callee ignore arguments, so one signature serves all.
        mod stubs {
            $($($(
                #[unsafe(no_mangle)]
                #[allow(non_snake_case)]
                pub(super) extern "C" fn $missing() -> u32 {
                    super::missing(stringify!($missing), $why, super::HipError::NotSupported.code())
                }
            )*)*)*
            $($($(
                #[unsafe(no_mangle)]
                #[allow(non_snake_case)]
                pub(super) extern "C" fn $text() -> *const super::c_char {
                    super::missing(stringify!($text), $text_why, super::HipError::NotSupported.code());
                    c"unknown".as_ptr()
                }
            )*)?)*
        }

        /// The list, by group.
        pub static FUNCTIONS: &[Function] = &[$(
            $($(Function {
                name: stringify!($done),
                group: stringify!($group),
                implemented: true,
                why: "",
                entry: EntryPoint(super::$module::$done as *const ()),
            },)*)*
            $($(Function {
                name: stringify!($missing),
                group: stringify!($group),
                implemented: false,
                why: $why,
                entry: EntryPoint(stubs::$missing as *const ()),
            },)*)*
            $($(Function {
                name: stringify!($text),
                group: stringify!($group),
                implemented: false,
                why: $text_why,
                entry: EntryPoint(stubs::$text as *const ()),
            },)*)?
        )*];
    };
}

functions! {
    device {
        implemented in device {
            __hipGetPCH hipChooseDeviceR0600 hipDeviceComputeCapability hipDeviceGet hipDeviceGetAttribute
            hipDeviceGetByPCIBusId hipDeviceGetCacheConfig hipDeviceGetLimit hipDeviceGetName hipDeviceGetPCIBusId
            hipDeviceGetUuid hipDeviceReset hipDeviceSetCacheConfig hipDeviceSetLimit hipDeviceSynchronize
            hipDriverGetVersion hipGetDevice hipGetDeviceCount hipGetDeviceFlags
            hipGetDevicePropertiesR0600 hipGetDriverEntryPoint hipGetDriverEntryPoint_spt
            hipGetProcAddress hipGetProcAddress_spt hipInit hipProfilerStart
            hipProfilerStop hipRuntimeGetVersion hipSetDevice hipSetDeviceFlags hipSetValidDevices
        }
        implemented in device_old {
            hipChooseDevice hipChooseDeviceR0000 hipGetDeviceProperties hipGetDevicePropertiesR0000
        }
        implemented in stream {
            hipDeviceGetStreamPriorityRange
        }
        implemented in logging {
            hipExtDisableLogging hipExtEnableLogging hipExtSetLoggingParams
        }
        missing_text because "the numbers are those of roctracer's callbacks, which are not there" {
            hipApiName
        }
    }
    context {
        implemented in context {
            hipCtxCreate hipCtxDestroy hipCtxDisablePeerAccess hipCtxEnablePeerAccess hipCtxGetApiVersion
            hipCtxGetCacheConfig hipCtxGetCurrent hipCtxGetDevice hipCtxGetFlags hipCtxGetSharedMemConfig
            hipCtxPopCurrent hipCtxPushCurrent hipCtxSetCacheConfig hipCtxSetCurrent hipCtxSetSharedMemConfig
            hipCtxSynchronize hipDevicePrimaryCtxGetState hipDevicePrimaryCtxRelease hipDevicePrimaryCtxReset
            hipDevicePrimaryCtxRetain hipDevicePrimaryCtxSetFlags
        }
        implemented in execution_context {
            hipDevResourceGenerateDesc hipDevSmResourceSplit hipDevSmResourceSplitByCount hipDeviceGetDevResource
            hipDeviceGetExecutionCtx hipExecutionCtxDestroy hipExecutionCtxGetDevResource hipExecutionCtxGetDevice
            hipExecutionCtxGetId hipExecutionCtxRecordEvent hipExecutionCtxStreamCreate hipExecutionCtxSynchronize
            hipExecutionCtxWaitEvent hipGreenCtxCreate hipStreamGetDevResource
        }
    }
    stream {
        implemented in stream {
            hipExtStreamCreateWithCUMask hipExtStreamGetCUMask hipGetStreamDeviceId hipStreamAddCallback hipStreamAddCallback_spt
            hipStreamAttachMemAsync hipStreamCreate hipStreamCreateWithFlags hipStreamCreateWithPriority
            hipStreamDestroy hipStreamGetDevice hipStreamGetFlags hipStreamGetFlags_spt hipStreamGetId
            hipStreamGetPriority hipStreamGetPriority_spt hipStreamQuery hipStreamQuery_spt hipStreamSynchronize
            hipStreamSynchronize_spt
        }
        implemented in stream_attribute {
            hipStreamCopyAttributes hipStreamGetAttribute hipStreamSetAttribute
        }
        implemented in stream_value {
            hipStreamBatchMemOp hipStreamWaitValue32 hipStreamWaitValue64 hipStreamWriteValue32 hipStreamWriteValue64
        }
    }
    event {
        implemented in event {
            hipEventCreate hipEventCreateWithFlags hipEventDestroy hipEventElapsedTime hipEventQuery hipEventRecord
            hipEventRecordWithFlags hipEventRecord_spt hipEventSynchronize hipStreamWaitEvent hipStreamWaitEvent_spt
        }
    }
    memory {
        implemented in device {
            hipDeviceGetSharedMemConfig hipDeviceSetSharedMemConfig hipDeviceTotalMem hipMemGetInfo hipMemPtrGetInfo
        }
        implemented in managed {
            hipMemAdvise hipMemAdvise_v2 hipMemPrefetchAsync hipMemPrefetchAsync_v2 hipMemRangeGetAttribute
            hipMemRangeGetAttributes
        }
        implemented in memory {
            hipDrvPointerGetAttributes hipExtHostAlloc hipExtMallocWithFlags hipFree hipFreeAsync hipFreeHost
            hipHostAlloc hipHostFree hipHostGetDevicePointer hipHostGetFlags hipHostMalloc hipHostRegister
            hipHostUnregister hipMalloc hipMalloc3D hipMallocAsync hipMallocHost hipMallocManaged hipMallocPitch
            hipMemAllocHost hipMemAllocPitch hipMemGetAddressRange hipPointerGetAttribute hipPointerGetAttributes
            hipPointerSetAttribute
        }
        implemented in memory_copy {
            hipDrvMemcpy2DUnaligned hipDrvMemcpy3D hipDrvMemcpy3DAsync hipMemcpy hipMemcpy2D hipMemcpy2DAsync
            hipMemcpy2DAsync_spt hipMemcpy2D_spt hipMemcpy3D hipMemcpy3DAsync hipMemcpy3DAsync_spt hipMemcpy3D_spt
            hipMemcpyAsync hipMemcpyAsync_spt hipMemcpyDtoD hipMemcpyDtoDAsync hipMemcpyDtoH hipMemcpyDtoHAsync
            hipMemcpyHtoD hipMemcpyHtoDAsync hipMemcpyParam2D hipMemcpyParam2DAsync hipMemcpyWithStream hipMemcpy_spt
        }
        implemented in memory_fill {
            hipMemset hipMemset2D hipMemset2DAsync hipMemset2DAsync_spt hipMemset2D_spt hipMemset3D hipMemset3DAsync
            hipMemset3DAsync_spt hipMemset3D_spt hipMemsetAsync hipMemsetAsync_spt hipMemsetD16 hipMemsetD16Async
            hipMemsetD2D16 hipMemsetD2D16Async hipMemsetD2D32 hipMemsetD2D32Async hipMemsetD2D8 hipMemsetD2D8Async
            hipMemsetD32 hipMemsetD32Async hipMemsetD8 hipMemsetD8Async hipMemset_spt
        }
        implemented in memory_batch {
            hipDrvMemDiscardAndPrefetchBatchAsync hipDrvMemDiscardBatchAsync hipMemDiscardAndPrefetchBatchAsync
            hipMemDiscardBatchAsync hipMemPrefetchBatchAsync hipMemcpy3DBatchAsync hipMemcpyBatchAsync
        }
    }
    mempool {
        implemented in pool {
            hipDeviceGetDefaultMemPool hipDeviceGetMemPool hipDeviceSetMemPool hipMallocFromPoolAsync
            hipMemGetMemPool hipMemPoolCreate hipMemPoolDestroy hipMemPoolExportPointer hipMemPoolExportToShareableHandle hipMemPoolGetAccess hipMemPoolGetAttribute
            hipMemPoolImportFromShareableHandle hipMemPoolImportPointer
            hipMemPoolSetAccess hipMemPoolSetAttribute hipMemPoolTrimTo hipMemSetMemPool
        }
    }
    virtual_memory {
        implemented in virtual_memory {
            hipMemAddressFree hipMemAddressReserve hipMemCreate hipMemExportToShareableHandle hipMemGetAccess
            hipMemGetAllocationGranularity hipMemGetAllocationPropertiesFromHandle hipMemImportFromShareableHandle
            hipMemMap hipMemRelease hipMemRetainAllocationHandle hipMemSetAccess hipMemUnmap
        }
    }
    symbol {
        implemented in symbol {
            hipGetSymbolAddress hipGetSymbolSize hipMemcpyFromSymbol hipMemcpyFromSymbolAsync
            hipMemcpyFromSymbolAsync_spt hipMemcpyFromSymbol_spt hipMemcpyToSymbol hipMemcpyToSymbolAsync
            hipMemcpyToSymbolAsync_spt hipMemcpyToSymbol_spt
        }
    }
    module {
        implemented in module {
            hipFuncGetAttribute hipFuncGetAttributes hipFuncSetAttribute hipFuncSetCacheConfig
            hipFuncSetSharedMemConfig hipGetFuncBySymbol hipKernelNameRef hipKernelNameRefByPtr hipModuleGetFunction
            hipModuleGetFunctionCount hipModuleGetGlobal hipModuleLoad hipModuleLoadData hipModuleLoadDataEx
            hipModuleLoadFatBinary hipModuleUnload
        }
    }
    library {
        implemented in library {
            hipKernelGetAttribute hipKernelGetFunction hipKernelGetLibrary hipKernelGetName hipKernelGetParamInfo
            hipKernelSetAttribute hipKernelSetAttributeForDevice hipKernelSetCacheConfig hipLibraryEnumerateKernels
            hipLibraryGetGlobal hipLibraryGetKernel hipLibraryGetKernelCount hipLibraryGetManaged hipLibraryGetModule
            hipLibraryGetUnifiedFunction hipLibraryLoadData hipLibraryLoadFromFile hipLibraryUnload
        }
    }
    launch {
        implemented in launch {
            __hipPopCallConfiguration __hipPushCallConfiguration hipDrvLaunchKernelEx hipExtLaunchKernel
            hipExtModuleLaunchKernel hipHccModuleLaunchKernel hipLaunchKernel hipLaunchKernelExC hipLaunchKernel_spt
            hipModuleLaunchKernel
        }
        implemented in stream {
            hipLaunchHostFunc hipLaunchHostFunc_spt
        }
        implemented in cooperative {
            hipExtLaunchMultiKernelMultiDevice hipLaunchCooperativeKernel hipLaunchCooperativeKernelMultiDevice hipLaunchCooperativeKernel_spt
            hipModuleLaunchCooperativeKernel hipModuleLaunchCooperativeKernelMultiDevice
        }
        implemented in launch_parts {
            hipConfigureCall hipLaunchByPtr hipSetupArgument
        }
    }
    occupancy {
        implemented in occupancy {
            hipModuleOccupancyMaxActiveBlocksPerMultiprocessor
            hipModuleOccupancyMaxActiveBlocksPerMultiprocessorWithFlags hipModuleOccupancyMaxPotentialBlockSize
            hipModuleOccupancyMaxPotentialBlockSizeWithFlags hipOccupancyAvailableDynamicSMemPerBlock
            hipOccupancyMaxActiveBlocksPerMultiprocessor hipOccupancyMaxActiveBlocksPerMultiprocessorWithFlags
            hipOccupancyMaxActiveClusters hipOccupancyMaxPotentialBlockSize hipOccupancyMaxPotentialClusterSize
        }
    }
    peer {
        implemented in peer {
            hipDeviceCanAccessPeer hipDeviceDisablePeerAccess hipDeviceEnablePeerAccess hipDeviceGetP2PAttribute
            hipExtGetLinkTypeAndHopCount
            hipMemcpyPeer hipMemcpyPeerAsync
        }
        implemented in memory_batch {
            hipMemcpy3DPeer hipMemcpy3DPeerAsync
        }
    }
    error {
        implemented in error {
            hipDrvGetErrorName hipDrvGetErrorString hipExtGetLastError hipGetErrorName hipGetErrorString
            hipGetLastError hipPeekAtLastError
        }
    }
    register {
        implemented in register {
            __hipRegisterFatBinary __hipRegisterFunction __hipRegisterManagedVar __hipRegisterSurface
            __hipRegisterTexture __hipRegisterVar __hipUnregisterFatBinary
        }
    }
    graph {
        implemented in graph {
            hipGraphAddChildGraphNode hipGraphAddDependencies hipGraphAddEmptyNode hipGraphChildGraphNodeGetGraph
            hipGraphClone hipGraphCreate hipGraphDebugDotPrint hipGraphDestroy hipGraphDestroyNode hipGraphGetEdges
            hipGraphGetNodes hipGraphGetRootNodes hipGraphNodeFindInClone hipGraphNodeGetDependencies
            hipGraphNodeGetDependentNodes hipGraphNodeGetType hipGraphRemoveDependencies
        }
        implemented in graph_any {
            hipGraphAddNode hipGraphExecNodeSetParams hipGraphNodeSetParams
        }
        implemented in graph_capture {
            hipStreamBeginCapture hipStreamBeginCaptureToGraph hipStreamBeginCapture_spt hipStreamEndCapture
            hipStreamEndCapture_spt hipStreamGetCaptureInfo hipStreamGetCaptureInfo_spt hipStreamGetCaptureInfo_v2
            hipStreamGetCaptureInfo_v2_spt hipStreamIsCapturing hipStreamIsCapturing_spt
            hipStreamUpdateCaptureDependencies hipThreadExchangeStreamCaptureMode
        }
        implemented in graph_copy {
            hipGraphAddMemcpyNode hipGraphAddMemcpyNode1D hipGraphAddMemcpyNodeFromSymbol
            hipGraphAddMemcpyNodeToSymbol hipGraphExecMemcpyNodeSetParams hipGraphExecMemcpyNodeSetParams1D
            hipGraphExecMemcpyNodeSetParamsFromSymbol hipGraphExecMemcpyNodeSetParamsToSymbol
            hipGraphMemcpyNodeGetParams hipGraphMemcpyNodeSetParams hipGraphMemcpyNodeSetParams1D
            hipGraphMemcpyNodeSetParamsFromSymbol hipGraphMemcpyNodeSetParamsToSymbol
        }
        implemented in graph_driver {
            hipDrvGraphAddMemcpyNode hipDrvGraphAddMemsetNode hipDrvGraphExecMemcpyNodeSetParams
            hipDrvGraphExecMemsetNodeSetParams hipDrvGraphMemcpyNodeGetParams hipDrvGraphMemcpyNodeSetParams
        }
        implemented in graph_exec {
            hipGraphExecChildGraphNodeSetParams hipGraphExecDestroy hipGraphExecGetFlags hipGraphExecUpdate
            hipGraphInstantiate hipGraphInstantiateWithFlags hipGraphInstantiateWithParams hipGraphLaunch
            hipGraphLaunch_spt hipGraphNodeGetEnabled hipGraphNodeSetEnabled hipGraphUpload
        }
        implemented in graph_kernel {
            hipGraphAddKernelNode hipGraphExecKernelNodeSetParams hipGraphKernelNodeCopyAttributes
            hipGraphKernelNodeGetAttribute hipGraphKernelNodeGetParams hipGraphKernelNodeSetAttribute
            hipGraphKernelNodeSetParams
        }
        implemented in graph_memory {
            hipDeviceGetGraphMemAttribute hipDeviceGraphMemTrim hipDeviceSetGraphMemAttribute
            hipDrvGraphAddMemFreeNode hipGraphAddBatchMemOpNode hipGraphAddMemAllocNode hipGraphAddMemFreeNode
            hipGraphBatchMemOpNodeGetParams hipGraphBatchMemOpNodeSetParams hipGraphExecBatchMemOpNodeSetParams
            hipGraphMemAllocNodeGetParams hipGraphMemFreeNodeGetParams
        }
        implemented in graph_nodes {
            hipGraphAddEventRecordNode hipGraphAddEventWaitNode hipGraphAddHostNode hipGraphAddMemsetNode
            hipGraphEventRecordNodeGetEvent hipGraphEventRecordNodeSetEvent hipGraphEventWaitNodeGetEvent
            hipGraphEventWaitNodeSetEvent hipGraphExecEventRecordNodeSetEvent hipGraphExecEventWaitNodeSetEvent
            hipGraphExecHostNodeSetParams hipGraphExecMemsetNodeSetParams hipGraphHostNodeGetParams
            hipGraphHostNodeSetParams hipGraphMemsetNodeGetParams hipGraphMemsetNodeSetParams
        }
        implemented in graph_semaphore {
            hipGraphAddExternalSemaphoresSignalNode hipGraphAddExternalSemaphoresWaitNode
            hipGraphExecExternalSemaphoresSignalNodeSetParams hipGraphExecExternalSemaphoresWaitNodeSetParams
            hipGraphExternalSemaphoresSignalNodeGetParams hipGraphExternalSemaphoresSignalNodeSetParams
            hipGraphExternalSemaphoresWaitNodeGetParams hipGraphExternalSemaphoresWaitNodeSetParams
        }
        implemented in graph_user {
            hipGraphReleaseUserObject hipGraphRetainUserObject hipUserObjectCreate hipUserObjectRelease
            hipUserObjectRetain
        }
    }
    texture {
        implemented in array {
            hipArray3DCreate hipArray3DGetDescriptor hipArrayCreate hipArrayDestroy hipArrayGetDescriptor
            hipArrayGetInfo hipCreateChannelDesc hipDeviceGetTexture1DLinearMaxWidth hipFreeArray hipFreeMipmappedArray
            hipGetChannelDesc hipGetMipmappedArrayLevel hipMalloc3DArray hipMallocArray hipMallocMipmappedArray
            hipMemcpy2DArrayToArray hipMemcpy2DFromArray hipMemcpy2DFromArrayAsync hipMemcpy2DFromArrayAsync_spt
            hipMemcpy2DFromArray_spt hipMemcpy2DToArray hipMemcpy2DToArrayAsync hipMemcpy2DToArrayAsync_spt
            hipMemcpy2DToArray_spt hipMemcpyAtoA hipMemcpyAtoD hipMemcpyAtoH hipMemcpyAtoHAsync hipMemcpyDtoA
            hipMemcpyFromArray hipMemcpyFromArray_spt hipMemcpyHtoA hipMemcpyHtoAAsync hipMemcpyToArray
            hipMipmappedArrayCreate hipMipmappedArrayDestroy hipMipmappedArrayGetLevel
        }
        implemented in texture {
            hipCreateSurfaceObject hipCreateTextureObject hipDestroySurfaceObject hipDestroyTextureObject
            hipGetTextureObjectResourceDesc hipGetTextureObjectResourceViewDesc hipGetTextureObjectTextureDesc
            hipTexObjectCreate hipTexObjectDestroy hipTexObjectGetResourceDesc hipTexObjectGetResourceViewDesc
            hipTexObjectGetTextureDesc
        }
        implemented in texture_reference {
            hipBindTexture hipBindTexture2D hipBindTextureToArray hipBindTextureToMipmappedArray
            hipGetTextureAlignmentOffset hipGetTextureReference hipModuleGetTexRef hipTexRefGetAddress
            hipTexRefGetAddressMode hipTexRefGetArray hipTexRefGetBorderColor hipTexRefGetFilterMode hipTexRefGetFlags
            hipTexRefGetFormat hipTexRefGetMaxAnisotropy hipTexRefGetMipMappedArray hipTexRefGetMipmapFilterMode
            hipTexRefGetMipmapLevelBias hipTexRefGetMipmapLevelClamp hipTexRefSetAddress hipTexRefSetAddress2D
            hipTexRefSetAddressMode hipTexRefSetArray hipTexRefSetBorderColor hipTexRefSetFilterMode hipTexRefSetFlags
            hipTexRefSetFormat hipTexRefSetMaxAnisotropy hipTexRefSetMipmapFilterMode hipTexRefSetMipmapLevelBias
            hipTexRefSetMipmapLevelClamp hipTexRefSetMipmappedArray hipUnbindTexture
        }
        missing because "no sparse arrays: an array is memory from the start" {
            hipMemMapArrayAsync hipMipmappedArrayGetMemoryRequirements
        }
    }
    interop {
        implemented in external {
            hipDestroyExternalMemory hipDestroyExternalSemaphore hipExternalMemoryGetMappedBuffer
            hipExternalMemoryGetMappedMipmappedArray hipImportExternalMemory hipImportExternalSemaphore
            hipSignalExternalSemaphoresAsync hipWaitExternalSemaphoresAsync
        }
        implemented in ipc {
            hipIpcCloseMemHandle hipIpcGetEventHandle hipIpcGetMemHandle hipIpcOpenEventHandle hipIpcOpenMemHandle
        }
        missing because "OpenGL's objects are another driver's; Vulkan's are imported by hipImportExternalMemory" {
            hipGLGetDevices hipGraphicsGLRegisterBuffer hipGraphicsGLRegisterImage hipGraphicsMapResources
            hipGraphicsResourceGetMappedPointer hipGraphicsSubResourceGetMappedArray hipGraphicsUnmapResources
            hipGraphicsUnregisterResource
        }
        missing because "memory of hipMalloc is a part of a block that is not exported; hipMemExportToShareableHandle gives a descriptor" {
            hipMemGetHandleForAddressRange
        }
    }
    rtc {
        implemented in rtc {
            hiprtcAddNameExpression hiprtcCompileProgram hiprtcCreateProgram hiprtcDestroyProgram hiprtcGetBitcode
            hiprtcGetBitcodeSize hiprtcGetCode hiprtcGetCodeSize hiprtcGetErrorString hiprtcGetLoweredName hiprtcGetProgramLog
            hiprtcGetProgramLogSize hiprtcVersion
        }
        implemented in link {
            hipLinkAddData hipLinkAddFile hipLinkComplete hipLinkCreate hipLinkDestroy hiprtcLinkAddData hiprtcLinkAddFile
            hiprtcLinkComplete hiprtcLinkCreate hiprtcLinkDestroy
        }
    }
}

/// The address of a function that is implemented.
pub fn address(name: &str) -> Option<*mut c_void> {
    let function = FUNCTIONS.iter().find(|function| function.name == name)?;
    function.implemented.then(|| function.entry.0.cast_mut().cast())
}

#[cfg(test)]
mod tests {
    use super::{FUNCTIONS, address};

    #[test]
    fn every_function_is_listed_once() {
        for function in FUNCTIONS {
            let count = FUNCTIONS.iter().filter(|other| other.name == function.name).count();
            assert_eq!(count, 1, "{}", function.name);
        }
    }

    #[test]
    fn a_stub_returns_not_supported_and_has_no_address_to_hand_out() {
        let stub = FUNCTIONS.iter().find(|function| !function.implemented && function.group == "interop");
        let stub = stub.expect("OpenGL's objects are not Vulkan's");
        assert_eq!(address(stub.name), None);
        assert_eq!(super::missing(stub.name, stub.why, 801), 801);
    }

    #[test]
    fn what_is_missing_has_a_reason_and_nothing_else_has() {
        for function in FUNCTIONS {
            assert_eq!(function.implemented, function.why.is_empty(), "{}", function.name);
        }
    }

    /// What a declaration of our headers says that a function returns.
    fn declared_result(headers: &str, name: &str) -> Option<String> {
        let at = headers.find(&format!("{name}("))?;
        let line = headers[..at].rfind(['\n', ';', '}']).map_or(0, |end| end + 1);
        Some(headers[line..at].split_whitespace().collect::<Vec<_>>().join(" "))
    }

    #[test]
    fn every_stub_returns_what_the_headers_declare() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/include/hip/detail");
        let files = std::fs::read_dir(folder).expect("the headers are there").flatten();
        let headers: String = files
            .filter(|file| file.file_name().to_string_lossy().starts_with("api_"))
            .filter_map(|file| std::fs::read_to_string(file.path()).ok())
            .collect();
        let mut texts = 0;
        for stub in FUNCTIONS.iter().filter(|function| !function.implemented) {
            let Some(result) = declared_result(&headers, stub.name) else { continue };
            // SAFETY: stubs ignore arguments, and return an integer or a pointer in the same register.
            let got = unsafe { std::mem::transmute::<*const (), extern "C" fn() -> usize>(stub.entry.0) }();
            match result.as_str() {
                "hipError_t" => assert_eq!(got as u32, 801, "{}", stub.name),
                "const char *" => {
                    // SAFETY: a text, as is tested here; a small number would be an error code.
                    let text = unsafe { std::ffi::CStr::from_ptr(got as *const std::ffi::c_char) };
                    assert_eq!(text, c"unknown", "{}", stub.name);
                    texts += 1;
                }
                other => panic!("{} returns {other}, and its stub does not", stub.name),
            }
        }
        assert!(texts > 0, "no stub returns a text: their group in the table can go");
    }
}
