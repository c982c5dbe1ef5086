// The connection to the broker.
#ifdef AUDIOSESSION_MQTT

#include "CMosquitto.h"

#include <errno.h>
#include <mosquitto.h>
#include <mqtt_protocol.h>
#include <stdlib.h>
#include <string.h>

bool audiosession_mqtt_is_built_in(void) { return true; }

/// What came, in a list; a message's texts are behind it in memory.
struct arrival {
  struct arrival *next;
  struct audiosession_mqtt_event event;
};

struct audiosession_mqtt {
  struct mosquitto *client;
  struct arrival *first, *last;
  /// The one that was taken last.
  struct arrival *taken;
};

/// The most bytes of a message that is taken; a longer one is none of ours.
enum { longest_message = 65536 };

static void append(struct audiosession_mqtt *connection, struct arrival *arrival) {
  if (arrival == NULL) return;
  if (connection->last == NULL) connection->first = arrival; else connection->last->next = arrival;
  connection->last = arrival;
}

static void on_connect(
  struct mosquitto *client, void *pointer, int code, int flags,
  const mosquitto_property *properties) {
  struct arrival *arrival = calloc(1, sizeof *arrival);
  if (arrival != NULL) {
    arrival->event.kind = code == 0 ? audiosession_mqtt_connected : audiosession_mqtt_refused;
    arrival->event.reason = mosquitto_reason_string(code);
  }
  append(pointer, arrival);
}

static void on_message(
  struct mosquitto *client, void *pointer, const struct mosquitto_message *message,
  const mosquitto_property *properties) {
  size_t size = (size_t)message->payloadlen, length = strlen(message->topic) + 1;
  if (size > longest_message) return;
  struct arrival *arrival = calloc(1, sizeof *arrival + length + size);
  if (arrival != NULL) {
    char *topic = (char *)(arrival + 1), *payload = topic + length;
    memcpy(topic, message->topic, length);
    if (size > 0) memcpy(payload, message->payload, size);
    uint32_t expiry;
    bool expires = mosquitto_property_read_int32(
                     properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, &expiry, false)
      != NULL;
    arrival->event = (struct audiosession_mqtt_event){
      .kind = audiosession_mqtt_received,
      .message =
        {.topic = topic,
         .payload = payload,
         .size = size,
         .expiry = expires ? expiry : -1,
         .is_retained = message->retain},
    };
  }
  append(pointer, arrival);
}

/// The property that has the broker forget a message.
static int expiring(mosquitto_property **properties, int64_t seconds) {
  if (seconds < 0) return MOSQ_ERR_SUCCESS;
  return mosquitto_property_add_int32(
    properties, MQTT_PROP_MESSAGE_EXPIRY_INTERVAL, (uint32_t)seconds);
}

static int set_will(struct mosquitto *client, const struct audiosession_mqtt_message *will) {
  mosquitto_property *properties = NULL;
  int result = expiring(&properties, will->expiry);
  if (result == MOSQ_ERR_SUCCESS) {
    // It takes the properties if it succeeds.
    result = mosquitto_will_set_v5(
      client, will->topic, (int)will->size, will->payload, 1, will->is_retained, properties);
  }
  if (result != MOSQ_ERR_SUCCESS) mosquitto_property_free_all(&properties);
  return result;
}

static int configure(struct mosquitto *client, const struct audiosession_mqtt_broker *broker) {
  int result = mosquitto_int_option(client, MOSQ_OPT_PROTOCOL_VERSION, MQTT_PROTOCOL_V5);
  if (result == MOSQ_ERR_SUCCESS && broker->user != NULL) {
    result = mosquitto_username_pw_set(client, broker->user, broker->password);
  }
  if (result == MOSQ_ERR_SUCCESS
      && (broker->authority_file != NULL || broker->authority_folder != NULL)) {
    result = mosquitto_tls_set(
      client, broker->authority_file, broker->authority_folder, broker->certificate, broker->key,
      NULL);
  }
  if (result == MOSQ_ERR_SUCCESS) result = set_will(client, &broker->will);
  return result;
}

static struct audiosession_mqtt *open_client(
  const struct audiosession_mqtt_broker *broker, int *result) {
  // It counts how often it is called.
  static bool is_started = false;
  if (!is_started) is_started = mosquitto_lib_init() == MOSQ_ERR_SUCCESS;
  struct audiosession_mqtt *connection = calloc(1, sizeof *connection);
  *result = MOSQ_ERR_NOMEM;
  if (connection == NULL) return NULL;
  connection->client = mosquitto_new(broker->client, true, connection);
  if (connection->client == NULL) return connection;
  mosquitto_connect_v5_callback_set(connection->client, on_connect);
  mosquitto_message_v5_callback_set(connection->client, on_message);
  *result = configure(connection->client, broker);
  if (*result != MOSQ_ERR_SUCCESS) return connection;
  // Only the name is looked up before it returns.
  *result = mosquitto_connect_bind_async(
    connection->client, broker->host, broker->port, broker->keepalive, NULL);
  return connection;
}

/// What went wrong, a sentence for people.
static char *sentence(int result) {
  return strdup(result == MOSQ_ERR_ERRNO ? strerror(errno) : mosquitto_strerror(result));
}

struct audiosession_mqtt *audiosession_mqtt_connect(
  const struct audiosession_mqtt_broker *broker, char **error) {
  int result;
  struct audiosession_mqtt *connection = open_client(broker, &result);
  if (result == MOSQ_ERR_SUCCESS) return connection;
  *error = sentence(result);
  if (connection != NULL) audiosession_mqtt_close(connection, false);
  return NULL;
}

void audiosession_mqtt_close(struct audiosession_mqtt *connection, bool says_farewell) {
  if (connection->client != NULL) {
    if (says_farewell) mosquitto_disconnect(connection->client);
    mosquitto_destroy(connection->client);
  }
  struct audiosession_mqtt_event event;
  do {
    audiosession_mqtt_next(connection, &event);
  } while (event.kind != audiosession_mqtt_nothing);
  free(connection);
}

int audiosession_mqtt_descriptor(struct audiosession_mqtt *connection) {
  return mosquitto_socket(connection->client);
}

bool audiosession_mqtt_has_unsent(struct audiosession_mqtt *connection) {
  return mosquitto_want_write(connection->client);
}

char *audiosession_mqtt_process(struct audiosession_mqtt *connection) {
  int result = mosquitto_loop_read(connection->client, 1);
  if (result == MOSQ_ERR_SUCCESS) result = mosquitto_loop_write(connection->client, 1);
  if (result == MOSQ_ERR_SUCCESS) result = mosquitto_loop_misc(connection->client);
  return result == MOSQ_ERR_SUCCESS ? NULL : sentence(result);
}

void audiosession_mqtt_next(
  struct audiosession_mqtt *connection, struct audiosession_mqtt_event *event) {
  free(connection->taken);
  connection->taken = connection->first;
  *event = (struct audiosession_mqtt_event){0};
  if (connection->first == NULL) return;
  connection->first = connection->taken->next;
  if (connection->first == NULL) connection->last = NULL;
  *event = connection->taken->event;
}

bool audiosession_mqtt_publish(
  struct audiosession_mqtt *connection, const struct audiosession_mqtt_message *message) {
  mosquitto_property *properties = NULL;
  int result = expiring(&properties, message->expiry);
  if (result == MOSQ_ERR_SUCCESS) {
    result = mosquitto_publish_v5(
      connection->client, NULL, message->topic, (int)message->size, message->payload, 1,
      message->is_retained, properties);
  }
  mosquitto_property_free_all(&properties);
  return result == MOSQ_ERR_SUCCESS;
}

bool audiosession_mqtt_subscribe(struct audiosession_mqtt *connection, const char *filter) {
  return mosquitto_subscribe_v5(connection->client, NULL, filter, 1, 0, NULL) == MOSQ_ERR_SUCCESS;
}

bool audiosession_mqtt_unsubscribe(struct audiosession_mqtt *connection, const char *filter) {
  return mosquitto_unsubscribe_v5(connection->client, NULL, filter, NULL) == MOSQ_ERR_SUCCESS;
}

#endif
