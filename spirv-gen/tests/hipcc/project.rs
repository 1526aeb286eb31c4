//! A folder with sources, and an installation with a telling library beside it; removed when the test is done.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Enough of HIP's header to write and launch a kernel.
const HEADER: &str = r#"#pragma once
#include <stddef.h>
#define __global__ __attribute__((global))
#define __device__ __attribute__((device))
struct dim3 { unsigned x, y, z; constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {} };
typedef int hipError_t;
typedef struct ihipStream_t *hipStream_t;
extern "C" hipError_t hipLaunchKernel(const void *, dim3, dim3, void **, size_t, hipStream_t);
extern "C" hipError_t __hipPushCallConfiguration(dim3, dim3, size_t = 0, hipStream_t = nullptr);
"#;

/// Tells every call that clang's host code makes.
const LIBRARY: &str = r#"#include <stdio.h>
#include <stddef.h>
void **__hipRegisterFatBinary(const void *wrapper) { puts("bundle"); return NULL; }
void __hipUnregisterFatBinary(void **m) {}
void __hipRegisterFunction(void **m, const void *f, char *n, const char *name, int l, void *a, void *b, void *c, void *d, int *w)
{ printf("kernel %s\n", name); }
void __hipRegisterVar(void **m, void *v, char *n, const char *name, int ext, size_t size, int c, int g) { printf("variable %s %zu\n", name, size); }
int __hipPushCallConfiguration() { return 0; }
int __hipPopCallConfiguration() { return 0; }
int hipLaunchKernel() { puts("launch"); return 0; }
"#;

pub struct Project {
    root: PathBuf,
}

impl Project {
    pub fn new(name: &str) -> Self {
        let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hipcc-{name}"));
        let _ = std::fs::remove_dir_all(&root);
        std::fs::create_dir_all(root.join("hip/include/hip")).expect("folder");
        std::fs::create_dir_all(root.join("hip/lib")).expect("folder");
        let project = Self { root };
        project.write("hip/include/hip/hip_runtime.h", HEADER);
        project.write(
            "hip/include/hip/hip_version.h",
            "#define HIP_VERSION_MAJOR 7\n#define HIP_VERSION_MINOR 0\n#define HIP_VERSION_PATCH 0\n",
        );
        project.write("library.c", LIBRARY);
        project.tool("cc", "-w -shared -fPIC library.c -o hip/lib/libamdhip64.so").succeeds();
        project
    }

    pub fn path(&self, path: &str) -> PathBuf {
        self.root.join(path)
    }

    pub fn write(&self, path: &str, text: &str) {
        std::fs::write(self.root.join(path), text).expect("written");
    }

    pub fn read(&self, path: &str) -> Vec<u8> {
        std::fs::read(self.root.join(path)).expect("readable")
    }

    pub fn has(&self, path: &str) -> bool {
        self.root.join(path).exists()
    }

    pub fn hipcc(&self, args: &str) -> Run {
        self.tool(env!("CARGO_BIN_EXE_hipcc"), args).env("HIP_PATH", self.root.join("hip"))
    }

    pub fn hipconfig(&self, args: &str) -> Run {
        let link = self.root.join("hipconfig");
        if !link.is_symlink() {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hipcc"), &link).expect("a link in the project's folder");
        }
        self.tool(link.to_str().expect("UTF-8"), args).env("HIP_PATH", self.root.join("hip"))
    }

    /// A program with arguments separated by white space, in the project's folder.
    pub fn tool(&self, program: &str, args: &str) -> Run {
        let mut command = Command::new(program);
        command.args(args.split_whitespace()).current_dir(&self.root);
        Run(command)
    }

    /// What a program that hipcc made prints.
    pub fn run(&self, program: &str) -> String {
        let path = self.root.join(program);
        let mut run = self.tool(path.to_str().expect("UTF-8"), "");
        // cargo's own comes before a program's rpath, and the real library may lie there.
        run.0.env_remove("LD_LIBRARY_PATH");
        run.succeeds()
    }
}

impl Drop for Project {
    fn drop(&mut self) {
        // A failed test leaves its folder to look at.
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.root);
        }
    }
}

/// A command about to run.
pub struct Run(Command);

impl Run {
    pub fn env(mut self, name: &str, value: impl AsRef<std::ffi::OsStr>) -> Self {
        self.0.env(name, value);
        self
    }

    pub fn arg(mut self, arg: &str) -> Self {
        self.0.arg(arg);
        self
    }

    /// Runs it; its standard output. Fails the test if it fails.
    pub fn succeeds(mut self) -> String {
        let output = self.0.output().expect("runs");
        assert!(output.status.success(), "{:?}\n{}", self.0, String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs it; its messages. Fails the test if it succeeds.
    pub fn fails(mut self) -> String {
        let output = self.0.output().expect("runs");
        assert!(!output.status.success(), "{:?} should have failed", self.0);
        String::from_utf8_lossy(&output.stderr).into_owned()
    }
}
