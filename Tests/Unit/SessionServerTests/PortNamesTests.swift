import Testing

@testable import AudioSessionServer

/// The numbers by which the core knows the ports that sessions prefer (R69).
struct PortNamesTests {
  @Test func `a name has one number, and no name has 0`() {
    let names = PortNames()
    let (usb, headset) = (names.number(of: "usb", used: []), names.number(of: "headset", used: []))
    #expect(usb != headset && usb != 0 && headset != 0)
    #expect(names.number(of: "usb", used: []) == usb)
    #expect(names[usb] == "usb" && names[headset] == "headset")
    #expect(names.number(of: nil, used: []) == 0 && names[0] == nil)
  }

  @Test func `of many names those in use are kept, and not many more`() {
    let names = PortNames()
    let used = [names.number(of: "first", used: []), names.number(of: "second", used: [])]
    var last: UInt64 = 0
    for number in 0..<10_000 { last = names.number(of: "port \(number)", used: used + [last]) }
    #expect(names[used[0]] == "first" && names[used[1]] == "second")
    #expect(names[last] == "port 9999")
    #expect((1...last).count { names[$0] != nil } < 200)
  }

  @Test func `a copy goes its own way`() {
    let names = PortNames()
    let usb = names.number(of: "usb", used: [])
    let copy = PortNames(names)
    let other = copy.number(of: "other", used: [])
    #expect(copy[usb] == "usb" && names[other] == nil)
  }
}
