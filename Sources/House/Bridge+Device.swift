import AudioSessionJSON

/// The device that the machines of the house share.
extension Bridge {
  mutating func handle(_ event: DeviceEvent, at now: Duration) -> [BridgeEffect] {
    changeDevice { $0.take(event, at: now) }
  }

  /// The machine that has the shared device, or is about to, as far as this one knows.
  package var deviceHolder: HouseName? { device?.holder }
  /// Whether the shared device is connected to this machine.
  package var hasDevice: Bool { device?.isHere ?? false }

  /// Changes what is known of the device, and performs what follows.
  mutating func changeDevice(_ change: (inout SharedDevice) -> [DeviceAction]) -> [BridgeEffect] {
    guard var device, let name = settings.device else { return [] }
    let actions = change(&device)
    self.device = device
    return actions.compactMap { action in
      switch action {
      case .connect: return .connectDevice
      case .disconnect: return .disconnectDevice
      case .tell(let news): return .tellPrograms(news)
      case .say(let claim):
        let topic = Topic.claim(by: settings.node, on: name)
        // Without a broker nobody hears it; what was said last lapses there by itself.
        return isSpeaking ? publish(Publication(topic: topic, message: claim?.json)) : nil
      }
    }
  }
}
