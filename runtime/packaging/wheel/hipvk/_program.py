"""hipcc, hipconfig and hipify-perl as pip's scripts: the one program, which looks at the name that it is called by. And hipvk-precompile."""

import os
import sys

from hipvk import folder


def main():
    program = folder / "bin/hipcc"
    os.execv(program, [str(folder / "bin" / os.path.basename(sys.argv[0])), *sys.argv[1:]])


def precompile():
    program = folder / "bin/hipvk-precompile"
    os.execv(program, [str(program), *sys.argv[1:]])
