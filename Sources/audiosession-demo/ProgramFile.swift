import Glibc

/// The paths of the programs that the demo starts.
struct ProgramFile {
  /// The demo itself.
  let demo: String
  /// The daemon, in the same folder.
  let daemon: String

  /// Finds them.
  ///
  /// - Throws: ``Failure/unusable(_:)`` if there is no daemon.
  init() throws(Failure) {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { throw .call("/proc/self/exe") }
    demo = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let folder = demo.split(separator: "/").dropLast().map { "/\($0)" }.joined()
    daemon = "\(folder)/audiosessiond"
    guard access(daemon, X_OK) == 0 else {
      throw .unusable(
        "there is no audiosessiond beside the demo, in \(folder); "
          + "build it with: swift build --product audiosessiond"
      )
    }
  }
}
