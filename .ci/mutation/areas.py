"""The areas of the code, each with the tests that try it, the quickest first."""
import dataclasses
import pathlib

from sites import Mutant, of_file


@dataclasses.dataclass(frozen=True)
class Stage:
    """Tests that are run together: which ones, and the targets that they are in."""

    pattern: str
    targets: list[str]


def stage(*targets: str, only: str = "") -> Stage:
    """All tests of some targets, or those that match."""
    return Stage(only or f"^({'|'.join(targets)})\\.", list(targets))


@dataclasses.dataclass(frozen=True)
class Area:
    """Folders of the sources, and the tests that try them."""

    name: str
    folders: list[str]
    stages: list[Stage]

    def has(self, path: str) -> bool:
        return path.startswith(tuple(f"Sources/{folder}/" for folder in self.folders))

    def sites(self, root: pathlib.Path) -> list[Mutant]:
        """All mutants of the area."""
        found = []
        for folder in self.folders:
            for path in sorted((root / "Sources" / folder).rglob("*.swift")):
                found += of_file(str(path.relative_to(root)), path.read_text())
        return found


# The agent's tests without sound and without programs that play.
SILENT = stage("AgentTests", only=r"^AgentTests\.(?!\w*(Sound|Soak|Nature|Guard|Program))")

# PlatformTests plays every situation of four platforms, for minutes.
AREAS = [
    Area("core", ["Arbitration"], [
        stage("ArbitrationTests", "RecordingTests",
              only="^(ArbitrationTests\\.(?!PlatformTests)|RecordingTests\\.)"),
        stage("InvariantTests"),
        stage("SessionServerTests"),
        stage("ArbitrationTests", only="^ArbitrationTests\\.PlatformTests"),
    ]),
    # OldKernelTests runs suites once more, some of them of targets that aren't built for this.
    Area("server", ["SessionServer"], [
        stage("SessionServerTests"), stage("DaemonTests", only=r"^DaemonTests\.(?!OldKernelTests)"),
    ]),
    Area("wire", ["AudioSessionWire", "AudioSessionJSON"], [
        stage("AudioSessionWireTests"), stage("ConfigurationFileTests", "SessionServerTests"),
    ]),
    Area("enforcement", ["Enforcement"], [stage("EnforcementTests"), SILENT, stage("AgentTests")]),
    Area("agent", ["audiosession-agent"], [SILENT, stage("AgentTests")]),
    Area("run", ["ControlRun"], [
        stage("ControlTests", only="^ControlTests\\.Run"), stage("ControlTests"),
    ]),
]
