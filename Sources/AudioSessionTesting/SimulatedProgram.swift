import AudioSessionWire

/// A program of the simulated machine; equal values stand for the same process.
public struct SimulatedProgram: Hashable, Sendable {
  /// A permission that the daemon's configuration gives to programs.
  public enum Grant: String, CaseIterable, Hashable, Sendable {
    /// May use the priority `phoneCall`.
    case phoneCall
    /// May use the priority `ringtone`.
    case ringtone
    /// May use the priority `alarm`.
    case alarm
    /// May use the priority `assistant`.
    case assistant
    /// May see the names of other users' sessions.
    case observe
  }

  /// The program under test, in which sessions are unless they name another.
  public static let own = SimulatedProgram(name: "program")

  /// The program's name.
  public var name: String
  /// The user's number; 0 is root, who holds every grant.
  public var uid: UInt32
  /// What the program may do besides what every program may.
  public var grants: Set<Grant>

  /// Creates a program.
  ///
  /// - Parameters:
  ///   - name: The program's name.
  ///   - uid: The user's number; 0 is root, who holds every grant.
  ///   - grants: What the program may do besides what every program may; all priorities by default.
  public init(
    name: String,
    uid: UInt32 = 1000,
    grants: Set<Grant> = [.phoneCall, .ringtone, .alarm, .assistant]
  ) {
    self.name = name
    self.uid = uid
    self.grants = grants
  }
}

extension SimulatedProgram {
  /// The grants in the daemon's terms.
  var daemonGrants: Set<AudioSessionWire.Grant> {
    Set(grants.compactMap { AudioSessionWire.Grant(rawValue: $0.rawValue) })
  }
}
