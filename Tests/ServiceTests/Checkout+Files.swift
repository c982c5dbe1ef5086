import TestSupport

extension Checkout {
  /// Every file below a folder, with its permissions: `755 /usr/bin/audiosessiond`.
  static func files(below folder: String) throws -> [String] {
    try run(["find", folder, "-type", "f", "-printf", "%m /%P\\n"]).text
      .split(separator: "\n").map(String.init).sorted { $0.dropFirst(4) < $1.dropFirst(4) }
  }
}
