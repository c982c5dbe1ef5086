import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionJSON
import AudioSessionSystem
import AudioSessionWire
import House

/// The bridge's answers to questions about itself.
extension HouseLoop {
  /// Starts to listen for questions; nil if it can't.
  func listen() -> QuestionListener? {
    guard let path = HouseSocket.ownPath() else { return nil }
    do {
      // The loop holds the listener: it is there as long as anybody asks.
      return try QuestionListener(at: path, isOpenToAll: true) { [unowned(unsafe) self] line in
        answer(line)
      }
    } catch {
      // The house works without it; only questions aren't answered.
      Commands.complain("this bridge can't be queried: \(error)")
      return nil
    }
  }

  private func answer(_ line: String) -> QuestionListener.Answer {
    switch line {
    case HouseSocket.question: return .line(report.json.text)
    case HouseSocket.begin:
      guard settings.device != nil else { return .line(DeviceNews(.none).json.text) }
      noteWish()
      return .stay
    default: return .line(#"{"error":"expected report or begin"}"#)
    }
  }

  private var report: HouseReport {
    let sessions = bridge.report
    return HouseReport(
      version: version,
      house: settings.house.text,
      node: settings.node.text,
      broker: contact(place, broker.isConnected, broker.trouble),
      daemon: contact(link.place, link.isConnected, link.trouble),
      grants: link.grants,
      hasRival: bridge.hasRival,
      device: device,
      lasting: bridge.lasting.sorted().map { $0.text },
      exports: sessions.exports,
      imports: sessions.imports
    )
  }

  private var device: DeviceReport? {
    settings.device.map {
      DeviceReport(name: $0.text, holder: bridge.deviceHolder?.text, isHere: bridge.hasDevice)
    }
  }

  private func contact(
    _ place: String?,
    _ isConnected: Bool,
    _ trouble: String?
  ) -> HouseReport.Contact {
    let because = isConnected ? nil : trouble ?? "it has yet to answer"
    return HouseReport.Contact(place: place, isConnected: isConnected, because: because)
  }
}
