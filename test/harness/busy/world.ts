/**
 * An account as it looks after a busy day: 5,500 SMS, 600 emails, 50 calls, three endpoints that fail and one that is
 * paused. All of it came in by the doors that customers use, and went out to an SMSC and a relay on loopback.
 */
import assert from 'node:assert/strict';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { type BrowserWorld, openBrowserWorld } from '../chromium.ts';
import { freeTcpPort } from '../free-port.ts';
import { NameServer } from '../name-server.ts';
import { callFrom } from '../page-call.ts';
import { until } from '../pause.ts';
import { openWebhookSink } from '../webhook-sink.ts';
import { callsMade, makeCalls } from './calls.ts';
import { openBusyRelay } from './relay.ts';
import { openBusySmsc } from './smsc.ts';

export type Row = Readonly<Record<string, string | number | null>>;

export type BusyWorld = {
  readonly world: BrowserWorld;
  /** Endpoints in the order in which they were added; the last one is paused. */
  readonly endpoints: readonly { readonly id: number; readonly name: string }[];
  /** What the database says now. */
  readonly rows: (sql: string, ...values: readonly SQLInputValue[]) => readonly Row[];
  /** The only figure of the only row. */
  readonly figure: (sql: string, ...values: readonly SQLInputValue[]) => number;
};

const account = '/api/accounts/1/operations';
const smsSent = 5_500;
const emailsSent = 600;
const requestMax = 500;
/** Of each hundred emails so many are for boxes that are gone. */
const goneOfHundred = 3;
const cancelledPhones = 20;
const cancelledMails = 15;

/** A day of its own for each account: many calls at once must meet no limit. */
const settings = {
  PARLEY_WEBHOOK_ALLOW: '127.0.0.0/8',
  PARLEY_MAIL_MODE: 'relay',
  PARLEY_MAIL_CATCHER_PORT: '0',
  PARLEY_SIP_LISTEN: '127.0.0.1:0',
  PARLEY_RTP_PORTS: '47000-47999',
  PARLEY_CALLS_PER_ACCOUNT: '100',
  PARLEY_CALLS_PER_ACCOUNT_SECOND: '100',
  PARLEY_CALLS_PER_NUMBER: '100',
};

export async function openBusyWorld(stack: AsyncDisposableStack): Promise<BusyWorld> {
  const smsc = stack.use(await openBusySmsc());
  const relay = stack.use(await openBusyRelay());
  const dns = stack.use(await NameServer.open());
  const sink = stack.use(await openWebhookSink());
  sink.answer = 500;
  const world = stack.use(
    await openBrowserWorld({
      ...settings,
      PARLEY_DNS: dns.address,
      PARLEY_MAIL_RELAY: `smtp://127.0.0.1:${relay.port}`,
    }),
  );
  await world.setUp();
  await using watched = await world.open();
  const { page } = watched;
  await page.goto('/1/webhooks');
  await openAccount(page, smsc.port);
  await proveDomain(page, dns);
  const urls = [
    `${sink.url}/billing`,
    `${sink.url}/crm`,
    `http://127.0.0.1:${await freeTcpPort()}/hook`,
    `${sink.url}/held`,
  ];
  const endpoints = await addEndpoints(page, urls);
  const busy: BusyWorld = { world, endpoints, ...readerOf(world) };
  await Promise.all([
    sendAll(page, world.url).then(() => untilSettled(busy)),
    makeCalls(page, world.folder.path),
  ]);
  await untilCounted(busy);
  await untilMailed(busy);
  return busy;
}

/** Money, an operator, prices, and no limit that a new account has. */
async function openAccount(page: Page, port: number): Promise<void> {
  const post = (name: string, body: object) =>
    callFrom(page, 'POST', `/api/operations/${name}`, body);
  await post('operator-add', {
    name: 'carrier',
    host: '127.0.0.1',
    port,
    systemId: 'PARLEY',
    password: 'secret',
    window: 1_000,
  });
  await post('route-set', { prefix: '33', operator: 'carrier', price: '0.05' });
  await post('price-set', { mail: true, price: '0.001' });
  await post('account-set', { account: 1, trust: 'trusted', countries: 'all' });
  await post('account-topup', { account: 1, amount: '500' });
}

async function proveDomain(page: Page, dns: NameServer): Promise<void> {
  const named = { domain: 'acme.example' };
  const { domain } = await callFrom(page, 'POST', `${account}/domain-add`, named);
  type Needed = { readonly type: string; readonly name: string; readonly text: string };
  for (const { type, name, text } of (domain as { readonly records: readonly Needed[] }).records) {
    if (type === 'TXT') dns.zone[name] = { TXT: [text] };
  }
  const checked = await callFrom(page, 'POST', `${account}/domain-check`, named);
  assert.equal(checked['proved'], true, JSON.stringify(checked));
}

async function addEndpoints(page: Page, urls: readonly string[]): Promise<BusyWorld['endpoints']> {
  const endpoints: BusyWorld['endpoints'][number][] = [];
  for (const url of urls) {
    const { endpoint } = await callFrom(page, 'POST', `${account}/endpoint-add`, { url });
    const { id } = endpoint as { readonly id: number };
    const { host, pathname } = new URL(url);
    endpoints.push({ id, name: `${host}${pathname} (#${id})` });
  }
  await callFrom(page, 'POST', `${account}/endpoint-pause`, { endpoint: endpoints.at(-1)?.id });
  return endpoints;
}

/** Of a number without a route it is a success that tells of the refusal. */
type Preview = { readonly recipients?: readonly { readonly success: boolean }[] };

async function sendAll(page: Page, url: string): Promise<void> {
  const { key } = await callFrom(page, 'POST', `${account}/key-create`, { label: 'campaign' });
  const apiKey = (key as { readonly key: string }).key;
  const post = (where: string, body: object): Promise<Response> =>
    fetch(`${url}${where}`, { method: 'POST', body: JSON.stringify({ apiKey, ...body }) });
  const send = async (where: string, body: object): Promise<void> => {
    const answer = await post(where, body);
    assert.equal(answer.status, 200, (await answer.text()).slice(0, 500));
  };
  const message = 'Your parcel is on its way.';
  // The server reads new routes and prices within a second.
  await until(async () => {
    const dry = { phoneNumbers: phoneOf(0), message, dryRun: true };
    const { recipients } = (await (await post('/v1/send', dry)).json()) as Preview;
    return recipients?.every(({ success }) => success) === true ? true : undefined;
  });
  for (const phoneNumbers of inRequests(smsSent - 1, phoneOf)) {
    await send('/v1/send', { phoneNumbers, message });
  }
  await send('/v1/send', { phoneNumbers: phoneOf(smsSent), message, tag: 'alone' });
  const mail = { from: { email: 'news@acme.example' }, subject: 'Your bill' };
  for (const to of inRequests(emailsSent, (n) => ({ email: mailboxOf(n) }))) {
    await send('/mail/v1/send', { ...mail, to, htmlContent: '<p>Hello</p>' });
  }
  await takeBack(page);
}

/** One request for as many as it takes. */
function inRequests<Value>(all: number, make: (n: number) => Value): readonly Value[][] {
  const values = Array.from({ length: all }, (_, n) => make(n));
  const starts = Array.from({ length: Math.ceil(all / requestMax) }, (_, n) => n * requestMax);
  return starts.map((start) => values.slice(start, start + requestMax));
}

function phoneOf(n: number): string {
  return `+33612${String(n).padStart(6, '0')}`;
}

function mailboxOf(n: number): string {
  return n % 100 < goneOfHundred ? `gone${n}@client.example` : `ann${n}@client.example`;
}

/** What was to leave tomorrow is cancelled, and its money comes back. */
async function takeBack(page: Page): Promise<void> {
  const at = new Date(Date.now() + 86_400_000).toISOString();
  const phones = Array.from({ length: cancelledPhones }, (_, n) => phoneOf(n));
  const sms = { phones, text: 'Tomorrow', at, key: 'tomorrow-sms' };
  const { messageId } = await callFrom(page, 'POST', `${account}/message-send`, sms);
  await callFrom(page, 'POST', `${account}/message-cancel`, { message: messageId });
  const to = Array.from({ length: cancelledMails }, (_, n) => mailboxOf(n + 10));
  const mail = { to, subject: 'Tomorrow', html: '<p>Hello</p>', sender: 'news@acme.example' };
  const asked = { ...mail, at, key: 'tomorrow-mail' };
  const { email } = await callFrom(page, 'POST', `${account}/mail-send`, asked);
  await callFrom(page, 'POST', `${account}/mail-cancel`, { email });
}

function readerOf({ folder }: BrowserWorld): Pick<BusyWorld, 'rows' | 'figure'> {
  const rows: BusyWorld['rows'] = (sql, ...values) => {
    const file = path.join(folder.path, 'parley.db');
    using database = new DatabaseSync(file, { readOnly: true, timeout: 10_000 });
    return database.prepare(sql).all(...values) as Row[];
  };
  return {
    rows,
    figure(sql, ...values) {
      const [row, ...others] = rows(sql, ...values);
      assert.deepEqual(others, []);
      return Number(Object.values(row ?? {})[0]);
    },
  };
}

/** Every recipient has its last state, and every report has become an event. */
async function untilSettled({ figure }: BusyWorld): Promise<void> {
  await untilNone(() =>
    figure("SELECT count(*) FROM recipient WHERE state = 'accepted' OR state = 'waiting'"),
  );
  await untilNone(() =>
    figure("SELECT count(*) FROM mail WHERE state NOT IN ('sent', 'bounced', 'cancelled')"),
  );
}

/** The counters of statistics come behind: they have seen all of it. */
async function untilCounted({ figure }: BusyWorld): Promise<void> {
  await untilNone(() =>
    figure(`SELECT (SELECT count(*) FROM recipient)
      - (SELECT coalesce(sum(messages), 0) FROM stat_hour WHERE state <> 'under way')`),
  );
  await untilNone(() => figure('SELECT count(*) FROM mail WHERE counted_state <> state'));
}

/** The message of each caller has its mail. */
async function untilMailed({ figure }: BusyWorld): Promise<void> {
  assert.equal(figure('SELECT count(*) FROM call'), callsMade);
  await untilNone(() => figure("SELECT count(*) FROM voicemail WHERE mail_state <> 'sent'"));
}

function untilNone(count: () => number): Promise<true> {
  return until(() => Promise.resolve(count() === 0 ? true : undefined));
}
