// The clients' side of webhooks: answers 200 to every request and stamps the phone number that it
// finds in the request line or else in the body.
//
//   sink --table FILE
//
// One thread. On SIGTERM it prints what it counted as a line of JSON.
#define _GNU_SOURCE
#include "http.h"
#include "net.h"
#include "options.h"
#include "stamps.h"

typedef struct {
  int fd;
  buffer in, out;
} connection;

static const char reply[] = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nOK";
static unsigned long requests, strangers;

static bool stamp_phone(const char *text, size_t length) {
  const char *end = text + length;
  const char *at = text;
  while ((at = memmem(at, (size_t)(end - at), PHONE_PREFIX, strlen(PHONE_PREFIX)))) {
    if (end - at < PHONE_DIGITS) return false;
    stamps *record = stamps_of(at++);
    if (!record) continue;
    if (!record->hooked) record->hooked = now_ns();
    record->hooks++;
    return true;
  }
  return false;
}

static void take_request(const char *octets, const http_message *request) {
  const char *line_end = memchr(octets, '\n', request->head_length);
  requests++;
  if (stamp_phone(octets, (size_t)(line_end - octets))) return;
  if (!stamp_phone(octets + request->head_length, request->body_length)) strangers++;
}

// Answers all that has come whole; false if the connection has done its work.
static bool serve(connection *c) {
  http_message request = {0};
  if (!read_into(c->fd, &c->in)) return false;
  while (!request.closes && measure_message(buffer_at(&c->in), c->in.length, false, &request)) {
    take_request(buffer_at(&c->in), &request);
    buffer_drop(&c->in, request.head_length + request.body_length);
    buffer_add(&c->out, reply, sizeof reply - 1);
  }
  // A sender that does not read a few short answers is not worth waiting for.
  return write_out(c->fd, &c->out) == ALL_WRITTEN && !request.closes;
}

static void hang_up(connection *c) {
  close(c->fd);
  free(c->in.octets);
  free(c->out.octets);
  free(c);
}

static void take_connections(int poll, int listener) {
  for (int fd; (fd = accept_next(listener)) >= 0;) {
    connection *c = calloc(1, sizeof *c);
    c->fd = fd;
    watch(poll, fd, c);
  }
}

int main(int argc, char **argv) {
  open_table(text_option(argc, argv, "--table", NULL));
  stop_when_told();
  int poll = epoll_create1(0), listener = listen_anywhere();
  watch(poll, listener, NULL);
  struct epoll_event events[EVENTS_MAX];
  while (!told_to_stop) {
    int count = epoll_wait(poll, events, EVENTS_MAX, 500);
    for (int i = 0; i < count; i++) {
      connection *c = events[i].data.ptr;
      if (!c)
        take_connections(poll, listener);
      else if (!serve(c))
        hang_up(c);
    }
  }
  printf("{\"requests\":%lu,\"strangers\":%lu}\n", requests, strangers);
  return 0;
}
