import AudioSessionArbitration
import AudioSessionTypes
import ControlCore

/// Plays a situation on an arbiter of its own.
struct SituationPlay {
  private let actors: [Situation.Actor]
  private var arbiter: Arbiter
  private var decision = Decision()
  private var now = Instant(nanoseconds: 0)
  /// What has happened so far, a few words each.
  private var words: [String] = []

  /// What happens in the situation under a policy, as one sentence.
  static func outcome(of situation: Situation, under policy: Policy) -> String {
    var play = SituationPlay(actors: situation.actors, arbiter: Arbiter(policy: policy))
    for number in situation.actors.indices { play.open(number) }
    for act in situation.acts { play.perform(act) }
    return play.words.isEmpty ? "everything is heard" : play.words.joined(separator: "; ")
  }

  private init(actors: [Situation.Actor], arbiter: Arbiter) {
    self.actors = actors
    self.arbiter = arbiter
  }

  private func id(_ number: Int) -> SessionID { SessionID(UInt64(number) + 1) }

  private func name(_ id: SessionID) -> String { actors[Int(id.number) - 1].name }

  private mutating func open(_ number: Int) {
    let actor = actors[number]
    let program = actors.firstIndex { $0.program == actor.program } ?? number
    apply(
      .open(
        Opening(
          id: id(number),
          owner: Owner(
            process: ProcessID(UInt64(program) + 1),
            user: UserID(actor.user),
            watchesLifecycle: true
          ),
          scope: Scope(ApplicationID(UInt64(program) + 1)),
          change: ConfigurationChange(words: actor.words),
          grants: actor.isTrusted ? .all : .none
        )
      ),
      by: id(number)
    )
  }

  private mutating func perform(_ act: Situation.Act) {
    let system = Reporter(connection: ConnectionID(0), user: nil)
    switch act {
    case .activates(let name): apply(name) { .activate($0, grants: .all) }
    case .deactivates(let name): apply(name) { .deactivate($0, notifyOthers: false) }
    case .deactivatesNotifying(let name): apply(name) { .deactivate($0, notifyOthers: true) }
    case .closes(let name): apply(name) { .close($0) }
    case .records(let name): apply(name) { .report($0, Report(recording: true)) }
    case .goesToBackground(let name): apply(name) { .report($0, Report(foreground: false)) }
    case .microphoneIsMuted(let isMuted): apply(.setMicrophoneMuted(isMuted, system))
    case .outputIsLost:
      let route = RouteSummary(number: 1, hasBuiltInMicrophone: true)
      apply(.setRoute(route, .oldDeviceUnavailable, system))
    case .systemSound:
      let scope = Scope(ApplicationID(UInt64(actors.count) + 1))
      let isSilent = arbiter.silencesSystemSounds(in: scope, of: UserID(1000))
      words.append("the system's sound is \(isSilent ? "silent" : "heard")")
    }
  }

  /// Applies the event of a session, unless that was refused when it was opened.
  private mutating func apply(_ name: String, _ event: (SessionID) -> Event) {
    guard let number = actors.firstIndex(where: { $0.name == name }) else { return }
    guard arbiter.isOpen(id(number)) else { return }
    apply(event(id(number)), by: id(number))
  }

  private mutating func apply(_ event: Event, by actor: SessionID? = nil) {
    let before = gains
    now = now.advanced(by: .seconds(1))
    arbiter.apply(event, at: now, into: &decision)
    for (effect, reason) in decision.effects { tell(effect, reason, by: actor) }
    for (id, gain) in gains.sorted(by: { $0.key < $1.key }) where gain != before[id] ?? 1 {
      tell(gain, of: id)
    }
  }

  /// The gains of the active sessions.
  private var gains: [SessionID: Double] {
    var gains: [SessionID: Double] = [:]
    for id in arbiter.sessionIDs {
      if let view = arbiter.view(of: id), view.state == .active { gains[id] = view.gain }
    }
    return gains
  }

  private mutating func tell(_ effect: Effect, _ reason: Reason, by actor: SessionID?) {
    switch effect {
    case .refused(let id, _, _):
      guard let id = id ?? actor else { return }
      words.append("\(name(id)) is refused")
    case .began(let id, _, _): words.append("\(name(id)) is interrupted")
    case .ended(let id, let shouldResume):
      words.append("\(name(id)) is \(shouldResume ? "" : "not ")to resume")
    case .recommendation(let id, .shouldResume) where reason.rule == .R34:
      words.append("\(name(id)) is to start")
    default: break
    }
  }

  private mutating func tell(_ gain: Double, of id: SessionID) {
    guard gain != 1 else { return words.append("\(name(id)) is restored") }
    let isAsked = arbiter.view(of: id)?.enforcedGain == 1
    let what = isAsked ? "asked to lower itself" : "lowered \(gainText(gain))"
    words.append("\(name(id)) is \(what)")
  }
}

extension ConfigurationChange {
  /// The words of an actor.
  fileprivate init(words: String) {
    self.init()
    var options: CategoryOptions = []
    for word in words.split(separator: " ").map(String.init) {
      if let category = Category(rawValue: word) {
        self.category = category
      } else if let mode = Mode(rawValue: word) {
        self.mode = mode
      } else if let priority = Priority(rawValue: word) {
        self.priority = priority
      } else if let named = CategoryOptions.named.first(where: { $0.name == word }) {
        options.formUnion(named.option)
      } else if let named = Preferences.named.first(where: { $0.name == word }) {
        preferencesSet.formUnion(named.preference)
      } else if word == Kind.accessibility.builtInName {
        role = .named(.accessibility)
      }
    }
    self.options = options
  }
}
