/// A route, as far as the rules ask.
package struct RouteSummary: Equatable, Sendable, BitwiseCopyable {
  /// Routes with the same number are the same; 0 is the route without ports, in force until the
  /// first report.
  package var number: UInt64
  /// An input is the built-in microphone, or no input is known (R43).
  package var hasBuiltInMicrophone: Bool
  /// What is known of its hardware: the same number means the same; 0 is nothing (R67).
  package var hardware: UInt64

  package init(number: UInt64, hasBuiltInMicrophone: Bool, hardware: UInt64 = 0) {
    self.number = number
    self.hasBuiltInMicrophone = hasBuiltInMicrophone
    self.hardware = hardware
  }

  /// The route in force until the first report.
  package static let unknown = RouteSummary(number: 0, hasBuiltInMicrophone: true)
}
