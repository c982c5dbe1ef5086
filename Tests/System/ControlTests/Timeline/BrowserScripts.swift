/// What a browser is asked about a timeline; the answers are lists of what is wrong.
enum BrowserScripts {
  /// Bars, signs, names and times that cover each other, and words that are cut off.
  static let overlaps = #"""
    (() => {
      const faults = [];
      const box = item => item.getBoundingClientRect();
      const say = (what, item) => faults.push(what + ": " + (item.ariaLabel || item.textContent));
      const sideBySide = (items, what) => {
        items.sort((a, b) => box(a).left - box(b).left);
        for (let i = 1; i < items.length; i++) {
          if (box(items[i]).left < box(items[i - 1]).right - 1) say(what, items[i]);
        }
      };
      const picture = document.querySelector("svg.timeline[role]") || document.documentElement;
      const frame = box(picture);
      let bottom = -Infinity;
      for (const lane of picture.querySelectorAll(".lane")) {
        const bars = [...lane.querySelectorAll(".bar > .box")];
        sideBySide([...bars], "bars overlap");
        const name = box(lane.querySelector(".name"));
        if (name.top < bottom - 1) say("the lane above is covered", lane);
        for (const bar of bars) {
          if (box(bar).top < name.bottom - 3) say("the name is covered", lane);
          if (box(bar).right > frame.right) say("cut off", bar.parentElement);
          bottom = Math.max(bottom, box(bar).bottom);
        }
        for (const word of lane.querySelectorAll(".word")) {
          const bar = word.parentElement.querySelector(".box");
          if (box(word).right > box(bar).right || box(word).left < box(bar).left) {
            say("words are longer than their bar", word);
          }
        }
      }
      sideBySide([...picture.querySelectorAll(".time")], "times overlap");
      sideBySide([...picture.querySelectorAll(".cut-time")], "lengths overlap");
      for (const text of picture.querySelectorAll("text")) {
        if (!text.matches(".name") && box(text).right > frame.right) say("cut off", text);
      }
      for (const row of [picture.querySelectorAll(".title, .title + .faint")]) {
        for (const text of row) if (box(text).right > frame.right) say("cut off", text);
      }
      return faults;
    })()
    """#

  private static let contrast = #"""
    const luminance = colour => {
      const [r, g, b] = colour.match(/[0-9.]+/g).map(n => n / 255)
        .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4);
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const contrast = (one, other) => {
      const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b);
      return (light + 0.05) / (dark + 0.05);
    };
    const style = item => getComputedStyle(item);
    const ground = style(document.querySelector(".ground")).fill;
    """#

  /// Texts whose contrast to what is behind them is less than 4.5.
  static let faintTexts = #"""
    (() => {
      \#(contrast)
      const faults = [];
      for (const text of document.querySelectorAll("svg text, svg tspan")) {
        const level = text.parentElement.querySelector(".level");
        const isInside = text.matches(".playing .word, .recording .word");
        const behind = isInside && level ? style(level).fill : ground;
        const found = contrast(style(text).fill, behind);
        if (found < 4.5) faults.push(text.textContent + ": " + found);
      }
      const page = style(document.body).backgroundColor;
      for (const text of document.querySelectorAll("h1, h2, p, li, td, th")) {
        const found = contrast(style(text).color, page);
        if (found < 4.5) faults.push(text.textContent + ": " + found);
      }
      return faults;
    })()
    """#

  /// Shapes whose contrast to the ground is less than 3.
  static let faintShapes = #"""
    (() => {
      \#(contrast)
      const faults = [];
      const shapes = ".level, .sign path";
      for (const shape of document.querySelectorAll(shapes)) {
        const found = contrast(style(shape).fill, ground);
        if (found < 3) faults.push(shape.parentElement.className.baseVal + ": " + found);
      }
      for (const shape of document.querySelectorAll(".bar > .box")) {
        const stroke = style(shape).stroke;
        if (stroke !== "none" && contrast(stroke, ground) < 3) {
          faults.push(shape.parentElement.className.baseVal);
        }
      }
      return faults;
    })()
    """#

  /// How many kinds of bars there are by pattern, height and beads alone.
  static let looks = #"""
    new Set([...document.querySelectorAll(".bar")].map(bar => {
      const box = bar.querySelector(".box");
      const level = bar.querySelector(".level");
      const fill = getComputedStyle(box).fill;
      return [
        fill.startsWith("url") ? fill : "plain",
        level ? Math.round(10 * level.getBBox().height / box.getBBox().height) : 0,
        bar.querySelector(".reel") !== null,
      ].join();
    })).size
    """#

  /// The distance of the lanes' names from the left edge of the screen.
  static let leftmostName = #"""
    new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => done(
      Math.round(Math.min(...[...document.querySelectorAll(".lane .name")]
        .map(name => name.getBoundingClientRect().left)))))))
    """#
}
