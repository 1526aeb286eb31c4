//! Puts the program's object, which has `main`, into the executable. Called by cargo, for tests/races.sh.

fn main() {
    println!("cargo:rerun-if-env-changed=RACES_OBJECT");
    let object = std::env::var("RACES_OBJECT").expect("tests/races.sh names the program's object");
    println!("cargo:rerun-if-changed={object}");
    println!("cargo:rustc-link-arg={object}");
    println!("cargo:rustc-link-arg=-lstdc++");
}
