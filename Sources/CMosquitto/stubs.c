// The package without the trait MQTT: there is never a connection.
#ifndef AUDIOSESSION_MQTT

#include "CMosquitto.h"

#include <string.h>

bool audiosession_mqtt_is_built_in(void) { return false; }

struct audiosession_mqtt *audiosession_mqtt_connect(
  const struct audiosession_mqtt_broker *broker, char **error) {
  *error = strdup("built without the trait MQTT");
  return NULL;
}

// Nothing below is reached without a connection.
void audiosession_mqtt_close(struct audiosession_mqtt *connection, bool says_farewell) {}
int audiosession_mqtt_descriptor(struct audiosession_mqtt *connection) { return -1; }
bool audiosession_mqtt_has_unsent(struct audiosession_mqtt *connection) { return false; }
char *audiosession_mqtt_process(struct audiosession_mqtt *connection) { return NULL; }
void audiosession_mqtt_next(
  struct audiosession_mqtt *connection, struct audiosession_mqtt_event *event) {
  *event = (struct audiosession_mqtt_event){0};
}
bool audiosession_mqtt_publish(
  struct audiosession_mqtt *connection, const struct audiosession_mqtt_message *message) {
  return false;
}
bool audiosession_mqtt_subscribe(struct audiosession_mqtt *connection, const char *filter) {
  return false;
}
bool audiosession_mqtt_unsubscribe(struct audiosession_mqtt *connection, const char *filter) {
  return false;
}

#endif
