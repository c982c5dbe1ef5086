package import AudioSessionArbitration
package import AudioSessionJSON
package import AudioSessionSchema
import AudioSessionWire

/// The format of recordings: a header, the state at the beginning, and a line for each event with
/// the decision that it led to.
///
/// Protocol.md describes it. Whatever changes the meaning of a line is a new version.
package enum Recording {
  /// The version of the format.
  package static let version: Int64 = 1
  /// The word in the first line.
  private static let format = "audiosession-recording"

  /// The first line of a file.
  package static func header(writtenBy program: String) -> JSONValue {
    [
      "format": .string(format), "version": .number("\(version)"),
      "writtenBy": .string(program),
    ]
  }

  /// Reads a part of a line; a member that isn't described is a fault, since it would be lost.
  package static func read<Value: Described>(_ line: JSONValue) throws(MemberFault) -> Value {
    try line.read(otherMembers: "no other members than version \(version) of the format has")
  }

  /// Throws unless the line is the header of a file that this program can read.
  package static func check(header line: JSONValue) throws(MemberFault) {
    guard line["format"]?.string == format, let found = line["version"]?.integer else {
      throw MemberFault("", expected: "a recording of audiosessionctl record", found: .nothing)
    }
    guard found == version else {
      let expected = "version \(version) of the format, not \(found)"
      throw MemberFault("version", expected: expected, found: .nothing)
    }
  }
}

/// The names of a session, which the rules don't depend on.
package struct RecordedNames: Equatable, Sendable {
  package var session: SessionID
  package var name: String?
  package var leaseName: String?
  package var application: String?
  package var zone: String?
  /// The owner's name in the kernel.
  package var program: String?

  package init(
    session: SessionID,
    name: String?,
    leaseName: String?,
    application: String?,
    zone: String?,
    program: String?
  ) {
    self.session = session
    self.name = name
    self.leaseName = leaseName
    self.application = application
    self.zone = zone
    self.program = program
  }
}

extension RecordedNames: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: RecordedNames?,
    of archive: inout A
  ) throws(A.Fault) -> RecordedNames {
    RecordedNames(
      session: try archive.member("session", value?.session),
      name: try archive.optional("name", value?.name),
      leaseName: try archive.optional("leaseName", value?.leaseName),
      application: try archive.optional("application", value?.application),
      zone: try archive.optional("zone", value?.zone),
      program: try archive.optional("program", value?.program)
    )
  }
}

/// The whole state, from which a recording begins, or goes on after a gap.
package struct RecordedState: Equatable, Sendable {
  package var state: Snapshot
  package var at: Instant
  /// The time of day, as in RFC 3339; nil in an anonymous recording.
  package var time: String?
  /// The daemon's epoch; nil in an anonymous recording.
  package var epoch: String?
  /// The version of the daemon.
  package var daemon: String
  package var names: [RecordedNames]
  /// The decision after which events were left out, because the recorder was too slow.
  package var lostFrom: UInt64?

  package init(
    state: Snapshot,
    at: Instant,
    time: String?,
    epoch: String?,
    daemon: String,
    names: [RecordedNames],
    lostFrom: UInt64?
  ) {
    self.state = state
    self.at = at
    self.time = time
    self.epoch = epoch
    self.daemon = daemon
    self.names = names
    self.lostFrom = lostFrom
  }
}

extension RecordedState: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: RecordedState?,
    of archive: inout A
  ) throws(A.Fault) -> RecordedState {
    RecordedState(
      state: try archive.member("state", value?.state),
      at: try archive.member("at", value?.at),
      time: try archive.optional("time", value?.time),
      epoch: try archive.optional("epoch", value?.epoch),
      daemon: try archive.member("daemon", value?.daemon),
      names: try archive.list("names", value?.names),
      lostFrom: try archive.optional("lostFrom", value?.lostFrom)
    )
  }
}

/// An event, when it happened, and what was decided.
package struct RecordedEvent: Equatable, Sendable {
  package var event: Event
  package var at: Instant
  /// The names of the session that it opened.
  package var names: RecordedNames?
  /// The decision, as ``Decision/json(_:)`` writes it.
  package var decision: JSONValue

  package init(event: Event, at: Instant, names: RecordedNames?, decision: JSONValue) {
    self.event = event
    self.at = at
    self.names = names
    self.decision = decision
  }

  /// Reads a line of the file.
  package static func read(_ line: JSONValue) throws(MemberFault) -> RecordedEvent {
    guard line["decision"] != nil else {
      throw MemberFault("", expected: "a state, or an event with its decision", found: .nothing)
    }
    return try Recording.read(line)
  }
}

extension RecordedEvent: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ value: RecordedEvent?,
    of archive: inout A
  ) throws(A.Fault) -> RecordedEvent {
    RecordedEvent(
      event: try archive.member("event", value?.event),
      at: try archive.member("at", value?.at),
      names: try archive.optional("names", value?.names),
      decision: try archive.member("decision", value?.decision)
    )
  }
}
