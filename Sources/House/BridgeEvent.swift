package import AudioSessionClient

/// An event for the bridge.
package enum BridgeEvent: Equatable, Sendable {
  case broker(BrokerEvent)
  case daemon(DaemonEvent)
  case device(DeviceEvent)
  /// Time has passed, perhaps up to ``Bridge/deadline``.
  case timePassed
  /// An orderly end: the house is told.
  case stop
}

/// An event of the connection to the broker.
package enum BrokerEvent: Equatable, Sendable {
  case connected
  case lost
  /// - remaining: For how long the broker will keep it; nil: for ever.
  /// - isRetained: Whether it was said before this machine asked for its topic.
  case received(topic: String, payload: [UInt8], remaining: Duration?, isRetained: Bool)
}

/// An event of the connection to the local daemon.
package enum DaemonEvent: Equatable, Sendable {
  /// A conversation begins, in which no session is known yet.
  ///
  /// - epoch: A name that none has had before, in this house.
  case connected(DaemonFacts, epoch: HouseName)
  /// The grants or the policy have changed.
  case facts(DaemonFacts)
  case lost
  /// Sessions that are new or have changed.
  case changed([LocalSession])
  /// All sessions; those that aren't among them have ended.
  case all([LocalSession])
  /// Sessions of others have ended.
  case ended([UInt64])
  /// What is heard here has changed.
  case activity(ActivityMessage)
  /// A lease was opened for a session of another machine, or not.
  case opened(RemoteID, session: UInt64)
  case notOpened(RemoteID, because: String)
  case activated(UInt64)
  case notActivated(UInt64, Outcome)
  case interrupted(UInt64, Outcome)
  /// It may be activated again.
  case mayResume(UInt64)
  /// A lease is gone: it ran out, or somebody has evicted it.
  case closed(UInt64, isEvicted: Bool)
}

/// What the bridge has its surroundings do, in this order.
package enum BridgeEffect: Equatable, Sendable {
  /// Publishes a retained message with QoS 1; an empty one clears the topic.
  case publish(topic: String, payload: [UInt8])
  /// Publishes a message with QoS 1 that is not retained.
  case announce(topic: String, payload: [UInt8])
  case subscribe(String)
  case unsubscribe(String)
  /// The broker is asked anew: what was received may be old.
  case reconnect(because: String)
  case open(RemoteID, LeaseRequest)
  case configure(UInt64, LeaseRequest)
  case renew(UInt64)
  case activate(UInt64)
  case deactivate(UInt64)
  case close(UInt64)
  /// Has the daemon do what somebody wants at a panel.
  case obey(PanelCommand)
  /// Tries to connect the shared device, and says what came of it.
  case connectDevice
  case disconnectDevice
  /// Tells the programs that want the shared device.
  case tellPrograms(DeviceNews)
}
