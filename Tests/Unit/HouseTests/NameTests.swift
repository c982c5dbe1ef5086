import House
import Testing

/// Names and topics, which come from other machines.
struct NameTests {
  @Test(arguments: ["a", "kitchen-2", "Küche", "", "a/b", "a+b", "#", "a b", "a\u{0}b"])
  func `a name needs no escape in a topic`(text: String) {
    let isName = ["a", "kitchen-2"].contains(text)
    #expect((HouseName(text) != nil) == isName)
  }
}
