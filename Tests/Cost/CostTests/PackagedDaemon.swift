import AudioSessionJSON
import Foundation
import TestSupport

/// The daemon that the package installs, and the same with the names of its functions.
struct PackagedDaemon {
  /// As it is installed.
  let installed: String
  /// As it was built, without what a debugger needs: callgrind can't read Swift's.
  let named: String
  private let folder: TemporaryDirectory

  /// - Throws: That there is no package, or that it was made from another program.
  init() throws {
    folder = try TemporaryDirectory()
    named = folder.path(of: "audiosessiond")
    let package = try DebianPackage.made.get()
    installed = try package.unpack("audiosessiond", into: folder)
    let settings = ProcessInfo.processInfo.environment
    let scratch = settings["SCRATCH"] ?? Checkout.path(".build/package")
    let built = "\(scratch)/release/audiosessiond"
    try Self.carryOut(["strip", "-g", "-o", named, built])
    guard try Self.identity(of: installed) == Self.identity(of: built) else {
      throw ProcessFault("\(built): expected the program that is in \(package.path)")
    }
  }

  /// What tells it from all other programs.
  private static func identity(of program: String) throws -> Substring {
    let notes = try carryOut(["readelf", "--notes", program])
    guard let id = notes.firstMatch(of: #/Build ID: (\w+)/#) else {
      throw ProcessFault("\(program): expected a build ID: \(notes)")
    }
    return id.output.1
  }

  @discardableResult
  private static func carryOut(_ words: [String]) throws -> String {
    let result = try Checkout.run(words)
    guard result.status == 0 else {
      throw ProcessFault("\(words.joined(separator: " ")): \(result.text)")
    }
    return result.text
  }
}
