import Foundation
import AudioSessionMedia

// The codes of Apple's audio files and of the system beneath, in `NSOSStatusErrorDomain`.

/// The file is of no type that can be read or written.
public let kAudioFileUnsupportedFileTypeError: Int32 = 0x7479_703F
/// The file is of a known type, but is damaged.
public let kAudioFileInvalidFileError: Int32 = 0x6474_613F
/// The format of the sound isn't supported in such a file.
public let kAudioFileUnsupportedDataFormatError: Int32 = 0x666D_743F
/// There is no such file, or it can't be opened.
public let kAudioFileFileNotFoundError: Int32 = -43
/// Anything else.
public let kAudioFileUnspecifiedError: Int32 = 0x7768_743F

extension MediaError {
  /// The error of a sound that can't be played, in the form that programs for Apple's API expect.
  var asNSError: NSError { asNSError(format: kAudioFileUnsupportedFileTypeError) }

  /// The error of a sound that can't be recorded, in the form that programs for Apple's API expect.
  var asEncodingError: NSError { asNSError(format: kAudioFileUnsupportedDataFormatError) }

  private func asNSError(format: Int32) -> NSError {
    let code =
      switch fault {
      // kAudio_UnimplementedError.
      case .notBuiltIn: Int32(-4)
      case .file: kAudioFileFileNotFoundError
      case .format: format
      case .damaged: kAudioFileInvalidFileError
      // dskFulErr.
      case .space: Int32(-34)
      case .device, .time:
        Int32(AVAudioSession.ErrorCode.mediaServicesFailed.rawValue)
      case .other: kAudioFileUnspecifiedError
      }
    return NSError(
      domain: NSOSStatusErrorDomain,
      code: Int(code),
      userInfo: [NSLocalizedDescriptionKey: sentence]
    )
  }
}
