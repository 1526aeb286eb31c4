//! Every function of the C API with null pointers, with handles that never were, with handles that are no more, and with all of that from
//! several threads at once: an error code, never a crash.
//!
//! The functions' parameters are read from the declarations in runtime/src/capi, so a new function is called without a word here. The
//! calls are made in a child process, which prints a function's name before it calls it: what kills the child is known by name.
//! What HIP lets succeed without a valid argument is in [`VALID`], and an entry that does not succeed any more fails the test.

use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::process::{Command, ExitCode};

use hipvk::capi::table::{FUNCTIONS, address};
use hipvk_tests::places::root;
use libtest_mimic::{Arguments, Failed, Trial};

/// What the child does is named by this variable.
const ROLE: &str = "HIPVK_TEST_BAD_ARGUMENTS";

/// Functions whose call with nothing but zeros is right, by the reason.
const VALID: &[(&str, &[&str])] = &[
    (
        "zero bytes, rows or elements are copied or filled from and to anywhere",
        &[
            "hipMemcpy",
            "hipMemcpyAsync",
            "hipMemcpyAsync_spt",
            "hipMemcpy_spt",
            "hipMemcpyWithStream",
            "hipMemcpyDtoD",
            "hipMemcpyDtoDAsync",
            "hipMemcpyDtoH",
            "hipMemcpyDtoHAsync",
            "hipMemcpyHtoD",
            "hipMemcpyHtoDAsync",
            "hipMemcpyPeer",
            "hipMemcpyPeerAsync",
            "hipMemcpy2D",
            "hipMemcpy2DAsync",
            "hipMemcpy2DAsync_spt",
            "hipMemcpy2D_spt",
            "hipMemset",
            "hipMemsetAsync",
            "hipMemsetAsync_spt",
            "hipMemset_spt",
            "hipMemset2D",
            "hipMemset2DAsync",
            "hipMemset2DAsync_spt",
            "hipMemset2D_spt",
            "hipMemset3D",
            "hipMemset3DAsync",
            "hipMemset3DAsync_spt",
            "hipMemset3D_spt",
            "hipMemsetD8",
            "hipMemsetD8Async",
            "hipMemsetD16",
            "hipMemsetD16Async",
            "hipMemsetD32",
            "hipMemsetD32Async",
            "hipMemsetD2D8",
            "hipMemsetD2D8Async",
            "hipMemsetD2D16",
            "hipMemsetD2D16Async",
            "hipMemsetD2D32",
            "hipMemsetD2D32Async",
        ],
    ),
    ("null is nothing to free", &["hipFree", "hipFreeHost", "hipHostFree"]),
    ("null is no object", &["hipDestroySurfaceObject", "hipDestroyTextureObject", "hipTexObjectDestroy"]),
    ("each place may be left out", &["hipDeviceGetStreamPriorityRange", "hipMemGetInfo"]),
    (
        "null is the default stream",
        &[
            "hipStreamBeginCapture_spt",
            "hipStreamCopyAttributes",
            "hipStreamQuery",
            "hipStreamQuery_spt",
            "hipStreamSynchronize",
            "hipStreamSynchronize_spt",
        ],
    ),
    ("null is no context", &["hipCtxSetCurrent"]),
    (
        "zero is the first device, the default flag or preference, a limit",
        &[
            "hipCtxSetCacheConfig",
            "hipCtxSetSharedMemConfig",
            "hipDevicePrimaryCtxRelease",
            "hipDevicePrimaryCtxReset",
            "hipDeviceSetCacheConfig",
            "hipDeviceSetLimit",
            "hipDeviceGraphMemTrim",
            "hipDeviceSetSharedMemConfig",
            "hipInit",
            "hipSetDevice",
            "hipSetDeviceFlags",
        ],
    ),
    ("what the log shows", &["hipExtDisableLogging", "hipExtEnableLogging", "hipExtSetLoggingParams"]),
    ("no arguments", &["hipCtxSynchronize", "hipDeviceReset", "hipDeviceSynchronize"]),
    ("kept until the launch, which checks it", &["__hipPushCallConfiguration", "hipConfigureCall"]),
];

/// hipErrorNoDevice.
const NO_DEVICE: u32 = 100;

/// Functions that answer without a device, by the reason.
const DEVICELESS: &[(&str, &[&str])] = &[
    (
        "about the library itself",
        &[
            "hipDriverGetVersion",
            "hipRuntimeGetVersion",
            "hipGetDriverEntryPoint",
            "hipGetDriverEntryPoint_spt",
            "hipGetProcAddress",
            "hipGetProcAddress_spt",
        ],
    ),
    ("about errors", &["hipDrvGetErrorName", "hipDrvGetErrorString"]),
    ("kept until the launch, which says it", &["__hipPushCallConfiguration", "__hipPopCallConfiguration"]),
    ("a null place, which is looked at first", &["hipGetDeviceCount"]),
    (
        "compiling needs none",
        &[
            "hiprtcAddNameExpression",
            "hiprtcCompileProgram",
            "hiprtcCreateProgram",
            "hiprtcDestroyProgram",
            "hiprtcGetBitcode",
            "hiprtcGetBitcodeSize",
            "hiprtcGetCode",
            "hiprtcGetCodeSize",
            "hiprtcGetLoweredName",
            "hiprtcGetProgramLog",
            "hiprtcGetProgramLogSize",
            "hiprtcLinkAddData",
            "hiprtcLinkAddFile",
            "hiprtcLinkComplete",
            "hiprtcLinkCreate",
            "hiprtcLinkDestroy",
            "hiprtcVersion",
        ],
    ),
];

/// Functions that succeed although a handle is none of ours, by the reason.
const IGNORES_HANDLES: &[(&str, &[&str])] =
    &[("kept until the launch, which checks it", &["__hipPushCallConfiguration", "hipConfigureCall"])];

fn main() -> ExitCode {
    if let Ok(role) = std::env::var(ROLE) {
        child(&role);
        return ExitCode::SUCCESS;
    }
    let trials = vec![
        Trial::test("zeros are errors except where HIP says otherwise", || zeros().map_err(Failed::from)),
        Trial::test("handles that never were are errors", || handles("garbage").map_err(Failed::from)),
        Trial::test("handles that are no more, and those of other kinds, are errors", || {
            handles("stale").map_err(Failed::from)
        }),
        Trial::test("without a device every function says that there is none", || no_device().map_err(Failed::from)),
        Trial::test("all of it from several threads kills nobody", || {
            results("threads").map(|_| ()).map_err(Failed::from)
        }),
    ];
    libtest_mimic::run(&Arguments::from_args(), trials).exit_code()
}

// ---- declarations ----------------------------------------------------------------------------------------------

/// A function as capi declares it.
#[derive(Clone)]
struct Declared {
    name: String,
    /// The parameters' types, as written.
    types: Vec<String>,
    returns_code: bool,
    /// The caller passes the place of the result.
    returns_structure: bool,
}

/// Every implemented function, in the order of their names.
fn declarations() -> Vec<Declared> {
    let mut found = BTreeMap::new();
    let mut todo = vec![root().join("runtime/src/capi")];
    while let Some(path) = todo.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).expect("the sources are there").flatten();
            todo.extend(entries.map(|entry| entry.path()));
        } else if let Ok(text) = std::fs::read_to_string(&path) {
            text.match_indices("fn ").filter_map(|(at, _)| declared(&text[at + 3..])).for_each(|function| {
                found.insert(function.name.clone(), function);
            });
        }
    }
    let declaration = |name: &str| {
        // A twin on the thread's stream is declared with its function.
        let declared = found.get(name).or_else(|| found.get(name.strip_suffix("_spt")?));
        let declared = declared.unwrap_or_else(|| panic!("no declaration of {name} in runtime/src/capi"));
        Declared { name: name.to_owned(), ..declared.clone() }
    };
    FUNCTIONS.iter().filter(|function| function.implemented).map(|function| declaration(function.name)).collect()
}

/// Reads `hipX(a: T, b: U) => ...`, `hipX(a: T) and hipX_spt => ...` or `hipX(a: T) -> R {`.
fn declared(text: &str) -> Option<Declared> {
    let open = text.find('(')?;
    let name = &text[..open];
    if !name.trim_start_matches('_').starts_with("hip") || !name.chars().all(|c| c.is_alphanumeric() || c == '_') {
        return None;
    }
    let close = open + text[open..].find(')')?;
    let types = text[open + 1..close].split(',').filter_map(|parameter| parameter.split_once(':'));
    let types = types.map(|(_, ty)| ty.trim().rsplit("::").next().unwrap_or_default().to_owned()).collect();
    let behind = text[close + 1..].trim_start();
    // What was the last error is no answer to these arguments.
    let returns_code = !name.contains("LastError")
        && (behind.starts_with("=>")
            || behind.starts_with("deviceless =>")
            || behind.starts_with("and ")
            || behind.starts_with("-> hipError_t")
            || behind.starts_with("-> c_uint"));
    let returns_structure = behind.starts_with("-> hipChannelFormatDesc");
    Some(Declared { name: name.to_owned(), types, returns_code, returns_structure })
}

fn is_handle(ty: &str) -> bool {
    matches!(
        ty,
        "hipStream_t"
            | "hipEvent_t"
            | "hipModule_t"
            | "hipFunction_t"
            | "hipCtx_t"
            | "hipArray_t"
            | "hipMipmappedArray_t"
            | "hipGraph_t"
            | "hipGraphNode_t"
            | "hipGraphExec_t"
            | "hipUserObject_t"
            | "hiprtcProgram"
            | "hiprtcLinkState"
            | "hipLinkState_t"
            | "hipLibrary_t"
            | "hipKernel_t"
    )
}

// ---- calls -----------------------------------------------------------------------------------------------------

/// Which values the arguments have.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Values {
    /// Zeros.
    Zero,
    /// Handles are this, addresses on the device are nobody's, pointers lead to zeroed memory, numbers are 1.
    Handle(u64),
}

/// Zeroed memory for everything that a function may read or write; never freed, as a function may remember it.
fn scratch() -> u64 {
    Box::leak(vec![0u64; 1 << 13].into_boxed_slice()).as_mut_ptr() as u64
}

/// The argument words of the System V calling convention: registers, then stack.
#[derive(Default)]
struct Words {
    registers: Vec<u64>,
    stack: Vec<u64>,
}

impl Words {
    /// A value of up to two words, in registers if all of it fits.
    fn small(&mut self, words: &[u64]) {
        let fits = self.registers.len() + words.len() <= 6;
        if fits { &mut self.registers } else { &mut self.stack }.extend(words);
    }
}

fn arguments(function: &Declared, values: Values) -> Words {
    let mut words = Words::default();
    if function.returns_structure {
        words.small(&[scratch()]);
    }
    for ty in &function.types {
        let Values::Handle(handle) = values else {
            match ty.as_str() {
                "hipExtent" | "hipPos" | "hipChannelFormatDesc" => words.stack.extend([0; 3]),
                "hipPitchedPtr" => words.stack.extend([0; 4]),
                "hipIpcMemHandle_t" | "hipIpcEventHandle_t" => words.stack.extend([0; 8]),
                "dim3" | "hipUUID" => words.small(&[0; 2]),
                "f32" | "c_float" => {}
                _ => words.small(&[0]),
            }
            continue;
        };
        match ty.as_str() {
            "hipExtent" => words.stack.extend([1; 3]),
            "hipPos" | "hipChannelFormatDesc" => words.stack.extend([0; 3]),
            "hipPitchedPtr" => words.stack.extend([0xdead_0000, 64, 64, 1]),
            "hipIpcMemHandle_t" | "hipIpcEventHandle_t" => words.stack.extend([0xdead_0000; 8]),
            "dim3" => words.small(&[1 | 1 << 32, 1]),
            "hipUUID" => words.small(&[0; 2]),
            "f32" | "c_float" => {}
            "hipDeviceptr_t" => words.small(&[0xdead_0000]),
            "hipStreamCallback_t" | "hipHostFn_t" => words.small(&[0]),
            "usize" => words.small(&[64]),
            ty if is_handle(ty) => words.small(&[handle]),
            ty if ty.starts_with('*') => words.small(&[scratch()]),
            _ => words.small(&[1]),
        }
    }
    words.registers.resize(6, 0);
    words.stack.resize(24, 0);
    words
}

type Any = unsafe extern "C" fn(
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
    u64,
) -> u64;

fn call(function: &Declared, values: Values) -> u32 {
    let entry = address(&function.name).expect("it is implemented");
    let Words { registers: r, stack: s } = arguments(function, values);
    // SAFETY: `entry` is an `extern "C"` function whose parameters `arguments` has laid out for the System V ABI; words behind
    // them are ignored. Pointers are null or lead to 64 KiB that are never freed, which HIP's documentation allows for each of them.
    let result = unsafe {
        let entry: Any = std::mem::transmute(entry);
        entry(
            r[0], r[1], r[2], r[3], r[4], r[5], s[0], s[1], s[2], s[3], s[4], s[5], s[6], s[7], s[8], s[9], s[10],
            s[11], s[12], s[13], s[14], s[15], s[16], s[17], s[18], s[19], s[20], s[21], s[22], s[23],
        )
    };
    result as u32
}

// ---- the child -------------------------------------------------------------------------------------------------

fn child(role: &str) {
    let functions = declarations();
    match role {
        "zeros" | "no device" => functions.iter().for_each(|function| say(function, Values::Zero)),
        "garbage" => {
            for handle in [1 << 4, 0xdead_beef_dead_beef, u64::MAX - 1] {
                functions.iter().for_each(|function| say(function, Values::Handle(handle)));
            }
        }
        "stale" => {
            for handle in stale_handles() {
                functions.iter().for_each(|function| say(function, Values::Handle(handle)));
            }
        }
        _ => std::thread::scope(|scope| {
            for thread in 0..4 {
                let functions = &functions;
                scope.spawn(move || {
                    let start = thread * functions.len() / 4;
                    let values = [Values::Zero, Values::Handle(0xdead_beef_dead_beef), Values::Handle(1 << 4)];
                    for values in values {
                        let (behind, before) = functions.split_at(start);
                        before.iter().chain(behind).for_each(|function| say(function, values));
                    }
                });
            }
        }),
    }
}

/// Calls a function, with its name in the output before the call and its result behind.
fn say(function: &Declared, values: Values) {
    let mut out = std::io::stdout();
    let told = writeln!(out, "{}", function.name).and_then(|()| out.flush());
    let result = call(function, values);
    let told = told.and_then(|()| writeln!(out, "{} {result}", function.name));
    told.expect("the parent reads");
}

/// A stream's and an event's handle, both destroyed: for every other kind they are of the wrong one too.
fn stale_handles() -> Vec<u64> {
    let pairs = [("hipStreamCreate", "hipStreamDestroy"), ("hipEventCreate", "hipEventDestroy")];
    pairs
        .iter()
        .map(|&(create, destroy)| {
            let mut handle = 0u64;
            let (create, destroy) = (address(create).expect("there"), address(destroy).expect("there"));
            // SAFETY: both have the signatures that HIP documents; `handle` outlives the calls.
            let codes = unsafe {
                let create: unsafe extern "C" fn(*mut u64) -> u32 = std::mem::transmute(create);
                let destroy: unsafe extern "C" fn(u64) -> u32 = std::mem::transmute(destroy);
                (create(&mut handle), destroy(handle))
            };
            assert_eq!(codes, (0, 0), "a handle can be made and destroyed");
            handle
        })
        .collect()
}

// ---- the parent ------------------------------------------------------------------------------------------------

/// Every function's results in a child of that role; an error that names the function that was the child's last.
fn results(role: &str) -> Result<BTreeMap<String, Vec<u32>>, String> {
    let program = std::env::current_exe().map_err(|error| error.to_string())?;
    let mut child = Command::new(program);
    if role == "no device" {
        child.env("HIP_VISIBLE_DEVICES", "-1");
    }
    let output = child.env(ROLE, role).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout);
    let mut found: BTreeMap<String, Vec<u32>> = BTreeMap::new();
    for (name, result) in text.lines().filter_map(|line| line.split_once(' ')) {
        found.entry(name.to_owned()).or_default().extend(result.parse::<u32>().ok());
    }
    if !output.status.success() {
        let last = text.lines().last().unwrap_or("nothing was called");
        return Err(format!("{}: {last}\n{}", output.status, String::from_utf8_lossy(&output.stderr)));
    }
    Ok(found)
}

/// Compares what behaves unlike the others with what is known to.
fn compare(unlike: &BTreeSet<&str>, known: &[(&str, &[&str])]) -> Result<(), String> {
    let known: BTreeSet<&str> = known.iter().flat_map(|(_, names)| names.iter().copied()).collect();
    let new: Vec<_> = unlike.difference(&known).collect();
    let gone: Vec<_> = known.difference(unlike).collect();
    if new.is_empty() && gone.is_empty() {
        return Ok(());
    }
    Err(format!("are not in the table: {new:?}\nare in the table and behave like the others: {gone:?}"))
}

fn zeros() -> Result<(), String> {
    let found = results("zeros")?;
    let functions = declarations();
    let with_code = functions.iter().filter(|function| function.returns_code);
    let succeeded = with_code.filter(|function| found.get(&function.name).is_some_and(|codes| codes.contains(&0)));
    compare(&succeeded.map(|function| function.name.as_str()).collect(), VALID)
}

fn no_device() -> Result<(), String> {
    let found = results("no device")?;
    let functions = declarations();
    let with_code = functions.iter().filter(|function| function.returns_code);
    let says_else = |name: &str| found.get(name).is_some_and(|codes| codes.iter().any(|&code| code != NO_DEVICE));
    compare(&with_code.map(|function| function.name.as_str()).filter(|name| says_else(name)).collect(), DEVICELESS)
}

fn handles(role: &str) -> Result<(), String> {
    let found = results(role)?;
    let functions = declarations();
    let takes_handle = |function: &&Declared| function.returns_code && function.types.iter().any(|ty| is_handle(ty));
    let succeeded = functions.iter().filter(takes_handle);
    let succeeded = succeeded.filter(|function| found.get(&function.name).is_some_and(|codes| codes.contains(&0)));
    compare(&succeeded.map(|function| function.name.as_str()).collect(), IGNORES_HANDLES)
}
