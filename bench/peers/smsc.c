// An operator on loopback (SMPP 3.4) that is faster than what it is bound to: takes every bind,
// answers each submit_sm, and sends a receipt for each that asks for one.
//
//   smsc --table FILE [--response-delay-ms 0] [--receipt-delay-ms 0] [--receipt-window 1000]
//        [--fail-every 0] [--throttle-every 0]
//
// At most --receipt-window deliver_sm wait for their answer on a connection. One thread. On SIGTERM
// it prints what it counted as a line of JSON.
#define _GNU_SOURCE
#include "net.h"
#include "options.h"
#include "stamps.h"

#define HEADER 16
#define PDU_MAX 65536
#define ADDRESS_SIZE 22
#define DIRTY_MAX 4096

enum {
  BIND_RECEIVER = 1,
  BIND_TRANSMITTER = 2,
  SUBMIT_SM = 4,
  DELIVER_SM = 5,
  UNBIND = 6,
  BIND_TRANSCEIVER = 9,
  ENQUIRE_LINK = 0x15,
  GENERIC_NACK = 0x80000000,
  DELIVER_SM_RESP = 0x80000005,
};
#define RESPONSE 0x80000000u
#define ESME_RINVCMDID 3
#define ESME_RTHROTTLED 0x58

typedef struct connection {
  int fd;
  buffer in, out;
  bool receives, dead, dirty, waits_to_write;
  uint32_t sequence;
  long unanswered;
  struct connection *next;
} connection;

// What is to be sent later: the answer to a submit, and then its receipt.
typedef struct {
  uint64_t due, id;
  connection *from;
  uint32_t sequence;
  bool wants_receipt;
  char source[ADDRESS_SIZE], destination[ADDRESS_SIZE];
} submission;

// A delay is the same for all, so what was added first is due first.
typedef struct {
  submission *items;
  size_t capacity, first, count;
} queue;

static struct {
  uint64_t response_delay, receipt_delay;
  long receipt_window;
  uint64_t fail_every, throttle_every;
} wish;

static int poll;
// Connections are never freed: submissions point to them.
static connection *connections;
static connection *dirty[DIRTY_MAX];
static int dirty_count;
static queue responses, receipts;
static uint64_t next_id = 1000000000;
static unsigned long binds, submits, receipts_sent, receipts_answered;

static void queue_add(queue *q, const submission *item) {
  if (q->count == q->capacity) {
    size_t capacity = q->capacity ? q->capacity * 2 : 65536;
    submission *items = malloc(capacity * sizeof *items);
    if (!items) abort();
    for (size_t i = 0; i < q->count; i++)
      items[i] = q->items[(q->first + i) % q->capacity];
    free(q->items);
    *q = (queue){items, capacity, 0, q->count};
  }
  q->items[(q->first + q->count++) % q->capacity] = *item;
}

static submission *queue_first(queue *q) {
  return q->count ? &q->items[q->first] : NULL;
}

static void queue_drop(queue *q) {
  q->first = (q->first + 1) % q->capacity;
  q->count--;
}

static uint32_t read_number(const char *octets) {
  uint32_t value;
  memcpy(&value, octets, sizeof value);
  return ntohl(value);
}

// One write a turn for each connection that has something to say.
static void mark(connection *c) {
  if (c->dirty || dirty_count == DIRTY_MAX) return;
  c->dirty = true;
  dirty[dirty_count++] = c;
}

static void send_pdu(connection *c, const uint32_t header[3], const void *body, size_t length) {
  uint32_t fields[4] = {htonl((uint32_t)(HEADER + length)), htonl(header[0]), htonl(header[1]),
                        htonl(header[2])};
  buffer_add(&c->out, fields, sizeof fields);
  buffer_add(&c->out, body, length);
  mark(c);
}

static void answer(connection *c, const char *pdu, uint32_t status, const char *id) {
  const uint32_t header[] = {read_number(pdu + 4) | RESPONSE, status, read_number(pdu + 12)};
  send_pdu(c, header, id ? id : "", id ? strlen(id) + 1 : 0);
}

static void hang_up(connection *c) {
  if (c->dead) return;
  c->dead = true;
  close(c->fd);
}

static void flush_all(void) {
  for (int i = 0; i < dirty_count; i++) {
    connection *c = dirty[i];
    c->dirty = false;
    if (c->dead) continue;
    written outcome = write_out(c->fd, &c->out);
    if (outcome == SOCKET_GONE)
      hang_up(c);
    else
      watch_writes(poll, c->fd, c, &c->waits_to_write, outcome == SOCKET_FULL);
  }
  dirty_count = 0;
}

static void send_response(const submission *s) {
  char id[24];
  int length = snprintf(id, sizeof id, "%llu", (unsigned long long)s->id);
  const uint32_t header[] = {SUBMIT_SM | RESPONSE, 0, s->sequence};
  if (!s->from->dead) send_pdu(s->from, header, id, (size_t)length + 1);
}

static bool takes_receipts(const connection *c) {
  return !c->dead && c->receives && c->unanswered < wish.receipt_window;
}

// The bind that sent the message, or, if that is gone or only transmits, any other.
static connection *receiver_of(const submission *s) {
  if (s->from->receives && !s->from->dead) return takes_receipts(s->from) ? s->from : NULL;
  connection *c = connections;
  while (c && !takes_receipts(c))
    c = c->next;
  return c;
}

// Minutes, in the form of appendix B; made anew when the second changes.
static const char *receipt_date(void) {
  static char text[16];
  static time_t made_at;
  time_t now = time(NULL);
  if (now != made_at) {
    struct tm parts;
    gmtime_r(&now, &parts);
    strftime(text, sizeof text, "%y%m%d%H%M", &parts);
    made_at = now;
  }
  return text;
}

static size_t put_address(char *out, const char *address) {
  out[0] = out[1] = 1;
  strcpy(out + 2, address);
  return 2 + strlen(address) + 1;
}

static size_t put_parameter(char *out, uint16_t tag, const void *value, size_t length) {
  const uint16_t head[] = {htons(tag), htons((uint16_t)length)};
  memcpy(out, head, sizeof head);
  memcpy(out + sizeof head, value, length);
  return sizeof head + length;
}

// SMPP 3.4 §4.6.1, with the text of appendix B, receipted_message_id and message_state.
static size_t write_receipt(char *out, const submission *s) {
  bool failed = wish.fail_every && s->id % wish.fail_every == 0;
  char text[200], id[24];
  const char *date = receipt_date();
  snprintf(id, sizeof id, "%llu", (unsigned long long)s->id);
  int text_length =
      snprintf(text, sizeof text,
               "id:%s sub:001 dlvrd:%03d submit date:%s done date:%s stat:%s err:%03d text:", id,
               !failed, date, date, failed ? "UNDELIV" : "DELIVRD", failed);
  size_t length = 0;
  out[length++] = 0;
  length += put_address(out + length, s->destination);
  length += put_address(out + length, s->source);
  // esm_class says "receipt"; the eight fields behind it, up to sm_default_msg_id, are blank.
  memset(out + length, 0, 9);
  out[length] = 4;
  length += 9;
  out[length++] = (char)text_length;
  memcpy(out + length, text, (size_t)text_length);
  length += (size_t)text_length;
  length += put_parameter(out + length, 0x001e, id, strlen(id) + 1);
  length += put_parameter(out + length, 0x0427, failed ? "\5" : "\2", 1);
  return length;
}

static stamps *stamps_of_address(const char *address) {
  if (*address == '+') address++;
  return strlen(address) == PHONE_DIGITS ? stamps_of(address) : NULL;
}

// False if no bind has room for it now.
static bool send_receipt(const submission *s) {
  connection *c = receiver_of(s);
  if (!c) return false;
  char body[512];
  const uint32_t header[] = {DELIVER_SM, 0, ++c->sequence};
  send_pdu(c, header, body, write_receipt(body, s));
  c->unanswered++;
  receipts_sent++;
  stamps *record = stamps_of_address(s->destination);
  if (record && !record->receipt) record->receipt = now_ns();
  return true;
}

// The string that begins here, and a step behind its NUL; NULL if it does not end.
static const char *take_string(const char **at, const char *end) {
  const char *string = *at;
  const char *nul = *at < end ? memchr(*at, 0, (size_t)(end - *at)) : NULL;
  if (!nul) return NULL;
  *at = nul + 1;
  return string;
}

static const char *take_address(const char **at, const char *end) {
  *at += 2;
  return take_string(at, end);
}

// SMPP 3.4 §4.4.1, up to registered_delivery.
static bool read_submit(const char *pdu, size_t length, submission *s) {
  const char *at = pdu + HEADER, *end = pdu + length;
  if (!take_string(&at, end)) return false;
  const char *source = take_address(&at, end);
  if (!source) return false;
  const char *destination = take_address(&at, end);
  if (!destination) return false;
  at += 3;
  if (!take_string(&at, end) || !take_string(&at, end) || at >= end) return false;
  snprintf(s->source, sizeof s->source, "%s", source);
  snprintf(s->destination, sizeof s->destination, "%s", destination);
  s->wants_receipt = (*at & 3) == 1;
  return true;
}

static void take_submit(connection *c, const char *pdu, size_t length) {
  submission s = {.from = c, .sequence = read_number(pdu + 12)};
  uint64_t now = now_ns();
  submits++;
  if (wish.throttle_every && submits % wish.throttle_every == 0)
    return answer(c, pdu, ESME_RTHROTTLED, "");
  if (!read_submit(pdu, length, &s)) return hang_up(c);
  stamps *record = stamps_of_address(s.destination);
  if (record) {
    if (!record->submitted) record->submitted = now;
    record->submits++;
  }
  s.id = next_id++;
  s.due = now + wish.response_delay;
  queue_add(&responses, &s);
}

static void take_pdu(connection *c, const char *pdu, size_t length) {
  uint32_t command = read_number(pdu + 4);
  switch (command) {
  case BIND_RECEIVER:
  case BIND_TRANSMITTER:
  case BIND_TRANSCEIVER:
    c->receives = command != BIND_TRANSMITTER;
    binds++;
    return answer(c, pdu, 0, "SMSC");
  case SUBMIT_SM:
    return take_submit(c, pdu, length);
  case DELIVER_SM_RESP:
    receipts_answered++;
    c->unanswered--;
    return;
  case ENQUIRE_LINK:
  case UNBIND:
    return answer(c, pdu, 0, NULL);
  default:
    if (command & RESPONSE) return;
    send_pdu(c, (const uint32_t[]){GENERIC_NACK, ESME_RINVCMDID, read_number(pdu + 12)}, "", 0);
  }
}

static void hear(connection *c) {
  if (!read_into(c->fd, &c->in)) return hang_up(c);
  while (!c->dead && c->in.length >= HEADER) {
    uint32_t length = read_number(buffer_at(&c->in));
    if (length < HEADER || length > PDU_MAX) return hang_up(c);
    if (c->in.length < length) return;
    take_pdu(c, buffer_at(&c->in), length);
    buffer_drop(&c->in, length);
  }
}

static void take_connections(int listener) {
  for (int fd; (fd = accept_next(listener)) >= 0;) {
    connection *c = calloc(1, sizeof *c);
    c->fd = fd;
    c->next = connections;
    connections = c;
    watch(poll, fd, c);
  }
}

static void send_due(void) {
  uint64_t now = now_ns();
  for (submission *s; (s = queue_first(&responses)) && s->due <= now; queue_drop(&responses)) {
    send_response(s);
    if (!s->wants_receipt) continue;
    s->due = now + wish.receipt_delay;
    queue_add(&receipts, s);
  }
  for (submission *s; (s = queue_first(&receipts)) && s->due <= now; queue_drop(&receipts))
    if (!send_receipt(s)) return;
}

// Milliseconds until something may be due, a quarter of a second at most.
static int patience(void) {
  uint64_t now = now_ns(), wait = 250000000;
  for (int i = 0; i < 2; i++) {
    const submission *s = queue_first(i ? &receipts : &responses);
    // A receipt that is overdue waits for an answer, which wakes us.
    if (s && s->due > now && s->due - now < wait) wait = s->due - now;
  }
  return (int)(wait / 1000000) + 1;
}

int main(int argc, char **argv) {
  wish.response_delay = (uint64_t)number_option(argc, argv, "--response-delay-ms", 0) * 1000000;
  wish.receipt_delay = (uint64_t)number_option(argc, argv, "--receipt-delay-ms", 0) * 1000000;
  wish.receipt_window = number_option(argc, argv, "--receipt-window", 1000);
  wish.fail_every = (uint64_t)number_option(argc, argv, "--fail-every", 0);
  wish.throttle_every = (uint64_t)number_option(argc, argv, "--throttle-every", 0);
  open_table(text_option(argc, argv, "--table", NULL));
  stop_when_told();
  poll = epoll_create1(0);
  int listener = listen_anywhere();
  watch(poll, listener, NULL);
  struct epoll_event events[EVENTS_MAX];
  while (!told_to_stop) {
    int count = epoll_wait(poll, events, EVENTS_MAX, patience());
    for (int i = 0; i < count; i++) {
      connection *c = events[i].data.ptr;
      if (!c)
        take_connections(listener);
      else if (!c->dead) {
        if (events[i].events & EPOLLOUT) mark(c);
        if (events[i].events & ~(uint32_t)EPOLLOUT) hear(c);
      }
    }
    send_due();
    flush_all();
  }
  printf("{\"binds\":%lu,\"submits\":%lu,\"receipts\":%lu,\"answered\":%lu}\n", binds, submits,
         receipts_sent, receipts_answered);
  return 0;
}
