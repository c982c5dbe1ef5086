import AudioSessionJSON

/// The decisions of a bridge between a machine's daemon and the house: a deterministic state machine.
///
/// It tells the house of this machine's sessions, as states that hold for some seconds and are said
/// again, and keeps a lease in the local daemon for each session of another machine that concerns this
/// one. It reads no clock: times are given to it, and no time of one machine is ever compared with that
/// of another.
package struct Bridge {
  let settings: HouseSettings
  /// What this bridge calls itself among all: of two with one name, each sees the other's.
  private let identity: String
  private(set) var exports: Exports
  private(set) var imports: Imports
  private var link: Link?
  private var lastSeq: UInt64 = 0
  /// The latest time that was asked for; coming much later, the bridge was stopped meanwhile.
  private var expected: Duration?
  /// Another bridge that calls itself by this machine's name, as it was last seen.
  private(set) var double: String?

  /// What is known of a connection to the broker.
  private struct Link {
    /// When this machine's presence is said again.
    var refresh: Duration
    /// Until when the broker has to send back what was said of it; nil: it has.
    var answerBy: Duration?
  }

  /// - Parameter identity: A text that no other bridge has, random.
  package init(_ settings: HouseSettings, identity: String) {
    self.settings = settings
    self.identity = identity
    exports = Exports(settings)
    imports = Imports(settings)
  }

  /// The latest time for ``BridgeEvent/timePassed``; nil if nothing waits.
  package var deadline: Duration? {
    [link?.refresh, link?.answerBy, link == nil ? nil : exports.deadline, imports.deadline]
      .compactMap { $0 }.min()
  }

  /// The longest time that a message may take to the broker and back.
  ///
  /// What takes longer may have been overtaken by the end of what it says.
  static let longestTrip = Duration.seconds(5)

  package mutating func handle(_ event: BridgeEvent, at now: Duration) -> [BridgeEffect] {
    var effects: [BridgeEffect] = []
    if let expected, now - expected > Bridge.longestTrip, link != nil {
      effects.append(.reconnect(because: "this machine or the bridge was stopped meanwhile"))
      link = nil
    }
    switch event {
    case .broker(let event): effects += handle(event, at: now)
    case .daemon(let event): effects += handle(event, at: now)
    case .timePassed: break
    case .stop: effects += stop(at: now)
    }
    effects += passTime(at: now)
    expected = deadline
    return effects
  }

  private mutating func passTime(at now: Duration) -> [BridgeEffect] {
    var effects = perform(imports.passTime(at: now))
    guard let link else { return effects }
    if let end = link.answerBy, end <= now {
      self.link = nil
      return effects + [.reconnect(because: "the broker doesn't send back what it is sent")]
    }
    if link.refresh <= now { effects.append(sayPresence(at: now)) }
    return effects + publish(exports.refresh(at: now))
  }

  /// The message that the broker sends when the bridge is gone without a word.
  package var will: BridgeEffect {
    let message = PresenceMessage(.offline, bridge: identity, epoch: nil, seq: 0)
    return publish([Publication(topic: .presence(settings.node), message: message.json)])[0]
  }

  private mutating func sayPresence(at now: Duration) -> BridgeEffect {
    lastSeq += 1
    link?.refresh = now + HouseSettings.refresh
    if link?.answerBy == nil { link?.answerBy = now + Bridge.longestTrip }
    let message = PresenceMessage(
      .online, bridge: identity, epoch: exports.epoch?.text, seq: lastSeq)
    return publish([Publication(topic: .presence(settings.node), message: message.json)])[0]
  }

  private mutating func stop(at now: Duration) -> [BridgeEffect] {
    let withdrawals = publish(exports.begin(nil, isConnected: link != nil))
    return link == nil ? withdrawals : withdrawals + [will]
  }

  private func publish(_ publications: [Publication]) -> [BridgeEffect] {
    publications.map { $0.effect(in: settings.house) }
  }

  private func perform(_ actions: [ImportAction]) -> [BridgeEffect] {
    actions.compactMap { action in
      switch action {
      case .perform(let effect): return effect
      case .say(let id, let outcome):
        let topic = Topic.outcome(by: settings.node, of: id)
        // Without a broker nobody hears it; what is said last lapses there by itself.
        return link == nil ? nil : publish([Publication(topic: topic, message: outcome?.json)])[0]
      case .watch(let node):
        return .subscribe(Topic.presence(node).text(in: settings.house))
      case .unwatch(let node):
        return .unsubscribe(Topic.presence(node).text(in: settings.house))
      }
    }
  }
}

/// The broker.
extension Bridge {
  private mutating func handle(_ event: BrokerEvent, at now: Duration) -> [BridgeEffect] {
    switch event {
    case .connected:
      link = Link(refresh: now, answerBy: nil)
      let topics = Topic.subscriptions(of: settings.node, in: settings.house)
      let watched = imports.nodes.sorted().map { Topic.presence($0).text(in: settings.house) }
      let subscriptions = (topics + watched).map { BridgeEffect.subscribe($0) }
      return subscriptions + [sayPresence(at: now)] + publish(exports.sayAll(at: now))
    case .lost:
      link = nil
      return []
    case .received(let topic, let payload):
      guard let topic = Topic(topic, in: settings.house) else { return [] }
      return take(topic, payload, at: now)
    }
  }

  private mutating func take(_ topic: Topic, _ payload: [UInt8], at now: Duration) -> [BridgeEffect]
  {
    // What can't be read says nothing, not even that something is gone.
    let value = try? JSONValue(parsing: payload.span)
    guard payload.isEmpty || value != nil else { return [] }
    switch topic {
    case .presence(let node):
      guard let message: PresenceMessage = value?.received() else { return [] }
      return take(message, of: node, at: now)
    case .session(let id):
      guard id.node != settings.node else {
        exports.establish(id)
        return []
      }
      let message = value?.received(as: SessionMessage.self)
      guard payload.isEmpty || message != nil else { return [] }
      let isLate = exports.hasEstablishedAssistant
      return perform(imports.take(message, of: id, isLate: isLate, at: now))
    case .outcome(let node, let id):
      guard id.node == settings.node else { return [] }
      let outcome = value?.received(as: Outcome.self)
      if payload.isEmpty || outcome != nil { exports.take(outcome, by: node, of: id) }
      return []
    case .claim: return []
    }
  }

  private mutating func take(
    _ message: PresenceMessage,
    of node: HouseName,
    at now: Duration
  ) -> [BridgeEffect] {
    guard node == settings.node else {
      if message.status == .offline { exports.forget(node) }
      let epoch = message.status == .online ? message.epoch.flatMap { HouseName($0) } : nil
      return perform(imports.forget(node, except: epoch, at: now))
    }
    guard message.bridge == identity else {
      // The will of a bridge that this one has replaced, or another with the same name.
      double = message.status == .online ? message.bridge : double
      return message.status == .offline && link != nil ? [sayPresence(at: now)] : []
    }
    if message.seq == lastSeq { link?.answerBy = nil }
    return []
  }
}

/// The daemon.
extension Bridge {
  private mutating func handle(_ event: DaemonEvent, at now: Duration) -> [BridgeEffect] {
    let isConnected = link != nil
    switch event {
    case .connected(let facts, let epoch):
      let withdrawals = publish(exports.begin(epoch, isConnected: isConnected))
      let presence = isConnected ? [sayPresence(at: now)] : []
      return withdrawals + presence + perform(imports.take(facts))
    case .facts(let facts): return perform(imports.take(facts))
    case .lost:
      let withdrawals = publish(exports.begin(nil, isConnected: isConnected))
      return withdrawals + perform(imports.take(nil))
    case .changed(let sessions):
      return publish(exports.take(sessions, isConnected: isConnected, at: now))
    case .all(let sessions):
      let gone = exports.numbers.subtracting(sessions.map { $0.number })
      return publish(
        exports.end(Array(gone), isConnected: isConnected)
          + exports.take(sessions, isConnected: isConnected, at: now)
      )
    case .ended(let numbers): return publish(exports.end(numbers, isConnected: isConnected))
    case .opened(let id, let session): return perform(imports.opened(id, session))
    case .notOpened(let id, let reason): return perform(imports.notOpened(id, because: reason))
    case .activated(let session): return perform(imports.activated(session))
    case .notActivated(let session, let outcome), .interrupted(let session, let outcome):
      return perform(imports.isHindered(session, outcome))
    case .mayResume(let session): return perform(imports.mayResume(session))
    case .closed(let session, let isEvicted):
      return perform(imports.closed(session, isEvicted: isEvicted))
    }
  }
}
