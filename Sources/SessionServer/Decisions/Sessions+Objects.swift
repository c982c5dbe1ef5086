import AudioSessionArbitration
import AudioSessionJSON
import AudioSessionTypes
import AudioSessionWire

/// Sessions as objects of the wire.
extension Sessions {
  /// Returns a session, open or closed by the latest event, with what `viewer` may see.
  func object(_ id: SessionID, for viewer: Viewer, at now: Instant) -> SessionObject? {
    objects(of: CollectionOfOne(id), at: now).first?.shown(to: viewer)
  }

  /// Returns sessions, open or closed by the latest event, with everything there is to see.
  func objects(of ids: some Collection<SessionID>, at now: Instant) -> [SessionObject] {
    var objects: [SessionObject] = []
    objects.reserveCapacity(ids.count)
    for id in ids {
      objects.append(SessionObject(session: number(id), uid: 0, kind: ""))
      if !show(id, at: now, in: &objects[objects.count - 1]) { objects.removeLast() }
    }
    return objects
  }

  /// Appends such an object, which may be one of those that are `made` already.
  func encode(
    _ id: SessionID,
    among made: [SessionObject] = [],
    for viewer: Viewer,
    at now: Instant,
    into writer: inout JSONWriter
  ) {
    let number = number(id)
    if let place = made.firstIndex(where: { $0.session == number }) {
      return made[place].encode(for: viewer, into: &writer)
    }
    var object = SessionObject(session: number, uid: 0, kind: "")
    guard show(id, at: now, in: &object) else { return writer.null() }
    object.encode(for: viewer, into: &writer)
  }

  /// Puts everything there is to see of a session into its object, in place: it is large.
  ///
  /// - Returns: Whether there is such a session.
  private func show(_ id: SessionID, at now: Instant, in object: inout SessionObject) -> Bool {
    guard let view = view(of: id), let identity = identity(of: id) else { return false }
    let duckers = duckers(of: id, view.duckers)
    // Only an interrupted session waits for others.
    let blockers = view.state == .interrupted ? blockers(of: id) : SessionNumbers()
    object.take(view, identity, duckers, blockers, kindNames, at: now)
    object.preferredInput = ports[view.ports.input]
    object.seq = seq
    return true
  }
}
