import CAudioSessionGStreamer

/// Why a sound can't be played or recorded.
package struct MediaError: Error, Equatable, Sendable {
  /// What went wrong, as far as a program's answer to it differs.
  package enum Fault: Equatable, Sendable {
    /// The package was built without players.
    case notBuiltIn
    /// There is no such file, or it can't be read or written.
    case file
    /// It is no sound that can be decoded, or none that can be encoded.
    case format
    /// The sound is damaged.
    case damaged
    /// No sound server is there, or it is there no more.
    case device
    /// The disk is full.
    case space
    /// It takes too long.
    case time
    /// Anything else.
    case other
  }

  package let fault: Fault
  /// What happened, in words.
  package let sentence: String

  package init(_ fault: Fault, _ sentence: String) {
    self.fault = fault
    self.sentence = sentence
  }

  init(_ error: audiosession_media_error) {
    fault = audiosession_media_is_built_in() ? Fault(error.fault) : .notBuiltIn
    sentence = withUnsafeBytes(of: error.text) { bytes in
      String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
  }
}

extension MediaError.Fault {
  fileprivate init(_ fault: audiosession_media_fault) {
    switch fault {
    case audiosession_media_fault_file: self = .file
    case audiosession_media_fault_format: self = .format
    case audiosession_media_fault_damaged: self = .damaged
    case audiosession_media_fault_device: self = .device
    case audiosession_media_fault_space: self = .space
    case audiosession_media_fault_time: self = .time
    default: self = .other
    }
  }
}
