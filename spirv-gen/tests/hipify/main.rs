//! hipify-perl as builds call it, with the headers of this repository: what it makes of names, of a program, and of files.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A folder to convert in, with an installation of all headers; removed when the test is done.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("hipify-{name}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(folder.join("hip/include")).expect("a folder");
        for place in headers() {
            for entry in place.read_dir().expect("headers").flatten() {
                std::os::unix::fs::symlink(entry.path(), folder.join("hip/include").join(entry.file_name()))
                    .expect("a link");
            }
        }
        for tool in ["hipify-perl", "hipexamine-perl.sh", "hipconvertinplace-perl.sh"] {
            std::os::unix::fs::symlink(env!("CARGO_BIN_EXE_hipcc"), folder.join(tool)).expect("a link");
        }
        Self(folder)
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::create_dir_all(self.0.join(name).parent().expect("in the folder")).expect("a folder");
        std::fs::write(self.0.join(name), text).expect("written");
    }

    fn read(&self, name: &str) -> String {
        std::fs::read_to_string(self.0.join(name)).unwrap_or_else(|e| panic!("{name}: {e}"))
    }

    fn run(&self, tool: &str, args: &str) -> Output {
        let mut command = Command::new(self.0.join(tool));
        command.args(args.split_whitespace()).current_dir(&self.0).env("HIP_PATH", self.0.join("hip"));
        command.output().expect("it starts")
    }

    /// What hipify-perl writes and says.
    fn hipify(&self, args: &str) -> (String, String) {
        let output = self.run("hipify-perl", args);
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("text");
        let (written, said) = (text(output.stdout), text(output.stderr));
        assert!(output.status.success(), "{said}");
        (written, said)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            let _ = std::fs::remove_dir_all(&self.0);
        }
    }
}

fn headers() -> [PathBuf; 2] {
    let runtime = Path::new(env!("CARGO_MANIFEST_DIR")).join("../runtime").canonicalize().expect("the repository");
    [runtime.join("include"), runtime.join("fft/include")]
}

/// `CUDA HIP` lines.
fn rows(text: &'static str) -> Vec<(&'static str, &'static str)> {
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split_once(' ')).collect()
}

const TABLE: &str = include_str!("../../src/driver/hipify/names.txt");
/// Rows of the table that do not rename, and what they list.
const LISTS: &[&str] = &["unlike", "gone", "known", "lacking"];

fn listed(list: &str) -> Vec<&'static str> {
    let lines = rows(TABLE).into_iter().filter(|(key, _)| *key == list);
    lines.flat_map(|(_, names)| names.split_whitespace()).collect()
}

#[test]
fn names_become_those_of_rocms_tables() {
    let folder = Folder::new("names");
    let wanted = rows(include_str!("names.txt"));
    folder.write("names.cpp", &wanted.iter().map(|(cuda, _)| format!("{cuda}\n")).collect::<String>());
    let (written, _) = folder.hipify("-quiet-warnings names.cpp");
    assert_eq!(written.lines().collect::<Vec<_>>(), wanted.iter().map(|(_, hip)| *hip).collect::<Vec<_>>());
}

#[test]
fn a_programs_own_names_stay() {
    let folder = Folder::new("own");
    let text = "cudaCheck(CUDA_CHECK(cublasCheck(CUDA_VERSION, CUDART_VERSION, cuda, cublasHandle, cuStream, CUDNN_CONV, my_cudaMalloc, cudaMallocs))) cudad cu cudaStream cudaEvent\n\
                cuMemcpy(a, b, c); cuFuncSetAttribute(f, a, 1);\n\
                void cudaInit(int argc, char **argv); cudaMemcpyHtoD(a, b, 1); cudaModuleLoad(name);\n\
                #ifndef CUDART_CB\n#define CUDART_CB\n#endif\nunsigned umin(unsigned a, unsigned b); umin(1, 2);\n\
                #if CUDART_VERSION >= 11000\n#endif\n";
    folder.write("own.cpp", text);
    let (written, said) = folder.hipify("own.cpp");
    assert_eq!(written, text);
    // cuMemcpy has other parameters than hipMemcpy.
    assert!(said.contains("own.cpp:2: warning: unsupported HIP identifier: cuMemcpy:"), "{said}");
    assert!(said.contains("own.cpp:8: warning: HIP defines no CUDART_VERSION, so it is 0 here: "), "{said}");
    assert!(!said.contains("cublasHandle:") && !said.contains("identifier: CUDA_CHECK"), "{said}");
}

#[test]
fn the_tables_names_are_declared_or_said_to_be_missing() {
    let mut words = HashSet::new();
    let mut folders: Vec<PathBuf> = headers().to_vec();
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir().expect("headers").flatten() {
            if entry.path().is_dir() {
                folders.push(entry.path());
                continue;
            }
            let text = String::from_utf8_lossy(&std::fs::read(entry.path()).expect("a header")).into_owned();
            words.extend(text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').map(str::to_owned));
        }
    }
    let (known, lacking) = (listed("known"), listed("lacking"));
    for (cuda, hip) in rows(TABLE) {
        // hipCUB, hipDNN and Caffe2 are no part of an installation.
        let elsewhere = ["CUB_", "Cub", "_Cub", "__CUB", "CUDNN_", "cudnn", "REGISTER_"]
            .iter()
            .any(|prefix| cuda.starts_with(prefix));
        let declared = words.contains(hip) || known.contains(&hip) || lacking.contains(&hip);
        assert!(LISTS.contains(&cuda) || elsewhere || declared || hip == "void*" || hip == "int", "{cuda} {hip}");
    }
    for hip in lacking {
        assert!(!words.contains(hip), "{hip} is there now");
    }
}

#[test]
fn a_program_is_converted_as_a_whole() {
    let folder = Folder::new("program");
    folder.write("program.cu", include_str!("program.cu"));
    let (written, said) = folder.hipify("-hip-kernel-execution-syntax -print-stats program.cu");
    assert_eq!(written, include_str!("program.hip"));
    for line in [
        "program.cu:41: warning: unsupported HIP identifier: cudaNotThere: ",
        "program.cu:54: warning: __fadd_rd is there with -DOCML_BASIC_ROUNDED_OPERATIONS only: ",
        "program.cu:19: warning: masks of 32 lanes are widened",
        "  TOTAL lines of code: 55\n  WARNINGS: 3\n",
        "  cudaMalloc => hipMalloc: 2\n",
        "  <<< => hipLaunchKernelGGL: 2\n",
    ] {
        assert!(said.contains(line), "no '{line}' in:\n{said}");
    }
    let (_, quiet) = folder.hipify("-quiet-warnings program.cu");
    assert_eq!(quiet, "");
    let (written, said) = folder.hipify("--whitelist=cudaNotThere program.cu");
    assert!(written.contains("scale<float, 4><<<dim3(1, 2),") && !said.contains("cudaNotThere"), "{said}");
}

#[test]
fn what_nvcc_includes_is_included() {
    let folder = Folder::new("nvcc");
    folder.write("a.cu", "#include <helper.h>\n");
    assert_eq!(folder.hipify("a.cu").0, "#include \"hip/hip_runtime.h\"\n#include <helper.h>\n");
    for (name, text) in [("a.cu", "#include <cuda_runtime.h>\n"), ("a.cpp", "#include <helper.h>\n")] {
        folder.write(name, text);
        assert_eq!(folder.hipify(name).0, text.replace("cuda", "hip/hip"));
    }
}

#[test]
fn files_are_written_where_the_options_say() {
    let folder = Folder::new("files");
    folder.write("a.cu", "cudaFree(0);\r\n__global__\r\n");
    assert_eq!(folder.hipify("-o=b.hip a.cu"), Default::default());
    assert_eq!(folder.read("b.hip"), "#include \"hip/hip_runtime.h\"\r\nhipFree(0);\r\n__global__\r\n");
    let (written, said) = folder.hipify("-examine a.cu");
    assert!(written.is_empty() && said.contains("CONVERTED refs count: 1"), "{said}");
    // What was there stays beside it, and is what the next time reads.
    folder.hipify("-inplace a.cu");
    assert!(folder.read("a.cu").contains("hipFree") && folder.read("a.cu.prehip").starts_with("cudaFree"));
    folder.write("a.cu", "");
    folder.hipify("-inplace a.cu");
    assert!(folder.read("a.cu").contains("hipFree"));
    let (written, said) = folder.hipify("-exclude-dirs=. a.cu");
    assert!(written.is_empty() && said.starts_with("Skipping the file: a.cu in the excluded directory: "), "{said}");
    let output = folder.run("hipify-perl", "nothing.cu");
    assert_eq!(output.status.code(), Some(2), "as Perl dies of a file that is not there");
    assert!(String::from_utf8_lossy(&output.stderr).starts_with("hipify-perl: error: could not open 'nothing.cu'"));
    let output = folder.run("hipify-perl", "-roc a.cu");
    assert!(!output.status.success() && String::from_utf8_lossy(&output.stderr).contains("-roc is not offered"));
}

#[test]
fn folders_are_examined_and_converted() {
    let folder = Folder::new("folders");
    folder.write("source/a.cu", "cudaFree(0);\n");
    folder.write("source/deeper/b.HPP", "cudaFree(1);\n");
    folder.write("source/notes.txt", "cudaFree(2);\n");
    let said = |output: Output| {
        String::from_utf8(output.stdout).expect("text") + &String::from_utf8(output.stderr).expect("text")
    };
    let examined = said(folder.run("hipexamine-perl.sh", "source"));
    assert!(examined.contains("file 'GLOBAL' statistics:\n  CONVERTED refs count: 2\n"), "{examined}");
    assert_eq!(folder.read("source/a.cu"), "cudaFree(0);\n");
    said(folder.run("hipconvertinplace-perl.sh", "source -filter=headers"));
    assert_eq!(
        (folder.read("source/a.cu"), folder.read("source/deeper/b.HPP")),
        ("cudaFree(0);\n".into(), "hipFree(1);\n".into())
    );
    said(folder.run("hipconvertinplace-perl.sh", "source"));
    assert_eq!(
        (folder.read("source/a.cu"), folder.read("source/notes.txt")),
        ("#include \"hip/hip_runtime.h\"\nhipFree(0);\n".into(), "cudaFree(2);\n".into())
    );
    assert_eq!(folder.run("hipexamine-perl.sh", "").status.code(), Some(1));
}
