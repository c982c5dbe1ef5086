"""A copy of the checkout in which every chosen mutant is compiled, and asleep."""
import pathlib
import re
import shutil
import subprocess
import sys

from sites import CHOICE, Mutant

# Asked at run time, so that one build has all mutants. It isn't a variable of the environment, since
# the tests start some programs without theirs.
HEADER = """\
#include <stdio.h>
/// The number of the mutant that is awake; 0 for none.
static inline int mutant(void) {{
  static int awake = -1;
  if (awake < 0) {{
    awake = 0;
    FILE *file = fopen("{path}", "re");
    if (file != NULL) {{
      if (fscanf(file, "%d", &awake) != 1) awake = 0;
      fclose(file);
    }}
  }}
  return awake;
}}
"""
# Appended to Package.swift: the mutants' module below every target, and only the targets asked for.
MANIFEST = """
package.products.removeAll()
var kept: Set<String> = [{targets}]
for _ in package.targets {{
  for target in package.targets where kept.contains(target.name) {{
    for case .byNameItem(let name, _) in target.dependencies {{ kept.insert(name) }}
    for case .targetItem(let name, _) in target.dependencies {{ kept.insert(name) }}
  }}
}}
package.targets.removeAll {{ !kept.contains($0.name) }}
for target in package.targets where target.type != .system && target.swiftSettings != nil {{
  target.dependencies.append("CMutation")
}}
package.targets.append(.target(name: "CMutation"))
"""


class Copy:
    """The copy of a checkout, with its mutants by number."""

    def __init__(self, root: pathlib.Path, folder: pathlib.Path, targets: list[str]):
        self.root, self.folder = root, folder
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, check=True, capture_output=True)
        self.files = [name for name in listed.stdout.decode().split("\0") if name]
        for name in self.files:
            self._write(name, (root / name).read_bytes())
            shutil.copymode(root / name, folder / name)
        header = HEADER.format(path=folder / "awake")
        self._write("Sources/CMutation/include/mutation.h", header.encode())
        self._write("Sources/CMutation/mutation.c", b'#include "mutation.h"\n')
        names = ", ".join(f'"{target}"' for target in targets)
        # A broken line may well deserve a warning.
        manifest = (root / "Package.swift").read_text().replace(".treatAllWarnings(as: .error),", "")
        manifest += MANIFEST.format(targets=names)
        self._write("Package.swift", manifest.encode())

    def _write(self, name: str, content: bytes) -> None:
        """Writes a file whose content is new; the others keep their dates, and what was built of them."""
        path = self.folder / name
        if path.exists() and path.read_bytes() == content:
            return
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)

    def write(self, mutants: dict[int, Mutant], paths: set[str]) -> None:
        """Writes the files with all mutants that they have."""
        for path in paths:
            lines = (self.root / path).read_text().split("\n")
            has_any = False
            for number, mutant in mutants.items():
                if mutant.path == path:
                    lines[mutant.line - 1] = mutant.both.replace(CHOICE, f"(mutant() == {number})")
                    has_any = True
            text = "\n".join(lines)
            if has_any:
                # In front of the first import, so that no line is moved.
                text = re.sub(r"^(?=(?:\w+ )?import )", "import CMutation; ", text, count=1, flags=re.M)
                if "import CMutation" not in text:
                    text = "import CMutation; " + text
            self._write(path, text.encode())

    def build(self, mutants: dict[int, Mutant], options: list[str]) -> None:
        """Builds the copy; a mutant that the compiler refuses is taken out of `mutants`."""
        paths = {mutant.path for mutant in mutants.values()}
        for _ in range(40):
            self.write(mutants, paths)
            done = subprocess.run(
                ["swift", "build", "--build-tests", *options], cwd=self.folder,
                capture_output=True, text=True,
            )
            if done.returncode == 0:
                return
            refused = self._refused(done.stdout + done.stderr, mutants)
            if not refused:
                sys.exit(done.stdout[-4000:] + done.stderr[-4000:] + "\nthe copy doesn't build")
            for number in refused:
                del mutants[number]
        sys.exit("the copy still doesn't build after 40 attempts")

    def _refused(self, output: str, mutants: dict[int, Mutant]) -> set[int]:
        """The mutants of the lines of which the compiler complains; else those of the files."""
        lines, files = set(), set()
        for path, line in re.findall(rf"{re.escape(str(self.folder))}/(\S+?):(\d+):\d+: error:", output):
            lines.add((path, int(line)))
            files.add(path)
        exact = {n for n, mutant in mutants.items() if (mutant.path, mutant.line) in lines}
        rest = {path for path, line in lines} - {mutants[n].path for n in exact}
        return exact | {n for n, mutant in mutants.items() if mutant.path in rest & files}
