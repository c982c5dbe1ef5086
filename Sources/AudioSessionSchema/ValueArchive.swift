/// The part of an ``Archive`` that passes whole values.
@usableFromInline
package protocol ValueArchive: ~Copyable {
  /// What can be wrong with a value; nothing for those that don't read.
  associatedtype Fault: Error

  /// Values are read, and can be wrong: whether several members fit each other is to be checked.
  static var isReading: Bool { get }

  /// A text as the whole value.
  mutating func text(_ it: String?) throws(Fault) -> String
  mutating func bool(_ it: Bool?) throws(Fault) -> Bool
  mutating func integer(_ it: Int64?) throws(Fault) -> Int64
  /// An integer, 0 or more.
  mutating func count(_ it: UInt64?) throws(Fault) -> UInt64
  mutating func number(_ it: Double?) throws(Fault) -> Double
  /// A moment, in seconds since 1970 and nanoseconds of the second.
  mutating func time(
    _ it: (seconds: Int64, nanoseconds: Int64)?
  ) throws(Fault) -> (seconds: Int64, nanoseconds: Int64)
  /// 128 bits as a text of 32 hexadecimal digits.
  mutating func hexadecimal(
    _ it: (high: UInt64, low: UInt64)?
  ) throws(Fault) -> (high: UInt64, low: UInt64)
  /// One of the words of a type; nil: another one was read.
  mutating func word<Word: RawRepresentable<String> & CaseIterable>(
    _ it: Word?
  ) throws(Fault) -> Word?
  /// Any value, as the text of one in JSON.
  mutating func written(_ it: [UInt8]?) throws(Fault) -> [UInt8]
  mutating func list<Value: Described>(_ it: [Value]?) throws(Fault) -> [Value]
  /// A list whose elements are written later, into the place of it that the writer notes.
  mutating func listToCome()
  /// An object whose names are data, in its order.
  mutating func map<Value: Described>(
    _ it: [(name: String, value: Value)]?
  ) throws(Fault) -> [(name: String, value: Value)]
  /// A value, or null.
  mutating func nullable<Value: Described>(_ it: Value??) throws(Fault) -> Value?
  /// An object, by its members.
  mutating func object<Value: DescribedObject>(_ it: Value?) throws(Fault) -> Value
}
