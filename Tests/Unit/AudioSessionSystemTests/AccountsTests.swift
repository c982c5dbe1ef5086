import AudioSessionSystem
import Foundation
import TestSupport
import Testing

/// Names and numbers of users and groups, from the machine's getent and from ones of the tests' own.
struct AccountsTests {
  @Test func `users and groups by name and number`() {
    let accounts = Accounts()
    #expect(accounts.userID(named: "root") == 0)
    #expect(accounts.groupID(named: "root") == 0)
    #expect(accounts.userName(of: 0) == "root")
    #expect(accounts.groupName(of: 0) == "root")
    #expect(accounts.userID(named: "no such user") == nil)
    #expect(accounts.groupID(named: "no such group") == nil)
    #expect(accounts.userName(of: 4_294_967_294) == nil)
    #expect(accounts.groupName(of: 4_294_967_294) == nil)
    #expect(accounts.groups(ofUser: 0).first == 0)
    #expect(accounts.groups(ofUser: 4_294_967_294) == [])
  }

  @Test func `each question is asked once`() throws {
    let getent = try Getent("echo alice:x:1000:100:Alice,,:/home/alice:/bin/sh")
    let accounts = Accounts(program: getent.path)
    for _ in 1...3 {
      #expect(accounts.userID(named: "alice") == 1000)
      #expect(accounts.userName(of: 1000) == "alice")
    }
    #expect(try getent.questions == ["passwd alice", "passwd 1000"])
  }

  @Test func `a user has his primary group first, and no group twice`() throws {
    let getent = try Getent(
      """
      case $1 in
      passwd) printf '%s\\n' 'dom\\al ice:x:1000:100::/:' ;;
      initgroups) echo "$2             29 100 4294967294" ;;
      esac
      """
    )
    #expect(Accounts(program: getent.path).groups(ofUser: 1000) == [100, 29, 4_294_967_294])
    #expect(try getent.questions == ["passwd 1000", "initgroups dom\\al ice"])
  }

  @Test func `a name of letters with several bytes loses no group`() throws {
    let name = String(repeating: "é", count: 12)
    let getent = try Getent(
      """
      case $1 in
      passwd) printf '%s\\n' '\(name):x:1000:100::/:' ;;
      initgroups) echo "$2 1000 27" ;;
      esac
      """
    )
    #expect(Accounts(program: getent.path).groups(ofUser: 1000) == [100, 1000, 27])
  }

  @Test func `getent gets the search path and nothing else of the environment`() throws {
    let getent = try Getent("env | grep -v '^PATH=\\|^PWD=\\|^SHLVL=\\|^_=' >&9; echo a:x:1:1::/:")
    #expect(Accounts(program: getent.path).userID(named: "a") == 1)
    #expect(try getent.questions == ["passwd a"])
  }

  @Test func `endless output is no answer`() throws {
    let getent = try Getent("exec yes a:x:1:1::/:")
    #expect(Accounts(program: getent.path).userID(named: "a") == nil)
  }

  @Test func `names that getent takes for numbers or options: not found, and getent isn't asked`()
    throws
  {
    let getent = try Getent("echo root:x:0:0::/:")
    let accounts = Accounts(program: getent.path)
    for name in ["", "0", "1000", "+1", "-1", "-s", " 1", "\t1", "a\0b"] {
      #expect(accounts.userID(named: name) == nil, "\(name)")
      #expect(accounts.groupID(named: name) == nil, "\(name)")
    }
    #expect(try getent.questions == [])
    #expect(accounts.userID(named: "9wm") == 0)
  }

  @Test(arguments: [
    "exit 2", "echo alice:x:1000:100::/:; exit 1", "echo alice", "echo alice:x:1000", "kill -9 $$",
    "echo alice:x:-1:-1::/:", "echo alice:x:4294967296:4294967296::/:", "echo",
  ])
  func `a failed or malformed answer of getent: no user and no groups`(script: String) throws {
    let getent = try Getent(script)
    let accounts = Accounts(program: getent.path)
    #expect(accounts.userID(named: "alice") == nil)
    #expect(accounts.groups(ofUser: 1000) == [])
  }

  @Test func `without getent nobody is known`() {
    let accounts = Accounts(program: "audiosession-no-such-program")
    #expect(accounts.userID(named: "root") == nil)
    #expect(accounts.groups(ofUser: 0) == [])
    #expect(accounts.failure == nil)
  }

  @Test(arguments: [
    ("exit 2", nil), ("exit 1", "it ended with status 1"), ("kill -9 $$", "it gave no answer"),
    // What a getent whose output can't be written says.
    ("exit 0", "its answer has no end"), ("printf alice:x:1", "its answer has no end"),
  ])
  func `a getent that fails is told apart from an unknown name`(
    script: String,
    failure: String?
  ) throws {
    let getent = try Getent(script)
    let accounts = Accounts(program: getent.path)
    #expect(accounts.userID(named: "alice") == nil)
    #expect(accounts.failure == failure)
    #expect(try getent.questions == ["passwd alice"])
  }

  @Test func `a getent that can't be started is told apart from an unknown name`() throws {
    let getent = try Getent("exit 2")
    let accounts = Accounts(program: getent.path)
    #expect(accounts.userID(named: "alice") == nil)
    #expect(accounts.failure == nil)
    chmod(getent.path, 0o600)
    #expect(accounts.userID(named: "bob") == nil)
    #expect(accounts.failure == "posix_spawn: Permission denied")
  }

  @Test(arguments: ["sleep 1000", "echo alice:x:1000:100::/:; exec sleep 1000 >&-"])
  func `a getent that hangs is ended, and isn't asked again`(script: String) throws {
    let getent = try Getent(script)
    // Time enough to begin, on a machine that does much else.
    let accounts = Accounts(program: getent.path, patience: .milliseconds(500))
    #expect(accounts.userID(named: "alice") == nil)
    #expect(accounts.userID(named: "bob") == nil)
    #expect(accounts.userName(of: 0) == nil)
    #expect(accounts.failure == "it gave no answer")
    #expect(try getent.questions == ["passwd alice"])
    // With whatever it has started: nobody is left who has its file open.
    let asked = try FileHandle(forReadingFrom: URL(filePath: getent.log))
    try Condition.wait("the end of all that have the file open") {
      flock(asked.fileDescriptor, LOCK_EX | LOCK_NB) == 0
    }
  }
}

/// A program in getent's place, which notes what it is asked.
private struct Getent {
  let path: String
  let log: String
  private let folder: TemporaryDirectory

  /// - Parameter script: What it does, in the language of the shell.
  /// - Throws: What the file system says against it.
  init(_ script: String) throws {
    folder = try TemporaryDirectory()
    log = try folder.write("", to: "log")
    // The lock is held by the shell and by all that it starts.
    let text = """
      #!/bin/sh
      exec 9>> '\(log)'
      flock --shared 9
      printf '%s\\n' "$*" >&9
      \(script)

      """
    path = try folder.writeProgram(text, to: "getent")
  }

  /// The questions in the order in which they were asked.
  var questions: [String] {
    get throws {
      try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }
  }
}
