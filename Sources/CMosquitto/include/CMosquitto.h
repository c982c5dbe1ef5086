// A connection to an MQTT 5 broker by libmosquitto, without its threads and without callbacks: messages
// go out one by one, and whatever comes in is asked for.
//
// Without the trait MQTT no connection can be opened, so that the other functions are never called.
#ifndef AUDIOSESSION_CMOSQUITTO_H
#define AUDIOSESSION_CMOSQUITTO_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// Whether the package was built with the trait MQTT.
bool audiosession_mqtt_is_built_in(void);

/// A message of QoS 1.
struct audiosession_mqtt_message {
  const char *topic;
  const void *payload;
  size_t size;
  /// Seconds after which the broker forgets it; -1: never.
  int64_t expiry;
  /// Whether the broker keeps it for those who subscribe later; of one that came, whether it had.
  bool is_retained;
};

/// How to reach a broker; a text that is NULL isn't used.
struct audiosession_mqtt_broker {
  const char *client, *host;
  int port;
  const char *user, *password;
  /// A file or a folder of certificates; with one of them, the connection is by TLS.
  const char *authority_file, *authority_folder;
  /// This machine's own certificate and key.
  const char *certificate, *key;
  /// Seconds without a message after which either side asks the other whether it is there.
  int keepalive;
  /// What the broker says when the connection ends without an orderly end.
  struct audiosession_mqtt_message will;
};

/// A connection, and what came over it.
struct audiosession_mqtt;

/// Begins to connect.
///
/// - error: A sentence that says why not; it is to be released with free(3).
///
/// Returns NULL if that can't be.
struct audiosession_mqtt *audiosession_mqtt_connect(
  const struct audiosession_mqtt_broker *broker, char **error);
/// Ends the connection at once; with a farewell, the broker doesn't send the will.
void audiosession_mqtt_close(struct audiosession_mqtt *connection, bool says_farewell);

/// The descriptor to wait for, -1 without one.
int audiosession_mqtt_descriptor(struct audiosession_mqtt *connection);
bool audiosession_mqtt_has_unsent(struct audiosession_mqtt *connection);

/// Reads and writes what can be without waiting, and keeps the connection alive; to be called at least
/// once a second.
///
/// Returns NULL, or the reason that the connection is lost, a sentence to be released with free(3).
char *audiosession_mqtt_process(struct audiosession_mqtt *connection);

/// Something that came; the texts live until the next call.
struct audiosession_mqtt_event {
  enum audiosession_mqtt_event_kind {
    audiosession_mqtt_nothing,
    /// The broker has accepted the connection.
    audiosession_mqtt_connected,
    /// The broker has refused it, for the reason.
    audiosession_mqtt_refused,
    audiosession_mqtt_received,
  } kind;
  const char *reason;
  struct audiosession_mqtt_message message;
};

/// Takes the oldest event.
void audiosession_mqtt_next(
  struct audiosession_mqtt *connection, struct audiosession_mqtt_event *event);

/// Returns false if libmosquitto doesn't take it, as without memory.
bool audiosession_mqtt_publish(
  struct audiosession_mqtt *connection, const struct audiosession_mqtt_message *message);
bool audiosession_mqtt_subscribe(struct audiosession_mqtt *connection, const char *filter);
bool audiosession_mqtt_unsubscribe(struct audiosession_mqtt *connection, const char *filter);

#endif
