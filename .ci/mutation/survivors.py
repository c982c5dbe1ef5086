"""The mutants that may survive, because the program does the same with them, each with its reason."""
import pathlib


def read(path: pathlib.Path) -> dict[str, str]:
    """The reasons by what stays the same of a mutant; a reason is the indented line below it."""
    reasons, key = {}, ""
    for line in path.read_text().splitlines():
        if line.startswith("#") or not line.strip():
            continue
        if line.startswith(" "):
            reasons[key] = line.strip()
        else:
            key = line
    return reasons
