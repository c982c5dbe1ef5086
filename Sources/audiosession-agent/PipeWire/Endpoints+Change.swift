import AudioSessionTypes

/// What has become of an output that was told to the daemon.
enum OutputFate {
  /// It is the output still.
  case stays
  /// It is there, but another one is the output, or none.
  case left
  /// Its sink is gone, but not its card, which may be making it anew.
  case away
  /// Its device is gone, or was pulled out.
  case lost
}

extension Endpoints {
  /// What has become of the output of a former state.
  func fate(of former: Endpoints) -> OutputFate {
    guard let old = former.device else { return .stays }
    let port = former.route(of: old)?.name
    let isThere = endpoint { $0.isSink && $0.name == old.name } != nil
    if isThere, device?.name == old.name, device.flatMap({ route(of: $0) })?.name == port {
      return .stays
    }
    guard let card = former.card(of: old), let now = self.card(like: card) else {
      return isThere ? .left : .lost
    }
    let isEmpty = port.map { now.emptyPorts.contains($0) && !card.emptyPorts.contains($0) } ?? false
    if isEmpty, former.canBePulled(old) { return .lost }
    return isThere ? .left : .away
  }

  /// Why the route is another one than in a former state (R44).
  func reason(since former: Endpoints) -> RouteChangeReason {
    let fate = fate(of: former)
    if fate == .lost { return .oldDeviceUnavailable }
    if fate == .stays, former.device != nil || device == nil {
      return reasonForInput(since: former)
    }
    guard let device else { return .noSuitableRouteForCategory }
    guard let old = former.device else { return .newDeviceAvailable }
    if isSame(device, as: old, of: former) { return .routeConfigurationChange }
    return isNew(device, since: former) ? .newDeviceAvailable : .override
  }

  private func reasonForInput(since former: Endpoints) -> RouteChangeReason {
    guard let input else { return .routeConfigurationChange }
    if former.input == nil || isNew(input, since: former) { return .newDeviceAvailable }
    return input.name == former.input?.name ? .routeConfigurationChange : .override
  }

  /// Whether the output belongs to the card of a former state's output.
  func isOnCard(of former: Endpoints) -> Bool {
    guard let name = device.flatMap({ card(of: $0) })?.name else { return false }
    return former.device.flatMap { former.card(of: $0) }?.name == name
  }

  /// Notes that the port of this state's output isn't empty in a later state.
  mutating func noteFilledPort(of later: Endpoints) {
    guard let device, let port = route(of: device)?.name, let id = device.card,
      card(of: device)?.emptyPorts.contains(port) == true,
      card(of: device).flatMap({ later.card(like: $0) })?.emptyPorts.contains(port) == false
    else { return }
    setPort(port, isEmpty: false, ofCard: id)
  }

  /// Whether an endpoint, or what is plugged into its port, wasn't there in a former state.
  private func isNew(_ endpoint: Endpoint, since former: Endpoints) -> Bool {
    guard former.endpoint({ $0.name == endpoint.name }) != nil else { return true }
    guard let port = route(of: endpoint)?.name, let card = card(of: endpoint) else { return false }
    return former.card(like: card)?.emptyPorts.contains(port) == true
      && !card.emptyPorts.contains(port)
  }

  /// Whether a sink leads to the same port as one of a former state: the card is configured
  /// differently, or its port wasn't known yet.
  private func isSame(_ sink: Endpoint, as old: Endpoint, of former: Endpoints) -> Bool {
    guard let port = former.route(of: old)?.name else { return sink.name == old.name }
    return route(of: sink)?.name == port && isOnCard(of: former)
  }

  /// Whether the port of a sink is empty once something was pulled out.
  ///
  /// A loudspeaker that is built in is called empty while headphones are plugged in, and the ports of
  /// a Bluetooth device are called so by its profile.
  private func canBePulled(_ sink: Endpoint) -> Bool {
    !["speaker", "earpiece", "handset"].contains(route(of: sink)?.portType)
      && !sink.connection.isBluetooth
  }
}
