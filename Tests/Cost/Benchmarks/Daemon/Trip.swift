/// What is asked in round trips, by the names that audiosession-benchmark-load knows.
enum Trip: String, CaseIterable {
  case status, activate, toggle

  var words: String {
    switch self {
    case .status: "server.status"
    case .activate: "activate again"
    case .toggle: "deactivate and activate, a batch"
    }
  }
}
