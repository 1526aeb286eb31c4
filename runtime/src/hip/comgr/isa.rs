//! The names of AMD's processors, as libamd_comgr lists them.
//!
//! Code is for the two that our devices say they are (`hip::dialect`), whichever is named: a name decides how many lanes a warp has
//! (`spirv_gen::driver::comgr`).

use std::ffi::CStr;

use super::status::{Failure, Status};

/// How names begin.
pub const TRIPLE: &str = "amdgcn-amd-amdhsa-";

/// A processor.
#[derive(Debug)]
pub struct Isa {
    /// `amdgcn-amd-amdhsa--gfx1030`.
    pub full: &'static CStr,
    /// What its name may say behind colons: checked memory, retried page faults.
    pub features: &'static [&'static str],
}

const NONE: &[&str] = &[];
const XNACK: &[&str] = &["xnack"];
const BOTH: &[&str] = &["sramecc", "xnack"];

macro_rules! isas {
    ($($name:literal $features:ident)*) => {
        /// All of them, our devices' first.
        pub const ALL: &[Isa] = &[$(Isa {
            full: match CStr::from_bytes_with_nul(concat!("amdgcn-amd-amdhsa--", $name, "\0").as_bytes()) {
                Ok(name) => name,
                Err(_) => panic!("a name with a zero in it"),
            },
            features: $features,
        },)*];
    };
}

isas! {
    "gfx1030" NONE "gfx906" BOTH
    "gfx900" XNACK "gfx902" XNACK "gfx904" XNACK "gfx908" BOTH "gfx909" XNACK "gfx90a" BOTH "gfx90c" XNACK "gfx942" BOTH "gfx950" BOTH
    "gfx1010" XNACK "gfx1011" XNACK "gfx1012" XNACK "gfx1013" XNACK
    "gfx1031" NONE "gfx1032" NONE "gfx1033" NONE "gfx1034" NONE "gfx1035" NONE "gfx1036" NONE
    "gfx1100" NONE "gfx1101" NONE "gfx1102" NONE "gfx1103" NONE "gfx1150" NONE "gfx1151" NONE "gfx1152" NONE "gfx1153" NONE
    "gfx1200" NONE "gfx1201" NONE
    "gfx9-generic" XNACK "gfx9-4-generic" BOTH "gfx10-1-generic" XNACK "gfx10-3-generic" NONE "gfx11-generic" NONE "gfx12-generic" NONE
}

impl Isa {
    /// `gfx1030`.
    pub fn processor(&self) -> &'static str {
        self.full.to_str().unwrap_or_default().trim_start_matches(TRIPLE).trim_start_matches('-')
    }
}

/// A name as a program has it: `amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-`.
pub fn parse(name: &str) -> Status<&'static Isa> {
    let wrong = || Failure::InvalidArgument.because(format_args!("there is no processor '{name}'"));
    // The environment, between the last two dashes, has no name, or is unknown.
    let rest = name.strip_prefix(TRIPLE).ok_or_else(wrong)?;
    let target = rest.strip_prefix("unknown-").or_else(|| rest.strip_prefix('-')).ok_or_else(wrong)?;
    let mut parts = target.split(':');
    let processor = parts.next().unwrap_or_default();
    let isa = ALL.iter().find(|isa| isa.processor() == processor).ok_or_else(wrong)?;
    let mut before = "";
    for part in parts {
        let feature = part.strip_suffix(['+', '-']).ok_or_else(wrong)?;
        // Each once, in the order of the alphabet.
        if !isa.features.contains(&feature) || feature <= before {
            return Err(wrong());
        }
        before = feature;
    }
    Ok(isa)
}

#[cfg(test)]
mod tests {
    use super::{ALL, parse};

    #[test]
    fn names_are_amds_with_the_features_that_a_processor_has() {
        for (name, processor) in [
            ("amdgcn-amd-amdhsa--gfx1030", "gfx1030"),
            ("amdgcn-amd-amdhsa-unknown-gfx906", "gfx906"),
            ("amdgcn-amd-amdhsa--gfx90a:sramecc+:xnack-", "gfx90a"),
            ("amdgcn-amd-amdhsa--gfx11-generic", "gfx11-generic"),
        ] {
            assert_eq!(parse(name).expect(name).processor(), processor);
        }
        for name in [
            "",
            "gfx1030",
            "amdgcn-amd-amdhsa-gfx1030",
            "amdgcn-amd-amdhsa--gfx1",
            "amdgcn-amd-amdhsa--gfx1030:xnack+",
            "amdgcn-amd-amdhsa--gfx90a:xnack+:sramecc-",
            "amdgcn-amd-amdhsa--gfx90a:xnack",
        ] {
            assert!(parse(name).is_err(), "{name}");
        }
    }

    #[test]
    fn every_listed_name_is_one() {
        for isa in ALL {
            assert_eq!(parse(isa.full.to_str().expect("text")).map(|found| found.full), Ok(isa.full));
        }
    }
}
