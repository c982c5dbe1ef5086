package import Testing

extension Tag {
  /// Starts programs of this package.
  @Tag package static var process: Tag
}
