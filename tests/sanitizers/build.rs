//! Puts the program's object, which has `main`, into the executable. Called by cargo, for tests/sanitizers.sh.

fn main() {
    println!("cargo:rerun-if-env-changed=SANITIZED_OBJECT");
    let object = std::env::var("SANITIZED_OBJECT").expect("tests/sanitizers.sh names the program's object");
    println!("cargo:rerun-if-changed={object}");
    println!("cargo:rustc-link-arg={object}");
    println!("cargo:rustc-link-arg=-lstdc++");
}
