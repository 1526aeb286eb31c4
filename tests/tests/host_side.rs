//! What our headers do in host code, compiled by clang as plain C++ and run: no kernel, no device.

use std::path::PathBuf;
use std::process::{Command, Output};

use hipvk_tests::clang::clang;
use hipvk_tests::places::root;

/// Runs clang on `source`, in a file of its own.
fn compiled(name: &str, source: &str, arguments: &[&str]) -> Output {
    let file = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name).with_extension("cpp");
    std::fs::write(&file, source).expect("a source");
    let mut command = Command::new(clang());
    let output = command.arg("-O2").arg("-I").arg(root().join("runtime/include")).arg(&file).args(arguments).output();
    let output = output.expect("clang starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// Compiles and runs a program that ends with 0 if all is right, and else says what is not.
fn is_right(name: &str, source: &str) {
    let program = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    compiled(name, source, &["-o", program.to_str().expect("a plain path")]);
    let output = Command::new(&program).output().expect("it starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

/// A kernel that waits for one would wait for ever: clang 19 forgets of the members of a volatile object's base that they are volatile.
#[test]
fn the_elements_of_a_volatile_vector_are_volatile() {
    let source = "#include <hip/hip_vector_types.h>\n\
        float f(volatile float4 *p) { p->y = p->w; return p->x + p[1].z; }\n\
        int g(volatile int2 &v) { v.x = 1; return v.y; }\n\
        double h(volatile double3 *p) { return p->z; }\n\
        short i(const volatile short1 &v) { return v.x; }\n";
    let output = compiled("volatile_vectors", source, &["-S", "-emit-llvm", "-o", "-"]);
    let text = String::from_utf8_lossy(&output.stdout);
    let accesses = |what: &str| text.lines().filter(|line| line.trim().contains(what)).count();
    assert_eq!((accesses("load volatile"), accesses("store volatile")), (6, 2), "{text}");
    assert_eq!((accesses("= load "), accesses("store ")), (6, 2), "{text}");
}

/// Every half, and floats of every exponent around what rounds: as the compiler's own conversions, which are libgcc's.
#[test]
fn halves_and_floats_become_each_other_as_the_compiler_has_it() {
    let source = "#include <hip/hip_fp16.h>\n#include <cstdio>\n#include <cstring>\n\
        template <class To, class From> static To bits(From v) { To b; std::memcpy(&b, &v, sizeof b); return b; }\n\
        int main() {\n\
          unsigned wrong = 0, looked = 0;\n\
          for (unsigned b = 0; b < 65536; b++, looked++) {\n\
            _Float16 h = bits<_Float16>((unsigned short)b);\n\
            wrong += bits<unsigned>(__half2float(__half(h))) != bits<unsigned>((float)h);\n\
          }\n\
          for (unsigned long long high = 0; high < 1 << 20; high++)\n\
            for (unsigned low : {0u, 1u, 0x7ffu, 0xfffu}) {\n\
              float f = bits<float>((unsigned)(high << 12 | low));\n\
              wrong += bits<unsigned short>(__float2half(f)) != bits<unsigned short>((_Float16)f), looked++;\n\
            }\n\
          std::printf(\"%u wrong of %u\\n\", wrong, looked);\n\
          return wrong != 0 || looked != 65536 + (4 << 20);\n\
        }\n";
    is_right("half_conversions", source);
}

/// A sum, product and quotient of halves are rounded once, whether or not they are computed in float.
#[test]
fn arithmetic_of_halves_is_the_compilers() {
    let source = "#include <hip/hip_fp16.h>\n#include <cstdio>\n#include <cstring>\n\
        static unsigned short bits(_Float16 v) { unsigned short b; std::memcpy(&b, &v, 2); return b; }\n\
        int main() {\n\
          unsigned wrong = 0, seed = 1;\n\
          for (int i = 0; i < 200000; i++) {\n\
            unsigned short x = (unsigned short)((seed = seed * 1664525u + 1013904223u) >> 16);\n\
            unsigned short y = (unsigned short)((seed = seed * 1664525u + 1013904223u) >> 16);\n\
            _Float16 a, b;\n\
            std::memcpy(&a, &x, 2), std::memcpy(&b, &y, 2);\n\
            __half c(a), d(b);\n\
            if (a != a || b != b) continue;\n\
            _Float16 right[] = {(_Float16)(a + b), (_Float16)(a - b), (_Float16)(a * b), (_Float16)(a / b)};\n\
            __half ours[] = {c + d, __hsub(c, d), c * d, __hdiv(c, d)};\n\
            for (int k = 0; k < 4; k++) wrong += right[k] == right[k] ? bits(ours[k].data) != bits(right[k]) : !__hisnan(ours[k]);\n\
            wrong += (c < d) != (a < b);\n\
          }\n\
          std::printf(\"%u wrong\\n\", wrong);\n\
          return wrong != 0;\n\
        }\n";
    is_right("half_arithmetic", source);
}
