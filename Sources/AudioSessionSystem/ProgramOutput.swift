import Glibc

/// Runs other programs for their output.
package enum ProgramOutput {
  /// Runs a program of the search path to its end.
  ///
  /// - Parameter words: Its name and arguments.
  /// - Returns: Its output; nil if there is no such program, or it failed.
  package static func text(of words: [String]) -> String? {
    guard let (status, text) = run(words), status == 0 else { return nil }
    return text
  }

  /// Runs a program of the search path to its end.
  ///
  /// - Parameters:
  ///   - words: Its name and arguments.
  ///   - withErrors: Whether to include standard error in the output.
  /// - Returns: Its exit status and output; nil if there is no such program, or a signal ended it.
  package static func run(
    _ words: [String],
    withErrors: Bool = false
  ) -> (status: Int32, text: String)? {
    var program = Subprocess(words)
    do {
      var pipe = try PipeEnds()
      program.output = .descriptor(pipe.writingNumber)
      program.errors = withErrors ? program.output : .null
      let process = try program.start()
      pipe.closeWriting()
      let bytes = (try? WholeStream.read(from: pipe.readingNumber)) ?? []
      guard case .exited(let status) = try Subprocess.wait(for: process) else { return nil }
      return (status, String(decoding: bytes, as: UTF8.self))
    } catch {
      return nil
    }
  }

  /// Runs a program of the search path that may hang, and ends it then with all that it started.
  ///
  /// It has nothing of this program but the search path: no input, none of its signals' settings.
  ///
  /// - Parameters:
  ///   - words: Its name and arguments.
  ///   - end: The latest time at which it may run, on the clock ``SystemClock/boottime``.
  /// - Returns: Its exit status and output; nil if it was still running, a signal ended it, or it
  ///   wrote more than 1 MiB.
  /// - Throws: That it can't be started: `ENOENT` if there is no such program.
  package static func run(
    _ words: [String],
    until end: Int64
  ) throws(Errno) -> (status: Int32, text: String)? {
    var program = Subprocess(words)
    program.environment = getenv("PATH").map { ["PATH=\(String(cString: $0))"] } ?? []
    program.input = .null
    program.errors = .null
    program.blockedSignals = []
    program.handlesSignalsByDefault = true
    program.leadsGroup = true
    var pipe = try PipeEnds()
    program.output = .descriptor(pipe.writingNumber)
    let process = try program.start()
    pipe.closeWriting()
    let bytes = (try? read(from: pipe.readingNumber, until: end)) ?? nil
    // Without its output, or with it and no end, it is of no more use.
    if bytes == nil || !hasEnded(process, by: end) { kill(-process, SIGKILL) }
    // Nothing is known of how it ended if this program was started with SIGCHLD ignored.
    let ending = (try? Subprocess.wait(for: process)) ?? .exited(status: 0)
    guard let bytes, case .exited(let status) = ending else { return nil }
    return (status, String(decoding: bytes, as: UTF8.self))
  }

  /// Reads up to the end of a stream; nil if that doesn't come in time, or after 1 MiB.
  private static func read(from number: CInt, until end: Int64) throws(Errno) -> [UInt8]? {
    var bytes: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 4096)
    while try isReadable(number, by: end) {
      let count = try SystemCall.perform(.read) { Glibc.read(number, &piece, piece.count) }
      if count == 0 { return bytes }
      if bytes.count > 1_048_576 { return nil }
      bytes += piece[..<count]
    }
    return nil
  }

  private static func hasEnded(_ process: Int32, by end: Int64) -> Bool {
    do {
      let process = try ProcessDescriptor(pid: process)
      return try isReadable(process.number, by: end)
    } catch {
      return error.code == ESRCH
    }
  }

  /// Waits until a descriptor is readable; false if it isn't in time.
  private static func isReadable(_ number: CInt, by end: Int64) throws(Errno) -> Bool {
    var request = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
    return try SystemCall.perform(.poll) {
      let rest = max(0, end - SystemClock.boottime)
      return poll(&request, 1, CInt(clamping: (rest + 999_999) / 1_000_000))
    } > 0
  }
}
