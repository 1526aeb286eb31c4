//! CUDA's name to HIP's.
//!
//! ```text
//! names.txt ─ else ─> the family's rule (cuda… -> hip…, CU_… -> hip…, cublas… -> hipblas…) ─> only what HIP's headers declare
//! ```
//! Called by [`super::convert`] for each word of a program.

use super::names::Names;
use super::table::Table;

/// All that decides what a word becomes.
#[derive(Debug)]
pub struct Rules {
    table: Table,
    names: Names,
}

/// What is known of a word.
#[derive(Debug, PartialEq, Eq)]
pub enum Known {
    /// It is CUDA's, and this is HIP's.
    As(String),
    /// It is CUDA's, and HIP does without it.
    Gone,
    /// It looks like CUDA's, and HIP has nothing of the kind.
    Unsupported,
    /// It is none of CUDA's.
    Other,
}

/// CUDA's libraries and HIP's. Names without lower case letters have the second pair.
const LIBRARIES: &[(&str, &str)] = &[
    ("cublasLt", "hipblasLt"),
    ("CUBLASLT_", "HIPBLASLT_"),
    ("cublas", "hipblas"),
    ("CUBLAS_", "HIPBLAS_"),
    ("cusparse", "hipsparse"),
    ("CUSPARSE_", "HIPSPARSE_"),
    ("cusolver", "hipsolver"),
    ("CUSOLVER", "HIPSOLVER"),
    ("curand", "hiprand"),
    ("CURAND_", "HIPRAND_"),
    ("cufft", "hipfft"),
    ("CUFFT_", "HIPFFT_"),
    ("cudnn", "hipdnn"),
    ("CUDNN_", "HIPDNN_"),
    ("nvrtc", "hiprtc"),
    ("NVRTC_", "HIPRTC_"),
    ("nvtx", "roctx"),
];

/// What hipDNN's constants are about.
const HIPDNN: &[&str] = &[
    "16BIT",
    "32BIT",
    "64BIT",
    "8BIT",
    "ACTIVATION",
    "BATCHNORM",
    "BIDIRECTIONAL",
    "BN",
    "CONVOLUTION",
    "CROSS",
    "DATA",
    "DEFAULT",
    "FMA",
    "GRU",
    "LINEAR",
    "LRN",
    "LSTM",
    "NOT",
    "OP",
    "POOLING",
    "PROPAGATE",
    "REDUCE",
    "RNN",
    "SKIP",
    "SOFTMAX",
    "STATUS",
    "TENSOR",
    "UNIDIRECTIONAL",
    "VERSION",
];

/// HIP's functions that are of CUDA's driver's API alone, or HIP's own, by what their names begin with behind `hip`: `hipInit` is made of
/// `cuInit`, and `cudaInit` is a function of the program's.
const OF_THE_DRIVER: &[&str] = &[
    "Array3DCreate",
    "Array3DGetDescriptor",
    "ArrayCreate",
    "ArrayDestroy",
    "ArrayGetDescriptor",
    "Ctx",
    "DevicePrimaryCtx",
    "Drv",
    "HostFree",
    "HostMalloc",
    "LaunchByPtr",
    "LaunchKernelGGL",
    "MemAddress",
    "MemAllocHost",
    "MemAllocPitch",
    "MemCreate",
    "MemExport",
    "MemGetAccess",
    "MemGetAddressRange",
    "MemGetAllocation",
    "MemImport",
    "MemMap",
    "MemRelease",
    "MemRetain",
    "MemSetAccess",
    "MemUnmap",
    "MemcpyAto",
    "MemcpyDto",
    "MemcpyHto",
    "MemcpyParam2D",
    "MemsetD",
    "MipmappedArrayCreate",
    "MipmappedArrayDestroy",
    "MipmappedArrayGetLevel",
    "Module",
    "StreamBatchMemOp",
    "StreamWaitValue",
    "StreamWriteValue",
    "TexObject",
    "TexRef",
];
/// Those that other names of the runtime's begin with (`cudaPointerGetAttributes`).
const WHOLE_OF_THE_DRIVER: &[&str] = &[
    "DeviceComputeCapability",
    "DeviceGet",
    "DeviceGetName",
    "DeviceGetUuid",
    "DeviceTotalMem",
    "FuncGetAttribute",
    "GetProcAddress",
    "Init",
    "PointerGetAttribute",
    "PointerSetAttribute",
];

/// What names of types have behind them in CUDA's headers, and not in HIP's.
const TAGS: &[&str] = &["_st", "_enum", "_union"];
/// Versions of functions and types, of which HIP has one.
const VERSIONS: &[&str] = &["_v1", "_v2", "_v3"];

impl Rules {
    pub fn new(table: Table, names: Names) -> Self {
        Self { table, names }
    }

    /// What a word is.
    pub fn know(&self, word: &str) -> Known {
        if let Some(hip) = self.table.renamed.get(word) {
            return Known::As((*hip).to_owned());
        }
        if self.table.unlike.contains(word) {
            return Known::Unsupported;
        }
        if self.table.gone.contains(word) {
            return Known::Gone;
        }
        for (cuda, hip) in LIBRARIES {
            if let Some(rest) = word.strip_prefix(cuda).filter(|rest| !rest.starts_with(char::is_lowercase)) {
                let found = if rest.is_empty() { None } else { self.of_library(hip, rest) };
                let bare = rest.trim_start_matches('_');
                let is_name = bare.starts_with(|c: char| c.is_ascii_uppercase()) && bare.len() > 1;
                return found.map_or(if is_name { Known::Unsupported } else { Known::Other }, Known::As);
            }
        }
        match self.of_runtime(word) {
            Some(found) => Known::As(found),
            None if looks_like_runtime(word) => Known::Unsupported,
            None => Known::Other,
        }
    }

    /// Whether HIP's name is one that this installation has not.
    pub fn lacks(&self, hip: &str) -> bool {
        self.names.lacks(hip)
    }

    /// `cublasSgemm_v2`: `hip` is `hipblas`, `rest` `Sgemm_v2`.
    fn of_library(&self, hip: &str, rest: &str) -> Option<String> {
        // hipDNN is no part of ROCm, so there is no header to ask.
        if hip == "hipdnn" || hip == "HIPDNN_" && HIPDNN.contains(&rest.split('_').next().unwrap_or_default()) {
            let plain = rest.strip_suffix("Struct").map(|plain| format!("{plain}_t"));
            return Some(format!("{hip}{}", plain.as_deref().unwrap_or(rest)));
        }
        let rest = if hip == "hipblas" { rest.replace("_v2", "") } else { rest.to_owned() };
        let name = format!("{hip}{rest}");
        (self.names.has(&name) || self.has_function(hip, &rest)).then_some(name)
    }

    /// Whether a library's header lists a function: `rest` is element types, a stem, and what forms of functions are called.
    fn has_function(&self, hip: &str, rest: &str) -> bool {
        const OF_INFO: &[&str] = &["SetMaxSweeps", "SetSortEig", "SetTolerance", "GetResidual", "GetSweeps"];
        let (types, forms): (&[&str], &[&str]) = match hip {
            "hipblas" => (&["S", "D", "C", "Z", "H"], &["_64", "Ex", "StridedBatched", "Batched"]),
            "hipsparse" => (&["", "S", "D", "C", "Z"], &[]),
            "hipsolver" => (&["", "S", "D", "C", "Z", "SS", "DD", "CC", "ZZ"], &["_bufferSize", "Batched"]),
            _ => return false,
        };
        let mut form = rest;
        let mut mixed = false;
        loop {
            let stem = if hip == "hipsolver" { form.strip_prefix("Dn").unwrap_or(form) } else { form };
            let known = |stem: &str| stem.len() > 2 && self.names.lists(stem);
            if !mixed && types.iter().any(|types| stem.strip_prefix(types).is_some_and(known)) {
                return true;
            }
            // hipblasIsamax_64 is a form of hipblasIsamax, and hipblasGemmEx one of hipblasGemm; hipblasGetVector has one form.
            let is_call = !form.starts_with("Get") && !form.starts_with("Set");
            if hip == "hipblas" && form != rest && is_call && self.names.has(&format!("{hip}{form}")) {
                return true;
            }
            if let Some(stem) = OF_INFO.iter().find_map(|end| stem.strip_suffix(end)) {
                return stem.strip_prefix('X').is_some_and(known);
            }
            mixed |= form.ends_with("Ex");
            let Some(shorter) = forms.iter().find_map(|end| form.strip_suffix(end)) else { return false };
            form = shorter;
        }
    }

    /// Names of the runtime's and the driver's API.
    fn of_runtime(&self, word: &str) -> Option<String> {
        let rest = |prefix: &str| word.strip_prefix(prefix);
        let capital = |rest: &str| rest.starts_with(|c: char| c.is_ascii_uppercase());
        if let Some(rest) = rest("CUDART_").filter(|rest| *rest != "VERSION") {
            return self.first(&[format!("HIP_{rest}")]);
        }
        if let Some(rest) = rest("CUDA_ERROR_") {
            return self.like(&format!("hipError{rest}"));
        }
        if let Some(rest) = rest("CUDA_") {
            return self.constant_or_structure(rest);
        }
        if let Some(rest) = rest("CU_") {
            return self.constant(rest);
        }
        if let Some(rest) = rest("cuda").filter(|rest| capital(rest)) {
            return self.cuda(rest);
        }
        if let Some(rest) = rest("CU").filter(|rest| rest.starts_with(|c: char| c.is_ascii_lowercase())) {
            return self.driver_type(rest);
        }
        if let Some(rest) = rest("cu").filter(|rest| capital(rest)) {
            return self.driver_function(rest);
        }
        for (cuda, hip) in [("make_cu", "make_hip"), ("__nv_", "__hip_"), ("nv_", "__hip_"), ("__NV_", "__HIP_")] {
            if let Some(rest) = rest(cuda) {
                return self.first(&[format!("{hip}{rest}")]);
            }
        }
        None
    }

    /// `cudaMalloc`, `cudaDevAttrWarpSize`. Types that HIP calls `..._t` are in the table: programs call variables cudaStream.
    fn cuda(&self, rest: &str) -> Option<String> {
        let own = rest.strip_prefix("Ext").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        let of_the_driver = OF_THE_DRIVER.iter().any(|begin| rest.starts_with(begin));
        if own || of_the_driver || WHOLE_OF_THE_DRIVER.contains(&rest) {
            return None;
        }
        let plain = without(rest, TAGS);
        let attribute = plain.strip_prefix("DevAttr");
        let names = [format!("hip{rest}"), format!("hip{plain}"), format!("hip{}", without(plain, &["_v1"]))];
        self.first(&names).or_else(|| self.attribute(attribute?))
    }

    /// `CUDA_R_32F`, `CUDA_ARRAY3D_DESCRIPTOR_st`, `CUDA_KERNEL_NODE_PARAMS_v1`, `CUDA_GRAPH_INSTANTIATE_SUCCESS`. A program's own macros
    /// begin like these (`CUDA_CHECK`, `CUDA_VERSION`), so the rest of the name must be of a known kind.
    fn constant_or_structure(&self, rest: &str) -> Option<String> {
        if rest.starts_with("R_") || rest.starts_with("C_") {
            return self.first(&[format!("HIP_{rest}")]);
        }
        const CONSTANTS: &[&str] = &["GRAPH_INSTANTIATE_", "COOPERATIVE_LAUNCH_", "EXTERNAL_", "ARRAY3D_"];
        let plain = without(without(rest, TAGS), VERSIONS);
        let structure = ["DESC", "DESCRIPTOR", "PARAMS", "TOKENS", "FLAGS"].iter().any(|kind| plain.ends_with(kind))
            || plain.starts_with("MEMCPY");
        let constant = CONSTANTS.iter().any(|kind| rest.starts_with(kind));
        if !structure && !constant {
            return None;
        }
        let spoken = |name: &str| name.replace("EXT_SEM_", "EXTERNAL_SEMAPHORE_").replace("LDST", "LOAD_STORE");
        let (tagged, spoken) = (spoken(rest), spoken(plain));
        self.first(&[format!("HIP_{rest}"), format!("HIP_{plain}")])
            .or_else(|| self.like(&format!("hip{tagged}")))
            .or_else(|| self.like(&format!("hip{spoken}")))
            .or_else(|| self.like(&format!("hip{}", spoken.replacen("ARRAY3D", "ARRAY", 1))))
    }

    /// `CU_STREAM_NON_BLOCKING`, `CU_AD_FORMAT_HALF`: HIP's are spelled in words or as CUDA's.
    fn constant(&self, rest: &str) -> Option<String> {
        const SPOKEN: &[(&str, &str)] = &[
            ("CTX_SCHED_", "DEVICE_SCHEDULE_"),
            ("CTX_", "DEVICE_"),
            ("DEVICE_P2P_ATTRIBUTE_CUDA_", "DEV_P2P_ATTR_HIP_"),
            ("DEVICE_P2P_ATTRIBUTE_", "DEV_P2P_ATTR_"),
            ("JIT_", "JIT_OPTION_"),
            ("MEMPOOL_ATTR_", "MEM_POOL_"),
            ("MEM_ALLOC_", "MEM_ALLOCATION_"),
            ("MEMHOSTALLOC_DEVICEMAP", "HOST_MALLOC_MAPPED"),
            ("MEMHOSTALLOC_", "HOST_MALLOC_"),
            ("MEMHOSTREGISTER_DEVICEMAP", "HOST_REGISTER_MAPPED"),
            ("MEMHOSTREGISTER_", "HOST_REGISTER_"),
            ("GRAPH_NODE_TYPE_EXT_SEMAS_", "GRAPH_NODE_TYPE_EXT_SEMAPHORE_"),
        ];
        if let Some(name) = self.first(&[format!("HIP_{rest}")]).or_else(|| self.like(&format!("hip{rest}"))) {
            return Some(name);
        }
        if let Some(attribute) = rest.strip_prefix("DEVICE_ATTRIBUTE_") {
            return self.attribute(attribute);
        }
        let spoken = SPOKEN.iter().find_map(|(cuda, hip)| Some(format!("{hip}{}", rest.strip_prefix(cuda)?)));
        spoken.and_then(|spoken| self.like(&format!("hip{spoken}"))).or_else(|| self.like(&format!("hip{rest}s")))
    }

    /// `MAXIMUM_TEXTURE2D_LAYERED_WIDTH` or `MaxTexture2DLayeredWidth`, of which HIP has one attribute for all directions.
    fn attribute(&self, rest: &str) -> Option<String> {
        let name = format!("hipDeviceAttribute{}", rest.replace("MAXIMUM", "MAX"));
        let squashed = name.replace('_', "").to_ascii_lowercase();
        let sizes = ["width", "height", "depth", "pitch"];
        let bare = squashed.replace("2darray", "2dlayered").replace("mipmapped", "mipmap").replace("alternate", "alt");
        let shorter = sizes.iter().map(|size| bare.replace(size, ""));
        self.like(&name).or_else(|| shorter.filter(|name| *name != bare).find_map(|name| self.like(&name)))
    }

    /// `CUstream`, `CUdevice_attribute_enum`.
    fn driver_type(&self, rest: &str) -> Option<String> {
        let plain = without(without(rest, TAGS), VERSIONS);
        let capital = plain[..1].to_ascii_uppercase() + &plain[1..];
        let names = [format!("HIP{rest}"), format!("hip{capital}_t"), format!("hip{capital}"), format!("HIP{plain}")];
        self.first(&names).or_else(|| self.like(&format!("hip{plain}_t"))).or_else(|| self.like(&format!("hip{plain}")))
    }

    /// `cuMemcpyHtoD_v2`, `cuModuleLoad`. Functions of the runtime's API by the same name come last.
    fn driver_function(&self, rest: &str) -> Option<String> {
        let exact = self.first(&[format!("hipDrv{rest}"), format!("hip{rest}")]);
        let plain = without(rest, &["_ptsz", "_ptds"]);
        // A graph's second versions have edges' data, and a capture's more results: other functions.
        let other = plain.starts_with("Graph") && !plain.starts_with("Graphics") || plain.contains("Capture");
        let plain = if other { plain } else { without(plain, &["_v2"]) };
        exact.or_else(|| {
            const MEMORY: &[(&str, &str)] =
                &[("MemAlloc", "Malloc"), ("MemFreeHost", "HostFree"), ("MemFree", "Free"), ("MemHost", "Host")];
            let memory = MEMORY.iter().find_map(|(cuda, hip)| Some(format!("hip{hip}{}", plain.strip_prefix(cuda)?)));
            self.first(&[format!("hipDrv{plain}"), format!("hip{plain}")]).or_else(|| self.first(&[memory?]))
        })
    }

    fn first(&self, names: &[String]) -> Option<String> {
        names.iter().find(|name| self.names.has(name)).cloned()
    }

    fn like(&self, name: &str) -> Option<String> {
        self.names.spelled_like(name).map(str::to_owned)
    }
}

/// A name without the first of these endings that it has.
fn without<'a>(name: &'a str, endings: &[&str]) -> &'a str {
    endings.iter().find_map(|ending| name.strip_suffix(ending)).unwrap_or(name)
}

/// Whether a name is that of arithmetic rounded up, down or towards zero, which HIP's headers declare where a macro asks for it.
pub fn is_rounded(name: &str) -> bool {
    const OPERATIONS: &[&str] = &["add", "sub", "mul", "div", "ma", "maf", "sqrt", "rcp"];
    let mode = ["_rd", "_ru", "_rz"].iter().find_map(|mode| name.strip_suffix(mode));
    let bare = mode.and_then(|name| name.strip_prefix("__f").or_else(|| name.strip_prefix("__d")));
    bare.is_some_and(|operation| OPERATIONS.contains(&operation))
}

/// Whether a name that HIP has not is likely CUDA's, and not the program's own.
fn looks_like_runtime(word: &str) -> bool {
    let next = |prefix: &str| word.strip_prefix(prefix).and_then(|rest| rest.chars().next());
    next("cuda").is_some_and(|c| c.is_ascii_uppercase())
        || next("cu").is_some_and(|c| c.is_ascii_uppercase())
        || next("CU_").is_some()
        || next("CUDA_ERROR_").is_some()
}
