import AudioSessionEventLoop
import CMosquitto
import Glibc
import House

/// The connection to the broker, which is made again when it is lost.
final class BrokerLink: EventSource {
  private let settings: BrokerSettings
  /// What the broker says when the bridge is gone without a word.
  private let will: (topic: String, payload: [UInt8])
  /// The name of the connection, which no other has.
  private let client: String
  private var connection: OpaquePointer?
  private(set) var generation = 0
  /// The next time to connect, or to look after the connection.
  private(set) var deadline: Duration?
  /// Until when the broker has to accept the connection.
  private var acceptBy: Duration?
  private var pause = BrokerLink.shortestPause
  private var events: [BrokerEvent] = []
  /// Whether the descriptor was ready once, so that there is a connection to write to.
  private var isBegun = false
  /// Whether the broker has accepted the connection.
  private(set) var isConnected = false
  /// Why there is no connection, a sentence; nil while there is one, or one is made at first.
  private(set) var trouble: String?

  /// - Parameters:
  ///   - settings: How the broker is reached.
  ///   - client: The name of the connection, which no other has.
  ///   - will: What the broker says when the bridge is gone without a word.
  init(_ settings: BrokerSettings, client: String, will: (topic: String, payload: [UInt8])) {
    self.settings = settings
    self.client = client
    self.will = will
  }

  private static let shortestPause = Duration.milliseconds(250)
  private static let longestPause = Duration.seconds(5)
  /// The time that a broker has to accept a connection.
  private static let patience = Duration.seconds(5)
  /// How often the connection is looked after; half the time after which either side asks the other
  /// whether it is there.
  private static let care = Duration.milliseconds(2_500)
  private static let keepalive: CInt = 5

  var descriptor: CInt? {
    guard let connection else { return nil }
    let number = audiosession_mqtt_descriptor(connection)
    return number < 0 ? nil : number
  }

  var interest: Poller.Interest {
    guard let connection, isBegun, !audiosession_mqtt_has_unsent(connection) else {
      return [.reading, .writing]
    }
    return .reading
  }

  func dispatch(at now: Duration) {
    guard let connection else {
      if let deadline, deadline <= now { connect(at: now) }
      return
    }
    if let end = acceptBy, end <= now {
      return lose(at: now, because: "the broker doesn't answer")
    }
    isBegun = true
    let reason = audiosession_mqtt_process(connection)
    defer { free(reason) }
    // What has come before the end counts.
    take(at: now)
    if let reason, self.connection != nil { lose(at: now, because: String(cString: reason)) }
    if self.connection != nil { deadline = min(now + Self.care, acceptBy ?? now + Self.care) }
  }

  /// Begins to connect.
  func connect(at now: Duration) {
    guard connection == nil else { return }
    let password: String?
    do {
      password = try Password.read(settings.passwordFile)
    } catch {
      return fail(at: now, because: error.message)
    }
    var error: UnsafeMutablePointer<CChar>?
    connection = open(password, &error)
    generation += 1
    isBegun = false
    defer { free(error) }
    guard connection != nil else {
      return fail(at: now, because: error.map { String(cString: $0) } ?? "out of memory")
    }
    acceptBy = now + Self.patience
    deadline = now + Self.patience
  }

  private func open(
    _ password: String?,
    _ error: inout UnsafeMutablePointer<CChar>?
  ) -> OpaquePointer? {
    withTexts(
      [
        client, settings.address?.host, settings.user, password, settings.certificateAuthority,
        settings.certificate, settings.key, will.topic,
      ]
    ) { texts in
      will.payload.withUnsafeBytes { payload in
        var broker = audiosession_mqtt_broker()
        (broker.client, broker.host, broker.port) = (texts[0], texts[1], CInt(settings.port))
        (broker.user, broker.password, broker.authority_file) = (texts[2], texts[3], texts[4])
        (broker.certificate, broker.key, broker.keepalive) = (texts[5], texts[6], Self.keepalive)
        broker.will = audiosession_mqtt_message(
          topic: texts[7],
          payload: payload.baseAddress,
          size: payload.count,
          expiry: Self.expiry,
          is_retained: true
        )
        return audiosession_mqtt_connect(&broker, &error)
      }
    }
  }

  /// For how many seconds the broker keeps what it is told.
  private static let expiry = Int64(HouseSettings.lease / .seconds(1))

  private func take(at now: Duration) {
    while let connection {
      var event = audiosession_mqtt_event()
      audiosession_mqtt_next(connection, &event)
      switch event.kind {
      case audiosession_mqtt_connected:
        isConnected = true
        (trouble, acceptBy) = (nil, nil)
        events.append(.connected)
      case audiosession_mqtt_refused:
        let reason = event.reason.map { String(cString: $0) } ?? "no reason given"
        return lose(at: now, because: "the broker refuses: \(reason)")
      case audiosession_mqtt_received:
        // One that accepts a connection and then ends it is left alone for longer and longer.
        pause = Self.shortestPause
        events.append(BrokerLink.received(event.message))
      default: return
      }
    }
  }

  private static func received(_ message: audiosession_mqtt_message) -> BrokerEvent {
    let payload = UnsafeRawBufferPointer(start: message.payload, count: message.size)
    return .received(
      topic: message.topic.map { String(cString: $0) } ?? "",
      payload: Array(payload),
      remaining: message.expiry < 0 ? nil : .seconds(message.expiry),
      isRetained: message.is_retained
    )
  }

  /// Takes the events since the last call.
  func takeEvents() -> [BrokerEvent] {
    defer { events = [] }
    return events
  }

  /// Sends what the bridge has to say to the house; without a connection, nothing.
  func perform(_ effect: BridgeEffect, at now: Duration) {
    guard let connection, isConnected else { return }
    let isTaken =
      switch effect {
      case .publish(let topic, let payload):
        publish(topic, payload, isRetained: true, connection)
      case .announce(let topic, let payload):
        publish(topic, payload, isRetained: false, connection)
      case .subscribe(let filter): audiosession_mqtt_subscribe(connection, filter)
      case .unsubscribe(let filter): audiosession_mqtt_unsubscribe(connection, filter)
      case .reconnect(let reason):
        { () -> Bool in
          lose(at: now, because: reason)
          return true
        }()
      default: true
      }
    if !isTaken { lose(at: now, because: "out of memory") }
  }

  private func publish(
    _ topic: String,
    _ payload: [UInt8],
    isRetained: Bool,
    _ connection: OpaquePointer
  ) -> Bool {
    topic.withCString { topic in
      payload.withUnsafeBytes { bytes in
        var message = audiosession_mqtt_message(
          topic: topic,
          payload: bytes.baseAddress,
          size: bytes.count,
          expiry: Self.expiry,
          is_retained: isRetained
        )
        return audiosession_mqtt_publish(connection, &message)
      }
    }
  }

  /// Whether everything that was said has left this process.
  var isFlushed: Bool { connection.map { !audiosession_mqtt_has_unsent($0) } ?? true }

  /// Ends the connection in order, so that the broker doesn't speak for the bridge.
  func close() {
    if let connection { audiosession_mqtt_close(connection, true) }
    connection = nil
  }

  private func lose(at now: Duration, because reason: String) {
    if let connection { audiosession_mqtt_close(connection, false) }
    connection = nil
    if isConnected { events.append(.lost) }
    fail(at: now, because: reason)
  }

  private func fail(at now: Duration, because reason: String) {
    isConnected = false
    acceptBy = nil
    trouble = reason
    deadline = now + pause
    pause = min(pause * 2, Self.longestPause)
  }
}
