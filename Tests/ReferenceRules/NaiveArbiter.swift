package import Arbitration
import AudioSessionTypes

/// The rules a second time, as plainly as they can be written down.
///
/// Written from the text of the rules alone, to be compared with the core after every event: arrays,
/// nothing kept that can be derived, everything computed anew. Its effects are all that is told to
/// clients, in R13's order; it leaves out `changed`, `enforcementChanged` and `wake`. A choice made
/// where the text leaves one stands as a comment at its place.
package struct NaiveArbiter: Equatable, Sendable {
  package internal(set) var policy: Policy
  package private(set) var seq: UInt64 = 0
  var sessions: [NaiveSession] = []
  var nowPlaying: SessionID?
  var mutes: [Word] = []
  var sleeps: [Word] = []
  var suspensions: [Word] = []
  var activations: UInt64 = 0
  /// What the event under way has led to so far.
  var round = Round()
  var memory = Memory()

  package init(policy: Policy = Policy()) { self.policy = policy }

  /// What a connection says of the system (R60); `process`: of one process only.
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
    /// What a refusal rests on.
    var refusal: Reason?
    var isNumbered = false
    var expiry: Expiry?
    var closed: [(SessionID, ClosedReason)] = []
    var lifecycle: [(SessionID, Effect)] = []
    var began: [(SessionID, Effect)] = []
    var ended: [(session: NaiveSession, shouldResume: Bool)] = []
    var invited: [(SessionID, ResumptionRecommendation)] = []
    var routes: [(SessionID, RouteChangeReason)] = []
    /// One non-mixable normal session has been told to resume (R31).
    var hasToldOne = false

    /// It is over when two arbiters are compared.
    static func == (left: Round, right: Round) -> Bool { true }
  }

  /// What one event led to.
  package struct Result {
    package var seq: UInt64?
    package var effects: [Effect]
    /// What the reply rests on, if it is a refusal.
    package var refusal: Reason?
    package var expiry: Expiry?
  }

  package mutating func apply(_ event: Event, at now: Instant) -> Result {
    let before = self
    round = Round(event: round.event + 1, now: now)
    perform(event)
    settle()
    electNowPlaying()
    invite()
    forgetProcesses()
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
    case .open(let id, let owner, let change, let grants, let lease, let isWithinLimits):
      open(id, owner, change, grants, lease, isWithinLimits)
    case .reopen(let id, let owner, let change, let grants, let lease):
      reopen(id, owner, change, grants, lease)
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
    case .setMicrophoneMuted(let isMuted, let reporter):
      changeWords { $0.mutes.say(isMuted, Word(reporter: reporter)) }
    case .setSleeping(let isSleeping, let reporter):
      changeWords { $0.sleeps.say(isSleeping, Word(reporter: reporter)) }
    case .setSuspended(let process, let isSuspended, let reporter):
      changeWords { $0.suspensions.say(isSuspended, Word(reporter: reporter, process: process)) }
    case .setRoute(let reason): changeRoute(reason)
    case .reload(let policy):
      self.policy = policy
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

  /// R53: whoever plays last takes the title; else its holder keeps it while open and a candidate.
  private mutating func electNowPlaying() {
    let candidates = sessions.filter { $0.prefers(.isNowPlayingCandidate) }
    let playing = candidates.filter { $0.isPlaying && !$0.isMixable }
    if let latest = playing.max(by: { $0.activation < $1.activation }) {
      nowPlaying = latest.id
    } else if !candidates.contains(where: { $0.id == nowPlaying }) {
      nowPlaying = nil
    }
  }

  /// R34: those whom nobody would refuse any more.
  private mutating func invite() {
    let inTheWay = sessions.filter(\.standsInTheWay)
    // The page doesn't order them among each other: the newest refused first, as it chooses so.
    let free = sessions.filter { session in
      session.refusedAt != nil && !inTheWay.contains { wouldRefuse($0, session) }
    }
    .sorted { $0.refusedAt ?? 0 > $1.refusedAt ?? 0 }
    for session in free {
      let isTold = !session.isRationed || !round.hasToldOne
      if session.isRationed { round.hasToldOne = true }
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

  /// A refusal; `isNumbered` unless it is one of legality or R33.
  mutating func refuse(_ id: SessionID?, _ refusal: Refusal, isNumbered: Bool = true) {
    round.reply = .refused(id, refusal.error, by: refusal.by)
    round.refusal = refusal.reason
    round.isNumbered = isNumbered
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
