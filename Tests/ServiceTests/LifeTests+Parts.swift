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
        """
    ),
    Part(
      title: "a good configuration is taken over, a wrong one refused with file and line",
      text: """
        reloaded
        "duckGain":0.3
        not reloaded
        /etc/audiosession/audiosessiond.conf.d/50-test.conf:2: DuckGain=loud: expected a number, \
        0 to 1
        "duckGain":0.3
        active
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
        a client knows its daemon: "uid":1001 "uid":1002 
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
        ░░ Subject: The audio session arbiter took the place of one that ended
        """
    ),
    Part(
      title: "the doctor is content",
      text: """
        ok    socket                 /run/audiosession/socket answers.
        ok    daemon                 audiosessiond 1.0.0, as this program.
        ok    audiosessiond.socket   It listens, and will after the next boot.
        note  audiosessiond.service  It runs; systemd had to start it again, N times.
            journalctl -xeu audiosessiond.service
        ok    caller                 You are user 0, process N, in …
        ok    grants                 You hold phoneCall, ringtone, alarm, assistant, system, \
        enforcement, observe, admin.

        0 faults, 1 note.
        exit status 0
        idle: 2 sessions on 2 connections, none active, watchdog infinity
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
        fault  socket                 There is no /run/audiosession/socket.
        fault  audiosessiond.socket   It doesn't listen.
            systemctl start audiosessiond.socket
        note   audiosessiond.service  It doesn't run.
        exit status 1
        """
    ),
    Part(
      title: "a user's own daemon is his alone",
      text: """
        before: disabled
        own: done
        other: the end
        ok  socket                 /run/user/N/audiosession/socket answers.
        ok  daemon                 audiosessiond 1.0.0, as this program.
        ok  audiosessiond.socket   It listens, and will after the next boot.
        ok  audiosessiond.service  It runs.
        ok  caller                 You are user N, process N, in …
        ok  grants                 You hold phoneCall, ringtone, alarm, assistant, system, \
        enforcement, observe, admin.

        All is well.
        """
    ),
    Part(
      title: "what was removed leaves nothing but the account",
      text: """
        not-found
        audiosession:Audio session arbiter:/:/usr/sbin/nologin
        """
    ),
  ]
}
