import AudioSessionTypes

/// The parameters of one request, or an object among them, checked against their description.
///
/// All that can be wrong with a value by itself was found out before this is made; taking values
/// out can therefore not fail, and a name that no description has is a fault of the program. What
/// takes a name is put into its callers, for the reason given at ``JSONDocument/member(_:of:)``.
struct Parameters {
  let document: JSONDocument
  /// Nil if none were given.
  let object: Int?

  init(_ document: JSONDocument, object: Int?) {
    self.document = document
    self.object = object
  }

  @inline(__always)
  func bool(_ name: StaticString) -> Bool? {
    guard let index = index(of: name) else { return nil }
    return document.nodes[index].kind == .true
  }

  @inline(__always)
  func integer(_ name: StaticString) -> Int64? {
    guard let index = index(of: name) else { return nil }
    return document.integer(at: index)
  }

  /// A number that isn't negative by its description.
  @inline(__always)
  func unsigned(_ name: StaticString) -> UInt64? {
    guard let integer = integer(name) else { return nil }
    return UInt64(integer)
  }

  @inline(__always)
  func double(_ name: StaticString) -> Double? {
    guard let index = index(of: name) else { return nil }
    return document.double(at: index)
  }

  @inline(__always)
  func string(_ name: StaticString) -> String? {
    guard let index = index(of: name) else { return nil }
    return document.string(at: index)
  }

  /// A name or null, nil if neither was given.
  @inline(__always)
  func nameOrNull(_ name: StaticString) -> NameParameter? {
    guard let index = index(of: name) else { return nil }
    return document.nodes[index].kind == .null
      ? NameParameter.none : .name(document.string(at: index))
  }

  /// The case of that name; nil if there is none, or the parameter wasn't given.
  @inline(__always)
  func word<Word: RawRepresentable<String> & CaseIterable>(_ name: StaticString) -> Word? {
    guard let index = index(of: name) else { return nil }
    return document.word(at: index)
  }

  @inline(__always)
  func object(_ name: StaticString) -> Parameters? {
    guard let index = index(of: name) else { return nil }
    return Parameters(document, object: index)
  }

  /// The objects of a list.
  func objects(_ name: StaticString) -> [Parameters]? {
    guard let list = index(of: name) else { return nil }
    var objects: [Parameters] = []
    document.forEachElement(of: list) { objects.append(Parameters(document, object: $0)) }
    return objects
  }

  /// The numbers of a list that the description says fit.
  func numbers(_ name: StaticString) -> [UInt32]? {
    guard let list = index(of: name) else { return nil }
    var numbers: [UInt32] = []
    document.forEachElement(of: list) { element in
      numbers.append(UInt32(required(document.integer(at: element))))
    }
    return numbers
  }

  /// A list was given that isn't empty.
  @inline(__always)
  func hasElements(_ name: StaticString) -> Bool {
    guard let list = index(of: name) else { return false }
    return document.nodes[list].next > list + 1
  }

  /// The session that a description requires.
  var session: UInt64 { required(unsigned("session")) }

  /// A value that the description requires, and that is therefore there.
  func required<Value>(_ value: Value?) -> Value {
    guard let value else { fatalError("a parameter is taken that its description doesn't require") }
    return value
  }

  /// The node of a value, nil if it wasn't given.
  @inline(__always)
  func index(of name: StaticString) -> Int? {
    guard let object else { return nil }
    return document.member(name, of: object)
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
