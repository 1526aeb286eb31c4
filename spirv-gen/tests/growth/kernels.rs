//! Kernels of any length in the shapes that large programs have, as clang writes them.
//!
//! A kernel is one step after another, each of a dozen instructions that need the step before. Used by this folder's test and by
//! `./hipvk bench`, which measures the compiler with them.

use std::fmt::Write;

/// What a kernel's steps are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// Arithmetic and a load.
    Straight,
    /// A branch around a load and a store.
    Branches,
    /// A shuffle, and a ballot of those lanes that take a branch.
    Shuffles,
    /// An exchange through shared memory between two barriers; every eighth also through device memory.
    Barriers,
    /// A loop that is left in its middle.
    Loops,
}

impl Shape {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Straight, Self::Branches, Self::Shuffles, Self::Barriers, Self::Loops];

    /// As a table names it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Straight => "straight",
            Self::Branches => "branches",
            Self::Shuffles => "shuffles",
            Self::Barriers => "barriers",
            Self::Loops => "loops",
        }
    }

    fn step(self) -> &'static str {
        match self {
            Self::Straight => STRAIGHT,
            Self::Branches => BRANCHES,
            Self::Shuffles => SHUFFLES,
            Self::Barriers => BARRIERS,
            Self::Loops => LOOPS,
        }
    }
}

/// Threads of a block that the kernels are written for.
pub const BLOCK: u32 = 256;

/// LLVM IR text of a kernel of at least `instructions` instructions, and of hardly more.
pub fn kernel(shape: Shape, instructions: usize) -> String {
    let mut text = String::from(HEAD);
    let (mut written, mut number) = (count(HEAD), 0);
    while written < instructions {
        let mut step = shape.step().to_owned();
        if number % 8 == 7 {
            step = step.replace("  ; also through device memory\n", THROUGH_DEVICE_MEMORY);
        }
        written += count(&step);
        // The state before a step is %xN and %yN, behind it one number more.
        let places = [
            ("$odd", 2 * number + 3),
            ("$shift", number % 13 + 1),
            ("$bit", 1 << (number % 31)),
            ("$lanes", 1 << (number % 5)),
            ("$next", number + 1),
            ("$n", number),
        ];
        for (place, value) in places {
            step = step.replace(place, &value.to_string());
        }
        text.push_str(&step);
        number += 1;
    }
    // Writing to a String cannot fail.
    let _ = writeln!(text, "  %sum = add i32 %x{number}, %y{number}\n  store i32 %sum, ptr addrspace(1) %own, align 4");
    text + "  ret void\n}\n" + DECLARATIONS
}

/// How many instructions some text has.
fn count(text: &str) -> usize {
    text.lines().filter(|line| line.starts_with("  ") && !line.trim_start().starts_with(';')).count()
}

const HEAD: &str = "@s = internal unnamed_addr addrspace(3) global [256 x i32] undef, align 16

define protected amdgpu_kernel void @k(ptr addrspace(1) %o, ptr addrspace(1) %a, i32 %y0) {
  %block = tail call i32 @llvm.amdgcn.workgroup.id.x()
  %first = shl i32 %block, 8
  %t = tail call i32 @llvm.amdgcn.workitem.id.x()
  %i = add i32 %first, %t
  %w = zext i32 %i to i64
  %in = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %w
  %own = getelementptr inbounds i32, ptr addrspace(1) %o, i64 %w
  %mine = getelementptr inbounds [256 x i32], ptr addrspace(3) @s, i32 0, i32 %t
  %x0 = load i32, ptr addrspace(1) %in, align 4
  br label %step0
step0:
";

const STRAIGHT: &str = "  %m$n = mul i32 %x$n, $odd
  %h$n = lshr i32 %x$n, $shift
  %e$n = xor i32 %y$n, %h$n
  %x$next = add i32 %m$n, %e$n
  %j$n = and i32 %x$next, 1023
  %k$n = zext nneg i32 %j$n to i64
  %p$n = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k$n
  %q$n = getelementptr inbounds i32, ptr addrspace(1) %p$n, i64 $n
  %l$n = load i32, ptr addrspace(1) %q$n, align 4
  %y$next = add i32 %l$n, %y$n
";

const BRANCHES: &str = "  %b$n = and i32 %x$n, $bit
  %c$n = icmp eq i32 %b$n, 0
  br i1 %c$n, label %step$next, label %then$n
then$n:
  %h$n = lshr i32 %x$n, $shift
  %j$n = and i32 %h$n, 511
  %k$n = zext nneg i32 %j$n to i64
  %p$n = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k$n
  %l$n = load i32, ptr addrspace(1) %p$n, align 4
  %z$n = add i32 %l$n, %y$n
  %q$n = getelementptr inbounds i32, ptr addrspace(1) %o, i64 $n
  store i32 %z$n, ptr addrspace(1) %q$n, align 4
  br label %step$next
step$next:
  %y$next = phi i32 [ %z$n, %then$n ], [ %y$n, %step$n ]
  %m$n = mul i32 %x$n, $odd
  %x$next = add i32 %m$n, 1
";

const SHUFFLES: &str = "  %r$n = tail call i32 @__hip_vk_shfl_xor_i32(i32 %x$n, i32 $lanes)
  %m$n = mul i32 %r$n, $odd
  %x$next = add i32 %m$n, %x$n
  %c$n = icmp ugt i32 %x$next, %y$n
  br i1 %c$n, label %then$n, label %step$next
then$n:
  %b$n = and i32 %x$next, 1
  %d$n = icmp ne i32 %b$n, 0
  %v$n = tail call i64 @__hip_vk_ballot(i1 zeroext %d$n)
  %h$n = lshr i64 %v$n, 1
  %u$n = trunc i64 %h$n to i32
  %z$n = add i32 %y$n, %u$n
  br label %step$next
step$next:
  %y$next = phi i32 [ %z$n, %then$n ], [ %y$n, %step$n ]
";

const BARRIERS: &str = "  store i32 %x$n, ptr addrspace(3) %mine, align 4
  ; also through device memory
  fence syncscope(\"workgroup\") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope(\"workgroup\") acquire
  %j$n = add nuw nsw i32 %t, $odd
  %k$n = and i32 %j$n, 255
  %p$n = getelementptr inbounds [256 x i32], ptr addrspace(3) @s, i32 0, i32 %k$n
  %l$n = load i32, ptr addrspace(3) %p$n, align 4
  %m$n = mul i32 %l$n, $odd
  %x$next = add i32 %m$n, %x$n
  %y$next = xor i32 %l$n, %y$n
  fence syncscope(\"workgroup\") release
  tail call void @llvm.amdgcn.s.barrier()
  fence syncscope(\"workgroup\") acquire
";

const THROUGH_DEVICE_MEMORY: &str = "  store i32 %y$n, ptr addrspace(1) %own, align 4
";

const LOOPS: &str = "  %b$n = and i32 %x$n, 15
  %c$n = icmp eq i32 %b$n, 0
  br i1 %c$n, label %step$next, label %loop$n
loop$n:
  %q$n = phi i32 [ %f$n, %latch$n ], [ 0, %step$n ]
  %z$n = phi i32 [ %g$n, %latch$n ], [ %y$n, %step$n ]
  %k$n = zext nneg i32 %q$n to i64
  %p$n = getelementptr inbounds i32, ptr addrspace(1) %a, i64 %k$n
  %l$n = load i32, ptr addrspace(1) %p$n, align 4
  %d$n = icmp ugt i32 %l$n, $odd
  br i1 %d$n, label %step$next, label %latch$n
latch$n:
  %f$n = add nuw nsw i32 %q$n, 1
  %g$n = add i32 %l$n, %z$n
  %e$n = icmp eq i32 %f$n, %b$n
  br i1 %e$n, label %step$next, label %loop$n
step$next:
  %y$next = phi i32 [ %y$n, %step$n ], [ %z$n, %loop$n ], [ %g$n, %latch$n ]
  %m$n = mul i32 %x$n, 3
  %x$next = add i32 %m$n, %y$next
";

const DECLARATIONS: &str = "
declare i32 @llvm.amdgcn.workgroup.id.x()
declare i32 @llvm.amdgcn.workitem.id.x()
declare void @llvm.amdgcn.s.barrier()
declare i32 @__hip_vk_shfl_xor_i32(i32, i32)
declare i64 @__hip_vk_ballot(i1 zeroext)
";
