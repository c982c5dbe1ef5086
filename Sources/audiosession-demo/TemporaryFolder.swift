import Glibc

/// A folder for the daemon's socket and configuration; deleted with this value.
final class TemporaryFolder {
  private let path: String
  let socketPath: String
  let configurationPath: String

  /// Makes the folder, with a configuration that grants this user every priority.
  init() throws(Failure) {
    let pattern = "audiosession-demo." + String(repeating: "X", count: 6)
    var template = Array("\(TemporaryFolder.place)/\(pattern)".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw .call("a temporary folder in \(TemporaryFolder.place)")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    socketPath = "\(path)/socket"
    configurationPath = "\(path)/audiosessiond.conf"
    try write(TemporaryFolder.configuration(user: getuid()))
  }

  deinit {
    for file in [socketPath, "\(socketPath).lock", configurationPath] { unlink(file) }
    rmdir(path)
  }

  private func write(_ text: String) throws(Failure) {
    guard let file = fopen(configurationPath, "wxe") else { throw .call("fopen") }
    let isWritten = fputs(text, file) >= 0
    guard fclose(file) == 0, isWritten else { throw .call("fputs") }
  }

  /// The user's folder for temporary files, unless it leaves no room for the socket's path, which
  /// has at most 107 bytes.
  private static var place: String {
    guard let place = getenv("TMPDIR").map({ String(cString: $0) }), place.hasPrefix("/"),
      place.utf8.count < 64
    else { return "/tmp" }
    return place
  }

  private static func configuration(user: uid_t) -> String {
    ["phoneCall", "ringtone", "alarm", "assistant"]
      .map { "[Grant \($0)]\nUsers=\(user)\n" }
      .joined(separator: "\n")
  }
}
