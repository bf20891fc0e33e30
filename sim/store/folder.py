"""A run folder: the only place that touches the file system. Local, or any location that pyarrow.fs can open.

A file is written whole: under a temporary name, synced, then renamed, so that nobody ever sees half of it.
Object stores (`s3://…`, `gs://…`) do the same by themselves. Lines are appended with one synced write.
"""

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from errno import ENOSPC
from pathlib import Path
from typing import Any, Final, Protocol

from paiju.sim.kernel.errors import BadInput, CannotWrite

TEMPORARY: Final = ".tmp-"  # file names that begin so are left-overs of a killed writer
LOCK: Final = "lock"
BEGUN: Final = (
    LOCK,
    "names",
    "manifest.jsonl",
    "log.jsonl",
)  # what a start may leave that was killed very early


class Bytes(Protocol):
    """Anything with the buffer protocol."""

    def __buffer__(self, flags: int, /) -> memoryview: ...


class Folder:
    """Files of one run, named relative to it: "run.json", "events/000012.parquet"."""

    location: str

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError if there is none."""
        raise NotImplementedError

    def write(self, name: str, data: Bytes) -> None:
        """Put a whole file in place, or nothing."""
        raise NotImplementedError

    def append(self, name: str, line: bytes) -> None:
        """Add a line to the end of a file; on return it is on the disk."""
        raise NotImplementedError

    def cut(self, name: str, size: int) -> None:
        """Shorten a file to its first `size` bytes."""
        raise NotImplementedError

    def exists(self, name: str) -> bool:
        """Is there such a file?"""
        raise NotImplementedError

    def size(self, name: str) -> int | None:
        """Bytes in a file, None if there is none."""
        raise NotImplementedError

    def remove(self, name: str) -> None:
        """Take a file away, if it is there."""
        raise NotImplementedError

    def open(self, name: str) -> Any:
        """A random access file for pyarrow."""
        raise NotImplementedError

    def path(self, name: str) -> str:
        """The full path or URI of a file."""
        return f"{self.location}/{name}"

    def remove_temporary(self) -> int:
        """Remove what killed writers left behind, and say how many files that were."""
        raise NotImplementedError

    def foreign(self) -> str | None:
        """Something that lies here and that no run has begun with; None if there is nothing, or no telling."""
        return None

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Only one process at a time writes here; BadInput if another does. Released by any kind of death."""
        raise NotImplementedError


class LocalFolder(Folder):
    """A folder of the local file system."""

    def __init__(self, location: str) -> None:
        self.location = location
        self._root: Final = Path(location)

    def foreign(self) -> str | None:
        """Something that lies here and that no run has begun with."""
        if not self._root.is_dir():
            return None
        names = sorted(path.name for path in self._root.iterdir())
        return next((name for name in names if name not in BEGUN and not name.startswith(TEMPORARY)), None)

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError if there is none."""
        return (self._root / name).read_bytes()

    def write(self, name: str, data: Bytes) -> None:
        """Put a whole file in place, or nothing."""
        path = self._root / name
        temporary = path.with_name(f"{TEMPORARY}{os.getpid()}-{path.name}")
        with writing(path, temporary):
            path.parent.mkdir(parents=True, exist_ok=True)
            with temporary.open("wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
            temporary.replace(path)
            sync_directory(path.parent)

    def append(self, name: str, line: bytes) -> None:
        """Add a line to the end of a file; on return it is on the disk."""
        path = self._root / name
        with writing(path), path.open("ab", buffering=0) as file:
            size = file.tell()
            if file.write(line) != len(line):  # the rest did not fit
                file.truncate(size)
                raise OSError(ENOSPC, os.strerror(ENOSPC))
            os.fsync(file.fileno())

    def cut(self, name: str, size: int) -> None:
        """Shorten a file to its first `size` bytes."""
        path = self._root / name
        with writing(path), path.open("r+b") as file:
            file.truncate(size)
            os.fsync(file.fileno())

    def remove(self, name: str) -> None:
        """Take a file away, if it is there."""
        (self._root / name).unlink(missing_ok=True)

    def exists(self, name: str) -> bool:
        """Is there such a file?"""
        return (self._root / name).exists()

    def size(self, name: str) -> int | None:
        """Bytes in a file, None if there is none."""
        try:
            return (self._root / name).stat().st_size
        except FileNotFoundError:
            return None

    def open(self, name: str) -> Any:
        """A memory map for pyarrow."""
        import pyarrow as pa

        return pa.memory_map(self.path(name))

    def remove_temporary(self) -> int:
        """Remove what killed writers left behind, and say how many files that were."""
        left = [*self._root.glob(f"{TEMPORARY}*"), *self._root.glob(f"*/{TEMPORARY}*")]
        for path in left:
            path.unlink(missing_ok=True)
        return len(left)

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Only one process at a time writes here; BadInput if another does. Released by any kind of death."""
        path = self._root / LOCK
        with writing(path):
            self._root.mkdir(parents=True, exist_ok=True)
            file = path.open("a")
        with file:
            if not take_lock(file.fileno()):
                raise BadInput(f"another paiju is writing into {self.location} right now")
            yield


class RemoteFolder(Folder):
    """A location that pyarrow.fs opens by its URI. There are no locks: keep two runs apart yourself."""

    def __init__(self, uri: str) -> None:
        from pyarrow import fs

        self.location = uri.rstrip("/")
        try:
            self._fs, self._root = fs.FileSystem.from_uri(self.location)
        except ValueError as error:  # pyarrow's ArrowInvalid
            raise BadInput(f"{uri} is no location for a run: {error}") from None

    def read(self, name: str) -> bytes:
        """The content of a file; FileNotFoundError if there is none."""
        with self._fs.open_input_stream(f"{self._root}/{name}") as file:
            return bytes(file.read())

    def write(self, name: str, data: Bytes) -> None:
        """Put a whole file in place; object stores show it when it is complete."""
        path = f"{self._root}/{name}"
        with writing(f"{self.location}/{name}"):
            self._fs.create_dir(path.rpartition("/")[0], recursive=True)
            with self._fs.open_output_stream(path) as file:
                file.write(data)

    def append(self, name: str, line: bytes) -> None:
        """Write the file again with a line more: object stores cannot append."""
        self.write(name, (self.read(name) if self.exists(name) else b"") + line)

    def cut(self, name: str, size: int) -> None:
        """Write the file again without its end."""
        self.write(name, self.read(name)[:size])

    def remove(self, name: str) -> None:
        """Take a file away, if it is there."""
        if self.exists(name):
            self._fs.delete_file(f"{self._root}/{name}")

    def exists(self, name: str) -> bool:
        """Is there such a file?"""
        return self.size(name) is not None

    def size(self, name: str) -> int | None:
        """Bytes in a file, None if there is none."""
        info = self._fs.get_file_info(f"{self._root}/{name}")
        return int(info.size) if info.is_file else None

    def open(self, name: str) -> Any:
        """A random access file for pyarrow."""
        return self._fs.open_input_file(f"{self._root}/{name}")

    def remove_temporary(self) -> int:
        """There is nothing to remove."""
        return 0

    @contextmanager
    def lock(self) -> Iterator[None]:
        """No lock."""
        yield


@contextmanager
def writing(path: str | Path, temporary: Path | None = None) -> Iterator[None]:
    """Turn what the system says when a file cannot be written into a CannotWrite, and leave no half file."""
    try:
        yield
    except OSError as error:
        if temporary is not None:
            with suppress(OSError):
                temporary.unlink()
        why = error.strerror or str(error)
        raise CannotWrite(f"{path} cannot be written: {why[:1].lower()}{why[1:]}") from error


def open_folder(location: str) -> Folder:
    """The folder at a local path or a URI."""
    return RemoteFolder(location) if "://" in location else LocalFolder(location)


def check_target(path: str, runs: Iterable[str]) -> None:
    """BadInput when a file that is to be written is a folder, or lies in the folder of one of some runs."""
    target = Path(path).resolve()
    if target.is_dir():
        raise BadInput(f"{path} is a folder: name a file in it")
    for run in runs:
        if target.is_relative_to(Path(run.removeprefix("file://")).resolve()):
            raise BadInput(f"{path} lies in the folder of the run {run}, which is for the run's own files")


def sync_directory(path: Path) -> None:
    """Make a rename last through a power cut, where the system lets directories be synced."""
    if os.name == "posix":
        handle = os.open(path, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def take_lock(handle: int) -> bool:
    """Lock an open file for this process alone; False if another process has it."""
    try:
        import fcntl
    except ImportError:  # not POSIX: no lock
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
