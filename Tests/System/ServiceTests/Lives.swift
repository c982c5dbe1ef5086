import Synchronization

/// The lives of one script on all systems: each is lived when it is first asked for, and only once.
final class Lives: Sendable {
  private let script: String
  private let prepare: @Sendable (String) throws -> Void
  private let lived = Mutex<[BootedSystem: Result<Life, any Error>]>([:])

  /// - Parameters:
  ///   - script: Its name beside this file.
  ///   - prepare: Puts what it needs beside it, into the folder of this path.
  init(of script: String, prepare: @escaping @Sendable (String) throws -> Void) {
    self.script = script
    self.prepare = prepare
  }

  /// Returns the life on a system that can be booted.
  ///
  /// - Throws: That it can't be lived, each time that it is asked for.
  func life(on system: BootedSystem) throws -> Life {
    // Locked while it is lived: who asks meanwhile waits for the same life.
    try lived.withLock { lived in
      let life = lived[system] ?? Result { try Life(script, on: system, prepare: prepare) }
      lived[system] = life
      return life
    }.get()
  }
}
