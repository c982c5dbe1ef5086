import AudioSessionWire
import ControlCore

/// A recording that the command line names: `FILE`, or `NAME=FILE` with the machine's name.
struct Operand: Equatable {
  let machine: String
  let path: String

  /// Takes a word apart.
  ///
  /// - Parameter word: The operand; in one with a folder before the =, that is the file's.
  /// - Throws: ``Failure/usage(_:)`` if a part is missing.
  init(_ word: String) throws(Failure) {
    let name = word.prefix { $0 != "=" && $0 != "/" }
    let rest = word.dropFirst(name.count)
    guard rest.first == "=" else {
      machine = Operand.name(ofFile: word).printable
      path = word
      return
    }
    let place = "timeline: \(word.printable)"
    if name.isEmpty { throw .usage("\(place): expected the name of a machine before the =") }
    if rest.count == 1 { throw .usage("\(place): expected a FILE behind the =") }
    machine = String(name).printable
    path = String(rest.dropFirst())
  }

  /// A file's name without its folder and its suffix.
  private static func name(ofFile path: String) -> String {
    let name = path.split(separator: "/").last.map(String.init) ?? path
    guard let point = name.lastIndex(of: "."), point > name.startIndex else { return name }
    return String(name[..<point])
  }

  /// Takes all words of a line apart.
  ///
  /// - Parameter words: The operands.
  /// - Returns: The recordings, in their order.
  /// - Throws: ``Failure/usage(_:)`` for what is none, and for two of one machine.
  static func all(_ words: [String]) throws(Failure) -> [Operand] {
    var operands: [Operand] = []
    for word in words {
      let operand = try Operand(word)
      if operands.contains(where: { $0.machine == operand.machine }) {
        let what = "another FILE is of \(operand.machine), too"
        throw .usage("timeline: \(word.printable): \(what); expected NAME=FILE")
      }
      operands.append(operand)
    }
    return operands
  }
}
