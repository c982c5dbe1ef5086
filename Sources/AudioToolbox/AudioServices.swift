public import Foundation

/// Identifies a system sound of this program.
///
/// Source: Apple, `SystemSoundID`.
public typealias SystemSoundID = UInt32

/// A code by which a function says how it ended; 0 is success.
///
/// Source: Apple, `OSStatus`.
public typealias OSStatus = Int32

/// The type that programs for iOS cast a `URL` to; on Linux it is the same.
public typealias CFURL = URL

/// The vibration of an iPhone: nothing is heard or felt on Linux.
public let kSystemSoundID_Vibrate: SystemSoundID = 0xFFF

/// No error.
public let kAudioServicesNoError: OSStatus = 0
/// There is no such property; never returned on Linux.
public let kAudioServicesUnsupportedPropertyError: OSStatus = 0x7074_793F
/// The size of a property is wrong; never returned on Linux.
public let kAudioServicesBadPropertySizeError: OSStatus = 0x2173_697A
/// The size of a specifier is wrong; never returned on Linux.
public let kAudioServicesBadSpecifierSizeError: OSStatus = 0x2173_7063
/// There is no such sound, or its file can't be opened or decoded.
public let kAudioServicesSystemSoundUnspecifiedError: OSStatus = -1500
/// The sound server took too long; never returned on Linux, where nobody waits for it.
public let kAudioServicesSystemSoundClientTimedOutError: OSStatus = -1501
/// The sound is longer than 30 seconds.
public let kAudioServicesSystemSoundExceededMaximumDurationError: OSStatus = -1502

/// Called when a system sound is over, on the main queue.
///
/// Source: Apple, `AudioServicesSystemSoundCompletionProc`.
public typealias AudioServicesSystemSoundCompletionProc =
  @convention(c) (
    SystemSoundID, UnsafeMutableRawPointer?
  ) -> Void

/// Makes a system sound of a file, which is looked into: that may block for some milliseconds.
///
/// - Parameters:
///   - inFileURL: A file of 30 seconds at most, in any format that GStreamer decodes.
///   - outSystemSoundID: Gets the identifier.
/// - Returns: ``kAudioServicesNoError``, ``kAudioServicesSystemSoundUnspecifiedError`` or
///   ``kAudioServicesSystemSoundExceededMaximumDurationError``. Without the trait `Players` it is
///   always ``kAudioServicesSystemSoundUnspecifiedError``.
@discardableResult
public func AudioServicesCreateSystemSoundID(
  _ inFileURL: CFURL,
  _ outSystemSoundID: UnsafeMutablePointer<SystemSoundID>
) -> OSStatus {
  do throws(SystemSoundError) {
    outSystemSoundID.pointee = try SystemSounds.shared.add(inFileURL)
    return kAudioServicesNoError
  } catch {
    return switch error {
    case .unspecified: kAudioServicesSystemSoundUnspecifiedError
    case .tooLong: kAudioServicesSystemSoundExceededMaximumDurationError
    }
  }
}

/// Stops a system sound, if it is heard, and forgets it.
///
/// - Parameter inSystemSoundID: The sound.
/// - Returns: ``kAudioServicesNoError``, or ``kAudioServicesSystemSoundUnspecifiedError`` if there is no
///   such sound.
@discardableResult
public func AudioServicesDisposeSystemSoundID(_ inSystemSoundID: SystemSoundID) -> OSStatus {
  status(SystemSounds.shared.remove(inSystemSoundID))
}

/// Plays a system sound, if that may be now; returns at once.
///
/// - Parameter inSystemSoundID: The sound; if it is still heard, it begins anew.
public func AudioServicesPlaySystemSound(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.shared.play(inSystemSoundID, role: Role.event)
}

/// Plays a system sound, if that may be now; returns at once.
///
/// - Parameters:
///   - inSystemSoundID: The sound; if it is still heard, it begins anew.
///   - inCompletionBlock: Called after every attempt on a queue of the module, also if nothing was
///     heard.
public func AudioServicesPlaySystemSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID,
  _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.shared.play(inSystemSoundID, role: Role.event, then: inCompletionBlock)
}

/// Plays a system sound as an alert, if that may be now; returns at once.
///
/// The sound server knows it as a notification. Nothing vibrates on Linux.
///
/// - Parameter inSystemSoundID: The sound; if it is still heard, it begins anew.
public func AudioServicesPlayAlertSound(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.shared.play(inSystemSoundID, role: Role.notification)
}

/// Plays a system sound as an alert, if that may be now; returns at once.
///
/// - Parameters:
///   - inSystemSoundID: The sound; if it is still heard, it begins anew.
///   - inCompletionBlock: Called after every attempt on a queue of the module, also if nothing was
///     heard.
public func AudioServicesPlayAlertSoundWithCompletion(
  _ inSystemSoundID: SystemSoundID,
  _ inCompletionBlock: (@Sendable () -> Void)?
) {
  SystemSounds.shared.play(inSystemSoundID, role: Role.notification, then: inCompletionBlock)
}

/// Sets what is called on the main queue whenever a system sound is over, also if it wasn't heard.
///
/// - Parameters:
///   - inSystemSoundID: The sound.
///   - inRunLoop: Without effect on Linux.
///   - inRunLoopMode: Without effect on Linux.
///   - inCompletionRoutine: What is called.
///   - inClientData: What it is given.
/// - Returns: ``kAudioServicesNoError``, or ``kAudioServicesSystemSoundUnspecifiedError`` if there is no
///   such sound.
@discardableResult
public func AudioServicesAddSystemSoundCompletion(
  _ inSystemSoundID: SystemSoundID,
  _ inRunLoop: RunLoop?,
  _ inRunLoopMode: RunLoop.Mode?,
  _ inCompletionRoutine: @escaping AudioServicesSystemSoundCompletionProc,
  _ inClientData: UnsafeMutableRawPointer?
) -> OSStatus {
  // Only the program knows what its function and its pointer may be used for, and where.
  nonisolated(unsafe) let (routine, data) = (inCompletionRoutine, inClientData)
  let isThere = SystemSounds.shared.setCompletion(of: inSystemSoundID) {
    DispatchQueue.main.async { routine(inSystemSoundID, data) }
  }
  return status(isThere)
}

/// Forgets what ``AudioServicesAddSystemSoundCompletion(_:_:_:_:_:)`` has set.
///
/// - Parameter inSystemSoundID: The sound.
public func AudioServicesRemoveSystemSoundCompletion(_ inSystemSoundID: SystemSoundID) {
  SystemSounds.shared.setCompletion(of: inSystemSoundID, nil)
}

private func status(_ isThere: Bool) -> OSStatus {
  isThere ? kAudioServicesNoError : kAudioServicesSystemSoundUnspecifiedError
}

/// What system sounds are to the sound server.
private enum Role {
  static let event = "event"
  static let notification = "notification"
}
