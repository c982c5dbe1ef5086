import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire
import Testing

@testable import AudioSession

/// What each call asks the daemon for, to the letter.
struct RequestTests {
  @Test func `each operation is its request, with all that it says and nothing else`() {
    let rows: [(operation: AudioSession.Operation, request: String)] = [
      (.open, #"session.get {"session":7}"#),
      (.refresh, #"session.get {"session":7}"#),
      (.activate(), #"session.activate {"session":7}"#),
      (
        .deactivate(notifyingOthers: true),
        #"session.deactivate {"session":7,"options":["notifyOthersOnDeactivation"]}"#
      ),
      (.deactivate(notifyingOthers: false), #"session.deactivate {"session":7}"#),
      (.route, "system.get {}"),
      (.systemSound(in: .byConfiguration), "alert.request {}"),
      (.systemSound(in: .everywhere), #"alert.request {"zone":null}"#),
      (.systemSound(in: "kitchen"), #"alert.request {"zone":"kitchen"}"#),
      (.close, #"session.close {"session":7}"#),
      (.configure(Configuration()), #"session.configure {"session":7}"#),
      (
        .configure(Configuration(category: .playback, mode: .moviePlayback)),
        #"session.configure {"session":7,"category":"playback","mode":"moviePlayback"}"#
      ),
    ]
    for row in rows { #expect(text(row.operation) == row.request) }
  }

  @Test func `a report says what is mentioned, true or false`() {
    let values: [Bool?] = [nil, false, true]
    for playing in values {
      for recording in values {
        for foreground in values {
          let mentioned = [
            ("playing", playing), ("recording", recording), ("foreground", foreground),
          ].compactMap { name, value in value.map { #","\#(name)":\#($0)"# } }
          let operation = AudioSession.Operation.report(
            playing: playing,
            recording: recording,
            foreground: foreground
          )
          #expect(text(operation) == #"session.report {"session":7\#(mentioned.joined())}"#)
        }
      }
    }
  }

  /// The daemon is asked for the value that is wanted, the one that is initially set too.
  @Test func `each value of a configuration is named as on the wire`() {
    var rows: [(configuration: Configuration, members: String)] = []
    for value in Category.allCases {
      rows.append((Configuration(category: value), #"{"category":"\#(value.rawValue)"}"#))
    }
    for value in Mode.allCases {
      rows.append((Configuration(mode: value), #"{"mode":"\#(value.rawValue)"}"#))
    }
    for value in RouteSharingPolicy.allCases {
      let member = #"{"routeSharingPolicy":"\#(value.rawValue)"}"#
      rows.append((Configuration(routeSharingPolicy: value), member))
    }
    for value in Priority.allCases {
      rows.append((Configuration(priority: value), #"{"priority":"\#(value.rawValue)"}"#))
    }
    for value in AlertStyle.allCases {
      rows.append((Configuration(alertStyle: value), #"{"alertStyle":"\#(value.rawValue)"}"#))
    }
    rows.append((Configuration(role: "emergency"), #"{"role":"emergency"}"#))
    rows.append((Configuration(role: .accessibility), #"{"role":"accessibility"}"#))
    rows.append((Configuration(role: .noRole), #"{"role":null}"#))
    rows.append((Configuration(), "{}"))
    for row in rows { #expect(JSONValue.object(row.configuration.members).text == row.members) }
  }

  @Test func `an opening's name, zone and represented process: named as on the wire`() {
    let rows: [(opening: Opening, members: String)] = [
      (Opening(), "{}"), (Opening(name: "player"), #"{"name":"player"}"#),
      (Opening(zone: "kitchen"), #"{"zone":"kitchen"}"#),
      (Opening(zone: .everywhere), #"{"zone":null}"#), (Opening(zone: .byConfiguration), "{}"),
      (
        Opening(name: "a", zone: "b", onBehalfOf: 12), #"{"name":"a","zone":"b","onBehalfOf":12}"#
      ),
    ]
    for row in rows { #expect(JSONValue.object(row.opening.members).text == row.members) }
  }

  @Test func `options are named one by one, and none of them is an empty list`() {
    let rows: [(options: CategoryOptions, names: JSONValue)] =
      CategoryOptions.named.filter { $0.option != .interruptSpokenAudioAndMixWithOthers }
      .map { ($0.option, [.string($0.name)]) } + [
        ([], []),
        (.interruptSpokenBit, ["interruptSpokenAudioAndMixWithOthers"]),
        (
          .interruptSpokenAudioAndMixWithOthers,
          ["interruptSpokenAudioAndMixWithOthers", "mixWithOthers"]
        ),
        ([.mixWithOthers, .allowAirPlay], ["allowAirPlay", "mixWithOthers"]),
      ]
    for row in rows {
      let members = Configuration(options: row.options).members
      #expect(members == [.init("options", row.names)], "\(row.options)")
      #expect(!Configuration(options: row.options).hasUnknownOption)
    }
    for bit in 0..<UInt(32) {
      let known = CategoryOptions.named.contains { $0.option.rawValue & 1 << bit != 0 }
      let options = CategoryOptions(rawValue: 1 << bit | 1)
      #expect(Configuration(options: options).hasUnknownOption == !known, "bit \(bit)")
    }
  }

  /// They replace what was set, so that those that are off are said too.
  @Test func `preferences are told whole, on and off`() {
    for bits in UInt8(0)..<16 {
      let expected = Preferences.named.map { name, preference in
        JSONValue.Member(name, .bool(bits & preference.rawValue != 0))
      }
      let members = Configuration(preferences: Preferences(rawValue: bits)).members
      #expect(members == [.init("preferences", .object(expected))])
    }
  }

  private func text(_ operation: AudioSession.Operation) -> String {
    operation.request(7).map { "\($0.method.rawValue) \($0.parameters.text)" } ?? "nothing"
  }
}
