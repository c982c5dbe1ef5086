package import AudioSessionEventLoop
import AudioSessionSystem
import CAudioSessionBus
import Glibc

/// A nonblocking connection to a bus: sends calls and signals, and receives what comes.
///
/// `Purpose` is the caller's note about a call, returned with its reply.
package final class BusConnection<Purpose> {
  private let bus: OpaquePointer
  private var calls: [UInt64: (purpose: Purpose, deadline: Duration)] = [:]
  /// Calls that couldn't be sent; they are answered like the others.
  private var refused: [(purpose: Purpose, code: CInt)] = []
  private var isLost = false
  private var hasMore = false

  /// The number of messages handled in one turn: somebody on the bus may send faster than they can
  /// be read.
  private static var turn: Int { 64 }

  /// Begins to connect; a failure may also show later.
  ///
  /// - Throws: Nobody listens there, or the program was built without sd-bus.
  package init(to address: BusAddress) throws(BusFault) {
    guard audiosession_bus_is_built_in() else {
      throw BusFault(reason: "built without sd-bus, see the trait PipeWire")
    }
    var bus: OpaquePointer?
    let code = audiosession_bus_open(address.text, &bus)
    guard let bus else {
      let reason = "\(address.text): \(BusConnection.text(of: code))"
      throw BusFault(reason: reason, isPassing: code == -ECONNREFUSED)
    }
    self.bus = bus
  }

  deinit { audiosession_bus_close(bus) }

  package var descriptor: CInt? {
    let number = audiosession_bus_descriptor(bus)
    return isLost || number < 0 ? nil : number
  }

  package var interest: Poller.Interest {
    let events = audiosession_bus_events(bus)
    guard events > 0 else { return [] }
    var interest: Poller.Interest = []
    if events & CInt(POLLIN) != 0 { interest.insert(.reading) }
    if events & CInt(POLLOUT) != 0 { interest.insert(.writing) }
    return interest
  }

  /// The latest time to call ``takeMessages(at:)``, since boot.
  package var deadline: Duration? {
    if isLost { return nil }
    if hasMore || !refused.isEmpty { return .zero }
    let answers = calls.values.lazy.map { $0.deadline }.min()
    var time = UInt64.max
    guard audiosession_bus_timeout(bus, &time) >= 0, time < UInt64(Int64.max) / 1000 else {
      return answers
    }
    // sd-bus counts without the time that the machine slept.
    let slept = SystemClock.boottime - SystemClock.monotonic
    let own = Duration.nanoseconds(Int64(time) * 1000 + slept)
    return answers.map { min($0, own) } ?? own
  }

  /// Calls a method; ``takeMessages(at:)`` returns the reply, or its absence, with the purpose.
  package func send(_ call: BusCall, for purpose: Purpose, until deadline: Duration) {
    var cookie: UInt64 = 0
    let code = BusArgument.withItems(of: call.arguments) { items in
      audiosession_bus_call(
        bus,
        call.destination,
        call.path,
        call.interface,
        call.member,
        items,
        items.count,
        &cookie
      )
    }
    if code < 0 {
      refused.append((purpose, code))
    } else {
      calls[cookie] = (purpose, deadline)
    }
  }

  /// Sends a signal to everybody who listens for it; one that can't be sent is lost.
  package func emit(
    _ member: String,
    of interface: String,
    at path: String,
    _ values: [BusArgument]
  ) {
    _ = BusArgument.withItems(of: values) { items in
      audiosession_bus_emit(bus, path, interface, member, items, items.count)
    }
  }

  /// Takes the replies, calls and signals that have arrived, in order, at most a turn's number; if there
  /// are more, ``deadline`` is due at once.
  package func takeMessages(at now: Duration) -> [BusMessage<Purpose>] {
    if isLost { return [] }
    var messages = refused.map { purpose, code in
      let explanation = BusConnection.text(of: code)
      return BusMessage.reply(.failed(error: "", explanation: explanation), purpose)
    }
    refused = []
    hasMore = false
    var message = audiosession_bus_message()
    for _ in 0..<BusConnection.turn {
      let result = audiosession_bus_next(bus, &message)
      guard result >= 0 else {
        isLost = true
        return messages + [.lost(reason: BusConnection.text(of: result))]
      }
      guard result > 0 else { return messages + takeOverdue(at: now) }
      guard let body = message.body else { continue }
      if message.is_call {
        messages.append(.call(BusRequest(message, body)))
        continue
      }
      defer { audiosession_bus_release(body) }
      if let translated = translated(message, body) { messages.append(translated) }
    }
    hasMore = true
    return messages
  }

  /// Gives up the calls whose deadline has passed.
  private func takeOverdue(at now: Duration) -> [BusMessage<Purpose>] {
    let overdue = calls.filter { $1.deadline <= now }
    for cookie in overdue.keys { calls[cookie] = nil }
    return overdue.sorted { $0.key < $1.key }.map { .reply(.timedOut, $0.value.purpose) }
  }

  /// The message for the caller; nil if nobody asked for it.
  private func translated(
    _ message: audiosession_bus_message,
    _ body: OpaquePointer
  ) -> BusMessage<Purpose>? {
    if message.cookie != 0 {
      guard let call = calls.removeValue(forKey: message.cookie) else { return nil }
      guard let error = message.error else {
        return .reply(.values(BusValue.values(of: body)), call.purpose)
      }
      let explanation = BusConnection.string(message.explanation)
      return .reply(.failed(error: String(cString: error), explanation: explanation), call.purpose)
    }
    guard message.interface != nil, message.member != nil else { return nil }
    return .signal(
      BusSignal(
        sender: BusConnection.string(message.sender),
        path: BusConnection.string(message.path),
        interface: BusConnection.string(message.interface),
        member: BusConnection.string(message.member),
        values: BusValue.values(of: body)
      )
    )
  }

  private static func string(_ pointer: UnsafePointer<CChar>?) -> String {
    pointer.map { String(cString: $0) } ?? ""
  }

  private static func text(of code: CInt) -> String { String(cString: strerror(-code)) }
}
