/// The interfaces of a media player; see the Media Player Remote Interfacing Specification.
enum PlayerInterfaces {
  static let path = "/org/mpris/MediaPlayer2"

  static let root = BusInterface(
    name: "org.mpris.MediaPlayer2",
    methods: [.init(name: "Raise"), .init(name: "Quit")],
    properties: [
      .init(name: "CanQuit", type: "b"), .init(name: "CanRaise", type: "b"),
      .init(name: "HasTrackList", type: "b"), .init(name: "Identity", type: "s"),
      .init(name: "SupportedMimeTypes", type: "as"),
      .init(name: "SupportedUriSchemes", type: "as"),
    ]
  )

  static let player = BusInterface(
    name: "org.mpris.MediaPlayer2.Player",
    methods: [
      .init(name: "Next"), .init(name: "Previous"), .init(name: "Pause"),
      .init(name: "PlayPause"), .init(name: "Stop"), .init(name: "Play"),
      .init(name: "Seek", arguments: [.init("Offset", "x")]),
      .init(name: "SetPosition", arguments: [.init("TrackId", "o"), .init("Position", "x")]),
      .init(name: "OpenUri", arguments: [.init("Uri", "s")]),
    ],
    properties: [
      .init(name: "PlaybackStatus", type: "s"),
      .init(name: "LoopStatus", type: "s", isWritable: true),
      .init(name: "Rate", type: "d", isWritable: true),
      .init(name: "Shuffle", type: "b", isWritable: true),
      .init(name: "Metadata", type: "a{sv}"), .init(name: "Volume", type: "d"),
      .init(name: "Position", type: "x", isTold: false),
      .init(name: "MinimumRate", type: "d"), .init(name: "MaximumRate", type: "d"),
      .init(name: "CanGoNext", type: "b"), .init(name: "CanGoPrevious", type: "b"),
      .init(name: "CanPlay", type: "b"), .init(name: "CanPause", type: "b"),
      .init(name: "CanSeek", type: "b"), .init(name: "CanControl", type: "b", isTold: false),
    ],
    signals: [.init(name: "Seeked", arguments: [.init("Position", "x")])]
  )

  static let properties = BusInterface(
    name: "org.freedesktop.DBus.Properties",
    methods: [
      .init(
        name: "Get",
        arguments: [.init("interface", "s"), .init("property", "s")],
        results: [.init("value", "v")]
      ),
      .init(
        name: "GetAll",
        arguments: [.init("interface", "s")],
        results: [.init("properties", "a{sv}")]
      ),
      .init(
        name: "Set",
        arguments: [.init("interface", "s"), .init("property", "s"), .init("value", "v")]
      ),
    ],
    signals: [
      .init(
        name: "PropertiesChanged",
        arguments: [
          .init("interface", "s"), .init("changed", "a{sv}"), .init("invalidated", "as"),
        ]
      )
    ]
  )

  static let introspectable = BusInterface(
    name: "org.freedesktop.DBus.Introspectable",
    methods: [.init(name: "Introspect", results: [.init("document", "s")])]
  )

  /// Answered by sd-bus itself, at every path.
  private static let peer = BusInterface(
    name: "org.freedesktop.DBus.Peer",
    methods: [
      .init(name: "Ping"), .init(name: "GetMachineId", results: [.init("machine", "s")]),
    ]
  )

  static let all = [root, player, properties, introspectable, peer]
}
