//! `cargo support`: rewrites README's generated tables.

use hipvk_tests::support;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let path = support::readme();
    let old = std::fs::read_to_string(&path)?;
    let new = support::rewrite(&old)?;
    if new != old {
        std::fs::write(&path, new)?;
        println!("README.md: tables rewritten");
    }
    Ok(())
}
