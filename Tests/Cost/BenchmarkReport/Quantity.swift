import Foundation

/// Numbers as they are printed.
package enum Quantity {
  /// Three digits or more, with separators: 0.912, 9.12, 91.2, 912, 9,120.
  package static func text(_ number: Double) -> String {
    guard number.isFinite else { return "–" }
    let digits = abs(number) >= 100 ? 0 : abs(number) >= 10 ? 1 : 2
    let isWhole = number == number.rounded()
    let text = String(format: "%.*f", isWhole ? 0 : digits, number)
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    var whole = String(parts[0])
    var place = whole.count - 3
    while place > (number < 0 ? 1 : 0) {
      whole.insert(",", at: whole.index(whole.startIndex, offsetBy: place))
      place -= 3
    }
    return ([whole] + parts.dropFirst().map(String.init)).joined(separator: ".")
  }

  /// A ratio: always two digits after the point, so that columns line up.
  static func ratio(_ number: Double) -> String { String(format: "%.2f", number) }
}
