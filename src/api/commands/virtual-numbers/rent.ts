/** `vn/rent` and `vn/release`: a number becomes the account's, month by month, and goes back to stock. */
import { Fields } from '#api/parameters/fields.ts';
import { type Refusal, refuse, succeed } from '#api/reply.ts';
import { formatExact, toNumber } from '#core/money.ts';
import { formatPhone, type PhoneNumber, parsePhoneNumber } from '#core/phone-number.ts';
import { giveNumberBack, type RentAnswer, rentNumber } from '#numbers/rental/rent-number.ts';
import type { Call, Run } from '../command.ts';
import { tellTime } from './number-view.ts';
import type { VirtualNumberPorts } from './virtual-numbers.ts';

const labelMax = 100;

export function rent({ virtualNumbers, clock }: VirtualNumberPorts): Run {
  return async (call) => {
    const asked = readNumber(call);
    if (!asked.ok) return asked;
    const { phone, label } = asked;
    const { account, key } = call.caller;
    const author = { actor: `key ${key.id}`, atMs: clock.nowMs() };
    const wish = { accountId: account.id, phone, label };
    const answer = await rentNumber(wish, author, { numbers: virtualNumbers });
    if (answer.kind !== 'rented') return refusalOf(answer);
    return succeed({
      number: formatPhone(phone),
      name: label,
      monthlyPrice: toNumber(answer.number.monthlyPrice),
      currency: account.currency,
      paidUntil: tellTime(answer.paidUntilMs),
    });
  };
}

function refusalOf(answer: Exclude<RentAnswer, { readonly kind: 'rented' }>): Refusal {
  if (answer.kind === 'credit is not enough') {
    return refuse('rent is not covered', { details: { price: formatExact(answer.price) } });
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

type Asked = { readonly ok: true; readonly phone: PhoneNumber; readonly label: string };

function readNumber({ caller, parameters }: Call): Asked | Refusal {
  const fields = new Fields(parameters);
  const text = fields.requiredText('number', 'virtual number is missing');
  const label = fields.label('name', labelMax) ?? '';
  if (fields.refusal !== undefined) return fields.refusal;
  if (caller.key.mode === 'test') return refuse('test keys rent nothing');
  const phone = parsePhoneNumber(text ?? '', caller.account.homeCountry);
  return phone === undefined
    ? refuse('number is not free', { field: 'number' })
    : { ok: true, phone, label };
}
