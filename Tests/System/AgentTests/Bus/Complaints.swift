/// What a driver complained of.
final class Complaints {
  var sentences: [String] = []
}
