/** Kannel's `/cgi-bin/sendsms`: takes what its clients send, and answers in its words. */

import {
  type AdapterPorts,
  admit,
  answerIn,
  type Failure,
  type Told,
} from '#api/adapters/adapter.ts';
import type { OctetFields } from '#api/adapters/octet-form.ts';
import { parseOctetForm } from '#api/adapters/octet-form.ts';
import type { HttpRequest } from '#api/http/http-message.ts';
import type { Page } from '#api/pages/page.ts';
import { readHttpSubmit } from '#sms/customers/http-submit.ts';
import type { Customer } from '#sms/customers/smpp-user.ts';
import type { Sent } from '#sms/send-request.ts';
import { allDenied, readSendsms } from './read-sendsms.ts';

export function sendsmsPages(ports: AdapterPorts): readonly Page[] {
  return [
    {
      path: '/cgi-bin/sendsms',
      methods: ['GET', 'POST'],
      answer: (request) =>
        answerIn('text/html', {
          request,
          ports,
          work: () => sendsms(request, ports),
          broken: () => temporal,
        }),
    },
  ];
}

const temporal: Told = { status: 503, text: 'Temporal failure, try again later.' };
const unauthorised: Told = { status: 403, text: 'Authorization failed for sendsms' };
const notRoutable: Told = { status: 403, text: 'Not routable. Do not try again.' };

async function sendsms(request: HttpRequest, ports: AdapterPorts): Promise<Told> {
  if (ports.refuseNow() !== undefined) return temporal;
  const fields = sendsmsFields(request);
  if (fields === undefined) return rejected('Invalid content-type');
  const customer = await admit(credentialsOf(fields), request, ports);
  if (customer === 'too many at once') return temporal;
  if (customer === undefined) return unauthorised;
  const told = await submit(fields, { customer, request, ports });
  return { ...told, account: customer.account.id };
}

/** The short names are older, and served as well. */
function credentialsOf(fields: OctetFields) {
  const find = (...names: readonly string[]): string =>
    names.map((name) => fields.get(name)?.toString('utf8')).find((text) => text !== undefined) ??
    '';
  return { systemId: find('username', 'user'), password: find('password', 'pass') };
}

type Asking = {
  readonly customer: Customer;
  readonly request: HttpRequest;
  readonly ports: AdapterPorts;
};

async function submit(fields: OctetFields, asking: Asking): Promise<Told> {
  const { customer, request, ports } = asking;
  const nowMs = ports.clock.nowMs();
  const isUrl = (text: string): boolean => ports.checkUrl(text).ok;
  const reading = readSendsms(fields, { customer, nowMs, isUrl });
  if (!reading.ok) return rejected(reading.text);
  const { phones } = reading.submit;
  if (!ports.customers.mayTake(customer, phones.length)) return temporal;
  const read = readHttpSubmit(reading.submit, { customer, nowMs, requestId: request.id });
  if (!read.ok) return rejected('Sender, text or UDH field misformed, rejected');
  const reply = await ports.sender.send(read.request);
  return reply.ok ? accepted(reply.sent, reading.denied) : refusals[reply.refusal.why];
}

/** What was left out is named, and the others have gone. */
function accepted(sent: Sent, denied: readonly string[]): Told {
  const turnedAway = (sent.each ?? []).flatMap((each) => ('refusal' in each ? [each.phone] : []));
  const all = [...denied, ...turnedAway];
  const told = all.length === 0 ? '' : ` Denied receivers are: ${all.join(' ')}`;
  // Its number for what waits before it goes.
  const text =
    sent.scheduledAtMs === null ? '0: Accepted for delivery' : '3: Queued for later delivery';
  return { status: 202, text: `${text}${told}` };
}

function rejected(text: string): Told {
  return { status: 400, text };
}

/** Kannel has no words for money: what will not pass by waiting is not to be tried again. */
const refusals: Readonly<Record<Failure, Told>> = {
  'text is empty': rejected('Empty text not allowed, rejected'),
  'text is too long': rejected('Text is too long, rejected'),
  'sender is not allowed': rejected('Sender is not allowed, rejected'),
  'schedule is in the past': rejected('Deferred field misformed, rejected'),
  'too many report addresses': rejected('DLR-URL field misformed, rejected'),
  'there is no short number': rejected('Sender missing and no global set, rejected'),
  'idempotency key was used for another request': notRoutable,
  'no price': notRoutable,
  'no operator': notRoutable,
  'country is closed': notRoutable,
  'number is costly': notRoutable,
  'price is above the ceiling': notRoutable,
  'simulator is off': notRoutable,
  'balance is too low': notRoutable,
  'too much is spent': notRoutable,
  stopped: rejected(allDenied),
  'limit is reached': temporal,
  overloaded: temporal,
};

/**
 * Where a sendsms request says what it wants: in the query, in a form, or, where the body is the text
 * itself, in headers whose names begin with X-Kannel.
 */
const formType = /^application\/x-www-form-urlencoded\b/i;
const textTypes = /^(?:text\/plain|application\/octet-stream)\b/i;
const headerStart = 'x-kannel-';

/** Undefined: the body is of a kind that says nothing here. */
function sendsmsFields(request: HttpRequest): OctetFields | undefined {
  const query = parseOctetForm(request.query);
  if (request.body.length === 0) return query;
  const type = request.headers['content-type'] ?? 'application/x-www-form-urlencoded';
  if (formType.test(type)) {
    const form = parseOctetForm(request.body.toString('latin1').trimEnd());
    return query && form && new Map([...form, ...query]);
  }
  return textTypes.test(type) ? fieldsOfHeaders(request, type) : undefined;
}

/** Octets in a header are written in hexadecimal digits. */
function fieldsOfHeaders({ headers, body }: HttpRequest, type: string): OctetFields {
  const fields = new Map<string, Buffer>([['text', body]]);
  const charset = /;\s*charset="?(?<name>[\w.:-]+)/i.exec(type)?.groups?.['name'];
  if (charset !== undefined) fields.set('charset', Buffer.from(charset));
  for (const [name, value = ''] of Object.entries(headers)) {
    if (!name.startsWith(headerStart)) continue;
    const field = name.slice(headerStart.length);
    fields.set(field, Buffer.from(value, field === 'udh' ? 'hex' : 'latin1'));
  }
  return fields;
}
