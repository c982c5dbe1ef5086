public import Foundation

/// A data source of a port, such as one of several microphones; the session itself has none on Linux.
///
/// The class is open, so that a test can subclass it; `init()` is its only designated initializer.
/// Source: Apple, `AVAudioSessionDataSourceDescription`.
// Unchecked, since a class that can be subclassed can't be checked: what it stores is set while it is
// made and never again, and a subclass that stores more has to say for itself that it may be shared.
open class AVAudioSessionDataSourceDescription: NSObject, @unchecked Sendable {
  private var itsIdentifier: NSNumber = 0
  private var itsName = ""

  /// The number of the data source.
  open var dataSourceID: NSNumber { itsIdentifier }

  /// The name to show to people.
  open var dataSourceName: String { itsName }

  /// Creates a data source of number 0 whose name is empty, for subclasses that override them.
  public override init() {}

  /// Creates a data source, for a program's own tests; an addition to Apple's interface.
  ///
  /// - Parameters:
  ///   - dataSourceID: The number of the data source.
  ///   - dataSourceName: The name to show to people.
  public convenience init(dataSourceID: NSNumber, dataSourceName: String) {
    self.init()
    itsIdentifier = dataSourceID
    itsName = dataSourceName
  }

  /// Always nil on Linux; no device is queried.
  open var location: AVAudioSession.Location? { nil }

  /// Always nil on Linux; no device is queried.
  open var orientation: AVAudioSession.Orientation? { nil }

  /// Always nil on Linux; no device is queried.
  open var supportedPolarPatterns: [AVAudioSession.PolarPattern]? { nil }

  /// Always nil on Linux; no device is queried.
  open var selectedPolarPattern: AVAudioSession.PolarPattern? { nil }

  /// Always nil on Linux; no device is queried.
  open var preferredPolarPattern: AVAudioSession.PolarPattern? { nil }

  /// No effect on Linux: there are no patterns to choose from, so only nil is accepted.
  ///
  /// - Parameter pattern: Nil.
  /// - Throws: ``AVAudioSession/ErrorCode/badParam`` for any other value.
  open func setPreferredPolarPattern(_ pattern: AVAudioSession.PolarPattern?) throws {
    if pattern != nil { throw AVAudioSession.error(.badParam, "expected no polar pattern") }
  }

  /// Number and name, in words.
  open override var description: String {
    AVAudioSession.description(of: self, ["ID = \(dataSourceID)", "name = \(dataSourceName)"])
  }
}
