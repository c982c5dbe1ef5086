import AVFAudio
import Foundation

/// Every cast that is written in public programs, on what a notification carries.
final class StrictCasts: Program {
  private let session = AVAudioSession.sharedInstance()
  private var observer: (any NSObjectProtocol)?

  init() {
    let keys = [
      AVAudioSessionInterruptionTypeKey, AVAudioSessionInterruptionOptionKey,
      AVAudioSessionInterruptionReasonKey, AVAudioSessionInterruptionWasSuspendedKey,
    ]
    observer = NotificationCenter.default.addObserver(
      forName: AVAudioSession.interruptionNotification,
      object: session,
      queue: .main
    ) { notification in
      say("\(notification.object as AnyObject === AVAudioSession.sharedInstance())")
      for key in keys {
        say("\(key) \(StrictCasts.casts(notification.userInfo?[key]))")
      }
      StrictCasts.force(notification)
    }
  }

  func obey(_ command: String) throws {
    try session.setCategory(.playback)
    try session.setActive(true)
    say("plays")
  }

  private static func casts(_ value: Any?) -> String {
    guard let value else { return "absent" }
    let numbers: [Any?] = [
      value as? UInt, value as? Int, value as? NSNumber, (value as? NSNumber)?.uintValue,
      (value as? NSNumber)?.intValue,
    ]
    return numbers.map { $0.map { "\($0)" } ?? "nil" }.joined(separator: " ")
  }

  /// What ends a program if a key is missing or holds something else.
  private static func force(_ notification: Notification) {
    // A player that is in everybody's hands casts so, which is the point here.
    // swift-format-ignore: NeverForceUnwrap
    let type = notification.userInfo?[AVAudioSessionInterruptionTypeKey] as! NSNumber
    guard type.uintValue == AVAudioSession.InterruptionType.ended.rawValue else {
      return say("type \(type)")
    }
    // swift-format-ignore: NeverForceUnwrap
    let option = notification.userInfo?[AVAudioSessionInterruptionOptionKey] as! NSNumber
    let options = AVAudioSession.InterruptionOptions(rawValue: option.uintValue)
    say("type \(type) option \(option) equal \(options == .shouldResume)")
  }
}
