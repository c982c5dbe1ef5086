package import AudioSessionSchema

/// What a bridge answers about itself, to `audiosessionctl` and to people.
package struct HouseReport: Equatable, Sendable {
  package var version: String
  package var house: String
  /// This machine's name in it.
  package var node: String
  package var broker: Contact
  package var daemon: Contact
  /// The grants that the daemon gave the bridge.
  package var grants: [String]
  /// Whether another machine has the same name.
  package var hasRival: Bool
  /// The machines whose messages the broker would keep for ever, and which are therefore not read.
  package var lasting: [String]
  /// The device that this machine shares; nil: none.
  package var device: DeviceReport?
  package var exports: [ExportReport]
  package var imports: [ImportReport]

  package init(
    version: String,
    house: String,
    node: String,
    broker: Contact,
    daemon: Contact,
    grants: [String],
    hasRival: Bool,
    device: DeviceReport? = nil,
    lasting: [String],
    exports: [ExportReport],
    imports: [ImportReport]
  ) {
    self.version = version
    self.house = house
    self.node = node
    self.broker = broker
    self.daemon = daemon
    self.grants = grants
    self.hasRival = hasRival
    self.device = device
    self.lasting = lasting
    self.exports = exports
    self.imports = imports
  }

  /// The state of a connection that the bridge needs.
  package struct Contact: Equatable, Sendable {
    /// Its address, or the one last tried.
    package var place: String?
    package var isConnected: Bool
    /// Why it isn't connected, a sentence; nil while it is.
    package var because: String?

    package init(place: String?, isConnected: Bool, because: String?) {
      self.place = place
      self.isConnected = isConnected
      self.because = because
    }
  }
}

/// The device that machines of the house share.
package struct DeviceReport: DescribedObject, Equatable, Sendable {
  package var name: String
  /// The machine that has it; nil: none has.
  package var holder: String?
  /// Whether it is connected to this machine.
  package var isHere: Bool

  package init(name: String, holder: String?, isHere: Bool) {
    self.name = name
    self.holder = holder
    self.isHere = isHere
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: DeviceReport?,
    of archive: inout A
  ) throws(A.Fault) -> DeviceReport {
    DeviceReport(
      name: try archive.member("name", it?.name),
      holder: try archive.nullable("holder", it.map { $0.holder }),
      isHere: try archive.member("here", it?.isHere)
    )
  }
}

/// A session of this machine of which the house is told.
package struct ExportReport: Equatable, Sendable {
  package var session: UInt64
  package var kind: String
  package var state: SessionMessage.State
  /// What became of it on other machines.
  package var elsewhere: [PlacedOutcome]
}

/// What became of a session on a machine.
package struct PlacedOutcome: Equatable, Sendable {
  package var node: String
  package var outcome: Outcome
}

/// A session of another machine that concerns this one.
package struct ImportReport: Equatable, Sendable {
  package var node: String
  package var kind: String
  package var zone: String?
  package var state: SessionMessage.State
  /// The lease that stands for it in the local daemon.
  package var session: UInt64?
  package var outcome: Outcome?
}

extension HouseReport: DescribedObject {
  package static var unsent: HouseReport? {
    let contact = Contact(place: nil, isConnected: false, because: nil)
    return HouseReport(
      version: "?",
      house: "?",
      node: "?",
      broker: contact,
      daemon: contact,
      grants: [],
      hasRival: false,
      lasting: [],
      exports: [],
      imports: []
    )
  }

  package static func members<A: Archive & ~Copyable>(
    _ it: HouseReport?,
    of archive: inout A
  ) throws(A.Fault) -> HouseReport {
    HouseReport(
      version: try archive.member("version", it?.version),
      house: try archive.member("house", it?.house),
      node: try archive.member("node", it?.node),
      broker: try archive.member("broker", it?.broker),
      daemon: try archive.member("daemon", it?.daemon),
      grants: try archive.member("grants", it?.grants),
      hasRival: try archive.member("rival", it?.hasRival),
      device: try archive.optional("device", it?.device),
      lasting: try archive.member("lasting", it?.lasting),
      exports: try archive.member("exports", it?.exports),
      imports: try archive.member("imports", it?.imports)
    )
  }
}

extension HouseReport.Contact: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: HouseReport.Contact?,
    of archive: inout A
  ) throws(A.Fault) -> HouseReport.Contact {
    HouseReport.Contact(
      place: try archive.nullable("place", it.map { $0.place }),
      isConnected: try archive.member("connected", it?.isConnected),
      because: try archive.nullable("because", it.map { $0.because })
    )
  }
}

extension ExportReport: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ExportReport?,
    of archive: inout A
  ) throws(A.Fault) -> ExportReport {
    ExportReport(
      session: try archive.member("session", it?.session),
      kind: try archive.member("kind", it?.kind),
      state: try archive.member("state", it?.state),
      elsewhere: try archive.member("elsewhere", it?.elsewhere)
    )
  }
}

extension PlacedOutcome: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: PlacedOutcome?,
    of archive: inout A
  ) throws(A.Fault) -> PlacedOutcome {
    PlacedOutcome(
      node: try archive.member("node", it?.node),
      outcome: try Outcome.members(it?.outcome, of: &archive)
    )
  }
}

extension ImportReport: DescribedObject {
  package static func members<A: Archive & ~Copyable>(
    _ it: ImportReport?,
    of archive: inout A
  ) throws(A.Fault) -> ImportReport {
    ImportReport(
      node: try archive.member("node", it?.node),
      kind: try archive.member("kind", it?.kind),
      zone: try archive.nullable("zone", it.map { $0.zone }),
      state: try archive.member("state", it?.state),
      session: try archive.nullable("session", it.map { $0.session }),
      outcome: try archive.nullable("outcome", it.map { $0.outcome })
    )
  }
}
