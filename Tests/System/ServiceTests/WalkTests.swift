import AudioSessionJSON
import Foundation
import TestSupport
import TestTraits
import Testing

/// The README's commands for users, each as it stands there, on a machine that has just the packages.
@Suite(
  .disabled(if: Walk.lack != nil, Comment(rawValue: Walk.lack ?? "")),
  .serialized,
  .besideThePool(.machines),
  .timeLimit(.minutes(15))
)
struct WalkTests {
  @Test(arguments: BootedSystem.all)
  func `each command of the README succeeds, and the purge leaves nothing`(
    system: BootedSystem
  ) throws {
    let sections = try ["On a desktop", "On a speaker", "More than one machine", "As a service"].map
    { title in
      let commands = try Self.commands(of: title)
      try #require(commands.count > 3, "\(title)")
      return (title: title, commands: commands)
    }
    let walk = try Walk(sections, on: system)
    print("the README's commands on \(system):\n\(walk.text)")
    #expect(walk.sections.map(\.title) == sections.map(\.title) + ["Afterwards"])
    for (seen, section) in zip(walk.sections, sections) {
      #expect(seen.lines == section.commands.map { "0 \($0)" }, "\(section.title)")
    }
    #expect(walk.sections.last?.lines == [])
  }

  /// The commands below a headline, without the one that makes the packages.
  private static func commands(of title: String) throws -> [String] {
    let sections = try Checkout.text("README.md").components(separatedBy: "\n## ")
    let section = try #require(sections.first { $0.hasPrefix("\(title)\n") })
    return RecipePage.blocks(of: section).filter { $0.language == "sh" }
      .flatMap { $0.text.split(separator: "\n").map(String.init) }
      .filter { $0 != "systemd/package" }
  }
}

/// What the script `walk` has seen.
private struct Walk {
  let text: String
  /// Each command with its exit status, without its time.
  let sections: [(title: String, lines: [String])]

  /// Walks on a system that can be booted.
  ///
  /// - Throws: That it can't be done.
  init(_ given: [(title: String, commands: [String])], on system: BootedSystem) throws {
    let life = try Life("walk", on: system) { folder in
      let package = try DebianPackage.made.get()
      for path in [package.path, package.agentPath, package.housePath] {
        let name = URL(filePath: path).lastPathComponent
        try FileManager.default.copyItem(atPath: path, toPath: "\(folder)/\(name)")
      }
      let lines = given.flatMap { ["== \($0.title)"] + $0.commands }
      let text = lines.map { "\($0)\n" }.joined()
      try text.write(toFile: "\(folder)/commands", atomically: false, encoding: .utf8)
    }
    text = life.parts.map { "\($0.title)\n\($0.text)" }.joined(separator: "\n")
    sections = life.parts.map { part in
      let lines = part.text.split(separator: "\n").map(String.init)
      return (part.title, lines.map { $0.replacing(#/^(\d+) [0-9.]+ /#) { "\($0.1) " } })
    }
  }

  /// Why it can't be done here; nil if it can.
  static let lack = AgentLife.lack ?? Checkout.lack(of: ["sudo"])
}
