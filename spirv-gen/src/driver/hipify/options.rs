//! hipify-perl's command line, by the rules of Perl's options: one dash or two, `-o=f` or `-o f`, names as short as they are clear.
//!
//! Called by [`super::run`].

use std::collections::HashSet;
use std::ffi::OsString;
use std::path::PathBuf;

use super::DriverError;

/// What `-help` prints.
pub const HELP: &str = "
    hipify-perl translates CUDA source code into HIP C++

    USAGE: hipify-perl [OPTIONS] INPUT_FILE...

    OPTIONS:

      -cuda-kernel-execution-syntax - Keep launches in CUDA's syntax (default)
      -examine                      - The same as -no-output -print-stats
      -exclude-dirs=s               - Folders whose files are left out, separated by commas
      -exclude-files=s              - Files that are left out, separated by commas
      -experimental                 - Taken, and changes nothing: all that HIP's headers declare is translated
      -help                         - Print this
      -hip-kernel-execution-syntax  - Write launches as calls of hipLaunchKernelGGL
      -inplace                      - Keep the input as FILE.prehip and write the translation to FILE; read FILE.prehip where it is there
      -no-output                    - Write no translation
      -o=s                          - Write the translation to this file, not to standard output
      -print-stats                  - Print what was translated, to standard error
      -quiet-warnings               - Do not warn of names that HIP has not
      -version                      - Print the version of HIP
      -whitelist=s                  - Names not to warn of, separated by commas
";

/// A command line.
#[derive(Debug, Default)]
pub struct Options {
    pub exclude_dirs: Vec<PathBuf>,
    pub exclude_files: Vec<PathBuf>,
    pub files: Vec<PathBuf>,
    pub help: bool,
    pub hip_launches: bool,
    pub in_place: bool,
    pub no_output: bool,
    pub output: Option<PathBuf>,
    pub print_stats: bool,
    pub quiet: bool,
    pub version: bool,
    pub whitelist: HashSet<String>,
}

/// All options, and whether a value follows.
const OPTIONS: &[(&str, bool)] = &[
    ("cuda-kernel-execution-syntax", false),
    ("examine", false),
    ("exclude-dirs", true),
    ("exclude-files", true),
    ("experimental", false),
    ("help", false),
    ("hip-kernel-execution-syntax", false),
    ("inplace", false),
    ("no-output", false),
    ("o", true),
    ("print-stats", false),
    ("quiet-warnings", false),
    ("roc", false),
    ("version", false),
    ("whitelist", true),
];

/// What the arguments say. An option that there is not is said, and the rest is done, as ROCm's script does.
pub fn parse(args: Vec<OsString>) -> Result<Options, DriverError> {
    let mut options = Options::default();
    let mut rest = args.into_iter();
    while let Some(arg) = rest.next() {
        let text = arg.to_string_lossy().into_owned();
        if text == "--" {
            options.files.extend(rest.by_ref().map(PathBuf::from));
            break;
        }
        let Some(written) =
            text.strip_prefix('-').map(|text| text.strip_prefix('-').unwrap_or(text)).filter(|text| !text.is_empty())
        else {
            options.files.push(arg.into());
            continue;
        };
        let (name, value) =
            written.split_once('=').map_or((written, None), |(name, value)| (name, Some(value.to_owned())));
        let Some((name, has_value)) = option(name) else {
            eprintln!("Unknown option: {name}");
            continue;
        };
        let value = match (has_value, value) {
            (true, None) => rest
                .next()
                .map(|value| value.to_string_lossy().into_owned())
                .ok_or_else(|| DriverError::MissingValue(text.clone()))?,
            (_, value) => value.unwrap_or_default(),
        };
        set(&mut options, name, &value)?;
    }
    if options.output.is_some() && options.files.len() > 1 && !options.in_place {
        return Err(DriverError::OneOutputManySources);
    }
    Ok(options)
}

/// The option that `name` is, or begins alone.
fn option(name: &str) -> Option<(&'static str, bool)> {
    let name = name.to_ascii_lowercase();
    let mut begun = OPTIONS.iter().filter(|(option, _)| option.starts_with(&name));
    let exact = OPTIONS.iter().find(|(option, _)| *option == name);
    exact.or_else(|| begun.next().filter(|_| begun.next().is_none())).copied()
}

fn set(options: &mut Options, name: &str, value: &str) -> Result<(), DriverError> {
    let paths = || value.split(',').map(PathBuf::from);
    match name {
        "cuda-kernel-execution-syntax" | "experimental" => {}
        "examine" => (options.no_output, options.print_stats) = (true, true),
        "exclude-dirs" => options.exclude_dirs.extend(paths()),
        "exclude-files" => options.exclude_files.extend(paths()),
        "help" => options.help = true,
        "hip-kernel-execution-syntax" => options.hip_launches = true,
        "inplace" => options.in_place = true,
        "no-output" => options.no_output = true,
        "o" => options.output = Some(value.into()),
        "print-stats" => options.print_stats = true,
        "quiet-warnings" => options.quiet = true,
        "version" => options.version = true,
        "whitelist" => options.whitelist.extend(value.split(',').map(str::to_owned)),
        _ => return Err(DriverError::HipifyRoc),
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{DriverError, Options, parse};

    fn parsed(line: &str) -> Result<Options, DriverError> {
        parse(line.split_whitespace().map(Into::into).collect())
    }

    #[test]
    fn options_are_read_as_perl_reads_them() {
        let options =
            parsed("a.cu --o b.hip -print -quiet-warnings -whitelist=x,y -hip -nonsense").expect("understood");
        assert_eq!((options.files.len(), options.output.expect("given").to_str()), (1, Some("b.hip")));
        assert!(options.print_stats && options.quiet && options.hip_launches && !options.in_place);
        assert!(options.whitelist.contains("y"));
        assert!(parsed("-ex a").expect("unclear, so left out").files.len() == 1);
        assert!(parsed("-examine a b").expect("understood").no_output);
    }

    #[test]
    fn what_cannot_be_done_is_an_error() {
        assert!(parsed("-o").is_err() && parsed("-o c a b").is_err() && parsed("-roc a").is_err());
    }
}
