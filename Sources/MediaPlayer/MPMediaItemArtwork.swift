public import Foundation

/// The picture of an item.
///
/// On iOS it is made of an image, which Linux has no type for. Here it is made of the place where the
/// picture is: that is also what MPRIS wants, as `mpris:artUrl`.
///
/// Source: Apple, `MPMediaItemArtwork`.
public final class MPMediaItemArtwork: NSObject, Sendable {
  /// Where the picture is; an addition to Apple's interface.
  public let url: URL

  /// Creates an artwork from a place; an addition to Apple's interface.
  ///
  /// - Parameter url: Where the picture is, such as that of a file, which others of the user's programs
  ///   have to be able to read.
  public init(url: URL) { self.url = url }
}
