import StateSearch
import TestSupport

/// The command line.
struct Options {
  static let usage = """
    usage: audiosession-states [--world NAME]... [--limit STATES] [--seed N] [--minutes N]
                               [--short] [--output DIRECTORY]
           audiosession-states --list

      --world NAME        only this world, and others that are named; all by default
      --limit STATES      the number of states of a world up to which each is expanded; beyond it,
                          a choice of each depth's is (200000)
      --seed N            makes that choice (1)
      --minutes N         the time after which a world is left (none)
      --short             as --limit 100: a minute for all worlds
      --output DIRECTORY  where a counterexample is written (.build/states)
      --list              the worlds
    """

  var worlds = World.all
  var states = 200_000
  var seed: UInt64 = 1
  var minutes: Double?
  var output = Checkout.path(".build/states")
  var isList = false
  var isHelp = false

  init(_ words: ArraySlice<String>) throws(OptionError) {
    var words = words
    var named: [World] = []
    while let word = words.popFirst() {
      switch word {
      case "--list": isList = true
      case "--help": isHelp = true
      case "--short": states = 100
      case "--world":
        let name = words.popFirst() ?? ""
        guard let world = World.all.first(where: { $0.name == name }) else {
          throw OptionError("there is no world '\(name)'")
        }
        named.append(world)
      case "--limit": states = try Options.number(word, &words)
      case "--seed": seed = try Options.number(word, &words)
      case "--minutes": minutes = try Options.number(word, &words)
      case "--output":
        guard let folder = words.popFirst() else { throw OptionError("--output: which directory?") }
        output = folder
      default: throw OptionError("there is no option '\(word)'")
      }
    }
    if !named.isEmpty { worlds = named }
  }

  private static func number<Number: LosslessStringConvertible>(
    _ option: String,
    _ words: inout ArraySlice<String>
  ) throws(OptionError) -> Number {
    let word = words.popFirst() ?? ""
    guard let number = Number(word) else { throw OptionError("\(option): '\(word)' is no number") }
    return number
  }

  /// How far each search goes.
  func limits(from start: ContinuousClock.Instant) -> Search.Limits {
    Search.Limits(
      states: states,
      seed: seed,
      end: minutes.map { start + .milliseconds($0 * 60_000) }
    )
  }
}
