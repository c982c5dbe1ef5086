import AudioSessionJSON
import AudioSessionWire
import Foundation
import TestSupport
import Testing

@testable import ControlCore
@testable import ControlTimeline

/// Timelines in a real browser: as they look, as they are read aloud, and under the keyboard.
///
/// The pictures stay in `.build/pictures`.
@Suite(
  .serialized,
  .enabled(if: Browser.isInstalled, "chromium isn't installed")
)
struct TimelineBrowserTests {
  private typealias Story = TimelineStory

  private let folder: TemporaryDirectory
  private let browser: Browser

  init() throws {
    folder = try TemporaryDirectory()
    browser = try Browser()
  }

  private func open(_ text: String, _ name: String) throws -> BrowserPage {
    try browser.open(file: folder.write(text, to: name))
  }

  private func openPage(_ model: Model) throws -> BrowserPage {
    let page = try open(Page(model, .utc(at: model.end)).file, "page.html")
    try page.resize(width: 1280, height: 900)
    return page
  }

  @Test func `in light, in dark and on a phone everything is legible, and nothing overlaps`()
    throws
  {
    let page = try openPage(Story.call.model(until: 15))
    for scheme in ["light", "dark"] {
      try page.prefer(colorScheme: scheme)
      #expect(try page.evaluate(BrowserScripts.faintTexts) == [], "\(scheme)")
      #expect(try page.evaluate(BrowserScripts.faintShapes) == [], "\(scheme)")
      #expect(try page.evaluate(BrowserScripts.overlaps) == [], "\(scheme)")
      try Pictures.keep(name: "timeline-\(scheme).png", page.screenshot())
    }
    try page.prefer(colorScheme: "light")
    for deficiency in ["achromatopsia", "deuteranopia"] {
      try page.call("Emulation.setEmulatedVisionDeficiency", ["type": .string(deficiency)])
      try Pictures.keep(name: "timeline-\(deficiency).png", page.screenshot())
    }
    try page.call("Emulation.setEmulatedVisionDeficiency", ["type": "none"])
    // What colours tell, patterns and heights tell as well.
    #expect(try page.evaluate(BrowserScripts.looks) == .number("\(Self.looks)"))
    try page.resize(width: 390, height: 844, isPhone: true)
    #expect(try page.evaluate("document.documentElement.scrollWidth <= innerWidth") == true)
    #expect(try page.evaluate(BrowserScripts.overlaps) == [])
    _ = try page.evaluate("document.querySelector('.scroll').scrollLeft = 400")
    // Names stay in sight while the bars are scrolled.
    #expect(try page.evaluate(BrowserScripts.leftmostName) == 16)
    try Pictures.keep(name: "timeline-phone.png", page.screenshot())
  }

  /// Playing, recording, ducked and interrupted.
  private static let looks = 4

  @Test func `the accessibility tree has every session and every sentence, and a table`() throws {
    let model = Story.call.model(until: 15)
    let page = try openPage(model)
    let nodes = try page.accessibles()
    func names(_ role: String) -> [String] { nodes.filter { $0.role == role }.map(\.name) }
    #expect(
      names("heading") == [
        "Audio sessions, 2026-11-21 10:00:00 to 10:00:15, UTC", "What happened",
      ]
    )
    #expect(names("list").filter { !$0.isEmpty } == ["Legend", "Events", "Sessions"])
    #expect(
      names("listitem").filter { $0.contains("player") } == [
        "music, session 1 · playback · player[7]", "navigation, session 2 · playback · player[7]",
        "phone, session 3 · playback · player[7]", "dictation, session 4 · playback · player[7]",
      ]
    )
    let sentences = model.lanes.compactMap(\.name).flatMap { model.sentences(of: $0) }
    let told = Set(names("image") + names("img"))
    #expect(Set(sentences).subtracting(told) == [])
    #expect(names("row").count == model.rows.count + 1)
    #expect(names("columnheader") == ["Time", "Number", "Decision", "Effects", "Rules"])
  }

  @Test func `the keyboard reaches every bar, and each is explained`() throws {
    let page = try openPage(Story.call.model(until: 15))
    let all = try page.evaluate(
      "[...document.querySelectorAll('svg .bar, svg .sign[role]')].map(i => i.ariaLabel)"
    )
    try page.press("Tab", code: 9)
    var read: Set<String> = []
    for _ in 0..<20 {
      try page.press("Home", code: 36)
      for _ in 0..<20 {
        let focused = try page.evaluate("document.activeElement.getAttribute('aria-label')")
        let explanation = try page.evaluate("document.getElementById('explanation').textContent")
        #expect(focused == explanation)
        read.insert(explanation.string ?? "")
        try page.press("ArrowRight", code: 39)
      }
      try page.press("ArrowDown", code: 40)
    }
    #expect(read.count == 9)
    #expect(read == Set((all.array ?? []).compactMap(\.string)))
    try Pictures.keep(name: "timeline-focus.png", page.screenshot())
    // The page has one stop for Tab; in the picture alone each bar is one.
    #expect(try page.evaluate("document.querySelectorAll('[tabindex=\"0\"]').length") == 1)
  }

  @Test func `pointing at a bar explains it`() throws {
    let page = try openPage(Story.call.model(until: 15))
    let middle = "(box => [box.x + box.width / 2, box.y + box.height / 2])"
    let bar = "document.querySelector('.ducked.bar').getBoundingClientRect()"
    let place = try page.evaluate("\(middle)(\(bar))").array ?? []
    try page.point(x: place.first?.double ?? 0, y: place.last?.double ?? 0)
    let explanation = try page.evaluate("document.getElementById('explanation').textContent")
    #expect(
      explanation.string
        == "music: ducked to 20 % (−14 dB) by navigation (R59 ducking.exclusive), "
        + "10:00:04.240 to 10:00:08.002 (3.8 s)"
    )
  }

  @Test func `a timeline of 300 sessions and 1024 decisions: no texts overlap`() throws {
    let model = Story.crowd(seed: 12).model(until: 12_000)
    let page = try openPage(model)
    #expect(try page.evaluate(BrowserScripts.overlaps) == [])
    try Pictures.keep(name: "timeline-300.png", page.screenshot())
    let picture = try open(Drawing(model, .utc(at: model.end)).file, "many.svg")
    try picture.resize(width: 1280, height: 900)
    #expect(try picture.evaluate("document.documentElement.tagName") == "svg")
    #expect(try picture.evaluate(BrowserScripts.overlaps) == [])
    try Pictures.keep(name: "timeline-300-alone.png", picture.screenshot())
  }

  @Test func `three rooms: each is legible, in light and in dark, and reached by the keyboard`()
    throws
  {
    let model = Model.of(TimelineHouse.recordings())
    let page = try openPage(model)
    for scheme in ["light", "dark"] {
      try page.prefer(colorScheme: scheme)
      #expect(try page.evaluate(BrowserScripts.faintTexts) == [], "\(scheme)")
      #expect(try page.evaluate(BrowserScripts.overlaps) == [], "\(scheme)")
      try Pictures.keep(name: "timeline-house-\(scheme).png", page.screenshot())
    }
    let nodes = try page.accessibles()
    let headings = nodes.filter { $0.role == "heading" }.map(\.name)
    for room in model.machines {
      #expect(headings.contains { $0.hasPrefix(room) }, "\(room)")
      #expect(nodes.contains { $0.role == "group" && $0.name == room }, "\(room)")
    }
    let columns = nodes.filter { $0.role == "columnheader" }.map(\.name)
    #expect(columns == ["Time", "Machine", "Number", "Decision", "Effects", "Rules"])
    try page.press("Tab", code: 9)
    for _ in 0..<20 { try page.press("ArrowDown", code: 40) }
    let last = try page.evaluate("document.activeElement.getAttribute('aria-label')")
    #expect(last.string?.hasPrefix("hall: study: alarm (session 2) activates: refused") ?? false)
    let picture = try open(Drawing(model, .utc(at: model.end)).file, "house.svg")
    try picture.resize(width: 980, height: 960)
    #expect(try picture.evaluate(BrowserScripts.overlaps) == [])
    try Pictures.keep(name: "timeline-house.png", picture.screenshot())
  }

  @Test func `gaps, restarts and unknown times, in the picture alone`() throws {
    let picture = try open(
      Drawing(Story.broken.model(until: 40), .utc(at: 0)).file,
      "broken.svg"
    )
    try picture.resize(width: 1000, height: 520)
    #expect(try picture.evaluate(BrowserScripts.overlaps) == [])
    let sentences = try picture.accessibles().map(\.name).filter { $0.contains("recorded") }
    #expect(
      Set(sentences).isSuperset(of: [
        "decisions 8 to 20 weren't recorded, 10:00:06.000 to 10:00:10.000",
        "music (session 1, run 1): unknown, because nothing is recorded, 10:00:01.000 to 10:00:03.000 (2 s)",
      ])
    )
    try Pictures.keep(name: "timeline-broken.png", picture.screenshot())
  }

  @Test func `a session's name that contains a script: shown as text, never executed`() throws {
    var story = Story()
    story.decide(0, ["event": "started"], "R49")
    let name = #"</text><script>hacked=1</script><img src=x onerror="hacked=1">"#
    let session = Story.session(1, name, state: "active", playing: true, zone: name)
    story.decide(1, Story.opens(1), changes: [session])
    let page = try openPage(story.model(until: 4))
    #expect(try page.evaluate("window.hacked === undefined") == true)
    #expect(try page.evaluate("document.querySelectorAll('script, img').length") == 1)
    let lane = "document.querySelector('.lane .bar').parentElement"
    let title = try page.evaluate("\(lane).querySelector('tspan').textContent")
    #expect(title == .string(name))
  }
}

extension TimelineStory {
  /// A record that begins late, misses decisions and goes on after a restart.
  fileprivate static var broken: TimelineStory {
    var story = TimelineStory(after: 4)
    let music = session(1, "music", state: "active", playing: true)
    let voice = session(2, "voice", "ducking", state: "active", playing: true, recording: true)
    story.decide(1, activates(2), changes: [voice], epoch: "a")
    story.decide(3, activates(1), changes: [music], epoch: "a")
    story.decide(6, cause("session.report", 1), epoch: "a")
    story.append(.lagged(from: 8, to: 20, sessions: [voice, music]))
    story.decide(10, deactivates(2), changes: [session(2, "voice")], number: 21, epoch: "a")
    story.decide(14, ["method": "session.evict", "session": 1], changes: [music], epoch: "a")
    story.append(.stopped(at: nil))
    story.decide(20, ["event": "started"], "R49", number: 1, epoch: "b")
    story.decide(24, activates(1), changes: [music], epoch: "b")
    return story
  }
}
