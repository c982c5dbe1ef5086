import AudioSessionJSON
import AudioSessionSchema

/// All methods with the descriptions of their parameters, laid out flat.
///
/// Checking a request by it makes no string and counts no reference, as going through the
/// descriptions themselves would at every step.
struct ParameterTable: Sendable {
  /// A method and its parameters' places in ``members``.
  struct Entry: Sendable {
    let method: Method
    let name: Word
    let members: Range<Int>
  }

  /// A parameter's name and form; `shape` is a place in ``forms``.
  struct Member: Sendable {
    let name: Word
    let shape: Int
    let isRequired: Bool
  }

  /// The part of a ``Shape`` that decides whether a value fits; shapes inside it are places, as
  /// above.
  enum Form: Sendable {
    case boolean, string, name
    case integer(ClosedRange<Int64>)
    case number(ClosedRange<Double>)
    case choice(Range<Int>)
    case list(Int, atMost: Int)
    case object(Range<Int>)
    case nullable(Int)
    /// An object with any members, or any value; neither is taken as a parameter.
    case map
  }

  /// A word's place in ``text``.
  struct Word: Sendable {
    let range: Range<Int>
    let signature: Signature
  }

  private(set) var entries: [Entry] = []
  private(set) var members: [Member] = []
  private(set) var forms: [Form] = []
  /// The shapes of which the forms were made, for the text of errors.
  private(set) var shapes: [Shape] = []
  /// The words of all choices.
  private(set) var words: [Word] = []
  private(set) var text: [UInt8] = []

  static let shared = ParameterTable()

  private init() {
    for method in Method.allCases {
      let members = add(method.specification.parameters)
      let name = add(method.rawValue)
      entries.append(Entry(method: method, name: name, members: members))
    }
  }

  /// The members of one object lie side by side, after those of the objects that they contain.
  private mutating func add(_ descriptions: [MemberDescription]) -> Range<Int> {
    let added = descriptions.map { description in
      Member(
        name: add(description.name),
        shape: add(description.shape),
        isRequired: description.isRequired
      )
    }
    members += added
    return (members.count - added.count)..<members.count
  }

  private mutating func add(_ shape: Shape) -> Int {
    let form = form(of: shape)
    forms.append(form)
    shapes.append(shape)
    return forms.count - 1
  }

  private mutating func form(of shape: Shape) -> Form {
    switch shape {
    case .boolean: return .boolean
    case .integer(let range): return .integer(range)
    case .number(let range): return .number(range)
    case .text, .word, .time: return .string
    case .name: return .name
    case .choice(let words):
      let added = words.map { add($0) }
      self.words += added
      return .choice((self.words.count - added.count)..<self.words.count)
    case .list(let element, let most): return .list(add(element), atMost: most ?? .max)
    case .object(let members): return .object(add(members))
    case .map, .anything: return .map
    case .component(let component): return .object(add(component.members))
    case .nullable(let shape): return .nullable(add(shape))
    }
  }

  private mutating func add(_ word: String) -> Word {
    let start = text.count
    text += word.utf8
    let range = start..<text.count
    return Word(range: range, signature: Signature(of: text.span, range))
  }

  func string(_ word: Word) -> String {
    String(decoding: text[word.range], as: UTF8.self)
  }
}

/// Looking up what was read in the table.
extension JSONDocument {
  /// The method that the string at `index` names.
  func entry(named index: Int, in table: ParameterTable) -> ParameterTable.Entry? {
    let signature = nodes[index].signature
    let entries = table.entries.span
    for number in 0..<entries.count where entries[number].name.signature == signature {
      if text(at: index, equals: entries[number].name, of: table) { return entries[number] }
    }
    return nil
  }

  /// Compares the string at `index` with a word of the table.
  @inline(__always)
  func text(at index: Int, equals word: ParameterTable.Word, of table: ParameterTable) -> Bool {
    nodes[index].signature == word.signature
      && hasText(table.text.span.extracting(word.range), at: index)
  }
}

extension JSONDocument {
  /// The case that the string at `index` names, nil if there is none.
  @inline(__always)
  func word<Word: RawRepresentable<String> & CaseIterable>(at index: Int) -> Word? {
    for word in Word.allCases where text(at: index, spells: word.rawValue) { return word }
    return nil
  }
}
