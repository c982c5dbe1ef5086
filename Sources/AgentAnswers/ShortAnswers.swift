package import AudioSessionSchema

/// The players that the agent has paused, and that now stay so.
package struct PausedPlayers: DescribedObject {
  package var names: [String]

  package init(names: [String]) { self.names = names }

  package static func members<A: Archive & ~Copyable>(
    _ it: PausedPlayers?,
    of archive: inout A
  ) throws(A.Fault) -> PausedPlayers {
    PausedPlayers(names: try archive.member("players", it?.names))
  }
}

/// The silent switch, as it is now (R62).
package struct SilentSwitchState: DescribedObject {
  package var isSilenced: Bool

  package init(isSilenced: Bool) { self.isSilenced = isSilenced }

  package static func members<A: Archive & ~Copyable>(
    _ it: SilentSwitchState?,
    of archive: inout A
  ) throws(A.Fault) -> SilentSwitchState {
    SilentSwitchState(isSilenced: try archive.member("silenced", it?.isSilenced))
  }
}
