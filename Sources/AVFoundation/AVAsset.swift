import AudioSessionMedia
import Synchronization

/// A sound in a file or in the net, of which nothing is loaded until it is asked for.
///
/// Source: Apple, `AVAsset`.
open class AVAsset: NSObject, @unchecked Sendable {
  // Subclasses answer for their own properties; those here are constant or behind a lock.

  let address: URL
  private let information = Mutex<Result<MediaInformation, MediaError>?>(nil)

  /// Creates an asset of a URL.
  ///
  /// - Parameter url: A file, or a stream of `http` or `https`.
  public init(url: URL) { address = url }

  /// The length; **the first access looks into the asset**, which may block for seconds.
  ///
  /// Indefinite if it isn't known, and zero if it can't be played. ``load(_:)`` doesn't block.
  public var duration: CMTime {
    guard let information = try? look() else { return .zero }
    return CMTime(information.duration)
  }

  /// Loads a property, without blocking the calling thread.
  ///
  /// - Parameter property: `.duration` or `.isPlayable`.
  /// - Returns: The property's value.
  /// - Throws: Why nothing can be known of the asset, in `AVFoundationErrorDomain` or
  ///   `NSURLErrorDomain`.
  public func load<Value: Sendable>(
    _ property: AVAsyncProperty<AVAsset, Value>
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { [self] in
        continuation.resume(with: Result { try property.value(self) })
      }
    }
  }

  /// What is in it, which is looked for only once; blocks the calling thread.
  func look() throws(MediaError) -> MediaInformation {
    if let known = information.withLock({ $0 }) { return try known.get() }
    let uri = address.absoluteURL.absoluteString
    let found: Result<MediaInformation, MediaError>
    do throws(MediaError) {
      found = .success(
        try MediaInformation(of: uri, atMost: address.isFileURL ? .seconds(5) : .seconds(30))
      )
    } catch {
      found = .failure(error)
    }
    information.withLock { $0 = found }
    return try found.get()
  }
}

/// A sound at a URL.
///
/// Source: Apple, `AVURLAsset`.
open class AVURLAsset: AVAsset, @unchecked Sendable {
  // As above.

  /// Where it is.
  public var url: URL { address }

  /// Creates an asset of a URL.
  ///
  /// - Parameters:
  ///   - url: A file, or a stream of `http` or `https`.
  ///   - options: None has an effect on Linux.
  public init(url: URL, options: [String: Any]? = nil) { super.init(url: url) }
}

/// A property that is loaded.
///
/// Source: Apple, `AVAsyncProperty`.
public struct AVAsyncProperty<Root, Value>: Sendable {
  fileprivate let value: @Sendable (AVAsset) throws -> Value
}

extension AVAsyncProperty where Root == AVAsset, Value == CMTime {
  /// The length; indefinite if it isn't known.
  public static var duration: Self {
    Self { asset in
      do throws(MediaError) {
        return CMTime(try asset.look().duration)
      } catch {
        throw AVError.error(error)
      }
    }
  }
}

extension AVAsyncProperty where Root == AVAsset, Value == Bool {
  /// Whether there is a sound in it that can be decoded.
  public static var isPlayable: Self { Self { (try? $0.look()) != nil } }
}

extension CMTime {
  /// A time in nanoseconds; nil is indefinite.
  init(_ duration: Duration?) {
    guard let duration else {
      self = .indefinite
      return
    }
    self.init(value: CMTimeValue(duration / .nanoseconds(1)), timescale: 1_000_000_000)
  }

  /// The time as a duration; nil if it isn't a number.
  var asDuration: Duration? { isNumeric ? .seconds(seconds) : nil }
}
