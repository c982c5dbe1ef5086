/// An MQTT 5 broker in memory, as far as a house needs one: retained messages with expiry, and wills.
struct MemoryBroker {
  private struct Retained {
    var payload: [UInt8]
    var end: Duration
  }

  private var retained: [String: Retained] = [:]
  /// The filters of each connection.
  private var filters: [Int: Set<String>] = [:]
  /// The connections of each filter.
  private var connections: [String: Set<Int>] = [:]
  /// The filters with wildcards that fit a topic, as far as that was asked; in a large house, few topics
  /// are new.
  private var fitting: [String: [String]] = [:]
  /// How many messages it has received, and sent.
  private(set) var received = 0
  private(set) var sent = 0
  private(set) var sentBytes = 0

  /// The time for which it keeps a message.
  static let expiry = Duration.seconds(15)

  /// A message on its way to a connection.
  struct Delivery {
    var connection: Int
    var topic: String
    var payload: [UInt8]
    var remaining: Duration?
  }

  /// The topics of which it keeps a message.
  func topics(at now: Duration) -> [String] {
    retained.filter { $0.value.end > now }.keys.sorted()
  }

  /// Keeps a message and sends it to all that have subscribed to it.
  mutating func publish(_ topic: String, _ payload: [UInt8], at now: Duration) -> [Delivery] {
    received += 1
    retained[topic] = payload.isEmpty ? nil : Retained(payload: payload, end: now + Self.expiry)
    let hearers = hearers(of: topic).sorted()
    let remaining = payload.isEmpty ? nil : MemoryBroker.expiry
    return count(
      hearers.map {
        Delivery(connection: $0, topic: topic, payload: payload, remaining: remaining)
      }
    )
  }

  /// The connections that have subscribed to a topic.
  private mutating func hearers(of topic: String) -> Set<Int> {
    let wildcards =
      fitting[topic]
      ?? connections.keys.filter { $0.contains("+") && MemoryBroker.fits(topic, $0) }
    fitting[topic] = wildcards
    return wildcards.reduce(into: connections[topic] ?? []) { $0.formUnion(connections[$1] ?? []) }
  }

  /// Subscribes, and sends what is kept.
  mutating func subscribe(_ connection: Int, _ filter: String, at now: Duration) -> [Delivery] {
    filters[connection, default: []].insert(filter)
    if connections[filter] == nil, filter.contains("+") { fitting = [:] }
    connections[filter, default: []].insert(connection)
    let kept = retained.filter { $0.value.end > now && MemoryBroker.fits($0.key, filter) }
    return count(
      kept.sorted { $0.key < $1.key }.map { topic, kept in
        Delivery(
          connection: connection,
          topic: topic,
          payload: kept.payload,
          remaining: .seconds((kept.end - now).components.seconds)
        )
      }
    )
  }

  mutating func unsubscribe(_ connection: Int, _ filter: String) {
    filters[connection]?.remove(filter)
    connections[filter]?.remove(connection)
  }

  /// The connection is gone.
  ///
  /// - Returns: False if that was known.
  mutating func forget(_ connection: Int) -> Bool {
    guard let own = filters.removeValue(forKey: connection) else { return false }
    for filter in own { connections[filter]?.remove(connection) }
    return true
  }

  /// It is killed, and starts again without any memory.
  mutating func restart() {
    retained = [:]
    filters = [:]
    connections = [:]
    fitting = [:]
  }

  private mutating func count(_ deliveries: [Delivery]) -> [Delivery] {
    sent += deliveries.count
    for delivery in deliveries {
      sentBytes += delivery.topic.utf8.count + delivery.payload.count
    }
    return deliveries
  }

  /// Whether a topic fits a filter, in which `+` stands for any one level.
  static func fits(_ topic: String, _ filter: String) -> Bool {
    if topic == filter { return true }
    var (topic, filter) = (topic.utf8[...], filter.utf8[...])
    let (slash, plus) = (UInt8(ascii: "/"), UInt8(ascii: "+"))
    while let wanted = filter.first {
      if wanted == plus {
        filter = filter.dropFirst()
        topic = topic.drop { $0 != slash }
      } else {
        guard topic.first == wanted else { return false }
        (topic, filter) = (topic.dropFirst(), filter.dropFirst())
      }
    }
    return topic.isEmpty
  }
}
