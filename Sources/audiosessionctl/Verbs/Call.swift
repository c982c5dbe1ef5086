import AudioSessionClient
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import ControlCore
import Glibc

extension Verb {
  static let call = Verb(
    name: "call",
    argument: .oneAndOptional("METHOD", "JSON"),
    summary: "Call any method of the daemon, and print its result.",
    details: """
      JSON is an object with the parameters, or - to read it from standard input. Methods are
      described in audiosession-protocol(7), and by `call rpc.discover`. An error is printed as JSON
      too, with everything that the daemon reports about it. A session that is opened by a call ends
      with it, unless it is a lease.
      """,
    action: .program { invocation, output throws(Failure) in
      let method = try Call.method(named: invocation.arguments[0])
      let parameters = try Call.parameters(invocation.arguments.dropFirst().first)
      var daemon = try Daemon(invocation)
      do throws(Failure) {
        output.print(try daemon.call(method, parameters))
      } catch {
        // Under --json every verb prints its error.
        if let json = error.json, !invocation.has("json") { output.print(json) }
        try output.flush()
        throw error
      }
      return 0
    }
  )
}

/// The arguments of `call`.
enum Call {
  /// The method of this name.
  ///
  /// - Throws: ``Failure/usage(_:)`` with a guess of what was meant.
  static func method(named name: String) throws(Failure) -> Method {
    if let method = Method(rawValue: name) { return method }
    let names = Method.allCases.map { $0.rawValue }
    // A method is often remembered by its second half alone.
    let meant = names.first { $0.hasSuffix(".\(name)") } ?? names.nearest(to: name)
    let guess = meant.map { "did you mean \($0)? " } ?? ""
    let sentence = "unknown method \(name.printable); \(guess)`audiosessionctl call rpc.discover`"
    throw .usage("call: \(sentence) describes them all")
  }

  /// The parameters, an object; the empty one if none are given.
  static func parameters(_ word: String?) throws(Failure) -> JSONValue {
    guard let word else { return [:] }
    let bytes = word == "-" ? try input() : Array(word.utf8)
    do {
      let value = try JSONValue(parsing: bytes.span)
      if case .object = value { return value }
    } catch {
      throw .usage("call: the parameters aren't JSON: \(error.sentence)")
    }
    throw .usage("call: expected an object as JSON, such as '{\"session\":7}'")
  }

  /// The daemon takes no line that is longer.
  private static let longestInput = 1 << 20

  private static func input() throws(Failure) -> [UInt8] {
    let bytes: [UInt8]
    do {
      bytes = try WholeStream.read(from: STDIN_FILENO, upTo: longestInput)
    } catch {
      throw .usage("call: can't read standard input: \(String(cString: strerror(error.code)))")
    }
    guard bytes.count <= longestInput else {
      throw .usage("call: expected at most \(longestInput) bytes on standard input")
    }
    return bytes
  }
}
