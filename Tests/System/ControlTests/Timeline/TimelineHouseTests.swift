import AudioSessionJSON
import AudioSessionWire
import TestSupport
import Testing

@testable import audiosessionctl
@testable import ControlCore
@testable import ControlTimeline

/// Several machines in one picture.
struct TimelineHouseTests {
  private typealias Story = TimelineStory

  private let house = Model.of(TimelineHouse.recordings())

  /// All that is said about the sessions of a machine.
  private func sentences(in machine: String, _ model: Model) -> [String] {
    let words = Words(model, .utc(at: model.end))
    return model.lanes.filter { $0.key.machine == machine }.flatMap { lane in
      lane.spans.filter { $0.condition.state != .inactive }.map { words.sentence($0, of: lane) }
        + lane.markers.map { words.sentence($0) }
    }
  }

  @Test func `lanes are grouped by machine and then by zone, and equal numbers stay apart`() {
    #expect(
      house.lanes.map { "\($0.key.machine ?? "-") \($0.zone ?? "-") \($0.key.number)" } == [
        "study - 1", "study - 2", "kitchen table 1", "kitchen table 2", "kitchen window 3",
        "hall - 1", "hall - 2",
      ]
    )
    #expect(Set(house.lanes.map(\.key)).count == 7)
    #expect(
      house.lanes.map { house.labels[$0.key] } == [
        "music", "alarm", "radio", "alarm from study", "birds", "phone", "alarm from study",
      ]
    )
    #expect(house.machines == ["study", "kitchen", "hall"])
    #expect([house.begin, house.end] == [Story.start, Story.moment(32)])
  }

  @Test func `each machine says what was so there, and because of which of its own sessions`() {
    #expect(
      sentences(in: "study", house) == [
        "study: music: playing, 10:00:01.200 to 10:00:06.000 (4.8 s)",
        "study: music: interrupted by alarm (R59 alarm.exclusive), "
          + "10:00:06.000 to 10:00:26.000 (20 s)",
        "study: music: playing, since 10:00:26.200 (5.8 s so far)",
        "study: alarm: playing, 10:00:06.000 to 10:00:26.000 (20 s)",
      ]
    )
    #expect(
      sentences(in: "kitchen", house) == [
        "kitchen: radio: playing, 10:00:02.100 to 10:00:06.100 (4 s)",
        "kitchen: radio: interrupted by alarm from study (R59 alarm.exclusive), "
          + "10:00:06.100 to 10:00:26.100 (20 s)",
        "kitchen: radio: playing, since 10:00:26.100 (5.9 s so far)",
        "kitchen: alarm from study: playing, 10:00:06.100 to 10:00:26.100 (20 s)",
        "kitchen: birds: playing, since 10:00:12.100 (19 s so far)",
      ]
    )
    #expect(
      sentences(in: "hall", house) == [
        "hall: phone: playing and recording, 10:00:03.100 to 10:00:32.000 (28 s)",
        "hall: study: alarm (session 2) activates: refused, insufficientPriority, by phone "
          + "(R7 R34), 10:00:06.080",
      ]
    )
    let words = Words(house, .utc(at: house.end))
    #expect(
      house.system.map(words.sentence) == [
        "study: the daemon started (R49), 10:00:00.000",
        "kitchen: the daemon started (R49), 10:00:00.500",
        "hall: the daemon started (R49), 10:00:00.200",
      ]
    )
    #expect(
      Words.summary(house)
        == "3 machines, 7 sessions, 21 decisions, 2 interruptions, 0 times ducked, 1 refusal."
    )
  }

  @Test func `the picture has a heading for each machine, and marks whose sessions stand there`() {
    let layout = Layout(house, .utc(at: house.end))
    let titles = layout.machines.map { machine in
      "\(machine.title ?? "-"): "
        + machine.zones.map { zone in
          "\(zone.title ?? "-") \(zone.lanes.map { $0.isImported ? "*\($0.title)" : $0.title })"
        }.joined(separator: ", ")
    }
    #expect(
      titles == [
        #"study: - ["music", "alarm"]"#,
        #"kitchen: Zone table ["radio", "*alarm from study"], Zone window ["birds"]"#,
        #"hall: - ["phone", "*alarm from study"]"#,
      ]
    )
    #expect(layout.machines.map { $0.system?.signs.count } == [1, 1, 1])
    for (one, next) in zip(layout.machines, layout.machines.dropFirst()) {
      #expect(one.bottom < next.top)
    }
    #expect(layout.machines.last.map { $0.bottom < layout.height } ?? false)
    let hall = layout.machines[2].zones[0].lanes[1]
    // The lease's name says nothing that the mark doesn't.
    #expect(hall.details == "session 2 · playback · player[7]")
    let picture = Drawing(house, .utc(at: house.end)).file
    #expect(picture.contains(#"<tspan class="imported">alarm from study</tspan>"#))
    #expect(picture.contains(Style.machines))
    for room in house.machines {
      #expect(picture.ranges(of: #"<g role="group" aria-label="\#(room)">"#).count == 1)
    }
    let page = Page(house, .utc(at: house.end)).file
    #expect(page.contains(#"<th scope="col">Machine</th>"#))
    #expect(page.ranges(of: "<td>kitchen</td>").count == 8)
  }

  @Test func `JSON has the machine of each session and event, and with one file none`() {
    let json = house.json
    #expect(
      json["lanes"]?.array?.map { $0["machine"]?.string } == [
        "study", "study", "kitchen", "kitchen", "kitchen", "hall", "hall",
      ]
    )
    #expect(json["events"]?.array?.map { $0["machine"] } == ["study", "kitchen", "hall"])
    let spans = json["lanes"]?.array?[2]["spans"]?.array
    let by: JSONValue = [["run": 0, "session": 2, "source": "R59 alarm.exclusive"]]
    #expect(spans?[2]["by"] == by)
    let alone = Model.of(TimelineHouse.recordings(["kitchen"]))
    #expect(!alone.json.text.contains("machine"))
  }

  @Test func `one file: the picture, the page and JSON are those of a timeline without machines`() {
    let alone = Model.of(TimelineHouse.recordings(["kitchen"]))
    var builder = Builder()
    for input in TimelineHouse.story(of: "kitchen").inputs { builder.take(input) }
    let model = builder.finish(at: 0)
    #expect(alone == model)
    #expect(alone.machines == [])
    let clock = Clock.utc(at: model.end)
    for text in [Drawing(alone, clock).file, Page(alone, clock).file] {
      for word in ["from study", "kitchen", "imported", "Machine", ".machine", ".border"] {
        #expect(!text.contains(word), "\(word)")
      }
    }
    let labels = alone.lanes.map { alone.labels[$0.key] }
    #expect(labels == ["radio", "study: alarm", "birds"])
  }

  @Test func `what was so at the end of a recording lasts to the end of the longest`() {
    var short = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    short.decide(1, Story.activates(1), changes: [music])
    var long = short
    long.decide(9, Story.deactivates(1), changes: [Story.session(1, "music")])
    var ended = short
    ended.append(.stopped(at: Story.moment(3)))
    let model = Model.of(
      [("a", short), ("b", long), ("c", ended)].map {
        MachineRecording(machine: $0.0, inputs: $0.1.inputs)
      }
    )
    let ends = model.lanes.map { lane in
      lane.spans.filter { $0.condition.isPlaying }.map { ($0.end - Story.start) / 1_000_000 }
    }
    #expect(ends == [[9], [9], [3]])
  }

  @Test func `a clock that was set back: the times after it are right, and it is a gap there`() {
    var jump = Story()
    let music = Story.session(1, "music", state: "active", playing: true)
    jump.decide(1000, Story.activates(1), changes: [music])
    jump.decide(1004, Story.cause("session.report", 1))
    jump.decide(10, Story.deactivates(1), changes: [Story.session(1, "music")])
    let steady = TimelineHouse.recordings(["study"])
    let model = Model.of([MachineRecording(machine: "attic", inputs: jump.inputs)] + steady)
    #expect(model.axis == Axis())
    let words = Words(model, .utc(at: model.end))
    #expect(
      model.gaps.map(words.sentence) == [
        "attic: the clock was set back by 16 min 34 s, 10:00:09.000 to 10:00:10.000"
      ]
    )
    #expect(
      sentences(in: "attic", model) == [
        "attic: music: playing, 10:00:05.000 to 10:00:10.000 (5 s)"
      ]
    )
    let layout = Layout(model, .utc(at: model.end))
    #expect(layout.machines.map(\.gaps.count) == [1, 0])
  }

  @Test func `a part, and a filter, are of all machines`() {
    let part = house.clipped(from: Story.moment(6.05), to: Story.moment(6.09))
    #expect(part.lanes.count == 6)
    #expect(part.rows.map(\.machine) == ["hall"])
    let chosen = house.filtered(by: SessionFilter(sessions: ["2"]))
    #expect(chosen.lanes.map(\.key.machine) == ["study", "kitchen", "hall"])
    #expect(Set(chosen.rows.map(\.machine)) == ["study", "kitchen", "hall"])
  }

  @Test func `an operand is a FILE, or a NAME and a FILE`() throws {
    let rows: [(word: String, machine: String, path: String)] = [
      ("kitchen.json", "kitchen", "kitchen.json"), ("a/b.c/h.g.json", "h.g", "a/b.c/h.g.json"),
      ("study=x/y.json", "study", "x/y.json"), ("./a=b.json", "a=b", "./a=b.json"),
      ("a=b=c", "a", "b=c"), ("-", "-", "-"), ("study=-", "study", "-"), (".x", ".x", ".x"),
      ("dir/", "dir", "dir/"), ("/", "/", "/"), ("", "", ""), ("a\u{7}=b", #"a\u{7}"#, "b"),
    ]
    for (word, machine, path) in rows {
      let operand = try Operand(word)
      #expect([operand.machine, operand.path] == [machine, path], "\(word)")
    }
    func complaint(_ words: String...) -> String? {
      do throws(Failure) {
        _ = try Operand.all(words)
        return nil
      } catch {
        return error.message
      }
    }
    #expect(complaint("=a") == "timeline: =a: expected the name of a machine before the =")
    #expect(complaint("a=") == "timeline: a=: expected a FILE behind the =")
    #expect(
      complaint("log.json", "kitchen/log.json")
        == "timeline: kitchen/log.json: another FILE is of log, too; expected NAME=FILE"
    )
    #expect(complaint("study/log.json", "kitchen=kitchen/log.json") == nil)
  }

  @Test func `the number of a decision means nothing in several files`() throws {
    func complaint(_ words: String...) -> String? {
      do throws(Failure) {
        let invocation = try Invocation(["timeline", "-o", "a.svg"] + words)
        _ = try Command(invocation, .fixed, isTerminal: false)
        return nil
      } catch {
        return error.message
      }
    }
    let what = "expected a time, since each FILE counts its own decisions; found the number 7"
    #expect(complaint("a", "b", "--since", "7") == "timeline --since: \(what)")
    #expect(complaint("a", "b", "--since=now", "--before=7") == "timeline --before: \(what)")
    #expect(complaint("a", "b", "--since", "10:00", "--before", "now") == nil)
    #expect(complaint("a", "--since", "7") == nil)
    #expect(complaint("--since", "7") == nil)
    #expect(
      complaint("-f", "a", "b")
        == "timeline --follow: expected no FILE, since it follows the daemon"
    )
  }
}
