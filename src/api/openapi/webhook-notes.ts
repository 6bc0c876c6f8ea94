/** The commands about webhooks, and those that fetch events, as the document describes them. */
import { sampleKinds } from '#webhooks/management/sample-kinds.ts';
import type { CommandNotes } from './command-note.ts';
import {
  anyObject,
  flag,
  type JsonSchema,
  list,
  number,
  record,
  text,
  texts,
  whole,
} from './json-schema.ts';

const id = whole('The id of the endpoint.');
const eventId = text('The id of the event: `msg_123`.');
const kinds = text('Kinds of events with commas between; left out: all.');
const limit = whole('How many.', { minimum: 1, maximum: 100 });
const before = whole('The id of the last one that was read.', { minimum: 0 });
const instant = text('A time of ISO 8601.');
const secret = text('Left out: one is made.');

const endpointTakes = {
  url: text('Where webhooks are posted.', { format: 'uri' }),
  events: texts('Kinds that it takes; empty: all.'),
  maxInFlight: whole('How many are posted at a time.', { minimum: 0 }),
  ratePerSecond: whole('How many a second; 0: no limit.', { minimum: 0 }),
  ordering: text('What waits for what.', { enum: ['none', 'key', 'strict'] }),
  timeoutMs: whole('How long an answer is waited for.', { minimum: 0 }),
  schedule: texts('Delays before further attempts, in seconds.'),
  headers: anyObject('Header fields that each request carries.'),
  ca: text('Certificates that it is trusted by, in PEM.'),
  certificate: text('The certificate that we show, in PEM.'),
  key: text('Its private key, in PEM.'),
  autoDisable: flag('Is paused once it has failed for long.'),
};

const orNull = (type: string, description: string) => ({ type: [type, 'null'], description });

const endpointGives = {
  id,
  source: text('Whose it is.', { enum: ['reply', 'report', 'email', 'extra', 'request'] }),
  url: text('Where webhooks are posted.'),
  events: list({ type: 'string' }, 'Kinds that it takes; none: all.'),
  state: text('How it is.', { enum: ['active', 'paused', 'disabled'] }),
  reason: text('Why it is disabled.'),
  since: instant,
  maxInFlight: whole('How many are posted at a time.'),
  ratePerSecond: orNull('integer', 'How many a second; null: no limit.'),
  ordering: text('What waits for what.', { enum: ['none', 'key', 'strict'] }),
  timeoutMs: whole('How long an answer is waited for.'),
  schedule: list(
    { type: 'integer' },
    'Delays before further attempts, in seconds; none: the usual ones.',
  ),
  headers: { type: 'boolean', description: 'Whether requests carry header fields of its own.' },
  ca: { type: 'boolean', description: 'Whether it is trusted by certificates of its own.' },
  certificate: { type: 'boolean', description: 'Whether we show a certificate.' },
  autoDisable: { type: 'boolean' },
  secrets: list(
    record({ createdAt: instant, until: orNull('string', 'Until when it signs.') }),
    'Those that sign, newest first.',
  ),
  createdAt: instant,
};

const warnings = list({ type: 'string' }, 'What may not be meant, a sentence for each.');

const nbData = whole('How many there are in `data`.');
const data = list(anyObject('One of them.'), 'What was asked for.');
const listed = { nbData, data };

const pulled = record(
  {
    id: eventId,
    event: text('Its kind.'),
    createdAt: instant,
    test: { type: 'boolean', description: 'There for events of test keys alone.' },
    payload: anyObject('The body of its webhook.'),
  },
  ['id', 'event', 'createdAt', 'payload'],
);

const asked = {
  after: text('The `next` of the answer before, or `now`.'),
  since: whole('So many seconds ago, in place of `after`.', { minimum: 0 }),
  event: kinds,
};

const unixTime: JsonSchema = {
  type: ['integer', 'string'],
  description: 'In Unix seconds, or as `2030-01-02T03:04:05Z`.',
};

const notes: CommandNotes = {
  '/v1/events': {
    summary: 'Gives webhooks to programs that fetch them.',
    takes: {
      ...asked,
      limit: whole('How many.', { minimum: 1, maximum: 1_000 }),
      wait: whole('Seconds to wait for a first one.', { minimum: 0, maximum: 30 }),
    },
    gives: {
      events: list(pulled, 'The oldest first.'),
      next: text('Where to go on.'),
      hasMore: { type: 'boolean' },
    },
    givesAll: true,
  },
  '/v1/events/stream': {
    summary: 'Tells events as they happen; `Last-Event-ID` resumes without a gap.',
    takes: asked,
    givesType: 'text/event-stream',
  },
  '/v1/webhook/list': {
    summary: 'Lists the endpoints of the account.',
    gives: {
      nbData,
      data: list(
        record({
          ...endpointGives,
          owed: whole('Webhooks that wait for it.'),
          failing: { type: 'boolean', description: 'Whether its last posts have failed.' },
        }),
        'All of them.',
      ),
    },
    givesAll: true,
  },
  '/v1/webhook/add': {
    summary: 'Adds an endpoint; its secret is shown now.',
    takes: { ...endpointTakes, secret },
    needs: ['url'],
    gives: {
      webhook: record({ ...endpointGives, secret: text('It signs; not shown again.') }),
    },
    givesSome: { warnings },
    givesAll: true,
  },
  '/v1/webhook/update': {
    summary: 'Changes what is named of an endpoint.',
    takes: { id, ...endpointTakes },
    needs: ['id'],
    gives: { webhook: record(endpointGives) },
    givesSome: { warnings },
    givesAll: true,
  },
  '/v1/webhook/delete': { summary: 'Removes an endpoint.', takes: { id }, needs: ['id'] },
  '/v1/webhook/pause': {
    summary: 'Pauses an endpoint until it is resumed; pending deliveries are kept.',
    takes: { id },
    needs: ['id'],
    gives: { state: text('`paused`.') },
  },
  '/v1/webhook/resume': {
    summary: 'Posts to an endpoint again.',
    takes: {
      id,
      send: text('What becomes of what was kept.', { enum: ['all', 'none', 'newer'] }),
      newerThan: instant,
    },
    needs: ['id'],
    gives: { state: text('`active`.') },
  },
  '/v1/webhook/skip': {
    summary: 'Gives up what stands first in a strict order.',
    takes: { id },
    needs: ['id'],
    gives: { eventId: text('The id of the event that was given up.') },
    givesAll: true,
  },
  '/v1/webhook/secret': {
    summary: 'Shows, once, the secret that signs what goes to URLs of requests.',
    takes: { id },
    gives: {
      id: whole('The id of the endpoint.'),
      url: text('Its origin.'),
      secret: text('It signs for all URLs of the account’s requests; not shown again.'),
    },
    givesAll: true,
  },
  '/v1/webhook/rotate': {
    summary: 'Creates a new secret; the old one also signs for a while.',
    takes: { id, overlap: whole('For so many seconds.'), secret },
    needs: ['id'],
    gives: {
      secret: text('The new one.'),
      secrets: endpointGives.secrets,
    },
  },
  '/v1/webhook/revoke': {
    summary: 'Ends the old secrets of an endpoint now.',
    takes: { id },
    needs: ['id'],
  },
  '/v1/webhook/test': {
    summary: 'Posts a sample to an endpoint and tells what came back.',
    takes: { id, event: text('Which one.', { enum: [...sampleKinds] }) },
    needs: ['id'],
    gives: {
      received: { type: 'boolean' },
      event: text('Which sample.'),
      status: whole('The status of the answer; 0: there was none.'),
      error: text('What went wrong; empty: nothing.'),
      durationMs: number('Duration of the request.'),
      phases: anyObject('How long each step took, in milliseconds.'),
      ip: text('The address that it was posted to.'),
      request: text('As it was posted.'),
      response: record({ head: text('Status and header.'), body: text('At most 4 KB.') }),
      verify: text('Code that verifies the signature.'),
    },
  },
  '/v1/webhook/replay': {
    summary: 'Posts an event once more, or all since an instant that fit.',
    takes: {
      id,
      eventId,
      endpointId: id,
      since: unixTime,
      until: unixTime,
      dryRun: flag('Only counts the events.'),
      confirm: flag('Goes on where they are more than a hundred.'),
      outcome: text('Which of them.', { enum: ['any', 'delivered', 'undelivered'] }),
      event: kinds,
      phone: text('Only of this phone.'),
    },
    givesSome: {
      made: whole('Of one event: at how many endpoints it is posted once more.'),
      endpointIds: list({ type: 'integer' }, 'Of one event: which endpoints those are.'),
      dryRun: { type: 'boolean', description: 'There where nothing was posted.' },
      events: whole('Of a dry run: how many would be posted.'),
      more: { type: 'boolean', description: 'There where they are more than were counted.' },
      replay: anyObject('Of many: how their replay stands, as `webhook/replays` tells it.'),
    },
  },
  '/v1/webhook/replay-cancel': {
    summary: 'Ends a replay.',
    takes: { replayId: whole('The id of the replay.') },
    needs: ['replayId'],
  },
  '/v1/webhook/replays': { summary: 'Lists the replays of the account.', gives: listed },
  '/v1/webhook/events': {
    summary: 'Lists the events of the account, newest first.',
    takes: { before, limit },
    gives: listed,
  },
  '/v1/webhook/attempts': {
    summary: 'Lists the attempts of an event, or the failed ones of an endpoint.',
    takes: { eventId, id, before, limit },
    gives: listed,
  },
};

/** The commands that both bases have. */
export const webhookNotes: CommandNotes = Object.fromEntries(
  Object.entries(notes).flatMap(([path, note]) => [
    [path, note],
    [`/mail${path}`, note],
  ]),
);
