import Glibc

/// The files of the programs that take part.
struct ProgramFile {
  /// The demo's own.
  let demo: String
  /// The daemon's, which lies beside it.
  let daemon: String

  /// Finds them.
  init() throws(Failure) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw .call("/proc/self/exe") }
    demo = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = demo.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    daemon = "\(folder)/audiosessiond"
    guard access(daemon, X_OK) == 0 else {
      throw .unusable(
        "there is no audiosessiond in \(folder), where the demo itself is; "
          + "build it with: swift build --product audiosessiond"
      )
    }
  }
}
