"""The compiled part of the package, linked to the engine's shared library beside it.

Built by scripts/package-python, which puts libAmbitC.so, ambit.h, the version and the licence here first.
"""

from setuptools import Extension, setup

setup(
    ext_modules=[
        Extension(
            "ambit._engine",
            ["engine/module.c", "engine/column.c", "engine/numbers.c"],
            depends=["engine/engine.h", "engine/ambit.h"],
            include_dirs=["engine"],
            extra_compile_args=["-O2", "-std=c11", "-Wall", "-Werror", "-fvisibility=hidden"],
            # The library lies in the same folder once installed.
            library_dirs=["ambit"],
            libraries=["AmbitC"],
            runtime_library_dirs=["$ORIGIN"],
            py_limited_api=True,
        )
    ],
    options={"bdist_wheel": {"py_limited_api": "cp311"}},
)
