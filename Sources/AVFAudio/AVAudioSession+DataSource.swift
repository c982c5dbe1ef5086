extension AVAudioSession {
  /// The direction from which a microphone picks up sound; unused on Linux.
  ///
  /// Source: Apple, `AVAudioSession.PolarPattern`.
  public struct PolarPattern: RawRepresentable, Hashable, Sendable {
    /// The name of the pattern.
    public let rawValue: String

    /// Creates a pattern by name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// From all sides alike.
    public static let omnidirectional = PolarPattern(rawValue: "Omnidirectional")
    /// From the front.
    public static let cardioid = PolarPattern(rawValue: "Cardioid")
    /// Mostly from the front.
    public static let subcardioid = PolarPattern(rawValue: "Subcardioid")
    /// Left and right apart.
    public static let stereo = PolarPattern(rawValue: "Stereo")
  }

  /// The side of the device to which a data source points; unused on Linux.
  ///
  /// Source: Apple, `AVAudioSession.Orientation`.
  public struct Orientation: RawRepresentable, Hashable, Sendable {
    /// The name of the side.
    public let rawValue: String

    /// Creates an orientation by name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Up.
    public static let top = Orientation(rawValue: "Top")
    /// Down.
    public static let bottom = Orientation(rawValue: "Bottom")
    /// Forward.
    public static let front = Orientation(rawValue: "Front")
    /// Backward.
    public static let back = Orientation(rawValue: "Back")
    /// To the left.
    public static let left = Orientation(rawValue: "Left")
    /// To the right.
    public static let right = Orientation(rawValue: "Right")
  }

  /// The part of the device in which a data source is; unused on Linux.
  ///
  /// Source: Apple, `AVAudioSession.Location`.
  public struct Location: RawRepresentable, Hashable, Sendable {
    /// The name of the part.
    public let rawValue: String

    /// Creates a location by name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The upper part.
    public static let upper = Location(rawValue: "Upper")
    /// The lower part.
    public static let lower = Location(rawValue: "Lower")
  }
}
