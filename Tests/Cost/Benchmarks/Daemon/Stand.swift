import Foundation
import TestSupport

/// Starts the servers, each on the first processor, and their clients.
final class Stand {
  static let load = "audiosession-benchmark-load"

  /// Where a client runs.
  enum Processor: String {
    /// Beside the server: no wake-up of another processor hides what the server does.
    case servers = "0"
    /// For a client that must not take time from the server.
    case other = "1"
  }

  let folder: TemporaryDirectory
  let daemon: String
  private let configuration: String
  private let floor: String
  private var started = 0

  /// - Throws: That there is no such daemon, or no room for a folder.
  init(daemon path: String?) throws {
    folder = try TemporaryDirectory()
    daemon = try path.map { URL(filePath: $0).path } ?? Spawn.path(ofBuilt: "audiosessiond")
    guard FileManager.default.isExecutableFile(atPath: daemon) else {
      throw ProcessFault("\(daemon): expected a program")
    }
    let limits = "[Limits]\nConnectionsPerUser=20000\nConnections=20000\nSessionsPerUser=200000\n"
    configuration = try folder.write(limits, to: "configuration")
    floor = folder.path(of: "floor")
    let source = Checkout.path("Tests/Cost/Benchmarks/floor.c")
    // The toolchain has clang, wherever that is; if it isn't in the search path, the system's will do.
    var said = ""
    for compiler in ["clang", "cc"] {
      let compiled = try Checkout.run([compiler, "-O2", "-o", floor, source])
      if compiled.status == 0 { return }
      said += compiled.text
    }
    throw ProcessFault("floor.c: expected clang or cc to compile it: \(said)")
  }

  /// A path for a socket that nobody used yet.
  func socket() -> String {
    started += 1
    return folder.path(of: "\(started)")
  }

  func daemonCommand(_ socket: String) -> [String] {
    [daemon, "--socket", socket, "--config", configuration]
  }

  /// The floor, with the bytes of an answer, and of a notification if there are any.
  func floorCommand(_ socket: String, _ sizes: [Double]) -> [String] {
    [floor, socket] + sizes.map { "\(Int($0))" }
  }

  func startDaemon() throws -> Server {
    let socket = socket()
    return Server(try start(daemonCommand(socket)), kind: "daemon", socket: socket)
  }

  func startFloor(_ sizes: Double...) throws -> Server {
    let socket = socket()
    return Server(try start(floorCommand(socket, sizes)), kind: "floor", socket: socket)
  }

  /// Starts a program on the servers' processor; what it says goes nowhere.
  func start(_ command: [String], environment: [String: String] = [:]) throws -> ChildProcess {
    let null = open("/dev/null", O_RDWR | O_CLOEXEC)
    defer { close(null) }
    return try ChildProcess(
      Self.load,
      ["on", Processor.servers.rawValue] + command,
      descriptors: [0: null, 1: null, 2: null],
      environment: environment
    )
  }

  /// Runs a client to its end.
  ///
  /// - Parameters:
  ///   - program: Which; of this package.
  ///   - processor: Where.
  ///   - arguments: What it is to do.
  /// - Returns: What it measured.
  /// - Throws: What it complains of.
  func run(_ program: String, on processor: Processor?, _ arguments: [String]) throws -> Figures {
    let path = try Spawn.path(ofBuilt: program)
    let pinned = processor.map { ["on", $0.rawValue, path] } ?? []
    let finished = try Finished(of: pinned.isEmpty ? path : Self.load, pinned + arguments)
    guard finished.status == 0 else {
      let words = arguments.joined(separator: " ")
      throw ProcessFault("\(program) \(words): \(finished.error)")
    }
    return Figures(finished.output)
  }

  /// Measures a server that has just been started, and stops it.
  func measure(
    _ server: Server,
    on processor: Processor,
    _ mode: String,
    _ arguments: [String]
  ) throws -> Figures {
    let about = [mode, server.kind, server.socket, "\(server.process.pid)"]
    let figures = try run(Self.load, on: processor, about + arguments)
    try server.process.kill()
    return figures
  }
}

/// A server that runs until nobody refers to it any more.
struct Server {
  let process: ChildProcess
  /// As audiosession-benchmark-load calls it.
  let kind: String
  let socket: String

  init(_ process: ChildProcess, kind: String, socket: String) {
    self.process = process
    self.kind = kind
    self.socket = socket
  }
}
