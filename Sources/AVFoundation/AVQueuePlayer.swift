import Synchronization

/// Plays several items one after another.
///
/// Each leaves the queue at its end; the next is looked into before. Source: Apple, `AVQueuePlayer`.
open class AVQueuePlayer: AVPlayer, @unchecked Sendable {
  // It has no properties of its own.

  /// Creates a player without items.
  public override init() {
    super.init()
    actionAtItemEnd = .advance
  }

  /// Creates a player of some items.
  ///
  /// - Parameter items: The items in their order.
  public convenience init(items: [AVPlayerItem]) {
    self.init()
    setItems(items)
  }

  /// The items that are left, the current one first.
  ///
  /// - Returns: The items.
  public func items() -> [AVPlayerItem] { state.withLock { $0.items } }

  /// Stops the current item and plays the next.
  public func advanceToNextItem() { setItems(Array(items().dropFirst())) }

  /// Whether an item can be inserted: it isn't there yet, and the other one is.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - afterItem: Behind which one; nil for the last place.
  /// - Returns: Whether it can.
  public func canInsert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) -> Bool {
    let items = items()
    return !items.contains { $0 === item }
      && (afterItem == nil || items.contains { $0 === afterItem })
  }

  /// Inserts an item, if it can be.
  ///
  /// - Parameters:
  ///   - item: The item.
  ///   - afterItem: Behind which one; nil for the last place.
  public func insert(_ item: AVPlayerItem, after afterItem: AVPlayerItem?) {
    guard canInsert(item, after: afterItem) else { return }
    var items = items()
    let place = items.firstIndex { $0 === afterItem }
    items.insert(item, at: place.map { $0 + 1 } ?? items.count)
    setItems(items)
  }

  /// Takes an item out of the queue; if it is the current one, the next plays.
  ///
  /// - Parameter item: The item.
  public func remove(_ item: AVPlayerItem) { setItems(items().filter { $0 !== item }) }

  /// Stops, and empties the queue.
  public func removeAllItems() { setItems([]) }
}
