"""python -m hipvk SCRIPT ARGUMENT...: runs a script whose modules look for ROCm's libraries by name, as hip-python did before 10."""

import runpy
import sys

from hipvk import load

if len(sys.argv) < 2:
    sys.exit(__doc__)
load()
del sys.argv[0]
runpy.run_path(sys.argv[0], run_name="__main__")
