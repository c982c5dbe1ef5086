/// The look of a timeline: states differ by pattern and height, and by colour besides.
enum Style {
  /// The style of the picture.
  ///
  /// The contrast of its colours to the ground is at least 4.5 for text and 3 for shapes.
  static let picture = """
    :root {
      color-scheme: light dark;
      --ground: #ffffff; --text: #1a2027; --faint: #57616d; --line: #dfe4ea; --edge: #77828f;
      --playing: #0b5fa5; --on-playing: #ffffff; --ducked: #a85b00; --interrupted: #b3261e;
      --recording: #7b1fa2; --silent: #e6f0f9; --focus: #d400a0; --crowded: #3d4854;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --ground: #12171d; --text: #e9eef3; --faint: #a3aebb; --line: #2a333d; --edge: #8995a3;
        --playing: #6cb4f0; --on-playing: #08131d; --ducked: #f2aa3c; --interrupted: #ff8a7a;
        --recording: #dd9bf0; --silent: #1d2f40; --focus: #ff7ad9; --crowded: #b9c4d0;
      }
    }
    .timeline { font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; display: block; }
    .timeline text { fill: var(--text); }
    .ground { fill: var(--ground); }
    .timeline .title { font-size: 18px; font-weight: 600; }
    .timeline .faint { fill: var(--faint); font-weight: 400; }
    .tick { stroke: var(--line); }
    .timeline .time { font-size: 11px; font-variant-numeric: tabular-nums; }
    .cut-time { font-size: 10px; text-anchor: middle; }
    .zone { font-size: 14px; font-weight: 600; }
    .life { stroke: var(--edge); stroke-dasharray: 1 3; }
    .name { font-weight: 600; transform: translateX(var(--scrolled, 0px)); }
    .box { fill: var(--ground); stroke: var(--edge); }
    .playing .level, .recording .level { fill: var(--playing); }
    .playing .box, .recording .box { stroke: var(--playing); }
    .silent .box { fill: var(--silent); stroke: var(--playing); }
    .ducked .level { fill: var(--ducked); }
    .ducked .box { fill: url(#hatched); stroke: var(--ducked); }
    .interrupted .box { fill: url(#striped); stroke: var(--interrupted); stroke-dasharray: 4 2; }
    .unknown .box { fill: url(#dotted); stroke: none; }
    .crowded .box { fill: url(#crossed); stroke: var(--crowded); }
    .reel { fill: url(#beaded); }
    .timeline .word { paint-order: stroke; stroke: var(--ground); stroke-width: 4px;
      stroke-linejoin: round; }
    .timeline .playing .word, .timeline .recording .word { fill: var(--on-playing); stroke: none; }
    .sign { stroke: var(--ground); stroke-width: 1.5; }
    .refused path { fill: var(--interrupted); }
    .ended path { fill: var(--crowded); }
    .system path { fill: var(--playing); }
    .bar, .sign, .gap { cursor: help; outline: none; }
    .focus { fill: none; stroke: none; }
    :focus > .focus, .bar:hover > .focus, .sign:hover > .focus, .gap:hover > .focus {
      stroke: var(--focus); stroke-width: 2.5; }
    .gap .box { fill: url(#missing); stroke: var(--edge); stroke-dasharray: 2 2; }
    .cut { fill: var(--ground); stroke: none; }
    .tear { fill: none; stroke: var(--edge); }

    """

  /// What several machines need besides.
  static let machines = """
    .machine { font-size: 16px; }
    .machine .faint { font-size: 12.5px; }
    .border { stroke: var(--edge); }
    .timeline .imported { fill: var(--playing); }

    """

  /// The style of the page around the picture.
  static let page = """
    body { margin: 0; background: var(--ground); color: var(--text); line-height: 1.45;
      font-family: system-ui, "Segoe UI", "DejaVu Sans", sans-serif; }
    header, section { max-width: 72rem; padding: 0.5rem 1rem; }
    h1 { font-size: 1.35rem; margin: 0.5rem 0 0; }
    h2 { font-size: 1.1rem; margin: 1rem 0 0.4rem; }
    p { margin: 0.3rem 0; }
    .faint { color: var(--faint); }
    .legend { display: flex; flex-wrap: wrap; gap: 0.3rem 1.2rem; padding: 0; margin: 0.6rem 0;
      list-style: none; font-size: 0.85rem; }
    .legend li { display: flex; align-items: center; gap: 0.4rem; }
    .scroll { overflow-x: auto; }
    #explanation { position: sticky; bottom: 0; margin: 0; padding: 0.6rem 1rem;
      min-height: 1.45em; background: var(--ground); border: 1px solid var(--edge);
      border-width: 1px 0; overflow-wrap: anywhere; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; font-size: 0.85rem; }
    th, td { text-align: left; vertical-align: top; padding: 0.25rem 1rem 0.25rem 0;
      border-bottom: 1px solid var(--line); }
    td ul { margin: 0; padding: 0; list-style: none; }
    td.time, td.number { white-space: nowrap; font-variant-numeric: tabular-nums; }
    tr.refusal td.what { color: var(--interrupted); }

    """

  /// The patterns by which states are told apart without their colours.
  static let patterns = """
    <defs>
    <pattern id="hatched" width="6" height="6" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(45)"><rect width="6" height="6" fill="var(--ground)"/>\
    <path d="M0 0V6" stroke="var(--ducked)" stroke-width="1.6" stroke-opacity=".55"/></pattern>
    <pattern id="striped" width="7" height="8" patternUnits="userSpaceOnUse">\
    <rect width="7" height="8" fill="var(--ground)"/>\
    <path d="M2 0V8" stroke="var(--interrupted)" stroke-width="2" stroke-opacity=".3"/></pattern>
    <pattern id="dotted" width="6" height="6" patternUnits="userSpaceOnUse">\
    <circle cx="3" cy="3" r="1" fill="var(--edge)"/></pattern>
    <pattern id="crossed" width="5" height="5" patternUnits="userSpaceOnUse">\
    <rect width="5" height="5" fill="var(--crowded)"/>\
    <path d="M0 0L5 5M5 0L0 5" stroke="var(--ground)" stroke-width=".8"/></pattern>
    <pattern id="beaded" width="9" height="6" patternUnits="userSpaceOnUse">\
    <rect width="9" height="6" fill="var(--ground)"/>\
    <circle cx="4.5" cy="3" r="2.4" fill="var(--recording)"/></pattern>
    <pattern id="missing" width="8" height="8" patternUnits="userSpaceOnUse" \
    patternTransform="rotate(-45)">\
    <path d="M0 0V8" stroke="var(--edge)" stroke-width="1.5" stroke-opacity=".5"/></pattern>
    </defs>

    """
}
