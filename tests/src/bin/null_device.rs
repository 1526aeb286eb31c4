//! Compiles every kernel of the given bundles with a Mesa driver, without running it, and prints a JSON line each: the milliseconds that
//! our half and the driver took, what RADV says of its code (registers, spills, instructions), and how many bytes of it lavapipe made, in
//! whole pages. One FAMILY a process:
//! - one of AMD's (navi31, vega10): RADV on null hardware; it reads `RADV_FORCE_FAMILY` once;
//! - `intel:bmg`, `nouveau:0x172`, `freedreno:730` and the like: Mesa's driver on a kernel driver that does nothing, which is that hardware's (`tests/shims.sh`);
//!   `HIPVK_SHIMS` is the folder that has these;
//! - `llvmpipe`: lavapipe, down to machine code by Mesa's LLVM;
//! - one of hipcc's targets (lavapipe, nvidia): our half alone.
//!
//! `null_device FAMILY [--isa] [--spirv=FOLDER] [--from=N] [--block=KERNEL=X,Y,Z]... BUNDLE...`; exit status 1 if any kernel fails. Kernels are
//! compiled for blocks of 256 threads unless an option names them (or a part of their mangled name). `--spirv` writes each kernel's module
//! to `FOLDER/N.spv` by its place in its bundle, before the driver sees it (`N-Hardware.spv` and so on, if it samples textures); `--from`
//! begins at that place: with both a caller finds the kernel that a driver died of, and goes on behind it.
//! Run by tests/null_hardware.rs, by the program `amd_code` and by hand.

use std::mem::ManuallyDrop;
use std::path::Path;
use std::process::{Command, ExitCode};
use std::sync::Arc;
use std::time::{Duration, Instant};

use hipvk::vk::{Arguments, Device, Dispatch, DriverKind, Instance, Pipeline, PipelineDesc, Stream};
use spirv_gen::bundle::BundleKernel;
use spirv_gen::target::TexturePath;
use spirv_gen::{Bundle, LaunchShape, Target, compile_kernel};

/// Mesa's drivers that a shim serves: the manifest's name, which is the shim's, and the variable that the shim reads the hardware from.
const SHIMS: [(&str, &str); 3] =
    [("intel", "INTEL_STUB_GPU_PLATFORM"), ("nouveau", "NOUVEAU_CHIPSET"), ("freedreno", "FD_GPU_ID")];

/// The family that is Mesa's CPU driver, under the name of its device.
const LLVMPIPE: &str = "llvmpipe";

fn main() -> ExitCode {
    let mut args = std::env::args().skip(1);
    let Some(family) = args.next() else {
        eprintln!("usage: null_device FAMILY [--isa] BUNDLE...");
        return ExitCode::FAILURE;
    };
    let rest: Vec<String> = args.collect();
    let here = match family.as_str() {
        LLVMPIPE => std::env::var_os("VK_DRIVER_FILES").is_some(),
        preset if Target::preset(preset).is_some() => true,
        shimmed if shim(shimmed).is_some() => std::env::var_os("LD_PRELOAD").is_some(),
        amd => std::env::var("RADV_FORCE_FAMILY").as_deref() == Ok(amd),
    };
    if !here {
        return run_again(&family, &rest);
    }
    let value = |name: &str| rest.iter().find_map(|a| a.strip_prefix(name));
    let files: Vec<&String> = rest.iter().filter(|a| !a.starts_with("--")).collect();
    let Some(blocks) = rest.iter().filter_map(|a| a.strip_prefix("--block=")).map(block).collect::<Option<Vec<_>>>()
    else {
        eprintln!("null_device: --block=KERNEL=X,Y,Z");
        return ExitCode::FAILURE;
    };
    let wanted = Wanted {
        blocks: &blocks,
        isa: rest.iter().any(|a| a == "--isa"),
        spirv: value("--spirv=").map(Path::new),
        from: value("--from=").and_then(|n| n.parse().ok()).unwrap_or(0),
    };
    match report(&family, &files, &wanted) {
        Ok(0) => ExitCode::SUCCESS,
        Ok(failed) => {
            eprintln!("null_device: {failed} kernels failed for {family}");
            ExitCode::FAILURE
        }
        Err(message) => {
            eprintln!("null_device: {message}");
            ExitCode::FAILURE
        }
    }
}

/// The driver, the variable and the hardware of a family that a shim plays.
fn shim(family: &str) -> Option<(&'static str, &'static str, &str)> {
    let (driver, hardware) = family.split_once(':')?;
    let (driver, variable) = SHIMS.into_iter().find(|(name, _)| *name == driver)?;
    Some((driver, variable, hardware))
}

/// Drivers read their environment when they are loaded, so a fresh process gets the family. Without Mesa's cache on disk, so that
/// the driver compiles every time.
fn run_again(family: &str, rest: &[String]) -> ExitCode {
    let Ok(program) = std::env::current_exe() else { return ExitCode::FAILURE };
    let mut again = Command::new(program);
    again.arg(family).args(rest).env("MESA_SHADER_CACHE_DISABLE", "true");
    let driver = match shim(family) {
        Some((driver, variable, hardware)) => {
            let Some(shims) = std::env::var_os("HIPVK_SHIMS") else {
                eprintln!("null_device: {family} needs HIPVK_SHIMS, the folder that tests/shims.sh made");
                return ExitCode::FAILURE;
            };
            again.env(variable, hardware);
            again.env("LD_PRELOAD", Path::new(&shims).join(format!("lib{driver}_noop_drm_shim.so")));
            driver
        }
        None if family == LLVMPIPE => "lvp",
        None => {
            again.env("RADV_FORCE_FAMILY", family);
            "radeon"
        }
    };
    again.env("VK_DRIVER_FILES", format!("/usr/share/vulkan/icd.d/{driver}_icd.json"));
    if again.status().is_ok_and(|s| s.success()) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// What the command line asks for.
struct Wanted<'a> {
    blocks: &'a Blocks<'a>,
    isa: bool,
    spirv: Option<&'a Path>,
    from: usize,
}

/// Block sizes by a part of the kernel's name.
type Blocks<'a> = [(&'a str, [u32; 3])];

/// `KERNEL=X,Y,Z`; Y and Z may be left out.
fn block(text: &str) -> Option<(&str, [u32; 3])> {
    let (kernel, size) = text.split_once('=')?;
    let mut block = [1; 3];
    for (i, part) in size.split(',').enumerate() {
        *block.get_mut(i)? = part.parse().ok().filter(|&n| n > 0)?;
    }
    Some((kernel, block))
}

fn report(family: &str, files: &[&String], wanted: &Wanted<'_>) -> Result<usize, String> {
    let maker = match Target::preset(family) {
        Some(target) => Maker::Preset(Box::new(target)),
        None => open(family)?,
    };
    let mut failed = 0;
    for file in files {
        let bytes = std::fs::read(file).map_err(|e| format!("{file}: {e}"))?;
        let bundle = Bundle::from_bytes(&bytes).map_err(|e| format!("{file}: {e}"))?;
        let stem = Path::new(file).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        for (place, kernel) in bundle.kernels.iter().enumerate().skip(wanted.from) {
            match compile(&maker, kernel, place, wanted) {
                Ok(figures) => println!(
                    "{{\"family\":\"{family}\",\"file\":\"{stem}\",\"kernel\":\"{}\",{figures}}}",
                    kernel.metadata.name
                ),
                Err(message) => {
                    failed += 1;
                    eprintln!("null_device: {family}: {stem}: {}: {message}", kernel.metadata.name);
                }
            }
        }
    }
    Ok(failed)
}

/// Who compiles: both halves, or ours alone. llvmpipe makes machine code when a kernel is first dispatched: it needs a stream.
enum Maker {
    Driver(ManuallyDrop<Arc<Device>>),
    Llvmpipe(Arc<Device>, Arc<Stream>),
    Preset(Box<Target>),
}

/// Opens the driver of `family`, which the environment names.
fn open(family: &str) -> Result<Maker, String> {
    let instance = Instance::open().map_err(|e| e.to_string())?;
    let info = instance.default_device().map_err(|e| e.to_string())?;
    if (info.driver.kind == DriverKind::Lavapipe) != (family == LLVMPIPE) {
        return Err(format!("VK_DRIVER_FILES offers {}, not {family}", info.name));
    }
    let device = Device::open(&instance, info).map_err(|e| e.to_string())?;
    if family == LLVMPIPE {
        let stream = device.create_stream().map_err(|e| e.to_string())?;
        return Ok(Maker::Llvmpipe(device, stream));
    }
    // Never dropped: RADV 25.0's null hardware crashes in vkDeviceWaitIdle, having no queue to ask. The process ends soon.
    Ok(Maker::Driver(ManuallyDrop::new(device)))
}

/// A kernel that samples textures is compiled for every way to do so; the figures are those of the one that has both.
fn compile(maker: &Maker, kernel: &BundleKernel, place: usize, wanted: &Wanted<'_>) -> Result<String, String> {
    let target = match maker {
        Maker::Driver(device) => &device.info().target,
        Maker::Llvmpipe(device, _) => &device.info().target,
        Maker::Preset(target) => target,
    };
    let numbered = |figures: String| format!("\"place\":{place},{figures}");
    if !kernel.metadata.textures || target.texture_slots == 0 {
        return compile_for(maker, target, kernel, &place.to_string(), wanted).map(numbered);
    }
    let mut figures = String::new();
    for texture_path in [TexturePath::Software, TexturePath::Hardware, TexturePath::Mixed] {
        let target = Target { texture_path, ..target.clone() };
        figures = compile_for(maker, &target, kernel, &format!("{place}-{texture_path:?}"), wanted)?;
    }
    Ok(numbered(figures))
}

/// `stem`: what the module's file is called.
fn compile_for(
    maker: &Maker,
    target: &Target,
    kernel: &BundleKernel,
    stem: &str,
    wanted: &Wanted<'_>,
) -> Result<String, String> {
    let named = wanted.blocks.iter().find(|(name, _)| kernel.metadata.name.contains(name)).map(|(_, block)| *block);
    let block = named.unwrap_or([kernel.metadata.max_block.clamp(1, 256), 1, 1]);
    let shape = LaunchShape { block, dynamic_shared: if kernel.metadata.dynamic_shared { 4096 } else { 0 } };
    let start = Instant::now();
    let compiled = compile_kernel(kernel, target, shape).map_err(|e| e.to_string())?;
    let ours = took("ours", start.elapsed());
    if let Some(folder) = wanted.spirv {
        let bytes: Vec<u8> = compiled.spirv.iter().flat_map(|word| word.to_le_bytes()).collect();
        std::fs::write(folder.join(format!("{stem}.spv")), bytes).map_err(|e| e.to_string())?;
    }
    let ours = format!("{ours},\"words\":{},\"scratch\":{}", compiled.spirv.len(), compiled.scratch_bytes);
    let (device, stream) = match maker {
        Maker::Preset(_) => return Ok(ours),
        Maker::Driver(device) => (&**device, None),
        Maker::Llvmpipe(device, stream) => (device, Some(stream)),
    };
    let before = executable_bytes()?;
    let start = Instant::now();
    let desc = PipelineDesc {
        name: &kernel.metadata.name,
        spirv: &compiled.spirv,
        entry: "main",
        subgroup_size: Some(target.subgroup_size),
        full_subgroups: compiled.full_subgroups,
        bindings: &[],
        textures: compiled.textures,
        statistics: stream.is_none(),
        waits: false,
        blocks: compiled.blocks,
    };
    let pipeline = device.create_pipeline(&desc).map_err(|e| e.to_string())?;
    if let Some(stream) = stream {
        dispatch_nothing(stream, &pipeline)?;
        let driver = took("driver", start.elapsed());
        let code = executable_bytes()?.saturating_sub(before);
        // Kept for the rest of the process: the next kernel's code would come into its pages, and count as none.
        std::mem::forget(pipeline);
        return Ok(format!("{ours},{driver},\"code bytes\":{code}"));
    }
    let driver = took("driver", start.elapsed());
    Ok(format!("{},{ours},{driver}", figures(&pipeline, kernel, wanted.isa)?))
}

fn took(what: &str, time: Duration) -> String {
    format!("\"{what} ms\":{}", time.as_millis())
}

/// A dispatch of no blocks: it compiles and runs nothing.
fn dispatch_nothing(stream: &Arc<Stream>, pipeline: &Arc<Pipeline>) -> Result<(), String> {
    let nothing = Dispatch::new(pipeline, [0; 3], Arguments::Push(&[]));
    stream.dispatch(&nothing).and_then(|()| stream.wait()).map_err(|e| e.to_string())
}

/// Bytes of this process' memory that may be executed and belong to no file, in whole pages: what a driver's LLVM made.
fn executable_bytes() -> Result<u64, String> {
    let maps = std::fs::read_to_string("/proc/self/maps").map_err(|e| format!("/proc/self/maps: {e}"))?;
    // "5581-5582 r-xp 00000000 00:00 0": the addresses, what may be done, and behind the inode a name if there is one.
    let bytes = maps.lines().filter_map(|line| {
        let fields: Vec<&str> = line.split_whitespace().collect();
        let [range, rights, _, _, "0"] = fields[..] else { return None };
        let (start, end) = range.split_once('-')?;
        let address = |text| u64::from_str_radix(text, 16).ok();
        if rights.contains('x') { Some(address(end)? - address(start)?) } else { None }
    });
    Ok(bytes.sum())
}

/// The driver's own figures of a pipeline, and its machine code to stderr.
fn figures(pipeline: &Pipeline, kernel: &BundleKernel, isa: bool) -> Result<String, String> {
    let reports = pipeline.statistics().map_err(|e| e.to_string())?;
    let executable = reports.first().ok_or("the driver reports no executable")?;
    if isa && let Some((name, text)) = executable.representations.last() {
        eprintln!("; {} ({name})\n{text}", kernel.metadata.name);
    }
    let figures: Vec<String> =
        executable.statistics.iter().map(|s| format!("\"{}\":{}", s.name.replace('"', "'"), s.value)).collect();
    Ok(figures.join(","))
}
