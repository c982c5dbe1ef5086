/// What the bars and signs of a timeline mean, as far as they occur in it.
struct Legend {
  struct Entry: Equatable {
    let text: String
    var look: Layout.Bar.Look?
    var level = 0.0
    var isRecording = false
    var kind: Model.Marker.Kind?

    /// Draws an example of 30 by 18.
    func draw(into markup: inout Markup) {
      if let kind {
        let attributes: Markup.Attributes = [
          "class": "sign \(kind.rawValue)", "transform": "translate(20 9)",
        ]
        markup.element("g", attributes) {
          $0.empty("path", ["d": Drawing.path(of: kind)])
        }
      } else {
        markup.element("g", ["class": look?.rawValue ?? ""]) { markup in
          Drawing.shape(
            left: 0,
            top: 0,
            width: 30,
            height: 18,
            level: level,
            isRecording: isRecording,
            to: &markup
          )
        }
      }
    }
  }

  private static let all = [
    Entry(text: "playing", look: .playing, level: 1),
    Entry(text: "recording", look: .recording, level: 1, isRecording: true),
    Entry(text: "active, but silent", look: .silent),
    Entry(text: "ducked: the height is the gain", look: .ducked, level: 0.3),
    Entry(text: "interrupted", look: .interrupted),
    Entry(text: "not recorded", look: .unknown),
    Entry(text: "many changes", look: .crowded),
    Entry(text: "refused", kind: .refused), Entry(text: "ended by others", kind: .ended),
    Entry(text: "event", kind: .system),
  ]

  let entries: [Entry]

  init(_ layout: Layout) {
    let lanes = layout.machines.flatMap { $0.lanes }
    let bars = lanes.flatMap { $0.bars }
    var looks = Set(bars.map { $0.look })
    if bars.contains(where: { $0.isRecording }) { looks.insert(.recording) }
    let kinds = Set(lanes.flatMap { $0.signs }.map { $0.kind })
    entries = Legend.all.filter { entry in
      entry.look.map(looks.contains) ?? entry.kind.map(kinds.contains) ?? false
    }
  }

  /// The entries in rows of at most this width, each with its place.
  func rows(within width: Double) -> [[(entry: Entry, left: Double)]] {
    var rows: [[(entry: Entry, left: Double)]] = []
    var free = 0.0
    for entry in entries {
      let needed = 38 + Double(entry.text.count) * 6.6
      if rows.isEmpty || free + needed > width {
        rows.append([])
        free = 0
      }
      rows[rows.count - 1].append((entry, free))
      free += needed + 22
    }
    return rows
  }
}
