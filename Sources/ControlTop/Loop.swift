import AudioSessionClient
import AudioSessionEventLoop
import AudioSessionSystem
import AudioSessionWire
package import ControlCore
import Glibc

/// The loop of `top`: waits for keys, signals, messages and moments, and draws what changed.
package struct Loop: ~Copyable {
  private enum Token {
    static let keys: UInt64 = 1
    static let signals: UInt64 = 2
    static let daemon: UInt64 = 3
  }

  /// The times between two drawings, between attempts to find a daemon that went away, and after an
  /// Escape that could be the beginning of a sequence.
  private static let frame = Duration.milliseconds(50)
  private static let retry = Duration.milliseconds(500)
  private static let patience = Duration.milliseconds(50)

  private static let signals = [SIGTERM, SIGINT, SIGHUP, SIGQUIT, SIGWINCH, SIGTSTP, SIGCONT]

  private let poller: Poller
  private let signals: SignalQueue
  private var terminal: Terminal
  private var link: Link?
  private var model: Model
  private var decoder = KeyDecoder()
  private var screen = Screen()
  private let path: String
  private let timeout: Duration
  private let colour: Colour
  private let isUTC: Bool
  /// True if something has changed since the last drawing.
  private var isStale = true
  private var drawnAt: Int64 = 0
  /// When the Escape arrived that the decoder is undecided about.
  private var escapedAt: Int64 = 0
  private var retriedAt: Int64 = 0
  /// True while the poller watches for room to write, to the daemon and to the terminal.
  private var isSending = false
  private var isWriting = false
  /// The signal that ends the program.
  private var ending: CInt?

  /// Draws the sessions of a daemon on a terminal until the user has seen enough.
  ///
  /// - Returns: The exit status.
  package static func run(
    _ invocation: Invocation,
    on terminal: consuming Terminal,
    _ colour: Colour
  ) throws(Failure) -> CInt {
    let daemon = try Daemon(invocation)
    do throws(Errno) {
      // Before the terminal is changed, so that no signal ends the program while it is.
      let signals = try SignalQueue(Loop.signals)
      var loop = Loop(invocation, terminal, daemon.path, colour, try Poller(), signals)
      try loop.join(Link(daemon))
      return try loop.run()
    } catch {
      throw .system(error)
    }
  }

  private init(
    _ invocation: Invocation,
    _ terminal: consuming Terminal,
    _ path: String,
    _ colour: Colour,
    _ poller: consuming Poller,
    _ signals: consuming SignalQueue
  ) {
    model = Model(place: Loop.place(path), size: terminal.size)
    self.poller = poller
    self.signals = signals
    self.terminal = terminal
    self.path = path
    self.colour = colour
    timeout = invocation.timeout
    isUTC = invocation.has("utc")
    link = nil
  }

  private static func place(_ path: String) -> String {
    switch path {
    case SocketPath.system: "system-wide instance at \(path)"
    case SocketPath.ofUser(): "per-user instance at \(path.printable)"
    default: "at \(path.printable)"
    }
  }

  private mutating func run() throws(Errno) -> CInt {
    try poller.register(signals.number, for: .reading, token: Token.signals)
    try poller.register(terminal.number, for: .reading, token: Token.keys)
    terminal.enter()
    defer { terminal.leave() }
    while true {
      exchange()
      if model.isDone { return 0 }
      if let ending { return ending == SIGINT ? 0 : 128 + ending }
      draw()
      try watch()
      let count = try poller.wait(timeout: wait)
      if count == 0 { pass() }
      for index in 0..<count { try handle(poller[index]) }
      decide()
    }
  }

  private var clock: Clock { isUTC ? .utc : .system }
}

/// Waiting.
extension Loop {
  /// Watches for room to write only while something has to be written.
  private mutating func watch() throws(Errno) {
    if let wanted = link?.hasUnsent, wanted != isSending, let number = link?.number {
      try poller.modify(
        number,
        for: wanted ? [.reading, .writing] : .reading,
        token: Token.daemon
      )
      isSending = wanted
    }
    let isFull = !terminal.unsent.isEmpty
    guard isFull != isWriting else { return }
    try poller.modify(
      terminal.number,
      for: isFull ? [.reading, .writing] : .reading,
      token: Token.keys
    )
    isWriting = isFull
  }

  /// The time until something has to be done though nothing happens; nil if never.
  private var wait: Duration? {
    let now = SystemClock.boottime
    var times: [Duration] = []
    if let interval = model.interval(at: clock.now) { times.append(interval) }
    if model.lacksExplanations { times.append(.milliseconds(250)) }
    if isStale, terminal.unsent.isEmpty {
      times.append(Loop.frame - .nanoseconds(now - drawnAt))
    }
    if link == nil { times.append(Loop.retry - .nanoseconds(now - retriedAt)) }
    if decoder.isUndecided { times.append(Loop.patience - .nanoseconds(now - escapedAt)) }
    return times.min().map { max(.zero, $0) }
  }

  /// An Escape that nothing has followed is the key, however much the daemon has sent since.
  private mutating func decide() {
    let age = Duration.nanoseconds(SystemClock.boottime - escapedAt)
    if decoder.isUndecided, age >= Loop.patience { press(decoder.flush()) }
  }

  /// Time has passed.
  private mutating func pass() {
    isStale = true
    let now = SystemClock.boottime
    guard link == nil, .nanoseconds(now - retriedAt) >= Loop.retry else { return }
    retriedAt = now
    guard let link = try? Link(again: path, timeout: timeout) else { return }
    model.begin()
    // It can't be watched if the system has no memory for it; then the next attempt is made.
    try? join(link)
  }

  private mutating func draw() {
    let now = SystemClock.boottime
    guard isStale, terminal.unsent.isEmpty, .nanoseconds(now - drawnAt) >= Loop.frame else {
      return
    }
    isStale = false
    drawnAt = now
    model.settle()
    let view = View(model, clock)
    // Keys that could scroll no further must not be undone by as many in the other direction.
    model.panelOffset = min(model.panelOffset, view.lastPanelOffset)
    let text = screen.update(view.lines, columns: model.size.columns, colour)
    if !text.isEmpty { terminal.write(text) }
  }
}

/// What happens.
extension Loop {
  private mutating func handle(_ event: Poller.Event) throws(Errno) {
    switch event.token {
    case Token.keys:
      terminal.flush()
      let bytes = terminal.read()
      press(decoder.decode(bytes))
      if !bytes.isEmpty { escapedAt = SystemClock.boottime }
      if event.readiness.contains(.hungUp), bytes.isEmpty { ending = SIGHUP }
    case Token.signals:
      while let signal = try signals.next() { take(signal) }
    default: receive()
    }
  }

  private mutating func press(_ keys: [Key]) {
    for key in keys {
      // Keys act on the table as it is now, not as it was drawn last.
      model.settle()
      model.press(key)
      if key == .redraw { screen.forget() }
    }
    if !keys.isEmpty { isStale = true }
  }

  private mutating func take(_ signal: CInt) {
    switch signal {
    case SIGWINCH: resize()
    case SIGTSTP: suspend()
    case SIGCONT: resume()
    default: ending = signal
    }
  }

  private mutating func resize() {
    model.size = terminal.size
    screen.forget()
    isStale = true
  }

  /// Stops the program as its shell expects, on a terminal as it was.
  private mutating func suspend() {
    terminal.leave()
    kill(getpid(), SIGSTOP)
    resume()
  }

  private mutating func resume() {
    terminal.enter()
    resize()
  }
}

/// The daemon.
extension Loop {
  private mutating func join(_ link: consuming Link) throws(Errno) {
    try poller.register(link.number, for: .reading, token: Token.daemon)
    isSending = false
    self.link = consume link
  }

  /// Sends the model's requests.
  private mutating func exchange() {
    let now = clock.now
    link?.request(for: &model, at: now)
    if link?.hasUnsent ?? false, !isSending { receive() }
  }

  private mutating func receive() {
    isStale = true
    let now = clock.now
    do throws(Failure) {
      try link?.exchange(with: &model, at: now)
    } catch {
      leave()
    }
  }

  /// Gives up a connection that has ended.
  private mutating func leave() {
    if let number = link?.number { try? poller.remove(number) }
    link = nil
    retriedAt = SystemClock.boottime
    model.lose()
  }
}
