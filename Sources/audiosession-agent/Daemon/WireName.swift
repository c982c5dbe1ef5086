extension String {
  /// As the wire takes a name, of whatever somebody calls something: without control characters,
  /// 128 bytes at most; `substitute` if nothing is left of it.
  func wireName(orElse substitute: String) -> String {
    var name = ""
    for scalar in unicodeScalars where scalar.properties.generalCategory != .control {
      guard name.utf8.count + UTF8.width(scalar) <= 128 else { break }
      name.unicodeScalars.append(scalar)
    }
    return name.isEmpty ? substitute : name
  }
}
