/// A route, as far as the rules ask.
package struct RouteSummary: Equatable, Sendable, BitwiseCopyable {
  /// Routes with the same number are the same; 0 is the route without ports, in force until the
  /// first report.
  package var number: UInt64
  /// An input is the built-in microphone, or no input is known (R43).
  package var hasBuiltInMicrophone: Bool

  package init(number: UInt64, hasBuiltInMicrophone: Bool) {
    self.number = number
    self.hasBuiltInMicrophone = hasBuiltInMicrophone
  }

  /// The route in force until the first report.
  package static let unknown = RouteSummary(number: 0, hasBuiltInMicrophone: true)
}
