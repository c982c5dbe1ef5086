import AudioSessionJSON
import TestSupport

extension Counts {
  static let instructions = "instructions"

  /// Functions of the C library that allocate; what else does so calls one of them.
  private static let allocating: Set = [
    "malloc", "calloc", "realloc", "posix_memalign", "aligned_alloc", "memalign",
  ]

  /// Reads a profile of callgrind: instructions, and calls of each function that allocates, but for
  /// what one of them calls another for.
  ///
  /// - Parameter profile: The file, written with `--compress-strings=no`.
  /// - Throws: That it lacks what is looked for.
  init(callgrind profile: String) throws(ProcessFault) {
    var numbers: [String: Double] = [:]
    // A call is two lines: the function that is called, and how often.
    var called: Substring = ""
    var isAllocating = false
    for line in profile.utf8.split(separator: UInt8(ascii: "\n")).map(Substring.init) {
      if line.hasPrefix("fn=") {
        let name = Self.plain(line.dropFirst("fn=".count))
        // What glibc's functions for aligned memory have in common.
        isAllocating = Self.allocating.contains(name) || name.hasPrefix("_mid_memalign")
      } else if line.hasPrefix("cfn=") {
        called = line.dropFirst("cfn=".count)
      } else if line.hasPrefix("calls=") {
        let name = Self.plain(called)
        guard !isAllocating, Self.allocating.contains(name) else { continue }
        let count = line.dropFirst("calls=".count).prefix { $0 != " " }
        numbers[name, default: 0] += Double(count) ?? 0
      } else if line.hasPrefix("totals: ") {
        numbers[Self.instructions] = Double(line.dropFirst("totals: ".count))
      }
    }
    guard numbers[Self.instructions] != nil, numbers.count > 1 else {
      throw ProcessFault("callgrind's profile: expected a total, and calls that allocate")
    }
    self.init(numbers)
  }

  /// The name that a C program calls; glibc has others for the same functions.
  private static func plain(_ name: Substring) -> String {
    for prefix in ["__libc_", "__"] where name.hasPrefix(prefix) {
      return String(name.dropFirst(prefix.count))
    }
    return String(name)
  }

  /// Those of the functions that allocate.
  var allocations: Counts { Counts(numbers.filter { $0.key != Self.instructions }) }
}
