//! Names that no rule makes of CUDA's, and names that HIP has and this installation has not: `names.txt`, read.
//!
//! Called by [`super::names`] and [`super::rules`].

use std::collections::{HashMap, HashSet};

const TEXT: &str = include_str!("names.txt");

/// What `names.txt` says.
#[derive(Debug, Default)]
pub struct Table {
    /// CUDA's name to HIP's.
    pub renamed: HashMap<&'static str, &'static str>,
    /// CUDA's names that a rule would give to something else of HIP's.
    pub unlike: HashSet<&'static str>,
    /// Words of CUDA's that HIP does without, as calling conventions.
    pub gone: HashSet<&'static str>,
    /// HIP's names that no header here spells: hipRAND's for the device, which programs bring, and macros'.
    pub known: HashSet<&'static str>,
    /// HIP's names that AMD's headers have and ours have not.
    pub lacking: HashSet<&'static str>,
}

impl Table {
    /// Lines are `CUDA HIP`, `unlike CUDA...`, `gone CUDA...`, `known HIP...`, `lacking HIP...` or a comment behind `#`.
    pub fn read() -> Self {
        let mut table = Self::default();
        for line in TEXT.lines() {
            let mut words = line.split('#').next().unwrap_or_default().split_whitespace();
            match (words.next(), words.next()) {
                (Some("unlike"), first) => table.unlike.extend(first.into_iter().chain(words)),
                (Some("gone"), first) => table.gone.extend(first.into_iter().chain(words)),
                (Some("known"), first) => table.known.extend(first.into_iter().chain(words)),
                (Some("lacking"), first) => table.lacking.extend(first.into_iter().chain(words)),
                (Some(cuda), Some(hip)) => {
                    table.renamed.insert(cuda, hip);
                }
                _ => {}
            }
        }
        table
    }
}
