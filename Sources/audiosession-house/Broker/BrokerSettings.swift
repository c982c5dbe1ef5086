/// How the broker is reached.
struct BrokerSettings: Equatable, Sendable {
  var address: BrokerAddress?
  /// The name that the broker knows this machine by; nil: it asks for none.
  var user: String?
  /// The file whose first line is the password.
  var passwordFile: String?
  /// The file with the certificates that the broker's is checked against; with it, the connection is
  /// by TLS.
  var certificateAuthority: String?
  /// This machine's own certificate and its key, where the broker asks for them.
  var certificate: String?
  var key: String?

  var port: UInt16 { address?.port ?? (certificateAuthority == nil ? 1883 : 8883) }

  /// The address with its port, for messages.
  var place: String {
    guard var address else { return "?" }
    address.port = port
    return address.description
  }
}
