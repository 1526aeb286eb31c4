//! The command line. Called by `mod`.

use std::ffi::OsString;
use std::path::PathBuf;

/// What `--help` prints.
pub const HELP: &str = "\
usage: hipvk-precompile [OPTION...] PROGRAM...
Compiles the kernels of HIP programs, shared libraries and code objects (hipcc --genco) for this machine's Vulkan device, as their first
launches would, and leaves them in the caches of hipvk (HIPVK_CACHE_DIR) and of the driver (MESA_SHADER_CACHE_DIR).
  --block X[,Y[,Z]]   for blocks of this shape; may be repeated. Otherwise kernels are compiled for as many threads as their
                      __launch_bounds__ say, and for 256 where they say nothing
  --shared BYTES      with this much dynamic shared memory, kernels that use some; 0 otherwise
  --like FOLDER       for the shapes in which a run launched them: FOLDER is the HIPVK_CACHE_DIR of that run, on whatever machine or device.
                      Kernels that it did not launch are left out
  --kernel TEXT       only kernels whose (mangled) name has this in it; may be repeated
  --jobs N            so many at a time; otherwise as many as there are cores
  --times[=N]         a table of the N (20) slowest on standard output: our compiler, the driver's pipeline, the driver's first dispatch
  --quiet             says nothing of what goes well
The exit status is 1 if a kernel could not be compiled or a file could not be read, 2 if nothing was tried.
";

/// Rows of the table of times.
const ROWS: usize = 20;

/// What the command is to do.
#[derive(Debug, PartialEq, Eq)]
pub enum Asked {
    /// Print the help.
    Help,
    /// Be a worker of another one, with the same files.
    Worker(Vec<PathBuf>),
    /// Compile.
    Compile(Options),
}

/// What to compile, and how.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// Programs, libraries, code objects.
    pub files: Vec<PathBuf>,
    /// The blocks that were asked for.
    pub blocks: Vec<[u32; 3]>,
    /// Bytes of dynamic shared memory.
    pub shared: u32,
    /// A cache that knows shapes.
    pub like: Option<PathBuf>,
    /// Parts of kernels' names.
    pub kernels: Vec<String>,
    /// Kernels at a time.
    pub jobs: Option<usize>,
    /// Rows of the table of times.
    pub times: Option<usize>,
    /// No progress.
    pub quiet: bool,
}

/// Reads the command line.
///
/// # Errors
/// What is wrong with it.
pub fn parse(args: impl Iterator<Item = OsString>) -> Result<Asked, String> {
    let mut options = Options::default();
    let mut args = args.peekable();
    if args.next_if(|arg| arg == "--worker").is_some() {
        return Ok(Asked::Worker(args.map(PathBuf::from).collect()));
    }
    let mut only_files = false;
    while let Some(arg) = args.next() {
        let Some(text) = arg.to_str().filter(|text| text.starts_with('-') && !only_files).map(str::to_owned) else {
            options.files.push(arg.into());
            continue;
        };
        let (name, inline) =
            text.split_once('=').map_or((&*text, None), |(name, value)| (name, Some(value.to_owned())));
        let mut value = || {
            let next = inline.clone().map(OsString::from).or_else(|| args.next());
            next.ok_or_else(|| format!("{name} needs a value"))
        };
        let unicode = |value: OsString| value.into_string().map_err(|value| format!("{name}: {value:?} is not UTF-8"));
        match name {
            "--" => only_files = true,
            "--help" | "-h" => return Ok(Asked::Help),
            "--quiet" => options.quiet = true,
            "--block" => options.blocks.push(block(&unicode(value()?)?)?),
            "--shared" => options.shared = number(name, &unicode(value()?)?)?,
            "--like" => options.like = Some(value()?.into()),
            "--kernel" => options.kernels.push(unicode(value()?)?),
            "--jobs" | "-j" => options.jobs = Some(number(name, &unicode(value()?)?)?.max(1) as usize),
            "--times" => options.times = Some(inline.map_or(Ok(ROWS), |rows| number(name, &rows).map(|n| n as usize))?),
            _ => return Err(format!("unknown option {text}; --help lists them")),
        }
    }
    if options.files.is_empty() {
        return Err("no program named; --help says how".to_owned());
    }
    Ok(Asked::Compile(options))
}

fn number(name: &str, text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("{name}: '{text}' is not a number"))
}

/// `16,16` or `16x16`.
fn block(text: &str) -> Result<[u32; 3], String> {
    let sides: Result<Vec<u32>, _> = text.split([',', 'x']).map(str::parse).collect();
    match sides.as_deref() {
        Ok(&[x]) if x > 0 => Ok([x, 1, 1]),
        Ok(&[x, y]) if x > 0 && y > 0 => Ok([x, y, 1]),
        Ok(&[x, y, z]) if x > 0 && y > 0 && z > 0 => Ok([x, y, z]),
        _ => Err(format!("--block: '{text}' is not a shape like 256 or 16,16")),
    }
}

#[cfg(test)]
mod tests {
    use super::{Asked, Options, parse};

    fn parsed(args: &[&str]) -> Result<Asked, String> {
        parse(args.iter().map(Into::into))
    }

    #[test]
    fn options_are_read_in_either_form_and_files_may_begin_with_a_dash() {
        let args = [
            "a",
            "--block",
            "16,8",
            "--block=32x4x2",
            "--shared=64",
            "--times",
            "-j",
            "3",
            "--kernel",
            "k",
            "--",
            "-b",
        ];
        let expected = Options {
            files: vec!["a".into(), "-b".into()],
            blocks: vec![[16, 8, 1], [32, 4, 2]],
            shared: 64,
            kernels: vec!["k".into()],
            jobs: Some(3),
            times: Some(20),
            ..Options::default()
        };
        assert_eq!(parsed(&args), Ok(Asked::Compile(expected)));
        assert_eq!(parsed(&["--worker", "--times"]), Ok(Asked::Worker(vec!["--times".into()])));
        assert_eq!(parsed(&["a", "--help"]), Ok(Asked::Help));
    }

    #[test]
    fn what_makes_no_sense_is_named() {
        for (args, named) in [
            (&["a", "--block", "0"][..], "'0'"),
            (&["a", "--block=1,2,3,4"], "1,2,3,4"),
            (&["a", "--shared", "many"], "many"),
            (&["a", "--like"], "--like"),
            (&["a", "--frobnicate"], "--frobnicate"),
            (&["--quiet"], "no program"),
        ] {
            let error = parsed(args).expect_err("an error");
            assert!(error.contains(named), "{args:?}: {error}");
        }
    }
}
