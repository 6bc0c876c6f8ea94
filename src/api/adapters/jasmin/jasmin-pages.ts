/** Jasmin's HTTP interface: `/send`, `/rate`, `/balance` and `/ping`, answered in its words. */

import {
  type AdapterPorts,
  admit,
  answerIn,
  type Failure,
  type Told,
} from '#api/adapters/adapter.ts';
import type { OctetFields } from '#api/adapters/octet-form.ts';
import { parseOctetForm } from '#api/adapters/octet-form.ts';
import type { HttpReply, HttpRequest } from '#api/http/http-message.ts';
import type { Page } from '#api/pages/page.ts';
import { parseBody } from '#api/parameters/body.ts';
import type { Values } from '#api/parameters/value.ts';
import { startOf } from '#api/parameters/value.ts';
import { must } from '#core/assert.ts';
import { toNumber } from '#core/money.ts';
import { messageUuid } from '#sms/customers/callbacks/message-uuid.ts';
import { readHttpSubmit } from '#sms/customers/http-submit.ts';
import type { Customer } from '#sms/customers/smpp-user.ts';
import type { SendRequest } from '#sms/send-request.ts';
import { readSend } from './read-send.ts';

export function jasminPages(ports: AdapterPorts): readonly Page[] {
  return [
    { path: '/send', methods: ['GET', 'POST'], answer: (request) => answerSend(request, ports) },
    { path: '/rate', methods: ['GET'], answer: (request) => answerJson(request, ports, rate) },
    {
      path: '/balance',
      methods: ['GET'],
      answer: (request) => answerJson(request, ports, balance),
    },
    {
      path: '/ping',
      methods: ['GET'],
      answer: (request) =>
        answerIn('text/plain', {
          request,
          ports,
          work: async () => ({ status: 200, text: 'Jasmin/PONG' }),
          broken: () => outOfOrder,
        }),
    },
  ];
}

type Asking = {
  readonly fields: OctetFields;
  readonly customer: Customer;
  readonly request: HttpRequest;
  readonly ports: AdapterPorts;
};

type Work = (asking: Asking) => Promise<Told>;

const outOfOrder: Told = {
  status: 500,
  text: 'Cannot send submit_sm, check SMPPClientManagerPB log file for details',
};

function answerSend(request: HttpRequest, ports: AdapterPorts): Promise<HttpReply> {
  const work = async (): Promise<Told> => quoted(await doFor(request, ports, send));
  return answerIn('text/plain', { request, ports, work, broken: () => quoted(outOfOrder) });
}

function quoted({ status, text, account }: Told): Told {
  return { status, account, text: `${status === 200 ? 'Success' : 'Error'} "${text}"` };
}

function answerJson(request: HttpRequest, ports: AdapterPorts, ask: Work): Promise<HttpReply> {
  const work = async (): Promise<Told> => written(await doFor(request, ports, ask));
  return answerIn('application/json', { request, ports, work, broken: () => written(outOfOrder) });
}

/** A value as it is, or a sentence as a text of JSON. */
function written({ status, text, account }: Told): Told {
  return { status, account, text: status === 200 ? text : JSON.stringify(text) };
}

async function doFor(request: HttpRequest, ports: AdapterPorts, work: Work): Promise<Told> {
  if (ports.refuseNow() !== undefined) return outOfOrder;
  const fields = jasminFields(request);
  if (fields === undefined) return invalid('Unknown error: the request cannot be read');
  const [systemId, password] = ['username', 'password'].map((name) => fields.get(name)?.toString());
  if (systemId === undefined) return invalid('Mandatory argument [username] is not found.');
  if (password === undefined) return invalid('Mandatory argument [password] is not found.');
  const customer = await admit({ systemId, password }, request, ports);
  if (customer === 'too many at once') return outOfOrder;
  if (customer === undefined) {
    const username = startOf(systemId).replaceAll('"', "'");
    return { status: 403, text: `Authentication failure for username:${username}` };
  }
  const told = await work({ fields, customer, request, ports });
  return { ...told, account: customer.account.id };
}

async function send(asking: Asking): Promise<Told> {
  const { customer, ports } = asking;
  const read = readRequest(asking, false);
  if (!read.ok) return read.told;
  if (!ports.customers.mayTake(customer, 1))
    return { status: 403, text: 'User throughput exceeded' };
  const reply = await ports.sender.send(read.request);
  return reply.ok
    ? { status: 200, text: messageUuid(reply.sent.messageId) }
    : refusals[reply.refusal.why];
}

async function rate(asking: Asking): Promise<Told> {
  const read = readRequest(asking, true);
  if (!read.ok) return read.told;
  const reply = await asking.ports.sender.preview(read.request);
  if (!reply.ok) return refusals[reply.refusal.why];
  const { going, turnedAway } = reply.judgement;
  const [first] = going;
  if (first === undefined) return refusals[turnedAway[0]?.refusal.why ?? 'no price'];
  const told = { unit_rate: toNumber(first.price), submit_sm_count: first.plan.parts };
  return { status: 200, text: JSON.stringify(told) };
}

/** What is counted here is money: there is no number of messages beside it. */
async function balance({ customer, ports }: Asking): Promise<Told> {
  const { account, user } = customer;
  const now = must(await ports.accounts.findAccount(account.id), 'account of an SMPP user');
  const purse = user.mode === 'test' ? now.testBalance : now.balance;
  return { status: 200, text: JSON.stringify({ balance: toNumber(purse), sms_count: 'ND' }) };
}

type RequestReading =
  | { readonly ok: true; readonly request: SendRequest }
  | { readonly ok: false; readonly told: Told };

function readRequest(
  { fields, customer, request, ports }: Asking,
  mayLackContent: boolean,
): RequestReading {
  const nowMs = ports.clock.nowMs();
  const isUrl = (text: string): boolean => ports.checkUrl(text).ok;
  const reading = readSend(fields, { customer, nowMs, isUrl, mayLackContent });
  if (!reading.ok) return { ok: false, told: invalid(reading.text) };
  const read = readHttpSubmit(reading.submit, { customer, nowMs, requestId: request.id });
  if (read.ok) return read;
  return { ok: false, told: invalid('Argument [content] or [from] has an invalid value.') };
}

function invalid(text: string): Told {
  return { status: 400, text };
}

const noRoute: Told = { status: 412, text: 'No route found' };
const notCharged: Told = {
  status: 403,
  text: 'Cannot charge submit_sm, check RouterPB log file for details',
};

const refusals: Readonly<Record<Failure, Told>> = {
  'text is empty': invalid('Argument [content] has an invalid value: [].'),
  'text is too long': invalid('Argument [content] has an invalid value: [it is too long].'),
  'sender is not allowed': invalid('Argument [from] has an invalid value: [not yours].'),
  'schedule is in the past': invalid('Argument [sdt] has an invalid value: [it is over].'),
  'too many report addresses': invalid('Argument [dlr-url] has an invalid value: [too many].'),
  'there is no short number': invalid('Mandatory argument [from] is not found.'),
  'idempotency key was used for another request': outOfOrder,
  'no price': noRoute,
  'no operator': noRoute,
  'country is closed': noRoute,
  'number is costly': noRoute,
  'price is above the ceiling': noRoute,
  'simulator is off': noRoute,
  stopped: noRoute,
  'balance is too low': notCharged,
  'too much is spent': notCharged,
  'limit is reached': { status: 403, text: 'User throughput exceeded' },
  overloaded: outOfOrder,
};

// Where a request says what it wants: in the query, in a form, or in JSON whose members are a form's fields.

/** Undefined: nothing that can be read. */
function jasminFields(request: HttpRequest): OctetFields | undefined {
  const query = parseOctetForm(request.query);
  if (request.body.length === 0) return query;
  const body = isJson(request)
    ? fieldsOfJson(request.body)
    : parseOctetForm(request.body.toString('latin1').trimEnd());
  return query && body && new Map([...query, ...body]);
}

function isJson({ headers }: HttpRequest): boolean {
  return /^application\/json\b/i.test(headers['content-type'] ?? '');
}

function fieldsOfJson(body: Buffer): OctetFields | undefined {
  const { parsed, notation } = parseBody(body);
  if (notation !== 'json' || !parsed.ok) return undefined;
  return new Map(Object.entries(parsed.values).map(([name, value]) => [name, octetsOf(value)]));
}

function octetsOf(value: Values[string] | undefined): Buffer {
  if (typeof value === 'string') return Buffer.from(value);
  return Buffer.from(value === null || value === undefined ? '' : JSON.stringify(value));
}
