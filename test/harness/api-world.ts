/** The API on a port of its own, with neighbours that answer from memory. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { Account } from '#accounts/account.ts';
import { type ApiKey, apiKeyOf, unbounded } from '#accounts/api-key.ts';
import type { Caller } from '#accounts/authenticator.ts';
import { type ApiOptions, type ApiPorts, openApi } from '#api/api-server.ts';
import { must } from '#core/assert.ts';
import { openLog } from '#core/log.ts';
import type { Millionths } from '#core/money.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { HeldClock } from './held-clock.ts';
import { openLimiter } from './limiter.ts';
import {
  noAdapters,
  unaskedAddressBook,
  unaskedEndpoints,
  unaskedEvents,
  unaskedMail,
  unaskedMailLinks,
  unaskedSubAccounts,
  unaskedVirtualNumbers,
  unaskedVoicemails,
} from './unasked.ts';

/** What no log line and no reply may ever show. */
export const liveKey = 'live_CANARYcanaryCANARYcanary';
export const testKey = 'test_CANARYcanaryCANARYcanary';

export const account: Account = {
  id: 7,
  name: 'Example',
  email: 'a@example.com',
  firstname: 'Ada',
  lastname: 'Example',
  currency: 'EUR',
  homeCountry: 'FR',
  state: 'active',
  transliterate: 'off',
  keyPlaces: 'any',
  xmlForm: 'named',
  alertLevel: null,
  timeZone: 'Europe/Paris',
  balance: 10_225_119_000 as Millionths,
  testBalance: 100_000_000 as Millionths,
  createdAtMs: 0,
  parentId: null,
  removedAtMs: null,
};

export function callerOf(mode: ApiKey['mode'], changes: Partial<Account> = {}): Caller {
  const key: ApiKey = {
    id: 3,
    accountId: account.id,
    bases: ['sms', 'email'],
    mode,
    prefix: `${mode}_CANARY`,
    label: '',
    createdAtMs: 0,
    revokedAtMs: null,
    ...unbounded,
  };
  return { account: { ...account, ...changes }, key };
}

export type ApiReply = {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The parsed body of a JSON reply. */
  readonly body: Readonly<Record<string, unknown>>;
};

export interface ApiWorld extends AsyncDisposable {
  readonly port: number;
  readonly clock: HeldClock;
  /** What the engine was asked. */
  readonly sent: readonly SendRequest[];
  readonly logLines: readonly string[];
  ask(path: string, init?: RequestInit): Promise<ApiReply>;
  /** Posts JSON to `/v1/send` with a live key and a good request, changed as said. */
  send(changes?: object): Promise<ApiReply>;
  /** Writes bytes to a socket and answers all that came back before it was closed. */
  raw(bytes: string | Buffer): Promise<string>;
}

export async function openApiWorld(
  changes: Partial<ApiPorts> = {},
  options: Partial<ApiOptions> = {},
): Promise<ApiWorld> {
  const clock = new HeldClock();
  const sent: SendRequest[] = [];
  const logLines: string[] = [];
  const ports: ApiPorts = {
    clock,
    log: openLog('debug', (line) => logLines.push(line)),
    ...neighbours(),
    send: async (request) => {
      sent.push(request);
      return { ok: true, sent: toSent(request) };
    },
    ...changes,
  };
  const addresses = [{ host: '127.0.0.1', port: 0 }];
  const server = await openApi({ addresses, ...options }, ports);
  const { port } = must(server.addresses[0], 'address');
  const ask = (path: string, init?: RequestInit): Promise<ApiReply> =>
    askServer(`http://127.0.0.1:${port}${path}`, init);
  return {
    port,
    clock,
    sent,
    logLines,
    ask,
    send: (request = {}) => ask('/v1/send', { method: 'POST', body: goodSend(request) }),
    raw: (bytes) => writeRaw(port, bytes),
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** They know one account and its keys, and nothing else. */
function neighbours(): Omit<ApiPorts, 'clock' | 'log' | 'send'> {
  return {
    adapters: noAdapters,
    audit: { note: async () => undefined },
    authenticate: async (key) => callers.get(key),
    noteKeyUse: () => undefined,
    refuseCaller: () => undefined,
    accounts: { findAccount: async () => account },
    addressBook: unaskedAddressBook,
    subAccounts: unaskedSubAccounts,
    repeatableKey: (mode, chance) => apiKeyOf(mode, Buffer.from(chance, 'base64url')),
    limits: openLimiter(),
    virtualNumbers: unaskedVirtualNumbers,
    calls: { listCalls: async () => [] },
    voicemails: unaskedVoicemails,
    mayCall: async () => true,
    spending: { listSpentHours: async () => [] },
    stopped: async () => new Set(),
    ...unaskedStops,
    networkOf: () => undefined,
    notifyLookups: async () => 1,
    homePrice: () => 38_000 as Millionths,
    countToSend: async () => 0,
    preview: async () => ({ ok: false, refusal: { why: 'text is empty' } }),
    status: async () => undefined,
    ...unaskedMail,
    events: unaskedEvents,
    endpoints: unaskedEndpoints,
    messages: unaskedSentMessages,
    replies: { findReply: async () => undefined },
    partsWithdrawn: () => undefined,
    checkUrl: (text) =>
      text.startsWith('https://')
        ? { ok: true, url: text }
        : { ok: false, reason: { en: 'its scheme is not https', fr: 'ce n’est pas https' } },
    refuseNow: () => undefined,
    refuseWork: () => undefined,
    findObstacle: async () => undefined,
    dashboard: {
      loadHandlers: async () => [],
      findSession: async () => undefined,
      roleIn: async () => undefined,
      stateOf: async () => 'active',
    },
    mailLinks: unaskedMailLinks,
  };
}

/** Nothing was ever sent. */
const unaskedSentMessages: ApiPorts['messages'] = {
  recipientsOf: async () => [],
  recipientsWithTag: async () => [],
  countWithTag: async () => 0,
  findMessage: async () => undefined,
  cancel: async () => 0,
};

const callers = new Map([
  [liveKey, callerOf('live')],
  [testKey, callerOf('test')],
]);

const unasked = async (): Promise<never> => {
  throw new Error('This world has no STOP list');
};

const unaskedStops: Pick<ApiPorts, 'stops' | 'stopEntries'> = {
  stops: { add: unasked, remove: unasked },
  stopEntries: { findStop: unasked, listStops: unasked, countStops: unasked },
};

function toSent({ phones, scheduledAtMs }: SendRequest) {
  return {
    messageId: 307,
    parts: phones.length,
    cost: (38_000 * phones.length) as Millionths,
    currency: 'EUR',
    scheduledAtMs: scheduledAtMs ?? null,
    deferredUntilMs: null,
    held: false,
  };
}

function goodSend(changes: object): string {
  const good = { apiKey: liveKey, phoneNumbers: '+33612345678', message: 'Hello' };
  return JSON.stringify({ ...good, ...changes });
}

async function askServer(url: string, init: RequestInit = {}): Promise<ApiReply> {
  const response = await fetch(url, { redirect: 'error', ...init });
  const text = await response.text();
  const isJson = response.headers.get('content-type') === 'application/json';
  const body = isJson && text !== '' ? (JSON.parse(text) as ApiReply['body']) : {};
  return { status: response.status, headers: response.headers, text, body };
}

async function writeRaw(port: number, bytes: string | Buffer): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port });
  const chunks: Buffer[] = [];
  socket.on('data', (chunk: Buffer) => chunks.push(chunk));
  // A server that has heard enough may reset the connection while we still write.
  socket.on('error', () => socket.destroy());
  socket.write(bytes);
  await once(socket, 'close');
  return Buffer.concat(chunks).toString();
}

/** A refusal of the interface: its code, its fields, and one list under two names. */
export function assertRefused(reply: ApiReply, status: number, code: number, ...fields: string[]) {
  assert.equal(reply.status, status, reply.text);
  const { body } = reply;
  assert.equal(body['success'], false);
  assert.equal(body['code'], code, reply.text);
  assert.deepEqual(body['error'], body['errors']);
  const elements = body['errors'] as readonly { elementId: string; message: string }[];
  assert.ok(elements.length > 0);
  assert.equal(typeof body['message'], 'string');
  assert.equal(elements[0]?.message, body['message']);
  if (fields.length === 0) return;
  const expected = fields.map((field) => (field === '' ? 'data' : `children[${field}].data`));
  assert.deepEqual(
    elements.map(({ elementId }) => elementId),
    expected,
  );
}
