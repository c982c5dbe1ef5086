/// What is to be seen of the service's life, in the order of the script.
extension LifeTests {
  static let parts = [
    Part(
      title: "the package installs what starts with the first client",
      text: """
        enabled
        enabled
        after the installation: active
        stopped: inactive, its socket active
        first: done
        now: active, as audiosession
        /usr/share/man/man7/audiosession-rules.7.gz
        /usr/share/doc/audiosession/Rules.md.gz
        /usr/lib/python3/dist-packages/audiosession/__init__.py
        """
    ),
    Part(
      title: "a good configuration is taken over, a wrong one refused with file and line",
      text: """
        reloaded
        "duckGain":0.3
        note configuration /etc/audiosession/audiosessiond.conf.d/50-test.conf has changed since \
        the daemon read its configuration.
        "duckGain":0.4
        the configuration was read again: DuckGain 0.3 -> 0.4 (50-test.conf:2)
        lines of settings in the journal: 0
        not reloaded
        /etc/audiosession/audiosessiond.conf.d/50-test.conf:2: DuckGain=loud: expected a number, \
        0 to 1, or decibels such as -12dB
        "duckGain":0.4
        active
        audiosessiond: read as user audiosession, as the service does
        /etc/audiosession/audiosessiond.conf.d/50-test.conf: Permission denied: expected to be \
        able to read it
        exit status 78
        """
    ),
    Part(
      title: "a grant to a unit holds for the system's unit of that name, not for a user's",
      text: """
        system: done
        user: refused, missingEntitlement
        """
    ),
    Part(
      title: "a grant by the name of a user or a group holds, after a reload and after a start",
      text: """
        user: done
        member: done
        other: refused, missingEntitlement
        user: done
        member: done
        other: refused, missingEntitlement
        audiosessiond: read as user audiosession, as the service does
        /etc/audiosession/audiosessiond.conf.d/50-test.conf:4: warning: Users=carol: expected a \
        user that exists, not carol
        exit status 0
        """
    ),
    Part(
      title: "a restart of any kind is one reset for each, on the connection that they had",
      text: """
        SIGKILL
        one: mediaServices.wereReset
        two: mediaServices.wereReset
        SIGSEGV
        one: mediaServices.wereReset
        two: mediaServices.wereReset
        SIGSTOP, with a session that is active
        one: done
        one: mediaServices.wereReset
        two: mediaServices.wereReset
        systemctl restart
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        an upgrade
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        a downgrade
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        users that the daemon knows of: 2
        """
    ),
    Part(
      title: "systemd is reloaded, and executed anew: of 200 clients, none notices it",
      text: """
        200 sessions
        idle, daemon-reload: 0 restarts
        idle, daemon-reexec: 0 restarts
        idle, daemon-reload: 0 restarts
        one: done
        active, daemon-reload: 0 restarts
        active, daemon-reexec: 0 restarts
        active, daemon-reload: 0 restarts
        200 still connected
        """
    ),
    Part(
      title: "a wrong file, a crash and an upgrade in any order: nobody loses his connection",
      text: """
        wrong crash upgrade
        \(fault). \(older)
        \(crash)\(fault). \(without).
        \(upgrade)\(fault). \(without).
        \(mended)
        wrong upgrade crash
        \(fault). \(older)
        \(upgrade)\(fault). \(without).
        \(crash)\(fault). \(without).
        \(mended)
        crash wrong upgrade
        \(crash)\(answers)
        \(fault). \(older)
        \(upgrade)\(fault). \(without).
        \(mended)
        upgrade wrong crash
        \(upgrade)\(answers)
        \(fault). \(older)
        \(crash)\(fault). \(without).
        \(mended)
        """
    ),
    Part(
      title: "what can't start is tried again, the socket stays, and who waits is served",
      text: """
        socket active
        \(doesNotStart)
        \(doesNotStart)
        one: mediaServices.wereReset
        two: mediaServices.wereReset
        who waited: 0
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        """
    ),
    Part(
      title: "without its account it serves all the same, and with it again as before",
      text: """
        success, after 0 further attempts
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        success, after 0 further attempts
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        now as audiosession
        """
    ),
    Part(
      title: "the lock-down locks, once the socket has been made anew",
      text: """
        666 root
        fault audiosessiond.socket Its unit file says mode 0660 and group audio; the socket has \
        mode 0666 and group root.
         systemctl restart audiosessiond.socket
        660 audio
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        \(answers)
        fault socket /run/audiosession/socket isn't accessible to you: its owner is root, and the \
        group audio may connect. Run this, then log in again:
        bob may come in
        one: mediaServices.wereLost
        one: mediaServices.wereReset
        two: mediaServices.wereLost
        two: mediaServices.wereReset
        """
    ),
    Part(
      title: "twenty-five deaths in a row are survived by all",
      text: """
        25 one: mediaServices.wereReset
        25 two: mediaServices.wereReset
        now: active, socket active
        """
    ),
    Part(
      title: "ten deaths under the load of 200 clients: never half a line, never silence",
      text: """
        a connection in order
        10 one: mediaServices.wereReset
        10 two: mediaServices.wereReset
        """
    ),
    Part(
      title: "the journal has fields and explanations",
      text: """
        "ADOPTED"
        "DROPPED"
        "EPOCH"
        "PREVIOUS_EPOCH"
        "PRIORITY"
        "SYSLOG_IDENTIFIER"
        "_SYSTEMD_UNIT":"audiosessiond.service"
        ░░ Subject: The audio session arbiter has replaced one that ended
        /etc/audiosession/audiosessiond.conf.d/50-test.conf:2: DuckGain=loud: expected a number, \
        0 to 1, or decibels such as -12dB
        /etc/audiosession/audiosessiond.conf.d/50-test.conf is ignored; the rest of the \
        configuration is in force
        ░░ Subject: An audio session configuration file was ignored
        ░░ The daemon has started without /etc/audiosession/audiosessiond.conf.d/50-test.conf, \
        which contains an error: the message
        """
    ),
    Part(
      title: "the doctor is content",
      text: """
        ok    socket                 /run/audiosession/socket answers.
        ok    daemon                 audiosessiond 1.0.0, the same as this program.
        ok    audiosessiond.socket   It is listening, and will after the next boot.
        note  audiosessiond.service  It is running, after N restarts by systemd.
            sudo journalctl -xeu audiosessiond.service
        ok    configuration          2 files, without faults.
        ok    caller                 You are user 0, process N, in …
        ok    grants                 You hold phoneCall, ringtone, alarm, assistant, system, \
        enforcement, observe, admin.

        0 faults, 1 note.
        exit status 0
        idle: 2 sessions on 2 connections, none active, watchdog 0
        one: done
        busy: 2 sessions on 2 connections, 1 active; session N (exclusive) holds the sound, \
        watchdog 1s
        """
    ),
    Part(
      title: "a stop is told, and then the connection ends",
      text: """
        one: mediaServices.wereLost
        one: the end
        two: mediaServices.wereLost
        two: the end
        the socket is gone
        fault  audiosessiond.socket   It isn't listening.
            systemctl start audiosessiond.socket
        note   audiosessiond.service  It isn't running.
        exit status 1
        """
    ),
    Part(
      title: "a user's own daemon is his alone",
      text: """
        before: disabled
        own: done
        restarts: 0
        other: the end
        ok  socket                 /run/user/N/audiosession/socket answers.
        ok  daemon                 audiosessiond 1.0.0, the same as this program.
        ok  audiosessiond.socket   It is listening, and will after the next boot.
        ok  audiosessiond.service  It is running.
        ok  configuration          No files: the built-in configuration is in force.
        ok  caller                 You are user N, process N, in …
        ok  grants                 You hold phoneCall, ringtone, alarm, assistant, system, \
        enforcement, observe, admin.

        All is well.
        fault own daemon Your own daemon is enabled, but its socket isn't listening. The \
        system-wide one answers.
         audiosessiond --user --check-config
         systemctl --user restart audiosessiond.socket audiosessiond.service
          This is the system-wide instance: yours is enabled, but isn't up.
          `audiosessionctl doctor` shows what to do.
        """
    ),
    Part(
      title: "what was removed leaves nothing but the account",
      text: """
        the user's: inactive
        the user's: inactive
        not-found
        audiosession:Audio session arbiter:/:/usr/sbin/nologin
        """
    ),
  ]

  private static let fault =
    "fault configuration 50-test.conf:2: DuckGain=loud: expected a number, 0 to 1, or decibels "
    + "such as -12dB"
  private static let older =
    "The daemon has an older configuration, and would ignore the file at its next start."
  private static let doesNotStart =
    "fault audiosessiond.service It doesn't start; its last message: /run/wrong.conf:1: nonsense: "
    + "expected Key=Value, [Section] or a comment."
  private static let without = "The daemon ignores that file"
  private static let answers = "ok socket /run/audiosession/socket answers."
  private static let crash = "one: wereReset;two: wereReset;"
  private static let upgrade = "one: wereLost;one: wereReset;two: wereLost;two: wereReset;"
  /// The file that is wrong in the end, and how it is mended.
  private static let mended = """
    configuration wrong at 50-test.conf:2
    \(fault). \(without), which has been corrected since.
    "duckGain":0.3
    \(answers)
    """
}
