import Foundation
import TestSupport

/// What the command line says.
struct Options {
  enum Mode: String, CaseIterable {
    case peers, latency, soak, power, start
  }

  static let usage = """
    usage: audiosession-agent-benchmark peers [TURNS]
           audiosession-agent-benchmark latency [TIMES]
           audiosession-agent-benchmark soak [STREAMS]
           audiosession-agent-benchmark power [--seconds N] [--daemon PATH] [--agent PATH]
           audiosession-agent-benchmark start [TIMES]

    peers    how soon music is lowered, beside PulseAudio and WirePlumber (default: 8 turns)
    latency  from a decision to the command (default: 1,000 times)
    soak     what a day leaves behind (default: 1,000 streams)
    power    wake-ups and processor time, beside PulseAudio and WirePlumber, with music and a prompt
             every ten seconds
      --seconds N    for how long (default: 600)
      --daemon PATH  the daemon that is measured (default: the one built with this program)
      --agent PATH   the agent, likewise
    start    from AVAudioPlayer's order to its first sample at the sink, with the trait Players
             (default: 20 times)
    """

  let mode: Mode
  /// How often, or how many.
  private(set) var number: Int?
  private(set) var seconds = 600
  private(set) var programs = AgentStage.Programs()

  /// - Throws: The word that isn't understood, and what was expected.
  init(_ words: some Sequence<String>) throws(OptionError) {
    var words = words.makeIterator()
    let name = words.next() ?? ""
    guard let mode = Mode(rawValue: name) else {
      throw OptionError("“\(name)”: expected peers, latency, soak, power or start")
    }
    self.mode = mode
    while let word = words.next() {
      guard mode == .power else {
        guard number == nil, let count = Int(word), count > 0 else {
          throw OptionError("\(word): expected one number, 1 or more")
        }
        number = count
        continue
      }
      guard ["--seconds", "--daemon", "--agent"].contains(word) else {
        throw OptionError("\(word): expected --seconds, --daemon or --agent")
      }
      guard let value = words.next() else {
        throw OptionError("\(word): expected a value after it")
      }
      try set(word, value)
    }
  }

  private mutating func set(_ option: String, _ value: String) throws(OptionError) {
    if option == "--seconds" {
      guard let number = Int(value), (10...86_400).contains(number) else {
        throw OptionError("--seconds \(value): expected 10 to 86400")
      }
      seconds = number
      return
    }
    guard FileManager.default.isExecutableFile(atPath: value) else {
      throw OptionError("\(option) \(value): expected a program")
    }
    let path = URL(filePath: value).path
    if option == "--daemon" { programs.daemon = path } else { programs.agent = path }
  }
}
