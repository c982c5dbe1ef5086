import AudioSessionArbitration
import AudioSessionConfigurationFile
import AudioSessionTypes
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@Suite struct SearchPathTests {
  let root: TemporaryDirectory

  init() throws { root = try TemporaryDirectory() }

  @Test func `without any folder the defaults hold`() throws {
    let expected = LoadedSettings(settings: Settings())
    #expect(load(.system(root: root.path)) == expected)
    #expect(load(.user(root: root.path, configurationHome: "\(root.path)/home")) == expected)
    #expect(load(.user(root: root.path, configurationHome: nil)) == expected)
  }

  @Test func `the system's files come in order, and the last one counts`() throws {
    let names = [
      "usr/lib/audiosession/audiosessiond.conf",
      "etc/audiosession/audiosessiond.conf",
      "run/audiosession/audiosessiond.conf.d/05-b.conf",
      "etc/audiosession/audiosessiond.conf.d/10-a.conf",
      "usr/lib/audiosession/audiosessiond.conf.d/20-c.conf",
      "etc/audiosession/audiosessiond.conf.d/9-d.conf",
    ]
    for (index, name) in names.enumerated() {
      try root.write(
        "[Policy]\nDuckRamp=\(index + 1)s\n[Grant admin]\nUsers=\(index + 1)",
        to: name
      )
    }
    let others = ["notes.txt", ".hidden.conf", "10-a.conf~"]
    for name in others {
      try root.write("nonsense", to: "etc/audiosession/audiosessiond.conf.d/\(name)")
    }
    let loaded = load(.system(root: root.path))
    #expect(loaded.files == names.map { "\(root.path)/\($0)" })
    #expect(
      loaded.ignored
        == ["10-a.conf~", "notes.txt"].map {
          "\(root.path)/etc/audiosession/audiosessiond.conf.d/\($0)"
        }
    )
    #expect(loaded.settings.policy.duckRamp == .seconds(names.count))
    #expect(loaded.settings.grants[.admin]?.users == Set(0...6))
  }

  @Test func `a drop-in hides those of its name in lower folders`() throws {
    let folders = ["usr/lib", "run", "etc"]
    let cases: [(present: [Int], read: Int)] = [
      ([0, 1, 2], 2), ([0, 1], 1), ([0, 2], 2), ([0], 0),
    ]
    for (present, read) in cases {
      let root = try TemporaryDirectory()
      var files: [String] = []
      for folder in folders {
        files.append("\(root.path)/\(folder)/audiosession/audiosessiond.conf.d/a.conf")
      }
      for index in present {
        try root.write("", to: String(files[index].dropFirst(root.path.count + 1)))
      }
      #expect(load(.system(root: root.path)).files == [files[read]])
    }
  }

  @Test func `an instance of a user reads user.conf, then the user's own, each with its folder`()
    throws
  {
    let names = [
      "etc/audiosession/user.conf", "etc/audiosession/user.conf.d/z.conf",
      "home/audiosession/audiosessiond.conf", "home/audiosession/audiosessiond.conf.d/a.conf",
    ]
    for name in names { try root.write("", to: name) }
    try root.write("nonsense", to: "etc/audiosession/audiosessiond.conf")
    let all = names.map { "\(root.path)/\($0)" }
    let home = "\(root.path)/home"
    #expect(load(.user(root: root.path, configurationHome: home)).files == all)
    #expect(load(.user(root: root.path, configurationHome: nil)).files == Array(all.prefix(2)))
  }

  @Test func `a file that was named must be there`() {
    let path = "\(root.path)/absent.conf"
    #expect(error(.file(path)) == "\(path): no such file: expected a file to read")
  }

  @Test func `a file that is a folder, or a folder that is a file: a fault that it can't be read`()
    throws
  {
    let folder = "\(root.path)/etc/audiosession"
    try FileManager.default.createDirectory(
      atPath: "\(folder)/audiosessiond.conf",
      withIntermediateDirectories: true
    )
    try root.write("", to: "etc/audiosession/audiosessiond.conf.d")
    #expect(
      error(.system(root: root.path)) == """
        \(folder)/audiosessiond.conf: Is a directory: expected to be able to read it
        \(folder)/audiosessiond.conf.d: Not a directory: expected to be able to read it
        """
    )
  }

  @Test func `a drop-in that leads nowhere is a fault`() throws {
    let folder = "\(root.path)/etc/audiosession/audiosessiond.conf.d"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let link = "\(folder)/a.conf"
    try FileManager.default.createSymbolicLink(
      atPath: link,
      withDestinationPath: "\(root.path)/absent"
    )
    #expect(error(.system(root: root.path)) == "\(link): no such file: expected a file to read")
  }

  @Test(arguments: [0, 1]) func `a file has 1 MiB at most`(excess: Int) throws {
    let path = try root.write(Data(repeating: 0x0A, count: (1 << 20) + excess), to: "a.conf")
    let fault = excess > 0 ? "\(path): too large: expected at most 1048576 bytes" : nil
    #expect(error(.file(path)) == fault)
  }

  private func load(_ source: ConfigurationSource) -> LoadedSettings {
    Settings.load(from: source, accounts: .imagined)
  }

  /// Everything that is wrong, one fault a line; nil if nothing is.
  private func error(_ source: ConfigurationSource) -> String? {
    let faults = load(source).faults
    return faults.isEmpty ? nil : faults.map(\.description).joined(separator: "\n")
  }
}
