import Foundation
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore

/// audiosessionctl(1) has the options of every verb, in the words of `help`.
struct ManualPageTests {
  @Test func `each verb has its argument and its options, and no other`() throws {
    let manual = try ManualPage("audiosessionctl.1")
    let page = manual.text
    #expect(manual.tags("Cm") == Verb.all.map { $0.name + Self.argument($0.argument) })
    for verb in Verb.all {
      let entry = ".It Cm \(verb.name)\(Self.argument(verb.argument))\n"
      let start = try #require(page.range(of: "\n\(entry)"), "\(verb.name)")
      let rest = page[start.upperBound...]
      let end = rest.range(of: "\n.It Cm ") ?? rest.range(of: "\n.Pp\nOptions of every verb:")
      let part = rest[..<(end?.lowerBound ?? rest.endIndex)]
      #expect(part.hasPrefix(verb.summary.filled(to: 79).joined(separator: "\n")), "\(verb.name)")
      #expect(Self.options(in: part + "\n") == Self.block(verb.options), "\(verb.name)")
    }
    let common = try #require(page.range(of: ".Pp\nOptions of every verb:\n"))
    let options = Self.options(in: page[common.upperBound...])
    #expect(options == Self.block(Verb.commonOptions))
  }

  @Test func `each exit status is told`() throws {
    #expect(try ManualPage("audiosessionctl.1").numbers == [0, 1, 2, 3, 4])
  }

  private static func argument(_ argument: Verb.Argument) -> String {
    switch argument {
    case .none: ""
    case .one(let name): " Ar \(name.lowercased())"
    case .optional(let name): " Op Ar \(name.lowercased())"
    case .optionalPair(let first, let second):
      " Op Ar \(first.lowercased()) \(second.lowercased())"
    case .oneAndOptional(let first, let second):
      " Ar \(first.lowercased()) Op Ar \(second.lowercased())"
    case .command(let name): " Ar \(name.lowercased()) ..."
    case .words(let name): " Op Ar \(name.lowercased())"
    }
  }

  /// The list of options in a verb's part of the page.
  private static func options(in part: Substring) -> String {
    guard let start = part.range(of: ".Bl "), let end = part.range(of: "\n.El\n") else { return "" }
    return String(part[start.lowerBound..<end.upperBound])
  }

  /// The options as mdoc(7) has them.
  private static func block(_ options: [Verb.Option]) -> String {
    if options.isEmpty { return "" }
    let entries = options.map { option in
      let letter = option.letter.map { "Fl \($0) , " } ?? ""
      let value =
        option.placeholder.map { placeholder in
          let name = placeholder.lowercased()
          return option.isValueOptional ? " Ns Op = Ns Ar \(name)" : " Ar \(name)"
        } ?? ""
      var lines = [".It \(letter)Fl Fl \(option.name)\(value)"] + option.meaning.filled(to: 79)
      if case .word(let words)? = option.value {
        lines += "One of \(words.joined(separator: ", ")).".filled(to: 79)
      }
      return lines.joined(separator: "\n") + "\n"
    }
    return ".Bl -tag -width Ds\n\(entries.joined()).El\n"
  }
}
