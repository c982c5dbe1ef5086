import TestSupport

/// What the command line says.
struct Options {
  enum Part: String, CaseIterable {
    case daemon, core, wire, client
  }

  static let usage = """
    usage: audiosession-benchmark [PART…] [--daemon PATH] [--rounds N] [--output FOLDER]
                                  [--quick] [--help]

    PART is daemon, core, wire or client; all of them if none is named.
      --daemon PATH    the daemon that is measured (default: the one built with this program)
      --rounds N       how often everything is measured, all servers in each round (default: 5)
      --output FOLDER  where report.json and report.svg are written (default: .build/benchmark)
      --quick          a look at whether it works; the figures mean little
    """

  private(set) var parts: Set<Part> = []
  private(set) var daemon: String?
  private(set) var rounds: Int?
  private(set) var output = ".build/benchmark"
  private(set) var isQuick = false

  /// - Throws: The word that isn't understood, and what was expected.
  init(_ words: some Sequence<String>) throws(OptionError) {
    var words = words.makeIterator()
    while let word = words.next() {
      switch word {
      case "--daemon": daemon = try Self.value(of: word, words.next())
      case "--output": output = try Self.value(of: word, words.next())
      case "--rounds":
        let text = try Self.value(of: word, words.next())
        guard let number = Int(text), (1...100).contains(number) else {
          throw OptionError("--rounds \(text): expected 1 to 100")
        }
        rounds = number
      case "--quick": isQuick = true
      default:
        guard let part = Part(rawValue: word) else {
          let names = Part.allCases.map(\.rawValue).joined(separator: ", ")
          throw OptionError("\(word): expected \(names) or an option")
        }
        parts.insert(part)
      }
    }
    if parts.isEmpty { parts = Set(Part.allCases) }
  }

  private static func value(of option: String, _ word: String?) throws(OptionError) -> String {
    guard let word else { throw OptionError("\(option): expected a value after it") }
    return word
  }
}
