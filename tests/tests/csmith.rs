//! An oracle that is not ours: random C programs by csmith, one source compiled for the host and for the device. Checksums must agree.
//!
//! Each program is run in one of four ways (`Way`), in batches, as most of the time goes into the headers. A host half that does something
//! undefined traps, or does not end: its program is skipped, and no more than a tenth may be. Seeds are fixed; nothing of csmith's output is kept. `HIPVK_CSMITH_PROGRAMS=N` tries
//! N programs (50 by default), `HIPVK_CSMITH_START` says from where on; a failure names the seed, and its source stays in target/csmith.
//! Debian's csmith must be installed (`./hipvk test` does it, and then sets `HIPVK_REQUIRE_CSMITH=1`).

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use hipvk_tests::made;
use hipvk_tests::places::target;
use libtest_mimic::{Arguments, Failed, Trial};

/// Programs in one source file.
const BATCH: u64 = 5;
/// Lines of a program: shorter ones do nothing, longer ones take long to compile.
const LINES: std::ops::Range<usize> = 150..400;
/// What makes its programs C++: of qualified pointers it converts those that C alone lets pass.
const VALID: [&str; 5] = ["--lang-cpp", "--cpp11", "--no-consts", "--no-const-pointers", "--no-volatile-pointers"];
/// What csmith may use, in turns: jumps seldom, as one in four programs with jumps does not end. The number of these has no common factor
/// with the number of ways, so that each meets each.
const OPTIONS: [&str; 9] = [
    "--no-packed-struct --max-funcs 4 --max-block-depth 3",
    "--no-packed-struct --no-jumps --float --max-funcs 4",
    "--no-packed-struct --no-jumps --max-funcs 3 --max-block-depth 6 --no-int8 --no-uint8",
    "--no-packed-struct --no-jumps --no-global-variables --max-funcs 5",
    "--packed-struct --no-jumps --max-array-dim 2 --max-struct-fields 15 --max-funcs 4",
    "--no-packed-struct --no-jumps --max-pointer-depth 4 --max-funcs 5",
    "--no-packed-struct --no-jumps --max-expr-complexity 4 --max-funcs 6 --no-bitfields --no-unions --builtins --disable-builtin-kinds x86",
    "--no-packed-struct --no-jumps --no-volatiles --max-block-size 3 --max-funcs 6",
    "--packed-struct --no-jumps --float --inline-function --no-longlong --max-funcs 5",
];
/// csmith's numbers of more than a byte; csmith.h has them unaligned too.
const NUMBERS: [&str; 7] = ["int16_t", "uint16_t", "int32_t", "uint32_t", "int64_t", "uint64_t", "float"];
/// How both halves of a batch are optimised, in turns.
const LEVELS: [&str; 4] = ["-O1", "-O2", "-O0", "-O3"];

/// Of at least so many programs nine tenths must be compared.
const FEWEST: u64 = 50;
/// Programs of the batches that passed, and those whose checksums were compared.
static PROGRAMS: AtomicU64 = AtomicU64::new(0);
static COMPARED: AtomicU64 = AtomicU64::new(0);

/// Where a program's variables lie.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    /// Variables of the program, one thread.
    Globals,
    /// An object in each thread's private memory.
    Private,
    /// An array of objects in device memory.
    Device,
    /// Objects in shared memory, two threads.
    Shared,
}

const WAYS: [Way; 4] = [Way::Globals, Way::Private, Way::Device, Way::Shared];

fn main() {
    let arguments = Arguments::from_args();
    let number = |name: &str| std::env::var(name).ok().and_then(|text| text.parse::<u64>().ok());
    let (start, count) = (number("HIPVK_CSMITH_START").unwrap_or(0), number("HIPVK_CSMITH_PROGRAMS").unwrap_or(50));
    let batches = (start..start + count).step_by(BATCH as usize).map(|first| (first, BATCH.min(start + count - first)));
    let missing = Command::new("csmith").arg("--version").current_dir(std::env::temp_dir()).output().is_err();
    let required = std::env::var("HIPVK_REQUIRE_CSMITH").is_ok_and(|v| v == "1");
    let trials = batches.map(|(first, count)| {
        let name = format!("csmith_programs_from_{first}_have_the_hosts_checksums");
        let name = if missing { format!("{name} (csmith is not installed)") } else { name };
        Trial::test(name, move || batch(first, count)).with_ignored_flag(missing && !required)
    });
    let conclusion = libtest_mimic::run(&arguments, trials.collect());
    let (programs, compared) = (PROGRAMS.load(Relaxed), COMPARED.load(Relaxed));
    println!("{compared} of {programs} programs compared");
    // csmith's programs are defined, but for its packed structs' misaligned members, and most end: if many say nothing, it is our fault.
    if programs >= FEWEST && compared * 10 < programs * 9 {
        eprintln!("too many of csmith's programs are undefined or endless on the host");
        std::process::exit(101);
    }
    conclusion.exit();
}

/// Programs `first..first + count`: generated, compiled together, run.
fn batch(first: u64, count: u64) -> Result<(), Failed> {
    let folder = target().join("csmith").join(first.to_string());
    std::fs::create_dir_all(&folder)?;
    let mut source = "#include \"check.h\"\n#include \"csmith.h\"\n".to_owned();
    let (mut table, mut sources) = (String::new(), Vec::new());
    for index in first..first + count {
        let way = WAYS[index as usize % WAYS.len()];
        let (seed, text) = generate(index, &folder)?;
        sources.push(folder.join(format!("{seed}.inc")));
        std::fs::write(sources.last().ok_or("it was just pushed")?, in_class_or_not(&text)?)?;
        let (code, row) = program(seed, way, &text);
        source += &code;
        table += &row;
    }
    let _ = write!(
        source,
        "#undef main\nint main() {{\n    static const Program programs[] = {{{table}}};\n    return check(programs);\n}}\n"
    );
    let (path, program) = (folder.join("batch.hip"), folder.join("batch"));
    std::fs::write(&path, source)?;
    sources.push(path.clone());
    compile(&path, &program, &sources, LEVELS[(first / BATCH) as usize % LEVELS.len()])?;
    let said = run(&program, "0")?;
    std::fs::write(folder.join("verdicts"), &said)?;
    let verdicts: Vec<&str> =
        said.lines().filter_map(|line| line.split_once(' ')).map(|(_, verdict)| verdict).collect();
    if verdicts.len() != count as usize || verdicts.iter().any(|v| !matches!(*v, "same" | "undefined" | "endless")) {
        return Err(format!("{}:\n{said}", path.display()).into());
    }
    // With kernels that do nothing no checksum may agree, and some program must have one.
    let unseeing = run(&program, "1")?;
    if unseeing.contains(" same") {
        return Err(format!("nothing is proved: {said}\nwithout kernels:\n{unseeing}").into());
    }
    PROGRAMS.fetch_add(count, Relaxed);
    COMPARED.fetch_add(verdicts.iter().filter(|v| **v == "same").count() as u64, Relaxed);
    Ok(())
}

/// csmith's program number `index`, the first of its seeds whose length is right: most are not. The same run knows which it was on the other
/// Mesa, and does not try the others again. csmith leaves a file where it runs, in `folder`.
fn generate(index: u64, folder: &Path) -> Result<(u64, String), Failed> {
    let options = OPTIONS[index as usize % OPTIONS.len()].split(' ');
    let (all, place) = (index * 1000..index * 1000 + 300, folder.join(format!("{index}.seed")));
    let run = made::run();
    let known = std::fs::read_to_string(&place).ok().and_then(|note| {
        let (of_run, seed) = note.split_once(' ')?;
        let seed = seed.parse().ok().filter(|seed| all.contains(seed))?;
        (run.as_deref() == Some(of_run)).then_some(seed)
    });
    for seed in known.into_iter().chain(all) {
        let mut csmith = Command::new("timeout");
        csmith.args(["10", "csmith", "-s", &seed.to_string()]).args(VALID).args(options.clone()).current_dir(folder);
        let output = csmith.output()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        if output.status.success() && LINES.contains(&text.lines().count()) {
            if let Some(run) = run {
                std::fs::write(&place, format!("{run} {seed}"))?;
            }
            return Ok((seed, text));
        }
    }
    Err(format!("csmith makes no program of {LINES:?} lines from seeds {}", index * 1000).into())
}

/// The program so that it can be included in a namespace (without headers) and in a class, which may not declare its functions twice.
fn in_class_or_not(text: &str) -> Result<String, Failed> {
    let (forward, functions) = ("/* --- FORWARD DECLARATIONS --- */", "/* --- FUNCTIONS --- */");
    let text: String = text.lines().filter(|line| !line.starts_with("#include")).flat_map(|l| [l, "\n"]).collect();
    let (head, rest) = text.split_once(forward).ok_or("no forward declarations")?;
    let (declarations, rest) = rest.split_once(functions).ok_or("no functions")?;
    let text = format!("{head}\n#ifndef IN_CLASS\n{declarations}\n#endif\n{rest}");
    // csmith takes addresses of packed structs' members, which is defined for numbers that may lie anywhere.
    if !text.contains("#pragma pack(1)") {
        return Ok(text);
    }
    let defines: String = NUMBERS.iter().map(|name| format!("#define {name} unaligned_{name}\n")).collect();
    let undefines: String = NUMBERS.iter().map(|name| format!("#undef {name}\n")).collect();
    Ok(format!("{defines}{text}{undefines}"))
}

/// The source of one program for both sides, and its row in the table.
fn program(seed: u64, way: Way, text: &str) -> (String, String) {
    let both = |code: &str| {
        format!("#pragma clang force_cuda_host_device begin\n{code}#pragma clang force_cuda_host_device end\n")
    };
    let include = format!("#include \"{seed}.inc\"\n");
    let row = |threads| format!("{{\"{seed}\", {threads}, host_{seed}, device_{seed}}}, ");
    if way == Way::Globals {
        let device =
            both(&format!("#define static static __device__\nnamespace d{seed} {{\n{include}}}\n#undef static\n"));
        let code = format!(
            "namespace h{seed} {{\n{include}}}\n{device}\
             __global__ void kernel_{seed}(uint32_t *sums) {{ sums[0] = d{seed}::run(); }}\n\
             static void host_{seed}(uint32_t *sums, unsigned) {{ sums[0] = h{seed}::run(); }}\n"
        );
        return (code + &launch(seed, "0", &format!("kernel_{seed}<<<1, 1>>>(d)")), row(1));
    }
    let class = format!("p{seed}");
    let members =
        format!("struct {class} {{\n{include}    void vary(unsigned i) {{\n{}    }}\n}};\n", variations(text));
    let class_text = both(&format!("#define IN_CLASS\n#define static\n{members}#undef static\n#undef IN_CLASS\n"));
    let host = format!(
        "static void host_{seed}(uint32_t *sums, unsigned threads) {{\n    for (unsigned i = 0; i < threads; i++) {{\n        \
         {class} *p = new {class};\n        p->vary(i);\n        sums[i] = p->run();\n        delete p;\n    }}\n}}\n"
    );
    let (place, threads, object) = match way {
        Way::Private => (format!("{class} object, *p = &object"), 64, "0".to_owned()),
        Way::Device => {
            (format!("{class} *p = new (({class} *)m + threadIdx.x) {class}"), 64, format!("sizeof({class})"))
        }
        _ => {
            let shared = format!("alignas(16) __shared__ char shared[2 * sizeof({class})]");
            (format!("{shared}; {class} *p = new (({class} *)shared + threadIdx.x) {class}"), 2, "0".to_owned())
        }
    };
    let kernel = format!(
        "__global__ void kernel_{seed}(uint32_t *sums, void *m) {{\n    {place};\n    p->vary(threadIdx.x);\n    \
         sums[threadIdx.x] = p->run();\n}}\n"
    );
    let launch = launch(seed, &object, &format!("kernel_{seed}<<<1, {threads}>>>(d, m)"));
    (class_text + &host + &kernel + &launch, row(threads))
}

fn launch(seed: u64, object: &str, call: &str) -> String {
    format!(
        "static bool device_{seed}(uint32_t *sums, unsigned threads) {{\n    \
         return launch(sums, threads, {object}, [](uint32_t *d, void *m) {{ (void)m, {call}; }});\n}}\n"
    )
}

/// Statements that give each thread's first variables other values: scalars only, whose name has no `[8]` behind it.
fn variations(text: &str) -> String {
    let scalar = |ty: &str| ty.trim_start_matches('u').strip_prefix("int").is_some_and(|t| t.ends_with("_t"));
    let variable = |line: &str| {
        let words: Vec<&str> = line.split(' ').filter(|word| *word != "volatile").collect();
        let &["static", ty, name, "=", ..] = &words[..] else { return None };
        let number = name.strip_prefix("g_")?;
        (scalar(ty) && number.bytes().all(|b| b.is_ascii_digit())).then(|| (ty.to_owned(), name.to_owned()))
    };
    let mut out = String::new();
    for (nth, (ty, name)) in text.lines().filter_map(variable).take(8).enumerate() {
        let _ = writeln!(out, "        {name} = ({ty})({name} + ({ty})(i * {}u));", nth * 7919 % 1000 + 14);
    }
    out
}

/// The host half traps on undefined behaviour, so that what is left is ours; a loop that does not end stays one.
fn compile(source: &Path, program: &Path, sources: &[PathBuf], level: &str) -> Result<(), Failed> {
    let headers = Path::new(env!("CARGO_MANIFEST_DIR")).join("csmith");
    let sanitizers = ["-fsanitize=undefined,float-cast-overflow", "-fsanitize-trap=all"];
    let mut hipcc = Command::new(target().join("hipcc"));
    hipcc
        .args([
            level,
            "-fno-finite-loops",
            "-w",
            "-Wno-c++11-narrowing",
            "-ffp-contract=off",
            "-isystem",
            "/usr/include/csmith",
            "-I",
        ])
        .arg(headers);
    for flag in sanitizers {
        hipcc.args(["-Xarch_host", flag]);
    }
    let sources: Vec<&Path> = sources.iter().map(PathBuf::as_path).collect();
    match made::once(hipcc.arg(source).arg("-o").arg(program), program, &sources)? {
        Some(compiled) if !compiled.status.success() => {
            Err(format!("{}: hipcc: {}", source.display(), String::from_utf8_lossy(&compiled.stderr)).into())
        }
        _ => Ok(()),
    }
}

fn run(program: &PathBuf, null_kernels: &str) -> Result<String, Failed> {
    let folder = program.parent().ok_or("a folder")?;
    let mut command = Command::new(program);
    command.env("HIPVK_NULL_KERNELS", null_kernels).env("HIPVK_CACHE_DIR", folder.join("cache")).current_dir(folder);
    let output = command.output()?;
    let said = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.success() {
        true => Ok(said),
        false => Err(format!("{}: {said}{}", output.status, String::from_utf8_lossy(&output.stderr)).into()),
    }
}
