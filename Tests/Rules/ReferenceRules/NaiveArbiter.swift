package import AudioSessionArbitration
package import AudioSessionTypes

/// The rules a second time, as plainly as they can be written down.
///
/// Written from the text of the rules alone, to be compared with the core after every event:
/// arrays, nothing kept that can be derived, everything computed anew. Its effects are all that is
/// told to clients, in R13's order; it leaves out `changed`, `enforcementChanged` and `wake`. A
/// choice made where the text leaves one stands as a comment at its place.
package struct NaiveArbiter: Equatable, Sendable {
  package internal(set) var policy: Policy
  package private(set) var seq: UInt64 = 0
  var interactions: Interactions
  /// The names of all kinds that ever were.
  package var kindNames = KindNames()
  var sessions: [NaiveSession] = []
  var titles: [ZoneID?: Title] = [:]
  var mutes: [Word] = []
  var sleeps: [Word] = []
  var silences: [Word] = []
  var suspensions: [Word] = []
  var machineRoute = RouteSummary.unknown
  var userRoutes: [UserRoute] = []
  var activations: UInt64 = 0
  /// The outcome of the event under way, so far.
  var round = Round()
  var memory = Memory()

  package init(policy: Policy = Policy()) {
    self.policy = policy
    interactions = Interactions(policy)
    for role in policy.roles { _ = kindNames.enter(role.name) }
  }

  /// A connection's report about the system (R60), or about one process.
  struct Word: Equatable {
    var reporter: Reporter
    var process: ProcessID?

    func concerns(_ user: UserID) -> Bool { reporter.user == nil || reporter.user == user }
  }

  /// The event under way.
  struct Round: Equatable {
    /// The number of the event, not of the decision: refusals by R4 have one too.
    var event: UInt64 = 0
    var now = Instant(nanoseconds: 0)
    var reply: Effect?
    /// The reason of a refusal.
    var refusal: Reason?
    var isNumbered = false
    var expiry: Expiry?
    var closed: [(SessionID, ClosingReason)] = []
    var mutes: [(SessionID, Effect)] = []
    var lifecycle: [(SessionID, Effect)] = []
    var began: [(SessionID, Effect)] = []
    var ended: [(session: NaiveSession, shouldResume: Bool)] = []
    var invited: [(SessionID, ResumptionRecommendation)] = []
    /// Without a reason it is the hardware that has changed.
    var routes: [(SessionID, RouteChangeReason?)] = []
    /// The non-mixable normal sessions that have been told to resume (R31).
    var resuming: [NaiveSession] = []

    /// It is over when two arbiters are compared.
    static func == (left: Round, right: Round) -> Bool { true }
  }

  /// The outcome of one event.
  package struct Result {
    package var seq: UInt64?
    package var effects: [Effect]
    /// The reason of the reply, if it is a refusal.
    package var refusal: Reason?
    package var expiry: Expiry?
  }

  package mutating func apply(_ event: Event, at now: Instant) -> Result {
    round = Round(event: round.event + 1, now: now)
    forgetOldRights()
    let before = self
    perform(event)
    settle()
    electNowPlaying()
    invite()
    forgetProcesses()
    endOverrides(since: before)
    noteStandings(since: before)
    let effects = effects(since: before)
    let hasNews = effects.count > (round.reply == nil ? 0 : 1)
    // "Changes something" is read of what is kept, seen or not: a first report, a repeated word.
    let isNumbered = round.isNumbered || hasNews || self != before
    if isNumbered { seq += 1 }
    return Result(
      seq: isNumbered ? seq : nil,
      effects: effects,
      refusal: round.refusal,
      expiry: round.expiry
    )
  }

  private mutating func perform(_ event: Event) {
    switch event {
    case .started: round.isNumbered = true
    case .open(let opening): open(opening)
    case .reopen(let reopening): reopen(reopening)
    case .configure(let id, let change, let grants): configure(id, change, grants)
    case .activate(let id, let grants, let ifSeq, _): activate(id, grants, ifSeq)
    case .deactivate(let id, let notifyOthers): deactivate(id, notifyOthers)
    case .report(let id, let report): take(report, of: id)
    case .renew(let id, let lease): renew(id, lease)
    case .close(let id):
      grant(id)
      remove([id])
    case .evict(let id):
      grant(id)
      round.closed.append((id, .evicted))
      remove([id])
    case .connectionEnded(let connection, let ids, let orphaned):
      connectionEnded(connection, ids, orphaned)
    case .processEnded(let ids, let orphaned): end(ids, orphaning: orphaned)
    case .setMicrophoneMuted(let isMuted, let reporter):
      changeSurroundings { $0.mutes.say(isMuted, Word(reporter: reporter)) }
    case .setSleeping(let isSleeping, let reporter):
      changeSurroundings { $0.sleeps.say(isSleeping, Word(reporter: reporter)) }
    case .setSilenced(let isSilenced, let reporter):
      changeSurroundings { $0.silences.say(isSilenced, Word(reporter: reporter)) }
    case .setSuspended(let process, let isSuspended, let reporter):
      let word = Word(reporter: reporter, process: process)
      changeSurroundings { $0.suspensions.say(isSuspended, word) }
    case .setMutedByUser(let id, let muted, let wantsUnmute, let reporter):
      self[id].muteReporter = muted.isEmpty ? nil : reporter
      muteByUser(id, muted, wantsUnmute)
    case .setRoute(let route, let reason, let reporter): changeRoute(route, reason, reporter)
    case .reload(let policy):
      reload(policy)
      memory.policy = mark
      round.isNumbered = true
    case .timePassed: letTimePass()
    }
  }

  /// R47 concerns sessions, so that a report about a process without any isn't kept.
  ///
  /// The page doesn't say so; it says only that a report ends with its process.
  private mutating func forgetProcesses() {
    suspensions.removeAll { word in !sessions.contains { $0.owner.process == word.process } }
  }

  /// A right whose time is over is none (R11), and to end it is no change.
  private mutating func forgetOldRights() {
    for index in sessions.indices where sessions[index].right?.isOver(at: round.now) == true {
      sessions[index].right = nil
    }
  }

  /// R34: those whom nobody would refuse any more.
  private mutating func invite() {
    let inTheWay = sessions.filter(\.standsInTheWay)
    let free = sessions.filter { session in
      session.refusedAt != nil && !inTheWay.contains { wouldRefuse($0, session) }
    }
    .sorted { $0.refusedAt ?? 0 > $1.refusedAt ?? 0 }
    for session in free {
      let isTold = tellToResume(renewed(session))
      round.invited.append((session.id, isTold ? .shouldResume : .shouldNotResume))
      self[session.id].refusedAt = nil
    }
  }
}

extension NaiveArbiter {
  /// An open session; a request for another is the test's fault.
  subscript(id: SessionID) -> NaiveSession {
    get {
      guard let session = sessions.first(where: { $0.id == id }) else {
        fatalError("session \(id.number) isn't open")
      }
      return session
    }
    set {
      guard let index = sessions.firstIndex(where: { $0.id == id }) else {
        fatalError("session \(id.number) isn't open")
      }
      sessions[index] = newValue
    }
  }

  mutating func grant(_ id: SessionID) { round.reply = .granted(id) }

  mutating func refuse(_ id: SessionID?, _ refusal: Refusal) {
    round.reply = .refused(id, refusal.error, by: refusal.by)
    round.refusal = refusal.reason
    round.isNumbered = refusal.isNumbered
  }
}

extension [NaiveArbiter.Word] {
  /// The latest word of a connection replaces its earlier one.
  mutating func say(_ isSo: Bool, _ word: NaiveArbiter.Word) {
    if isSo && contains(word) { return }
    removeAll {
      $0.reporter.connection == word.reporter.connection && $0.process == word.process
    }
    if isSo { append(word) }
  }
}
