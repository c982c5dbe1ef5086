import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import TestSupport
import Testing

/// A file in which something is wrong is left out whole, and all others hold.
@Suite struct LeavingOutTests {
  private static let folder = "etc/audiosession/audiosessiond.conf.d"
  private let root: TemporaryDirectory

  init() throws { root = try TemporaryDirectory() }

  private func load() -> LoadedSettings {
    Settings.load(from: .system(root: root.path), accounts: .imagined)
  }

  @Test func `of a file with a fault nothing holds, and of the others everything`() throws {
    let first = try root.write(
      "[Policy]\nDuckGain=0.3\n",
      to: "etc/audiosession/audiosessiond.conf"
    )
    let wrong = try root.write(
      "[Policy]\nDuckGain=loud\nDuckRamp=2s\n[Grant admin]\nUsers=ann eve\nBogus=1\n",
      to: "\(Self.folder)/10-wrong.conf"
    )
    let last = try root.write("[Grant admin]\nUsers=bob\n", to: "\(Self.folder)/20-last.conf")
    var expected = Settings()
    expected.policy.duckGain = 0.3
    expected.grants[.admin]?.users = [0, 1001]
    let loaded = load()
    #expect(loaded.settings == expected)
    #expect(loaded.files == [first, last])
    #expect(loaded.leftOut.map(\.file) == [wrong])
    #expect(loaded.faults.map(\.place) == [2, 6].map { Place(file: wrong, line: $0) })
    #expect(loaded.warnings == [])
    #expect(
      loaded.setBy == [
        "Policy.DuckGain": Place(file: first, line: 2),
        "Grant admin.Users": Place(file: last, line: 2),
      ]
    )
  }

  @Test func `limits that don't fit together cost the file of the smaller, not its neighbours`()
    throws
  {
    let neighbour = try root.write("[Limits]\nJSONDepth=9\n", to: "\(Self.folder)/10.conf")
    let wrong = try root.write(
      "[Policy]\nDuckRamp=2s\n[Limits]\nSessionsPerConnection=2000\n",
      to: "\(Self.folder)/20.conf"
    )
    var expected = Settings()
    expected.limits.jsonDepth = 9
    let loaded = load()
    #expect(loaded.settings == expected)
    #expect(loaded.files == [neighbour])
    #expect(loaded.faults.map(\.place) == [Place(file: wrong, line: 4)])
  }

  @Test func `limits of two files that need each other are left out with each other`() throws {
    let greater = try root.write(
      "[Limits]\nSessionsPerUser=4000\nBogus=1\n",
      to: "\(Self.folder)/10.conf"
    )
    let smaller = try root.write(
      "[Limits]\nSessionsPerConnection=2000\n",
      to: "\(Self.folder)/20.conf"
    )
    let loaded = load()
    #expect(loaded.settings == Settings())
    #expect(loaded.leftOut.map(\.file) == [greater, smaller])
    #expect(
      loaded.faults.last?.description
        == "\(smaller):2: SessionsPerConnection=2000: expected no more than SessionsPerUser=1024"
    )
  }

  @Test func `a file that names a role of a left-out file: left out with it`() throws {
    let role = try root.write("[Role siren]\nLike=alarm\nBogus=1\n", to: "\(Self.folder)/10.conf")
    let user = try root.write(
      "[Policy]\nDuckGain=0.3\n[Interactions]\nsiren.*=mix\n",
      to: "\(Self.folder)/20.conf"
    )
    let loaded = load()
    #expect(loaded.settings == Settings())
    #expect(loaded.leftOut.map(\.file) == [role, user])
    #expect(loaded.faults.map(\.place.line) == [3, 4])
  }

  @Test func `a role may be declared in another file, before or after`() throws {
    let folder = "\(root.path)/\(Self.folder)"
    try root.write(
      "[Interactions]\nsiren.*=mix\n[Grant siren]\nUsers=ann\n",
      to: "\(Self.folder)/10.conf"
    )
    try root.write("[Role siren]\nLike=alarm\n", to: "\(Self.folder)/20.conf")
    try root.write("[Interactions]\n*.siren=refuse\n", to: "\(Self.folder)/30.conf")
    let loaded = load()
    #expect(loaded.faults == [])
    #expect(
      loaded.settings.policy.overrides
        == [Policy.Override(13, nil, .mix), Policy.Override(nil, 13, .refuse)]
    )
    #expect(
      loaded.setBy.mapValues(\.description) == [
        "Interactions.siren.*": "\(folder)/10.conf:2", "Grant siren.Users": "\(folder)/10.conf:4",
        "Role siren.Like": "\(folder)/20.conf:2", "Interactions.*.siren": "\(folder)/30.conf:2",
      ]
    )
  }

  @Test func `every value says where it was set last`() throws {
    let file = try root.write(
      "[Policy]\nDuckGain=0.3\nDuckGain=0.2\n[Interactions]\nphoneCall.mixable=duck\n"
        + "[Grant alarm]\nUnits=a.service\nUnits=\n[Limits]\nJSONDepth=32\n",
      to: "etc/audiosession/audiosessiond.conf"
    )
    #expect(
      load().setBy.mapValues(\.description) == [
        "Policy.DuckGain": "\(file):3", "Interactions.phoneCall.mixable": "\(file):5",
        "Grant alarm.Units": "\(file):8", "Limits.JSONDepth": "\(file):10",
      ]
    )
  }
}
