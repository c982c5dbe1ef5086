import House

/// The device that this machine shares with others, and how it is connected here.
struct DeviceSettings: Equatable, Sendable {
  /// Its name, the same on all machines that share it; nil: there is none.
  var name: HouseName?
  /// The commands that connect and disconnect it, words separated by spaces; nil: none is needed.
  var connect: String?
  var disconnect: String?
}
