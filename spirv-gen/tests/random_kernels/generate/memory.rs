//! Accesses of all memories, through pointers of their own and generic ones, and questions whether a pointer is null.

use super::{Generator, REGION, is_float};

/// The null pointer of type `ty`, as clang writes it.
fn null(ty: &str) -> &'static str {
    match ty {
        "ptr addrspace(3)" => "addrspacecast (ptr null to ptr addrspace(3))",
        "ptr addrspace(5)" => "addrspacecast (ptr null to ptr addrspace(5))",
        _ => "null",
    }
}

impl Generator {
    /// A pointer to `size` aligned bytes of this thread, and its type: in device, shared or private memory, or generic.
    fn place(&mut self, size: u32) -> (&'static str, String) {
        let index = self.value("i32");
        let at = self.reg("i32", &format!("and i32 {index}, {}", REGION - size));
        let at64 = self.reg("i64", &format!("zext i32 {at} to i64"));
        let wheres =
            [("ptr addrspace(1)", "%out.mine"), ("ptr addrspace(3)", "%shared.mine"), ("ptr addrspace(5)", "%array")];
        match self.rng.below(7) {
            n @ 0..=5 => {
                let (ty, base) = wheres[n % 3];
                let index = if n % 3 == 0 { format!("i64 {at64}") } else { format!("i32 {at}") };
                (ty, self.reg(ty, &format!("getelementptr i8, {ty} {base}, {index}")))
            }
            _ => {
                let cond = self.value("i1");
                let (a, b) = (self.rng.below(3), self.rng.below(3));
                let casts: Vec<String> = [a, b]
                    .iter()
                    .map(|&i| self.reg("ptr", &format!("addrspacecast {} {} to ptr", wheres[i].0, wheres[i].1)))
                    .collect();
                let base = self.reg("ptr", &format!("select i1 {cond}, ptr {}, ptr {}", casts[0], casts[1]));
                ("ptr", self.reg("ptr", &format!("getelementptr i8, ptr {base}, i64 {at64}")))
            }
        }
    }

    /// Asks in several ways whether a pointer that may be null is: in its own memory, as a generic pointer, and out of a variable that
    /// becomes phis. What is not null is read.
    pub(super) fn null(&mut self) {
        let (ty, ptr) = self.place(1);
        let cond = self.value("i1");
        let chosen = self.reg(ty, &format!("select i1 {cond}, {ty} {ptr}, {ty} {}", null(ty)));
        self.is_null(ty, &chosen);
        let mut generic = chosen;
        if ty != "ptr" {
            generic = self.reg("ptr", &format!("addrspacecast {ty} {generic} to ptr"));
            self.is_null("ptr", &generic);
        }
        if self.rng.below(2) == 0 {
            self.line(&format!("store ptr {generic}, ptr addrspace(5) %pointer"));
        } else {
            generic = self.reg("ptr", "load ptr, ptr addrspace(5) %pointer");
        }
        let is_null = self.is_null("ptr", &generic);
        let array = self.reg("ptr", "addrspacecast ptr addrspace(5) %array to ptr");
        let readable = self.reg("ptr", &format!("select i1 {is_null}, ptr {array}, ptr {generic}"));
        self.reg("i8", &format!("load i8, ptr {readable}"));
    }

    /// Compares `ptr` with null; whether it is null.
    fn is_null(&mut self, ty: &str, ptr: &str) -> String {
        let (a, b) = if self.rng.below(2) == 0 { (ptr, null(ty)) } else { (null(ty), ptr) };
        let not_null = self.reg("i1", &format!("icmp ne {ty} {a}, {b}"));
        self.reg("i1", &format!("xor i1 {not_null}, true"))
    }

    /// A load, a store, an atomic operation, or a copy of a block.
    pub(super) fn memory(&mut self) {
        let plain = [("i8", 1), ("i16", 2), ("i32", 4), ("i64", 8), ("float", 4), ("double", 8), ("half", 2)];
        let (ty, size) = plain[self.rng.below(if self.floats { 7 } else { 4 })];
        let (ptr_ty, ptr) = self.place(size);
        match self.rng.below(5) {
            0 | 1 => {
                let value = self.value(ty);
                let value = self.seen(ty, &value);
                self.line(&format!("store {ty} {value}, {ptr_ty} {ptr}, align {size}"));
            }
            2 | 3 => {
                // Loaded as integers: the bits of a NaN are not for floats to keep.
                let int = format!("i{}", size * 8);
                let value = self.reg(&int, &format!("load {int}, {ptr_ty} {ptr}, align {size}"));
                if is_float(ty) {
                    let float = self.reg(ty, &format!("bitcast {int} {value} to {ty}"));
                    self.seen(ty, &float);
                }
            }
            _ if matches!(ty, "i32" | "i64") && ptr_ty != "ptr addrspace(5)" => {
                let value = self.value(ty);
                let names =
                    ["add", "sub", "and", "or", "xor", "max", "min", "umax", "umin", "xchg", "nand", "uinc_wrap"];
                let op = self.rng.pick(&names);
                let rest = format!("{ptr_ty} {ptr}, {ty} {value} syncscope(\"agent\") monotonic, align {size}");
                self.reg(ty, &format!("atomicrmw {op} {rest}"));
            }
            _ => {
                let len = self.rng.pick(&[4u32, 12, 16, 17, 40]);
                let byte = self.value("i8");
                match self.rng.below(2) {
                    0 => self.line(&format!("call void @llvm.memset.p5.i64(ptr addrspace(5) %array, i8 {byte}, i64 {len}, i1 false)")),
                    _ => self.line(&format!(
                        "call void @llvm.memcpy.p5.p3.i64(ptr addrspace(5) %array, ptr addrspace(3) %shared.mine, i64 {len}, i1 false)"
                    )),
                }
            }
        }
    }
}
