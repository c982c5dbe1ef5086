import AudioSessionJSON
import AudioSessionSchema
import AudioSessionTypes
import Testing

@testable import AudioSessionWire

/// One exact error a kind.
struct ErrorLineTests {
  private static let cell = "exclusive.phoneCall"
  private static let blocker = BlockerObject(session: 9, name: nil, priority: .phoneCall)
  private static let blockerText = #"{"session":9,"name":null,"priority":"phoneCall"}"#

  private static let fault = MemberFault("mode", expected: "a mode", found: .json("7"))

  private static let errors: [(RPCError, Int, String)] = [
    (.parseError(expected: "a value", at: 0), -32700, #"{"name":"parseError"}"#),
    (.invalidRequest(expected: "an object"), -32600, #"{"name":"invalidRequest"}"#),
    (.methodNotFound("x"), -32601, #"{"name":"methodNotFound"}"#),
    (
      .invalidParams(MemberFault("a", expected: "b", found: .json("\"c\""))), -32602,
      #"{"name":"invalidParams","parameter":"a","expected":"b","found":"c"}"#
    ),
    (.internalError, -32603, #"{"name":"internalError"}"#),
    (.notPermitted(lacking: "the grant admin"), -32001, #"{"name":"notPermitted"}"#),
    (.noSuchSession("7"), -32002, #"{"name":"noSuchSession"}"#),
    (
      .limitExceeded(limit: "connections", value: 4096), -32003,
      #"{"name":"limitExceeded","limit":"connections","value":4096}"#
    ),
    (.unsupportedProtocol(2), -32004, #"{"name":"unsupportedProtocol","supported":[1]}"#),
    (.unsupportedProtocol(nil), -32004, #"{"name":"unsupportedProtocol","supported":[1]}"#),
    (
      .refused(RPCRefusal(.badParam, rule: .R4, fault: fault)), -50,
      #"{"name":"badParam","fourCC":null,"rule":"R4","parameter":"mode","expected":"a mode","#
        + #""found":7}"#
    ),
    (
      .refused(
        RPCRefusal(.insufficientPriority, rule: .R59, cell: "exclusive.phoneCall", by: blocker)
      ), 561_017_449,
      #"{"name":"insufficientPriority","fourCC":"!pri","rule":"R59","#
        + #""cell":"exclusive.phoneCall","by":\#(blockerText)}"#
    ),
  ]

  @Test func `R3: who lacks a grant is told which`() {
    let rows: [(RPCRefusal.Claim?, String)] = [
      (
        .priority(.alarm),
        "The priority alarm requires a grant that this process lacks: [Grant alarm] in "
          + "audiosessiond.conf assigns it."
      ),
      (
        .role("siren"),
        "The role siren requires a grant that this process lacks: [Grant siren] in "
          + "audiosessiond.conf assigns it."
      ),
      (
        .removedRole("siren"),
        "The role siren is no longer configured; set another role, or none."
      ),
      (
        nil,
        "The priority requires a grant that this process lacks: [Grant NAME] in "
          + "audiosessiond.conf assigns it."
      ),
    ]
    for (claim, message) in rows {
      let error = RPCError.refused(RPCRefusal(.missingEntitlement, rule: .R3, claim: claim))
      #expect(error.message == message)
    }
  }

  @Test func `errors carry number, sentence and data`() throws {
    for (error, code, data) in ErrorLineTests.errors {
      let value = try JSONValue(parsing: written(error))
      #expect(value.members?.map(\.name) == ["code", "message", "data"])
      #expect(value["code"]?.integer == Int64(code))
      #expect(value["data"]?.text == data)
    }
    let all =
      ErrorLineTests.errors.map(\.0) + ArbitrationError.allCases.map { .refused(RPCRefusal($0)) }
    for error in all { #expect(error.message.hasSuffix(".") && !error.message.hasSuffix("..")) }
    #expect(
      RPCError.refused(RPCRefusal(.badParam, rule: .R4, fault: Self.fault)).message
        == "The parameter \"mode\" is wrong: expected a mode, found 7."
    )
  }

  @Test func `an error is read as it was written`() throws {
    for (error, _, _) in Self.errors {
      let object: ErrorReply = try ErrorReply(error).json.read()
      #expect(object == ErrorReply(error))
    }
  }
}
