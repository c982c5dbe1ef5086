import AudioSessionJSON
import AudioSessionWire
import Glibc

/// This user's running Flatpak applications, as recorded in the runtime folder: a pid that a
/// sandboxed program states itself belongs to its own namespace.
struct Flatpak {
  /// `$XDG_RUNTIME_DIR/.flatpak`.
  private let folder: String

  /// - Parameter runtimeFolder: `$XDG_RUNTIME_DIR`.
  init(runtimeFolder: String) { folder = runtimeFolder + "/.flatpak" }

  /// The result of a look-up.
  enum Finding: Equatable {
    /// The first process inside the sandbox, by its pid outside.
    case process(Int32)
    case unknown(because: String)
  }

  /// The process of a running instance.
  ///
  /// - Parameters:
  ///   - application: The application's id.
  ///   - instance: The instance's id if it is known; otherwise the one that runs is taken if there
  ///     is only one.
  /// - Returns: The process, or why there is none.
  func process(of application: String, instance: String?) -> Finding {
    let candidates = instance.map { [$0] } ?? SmallFile.names(inFolder: folder)
    let processes = candidates.compactMap { process(ofInstance: $0, application) }
    switch processes.count {
    case 1: return .process(processes[0])
    case 0: return .unknown(because: "no running instance of the Flatpak \(application) was found")
    default:
      return .unknown(
        because: "\(processes.count) instances of the Flatpak \(application) run"
      )
    }
  }

  /// The process of an instance of that application, if it still lives: folders outlive instances.
  private func process(ofInstance instance: String, _ application: String) -> Int32? {
    // A name of another folder would lead out of this one.
    guard !instance.isEmpty, !instance.contains("/"), instance != ".." else { return nil }
    let path = "\(folder)/\(instance)"
    guard let information = SmallFile.text(path + "/info"),
      Flatpak.name(inInformation: information) == application,
      let text = SmallFile.text(path + "/bwrapinfo.json"),
      let process = try? JSONValue(parsing: text)["child-pid"]?.integer,
      let pid = Int32(exactly: process), pid > 0, kill(pid, 0) == 0
    else { return nil }
    return pid
  }

  /// `name` in the group `[Application]` of an instance's key file.
  static func name(inInformation text: String) -> String? {
    var isInGroup = false
    for line in text.split(separator: "\n") {
      if line.hasPrefix("[") {
        isInGroup = line == "[Application]"
      } else if isInGroup, line.hasPrefix("name=") {
        return String(line.dropFirst("name=".count))
      }
    }
    return nil
  }
}
