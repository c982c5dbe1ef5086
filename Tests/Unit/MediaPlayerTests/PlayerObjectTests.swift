import AudioSessionBus
import Foundation
import TestSupport
import Testing

@testable import MediaPlayer

/// What is answered on the bus, without one.
struct PlayerObjectTests {
  private static let player = "org.mpris.MediaPlayer2.Player"
  private static let properties = "org.freedesktop.DBus.Properties"

  private static func answer(
    _ member: String,
    _ values: [BusValue] = [],
    _ signature: String = "",
    of interface: String? = player,
    at path: String = PlayerInterfaces.path,
    in state: PlayerState = PlayerStateTests.state(Set(CommandKind.allCases))
  ) -> PlayerObject.Answer {
    PlayerObject(state: state, identity: "The radio", now: 0).answer(
      to: PlayerObject.Call(
        path: path,
        interface: interface,
        member: member,
        signature: signature,
        values: values
      )
    )
  }

  private static func set(_ property: String, _ value: BusValue) -> PlayerObject.Answer {
    var state = PlayerStateTests.state(Set(CommandKind.allCases))
    state.rates = [0.5, 2]
    let values = [.string(player), .string(property), value]
    return answer("Set", values, "ssv", of: properties, in: state)
  }

  @Test func `each method leads to its command`() {
    let rows: [(answer: PlayerObject.Answer, expected: PlayerObject.Answer)] = [
      (Self.answer("Play"), .action(.plain(.play), isToPlay: true)),
      (Self.answer("Pause"), .action(.plain(.pause), isToPlay: false)),
      (Self.answer("Stop"), .action(.plain(.stop), isToPlay: false)),
      (Self.answer("PlayPause"), .action(.plain(.toggle), isToPlay: false)),
      (Self.answer("Play", of: nil), .action(.plain(.play), isToPlay: true)),
      (Self.answer("Next"), .action(.plain(.next))),
      (Self.answer("Previous"), .action(.plain(.previous))),
      (Self.answer("Seek", [.integer(2_000_000)], "x"), .action(.position(62))),
      (
        Self.answer(
          "SetPosition",
          [.string("/org/audiosession/Item/1"), .integer(7_500_000)],
          "ox"
        ),
        .action(.position(7.5))
      ),
      (Self.answer("Raise", of: "org.mpris.MediaPlayer2"), .action(nil)),
      (Self.set("LoopStatus", .string("Track")), .action(.repeatMode(.one))),
      (Self.set("Shuffle", .boolean(true)), .action(.shuffleMode(.items))),
      (Self.set("Shuffle", .boolean(false)), .action(.shuffleMode(.off))),
      (Self.set("Rate", .real(1.5)), .action(.rate(1.5))),
      (Self.set("Rate", .real(0)), .action(.plain(.pause), isToPlay: false)),
    ]
    for row in rows { #expect(row.answer == row.expected) }
  }

  @Test func `properties are read one by one and all at once`() throws {
    let one = Self.answer(
      "Get",
      [.string(Self.player), .string("Position")],
      "ss",
      of: Self.properties
    )
    #expect(one == .values([.variant(.int64(60_000_000))]))
    let root = Self.answer(
      "GetAll",
      [.string("org.mpris.MediaPlayer2")],
      "s",
      of: Self.properties
    )
    let expected: [String: BusArgument] = [
      "CanQuit": .boolean(false), "CanRaise": .boolean(false), "HasTrackList": .boolean(false),
      "Identity": .string("The radio"), "SupportedMimeTypes": .strings([]),
      "SupportedUriSchemes": .strings([]),
    ]
    #expect(root == .values([.properties(expected)]))
    let all = Self.answer("GetAll", [.string(Self.player)], "s", of: Self.properties)
    guard case .values(let values) = all, case .properties(let properties)? = values.first else {
      throw ProcessFault("\(all)")
    }
    // What is introspected is what there is, in the same types.
    let described = PlayerInterfaces.player.properties
    #expect(properties.mapValues(\.signature) == .init(described.map { ($0.name, $0.type) }) { $1 })
    let other = Self.answer("GetAll", [.string(Self.properties)], "s", of: Self.properties)
    #expect(other == .values([.properties([:])]))
  }

  @Test func `a wrong call is told what was expected`() {
    let rows: [(answer: PlayerObject.Answer, error: String, expected: String)] = [
      (Self.answer("Dance"), "UnknownMethod", "Next, Previous, Pause, PlayPause, Stop, Play, Seek"),
      (Self.answer("Play", of: "org.example"), "UnknownInterface", Self.player),
      (Self.answer("Play", at: "/radio"), "UnknownObject", "the object /org/mpris/MediaPlayer2"),
      (Self.answer("Seek", [.string("x")], "s"), "InvalidArgs", "of the types 'x', got 's'"),
      (Self.answer("Play", [.integer(1)], "i"), "InvalidArgs", "of the types '', got 'i'"),
      (Self.answer("OpenUri", [.string("x")], "s"), "NotSupported", "SupportedUriSchemes"),
      (
        Self.answer("Get", [.string(Self.player), .string("Colour")], "ss", of: Self.properties),
        "UnknownProperty", "expected one of CanControl, "
      ),
      (
        Self.answer("Get", [.string("org.example"), .string("Rate")], "ss", of: Self.properties),
        "UnknownInterface", "expected one of org.mpris.MediaPlayer2, "
      ),
      (
        Self.set("Volume", .real(1)), "PropertyReadOnly",
        "expected one of LoopStatus, Rate, Shuffle"
      ),
      (Self.set("LoopStatus", .string("All")), "InvalidArgs", "one of None, Track, Playlist"),
      (Self.set("Rate", .real(9)), "InvalidArgs", "expected a number from 0.5 to 2.0"),
      (Self.set("Rate", .string("fast")), "InvalidArgs", "expected a number from 0.5 to 2.0"),
      (Self.set("Shuffle", .integer(1)), "InvalidArgs", "expected a boolean"),
    ]
    for row in rows {
      guard case .refusal(let error, let explanation) = row.answer else {
        Issue.record("\(row.answer), expected \(row.error)")
        continue
      }
      #expect(error == "org.freedesktop.DBus.Error.\(row.error)")
      #expect(explanation.contains(row.expected), "\(explanation)")
    }
  }

  @Test func `the introspection leads to the player and shows what it has`() throws {
    var path = "/"
    for child in ["org", "mpris", "MediaPlayer2"] {
      guard case .values(let values) = Self.answer("Introspect", of: nil, at: path),
        case .string(let document)? = values.first
      else { throw ProcessFault("no document of \(path)") }
      #expect(document.contains(#"<node name="\#(child)"/>"#))
      path += path == "/" ? child : "/\(child)"
    }
    guard case .values(let values) = Self.answer("Introspect", of: nil),
      case .string(let document)? = values.first
    else { throw ProcessFault("no document") }
    let names = PlayerInterfaces.all.flatMap {
      [$0.name] + $0.methods.map(\.name) + $0.properties.map(\.name) + $0.signals.map(\.name)
    }
    #expect(names.filter { !document.contains(#"name="\#($0)""#) } == [])
  }
}
