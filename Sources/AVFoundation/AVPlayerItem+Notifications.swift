/// What an item posts, on the main thread.
extension AVPlayerItem {
  /// The item was heard to its end.
  public static let didPlayToEndTimeNotification = Notification.Name.AVPlayerItemDidPlayToEndTime
  /// The item can't be heard to its end; ``AVPlayerItemFailedToPlayToEndTimeErrorKey`` has the error.
  public static let failedToPlayToEndTimeNotification =
    Notification.Name.AVPlayerItemFailedToPlayToEndTime
  /// The item was moved to another place.
  public static let timeJumpedNotification = Notification.Name(
    "AVPlayerItemTimeJumpedNotification"
  )
}

extension Notification.Name {
  /// The item was heard to its end.
  public static let AVPlayerItemDidPlayToEndTime = Notification.Name(
    "AVPlayerItemDidPlayToEndTimeNotification"
  )
  /// The item can't be heard to its end; ``AVPlayerItemFailedToPlayToEndTimeErrorKey`` has the error.
  public static let AVPlayerItemFailedToPlayToEndTime = Notification.Name(
    "AVPlayerItemFailedToPlayToEndTimeNotification"
  )
}

/// The key for the error because of which an item can't be heard to its end.
public let AVPlayerItemFailedToPlayToEndTimeErrorKey = "AVPlayerItemFailedToPlayToEndTimeErrorKey"
