import AudioSessionJSON
import AudioSessionEventLoop
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
        line == HouseSocket.question ? report.json.text : #"{"error":"expected report"}"#
      }
    } catch {
      // The house works without it; only questions aren't answered.
      Commands.complain("this bridge can't be queried: \(error)")
      return nil
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
      lasting: bridge.lasting.sorted().map { $0.text },
      exports: sessions.exports,
      imports: sessions.imports
    )
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
