import TestSupport

extension Checkout {
  /// Every file and every folder for drop-ins below a folder, with its permissions:
  /// `755 /usr/bin/audiosessiond`.
  static func files(below folder: String) throws -> [String] {
    let kinds = ["(", "-type", "f", "-o", "-name", "*.conf.d", ")"]
    return try run(["find", folder] + kinds + ["-printf", "%m /%P\\n"]).text
      .split(separator: "\n").map(String.init).sorted { $0.dropFirst(4) < $1.dropFirst(4) }
  }
}
