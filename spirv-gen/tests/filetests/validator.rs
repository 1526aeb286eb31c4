//! spirv-val: found, of the right age, and asked.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::OnceLock;

/// The first release that knows maximal reconvergence.
const OLDEST: (u32, u32) = (2025, 5);

/// The validator; or why there is none.
fn find() -> &'static Result<PathBuf, String> {
    static FOUND: OnceLock<Result<PathBuf, String>> = OnceLock::new();
    FOUND.get_or_init(|| {
        let named = ["HIPVK_SPIRV_VAL", "SPIRV_VAL"].iter().find_map(std::env::var_os);
        let path = named.map_or_else(|| PathBuf::from("spirv-val"), PathBuf::from);
        let output = Command::new(&path).arg("--version").output().map_err(|e| format!("{}: {e}", path.display()))?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        match version(&text) {
            Some(version) if version >= OLDEST => Ok(path),
            _ => Err(format!("{} is too old: {}", path.display(), text.lines().next().unwrap_or("no version"))),
        }
    })
}

/// `SPIRV-Tools v2025.5 ...`.
fn version(text: &str) -> Option<(u32, u32)> {
    let word = text.split_whitespace().find_map(|w| w.strip_prefix('v'))?;
    let (year, rest) = word.split_once('.')?;
    let minor: String = rest.chars().take_while(char::is_ascii_digit).collect();
    Some((year.parse().ok()?, minor.parse().ok()?))
}

fn is_required() -> bool {
    std::env::var("HIPVK_REQUIRE_SPIRV_VAL").is_ok_and(|v| v == "1")
}

/// An error if the validator is required and missing; a note on stderr if it is only missing.
#[allow(dead_code)] // the random kernels share this file and only validate
pub fn required() -> Result<(), String> {
    match find() {
        Ok(_) => Ok(()),
        Err(why) if is_required() => Err(format!("no usable spirv-val: {why}; set HIPVK_SPIRV_VAL")),
        Err(why) => {
            eprintln!("note: SPIR-V is not validated: {why}");
            Ok(())
        }
    }
}

/// Validates a module for Vulkan 1.3 with scalar block layout; passes if no validator is there and none is required.
pub fn validate(words: &[u32]) -> Result<(), String> {
    let path = match find() {
        Ok(path) => path,
        Err(_) if !is_required() => return Ok(()),
        Err(why) => return Err(format!("no usable spirv-val: {why}")),
    };
    let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
    let mut child = Command::new(path)
        .args(["--target-env", "vulkan1.3", "--scalar-block-layout", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| e.to_string())?;
    // spirv-val reads all of its input before it writes.
    let mut stdin = child.stdin.take().ok_or("no pipe to spirv-val")?;
    std::io::Write::write_all(&mut stdin, &bytes).map_err(|e| e.to_string())?;
    drop(stdin);
    let output = child.wait_with_output().map_err(|e| e.to_string())?;
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&[output.stdout, output.stderr].concat()).into_owned())
}
