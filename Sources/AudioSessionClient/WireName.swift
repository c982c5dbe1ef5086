extension String {
  /// The text in the form of a name on the wire: without control characters, at most 128 bytes;
  /// `substitute` if nothing is left.
  package func wireName(orElse substitute: String) -> String {
    var name = ""
    for scalar in unicodeScalars where scalar.properties.generalCategory != .control {
      guard name.utf8.count + UTF8.width(scalar) <= 128 else { break }
      name.unicodeScalars.append(scalar)
    }
    return name.isEmpty ? substitute : name
  }
}
