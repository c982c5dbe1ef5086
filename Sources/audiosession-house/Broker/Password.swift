import Glibc

/// The password for the broker, which is never on a command line or in a configuration file.
enum Password {
  /// The reason that there is none, a sentence.
  struct Failure: Error { let message: String }

  /// The name of the credential by which the service manager passes it; see systemd.exec(5).
  private static let credential = "audiosession-house.password"

  /// Reads the password.
  ///
  /// - Parameter file: The file whose first line it is; nil: the service's credential, if it has one.
  /// - Returns: The password; nil if there is none.
  /// - Throws: The file can't be read, or is empty.
  static func read(_ file: String?) throws(Failure) -> String? {
    guard let path = file ?? credentialFile else { return nil }
    guard let stream = fopen(path, "re") else {
      // Without a credential the service manager makes no file, or a folder that is closed.
      if file == nil && (errno == ENOENT || errno == EACCES) { return nil }
      throw Failure(message: "\(path): \(String(cString: strerror(errno)))")
    }
    defer { fclose(stream) }
    var buffer = [CChar](repeating: 0, count: 4096)
    guard fgets(&buffer, CInt(buffer.count), stream) != nil else {
      throw Failure(message: "\(path): expected the password in the first line")
    }
    let line = buffer.prefix { $0 != 0 && $0 != 10 && $0 != 13 }.map { UInt8(bitPattern: $0) }
    return String(decoding: line, as: UTF8.self)
  }

  private static var credentialFile: String? {
    getenv("CREDENTIALS_DIRECTORY").map { "\(String(cString: $0))/\(credential)" }
  }
}
