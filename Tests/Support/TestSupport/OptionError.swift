/// A benchmark's command line that can't be followed.
package struct OptionError: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
