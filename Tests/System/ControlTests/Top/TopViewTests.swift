import AudioSessionJSON
import AudioSessionWire
import Testing

@testable import ControlCore
@testable import ControlTop

struct TopViewTests {
  /// The daemon of ``Canned`` after a decision, whose explanation has arrived.
  private func model(columns: Int, rows: Int) throws -> Model {
    let sessions = Canned.all + [Canned.game, Canned.siren]
    var model = try Model.canned(sessions, columns: columns, rows: rows)
    var music = Canned.music
    music.gain = 0.5
    try model.hear(
      .serverDecision,
      [
        "seq": 1208, "at": "2026-11-21T10:42:00.500000Z",
        "cause": ["method": "session.activate", "session": 9], "rules": ["R12", "R59"],
        "cells": ["ducking.exclusive"], "changes": [try json(music)], "closed": [],
      ]
    )
    model.settle()
    _ = model.explanationsToRequest(at: Clock.fixed.now)
    model.take(explanation: Canned.explanation, of: 7)
    model.take(explanation: Canned.silence, of: 13)
    return model
  }

  @Test func `the usual screen`() throws {
    var model = try model(columns: 80, rows: 24)
    model.press("jj")
    #expect(
      model.screen() == """
        audiosessiond 1.0.0, at /fake, up 2 h 13 min
        7 sessions: 4 active (2 lowered), 1 interrupted, 2 inactive.  Decision 1208, 1/…
            ID NAME             STATE       GAIN           FOR REASON
        Zone hall\\u{9b}
            14 siren            playing     ████   0 dB
        Zone kitchen
            13 game             active      ░░░░ silent        silent switch (R62)
        No zone, or one that isn't shown
        >    7 mpd              playing     ███░  -6 dB    7 s under ナビ (R59 ducking.…
             9 ナビ             active      ████   0 dB        lowers mpd
            10 -                interrupted                    by mpd
            11 memo\\u{9b}       inactive
            12 mpd              inactive
        ── mpd (session 7) ─────────────────────────────────────────────────────────────
        playback, kind exclusive, priority normal, owner mpd.service.
        mpd (session 7) is lowered under ナビ (session 9) (R59 ducking.exclusive), since
        10:41:55 (12 s ago).
        ── Decisions ───────────────────────────────────────────────────────────────────
        10:42:00.500  #1208  ナビ (session 9) activates  [R12 R59 ducking.exclusive]
            mpd (session 7): lowered to -6 dB by ナビ (session 9)



        q quit  / filter  e explain  x evict  s sort (state)  ? help
        """
    )
  }

  @Test func `small screens show what matters most`() throws {
    var model = try model(columns: 50, rows: 10)
    model.press("j")
    #expect(
      model.screen() == """
        7 sessions: 4 active (2 lowered), 1 interrupted, …
            ID NAME             STATE       GAIN
        Zone hall\\u{9b}
            14 siren            playing       0 dB
        Zone kitchen
        >   13 game             active      silent
        No zone, or one that isn't shown
             7 mpd              playing      -6 dB
             9 ナビ             active        0 dB
        q quit  / filter  e explain  x evict  s sort (sta…
        """
    )
    model.size = .init(columns: 20, rows: 5)
    #expect(
      model.screen() == """
        7 sessions: 4 activ…
           14 siren playing
        Zone kitchen
        >  13 game  active
        q quit  / filter  e…
        """
    )
    for (columns, rows) in [(1, 1), (2, 2), (3, 3), (10, 7), (500, 200)] {
      model.size = .init(columns: columns, rows: rows)
      let lines = model.screen().split(separator: "\n", omittingEmptySubsequences: false)
      #expect(lines.count == rows)
      #expect(lines.allSatisfy { String($0).displayWidth <= columns })
    }
  }

  @Test func `a wide screen has every column`() throws {
    var model = try model(columns: 180, rows: 30)
    let lines = model.screen().split(separator: "\n").map(String.init)
    #expect(
      lines[2...9].joined(separator: "\n") == """
            ID  NAME                  OWNER                     PRIORITY   KIND           STATE        GAIN                  FOR  REASON
        Zone hall\\u{9b}
        >   14  siren                 -                         alarm      emergency      playing      ██████████   0 dB
        Zone kitchen
            13  game                  -                         normal     mixable        active       ░░░░░░░░░░ silent          silent switch (R62)
        No zone, or one that isn't shown
             7  mpd                   mpd.service               normal     exclusive      playing      ████████░░  -6 dB     7 s  under ナビ (R59 ducking.exclusive)
             9  ナビ                  navi.service              normal     ducking        active       ██████████   0 dB          lowers mpd
        """
    )
  }

  @Test func `an explanation, the help and the questions`() throws {
    var model = try model(columns: 60, rows: 16)
    model.press("jje")
    #expect(
      model.screen() == """
        audiosessiond 1.0.0, at /fake, up 2 h 13 min
        7 sessions: 4 active (2 lowered), 1 interrupted, 2 inactive.
        ── Explanation of mpd (session 7) ──────────────────────────
          mpd (session 7), playback, kind exclusive: active,
          playing, lowered to -6 dB.

          mpd (session 7) is lowered under ナビ (session 9) (R59
          ducking.exclusive), since 10:41:55 (12 s ago).



        ── Decisions ───────────────────────────────────────────────
        10:42:00.500  #1208  ナビ (session 9) activates  [R12 R59 d…
            mpd (session 7): lowered to -6 dB by ナビ (session 9)

        Esc back  x evict  Up, Down scroll
        """
    )
    model.press("e?")
    #expect(model.screen().contains("  x               evict the session: close it, whoever owns"))
    model.press(.escape)
    model.press("x")
    let question = "Evict mpd (session 7)? Press y to close it, any other key t…"
    #expect(model.screen().hasSuffix("\n\(question)"))
    model.press("n/n\u{9B}")
    #expect(model.screen().hasSuffix("\nFilter: n\\u{9b}_"))
  }
}
