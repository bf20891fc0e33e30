"""Builds the compiled modules; everything else about the package is in pyproject.toml.

The modules listed there under [tool.paiju] are compiled by mypyc into one shared library, each module its own
C file, the files compiled side by side. Without a C compiler the build goes on without them and the package
runs from source. In the environment:

    PAIJU_COMPILE=0    compile nothing
    PAIJU_COMPILE=1    fail when compiling fails
    PAIJU_OPT=0        C optimisation level: 0 builds fast and runs slowly, 2 is good for daily work; 3, the
                       default, also optimises across files when linking
"""

import ast
import json
import os
import shutil
import sys
import sysconfig
import tempfile
import tomllib
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from hashlib import blake2b
from pathlib import Path
from types import MethodType
from typing import Any

from setuptools import Distribution, find_packages, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CCompilerError, ExecError, PlatformError

ROOT = Path(__file__).resolve().parent
PACKAGE = "paiju"  # its folders are links to those of this one: sim, policies, analysis, conf
COMPILE = os.environ.get("PAIJU_COMPILE", "")
OPT = os.environ.get("PAIJU_OPT", "3")
LIBRARY = "paiju"  # the shared library of all compiled modules is the top-level module paiju__mypyc
RECORD = f"{PACKAGE}/sim/_build.{sys.implementation.cache_tag}.json"  # each Python has modules of its own
FAILURES = (CCompilerError, ExecError, PlatformError, OSError)
CORES = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def hot_modules() -> list[str]:
    """The sources to compile: `compile` without `leave` of [tool.paiju] in pyproject.toml, and no package files."""
    lists = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["paiju"]

    def found(globs: list[str]) -> set[str]:
        return {path.relative_to(ROOT).as_posix() for glob in globs for path in (ROOT / PACKAGE).glob(glob)}

    hot = found(lists["compile"]) - found(lists["leave"])
    return sorted(name for name in hot if not name.endswith("__init__.py"))


def watched_sources(hot: list[str]) -> list[str]:
    """The compiled sources and those they import from: constants of these are compiled in."""
    watched = set(hot)
    for name in hot:
        for node in ast.walk(ast.parse((ROOT / name).read_text("utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith(f"{PACKAGE}."):
                path = node.module.replace(".", "/") + ".py"
                if (ROOT / path).is_file():
                    watched.add(path)
    return sorted(watched)


def build_record(hot: list[str]) -> str:
    """What `paiju.sim.compiled` compares with the sources at run time."""
    from mypy.version import __version__ as mypy_version

    def digest(name: str) -> str:
        text = (ROOT / name).read_bytes().replace(b"\r\n", b"\n")
        return blake2b(text, digest_size=8).hexdigest()

    sources = {name.removeprefix(f"{PACKAGE}/"): digest(name) for name in watched_sources(hot)}
    return json.dumps({"mypy": mypy_version, "opt": OPT, "sources": sources}, indent=1) + "\n"


def compile_together(
    self: Any,
    sources: list[str],
    output_dir: str | None = None,
    macros: Any = None,
    include_dirs: Any = None,
    debug: bool = False,
    extra_preargs: list[str] | None = None,
    extra_postargs: list[str] | None = None,
    depends: list[str] | None = None,
) -> list[str]:
    """`CCompiler.compile` on all cores, leaving out objects newer than their C file and every header."""
    objects: list[str]
    macros, objects, extra_postargs, pp_opts, build = self._setup_compile(
        output_dir, macros, include_dirs, sources, depends, extra_postargs
    )
    cc_args = self._get_cc_args(pp_opts, debug, extra_preargs)
    command = repr((self.compiler_so, cc_args, extra_postargs))
    headers = max((Path(path).stat().st_mtime for path in depends or ()), default=0.0)

    def compile_one(obj: str) -> None:
        source, ext = build[obj]
        note = Path(obj + ".cmd")
        with suppress(OSError):
            newer = Path(obj).stat().st_mtime > max(Path(source).stat().st_mtime, headers)
            if newer and note.read_text("utf-8") == command:
                return
        self._compile(obj, source, ext, cc_args, extra_postargs, pp_opts)
        note.write_text(command, "utf-8")

    with ThreadPoolExecutor(CORES) as pool:
        list(pool.map(compile_one, build))
    return objects


class BuildExt(build_ext):
    """Translate with mypyc, compile with the C compiler, or carry on without."""

    def run(self) -> None:
        """Compile, or explain in a sentence why the package will run from source."""
        hot = hot_modules()
        if COMPILE == "0" or not hot:
            self._without("PAIJU_COMPILE=0" if hot else "there is nothing to compile")
            return
        try:
            self._find_compiler()
            record = build_record(hot)
            self._translate(hot)
            super().run()
        except FAILURES as error:
            if COMPILE == "1":
                raise
            self._without(f"compiling failed: {error}")
            return
        self._remove_except({self.get_ext_filename(extension.name) for extension in self.extensions})
        (self._home() / RECORD).write_text(record, "utf-8")

    def _translate(self, hot: list[str]) -> None:
        """Python to C; a type error in a hot module ends the build here with mypy's message."""
        from mypyc.build import mypycify

        target = Path(self.build_temp) / "c"
        target.mkdir(parents=True, exist_ok=True)
        extensions = mypycify(
            ["--config-file=", "--follow-imports=silent", "--ignore-missing-imports", *hot],
            opt_level=OPT,
            debug_level="0",
            multi_file=True,
            target_dir=str(target),
            group_name=LIBRARY,
        )
        note = target / "flags.txt"  # other flags mean another build
        text = f"{OPT} {self.c_flags} {self.link_flags}"
        if not note.exists() or note.read_text("utf-8") != text:
            note.write_text(text, "utf-8")
        for extension in extensions:
            # A new C compiler has new warnings: they are no errors.
            flags = [flag for flag in extension.extra_compile_args if flag != "-Werror"]
            extension.extra_compile_args = [*flags, *self.c_flags, *self.link_flags[:1]]
            extension.extra_link_args = [*extension.extra_link_args, *self.link_flags]
            extension.depends = [*extension.depends, str(note)]
        self.distribution.ext_modules = extensions
        self.parallel = CORES
        self.swig_opts = None  # as before the first time round
        self.finalized = False
        self.ensure_finalized()

    def build_extensions(self) -> None:
        """As always, with the C files side by side."""
        if self.compiler.compiler_type == "unix":
            self.compiler.compile = MethodType(compile_together, self.compiler)
        super().build_extensions()

    def _find_compiler(self) -> None:
        """Fail early, before the translation, when no C compiler can build an extension module.

        Finds out on the way whether it optimises across C files when linking.
        """
        from setuptools._distutils.ccompiler import new_compiler
        from setuptools._distutils.sysconfig import customize_compiler

        compiler = new_compiler()
        customize_compiler(compiler)
        self.c_flags: list[str] = []
        self.link_flags: list[str] = []
        with tempfile.TemporaryDirectory() as folder:

            def attempt(flags: list[str]) -> None:
                objects = compiler.compile(
                    [str(source)], output_dir=folder, include_dirs=includes, extra_postargs=flags
                )
                library = str(Path(folder, "try" + sysconfig.get_config_var("EXT_SUFFIX")))
                compiler.link_shared_object(objects, library, extra_postargs=flags)

            source = Path(folder, "try.c")
            source.write_text("#include <Python.h>\nint paiju_try(void) { return 0; }\n", "utf-8")
            includes = sorted({sysconfig.get_paths()[key] for key in ("include", "platinclude")})
            if compiler.compiler_type != "unix":
                compiler.compile([str(source)], output_dir=folder, include_dirs=includes)
                return
            attempt([])
            with suppress(*FAILURES):  # calls within the library need no detour: a third faster
                attempt(["-fvisibility=hidden", "-fno-semantic-interposition"])
                self.c_flags = ["-fvisibility=hidden", "-fno-semantic-interposition"]
            if OPT == "3":
                with suppress(*FAILURES):  # a few per cent more, for a slow link
                    attempt(["-flto=auto", "-O3"])
                    self.link_flags = ["-flto=auto", "-O3"]

    def _home(self) -> Path:
        """Where the compiled modules go: beside the sources or into the build folder."""
        beside = self.inplace or getattr(self, "editable_mode", False)
        return ROOT if beside else Path(self.build_lib)

    def _remove_except(self, kept: set[str]) -> None:
        """Leave no compiled module of an earlier build behind: it would shadow its source."""
        home = self._home()
        suffix = sysconfig.get_config_var("EXT_SUFFIX")
        for pattern in (f"{LIBRARY}__mypyc{suffix}", f"{PACKAGE}/*/**/*{suffix}"):
            for path in home.glob(pattern):
                if str(path.relative_to(home)) not in kept:
                    path.unlink()

    def _without(self, why: str) -> None:
        """Go on without compiled modules."""
        self._remove_except(set())
        (self._home() / RECORD).unlink(missing_ok=True)
        self.extensions = []
        self.distribution.ext_modules = []
        print(f"paiju: built without compiled modules ({why}); it will run, but slowly", file=sys.stderr)

    def get_outputs(self) -> list[str]:
        """The files of this build, the record included."""
        record = Path(self.build_lib) / RECORD
        return [*super().get_outputs(), *([str(record)] if record.exists() else [])]


class BuildPy(build_py):
    """Copy the Python files and the data."""

    def run(self) -> None:
        """Start from an empty folder: a file deleted from the sources must not live on in a wheel."""
        if not getattr(self, "editable_mode", False):
            shutil.rmtree(Path(self.build_lib) / PACKAGE, ignore_errors=True)
        super().run()


class Paiju(Distribution):
    """A distribution with compiled modules, although they are known only once they are built."""

    def has_ext_modules(self) -> bool:
        """Yes: the wheel belongs to one platform and one Python."""
        return COMPILE != "0"


def main() -> None:
    """Build what setuptools asks for."""
    folders = (path.relative_to(ROOT) for path in (ROOT / PACKAGE / "conf").glob("**/"))
    conf = [".".join(path.parts) for path in folders]
    setup(
        packages=[*find_packages(str(ROOT), include=[PACKAGE, f"{PACKAGE}.*"]), *conf],
        package_data={
            "": ["py.typed", "*.bin.xz", "README.md"],
            "paiju.analysis": ["**/*.sql"],
            **{folder: ["*.yaml"] for folder in conf},
        },
        cmdclass={"build_ext": BuildExt, "build_py": BuildPy},
        distclass=Paiju,
    )


if __name__ == "__main__":
    main()
