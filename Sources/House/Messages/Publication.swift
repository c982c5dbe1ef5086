import AudioSessionJSON

/// A retained message for the house.
struct Publication: Equatable {
  var topic: Topic
  /// Nil: what was said before is withdrawn.
  var message: JSONValue?

  func effect(in house: HouseName) -> BridgeEffect {
    .publish(topic: topic.text(in: house), payload: message.map { Array($0.text.utf8) } ?? [])
  }
}
