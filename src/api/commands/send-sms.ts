/** `POST /v1/send`: reads the request, hands it to the engine, tells what it said. */
import { Fields } from '#api/parameters/fields.ts';
import { type Answer, type Problem, type Refusal, refuse, succeed } from '#api/reply.ts';
import { unreachable } from '#core/assert.ts';
import type { Clock } from '#core/clock.ts';
import { formatExact, toNumber } from '#core/money.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { numberDigits } from '#sms/numbers/own-number.ts';
import type { NamesPhones, SendRefusal, SendReply, SendRequest, Sent } from '#sms/send-request.ts';
import { isSenderWord } from '#sms/sender-word.ts';
import { formatLocalTime } from './account-time.ts';
import type { Call, Run } from './command.ts';
import { readIdempotency } from './idempotency.ts';
import { readPhones } from './phone-list.ts';
import { readSchedule } from './schedule.ts';

export type SendPorts = {
  readonly send: (request: SendRequest) => Promise<SendReply>;
  readonly checkUrl: (text: string) => UrlVerdict;
  readonly clock: Clock;
};

/** `reason` completes "… is refused: ". */
export type UrlVerdict =
  | { readonly ok: true; readonly url: string }
  | { readonly ok: false; readonly reason: string };

const tagCharactersMax = 20;
const validitySecondsMin = 60;
const validitySecondsMax = 7 * 24 * 3_600;

export function sendSms(ports: SendPorts): Run {
  return async (call) => {
    const fields = new Fields(call.parameters);
    const request = readSend(fields, call, ports);
    if (fields.refusal !== undefined) return fields.refusal;
    const reply = await ports.send(request);
    return reply.ok ? tellSent(reply.sent) : tellRefusal(reply.refusal, call);
  };
}

/** Reads every field, so that a client hears of all that is wrong; while any is, the result is not used. */
function readSend(fields: Fields, call: Call, ports: SendPorts): SendRequest {
  const { account, key } = call.caller;
  const request = {
    phones: readPhones(fields, {
      homeCountry: account.homeCountry,
      acceptsFiction: key.mode === 'test',
    }),
    text: readText(fields),
    sender: readSender(fields, account.homeCountry),
    saysStop: fields.flag('isStopSms'),
    tag: fields.label('tag', tagCharactersMax) ?? '',
    grade: fields.wholeNumber('gamme', 1, 2) as SendRequest['grade'],
    forceUnicode: fields.flag('isUnicode'),
    marketing: fields.flag('marketing'),
    sandbox: fields.flag('sandbox'),
    validityMs: readValidity(fields),
    scheduledAtMs: readSchedule(fields, ports.clock.nowMs()),
    ...readUrls(fields, ports),
  };
  const idempotency = readIdempotency(fields, call, request);
  return { ...request, caller: call.caller, requestId: call.requestId, idempotency };
}

function readText(fields: Fields): string {
  const text = fields.requiredText('message', 'message is missing') ?? '';
  return text.includes(':') ? text.replaceAll(':br:', '\n').replaceAll(':euro:', '€') : text;
}

/** A word, or a number; the engine knows whether the number is the account's own. */
function readSender(fields: Fields, homeCountry: string): string | undefined {
  const number = fields.text('virtualNumber');
  const sender = number ?? fields.text('sender');
  if (sender === undefined || (number === undefined && isSenderWord(sender))) return sender;
  const digits = readOwnNumber(sender, homeCountry);
  if (digits !== undefined) return digits;
  return number === undefined
    ? fields.refuse('sender is malformed', 'sender')
    : fields.refuse('virtual number is not yours', 'virtualNumber');
}

/** Short numbers are digits alone; long ones may be written as any phone number is. */
function readOwnNumber(text: string, homeCountry: string): string | undefined {
  const digits = numberDigits(text.trim());
  if (!/^\d{3,15}$/.test(digits)) return undefined;
  return digits.startsWith('0') ? parsePhoneNumber(text.trim(), homeCountry) : digits;
}

function readValidity(fields: Fields): number | undefined {
  const seconds = fields.wholeNumber('validity', validitySecondsMin, validitySecondsMax);
  return seconds === undefined ? undefined : seconds * 1_000;
}

/** Where reports go, and replies. */
function readUrls(fields: Fields, ports: SendPorts): Pick<SendRequest, 'reportUrl' | 'replyUrl'> {
  const forReplies = readUrl('urlResponse', fields, ports);
  const forReports = readUrl('urlDlr', fields, ports);
  const forBoth = readUrl('webhookUrl', fields, ports);
  return { reportUrl: forReports ?? forBoth, replyUrl: forReplies ?? forBoth };
}

function readUrl(field: string, fields: Fields, ports: SendPorts): string | undefined {
  const text = fields.text(field);
  if (text === undefined) return undefined;
  const verdict = ports.checkUrl(text);
  return verdict.ok
    ? verdict.url
    : fields.refuse('URL is refused', field, { reason: verdict.reason });
}

function tellSent(sent: Sent): Answer {
  const { messageId, parts, cost, currency, scheduledAtMs, deferredUntilMs, held, stopped } = sent;
  return succeed({
    message_id: messageId,
    nb_sms: parts,
    cost: toNumber(cost),
    currency,
    ...(scheduledAtMs !== null && { scheduledDeliveryDate: formatLocalTime(scheduledAtMs) }),
    ...(deferredUntilMs !== null && { deferredUntil: formatLocalTime(deferredUntilMs) }),
    ...(held && { held }),
    ...(stopped !== undefined && { stopSms: stopped.map(formatPhone) }),
  });
}

function tellRefusal(refusal: SendRefusal, call: Call): Refusal {
  const { why } = refusal;
  switch (why) {
    case 'text is empty':
      return refuse(why, { field: 'message' });
    case 'text is too long': {
      const { parts, partsMax } = refusal;
      return refuse(why, { field: 'message', details: { parts, partsMax } });
    }
    case 'sender is not allowed':
      return call.parameters.get('virtualNumber') === undefined
        ? refuse(why, { field: 'sender', details: { sender: refusal.sender } })
        : refuse('virtual number is not yours', { field: 'virtualNumber' });
    case 'no price':
    case 'no operator':
    case 'country is closed':
    case 'number is costly':
    case 'price is above the ceiling':
    case 'stopped':
      return refusePhones(why, refusal.phones);
    case 'limit is reached': {
      const { rule, max, retryAfterS } = refusal;
      return refuse(why, { retryAfterS, details: { rule, max } });
    }
    case 'too much is spent': {
      const { rule, max } = refusal;
      const { currency } = call.caller.account;
      return refuse(why, { details: { rule, max: formatExact(max), currency } });
    }
    case 'balance is too low': {
      const { balance, cost } = refusal;
      const { currency } = call.caller.account;
      return refuse(why, {
        details: { balance: formatExact(balance), cost: formatExact(cost), currency },
      });
    }
    case 'idempotency key was used for another request':
      return refuse(why, { field: 'idempotencyKey' });
    case 'there is no short number':
      return refuse(why, { field: 'isStopSms' });
    case 'too many report addresses':
      return refuse(why, { field: 'urlDlr' });
    case 'overloaded':
      return refuse(why, { retryAfterS: refusal.retryAfterS });
    case 'simulator is off':
      return refuse(why, { field: 'apiKey' });
    default:
      return unreachable(why);
  }
}

/** One element for each phone. */
function refusePhones(word: NamesPhones, phones: readonly PhoneNumber[]): Refusal {
  const [first, ...others] = phones.map(
    (phone): Problem => ({ word, field: 'phoneNumbers', details: { number: formatPhone(phone) } }),
  );
  return { ok: false, problems: [first ?? { word, field: 'phoneNumbers' }, ...others] };
}
