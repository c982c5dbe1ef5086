import AVFAudio
import Foundation
import Testing

/// The asynchronous sequence by itself, in Swift 6 mode.
struct NotificationSequenceTests {
  private static let name = Notification.Name("sequence")

  @Test func `notifications posted before the loop: read, but not another name's or sender's`()
    async
  {
    let center = NotificationCenter()
    let sender = NSObject()
    let all = center.notifications(named: Self.name)
    let own = center.notifications(named: Self.name, object: Sender.shared)
    center.post(name: Self.name, object: sender, userInfo: ["number": 1])
    center.post(name: Notification.Name("another"), object: nil, userInfo: ["number": 2])
    center.post(name: Self.name, object: Sender.shared, userInfo: ["number": 3])
    #expect(await numbers(all, 2) == [1, 3])
    #expect(await numbers(own, 1) == [3])
  }

  @Test func `of what isn't read, the latest is kept`() async {
    let center = NotificationCenter()
    let all = center.notifications(named: Self.name)
    let last = 4102
    for number in 0...last {
      center.post(name: Self.name, object: nil, userInfo: ["number": number])
    }
    var numbers: [Int] = []
    for await notification in all {
      numbers.append(notification.userInfo?["number"] as? Int ?? last)
      if numbers.last == last { break }
    }
    #expect(numbers == Array(7...last))
  }

  private func numbers(
    _ notifications: NotificationCenter.Notifications,
    _ count: Int
  ) async
    -> [Int?]
  {
    var numbers: [Int?] = []
    for await notification in notifications {
      numbers.append(notification.userInfo?["number"] as? Int)
      if numbers.count == count { break }
    }
    return numbers
  }
}

private final class Sender: Sendable {
  static let shared = Sender()
}
