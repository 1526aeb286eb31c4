//! README says what the code says.

use hipvk_tests::support;

#[test]
fn readmes_tables_are_those_of_the_code() {
    let readme = std::fs::read_to_string(support::readme()).expect("README.md is there");
    let wanted = support::rewrite(&readme).expect("README has its markers");
    assert!(readme == wanted, "README's tables are out of date: run `cargo support`");
}
