import AudioSessionConfigurationFile
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import AudioSessionServer

/// The table of what all users together can make the daemon hold, against the code and the unit.
struct MemoryPageTests {
  private struct Row: Equatable {
    var what: String
    var count: Int?
    var each: Int?
    var together: Int
  }

  private static func rows() throws -> [Row] {
    let page = try Checkout.text("Sources/SessionServer/SessionServer.docc/Memory.md")
    return try page.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst(2).map { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      return Row(
        what: cells[0],
        count: Int(cells[1].replacing(",", with: "")),
        each: bytes(cells[2]),
        together: try #require(bytes(cells[3]))
      )
    }
  }

  /// The number of bytes that an amount such as `1.5 KiB` or `192M` is.
  private static func bytes(_ text: String) -> Int? {
    guard let match = text.wholeMatch(of: /([0-9.]+) ?(MiB|KiB|B|M)/), let amount = Double(match.1)
    else { return nil }
    let units = ["B": 1.0, "KiB": 1024, "MiB": 1_048_576, "M": 1_048_576]
    return units[String(match.2)].map { Int(amount * $0) }
  }

  @Test func `each row is its number times its size, and the last is the sum`() throws {
    let rows = try Self.rows()
    #expect(rows.count == 11)
    for row in rows.dropLast() {
      #expect(row.count.flatMap { count in row.each.map { $0 * count } } == row.together, "\(row)")
    }
    #expect(rows.last?.together == rows.dropLast().map(\.together).reduce(0, +))
  }

  @Test func `its numbers are those of the code`() throws {
    let limits = Limits()
    let (connections, sessions) = (limits.connections, SessionQuotas.total)
    #expect(
      try Self.rows().map(\.count) == [
        1, connections, KeptProcesses.total, sessions, connections, HeldBytes.users, sessions,
        sessions, sessions, 1, nil,
      ]
    )
    #expect(try Self.rows()[5].each == limits.bufferedBytesPerUser)
  }

  /// The line of the service's unit that sets something.
  private static func setting(_ key: String) throws -> Substring {
    let unit = try Checkout.text("systemd/system/audiosessiond.service")
    return try #require(unit.split(separator: "\n").first { $0.hasPrefix("\(key)=") })
  }

  @Test func `the service may hold that much, and the page says how much it may`() throws {
    let line = try Self.setting("MemoryMax")
    let limit = try #require(Self.bytes(String(line.dropFirst("MemoryMax=".count))))
    #expect(limit > (try Self.rows().last?.together ?? .max))
    let path = "Sources/SessionServer/SessionServer.docc/Memory.md"
    #expect(try Checkout.text(path).contains("`\(line)`"))
  }

  @Test func `the service may open as many descriptors as clients can make it open`() throws {
    let limit = try #require(Int(try Self.setting("LimitNOFILE").dropFirst("LimitNOFILE=".count)))
    // Each connection with its process, and the processes whose sessions have none.
    let all = 2 * Limits().connections + KeptProcesses.total
    // What it needs itself: files, the listener, getent.
    #expect(limit >= all + 128)
  }
}
