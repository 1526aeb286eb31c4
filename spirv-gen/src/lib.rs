//! LLVM IR text to Vulkan SPIR-V.
