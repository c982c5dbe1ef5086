"""The programs that are tried, as they are built for release."""

import os
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__)))))


def programs(product: str, *options: str) -> str:
    """The path of a program, which is built unless AUDIOSESSION_PROGRAMS has it."""
    given = os.environ.get("AUDIOSESSION_PROGRAMS")
    if given:
        return f"{given}/{product}"
    build = ["swift", "build", "-c", "release", "--scratch-path", ".build/soak", *options]
    subprocess.run([*build, "--product", product], cwd=ROOT, check=True, stdout=subprocess.DEVNULL)
    shown = subprocess.run([*build, "--show-bin-path"], cwd=ROOT, check=True, capture_output=True)
    return f"{shown.stdout.decode().strip()}/{product}"
