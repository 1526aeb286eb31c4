//! What makes code smaller or quicker and changes nothing else: the clean-up that both halves run, and `structure` and `warp` call. One file
//! per pass; `identities` is `const_fold`'s table.

pub mod const_fold;
pub mod cse;
pub mod dce;
pub mod flatten;
pub mod identities;
pub mod joint_conditions;
pub mod licm;
pub mod pieces;
pub mod same_ways;
pub mod simplify_cfg;
pub mod unroll;

#[cfg(test)]
mod tests;
