//! Name expressions: C++ that says which kernel or variable is meant, and the symbol that clang gave it.
//!
//! HIP: "HIPRTC will parse the name expression string as a C++ constant expression at the end of the user program." Each becomes the
//! initialiser of a variable there; what the initialiser is in clang's IR is the symbol, and the variable goes. Called by [`super::Job`].

use std::fmt::Write;

use crate::ir::constant::ConstData;
use crate::ir::module::Module;
use crate::ir::types::Type;

const VARIABLE: &str = "__hiprtc_name_expression_";

/// The end of the program's text.
pub fn declarations(names: &[String]) -> String {
    let mut text = String::new();
    for (at, name) in names.iter().enumerate() {
        // The attributes by clang's names: the program may have macros of its own. Writing to a String cannot fail.
        let _ = write!(
            text,
            "\n#line 1 \"name expression {at}\"\nextern \"C\" __attribute__((device)) const void *{VARIABLE}{at} = (const void *)&{};\n",
            bare(name)
        );
    }
    text
}

/// The expression without what says that its address is meant: `&x`, `(&x)`.
fn bare(name: &str) -> &str {
    let mut bare = name.trim();
    loop {
        let inner = match bare.strip_prefix('(').and_then(|rest| rest.strip_suffix(')')) {
            Some(inner) if balanced(inner) => inner,
            _ => bare,
        };
        let inner = inner.trim();
        let inner = inner.strip_prefix('&').unwrap_or(inner).trim();
        if inner.len() == bare.len() {
            return bare;
        }
        bare = inner;
    }
}

/// Whether no parenthesis in it closes one outside.
fn balanced(text: &str) -> bool {
    let mut depth = 0;
    text.chars().all(|c| {
        depth += i32::from(c == '(') - i32::from(c == ')');
        depth >= 0
    })
}

/// The symbols of the name expressions, which are taken out of the module; the host may then name what they name.
///
/// # Errors
/// The log: an expression that is no kernel's or variable's address.
pub fn take(module: &mut Module, names: &[String]) -> Result<Vec<String>, String> {
    (0..names.len()).map(|at| take_one(module, at).ok_or_else(|| not_a_name(&names[at]))).collect()
}

fn not_a_name(name: &str) -> String {
    format!(
        "hiprtc: error: the name expression '{name}' is not the address of a kernel or of a variable on the device\n"
    )
}

fn take_one(module: &mut Module, at: usize) -> Option<String> {
    let name = format!("{VARIABLE}{at}");
    let variable = module.globals.iter().find(|(_, global)| global.name == name)?.0;
    let init = module.globals[variable].init?;
    let symbol = match *module.ctx.consts.data(init) {
        ConstData::Function { func, .. } => module.functions[func].name.clone(),
        ConstData::GlobalAddr { global, offset: 0, .. } => {
            let global = &mut module.globals[global];
            (global.internal, global.externally_initialized) = (false, true);
            global.name.clone()
        }
        _ => return None,
    };
    let nothing = module.ctx.consts.intern(ConstData::Zero(Type::PTR));
    let global = &mut module.globals[variable];
    (global.init, global.internal, global.externally_initialized) = (Some(nothing), true, false);
    Some(symbol)
}

#[cfg(test)]
mod tests {
    use super::{bare, declarations, take};
    use crate::ir::parse::parse_module;

    #[test]
    fn an_expression_may_say_that_its_address_is_meant_or_not() {
        for name in ["k<int>", "&k<int>", " & k<int> ", "(&k<int>)", "&(k<int>)", "((k<int>))"] {
            assert_eq!(bare(name), "k<int>", "{name}");
        }
        assert_eq!(bare("(void (*)(int *))k"), "(void (*)(int *))k");
        assert_eq!(bare("(a)(b)"), "(a)(b)");
        assert!(declarations(&["(V)".into()]).contains("= (const void *)&V;"));
    }

    #[test]
    fn symbols_are_read_from_the_initialisers_and_these_go() {
        let text = "@_ZL1v = internal addrspace(1) global i32 5\n\
            @__hiprtc_name_expression_0 = addrspace(1) externally_initialized global ptr @_Z1kv\n\
            @__hiprtc_name_expression_1 = addrspace(1) externally_initialized global ptr addrspacecast (ptr addrspace(1) @_ZL1v to ptr)\n\
            @__hiprtc_name_expression_2 = addrspace(1) externally_initialized global ptr null\n\
            define amdgpu_kernel void @_Z1kv() {\n  ret void\n}\n";
        let mut module = parse_module(text).expect("good IR");
        let names = ["k".to_owned(), "v".to_owned()];
        assert_eq!(take(&mut module, &names), Ok(vec!["_Z1kv".to_owned(), "_ZL1v".to_owned()]));
        let visible: Vec<&str> = module.globals.values().filter(|g| !g.internal).map(|g| g.name.as_str()).collect();
        assert_eq!(visible, ["_ZL1v", "__hiprtc_name_expression_2"]);
        let three = [&names[..], &["nothing".to_owned()]].concat();
        assert!(take(&mut module, &three).is_err_and(|log| log.contains("'k'")), "its variable is gone");
    }
}
