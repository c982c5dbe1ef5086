import AudioSessionClient
import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import AudioSessionWire
import ControlCore

extension Verb {
  private static let quiet = Option(
    name: "quiet",
    letter: "q",
    meaning: "Print nothing but errors."
  )

  static let hold = Verb(
    name: "hold",
    argument: .one("NAME"),
    options: [
      Option(
        name: "ttl",
        value: .seconds,
        meaning: "End it after this time (default 30s, or as before)."
      )
    ] + SessionOptions.all + [quiet, shortTimeoutOption],
    timeout: shortTimeout,
    summary: "Open and activate a session that outlives this program.",
    details: """
      For scripts that come in pairs, one at the beginning and one at the end. The session is a
      lease, which belongs to NAME and your user: it ends by `release`, or when its time runs out.
      If NAME is held already, it is renewed and activated again, and changed as far as options are
      given. The default category is playback. If it is refused, nothing is left behind, and the
      exit status is 2. Without a daemon it is 4, and 3 if it doesn't reply in time; a script that is to
      go on regardless ends the line with `|| true`.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let lease = Lease(invocation.arguments[0])
      let session = try lease.hold(invocation, &daemon)
      if invocation.has("json") { return output.print(session.json) }
      if !invocation.has("quiet") { output.print(lease.sentence(session.value)) }
    }
  )

  static let renew = Verb(
    name: "renew",
    argument: .one("NAME"),
    options: [
      Option(
        name: "ttl",
        value: .seconds,
        meaning: "End it after this time (default: as before)."
      ), quiet, shortTimeoutOption,
    ],
    timeout: shortTimeout,
    summary: "Give a held session its whole time again.",
    details: "NAME is the one given to `hold`. Exit status 2 if it isn't held.",
    action: .remote { invocation, daemon, output throws(Failure) in
      let lease = Lease(invocation.arguments[0])
      guard let session = try lease.renew(invocation.duration("ttl"), &daemon) else {
        throw .notHeld(lease.name)
      }
      if invocation.has("json") { return output.print(session.json) }
      if !invocation.has("quiet") { output.print(lease.sentence(session.value)) }
    }
  )

  static let release = Verb(
    name: "release",
    argument: .one("NAME"),
    options: [quiet, shortTimeoutOption],
    timeout: shortTimeout,
    summary: "End a held session.",
    details: """
      NAME is the one given to `hold`. What it lowered comes back, and programs that it interrupted
      are told that they may resume; a session that is held itself isn't a program, and plays again
      by another `hold`. If NAME isn't held, there is nothing to do, and the exit status is 0.
      """,
    action: .remote { invocation, daemon, output throws(Failure) in
      let lease = Lease(invocation.arguments[0])
      let wasHeld = try lease.close(&daemon)
      if invocation.has("json") { return output.print(["released": .bool(wasHeld)] as JSONValue) }
      if invocation.has("quiet") { return }
      output.print("\(lease.name.printable) \(wasHeld ? "was released" : "wasn't held").")
    }
  )
}

/// A session that belongs to its name, and not to a connection.
private struct Lease {
  let name: String

  init(_ name: String) { self.name = name }

  /// The usual time, that of the protocol.
  private static let usualTime = Duration.seconds(30)

  private var member: JSONValue.Member { .init("leaseName", .string(name)) }

  /// Opens or renews the lease, and activates it.
  func hold(_ invocation: Invocation, _ daemon: inout Daemon) throws(Failure) -> Sent<SessionObject>
  {
    let time = invocation.duration("ttl")
    // A wrong option is to change nothing.
    let properties = try SessionOptions.members(invocation)
    let held = try renew(time, &daemon)
    let wasHeld = held != nil
    do throws(Failure) {
      if !wasHeld || SessionOptions.first(in: invocation) != nil {
        try daemon.introduce(invocation)
        let seconds = time?.inSeconds ?? held?.value.lease?.ttlSeconds ?? Lease.usualTime.inSeconds
        let lease: JSONValue = .object([member, .init("ttlSeconds", seconds.json)])
        let whole = wasHeld ? properties : try SessionOptions.members(invocation, usual: .playback)
        let names: [JSONValue.Member] = [.init("name", .string(name)), .init("lease", lease)]
        _ = try daemon.call(.sessionOpen, .object(names + whole))
      }
      return try daemon.call(.sessionActivate, .object([member]), as: SessionObject.self)
    } catch {
      if !wasHeld { withdraw(after: error, &daemon) }
      throw error
    }
  }

  /// Leaves nothing behind of a lease that isn't granted.
  private func withdraw(after failure: Failure, _ daemon: inout Daemon) {
    guard case .client(.timedOut, _) = failure else {
      _ = try? close(&daemon)
      return
    }
    // A daemon that hangs finds it when it goes on; nobody waits for that.
    _ = daemon.send(.sessionClose, .object([member]))
    try? daemon.exchange()
  }

  /// Gives the lease its time again; nil if there is none of this name.
  func renew(
    _ time: Duration?,
    _ daemon: inout Daemon
  ) throws(Failure) -> Sent<SessionObject>? {
    let members = [member] + (time.map { [.init("ttlSeconds", $0.inSeconds.json)] } ?? [])
    return try unlessMissing { () throws(Failure) in
      try daemon.call(.sessionRenew, .object(members), as: SessionObject.self)
    }
  }

  /// Ends the lease; false if there is none of this name.
  func close(_ daemon: inout Daemon) throws(Failure) -> Bool {
    try unlessMissing { () throws(Failure) in
      try daemon.call(.sessionClose, .object([member]))
    } != nil
  }

  private func unlessMissing<Reply>(
    _ call: () throws(Failure) -> Reply
  ) throws(Failure) -> Reply? {
    do throws(Failure) {
      return try call()
    } catch {
      if error.isNoSession { return nil }
      throw error
    }
  }

  /// The line to print, such as `wake-word is held for 30 s`.
  func sentence(_ session: SessionObject) -> String {
    let seconds = session.lease?.ttlSeconds ?? 0
    let remark = session.state == .active ? "" : ", but \(session.state.rawValue)"
    return "\(name.printable) is held for \(Clock.text(ofSeconds: seconds))\(remark)."
  }
}
