import ControlCore

/// A timeline as a page of HTML: picture, explanation of each bar, and the decisions as a table.
///
/// It needs no other file and no network.
struct Page {
  private let model: Model
  private let drawing: Drawing
  private let words: Words
  private let legend: [Legend.Entry]
  /// True if the file is still being written again and again.
  private let isLive: Bool

  init(_ model: Model, _ clock: Clock, isLive: Bool = false) {
    self.model = model
    self.isLive = isLive
    drawing = Drawing(model, clock, isAlone: false)
    legend = Legend(drawing.layout).entries
    words = Words(model, clock)
  }

  /// Only the page's own script may run, and nothing may be loaded.
  private static let policy =
    "default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-\(Script.digest)'; "
    + "base-uri 'none'; form-action 'none'"

  /// The whole file.
  var file: String {
    var markup = Markup()
    markup.raw("<!DOCTYPE html>")
    let attributes: Markup.Attributes = ["lang": "en", "class": isLive ? "live" : "still"]
    markup.element("html", attributes) { markup in
      markup.element("head") { addHead(to: &$0) }
      markup.element("body") { markup in
        addIntroduction(to: &markup)
        markup.element("main") { markup in
          markup.element("div", ["class": "scroll"]) { $0.raw(drawing.element) }
          markup.element(
            "p",
            ["id": "explanation", "aria-hidden": "true"],
            text: "Point at a bar, or use Tab and the arrow keys, to read what it means."
          )
          addQuiet(to: &markup)
          addTable(to: &markup)
        }
        markup.raw("<script>\n\(Script.text)</script>")
      }
    }
    return markup.text
  }

  private func addHead(to markup: inout Markup) {
    markup.void("meta", ["charset": "utf-8"])
    markup.void(
      "meta",
      ["http-equiv": "Content-Security-Policy", "content": Page.policy]
    )
    let view = "width=device-width, initial-scale=1"
    markup.void("meta", ["name": "viewport", "content": view])
    markup.void("meta", ["name": "color-scheme", "content": "light dark"])
    markup.element("title", text: drawing.title)
    markup.element("style") { $0.raw(Style.page) }
  }

  private func addIntroduction(to markup: inout Markup) {
    markup.element("header") { markup in
      markup.element("h1", text: drawing.title)
      markup.element("p", text: drawing.summary)
      markup.element("ul", ["class": "legend", "aria-label": "Legend"]) { markup in
        for entry in legend {
          markup.element("li") { markup in
            let attributes: Markup.Attributes = [
              "class": "timeline", "width": "31", "height": "19", "aria-hidden": "true",
            ]
            markup.element("svg", attributes) { entry.draw(into: &$0) }
            markup.element("span", text: entry.text)
          }
        }
      }
    }
  }

  /// Sessions without a lane.
  private func addQuiet(to markup: inout Markup) {
    let quiet = model.lanes.filter { !$0.isEventful }
    if quiet.isEmpty { return }
    markup.element("section") { markup in
      markup.element("h2", text: "Never active")
      markup.element("p", text: quiet.map(name).joined(separator: ", "))
    }
  }

  private func name(of lane: Model.Lane) -> String {
    Words.place(lane.key.machine) + words.label(lane.key)
  }

  private func addTable(to markup: inout Markup) {
    markup.element("section") { markup in
      markup.element("h2", ["id": "decisions"], text: "What happened")
      if model.rows.isEmpty {
        markup.element("p", text: "No decision was made in this time.")
        return
      }
      markup.element("div", ["class": "table"]) { markup in
        markup.element("table", ["aria-labelledby": "decisions"]) { markup in
          markup.element("thead") { markup in
            markup.element("tr") { markup in
              for name in columns {
                markup.element("th", ["scope": "col"], text: name)
              }
            }
          }
          markup.element("tbody") { markup in
            for row in model.rows { add(row, to: &markup) }
          }
        }
      }
    }
  }

  private var columns: [String] {
    let machine = model.machines.isEmpty ? [] : ["Machine"]
    return ["Time"] + machine + ["Number", "Decision", "Effects", "Rules"]
  }

  private func add(_ row: Model.Row, to markup: inout Markup) {
    markup.element("tr", ["class": row.isRefusal ? "refusal" : "granted"]) { markup in
      markup.element("td", ["class": "time"], text: words.time(row.moment))
      if let machine = row.machine { markup.element("td", text: machine) }
      markup.element("td", ["class": "number"], text: row.decision.map { "\($0)" } ?? "–")
      markup.element("td", ["class": "what"], text: row.what)
      if row.effects.isEmpty {
        markup.element("td", text: "–")
      } else {
        markup.element("td") { markup in
          markup.element("ul") { markup in
            for effect in row.effects { markup.element("li", text: effect) }
          }
        }
      }
      markup.element("td", text: row.source.isEmpty ? "–" : row.source)
    }
  }
}
