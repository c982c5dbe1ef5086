import AudioSessionClient

/// An event of the shared device on this machine.
package enum DeviceEvent: Equatable, Sendable {
  /// A program wants it.
  case begun
  /// No program wants it any more.
  case left
  /// What ``DeviceAction/connect`` asked for was tried; nil: it has succeeded.
  case connected(failure: String?)
  /// What ``DeviceAction/disconnect`` asked for was tried.
  case disconnected
}

/// What follows from an event of the shared device.
enum DeviceAction: Equatable {
  case connect
  case disconnect
  /// The programs that want it are told.
  case tell(DeviceNews)
  /// The house is told of this machine's claim; nil: it has none any more.
  case say(ClaimMessage?)
}
