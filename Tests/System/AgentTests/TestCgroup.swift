import AudioSessionSystem
import Glibc

/// Cgroups of a test's own.
enum TestCgroup {
  /// The folder of one, by the test's process; nil without a hierarchy.
  static var folder: String? {
    ProcessStanding.cgroupRoot().map { "\($0)/audiosession-test-\(getpid())" }
  }

  /// Whether there is the right to make one, as root has it.
  static var canBeMade: Bool {
    guard let folder, mkdir(folder, 0o755) == 0 else { return false }
    return rmdir(folder) == 0
  }
}
