import House
import Testing

/// Names and topics, which come from other machines.
struct NameTests {
  @Test(arguments: ["a", "kitchen-2", "Küche", "", "a/b", "a+b", "#", "a b", "a\u{0}b"])
  func `a name needs no escape in a topic`(text: String) {
    let isName = ["a", "kitchen-2"].contains(text)
    #expect((HouseName(text) != nil) == isName)
  }

  @Test func `the name of a lease is read as it is written, and no other is one`() throws {
    let (node, epoch) = (try #require(HouseName("study")), try #require(HouseName("5f3a")))
    let id = RemoteID(node: node, epoch: epoch, number: 7)
    #expect(id.leaseName == "house/study/5f3a/7")
    #expect(RemoteID(leaseName: id.leaseName) == id)
    for text in [
      "house/study/5f3a", "house/study/5f3a/7/8", "house/study/5f3a/-7", "house//5f3a/7",
      "House/study/5f3a/7", "/house/study/5f3a/7", "house/study/5f3a/x", "radio", "",
    ] { #expect(RemoteID(leaseName: text) == nil, "\(text)") }
  }
}
