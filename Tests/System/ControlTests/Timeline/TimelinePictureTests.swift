import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// The files themselves.
struct TimelinePictureTests {
  private typealias Story = TimelineStory

  /// A name that tries to be markup, script, an attribute, and text in the other direction.
  private static let hostile = "a\"'&</script><script>alert(1)</script>\u{202E}\u{7}\u{FFFE}"

  private static var hostileModel: Model {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    let session = Story.session(
      1,
      hostile,
      hostile,
      state: "active",
      playing: true,
      gain: 0.5,
      by: [2],
      zone: hostile
    )
    story.decide(1, Story.opens(1), changes: [session])
    story.decide(2, ["method": .string(hostile), "error": .string(hostile)], "R7")
    let note: JSONValue = [
      "method": "session.evict", "session": 1, "note": .string(hostile),
    ]
    story.decide(3, note, "\(hostile.replacing(" ", with: ""))", changes: [session], closed: [1])
    return story.model(until: 4)
  }

  @Test func `text from programs: escaped in SVG and HTML, never markup`() {
    let model = Self.hostileModel
    let svg = Drawing(model, .utc(at: model.end)).file
    let html = Page(model, .utc(at: model.end)).file
    for text in [svg, html] {
      #expect(!text.contains("<script>alert"))
      #expect(!text.contains("a\"'"))
      #expect(text.contains("a&quot;&#39;&amp;&lt;/script&gt;"))
      let controls = text.unicodeScalars.filter { $0.isInvisible && $0 != "\n" }
      #expect(Array(controls) == [])
      #expect(!text.unicodeScalars.contains("\u{FFFE}"))
      #expect(text.contains(#"\u{202e}\u{7}\u{fffe}"#))
    }
    #expect(html.ranges(of: "<script>").count == 1)
  }

  @Test func `a file needs nothing else: it refers to itself and to no other place`() throws {
    let model = Story.call.model(until: 15)
    let svg = Drawing(model, .utc(at: model.end)).file
    let html = Page(model, .utc(at: model.end)).file
    for text in [svg, html] {
      let places = text.matches(of: /(?:href=|src=|@import|url\()[^;"]{0,30}/).map(\.output)
      #expect(places.allSatisfy { $0.hasPrefix("url(#") }, "\(places)")
      let addresses = text.matches(of: /https?:[^"' ]*/).map { $0.output }
      #expect(Set(addresses) == (["http://www.w3.org/2000/svg"]))
    }
  }

  @Test func `R18, R59: the picture of a ducked session, whole`() throws {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    story.decide(1, Story.opens(1), changes: [Story.session(1, "music", zone: "kitchen")])
    let ducked = Story.session(
      1,
      "music",
      state: "active",
      playing: true,
      gain: 0.2,
      by: [2],
      zone: "kitchen"
    )
    story.decide(2, Story.activates(1), "R12 R16", changes: [ducked])
    let model = story.model(until: 4)
    let file = Drawing(model, .utc(at: model.end)).file
    let start = try #require(file.range(of: "</defs>\n"))
    #expect(file[start.upperBound...] == Self.duckedPicture[...])
  }

  @Test func `the page may run its own script alone`() throws {
    let model = Story.call.model(until: 15)
    let html = Page(model, .utc(at: model.end)).file
    let start = try #require(html.range(of: "<script>"))
    let end = try #require(html.range(of: "</script>"))
    let script = html[start.upperBound..<end.lowerBound]
    let command = #"printf %s "$1" | sha256sum"#
    let sum = try Checkout.run(["sh", "-c", command, "sh", String(script)]).text
    let digest = try #require(Data(base64Encoded: Script.digest))
    let hexadecimal = digest.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
    #expect(sum.hasPrefix(hexadecimal))
    #expect(html.contains("script-src &#39;sha256-\(Script.digest)&#39;"))
  }

  /// What follows the style and the patterns.
  private static let duckedPicture = #"""
     <rect class="ground" width="100%" height="100%"/>
     <text class="title" x="16" y="30">Audio sessions, 2026-11-21 10:00:00 to 10:00:04, UTC</text>
     <text class="faint" x="16" y="50" font-size="12.5">1 session, 3 decisions, 0 interruptions, 1 time ducked, 0 refusals.</text>
     <g aria-hidden="true">
      <g transform="translate(16 64)">
       <g class="ducked">
        <rect class="box" x="0.5" y="0" width="29" height="18" rx="2"/>
        <rect class="level" x="0.5" y="12.6" width="29" height="5.4" rx="2"/>
       </g>
       <text x="38" y="13" font-size="12">ducked: the height is the gain</text>
      </g>
      <g transform="translate(274 64)">
       <g class="sign system" transform="translate(20 9)">
        <path d="M-6.5 -6H6.5L0 6.5Z"/>
       </g>
       <text x="38" y="13" font-size="12">event</text>
      </g>
     </g>
     <g transform="translate(0 88)">
      <g aria-hidden="true">
       <line class="tick" x1="16" x2="16" y1="30" y2="178"/>
       <text class="time faint" x="16" y="22">10:00:00.000</text>
       <line class="tick" x1="132" x2="132" y1="30" y2="178"/>
       <text class="time faint" x="132" y="22">10:00:00.500</text>
       <line class="tick" x1="248" x2="248" y1="30" y2="178"/>
       <text class="time faint" x="248" y="22">10:00:01.000</text>
       <line class="tick" x1="364" x2="364" y1="30" y2="178"/>
       <text class="time faint" x="364" y="22">10:00:01.500</text>
       <line class="tick" x1="480" x2="480" y1="30" y2="178"/>
       <text class="time faint" x="480" y="22">10:00:02.000</text>
       <line class="tick" x1="596" x2="596" y1="30" y2="178"/>
       <text class="time faint" x="596" y="22">10:00:02.500</text>
       <line class="tick" x1="712" x2="712" y1="30" y2="178"/>
       <text class="time faint" x="712" y="22">10:00:03.000</text>
       <line class="tick" x1="828" x2="828" y1="30" y2="178"/>
       <text class="time faint" x="828" y="22">10:00:03.500</text>
      </g>
      <g role="list" aria-label="Events">
       <g class="lane" role="listitem" aria-label="the daemon and the machine">
        <text class="name" x="16" aria-hidden="true" y="48" font-size="12.5">
         <tspan>the daemon and the machine</tspan>
        </text>
        <line class="life" x1="16" x2="944" y1="66" y2="66"/>
        <g class="sign system" role="img" tabindex="0" aria-label="the daemon started (R49), 10:00:00.000" transform="translate(16 66)">
         <title>the daemon started (R49), 10:00:00.000</title>
         <path d="M-6.5 -6H6.5L0 6.5Z"/>
         <rect class="focus" x="-7.5" y="-9" width="15" height="18" rx="2"/>
        </g>
       </g>
      </g>
      <text class="zone name" x="16" y="109" role="heading" aria-level="2">Zone kitchen</text>
      <g role="list" aria-label="Zone kitchen">
       <g class="lane" role="listitem" aria-label="music, session 1 · playback · player[7]">
        <text class="name" x="16" aria-hidden="true" y="130" font-size="12.5">
         <tspan>music</tspan>
         <tspan class="faint" dx="4">session 1 · playback · player[7]</tspan>
        </text>
        <line class="life" x1="248" x2="944" y1="148" y2="148"/>
        <g class="bar ducked" role="img" tabindex="0" aria-label="music: ducked to 20 % (−14 dB) by session 2 (R16), since 10:00:02.000 (2 s so far)">
         <title>music: ducked to 20 % (−14 dB) by session 2 (R16), since 10:00:02.000 (2 s so far)</title>
         <rect class="box" x="480.5" y="135" width="463" height="26" rx="2"/>
         <rect class="level" x="480.5" y="155.8" width="463" height="5.2" rx="2"/>
         <text class="word" x="486" aria-hidden="true" y="151" font-size="11.5">−14 dB</text>
         <rect class="focus" x="480.5" y="133.5" width="463" height="29" rx="2"/>
        </g>
       </g>
      </g>
     </g>
    </svg>

    """#
}
