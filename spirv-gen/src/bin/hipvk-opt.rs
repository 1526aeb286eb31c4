//! `hipvk-opt`: runs chosen passes over IR text and shows what comes out. For people who work on the compiler.
//!
//! `hipvk-opt kernel.ll --portable --device --target=lavapipe --block=256 --emit=spirv-asm`; `-` reads standard input;
//! AMD's portable SPIR-V is read too. All options: [`spirv_gen::opt`]. `HIPVK_DUMP_IR=1` prints after each pass, `HIPVK_TIME_PASSES=1` says how long each took.

use std::io::{Read, Write};
use std::process::ExitCode;

use spirv_gen::amdgcnspirv;
use spirv_gen::opt::{Form, Output, Request};

const USAGE: &str =
    "usage: hipvk-opt FILE|- [-o OUT|FOLDER/] [--passes=a,b] [--portable] [--device] [--emit=ir|spirv|spirv-asm]
                 [--target=baseline|lavapipe|radv|nvidia] [--block=X,Y,Z] [--shared=BYTES] [--warp=32|64]
                 [--check=emittable] [--kernel=NAME] [--list]";

fn main() -> ExitCode {
    match run(std::env::args().skip(1)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("hipvk-opt: {message}");
            ExitCode::FAILURE
        }
    }
}

fn run(args: impl Iterator<Item = String>) -> Result<(), String> {
    let mut request = Request::default();
    let (mut input, mut output) = (None, None);
    let mut args = args;
    while let Some(arg) = args.next() {
        match arg.as_str() {
            "-h" | "--help" => return write(None, format!("{USAGE}\n").as_bytes()),
            "--list" => return write(None, list().as_bytes()),
            "-o" => output = Some(args.next().ok_or("-o needs a file")?),
            _ => match arg.strip_prefix("--") {
                Some(option) => request.set(option)?,
                None => input = Some(arg),
            },
        }
    }
    let text = read(&input.ok_or(USAGE)?)?;
    let made = request.run(&text).map_err(|e| e.to_string())?;
    if let (Form::Spirv, Some(folder)) = (request.emit, output.as_deref().filter(|o| o.ends_with('/'))) {
        let one =
            |(name, words): &(String, Vec<u32>)| write(Some(&format!("{folder}{name}.spv")), &little_endian(words));
        return made.spirv.iter().try_for_each(one);
    }
    let bytes = bytes(&request, made)?;
    write(output.as_deref(), &bytes)
}

fn list() -> String {
    use spirv_gen::passes::{DEVICE, PORTABLE};
    let portable = PORTABLE.iter().map(|p| format!("portable {}\n", p.0));
    portable.chain(DEVICE.iter().map(|p| format!("device   {}\n", p.0))).collect()
}

/// IR, as it stands there or as AMD's portable SPIR-V says it.
fn read(path: &str) -> Result<String, String> {
    let mut bytes = Vec::new();
    let read = match path {
        "-" => std::io::stdin().read_to_end(&mut bytes).map(drop),
        path => std::fs::read(path).map(|all| bytes = all),
    };
    read.map_err(|e| format!("{path}: {e}"))?;
    if amdgcnspirv::is_spirv(&bytes) {
        return amdgcnspirv::ir_text(&bytes).map_err(|e| e.to_string());
    }
    String::from_utf8(bytes).map_err(|e| format!("{path}: {e}"))
}

fn bytes(request: &Request, made: Output) -> Result<Vec<u8>, String> {
    if request.emit != Form::Spirv {
        return Ok(made.text.into_bytes());
    }
    match &made.spirv[..] {
        [(_, words)] => Ok(little_endian(words)),
        several => Err(format!("{} kernels: choose one with --kernel=NAME, or -o FOLDER/", several.len())),
    }
}

fn little_endian(words: &[u32]) -> Vec<u8> {
    words.iter().flat_map(|word| word.to_le_bytes()).collect()
}

fn write(path: Option<&str>, bytes: &[u8]) -> Result<(), String> {
    match path {
        Some(path) => std::fs::write(path, bytes).map_err(|e| format!("{path}: {e}")),
        None => std::io::stdout().write_all(bytes).map_err(|e| e.to_string()),
    }
}
