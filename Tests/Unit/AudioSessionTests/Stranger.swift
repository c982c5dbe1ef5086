import AudioSessionJSON
import AudioSessionWire
import Glibc
import TestSupport

/// Another program with one session, that speaks to the daemon in JSON.
final class Stranger {
  let process: ClientProcess
  let connection: ClientConnection
  let number: UInt64

  /// Opens its session.
  ///
  /// - Parameters:
  ///   - daemon: Whom it speaks to.
  ///   - name: What it calls itself.
  ///   - configuration: Any of what `session.open` takes.
  ///   - application: What it says it is a part of, if anything.
  /// - Throws: What the daemon or the process says against it.
  init(
    _ daemon: TestDaemon,
    _ name: String,
    _ configuration: JSONValue = [:],
    application: String? = nil
  ) throws {
    process = try ClientProcess(user: getuid(), group: getgid())
    connection = try process.connect(to: daemon.socketPath)
    let hello: [JSONValue.Member] = [.init("protocol", 1), .init("events", ["lifecycle"])]
    let named = application.map { [JSONValue.Member("application", .string($0))] } ?? []
    try connection.granted("hello", .object(hello + named))
    let members = [JSONValue.Member("name", .string(name))] + (configuration.members ?? [])
    let object = try connection.granted("session.open", .object(members))
    number = UInt64(object["session"]?.integer ?? 0)
  }

  func activate() throws { try say("session.activate") }

  func deactivate() throws {
    try say("session.deactivate", ["options": ["notifyOthersOnDeactivation"]])
  }

  /// Makes a request about its session, which is granted.
  @discardableResult
  func say(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
    let session = JSONValue.Member("session", .number(String(number)))
    return try connection.granted(method, .object([session] + (parameters.members ?? [])))
  }
}
