/** Calls of the built-in phones, as the command line orders them: taken by voicemail, connected, busy and refused. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { must } from '#core/assert.ts';
import { writeSamples } from '#simulator/phones/phone-call.ts';
import { tone } from '#simulator/phones/sounds.ts';
import type { Storage } from '#storage/storage.ts';
import { callFrom } from '../page-call.ts';
import { until } from '../pause.ts';
import { openStorageBeside } from '../storage-beside.ts';

type Kind = {
  /** That the account gets for them. */
  readonly number: string;
  /** What calls to it do; nothing: they are refused. */
  readonly rule?: { readonly voicemail: string } | { readonly to: string };
  readonly calls: number;
  /** What the caller says. */
  readonly saysMs: number;
  readonly keys?: string;
  readonly hangUpAfterMs: number | null;
};

const mailbox = 'desk@acme.example';

/** Sixteen leave a message, twelve hang up in the greeting, and nobody is told that they left one. */
const kinds: readonly Kind[] = [
  {
    number: '33755000001',
    rule: { voicemail: mailbox },
    calls: 16,
    saysMs: 2_500,
    keys: '#',
    hangUpAfterMs: null,
  },
  {
    number: '33755000002',
    rule: { voicemail: mailbox },
    calls: 12,
    saysMs: 0,
    hangUpAfterMs: 500,
  },
  {
    number: '33755000003',
    rule: { to: '+33639980202' },
    calls: 10,
    saysMs: 0,
    hangUpAfterMs: 1_000,
  },
  {
    number: '33755000004',
    rule: { to: '+33639980210' },
    calls: 6,
    saysMs: 0,
    hangUpAfterMs: 1_000,
  },
  { number: '33755000005', calls: 6, saysMs: 0, hangUpAfterMs: 1_000 },
];

export const callsMade = kinds.reduce((sum, { calls }) => sum + calls, 0);

/** The trunk of the built-in phones takes 20 new calls a second. */
const atOnce = 17;

/** In waves, each to the end of its calls. */
export async function makeCalls(page: Page, folder: string): Promise<void> {
  for (const kind of kinds) await addNumber(page, kind);
  await using storage = await openStorageBeside(folder);
  const ordered = kinds.flatMap((kind) => Array.from({ length: kind.calls }, () => kind));
  for (let first = 0; first < ordered.length; first += atOnce) {
    const ids: number[] = [];
    for (const [at, kind] of ordered.slice(first, first + atOnce).entries()) {
      ids.push(await orderCall(kind, first + at, storage));
    }
    for (const id of ids) await untilOver(id, storage);
  }
  await until(async () => {
    const calls = await storage.calls.listCalls({ beforeId: Number.MAX_SAFE_INTEGER, limit: 500 });
    return calls.every(({ endedAtMs }) => endedAtMs !== null) ? true : undefined;
  });
}

type Ports = Pick<Storage, 'simulator'>;

function orderCall(kind: Kind, at: number, { simulator }: Ports): Promise<number> {
  const { number: to, saysMs, keys = '', hangUpAfterMs } = kind;
  const wish = { from: `336399800${String(at).padStart(2, '0')}`, to, keys, hangUpAfterMs };
  const sound = writeSamples(tone(saysMs));
  return simulator.orderPhoneCall({ wish, sound, atMs: Date.now() }, callsMade);
}

async function untilOver(id: number, { simulator }: Ports): Promise<void> {
  const { events } = await until(async () => {
    const call = await simulator.findPhoneCall(id);
    return call?.state === 'over' ? call : undefined;
  });
  const end = must(events.at(-1), 'end of a call');
  assert.notEqual(end.what, 'failed', JSON.stringify(end));
}

async function addNumber(page: Page, { number, rule }: Kind): Promise<void> {
  const wish = { number, account: 1, calls: true, forward: true, sms: false };
  await callFrom(page, 'POST', '/api/operations/number-add', wish);
  if (rule === undefined) return;
  await callFrom(page, 'POST', '/api/accounts/1/operations/number-forward', { number, ...rule });
}
