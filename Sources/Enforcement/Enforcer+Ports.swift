/// Where programs that have sessions of their own want their sound to go (R69).
extension Enforcer {
  /// Directs the streams whose programs want it, and no others any more.
  mutating func directStreams() {
    guard portsMayDiffer else { return }
    portsMayDiffer = false
    guard !daemon.areAllUndirected || streams.hasDirected else { return }
    for id in streams.ids {
      guard let stream = streams[id] else { continue }
      perform(streams.direct(id, to: port(of: stream)))
    }
  }

  /// The port that a stream's program wants for it; nil for where the route leads.
  ///
  /// The streams of a process can't be told apart by session (R58): the latest that wants one counts.
  private func port(of stream: TrackedStream) -> StreamPort? {
    guard isEnforcing else { return nil }
    // A rule that leaves a stream alone applies to this too.
    if case .leave(_?) = stream.verdict { return nil }
    let own = daemon.ownSessions(of: stream.description).map { $0.session }.sorted()
    let wishes = own.compactMap { daemon.targets[$0]?.ports }
    switch stream.description.direction {
    case .input: return wishes.last { $0.input != nil }?.input.map { .input($0) }
    case .output: return wishes.contains { $0.overridesOutput } ? .loudspeaker : nil
    }
  }
}
