"""The programs that the packages of this checkout install."""
import os
import pathlib
import subprocess

ROOT = pathlib.Path(__file__).resolve().parent.parent


def programs() -> str:
    """The folder that AUDIOSESSION_PROGRAMS names; else that in which systemd/package builds them."""
    command = [ROOT / "systemd" / "package", "--programs"]
    return os.environ.get("AUDIOSESSION_PROGRAMS") or subprocess.run(
        command, check=True, stdout=subprocess.PIPE, text=True).stdout.strip()
