/** `vn/rent` and `vn/release`: a number becomes the account's, month by month, and goes back to stock. */
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse, succeed } from '#api/reply.ts';
import type { Idempotency } from '#core/idempotency.ts';
import { formatExact, type Millionths, toNumber } from '#core/money.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { giveNumberBack, type RentAnswer, rentNumber } from '#numbers/rental/rent-number.ts';
import type { Call, Run } from '../command.ts';
import { readIdempotency } from '../idempotency.ts';
import { limitRefusal, takeMoney } from '../key-money.ts';
import { timeToJson } from './number-view.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';

const labelMax = 100;

export function rent({ virtualNumbers, replies, limits, clock }: VirtualNumberPorts): Run {
  return async (call) => {
    const asked = readNumber(call);
    if (!asked.ok) return asked;
    const { phone, label, idempotency } = asked;
    const { account, key } = call.caller;
    const author = { actor: `key ${key.id}`, atMs: clock.nowMs() };
    const wish = { accountId: account.id, phone, label, idempotency };
    const take = (price: Millionths) => takeMoney('rent', { call, cost: price, limits, clock });
    const ports = { numbers: virtualNumbers, replies, clock, take };
    const answer = await rentNumber(wish, author, ports);
    if (answer.kind !== 'rented') return refusalOf(answer, account.currency);
    return succeed({
      number: formatPhone(phone),
      name: label,
      monthlyPrice: toNumber(answer.monthlyPrice),
      currency: account.currency,
      paidUntil: timeToJson(answer.paidUntilMs),
    });
  };
}

function refusalOf(answer: Exclude<RentAnswer, { readonly kind: 'rented' }>, currency: string) {
  if (answer.kind === 'limit is in the way') return limitRefusal(answer.refusal, currency);
  if (answer.kind === 'credit is not enough') {
    return refuse('rent is not covered', { details: { price: formatExact(answer.price) } });
  }
  if (answer.kind === 'key was used for another request') {
    return refuse('idempotency key was used for another request', { field: 'idempotencyKey' });
  }
  const word = answer.kind === 'number is unknown' ? 'number is not free' : answer.kind;
  return refuse(word, { field: 'number' });
}

export function giveBack({ virtualNumbers, clock }: VirtualNumberPorts): Run {
  return async (call) => {
    const asked = readNumber(call);
    if (!asked.ok) return asked;
    const { account, key } = call.caller;
    const author = { actor: `key ${key.id}`, atMs: clock.nowMs() };
    const giving = { accountId: account.id, phone: asked.phone };
    const given = await giveNumberBack(giving, author, { numbers: virtualNumbers });
    return given
      ? succeed({ number: formatPhone(asked.phone) })
      : refuse('number is unknown', { field: 'number' });
  };
}

type Asked = {
  readonly ok: true;
  readonly phone: PhoneNumber;
  readonly label: string;
  /** A number that was given back is not given back again: only renting needs it. */
  readonly idempotency: Idempotency | undefined;
};

function readNumber(call: Call): Asked | Refusal {
  const { caller, parameters } = call;
  const fields = new Fields(parameters);
  const text = fields.requiredText('number', 'virtual number is missing');
  const label = fields.label('name', labelMax) ?? '';
  const phone = parsePhoneNumber(text ?? '', caller.account.homeCountry);
  const idempotency = readIdempotency(fields, call, { rents: phone, label });
  if (fields.refusal !== undefined) return fields.refusal;
  if (caller.key.mode === 'test') return refuse('test keys rent nothing');
  return phone === undefined
    ? refuse('number is not free', { field: 'number' })
    : { ok: true, phone, label, idempotency };
}
