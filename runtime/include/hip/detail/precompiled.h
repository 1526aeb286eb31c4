// precompiled.h: nothing. What hipcc and hipRTC put in front of every program (device_library.h, clang's wrapper, rtc_runtime.h) is
// precompiled as if in front of this file, which stands for the program (spirv-gen/src/driver/precompiled).
