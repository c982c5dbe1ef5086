import Testing

/// How much of something one piece of the daemon's work may take.
struct Limit: CustomTestStringConvertible, Sendable {
  /// What is done, once.
  enum Work: String, Sendable {
    case again = "session.activate of an active session"
    case toggle = "a batch of session.deactivate and session.activate"
    case status = "server.status"
    case notification = "a notification of one more ducked client"
    case connection = "one more idle connection with a session"
    case rest = "the daemon at rest, with one client"
    case program = "the program on disk"
  }

  /// What it takes.
  enum Resource: String, Sendable {
    /// Of the processor, outside the kernel.
    case instructions
    /// Calls of malloc and its kin.
    case allocations
    case systemCalls = "system calls"
    /// Of memory that no other process has, or of a file.
    case bytes
  }

  let work: Work
  let resource: Resource
  let most: Double

  init(_ work: Work, _ resource: Resource, _ most: Double) {
    self.work = work
    self.resource = resource
    self.most = most
  }

  var testDescription: String { "\(resource.rawValue) of \(work.rawValue)" }

  /// What is wrong with an amount, and what to do about it; nil if nothing is.
  func fault(in measured: Amount) -> String? {
    let isTooMuch = measured.rounded > most + slack
    guard isTooMuch || measured.rounded < most / 2 else { return nil }
    let least = isTooMuch ? "" : "at least half and "
    let parts = measured.parts.isEmpty ? "" : " (\(measured.parts))"
    return """
      \(work.rawValue): \(measured.words) \(resource.rawValue)\(parts), expected \(least)at most \
      \(Amount(most).words). If this is meant, set the limit in Tests/Cost/CostTests/Limits.swift to \
      \(Amount(anew(measured)).words), and say why in the commit.
      """
  }

  /// What is left of other programs' part in it, where the limit is what each request takes.
  private var slack: Double {
    switch resource {
    case .instructions, .bytes: 0
    case .allocations, .systemCalls: 0.2
    }
  }

  /// The limit for what is measured: 4 % above it if it may differ a little.
  private func anew(_ measured: Amount) -> Double {
    switch resource {
    case .instructions, .bytes: (measured.rounded * 1.04).rounded(.up)
    case .allocations, .systemCalls: measured.rounded
    }
  }
}

/// So much of a resource.
struct Amount: Equatable, Sendable {
  /// What was measured, large numbers whole and others to the tenth.
  let rounded: Double
  /// What it consists of, in words; empty if that isn't known.
  let parts: String

  init(_ measured: Double, parts: String = "") {
    rounded = abs(measured) < 100 ? (measured * 10).rounded() / 10 : measured.rounded()
    self.parts = parts
  }

  var words: String {
    rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
  }
}
