import ControlCore

/// Where everything of a timeline is drawn; nothing overlaps.
struct Layout {
  /// A span of a session's condition.
  struct Bar: Equatable {
    enum Look: String, Equatable {
      case playing, recording, silent, ducked, interrupted, unknown, crowded
    }

    var left: Double
    var width: Double
    var look: Look
    /// The part of its height that is filled: the gain.
    var level: Double
    var isRecording: Bool
    /// The words in it, if there is space.
    var text: String?
    var sentence: String
  }

  /// Something that happened at a moment, or several that are too close together.
  struct Sign: Equatable {
    var place: Double
    var kind: Model.Marker.Kind
    var sentences: [String]

    /// What happened; of very many things, the first.
    var sentence: String {
      let rest = sentences.count - Sign.most
      let more = rest > 0 ? ["and \(rest) more"] : []
      return (sentences.prefix(Sign.most) + more).joined(separator: "; ")
    }

    private static let most = 5
  }

  struct Lane: Equatable {
    var top: Double
    var title: String
    var details: String
    /// True if it stands for a session of another machine.
    var isImported = false
    /// From when to when the session existed.
    var life: ClosedRange<Double>
    var bars: [Bar]
    var signs: [Sign]
  }

  struct Zone: Equatable {
    var top: Double
    /// Nil if no session has a zone.
    var title: String?
    var lanes: [Lane]
    /// The sessions that never were active, in one line.
    var quiet: String?
    var quietTop: Double
  }

  struct Band: Equatable {
    var left: Double
    var right: Double
    var sentence: String
  }

  /// All that is of one machine.
  struct Machine: Equatable {
    var top: Double
    /// Nil if there is only one, which then needs no heading.
    var title: String?
    var summary: String
    /// The top of its lanes, and where the next machine begins.
    var lanesTop: Double
    var bottom: Double
    var gaps: [Band] = []
    var system: Lane?
    var zones: [Zone] = []

    var lanes: [Lane] { zones.flatMap { $0.lanes } + [system].compactMap { $0 } }
  }

  /// The measures of a lane, which are smaller if there are many.
  struct Measures: Equatable {
    var title = 17.0
    var bar = 26.0
    var gap = 9.0
    var font = 12.5

    static let compact = Measures(title: 14, bar: 18, gap: 5, font: 11)
  }

  private(set) var measures = Measures()
  private(set) var width = 0.0
  private(set) var height = 0.0
  /// The top of the area with the lanes.
  private(set) var top = 0.0
  private(set) var title = ""
  private(set) var summary = ""
  private(set) var ticks: [TimeScale.Tick] = []
  private(set) var cuts: [Band] = []
  private(set) var machines: [Machine] = []

  /// The space around everything.
  static let margin = 16.0
  /// The height of the time axis.
  private static let axis = 30.0
  private static let machineTitle = 34.0
  private static let machineSpace = 16.0
  /// The width of what stands beside a machine's name.
  private static let summary = 520.0
  private static let zoneTitle = 30.0
  private static let quietLine = 24.0
  /// The narrowest bar that can be pointed at.
  static let narrowest = 3.0
  /// The distance below which signs are one.
  static let signSpace = 13.0
  /// Beyond as many lanes they are drawn smaller.
  private static let comfortable = 40

  init(_ model: Model, _ clock: Clock) {
    let words = Words(model, clock)
    let lanes = model.lanes.filter { $0.isEventful }
    if lanes.count > Layout.comfortable { measures = .compact }
    let moments = Layout.moments(of: lanes, model)
    let plot = min(max(Double(moments.count) * 13, 928), 4000)
    width = plot + 2 * Layout.margin
    let scale = TimeScale(
      from: model.begin,
      to: model.end,
      moments: moments,
      breaks: model.axis.breaks,
      left: Layout.margin,
      width: plot
    )
    title = "Audio sessions, \(words.period)"
    summary = Words.summary(model)
    ticks = scale.ticks(clock, model.axis)
    cuts = scale.pieces.filter { $0.isCut }.map { piece in
      let length = Words.duration(piece.end - piece.begin)
      return Band(left: piece.left, right: piece.right, sentence: length)
    }
    top = Layout.axis
    var place = top
    for name in model.recordings {
      if !machines.isEmpty { place += Layout.machineSpace }
      machines.append(machine(name, model.part(of: name), words, scale, top: &place))
    }
    height = place + Layout.margin / 2
  }

  private func machine(
    _ name: String?,
    _ model: Model,
    _ words: Words,
    _ scale: TimeScale,
    top place: inout Double
  ) -> Machine {
    let top = place
    if name != nil { place += Layout.machineTitle }
    let columns = Int((width - 2 * Layout.margin - Layout.summary) / 10)
    var machine = Machine(
      top: top,
      title: name?.shortened(to: columns),
      summary: Words.summary(model),
      lanesTop: place,
      bottom: place
    )
    machine.gaps = model.gaps.map { gap in
      Band(
        left: scale.place(of: gap.begin),
        right: max(scale.place(of: gap.end), scale.place(of: gap.begin) + 3),
        sentence: words.sentence(gap)
      )
    }
    place += 6
    if !model.system.isEmpty {
      machine.system = Layout.systemLane(model.system, words, scale, top: place)
      place += measures.title + measures.bar + measures.gap
    }
    for (title, members) in Layout.groups(of: model.lanes) {
      machine.zones.append(zone(title, members, words, scale, top: &place))
    }
    place += Layout.margin / 2
    machine.bottom = place
    return machine
  }

  private static func moments(
    of lanes: [Model.Lane],
    _ model: Model
  ) -> Set<Int64> {
    var moments = Set(model.system.map { $0.moment })
    for lane in lanes {
      for span in lane.spans { moments.formUnion([span.begin, span.end]) }
      for marker in lane.markers { moments.insert(marker.moment) }
    }
    for gap in model.gaps { moments.formUnion([gap.begin, gap.end]) }
    return moments
  }

  /// The lanes by their zones, in their order.
  private static func groups(
    of lanes: [Model.Lane]
  ) -> [(title: String?, lanes: [Model.Lane])] {
    var groups: [(zone: String?, lanes: [Model.Lane])] = []
    for lane in lanes {
      if groups.last.map({ $0.zone == lane.zone }) ?? false {
        groups[groups.count - 1].lanes.append(lane)
      } else {
        groups.append((lane.zone, [lane]))
      }
    }
    let hasZones = groups.contains { $0.zone != nil }
    return groups.map { zone, lanes in
      (zone.map { "Zone \($0)" } ?? (hasZones ? "No zone" : nil), lanes)
    }
  }

  private func zone(
    _ title: String?,
    _ lanes: [Model.Lane],
    _ words: Words,
    _ scale: TimeScale,
    top place: inout Double
  ) -> Zone {
    let top = place
    if title != nil { place += Layout.zoneTitle }
    var shown: [Lane] = []
    for lane in lanes where lane.isEventful {
      shown.append(self.lane(lane, words, scale, top: place))
      place += measures.title + measures.bar + measures.gap
    }
    let idle = lanes.filter { !$0.isEventful }
    var quiet: String?
    let quietTop = place
    if !idle.isEmpty {
      let names = idle.map { words.label($0.key) }.joined(separator: ", ")
      let columns = Int((width - 2 * Layout.margin) / 6.6)
      quiet = "\(counted(Int64(idle.count), "session")) never active: \(names)"
        .shortened(to: columns)
      place += Layout.quietLine
    }
    return Zone(top: top, title: title, lanes: shown, quiet: quiet, quietTop: quietTop)
  }
}
