/// How long requests took, all rounds together.
package struct Distribution: Encodable, Sendable {
  /// The picture's part in which it is drawn.
  package enum Panel: String, Encodable, Sendable {
    /// One request after the other.
    case roundTrip
    /// Requests at fixed times.
    case openLoop
  }

  package var panel: Panel
  /// What answered, and in what situation.
  package var name: String
  /// In nanoseconds.
  package var latency: Histogram

  package init(panel: Panel, name: String, latency: Histogram) {
    self.panel = panel
    self.name = name
    self.latency = latency
  }
}

/// What an activation costs in a table of a certain size.
package struct ScalingPoint: Encodable, Equatable, Sendable {
  /// Why the activation doesn't concern the other sessions.
  package var bystanders: String
  /// How many sessions there are that it doesn't concern.
  package var sessions: Int
  /// How many sessions it changes.
  package var touched: Int
  /// One turn: all that are touched are interrupted, and take the sound back.
  package var nanosecondsATurn: Double
  package var nanosecondsAChange: Double { nanosecondsATurn / Double(2 * touched) }

  package init(bystanders: String, sessions: Int, touched: Int, nanosecondsATurn: Double) {
    self.bystanders = bystanders
    self.sessions = sessions
    self.touched = touched
    self.nanosecondsATurn = nanosecondsATurn
  }

  private enum CodingKeys: String, CodingKey {
    case bystanders, sessions, touched, nanosecondsATurn
  }
}
