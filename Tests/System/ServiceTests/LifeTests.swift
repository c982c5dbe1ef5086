import Foundation
import TestSupport
import TestTraits
import Testing

/// The package, and the service that was installed from it, under a systemd that runs.
@Suite(
  .disabled(if: Life.lack != nil, Comment(rawValue: Life.lack ?? "")),
  .serialized,
  .besideThePool(.machines),
  .timeLimit(.minutes(15))
)
struct LifeTests {
  @Test func `the package needs no Swift, and its size is told`() throws {
    let package = try DebianPackage.made.get()
    let size = try FileManager.default.attributesOfItem(atPath: package.path)[.size] as? Int
    let bytes = try #require(size)
    let depends = try Checkout.run(["dpkg-deb", "-f", package.path, "Depends"]).text
    print("The package has \(bytes) bytes and needs \(depends)")
    let names = depends.split(separator: ",").map { need in
      String(need.drop { $0 == " " }.prefix { $0 != " " && $0 != "\n" })
    }
    let needs: Set = ["init-system-helpers", "libc6", "procps", "systemd"]
    #expect(Set(names) == needs.union(Life.needsOfOrdinarySwift))
    #expect(bytes < Life.mostBytes)
  }

  @Test func `its daemon needs no library, and is at another address each time`() throws {
    let folder = try TemporaryDirectory()
    let daemon = try DebianPackage.made.get().unpack("audiosessiond", into: folder)
    let needs = try Checkout.run(["readelf", "--wide", "--dynamic", "--segments", daemon])
    #expect(needs.status == 0)
    #expect(needs.text.contains(/\(FLAGS_1\) +Flags:.* PIE/))
    // Neither libraries nor the loader, nor a relocation that needs the code to be writable.
    for entry in ["(NEEDED)", "INTERP", "(TEXTREL)", "RWE"] {
      #expect(!needs.text.contains(entry), "\(entry)")
    }
    // With the C library's own look-up of users it would have the name of its configuration.
    let bytes = try Data(contentsOf: URL(filePath: daemon), options: .alwaysMapped)
    #expect(bytes.range(of: Data("nsswitch.conf".utf8)) == nil)
    let version = try Checkout.run([daemon, "--version"])
    #expect(version.status == 0 && version.text.hasPrefix("audiosessiond "))
  }

  @Test(arguments: ["audiosessiond", "audiosessionctl", "audiosession-agent", "audiosession-house"])
  func `a program's tables are read-only once it runs, and it is at a random address`(
    program: String
  ) throws {
    let folder = try TemporaryDirectory()
    let path = try DebianPackage.made.get().unpack(program, into: folder)
    let said = try Checkout.run(
      ["readelf", "--wide", "--dynamic", "--segments", "--dyn-syms", path]
    )
    #expect(said.status == 0)
    #expect(said.text.contains("GNU_RELRO"))
    // A static program imports nothing, this neither.
    #expect(said.text.contains("__stack_chk_fail") || program == "audiosessiond")
    // All addresses in the tables are found before it runs, or there are none to find.
    #expect(said.text.contains(/\(FLAGS_1\) +Flags: NOW PIE/), "\(said.text)")
    #expect(said.text.contains(/GNU_STACK .* RW\b/))
  }

  @Test(arguments: BootedSystem.all)
  func `the parts of its life are these`(system: BootedSystem) throws {
    #expect(try Life.lived(on: system).parts.map(\.title) == Self.parts.map(\.title))
  }

  @Test(arguments: BootedSystem.all, LifeTests.parts)
  func `each part goes as it should`(system: BootedSystem, part: Part) throws {
    let seen = try Life.lived(on: system).parts.first { $0.title == part.title }
    #expect(seen?.text == part.text, "\(part.title)")
  }

  struct Part: Sendable, CustomTestStringConvertible {
    let title: String
    let text: String
    var testDescription: String { title }
  }
}

extension Life {
  #if arch(x86_64)
  /// What a program needs that isn't built in Embedded Swift, as those of other machines aren't.
  static let needsOfOrdinarySwift: Set<String> = []
  /// The package's size at most.
  static let mostBytes = 2_100_000
  #else
  static let needsOfOrdinarySwift: Set = ["libgcc-s1", "libstdc++6"]
  static let mostBytes = 5_000_000
  #endif
}
