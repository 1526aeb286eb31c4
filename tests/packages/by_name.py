"""Loads a library by its name alone, as clients do; fails if it is not found or is not HIP's. Run by tests/packages.rs."""

import ctypes
import sys

library = ctypes.CDLL(sys.argv[1])
major, minor = ctypes.c_int(), ctypes.c_int()
assert library.hiprtcVersion(ctypes.byref(major), ctypes.byref(minor)) == 0 and major.value >= 7
count = ctypes.c_int()
assert library.hipGetDeviceCount(ctypes.byref(count)) == 0 and count.value >= 1
