"""HIP on Vulkan: where this wheel's installation lies, and its libraries loaded."""

import ctypes
from pathlib import Path

#: The installation, as ROCM_PATH and HIP_PATH name one: lib, include, bin, amdgcn/bitcode.
folder = Path(__file__).parent


def load():
    """Loads the libraries under the names that programs give to dlopen, so that these find them; libamdhip64 is the result.

    hip-python 10 finds them by itself (they lie in the package `rocm`), older ones do not.
    """
    libraries = {path.name: ctypes.CDLL(str(path)) for path in (folder.parent / "rocm/hipvk").glob("lib*.so")}
    return libraries["libamdhip64.so"]
