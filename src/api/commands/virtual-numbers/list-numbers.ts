/** `vn/list`: what the account rents; `vn/available`: what it could. */
import { Fields } from '#api/parameters/fields.ts';
import { refuse, succeed } from '#api/reply.ts';
import { formatPhone } from '#core/phone-number.ts';
import type { VirtualNumber } from '#numbers/virtual-number.ts';
import type { NumberQuery } from '#numbers/virtual-number-store.ts';
import type { Call, Run } from '../command.ts';
import { numberToJson, ruleToJson, timeToJson } from './number-view.ts';
import type { VirtualNumberPorts } from './virtual-number-ports.ts';

const pageMax = 100;
/** Digits of a country, an area, as much as one likes: what the numbers begin with. */
const prefixForm = /^\+?\d{1,15}$/;

export function listOwnNumbers({ virtualNumbers, clock }: VirtualNumberPorts): Run {
  return async (call) => {
    const page = readPage(call);
    if (!page.ok) return page;
    const of = { accountId: call.caller.account.id };
    const query = { of, afterPhone: page.after, limit: pageMax, nowMs: clock.nowMs() };
    const numbers = await virtualNumbers.listVirtualNumbers(query);
    const rules = await Promise.all(numbers.map(({ id }) => virtualNumbers.findRule(id)));
    return succeed({
      numbers: numbers.map((number, index) => ({
        ...numberToJson(number),
        name: number.label,
        state: number.active ? 'active' : 'deactivated',
        why: number.deactivatedWhy,
        ...ruleToJson(rules[index]?.rule),
        rentedAt: timeToJson(number.rentedAtMs),
        paidUntil: timeToJson(number.paidUntilMs),
      })),
      ...nextPage(numbers),
    });
  };
}

export function listFreeNumbers({ virtualNumbers, clock }: VirtualNumberPorts): Run {
  return async (call) => {
    const page = readPage(call);
    if (!page.ok) return page;
    const of: NumberQuery['of'] = { freeFrom: page.prefix };
    const query = { of, afterPhone: page.after, limit: pageMax, nowMs: clock.nowMs() };
    const numbers = await virtualNumbers.listVirtualNumbers(query);
    const { currency } = call.caller.account;
    return succeed({ currency, numbers: numbers.map(numberToJson), ...nextPage(numbers) });
  };
}

function readPage({ parameters }: Call) {
  const fields = new Fields(parameters);
  const after = fields.text('after')?.trim() ?? '';
  const prefix = fields.text('prefix')?.trim() ?? '';
  if (fields.refusal !== undefined) return fields.refusal;
  for (const [field, text] of Object.entries({ after, prefix })) {
    if (text !== '' && !prefixForm.test(text)) return refuse('value is not digits', { field });
  }
  return { ok: true, after: after.replace('+', ''), prefix: prefix.replace('+', '') } as const;
}

/** What the next page is asked for with, where there may be one. */
function nextPage(numbers: readonly VirtualNumber[]) {
  const last = numbers.at(-1);
  return { next: last === undefined || numbers.length < pageMax ? null : formatPhone(last.phone) };
}
