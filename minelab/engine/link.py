"""Kernels that LLVM optimises once, as a whole.

numba makes machine code of each kernel that another kernel calls, and optimises it again with
every caller above it. Here such a kernel is only translated to LLVM's language and handed to its
callers. The one at the top, the entry point that Python calls, is optimised with all that it
reaches, once. Python's garbage collector rests meanwhile. So an agent compiles in half the time.

All this uses numba's own extension points: a compiler with another library for the code it makes
(`pipeline_class`), and a dispatcher with another type (`_numba_type_`).
"""

import gc
import multiprocessing
import threading
from contextlib import nullcontext
from functools import cached_property

from numba.core import types
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import Compiler, Flags
from numba.core.compiler_lock import global_compiler_lock
from numba.core.registry import CPUDispatcher

from minelab._notebook import progress_bar
from minelab.engine.cache import KernelCache

SKIPPED = {  # steps of numba's compiler for what no kernel has
    "with_lifting",
    "inline_closure_likes",
    "Rewrite dynamic raises",
    "make_function_op_code_to_jit_function",
    "inline_inlinables",
    "find_literally",
    "literal_unroll",
    "LiteralPropagation",
    "inline_overloads",
    "nopython_rewrites",
    "dump_parfor_diagnostics",
}


class Translated(JITCodeLibrary):
    """The code of a kernel and of those that it calls, neither optimised nor run by itself."""

    def _ensure_finalized(self):
        pass

    def _get_module_for_linking(self):
        if self._shared_module is None:
            for callee in dict.fromkeys(self._linking_libraries):
                self._final_module.link_in(callee._get_module_for_linking(), preserve=True)
        return super()._get_module_for_linking()


class Options(Flags):
    """numba's options, compared by those that were set: it compares them at every operator."""

    def values(self):
        return self._values


class Translator(Compiler):
    """numba's compiler, as far as LLVM's language and without steps for what no kernel has."""

    forceinline = False

    def __init__(self, *how):
        super().__init__(*how)
        self.state.flags = Options(self.state.flags)

    def define_pipelines(self):
        name = self.state.func_id.func_qualname
        self.state.library = Translated(self.state.targetctx.codegen(), name)
        self.state.flags.no_compile = True
        self.state.flags.forceinline = self.forceinline
        (pipeline,) = super().define_pipelines()
        pipeline.passes = [step for step in pipeline.passes if step[0].name() not in SKIPPED]
        return [pipeline]


class Inliner(Translator):
    """The same for a kernel that LLVM is to put into its callers.

    Not an option of the kernel, because numba hands options on to all that a kernel calls.
    """

    forceinline = True


class Part(CPUDispatcher):
    """A kernel as other kernels see it."""

    def __init__(self, py_func, compiler, **options):
        options |= {"no_cpython_wrapper": True, "no_cfunc_wrapper": True}
        super().__init__(py_func, targetoptions=options, pipeline_class=compiler)

    def compile(self, sig):
        """Translate for these types; a constant counts as any number, since LLVM sees it later."""
        return super().compile(tuple(types.unliteral(kind) for kind in sig))

    def add_overload(self, cres):
        cres = cres._replace(entry_point=object())  # a key to find the code by, never called
        self.targetctx.insert_user_function(cres.entry_point, cres.fndesc, [cres.library])
        self.overloads[tuple(cres.signature.args)] = cres
        if Kernel.progress is not None:
            Kernel.progress.update()


class Kernel(CPUDispatcher):
    """A kernel as Python sees it."""

    progress = None
    """A bar that counts the kernels translated for the one that Python called."""

    def __init__(self, py_func, inline=None, **options):
        super().__init__(py_func, targetoptions=options | {"no_cfunc_wrapper": True})
        self._cache = KernelCache(py_func)
        self.compiler, self.options = Inliner if inline else Translator, options

    @cached_property
    def part(self):
        """Made when a kernel that calls this one is compiled, which a cached one never is."""
        return Part(self.py_func, self.compiler, **self.options)

    @property
    def _numba_type_(self):
        return types.Dispatcher(self.part)

    def compile(self, sig):
        with global_compiler_lock, compiling_bar() as Kernel.progress:
            collects = gc.isenabled()
            gc.disable()
            try:
                return super().compile(sig)
            finally:
                if collects:
                    gc.enable()


def compiling_bar():
    """Says that the engine compiles, if that takes longer than a moment.

    A worker is silent: whoever started it has a bar of its own.
    """
    process, thread = multiprocessing.current_process(), threading.current_thread()
    if process.name != "MainProcess" or thread is not threading.main_thread():
        return nullcontext()
    return progress_bar(desc="compiling the engine, once", unit=" kernels")
