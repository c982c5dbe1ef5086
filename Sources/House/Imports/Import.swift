/// A session of another machine, and the lease that stands for it here.
struct Import: Equatable {
  var message: SessionMessage
  /// Until when it counts unless another message comes.
  var end = Duration.zero
  /// Whether it is an assistant that answered later than one of this machine.
  var isLate = false
  /// The session of this machine, of the same kind, that began after it, as the broker has it.
  ///
  /// Here it was active before the news of this one came. Where both are on one machine the later one
  /// has the better right; if each machine took what it hears of last for the later one, neither would
  /// be left.
  var yieldsTo: UInt64?
  /// What it is here, as the daemon knows it.
  var standing = Standing.ignored
  var stage = Stage.left
  /// What was said of it last.
  var outcome: Outcome?

  enum Stage: Equatable {
    /// It has no lease.
    case left
    /// The daemon was asked for a lease.
    case opening
    /// The daemon gave none; another message asks again.
    case refused
    /// Somebody here has evicted it: it is left alone for good.
    case evicted
    /// The lease's number, and how it stands.
    case open(UInt64, Activity)
  }

  enum Activity: Equatable {
    case inactive
    /// The daemon was asked to activate it.
    case asked
    case active
    /// Another session is in its way; the daemon says when it may try again.
    case waiting
  }

  init(_ message: SessionMessage) { self.message = message }

  var session: UInt64? { if case .open(let session, _) = stage { session } else { nil } }

  /// Whether it is to be active here.
  var isWanted: Bool { message.state == .active && !isLate && yieldsTo == nil }
}

/// What follows from a change of the imports.
enum ImportAction: Equatable {
  case perform(BridgeEffect)
  /// Tells the house what became of a session here; nil: nothing any more.
  case say(RemoteID, Outcome?)
  /// Whether a machine is there matters from now on, or no longer.
  case watch(HouseName)
  case unwatch(HouseName)
}
