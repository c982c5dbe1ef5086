import AudioSessionTypes

/// Mutes of programs that have sessions of their own (R68): the program's are carried out by soft
/// volumes, as a hold is, so that the mute that a stream shows is always its user's.
extension Enforcer {
  /// Whether the program wants a stream to be silent: all of its active sessions do, or all if none
  /// is active.
  func isMutedByProgram(_ stream: TrackedStream) -> Bool {
    // A rule that leaves a stream alone applies to this too.
    if case .leave(_?) = stream.verdict { return false }
    guard !daemon.areAllUnmuted else { return false }
    let own = daemon.ownSessions(of: stream.description)
    let active = own.filter { $0.state == .active }
    let speaking = active.isEmpty ? own : active
    let direction = SoundDirections(stream.description.direction)
    return !speaking.isEmpty
      && speaking.allSatisfy { daemon.targets[$0.session]?.muted.contains(direction) == true }
  }

  /// Reports that the user wants to hear a stream that its program has muted.
  mutating func tellOfWish(toHear stream: TrackedStream) {
    guard stream.description.direction == .output else { return }
    for session in daemon.ownSessions(of: stream.description).map({ $0.session }).sorted() {
      let muted = toldMutes[session] ?? []
      effects.append(.daemon(.setMuted(session, muted, wantsUnmute: true)))
    }
  }

  /// Reports what users have muted, as far as that differs from what was reported last.
  mutating func reportMutes() {
    guard mutesMayDiffer, isEnforcing else { return }
    mutesMayDiffer = false
    guard !toldMutes.isEmpty || streams.hasMuted else { return }
    let muted = mutesOfUsers
    for session in Set(toldMutes.keys).union(muted.keys).sorted()
    where toldMutes[session] != muted[session] {
      let isThere = muted[session] != nil || daemon.isOpen(session)
      guard isThere else { continue }
      effects.append(.daemon(.setMuted(session, muted[session] ?? [], wantsUnmute: false)))
    }
    toldMutes = muted
  }

  /// What users have muted of sessions that programs opened themselves; the others are left out.
  ///
  /// A direction is muted if all streams are that its process has in it.
  private var mutesOfUsers: [UInt64: SoundDirections] {
    var (muted, heard): ([UInt64: SoundDirections], [UInt64: SoundDirections]) = ([:], [:])
    for id in streams.ids {
      guard let stream = streams[id] else { continue }
      let direction = SoundDirections(stream.description.direction)
      for session in daemon.ownSessions(of: stream.description) {
        if stream.isMuted {
          muted[session.session, default: []].insert(direction)
        } else {
          heard[session.session, default: []].insert(direction)
        }
      }
    }
    for (session, directions) in heard { muted[session]?.subtract(directions) }
    return muted.filter { !$0.value.isEmpty }
  }
}

extension SoundDirections {
  fileprivate init(_ direction: StreamDirection) { self = direction == .input ? .input : .output }
}
