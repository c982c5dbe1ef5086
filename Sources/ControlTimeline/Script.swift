/// The script of a timeline's page.
///
/// Without it, each bar is reached by Tab, and has a tooltip.
enum Script {
  /// The SHA-256 of ``text``, in base64: the only script that the page may run.
  static let digest = "B51OiAvVqR7oP/OVEZy1bJcCIWy0ASkn/4Jc0V5zzVk="

  static let text = #"""
    "use strict";
    const picture = document.querySelector("svg.timeline[role]");
    const scroller = picture.parentElement;
    const explanation = document.getElementById("explanation");
    const place = item => item.getBoundingClientRect().left;
    const lanes = [...picture.querySelectorAll(".gaps, .lane")]
      .map(lane => [...lane.querySelectorAll("[tabindex]")].sort((a, b) => place(a) - place(b)))
      .filter(lane => lane.length > 0);
    let current = lanes.length > 0 ? lanes[0][0] : null;
    const explain = item => { explanation.textContent = item.getAttribute("aria-label"); };
    const itemOf = event => event.target.closest("[tabindex]");
    for (const item of lanes.flat()) {
      item.setAttribute("tabindex", item === current ? "0" : "-1");
      // The sentence stands below the picture; a tooltip would only cover something.
      const title = item.querySelector("title");
      if (title) title.remove();
    }
    picture.addEventListener("pointerover", event => {
      const item = itemOf(event);
      if (item) explain(item);
    });
    picture.addEventListener("click", event => {
      const item = itemOf(event);
      if (item) item.focus();
    });
    picture.addEventListener("focusin", event => {
      const item = itemOf(event);
      if (!item) return;
      current.setAttribute("tabindex", "-1");
      item.setAttribute("tabindex", "0");
      current = item;
      explain(item);
      item.scrollIntoView({ block: "nearest", inline: "nearest" });
    });
    picture.addEventListener("keydown", event => {
      const row = lanes.findIndex(lane => lane.includes(current));
      if (row < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
      const lane = lanes[row];
      const index = lane.indexOf(current);
      const nearest = other => other && other.reduce((best, item) =>
        Math.abs(place(item) - place(current)) < Math.abs(place(best) - place(current))
          ? item : best);
      const next = {
        ArrowLeft: () => lane[index - 1], ArrowRight: () => lane[index + 1],
        ArrowUp: () => nearest(lanes[row - 1]), ArrowDown: () => nearest(lanes[row + 1]),
        Home: () => lane[0], End: () => lane[lane.length - 1],
      }[event.key];
      if (!next) return;
      event.preventDefault();
      const item = next();
      if (item) item.focus();
    });
    scroller.addEventListener("scroll", () => {
      picture.style.setProperty("--scrolled", scroller.scrollLeft + "px");
    });
    if (document.documentElement.classList.contains("live")) {
      // Whoever reads a bar isn't disturbed.
      setInterval(() => {
        if (!picture.contains(document.activeElement)) location.reload();
      }, 3000);
    }

    """#
}
