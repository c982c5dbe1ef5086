import AudioSessionBus
import AudioSessionEventLoop
import AudioSessionSystem
import Foundation

/// A connection to a bus that is operated by a dispatch queue; used on that queue only.
final class BusDriver<Purpose> {
  private let connection: BusConnection<Purpose>
  private let queue: DispatchQueue
  private let receive: (BusMessage<Purpose>) -> Void
  private let timer: any DispatchSourceTimer
  private var reader: (any DispatchSourceRead)?
  private var writer: (any DispatchSourceWrite)?

  /// Begins to connect.
  ///
  /// - Parameters:
  ///   - address: The bus.
  ///   - queue: Where everything happens.
  ///   - receive: Takes what comes.
  /// - Throws: Nobody listens there, or the program was built without sd-bus.
  init(
    to address: BusAddress,
    on queue: DispatchQueue,
    receive: @escaping (BusMessage<Purpose>) -> Void
  ) throws(BusFault) {
    connection = try BusConnection(to: address)
    self.queue = queue
    self.receive = receive
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.setEventHandler { [weak self] in self?.turn() }
    timer.resume()
    guard let descriptor = connection.descriptor else { return }
    let reader = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    reader.setEventHandler { [weak self] in self?.turn() }
    keepOpen(until: reader)
    reader.resume()
    self.reader = reader
    watch()
  }

  deinit {
    timer.cancel()
    reader?.cancel()
    writer?.cancel()
  }

  /// Calls a method; what was received tells the answer, within 5 seconds.
  func send(_ call: BusCall, for purpose: Purpose) {
    connection.send(call, for: purpose, until: BusDriver.now + .seconds(5))
    watch()
  }

  /// Sends a signal.
  func emit(_ member: String, of interface: String, _ values: [BusArgument]) {
    connection.emit(member, of: interface, at: PlayerInterfaces.path, values)
    watch()
  }

  /// Answers a call.
  func answer(_ request: BusRequest, _ answer: (BusRequest) -> Void) {
    answer(request)
    watch()
  }

  private static var now: Duration { .nanoseconds(SystemClock.boottime) }

  private func turn() {
    for message in connection.takeMessages(at: BusDriver.now) { receive(message) }
    watch()
  }

  /// Waits for what the connection waits for now.
  private func watch() {
    let isWriting = connection.interest.contains(.writing)
    if !isWriting {
      writer?.cancel()
      writer = nil
    } else if writer == nil, let descriptor = connection.descriptor {
      let writer = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: queue)
      writer.setEventHandler { [weak self] in self?.turn() }
      keepOpen(until: writer)
      writer.resume()
      self.writer = writer
    }
    guard let deadline = connection.deadline else {
      return timer.schedule(deadline: .distantFuture)
    }
    let wait = max(.zero, deadline - BusDriver.now) / .seconds(1)
    timer.schedule(deadline: .now() + min(wait, 3600))
  }

  /// Keeps the connection, and so its descriptor, until nobody waits for it any more.
  private func keepOpen(until source: any DispatchSourceProtocol) {
    source.setCancelHandler { [connection] in withExtendedLifetime(connection) {} }
  }
}
