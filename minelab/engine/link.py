"""Kernels that LLVM optimises once, as a whole.

numba makes machine code of each kernel that another kernel calls, and optimises it again with every
caller above it. Here such a kernel is only translated to LLVM's language. Its caller at the top, the
entry point that Python calls, is linked with all that it reaches and optimised once. That halves the
time to compile an agent. (Part of the gain: Python's garbage collector rests meanwhile.)

All that numba needs is told through its own extension points: a compiler with another library for
the code it makes (`pipeline_class`), a dispatcher with another type (`_numba_type_`).
"""

import gc

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler
from numba.core.registry import CPUDispatcher

from minelab.engine.cache import KernelCache


class Translated(JITCodeLibrary):
    """The code of a kernel that other kernels call: neither optimised nor run by itself."""

    def _ensure_finalized(self):
        pass


class Linked(JITCodeLibrary):
    """The code of an entry point, with that of all kernels it reaches."""

    def finalize(self):
        self._linking_libraries = callers_first(self)
        super().finalize()


def callers_first(library):
    """All that a library is to be linked with.

    Callers come before callees, since LLVM drops a function that nothing has called so far.
    """
    order, seen = [], set()

    def visit(caller):
        for callee in caller._linking_libraries:
            if callee not in seen:
                seen.add(callee)
                if isinstance(callee, Translated):
                    visit(callee)
                order.append(callee)

    visit(library)
    return order[::-1]


class Translator(Compiler):
    """numba's compiler, as far as LLVM's language."""

    def define_pipelines(self):
        use_library(Translated, self.state)
        self.state.flags.no_compile = True
        return super().define_pipelines()


class Linker(Compiler):
    """numba's compiler, for an entry point."""

    def define_pipelines(self):
        use_library(Linked, self.state)
        return super().define_pipelines()


def use_library(kind, state):
    state.library = kind(state.targetctx.codegen(), state.func_id.func_qualname)
    state.library.enable_object_caching()


class Part(CPUDispatcher):
    """A kernel as other kernels see it."""

    def __init__(self, py_func, **options):
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func, targetoptions=options, pipeline_class=Translator)

    def add_overload(self, cres):
        cres = cres._replace(entry_point=object())  # a key to find the code by, never called
        self.targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres


class Kernel(CPUDispatcher):
    """A kernel as Python sees it."""

    def __init__(self, py_func, **options):
        super().__init__(py_func, targetoptions=options, pipeline_class=Linker)
        self._cache = KernelCache(py_func)
        self.part = Part(py_func, **options)

    @property
    def _numba_type_(self):
        return types.Dispatcher(self.part)

    def compile(self, sig):
        collects = gc.isenabled()
        gc.disable()
        try:
            return super().compile(sig)
        finally:
            if collects:
                gc.enable()
