/// The ports that sessions prefer, by the numbers under which the core knows them (R69).
///
/// A name is kept as long as a session may have its number, and not much longer.
final class PortNames {
  private var numbers: [String: UInt64] = [:]
  private var names: [UInt64: String] = [:]
  private var count: UInt64 = 0
  /// At so many names those that nobody has any more are forgotten.
  private var limit = PortNames.few

  init() {}

  /// Copies the names, for a copy of the sessions.
  init(_ other: PortNames) {
    (numbers, names, count) = (other.numbers, other.names, other.count)
    limit = other.limit
  }

  /// The name of a number; nil for 0, which is no port's.
  subscript(number: UInt64) -> String? { number == 0 ? nil : names[number] }

  /// The number of a port's name, a new one if it has none; 0 for nil.
  ///
  /// - Parameters:
  ///   - name: The name.
  ///   - used: The numbers that sessions have.
  /// - Returns: The number.
  func number(of name: String?, used: @autoclosure () -> [UInt64]) -> UInt64 {
    guard let name else { return 0 }
    if let number = numbers[name] { return number }
    if names.count >= limit { forgetAll(but: Set(used())) }
    count += 1
    numbers[name] = count
    names[count] = name
    return count
  }

  private func forgetAll(but used: Set<UInt64>) {
    names = names.filter { used.contains($0.key) }
    numbers = numbers.filter { used.contains($0.value) }
    limit = max(PortNames.few, names.count * 2)
  }

  private static let few = 64
}
