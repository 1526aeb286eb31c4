//! Vulkan layers of ours, in front of the driver while a program runs: built here, found by `VK_LAYER_PATH`.
//!
//! Used by tests/{failures,interop}.rs. What they share in C++ is `tests/vulkan_layer.h`.

use std::path::{Path, PathBuf};
use std::process::Command;

/// A layer: `lib{prefix}.so` and `{prefix}.json` in a folder.
#[derive(Debug)]
pub struct Layer {
    /// What `VK_INSTANCE_LAYERS` asks for.
    pub name: &'static str,
    /// What its functions' names begin with.
    pub prefix: &'static str,
    /// For people.
    pub description: &'static str,
    /// The device extension that it brings.
    pub extension: Option<&'static str>,
}

impl Layer {
    /// Compiles it from `source` into `folder`, beside its manifest; the library.
    ///
    /// # Errors
    /// What the compiler or the system says.
    pub fn build(&self, source: &Path, folder: &Path) -> Result<PathBuf, String> {
        std::fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
        let library = folder.join(format!("lib{}.so", self.prefix));
        let mut compiler = Command::new("g++");
        compiler.args(["-std=c++17", "-O1", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-fvisibility=hidden"]);
        run(compiler.arg("-o").arg(&library).arg(source))?;
        std::fs::write(folder.join(format!("{}.json", self.prefix)), self.manifest(&library))
            .map_err(|e| e.to_string())?;
        Ok(library)
    }

    fn manifest(&self, library: &Path) -> String {
        let Layer { name, prefix, description, extension } = self;
        let extensions =
            extension.map(|name| format!(r#"{{"name": "{name}", "spec_version": "1"}}"#)).unwrap_or_default();
        format!(
            r#"{{"file_format_version": "1.1.2", "layer": {{"name": "{name}", "type": "GLOBAL", "library_path": "{}",
"api_version": "1.3.0", "implementation_version": "1", "description": "{description}", "functions":
{{"vkGetInstanceProcAddr": "{prefix}_instance_address", "vkGetDeviceProcAddr": "{prefix}_device_address"}},
"device_extensions": [{extensions}]}}}}"#,
            library.display()
        )
    }

    /// Has `command` run behind the layer in `folder`.
    pub fn before<'a>(&self, command: &'a mut Command, folder: &Path) -> &'a mut Command {
        command.env("VK_LAYER_PATH", folder).env("VK_INSTANCE_LAYERS", self.name)
    }
}

/// Runs it; what it said.
///
/// # Errors
/// It failed: how, and what it said.
pub fn run(command: &mut Command) -> Result<String, String> {
    let output = command.output().map_err(|e| format!("{command:?}: {e}"))?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr);
    if output.status.success() { Ok(said) } else { Err(format!("{command:?}: {}\n{said}", output.status)) }
}
