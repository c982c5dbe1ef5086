extension String {
  /// The text without control sequences and invisible characters.
  ///
  /// Names can't have control characters, but whoever reads a terminal shouldn't have to trust
  /// that.
  package var printable: String {
    guard unicodeScalars.contains(where: { $0.isInvisible }) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      if scalar.isInvisible {
        text += "\\u{\(String(scalar.value, radix: 16))}"
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}

extension Unicode.Scalar {
  /// True for what a reader doesn't see, or sees elsewhere: control and format characters, among
  /// them those that change the writing direction, line breaks, and fillers.
  package var isInvisible: Bool {
    if value < 0x7F { return value < 0x20 }
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator: return true
    default: return properties.isDefaultIgnorableCodePoint
    }
  }
}
