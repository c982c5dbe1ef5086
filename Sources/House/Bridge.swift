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
  var exports: Exports
  var imports: Imports
  /// The device that machines share; nil: this one shares none.
  var device: SharedDevice?
  var panel: Panel
  private var link: Link?
  private var lastSeq: UInt64 = 0
  /// The latest time that was asked for; coming much later, the bridge was stopped meanwhile.
  private var expected: Duration?
  /// Another bridge that calls itself by this machine's name, and until when it counts.
  private var rival: (identity: String, end: Duration)?
  /// The machines whose messages the broker would keep for ever, which nobody can tell from old ones.
  package private(set) var lasting: Set<HouseName> = []

  /// What is known of a connection to the broker.
  private struct Link {
    /// When this machine's presence is said again.
    var refresh: Duration
    /// Until when the broker has to send back what was said of it; nil: it has.
    var answerBy: Duration?
    /// Whether it has once: what it sends of this machine later is new.
    var hasAnswered = false
  }

  /// - Parameters:
  ///   - settings: The configuration.
  ///   - identity: A text that no other bridge has, random.
  package init(_ settings: HouseSettings, identity: String) {
    self.settings = settings
    self.identity = identity
    exports = Exports(settings)
    imports = Imports(settings)
    device = settings.device.map { _ in SharedDevice(on: settings.node, bridge: identity) }
    panel = Panel(settings)
  }

  /// The latest time for ``BridgeEvent/timePassed``; nil if nothing waits.
  package var deadline: Duration? {
    let said = isSpeaking ? exports.deadline : nil
    return [link?.refresh, link?.answerBy, rival?.end, imports.deadline, device?.deadline, said]
      .compactMap { $0 }.min()
  }

  private var isSilent: Bool { rival.map { $0.identity < identity } ?? false }
  /// Whether the house is told anything by this bridge: one of two with the same name is silent.
  var isSpeaking: Bool { link != nil && !isSilent }

  /// Whether another bridge calls itself by this machine's name.
  package var hasRival: Bool { rival != nil }

  /// The sessions of which the house is told, and those of other machines that concern this one.
  package var report: (exports: [ExportReport], imports: [ImportReport]) {
    (exports.report, imports.report)
  }

  /// The longest time that a message may take to the broker and back.
  ///
  /// What takes longer may have been overtaken by the end of what it says.
  private static let longestTrip = Duration.seconds(5)

  /// Takes an event.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - now: The time; not before that of the event before.
  /// - Returns: What is to be done, in this order.
  package mutating func handle(_ event: BridgeEvent, at now: Duration) -> [BridgeEffect] {
    var effects: [BridgeEffect] = []
    if let expected, now - expected > Bridge.longestTrip, link != nil {
      effects.append(.reconnect(because: "this machine or the bridge was stopped meanwhile"))
      link = nil
    }
    switch event {
    case .broker(let event): effects += handle(event, at: now)
    case .daemon(let event): effects += handle(event, at: now)
    case .device(let event): effects += handle(event, at: now)
    case .timePassed: break
    case .stop: effects += stop(at: now)
    }
    effects += passTime(at: now)
    expected = deadline
    return effects
  }

  private mutating func passTime(at now: Duration) -> [BridgeEffect] {
    var effects = perform(imports.passTime(at: now)) + changeDevice { $0.passTime(at: now) }
    if let end = link?.answerBy, end <= now {
      link = nil
      return effects + [.reconnect(because: "the broker doesn't send back what it is sent")]
    }
    if let end = rival?.end, end <= now { effects += outlive(at: now) }
    if let refresh = link?.refresh, refresh <= now {
      effects.append(sayPresence(at: now))
      effects += sayActivity()
    }
    effects += changeDevice { $0.refresh(at: now) }
    return isSpeaking ? effects + publish(exports.refresh(at: now)) : effects
  }

  /// The message that the broker sends when the bridge is gone without a word.
  package var will: BridgeEffect {
    let message = PresenceMessage(.offline, bridge: identity, epoch: nil, seq: 0)
    return publish(Publication(topic: .presence(settings.node), message: message.json))
  }

  mutating func sayPresence(at now: Duration) -> BridgeEffect {
    lastSeq += 1
    link?.refresh = now + HouseSettings.refresh
    if link?.answerBy == nil { link?.answerBy = now + Bridge.longestTrip }
    let epoch = exports.epoch?.text
    let status = isSilent ? PresenceMessage.Status.silent : .online
    let message = PresenceMessage(status, bridge: identity, epoch: epoch, seq: lastSeq)
    return publish(Publication(topic: .presence(settings.node), message: message.json))
  }

  /// Says all that holds.
  private mutating func sayAll(at now: Duration) -> [BridgeEffect] {
    [sayPresence(at: now)] + publish(exports.sayAll(at: now)) + changeDevice { $0.say(at: now) }
      + sayActivity()
  }

  private mutating func stop(at now: Duration) -> [BridgeEffect] {
    let withdrawals = publish(exports.begin(nil, isConnected: isSpeaking))
    let rest = perform(imports.giveBack()) + changeDevice { $0.stop() } + take(nil)
    return isSpeaking ? withdrawals + rest + [will] : rest
  }

  func publish(_ publication: Publication) -> BridgeEffect {
    publication.effect(in: settings.house)
  }

  func publish(_ publications: [Publication]) -> [BridgeEffect] {
    publications.map { publish($0) }
  }

  func perform(_ actions: [ImportAction]) -> [BridgeEffect] {
    actions.compactMap { action in
      switch action {
      case .perform(let effect): return effect
      case .say(let id, let outcome):
        let topic = Topic.outcome(by: settings.node, of: id)
        // Without a broker nobody hears it; what was said last lapses there by itself.
        return isSpeaking ? publish(Publication(topic: topic, message: outcome?.json)) : nil
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
      rival = nil
      let watched = imports.nodes.sorted().map { Topic.presence($0).text(in: settings.house) }
      let topics = Topic.subscriptions(by: settings) + watched + panel.subscriptions
      let subscriptions = topics.map { BridgeEffect.subscribe($0) }
      return subscriptions + sayAll(at: now) + panel.introduce()
    case .lost:
      link = nil
      return []
    case .received(let text, let payload, let remaining, let isRetained):
      guard let topic = Topic(text, in: settings.house) else {
        // A command that the broker has kept is none any more.
        return isRetained ? [] : panel.take(text, payload)
      }
      guard payload.count <= Bridge.longestMessage else { return [] }
      guard payload.isEmpty || remaining != nil else {
        if lasting.count < Bridge.mostLasting { lasting.insert(topic.node) }
        return []
      }
      lasting.remove(topic.node)
      return take(topic, payload, remaining ?? .zero, at: now)
    }
  }

  /// The longest message that is read, in bytes; none of a bridge's has as many.
  private static let longestMessage = 4096
  private static let mostLasting = 64

  private mutating func take(
    _ topic: Topic,
    _ payload: [UInt8],
    _ remaining: Duration,
    at now: Duration
  ) -> [BridgeEffect] {
    // What can't be read says nothing, not even that something is gone.
    let value = try? JSONValue(parsing: payload.span)
    guard payload.isEmpty || value != nil else { return [] }
    switch topic {
    case .presence(let node):
      guard let message: PresenceMessage = value?.received() else { return [] }
      return take(message, of: node, at: now)
    case .session(let id):
      guard id.node != settings.node else {
        let message = value?.received(as: SessionMessage.self)
        if let message { exports.establish(id, seq: message.seq) }
        return []
      }
      let message = value?.received(as: SessionMessage.self)
      guard payload.isEmpty || message != nil else { return [] }
      return perform(imports.take(message, of: id, remaining, beside: exports, at: now))
    case .claim(let node, let name):
      guard node != settings.node, name == settings.device else { return [] }
      let claim = value?.received(as: ClaimMessage.self)
      guard payload.isEmpty || claim != nil else { return [] }
      return changeDevice { $0.take(claim, of: node, remaining, at: now) }
    case .activity: return []
    case .outcome(let node, let id):
      guard id.node == settings.node else { return [] }
      let outcome = value?.received(as: Outcome.self)
      if payload.isEmpty || outcome != nil { exports.take(outcome, by: node, of: id, at: now) }
      return []
    }
  }

  private mutating func take(
    _ message: PresenceMessage,
    of node: HouseName,
    at now: Duration
  ) -> [BridgeEffect] {
    guard node == settings.node else {
      switch message.status {
      case .online:
        let epoch = message.epoch.flatMap { HouseName($0) }
        return perform(imports.forget(node, except: epoch, at: now))
      case .silent: return []
      case .offline:
        exports.forget(node)
        imports.doubt(node, at: now)
        device?.doubt(node, at: now)
        return []
      }
    }
    guard message.bridge == identity else { return take(message, ofRivalAt: now) }
    guard message.status != .offline else {
      // The end of an earlier connection of this bridge, which the broker has noticed late.
      return isSpeaking ? sayAll(at: now) : []
    }
    if message.seq == lastSeq { link?.answerBy = nil }
    link?.hasAnswered = true
    return []
  }

  /// Another bridge says that it is this machine's, or the broker that it is gone.
  private mutating func take(
    _ message: PresenceMessage,
    ofRivalAt now: Duration
  ) -> [BridgeEffect] {
    guard message.status != .offline else {
      // The end of one that this one has replaced, or of that for which it is silent.
      return isSilent ? outlive(at: now) : isSpeaking ? [sayPresence(at: now)] : []
    }
    // What comes before the answer to this one's own words may be older than these.
    guard link?.hasAnswered == true else { return [] }
    let (isNews, wasSilent) = (rival == nil, isSilent)
    rival = (message.bridge, now + HouseSettings.lease)
    // The other learns of this one at once, and so does the house which of them counts.
    if isSilent { return wasSilent ? [] : [sayPresence(at: now)] }
    return isNews ? sayAll(at: now) : []
  }

  /// The other bridge of this name is not heard of any more.
  private mutating func outlive(at now: Duration) -> [BridgeEffect] {
    let wasSilent = isSilent
    rival = nil
    guard wasSilent, isSpeaking else { return [] }
    return sayAll(at: now)
  }
}
