import Enforcement

// The events of PipeWire.
extension Graph: PipeWireListener {
  func added(_ id: UInt32, _ kind: PipeWireKind, _ properties: PipeWireProperties) {
    switch kind {
    case .node: addNode(id, properties)
    case .client:
      clients[id] = GraphClient(announcement: properties)
      connection?.watch(id, .client)
    case .device:
      endpoints.addCard(id, Card(properties))
      connection?.watch(id, .device)
    case .link:
      for node in links.add(id, properties) ?? [] { reviewStream(node) }
    case .metadata:
      let isOfDefaults = properties["metadata.name"] == "default"
      if isOfDefaults { defaultMetadata = id }
      let isOfClock = properties["metadata.name"] == "settings"
      if isOfClock { clockMetadata = id }
      if neighbours.addMetadata(id, properties) || isOfDefaults || isOfClock {
        connection?.watch(id, .metadata)
      }
      if isOfDefaults { followPorts() }
    }
  }

  private func addNode(_ id: UInt32, _ properties: PipeWireProperties) {
    if let stream = GraphStream(announcement: properties) {
      streams[id] = stream
      connection?.watch(id, .node)
      reviewStream(id)
    } else if let endpoint = Endpoint(properties) {
      endpoints[id] = endpoint
      connection?.watch(id, .node)
      mayHaveMissedDefaults = true
      reviewRoute()
    } else {
      neighbours.addNode(id, properties)
    }
  }

  func removed(_ id: UInt32) {
    neighbours.remove(id)
    if let stream = streams.removeValue(forKey: id) {
      moves[id] = nil
      connection?.ignore(id)
      if stream.reported != nil { events.append(.removed(StreamID(id))) }
    } else if let nodes = links.remove(id) {
      for node in nodes {
        noteMove(of: node)
        reviewStream(node)
      }
    } else if endpoints.remove(id) {
      mayHaveMissedDefaults = true
      reviewRoute()
    } else {
      if clients.removeValue(forKey: id) != nil { mayHaveMissedDefaults = true }
      if defaultMetadata == id { forgetDefaults() }
    }
  }

  func properties(of id: UInt32, _ properties: PipeWireProperties) {
    if streams[id] != nil {
      streams[id]?.update(properties)
      reviewStream(id)
    } else if endpoints[id] != nil {
      endpoints[id]?.update(properties)
      neighbours.take(endpoint: id, properties)
      reviewRoute()
    } else if clients[id] != nil {
      neighbours.take(client: id, properties)
      let client = GraphClient(properties, flatpak: flatpak)
      guard clients.updateValue(client, forKey: id) != client else { return }
      for (stream, value) in streams where value.client == id { reviewStream(stream) }
    } else {
      endpoints.updateCard(id, properties)
      reviewRoute()
    }
  }

  func state(of id: UInt32, _ state: PipeWireState) {
    guard let stream = streams[id] else { return }
    let newState = StreamState(state)
    guard newState != stream.state else { return }
    streams[id]?.state = newState
    carryOn(id, stream, to: newState)
    guard stream.reported != nil, !isMove(of: id, to: newState) else { return }
    events.append(.state(StreamID(id), newState))
  }

  func volumes(of id: UInt32, _ volumes: PipeWireVolumes) {
    endpoints[id]?.volumes = volumes
    guard let stream = streams[id] else { return }
    let shown = StreamVolumes(
      channels: volumes.channels,
      soft: volumes.soft,
      isMuted: volumes.isMuted
    )
    streams[id]?.volumes = shown
    if stream.reported != nil { events.append(.volumes(StreamID(id), shown)) }
    // The soft mute stands in for the user's mute as the soft volumes do for his volumes.
    if let touch = stream.touch, volumes.isSoftMuted != volumes.isMuted {
      connection?.setSoftVolumes(id, touch, isMuted: volumes.isMuted)
    }
  }

  func port(of id: UInt32, _ name: String, isEmpty: Bool) {
    endpoints.setPort(name, isEmpty: isEmpty, ofCard: id)
    reviewRoute()
  }

  func route(of id: UInt32, _ route: PipeWireRoute) {
    endpoints.set(route, ofCard: id)
    reviewRoute()
  }

  func value(of id: UInt32, subject: UInt32, key: String?, _ value: String?) {
    neighbours.take(metadata: id, subject: subject, key: key, value)
    if id == clockMetadata, subject == 0 { clock.take(key: key, value) }
    if id == defaultMetadata, subject != 0 { takeDestination(of: subject, key: key, value) }
    guard id == defaultMetadata, subject == 0, endpoints.setDefault(key: key, value) else { return }
    reviewDefaults()
  }

  func peak(of id: UInt32, _ peak: Float?) {
    guard streams[id]?.reported != nil else { return }
    events.append(.peak(StreamID(id), peak))
  }

  func synchronized(_ sequence: CInt) {
    if sequence == pendingRelease {
      pendingRelease = nil
      for id in streams.keys { streams[id]?.pendingStart = nil }
    }
    reachRoute(sequence)
  }

  // MARK: Events for the enforcer

  /// Tells the enforcer what has changed about a stream, if anything has.
  private func reviewStream(_ id: UInt32) {
    guard let stream = streams[id] else { return }
    let peer = links.peers(of: id).lazy.compactMap { self.endpoints[$0] }.first
    guard stream.isOfInterest(linkedTo: peer) else {
      if stream.reported != nil { events.append(.removed(StreamID(id))) }
      streams[id]?.reported = nil
      return
    }
    let client = stream.client.flatMap { clients[$0] }
    let description = stream.description(client: client, linkedTo: peer, endpoints)
    guard description != stream.reported else { return }
    streams[id]?.reported = description
    if stream.reported != nil {
      events.append(.changed(StreamID(id), description))
    } else {
      events.append(.added(StreamID(id), description))
      if stream.state != .suspended { events.append(.state(StreamID(id), stream.state)) }
      if let volumes = stream.volumes { events.append(.volumes(StreamID(id), volumes)) }
    }
  }

  /// Handles a new default device: the route may change, and the destination of streams that name
  /// none.
  func reviewDefaults() {
    reviewRoute()
    for stream in streams.keys { reviewStream(stream) }
  }

  /// Handles the end of the session manager, which takes the cards' sinks along: there is no new
  /// route until another one has chosen its defaults.
  private func forgetDefaults() {
    defaultMetadata = nil
    endpoints.forgetDefaults()
    routeReporter.noteAbsence()
    for id in streams.keys { streams[id]?.destination.take(key: nil, nil) }
  }
}

extension StreamState {
  fileprivate init(_ state: PipeWireState) {
    switch state {
    case .running: self = .running
    case .idle: self = .idle
    case .suspended, .creating, .error: self = .suspended
    }
  }
}
