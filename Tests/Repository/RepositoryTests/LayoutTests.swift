import AudioSessionJSON
import TestSupport
import Testing

/// What the layout promises: boundaries between targets, sizes, nothing left lying about.
struct LayoutTests {
  /// What the target in each folder may import; a module that isn't here may be imported nowhere.
  private static let allowed: [String: Set<String>] = [
    "AudioSessionSchema": [],
    "AudioSessionTypes": ["AudioSessionSchema"],
    "Arbitration": ["AudioSessionSchema", "AudioSessionTypes"],
    "AudioSessionJSON": ["AudioSessionSchema"],
    "AudioSessionWire": ["AudioSessionSchema", "AudioSessionJSON", "AudioSessionTypes"],
    // Stands for Swift's own Glibc module where there is none.
    "Embedded": ["CGlibc"],
    "AudioSessionSystem": ["CAudioSessionLinux", "Glibc", "Synchronization"],
    "EventLoop": ["AudioSessionSystem", "CAudioSessionLinux", "Glibc"],
    "ConfigurationFile": [
      "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
      "AudioSessionWire", "Glibc",
    ],
    "Recording": [
      "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
      "AudioSessionWire",
    ],
    "AudioSessionClient": [
      "AudioSessionSchema", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
      "AudioSessionSystem", "Glibc",
    ],
    "AudioSession": [
      "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
      "AudioSessionSystem", "Dispatch", "FoundationEssentials", "Glibc", "Synchronization",
    ],
    "AudioSessionMedia": [
      "CAudioSessionGStreamer", "CAudioSessionLinux", "Dispatch", "Glibc", "Synchronization",
    ],
    "AVFAudio": [
      "AudioSession", "AudioSessionTypes", "AudioSessionMedia", "Foundation", "Synchronization",
    ],
    "MediaPlayer": [
      "AVFAudio", "AudioSessionBus", "AudioSessionEventLoop", "AudioSessionSystem", "Foundation",
      "Synchronization",
    ],
    "AudioToolbox": ["AVFAudio", "AudioSessionMedia", "Foundation", "Synchronization"],
    "CoreMedia": [],
    "AVFoundation": [
      "AVFAudio", "AudioToolbox", "CoreMedia", "AudioSessionMedia", "Foundation", "Synchronization",
    ],
    "SessionServer": [
      "AudioSessionSchema", "AudioSessionTypes", "AudioSessionArbitration", "AudioSessionJSON",
      "AudioSessionWire", "AudioSessionConfigurationFile", "AudioSessionSystem",
      "AudioSessionEventLoop", "Glibc", "AudioSessionRecording", "Synchronization",
    ],
    "AudioSessionTesting": [
      "AudioSession", "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON",
      "AudioSessionWire", "AudioSessionArbitration", "AudioSessionConfigurationFile",
      "AudioSessionServer", "Synchronization",
    ],
    "audiosessiond": [
      "AudioSessionServer", "AudioSessionConfigurationFile", "AudioSessionSystem",
      "AudioSessionJSON", "AudioSessionWire", "Glibc",
    ],
    "ControlCore": [
      "AudioSessionSchema", "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON",
      "AudioSessionWire", "AudioSessionSystem", "AudioSessionConfigurationFile", "Glibc",
    ],
    // The programs in audiosessionctl don't know each other.
    "ControlRun": verbs.union(["AudioSessionTypes"]),
    "ControlFollow": verbs.union(["AudioSessionTypes"]),
    "ControlTimeline": verbs.union(["AudioSessionTypes", "House"]),
    "ControlTop": verbs.union(["AudioSessionTypes"]),
    "ControlRecording": verbs.union(["AudioSessionArbitration", "AudioSessionRecording"]),
    "audiosessionctl": [
      "ControlCore", "ControlRun", "ControlFollow", "ControlTimeline", "ControlTop",
      "ControlRecording", "AgentAnswers", "House", "AudioSessionSchema", "AudioSessionClient",
      "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire", "AudioSessionSystem",
      "AudioSessionArbitration", "AudioSessionConfigurationFile", "CRulesPage", "Glibc",
    ],
    "AgentAnswers": ["AudioSessionSchema"],
    "AudioSessionBus": [
      "AudioSessionEventLoop", "AudioSessionSystem", "CAudioSessionBus", "Glibc",
    ],
    "Enforcement": ["AgentAnswers", "AudioSessionTypes", "Glibc"],
    "audiosession-agent": [
      "AgentAnswers", "Enforcement", "AudioSessionSchema", "AudioSessionTypes", "AudioSessionJSON",
      "AudioSessionWire", "AudioSessionClient", "AudioSessionConfigurationFile",
      "AudioSessionEventLoop", "AudioSessionSystem", "AudioSessionBus", "CPipeWire", "Glibc",
    ],
    "House": [
      "AudioSessionSchema", "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON",
      "AudioSessionWire", "Glibc",
    ],
    "audiosession-house": [
      "House", "AudioSessionSchema", "AudioSessionJSON", "AudioSessionWire", "AudioSessionClient",
      "AudioSessionConfigurationFile", "AudioSessionEventLoop", "AudioSessionSystem", "CMosquitto",
      "Glibc",
    ],
    "audiosession-demo": [
      "AudioSessionClient", "AudioSessionTypes", "AudioSessionJSON", "AudioSessionWire",
      "AudioSessionSystem", "AudioSessionEventLoop", "Glibc",
    ],
  ]

  private static let verbs: Set = [
    "ControlCore", "AudioSessionSchema", "AudioSessionClient", "AudioSessionJSON",
    "AudioSessionWire", "AudioSessionSystem", "AudioSessionEventLoop", "Glibc",
  ]

  private static var importing: Regex<(Substring, Substring)> {
    /^(?:@_exported )?(?:package |public |private )?import (?:enum |struct )?(\w+)/
  }

  @Test func `each target imports what lies below it, and nothing else`() throws {
    var faults: [String] = []
    for path in Checkout.files(below: "Sources", "swift") {
      let folder = String(path.split(separator: "/")[1])
      let allowed = Self.allowed[folder] ?? []
      for (place, text) in try Checkout.lines(path) {
        guard let match = text.firstMatch(of: Self.importing) else { continue }
        let module = String(match.output.1)
        if !allowed.contains(module) { faults.append("\(place): \(folder) imports \(module)") }
      }
    }
    #expect(faults == [])
  }

  @Test
  func `targets that a product reaches: named AudioSession or CAudioSession first, or by Apple`()
    throws
  {
    let parts = try Checkout.text("Package.swift").split(separator: "\n  targets: [\n")
    try #require(parts.count == 2)
    // Of the words in quotes, a target's first is its name; others that are names it depends on.
    let targets = parts[1].split(separator: /\n    (?=\.?[a-z]\w*\()/).map(Self.quoted)
    let names = Set(targets.compactMap(\.first))
    var waiting = parts[0].matches(of: /targets: \[(.*?)\]/).flatMap { Self.quoted($0.output.1) }
    var reached: Set<String> = []
    while let name = waiting.popLast() {
      guard names.contains(name), reached.insert(name).inserted else { continue }
      waiting += targets.filter { $0.first == name }.joined()
    }
    #expect(
      reached.isSuperset(of: ["AVFoundation", "AudioSessionEventLoop", "CAudioSessionLinux"])
    )
    #expect(
      reached.filter {
        !$0.contains(/^(?:C?AudioSession|AVF|(?:AudioToolbox|CoreMedia|MediaPlayer)$)/)
      } == []
    )
  }

  private static func quoted(_ text: Substring) -> [String] {
    text.matches(of: /"([^"]+)"/).map { String($0.output.1) }
  }

  @Test(arguments: [("Sources", 300), ("Tests", 400)])
  func `no file is longer than its limit, no function than 70 lines`(
    folder: String,
    limit: Int
  ) throws {
    var faults: [String] = []
    for path in Checkout.files(below: folder, "swift") {
      let lines = try Checkout.lines(path)
      if lines.count - 1 > limit { faults.append("\(path): \(lines.count - 1) lines") }
      faults += longFunctions(lines).map { "\($0.place): \($0.length) lines" }
    }
    #expect(faults == [])
  }

  /// Functions by their indentation: from `func` or `init`, with attributes and modifiers before
  /// it, to the brace in the same column.
  private func longFunctions(
    _ lines: [(place: String, text: String)]
  ) -> [(place: String, length: Int)] {
    var long: [(place: String, length: Int)] = []
    for (index, line) in lines.enumerated() {
      guard line.text.contains("func ") || line.text.contains("init"),
        line.text.contains(/^ *(?:@?\w+(?:\(.*\))? )*(?:func |init[(?<])/)
      else { continue }
      let indent = line.text.prefix { $0 == " " }
      let end = lines[index...].dropFirst().firstIndex { $0.text == indent + "}" }
      guard let end, !line.text.hasSuffix("}"), end - index > 70 else { continue }
      long.append((line.place, end - index))
    }
    return long
  }

  @Test func `sources and tests: no to-do marks, forced tries or forced casts`() throws {
    let marks = #/\b(?:TO[D]O|FIX[M]E|XX[X])\b|\btry[!]/#
    let cast = #/\bas[!]\s/#
    var faults: [String] = []
    for path in Checkout.files(below: "Sources", "swift", "c", "h", "md")
      + Checkout.files(below: "Tests", "swift")
    {
      // Programs that are brought from iOS cast so, and these show that it succeeds.
      let isStrict = ["StrictCasts", "Shapes/EpisodePlayer"].contains {
        path == "Tests/Programs/AVFAudioPrograms/\($0).swift"
      }
      for (place, text) in try Checkout.lines(path) {
        let isForced = !isStrict && text.contains(cast)
        if isForced || text.contains(marks) { faults.append("\(place): \(text)") }
      }
    }
    #expect(faults == [])
  }

  @Test func `only programs print, and what is unchecked says why`() throws {
    let programs = [
      "audiosessiond/", "audiosessionctl/", "Sources/Control", "audiosession-demo/",
      "audiosession-agent/",
    ]
    var faults: [String] = []
    for path in Checkout.files(below: "Sources", "swift") {
      let lines = try Checkout.lines(path)
      for (index, line) in lines.enumerated() {
        let isProgram = programs.contains { path.contains($0) }
        if !isProgram, line.text.contains(/^\s*print\(/) { faults.append(line.place) }
        let isUnchecked = line.text.contains(/@unchecked|nonisolated\(unsafe\)|unowned/)
        let isExplained = index > 0 && lines[index - 1].text.contains("//")
        if isUnchecked && !isExplained { faults.append("\(line.place): no reason above") }
      }
    }
    #expect(faults == [])
  }

  @Test func `there are no packages, and the top level is as it was ordered`() throws {
    #expect(try !Checkout.text("Package.swift").contains(".package("))
    let visible = try Checkout.names(in: "").filter { !$0.hasPrefix(".") }
    #expect(
      visible == ["LICENSE", "Package.swift", "README.md", "Sources", "Tests", "config", "systemd"]
    )
    let rooms = ["Cost", "Fuzz", "Programs", "Repository", "Rules", "Support", "System", "Unit"]
    #expect(try Checkout.names(in: "Tests") == rooms)
  }
}
