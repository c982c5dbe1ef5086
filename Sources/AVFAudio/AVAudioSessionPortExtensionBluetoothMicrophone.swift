public import Foundation

/// What the microphone of a Bluetooth port can do; no port has it on Linux.
///
/// Source: Apple, `AVAudioSessionPortExtensionBluetoothMicrophone`.
public final class AVAudioSessionPortExtensionBluetoothMicrophone: NSObject, Sendable {
  /// Recording in high quality.
  public let highQualityRecording: AVAudioSessionCapability
  /// Recording of distant speakers.
  public let farFieldCapture: AVAudioSessionCapability

  /// Creates an extension, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - highQualityRecording: Recording in high quality.
  ///   - farFieldCapture: Recording of distant speakers.
  public init(
    highQualityRecording: AVAudioSessionCapability,
    farFieldCapture: AVAudioSessionCapability
  ) {
    self.highQualityRecording = highQualityRecording
    self.farFieldCapture = farFieldCapture
  }
}

/// Something that a device can do; no device has it on Linux.
///
/// Source: Apple, `AVAudioSessionCapability`.
public final class AVAudioSessionCapability: NSObject, Sendable {
  /// Whether the device can do it.
  public let isSupported: Bool
  /// Whether it does.
  public let isEnabled: Bool

  /// Creates a capability, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - isSupported: Whether the device can do it.
  ///   - isEnabled: Whether it does.
  public init(isSupported: Bool, isEnabled: Bool) {
    self.isSupported = isSupported
    self.isEnabled = isEnabled
  }
}
