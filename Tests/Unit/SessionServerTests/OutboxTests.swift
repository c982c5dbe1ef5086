import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import AudioSessionServer

/// What a reader gets, and when, of what a connection owes it.
struct OutboxTests {
  private static let session = SessionID(7)

  private static func outbox() -> Outbox { Outbox(coalesceBytes: 20, unsentLimit: 60) }

  /// Lets the reader take at most `count` bytes.
  private static func read(_ outbox: inout Outbox, _ count: Int = .max) -> String {
    var taken: [UInt8] = []
    var left = count
    while left > 0, outbox.sendableBytes > 0 {
      outbox.send { bytes in
        let piece = bytes.prefix(left)
        taken.append(contentsOf: piece)
        left -= piece.count
        return piece.count
      }
    }
    return String(decoding: taken, as: UTF8.self)
  }

  private static func line(_ text: String) -> [UInt8] { Array("\(text)\n".utf8) }

  private static func gain(
    _ before: Double?,
    _ after: Double,
    activation: UInt64 = 1
  ) -> Change {
    Change(
      topic: .ducking(session),
      before: before.map(Change.Level.gain),
      after: .gain(after),
      activation: activation
    )
  }

  @Test func `a held line: what follows waits for it, and both are sent in order`() {
    var outbox = OutboxTests.outbox()
    outbox.append(OutboxTests.line("a").span, counts: true)
    let number = outbox.appendHeld(OutboxTests.line("held").span)
    outbox.append(OutboxTests.line("b").span, counts: true)
    let isThere = outbox.hold(number)
    #expect(isThere)
    let first = OutboxTests.read(&outbox)
    #expect(first == "a\n")
    outbox.release(number)
    let second = OutboxTests.read(&outbox)
    #expect(second == "")
    outbox.extend(number, OutboxTests.line("and more").span)
    outbox.release(number)
    let third = OutboxTests.read(&outbox)
    #expect(third == "held\nand more\nb\n")
    #expect(outbox.isEmpty)
  }

  @Test func `an end that lines share is sent and counted with each of them`() {
    var outbox = OutboxTests.outbox()
    let end = OutboxTests.line("-the-end")
    let other = Change(topic: .route(SessionID(8)), after: .route(WrittenValue(true)))
    outbox.append("first".utf8Span.span, end, counts: true)
    #expect(outbox.sendableBytes == 14 && outbox.countedBytes == 14)
    outbox.append("second".utf8Span.span, end, counts: true, change: other)
    // The reader is behind, so what follows is kept apart.
    outbox.append("third".utf8Span.span, end, counts: true, change: Self.gain(1, 0.5))
    outbox.append("fourth".utf8Span.span, end, counts: true, change: other)
    #expect(outbox.sendableBytes == 29 && outbox.unsentBytes == 58 && outbox.countedBytes == 58)
    _ = outbox.coalesce(Self.gain(0.5, 1))
    #expect(outbox.unsentBytes == 44 && outbox.countedBytes == 44)
    let read = OutboxTests.read(&outbox)
    #expect(read == "first-the-end\nsecond-the-end\nfourth-the-end\n")
    #expect(outbox.isEmpty && outbox.countedBytes == 0)
  }

  @Test func `replies don't count towards the limit, and bytes sent no longer do`() {
    var outbox = OutboxTests.outbox()
    outbox.append([UInt8](repeating: 1, count: 100).span, counts: false)
    #expect(!outbox.isOverflowing)
    outbox.append([UInt8](repeating: 2, count: 61).span, counts: true)
    #expect(outbox.isOverflowing)
    _ = OutboxTests.read(&outbox, 100)
    #expect(outbox.countedBytes == 61)
    _ = OutboxTests.read(&outbox, 1)
    #expect(!outbox.isOverflowing)
    _ = OutboxTests.read(&outbox)
    #expect(outbox.countedBytes == 0)
  }

  private struct Case {
    let name: String
    let changes: [Change]
    /// What the reader gets, by the index of the change.
    let read: String
    /// Before which change a reply is sent.
    var replyBefore: Int?
  }

  private static let coalescing = [
    Case(name: "one", changes: [gain(1, 0.2)], read: "0"),
    Case(name: "the later in its place", changes: [gain(1, 0.2), gain(0.2, 0.1)], read: "1"),
    Case(name: "back to what was read", changes: [gain(1, 0.2), gain(0.2, 1)], read: ""),
    Case(
      name: "back by way of another",
      changes: [gain(1, 0.2), gain(0.2, 0.1), gain(0.1, 1)],
      read: ""
    ),
    Case(
      name: "its own activation is always told",
      changes: [gain(nil, 0.2), gain(0.2, 1)],
      read: "1"
    ),
    Case(
      name: "an earlier activation's gain doesn't count",
      changes: [gain(0.2, 1), gain(1, 0.2, activation: 2)],
      read: "1"
    ),
    Case(
      name: "a reply in between may have told",
      changes: [gain(1, 0.2), gain(0.2, 1)],
      read: "r1",
      replyBefore: 1
    ),
  ]

  @Test(arguments: coalescing.indices)
  func `a reader who is behind gets the latest gain`(_ index: Int) {
    let row = OutboxTests.coalescing[index]
    var outbox = OutboxTests.outbox()
    let full = [UInt8](repeating: UInt8(ascii: "."), count: 21)
    outbox.append(full.span, counts: false)
    for (number, change) in row.changes.enumerated() {
      if row.replyBefore == number { outbox.append(Array("r".utf8).span, counts: false) }
      guard let change = outbox.coalesce(change) else { continue }
      outbox.append(Array("\(number)".utf8).span, counts: true, change: change)
    }
    let read = OutboxTests.read(&outbox)
    #expect(read == String(decoding: full, as: UTF8.self) + row.read, "\(row.name)")
  }

  @Test func `a reader who keeps up gets every gain`() {
    var outbox = OutboxTests.outbox()
    for (number, change) in [OutboxTests.gain(1, 0.2), OutboxTests.gain(0.2, 1)].enumerated() {
      let coalesced = outbox.coalesce(change)
      #expect(coalesced == change)
      outbox.append(Array("\(number)".utf8).span, counts: true, change: change)
    }
    let fourth = OutboxTests.read(&outbox)
    #expect(fourth == "01")
  }

  @Test func `a lost device is told whatever follows`() {
    func route(_ name: String) -> Change.Level { .route(WrittenValue(RouteObject.speaker(name))) }
    func change(_ before: String, _ after: String, isLoss: Bool = false) -> Change {
      Change(
        topic: .route(OutboxTests.session),
        before: route(before),
        after: route(after),
        isLoss: isLoss
      )
    }
    #expect(change("b", "c").replacing(change("a", "b")) == change("a", "c"))
    #expect(change("b", "a").replacing(change("a", "b"))?.isNothing == true)
    #expect(change("b", "c", isLoss: true).replacing(change("a", "b")) == nil)
    #expect(change("b", "c").replacing(change("a", "b", isLoss: true)) == nil)
  }

  @Test func `a decision that has no room is left out rather than the reader`() {
    var outbox = OutboxTests.outbox()
    #expect(outbox.admits(60))
    #expect(!outbox.admits(61))
    outbox.append([UInt8](repeating: 1, count: 21).span, counts: true)
    #expect(!outbox.admits(1))
    _ = OutboxTests.read(&outbox, 1)
    #expect(outbox.admits(1))
    // What doesn't count takes no room, however much it is.
    outbox.append([UInt8](repeating: 2, count: 100).span, counts: false)
    #expect(outbox.admits(40) && !outbox.admits(41))
  }

  @Test func `notifications and replies that are read by pieces are counted exactly`() {
    var outbox = Outbox(coalesceBytes: 1000, unsentLimit: 1000)
    for (length, counts) in [(5, true), (3, false), (4, false), (2, true)] {
      outbox.append([UInt8](repeating: 1, count: length).span, counts: counts)
    }
    var counted = [outbox.countedBytes]
    for _ in 0..<7 {
      _ = OutboxTests.read(&outbox, 2)
      counted.append(outbox.countedBytes)
    }
    #expect(counted == [7, 5, 3, 2, 2, 2, 2, 0])
    #expect(outbox.isEmpty)
  }
}
