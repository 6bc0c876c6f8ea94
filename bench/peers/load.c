// An HTTP client that sends as fast as it is answered, or at a fixed rate.
//
//   load --table FILE --port PORT[,PORT…] --path PATH [--method POST] [--body BODY] [--content-type TYPE]
//        [--n 10000] [--start 0] [--connections 32] [--pipeline 1] [--rate 0] [--recipients 1]
//
// Connections take turns between several ports.
//
// {phone} in path and body becomes the next phone number, or the next --recipients of them with commas
// between; --n counts requests, and each takes so many records. With --rate the latency counts from the
// moment at which the request was due, whether or not a connection was free. One thread; it ends
// with the last answer and prints what it counted as a line of JSON.
#define _GNU_SOURCE
#include "http.h"
#include "net.h"
#include "options.h"
#include "stamps.h"
#include <sys/resource.h>

#define PIPELINE_MAX 1024
#define RECIPIENTS_MAX 500
#define PHONES_MAX (RECIPIENTS_MAX * (PHONE_DIGITS + 1))
#define HEAD_MAX (PHONES_MAX + 2048)
#define REQUEST_MAX (2 * HEAD_MAX)
#define PORTS_MAX 16
#define BAD_SHOWN 3
#define STALLED_NS 30000000000ULL

// Requests that wait for their answers stand in a ring, oldest first.
typedef struct {
  int fd;
  uint16_t port;
  buffer in, out;
  uint32_t waiting[PIPELINE_MAX];
  unsigned oldest, count;
  bool waits_to_write;
} connection;

static struct {
  const char *method, *path, *body, *content_type;
  long n, start, connections, pipeline, rate, recipients;
  uint16_t ports[PORTS_MAX];
  int port_count;
} wish;

static int poll;
static connection *connections;
static long sent, answered, accepted, refused, reconnects;
static uint64_t last_answer;

static void dial(connection *c) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons(c->port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  c->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connect(c->fd, (void *)&address, sizeof address)) {
    perror("connect");
    exit(1);
  }
  fcntl(c->fd, F_SETFL, O_NONBLOCK);
  send_at_once(c->fd);
  watch(poll, c->fd, c);
  c->waits_to_write = false;
  c->in.start = c->in.length = c->out.start = c->out.length = 0;
}

static size_t fill_in(char *out, size_t room, const char *pattern, const char *phones) {
  size_t length = 0, phones_length = strlen(phones);
  while (*pattern && length + 1 < room) {
    if (strncmp(pattern, "{phone}", 7)) {
      out[length++] = *pattern++;
      continue;
    }
    if (length + phones_length + 1 > room) break;
    memcpy(out + length, phones, phones_length);
    length += phones_length;
    pattern += 7;
  }
  out[length] = 0;
  return length;
}

static void write_phones(char *out, uint32_t record) {
  for (long i = 0; i < wish.recipients; i++)
    out += sprintf(out, i ? ",%llu" : "%llu", FIRST_PHONE + record + (unsigned long long)i);
}

static void write_request(connection *c, uint32_t record) {
  char phones[PHONES_MAX + 1], path[HEAD_MAX / 2], body[HEAD_MAX];
  write_phones(phones, record);
  fill_in(path, sizeof path, wish.path, phones);
  size_t length = wish.body ? fill_in(body, sizeof body, wish.body, phones) : 0;
  char *head = buffer_room(&c->out, REQUEST_MAX);
  int written =
      snprintf(head, HEAD_MAX, "%s %s HTTP/1.1\r\nHost: 127.0.0.1\r\n", wish.method, path);
  written += wish.body ? sprintf(head + written, "Content-Type: %s\r\nContent-Length: %zu\r\n\r\n",
                                 wish.content_type, length)
                       : sprintf(head + written, "Connection: keep-alive\r\n\r\n");
  memcpy(head + written, body, length);
  c->out.length += (size_t)written + length;
  c->waiting[(c->oldest + c->count++) % PIPELINE_MAX] = record;
}

static void send_next(connection *c, uint64_t due) {
  uint32_t record = (uint32_t)(wish.start + sent++ * wish.recipients);
  for (long i = 0; i < wish.recipients; i++)
    table[record + i].sent = due;
  write_request(c, record);
}

static void flush(connection *c) {
  // A socket that is gone shows when it is read.
  bool full = write_out(c->fd, &c->out) == SOCKET_FULL;
  watch_writes(poll, c->fd, c, &c->waits_to_write, full);
}

static void fill_pipeline(connection *c) {
  while (c->count < (unsigned)wish.pipeline && sent < wish.n)
    send_next(c, now_ns());
}

static void take_answer(connection *c, const http_message *reply) {
  const char *octets = buffer_at(&c->in);
  stamps *record = &table[c->waiting[c->oldest]];
  c->oldest = (c->oldest + 1) % PIPELINE_MAX;
  c->count--;
  last_answer = now_ns();
  record->status = (uint32_t)atoi(octets + strlen("HTTP/1.1 "));
  answered++;
  if (record->status >= 200 && record->status < 300) {
    for (long i = 0; i < wish.recipients; i++)
      record[i].accepted = last_answer;
    accepted++;
  } else if (refused++ < BAD_SHOWN) {
    int shown = (int)(reply->head_length + reply->body_length);
    fprintf(stderr, "refused: %.*s\n", shown > 400 ? 400 : shown, octets);
  }
}

// Requests whose connection closed before they were answered are sent again on a new one.
static void redial(connection *c) {
  uint32_t again[PIPELINE_MAX];
  unsigned count = c->count;
  for (unsigned i = 0; i < count; i++)
    again[i] = c->waiting[(c->oldest + i) % PIPELINE_MAX];
  close(c->fd);
  dial(c);
  c->count = 0;
  if (++reconnects > wish.n) {
    fprintf(stderr, "the server keeps hanging up\n");
    exit(1);
  }
  for (unsigned i = 0; i < count; i++)
    write_request(c, again[i]);
}

static void hear(connection *c) {
  http_message reply;
  bool open = read_into(c->fd, &c->in);
  while (c->count && measure_message(buffer_at(&c->in), c->in.length, !open, &reply)) {
    take_answer(c, &reply);
    buffer_drop(&c->in, reply.head_length + reply.body_length);
  }
  if (!open) redial(c);
  if (!wish.rate) fill_pipeline(c);
  flush(c);
}

// Sends what is due by now; answers how long until the next one is.
static uint64_t send_due(uint64_t begun) {
  static long turn;
  while (sent < wish.n) {
    uint64_t now = now_ns();
    uint64_t due = begun + (uint64_t)((double)sent * 1e9 / (double)wish.rate);
    if (due > now) return due - now;
    long tried = 0;
    while (connections[turn].count >= (unsigned)wish.pipeline && tried++ < wish.connections)
      turn = (turn + 1) % wish.connections;
    if (connections[turn].count >= (unsigned)wish.pipeline) return 200000;
    send_next(&connections[turn], due);
    flush(&connections[turn]);
    turn = (turn + 1) % wish.connections;
  }
  return 1000000000;
}

static void run(void) {
  struct epoll_event events[EVENTS_MAX];
  uint64_t begun = last_answer = now_ns();
  if (!wish.rate)
    for (long i = 0; i < wish.connections; i++) {
      fill_pipeline(&connections[i]);
      flush(&connections[i]);
    }
  while (answered < wish.n) {
    uint64_t wait = wish.rate ? send_due(begun) : 1000000000;
    struct timespec patience = {(time_t)(wait / 1000000000), (long)(wait % 1000000000)};
    int count = epoll_pwait2(poll, events, EVENTS_MAX, &patience, NULL);
    for (int i = 0; i < count; i++)
      hear(events[i].data.ptr);
    if (count == 0 && now_ns() - last_answer > STALLED_NS) {
      fprintf(stderr, "no answer for 30 seconds\n");
      return;
    }
  }
}

static void read_ports(const char *text) {
  while (wish.port_count < PORTS_MAX) {
    wish.ports[wish.port_count++] = (uint16_t)atol(text);
    text = strchr(text, ',');
    if (!text++) return;
  }
}

static void read_wish(int argc, char **argv) {
  wish.method = text_option(argc, argv, "--method", "POST");
  wish.path = text_option(argc, argv, "--path", "/");
  wish.body = text_option(argc, argv, "--body", NULL);
  wish.content_type = text_option(argc, argv, "--content-type", "application/json");
  wish.n = number_option(argc, argv, "--n", 10000);
  wish.start = number_option(argc, argv, "--start", 0);
  wish.connections = number_option(argc, argv, "--connections", 32);
  wish.pipeline = number_option(argc, argv, "--pipeline", 1);
  wish.rate = number_option(argc, argv, "--rate", 0);
  wish.recipients = number_option(argc, argv, "--recipients", 1);
  if (wish.pipeline > PIPELINE_MAX) wish.pipeline = PIPELINE_MAX;
  if (wish.recipients > RECIPIENTS_MAX) wish.recipients = RECIPIENTS_MAX;
  read_ports(text_option(argc, argv, "--port", "80"));
  open_table(text_option(argc, argv, "--table", NULL));
  if ((uint64_t)(wish.start + wish.n * wish.recipients) > table_length) {
    fprintf(stderr, "the table is too small\n");
    exit(1);
  }
}

static double cpu_seconds(void) {
  struct rusage used;
  getrusage(RUSAGE_SELF, &used);
  return (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
         (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec) / 1e6;
}

int main(int argc, char **argv) {
  read_wish(argc, argv);
  signal(SIGPIPE, SIG_IGN);
  poll = epoll_create1(0);
  connections = calloc((size_t)wish.connections, sizeof *connections);
  for (long i = 0; i < wish.connections; i++) {
    connections[i].port = wish.ports[i % wish.port_count];
    dial(&connections[i]);
  }
  run();
  printf("{\"accepted\":%ld,\"refused\":%ld,\"reconnects\":%ld,\"cpuSeconds\":%.3f}\n", accepted,
         refused, reconnects, cpu_seconds());
  return 0;
}
